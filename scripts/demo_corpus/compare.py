"""Hold a second run of the generator against the corpus: ``python -m scripts.demo_corpus.compare FOLDER``.

FOLDER is what ``generate --weights ... --out FOLDER`` wrote, all dialogues or some. Exit status 1 if an
annotation differs by a byte, a channel's length by more than a sample, or a channel's sound by more
than 30 dB below the signal.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from scripts.demo_corpus.paths import CORPUS, DIALOGUES, conversation_folder
from scripts.demo_corpus.script import Script, read_scripts
from scripts.demo_corpus.voices import Audio

MOST_SAMPLES_APART = 1
LOWEST_SIGNAL_TO_DIFFERENCE_DB = 30.0


@dataclass(frozen=True, kw_only=True)
class Likeness:
    """How like the corpus a second run of one dialogue is; decibels of the less like channel."""

    conversation_id: str
    differing_texts: tuple[str, ...]
    samples_apart: int
    signal_to_difference_db: float
    is_identical: bool

    def is_within_bounds(self) -> bool:
        """Return whether the second run counts as the same dialogue."""
        return (
            not self.differing_texts
            and self.samples_apart <= MOST_SAMPLES_APART
            and self.signal_to_difference_db > LOWEST_SIGNAL_TO_DIFFERENCE_DB
        )


def compare(script: Script, *, corpus: Path, again: Path) -> Likeness:
    """Return how like the dialogue in ``corpus`` the one in ``again`` is."""
    first, second = (
        conversation_folder(folder, script.split, script.conversation_id) for folder in (corpus, again)
    )
    texts = sorted(path.name for path in first.iterdir() if path.suffix != ".opus")
    sounds = sorted(path.name for path in first.glob("*.opus"))
    pairs = [(_decoded(first / name), _decoded(second / name)) for name in sounds]
    return Likeness(
        conversation_id=script.conversation_id,
        differing_texts=tuple(n for n in texts if (first / n).read_bytes() != (second / n).read_bytes()),
        samples_apart=max(abs(len(one) - len(other)) for one, other in pairs),
        signal_to_difference_db=min(signal_to_difference_db(one, other) for one, other in pairs),
        is_identical=all((first / n).read_bytes() == (second / n).read_bytes() for n in sounds),
    )


def signal_to_difference_db(signal: Audio, other: Audio) -> float:
    """Return the energy of a signal over that of its difference to another; infinite if there is none."""
    shared = min(len(signal), len(other))
    difference = float(np.sum((signal[:shared] - other[:shared]) ** 2))
    if difference == 0.0:
        return math.inf
    return 10 * math.log10(max(float(np.sum(signal[:shared] ** 2)), 1e-12) / difference)


def main() -> None:
    """Print one line per dialogue of the second run and leave with 1 if one is another dialogue."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("again", type=Path, help="folder that a second run wrote")
    again: Path = parser.parse_args().again
    scripts = [
        script
        for script in read_scripts(DIALOGUES)
        if conversation_folder(again, script.split, script.conversation_id).is_dir()
    ]
    found = [compare(script, corpus=CORPUS, again=again) for script in scripts]
    for likeness in found:
        print(_as_line(likeness))
    print(f"{len(found)} dialogues compared")
    sys.exit(0 if found and all(likeness.is_within_bounds() for likeness in found) else 1)


def _as_line(likeness: Likeness) -> str:
    texts = "annotations equal" if not likeness.differing_texts else f"differ: {likeness.differing_texts}"
    sound = (
        "audio files equal"
        if likeness.is_identical
        else f"{likeness.samples_apart} samples apart, {likeness.signal_to_difference_db:.1f} dB"
    )
    return f"{likeness.conversation_id:18s} {texts}, {sound}"


def _decoded(path: Path) -> Audio:
    audio, _ = soundfile.read(path, dtype="float64")
    return np.asarray(audio)


if __name__ == "__main__":
    main()
