"""Long compressed recordings, and what every answer about them must be."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile

from tests.media.sites import ask
from tests.servers import Server
from viewer.media import peak_files
from viewer.media.virtual_wav import header
from viewer.signals.peaks import peaks
from viewer.workspace import open_workspace

Pcm = npt.NDArray[np.int16]

RATE_HZ = 48_000
BLOCK_SAMPLES = 10 * RATE_HZ
FORMATS = {
    "flac": (".flac", "FLAC", "PCM_16", 240),
    "opus": (".opus", "OGG", "OPUS", 80),
}
"""Extension, libsndfile's names, seconds. FLAC is read where it lies, Opus is decoded into the cache."""


@dataclass(frozen=True)
class Expected:
    """A digest of each whole answer, by its path below ``media``, and what cache files must hold."""

    answers: dict[str, str]
    peak_files: dict[str, tuple[int, str]]
    pcm_files: frozenset[str]


def write_long_recordings(folder: Path, rng: np.random.Generator) -> Path:
    """Write a conversation JSON corpus of long noise, two mono files per conversation."""
    cases = []
    for name, (extension, kind, subtype, seconds) in FORMATS.items():
        audio = {f"speaker_{speaker}": f"{name}-{speaker}{extension}" for speaker in (1, 2)}
        for path in audio.values():
            with soundfile.SoundFile(folder / path, "w", RATE_HZ, 1, format=kind, subtype=subtype) as file:
                for _ in range(0, seconds * RATE_HZ, BLOCK_SAMPLES):
                    file.write(0.1 * rng.standard_normal(BLOCK_SAMPLES, dtype=np.float32))
        cases.append({"conversation_id": name, "audio": audio})
    corpus = folder / "cases.json"
    corpus.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    return corpus


def expect(corpus: Path) -> Expected:
    """Decode every recording from its start to its end, apart from the viewer, and note the answers."""
    answers, kept_peaks, kept_pcm = {}, {}, set()
    split = open_workspace(corpus).split()
    for name, (extension, _, _, _) in FORMATS.items():
        source = split.audio(name)
        assert source is not None
        channels = [
            soundfile.read(corpus.parent / f"{name}-{speaker}{extension}", dtype="int16")[0]
            for speaker in (1, 2)
        ]
        pcm: Pcm = np.stack(channels, axis=1)
        fine, coarse = peaks(pcm), peaks(pcm, samples_per_bin=4096)
        answers[f"{source.key}/audio.wav"] = _digest(header(source), pcm.tobytes())
        answers[f"{source.key}/peaks?bin=256"] = _digest(fine.tobytes())
        answers[f"{source.key}/peaks?bin=4096"] = _digest(coarse.tobytes())
        kept_peaks[peak_files.path_of(Path(), source.key).name] = (len(pcm), _digest(fine.tobytes()))
        if name == "opus":
            kept_pcm = {_digest(channel.tobytes()) for channel in channels}
    return Expected(answers, kept_peaks, frozenset(kept_pcm))


def _digest(*parts: bytes) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest()


def digest_of(server: Server, path: str) -> str:
    """Ask for a whole answer and return its digest; OSError or HTTPException if the server goes."""
    port = int(server.url.rsplit(":", 1)[1].split("/")[0])
    reply = ask(port, f"/viewer/media/{path}")
    return _digest(reply.body) if reply.status == 200 else f"HTTP {reply.status}"


def all_answers(server: Server, expected: Expected) -> dict[str, str]:
    """Ask for everything at once, as pages do."""
    with ThreadPoolExecutor(len(expected.answers)) as askers:
        found = askers.map(lambda path: digest_of(server, path), expected.answers)
        return dict(zip(expected.answers, found, strict=True))


def wrong_files(cache: Path, expected: Expected) -> Iterator[str]:
    """Yield the finished files of a cache that do not hold what they must hold whole."""
    for path in finished_files(cache):
        if path.suffix == ".peaks":
            samples, digest = expected.peak_files[path.name]
            found = peak_files.load(path, samples=samples)
            is_right = found is not None and _digest(found.tobytes()) == digest
        else:
            is_right = _digest(path.read_bytes()) in expected.pcm_files
        if not is_right:
            yield f"{path.name}: {path.stat().st_size} bytes"


def finished_files(cache: Path) -> list[Path]:
    """Return the peaks and samples in a cache folder that have their names."""
    return [path for path in cache.rglob("*") if path.suffix in (".peaks", ".pcm")]


def unfinished_files(cache: Path) -> list[Path]:
    """Return the files that a killed writer left."""
    return [path for path in cache.rglob(".writing-*") if path.is_file()]
