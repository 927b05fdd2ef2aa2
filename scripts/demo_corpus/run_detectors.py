"""Run the built-in detectors on the demo corpus: ``python -m scripts.demo_corpus.run_detectors``.

Writes ``models/NAME/predictions-SPLIT.json`` of every built-in setting, ``probs-eot-SPLIT.json`` of those
that give probabilities, and the checksums, through the code of the command ``detect``. The corpus is never
changed to suit a detector: what they decide is what is committed. Where labels are hidden there is no oracle.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.demo_corpus.checksums import write_sums
from scripts.demo_corpus.paths import CORPUS
from viewer.commands.detecting import detect_split, sources_of
from viewer.detectors import DETECTORS, DetectorSetting
from viewer.dialogue.decisions import DetectedDialogue
from viewer.dialogue.protocol import BENCHMARK
from viewer.environment import DEFAULT_MANIFEST
from viewer.loaders import format_probabilities, format_submission, write_whole
from viewer.runs import eot_probabilities, submission_of
from viewer.workspace import SplitWork, open_workspace


def run_on(work: SplitWork, setting: DetectorSetting) -> dict[str, DetectedDialogue]:
    """Return what a detector says on every dialogue of a split, in the split's order."""
    return detect_split(setting, sources_of(work.split), work.golds(BENCHMARK) if setting.needs_gold else {})


def texts_of(found: dict[str, DetectedDialogue], split: str) -> dict[str, str]:
    """Return the files of one model on one split: name to text."""
    texts = {f"predictions-{split}.json": format_submission(submission_of(found))}
    frames = eot_probabilities(found)
    if frames is not None:
        texts[f"probs-eot-{split}.json"] = format_probabilities(frames)
    return texts


@contextmanager
def fresh_cache() -> Iterator[None]:
    """Keep earlier runs out of what is committed, unless ``TURNBENCH_CACHE`` names a folder."""
    if os.environ.get("TURNBENCH_CACHE"):
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TURNBENCH_CACHE"] = folder
        yield


def main() -> None:
    """Write the decisions of every detector on every split."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="folder that the models are written to")
    parser.add_argument("--detector", choices=list(DETECTORS), action="append", help="only this one")
    parser.add_argument("--split", action="append", help="only this one")
    given = parser.parse_args()
    with fresh_cache():
        workspace = open_workspace(DEFAULT_MANIFEST)
        for split in given.split or workspace.split_names:
            work = workspace.split(split)
            for name in given.detector or DETECTORS:
                if not (DETECTORS[name].needs_gold and work.is_hidden):
                    _write(given.corpus / "models" / name, texts_of(run_on(work, DETECTORS[name]), split))
    write_sums(given.corpus)


def _write(folder: Path, texts: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_whole(folder / name, text)


if __name__ == "__main__":
    main()
