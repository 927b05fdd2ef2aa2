"""Run the built-in detectors on the demo corpus: ``python -m scripts.demo_corpus.run_detectors``.

Writes ``models/NAME/predictions-demo-SPLIT.json`` and the checksums. The corpus is never changed to
suit a detector: what they decide is what is committed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import soundfile

from scripts.demo_corpus.checksums import write_sums
from scripts.demo_corpus.paths import CORPUS
from viewer.detectors import Detector, RmsVad, load_smart_turn

DETECTORS: dict[str, Callable[[], Detector]] = {"rms_vad": RmsVad, "smart_turn": load_smart_turn}
SPLITS = ("dev", "test")
_DECIMALS = 4


def predictions(detector: Detector, split_folder: Path) -> dict[str, Any]:
    """Return a submission with one entry per dialogue of a split, by id."""
    folders = sorted(path for path in split_folder.iterdir() if path.is_dir())
    return {"schema_version": 1, "predictions": [_entry(detector, folder) for folder in folders]}


def as_text(submission: dict[str, Any]) -> str:
    """Return a submission as JSON text, one list per line."""
    rows = (
        ",\n".join(f"   {json.dumps(key)}: {json.dumps(value)}" for key, value in entry.items())
        for entry in submission["predictions"]
    )
    body = ",\n".join(f"  {{\n{row}\n  }}" for row in rows)
    return f'{{\n "schema_version": 1,\n "predictions": [\n{body}\n ]\n}}\n'


def main() -> None:
    """Write the decisions of every detector on every split that exists."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="folder of the corpus")
    corpus: Path = parser.parse_args().corpus
    for name, load in DETECTORS.items():
        detector = load()
        for split in SPLITS:
            if (corpus / split).is_dir():
                path = corpus / "models" / name / f"predictions-demo-{split}.json"
                path.parent.mkdir(parents=True, exist_ok=True)
                text = as_text(predictions(detector, corpus / split))
                path.write_text(text, encoding="utf-8", newline="\n")
    write_sums(corpus)


def _entry(detector: Detector, folder: Path) -> dict[str, Any]:
    entry: dict[str, Any] = {"conversation_id": folder.name}
    for speaker in (1, 2):
        audio, rate = soundfile.read(folder / f"speaker_{speaker}_audio.opus", dtype="float32")
        found = detector.detect(audio, sample_rate=rate)
        entry[f"speaker_{speaker}"] = {
            "eot": [round(time_s, _DECIMALS) for time_s in found.eot_s],
            "interruption": [round(time_s, _DECIMALS) for time_s in found.interruption_s],
        }
    return entry


if __name__ == "__main__":
    main()
