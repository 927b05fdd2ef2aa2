"""Measure the demo corpus: ``python -m scripts.demo_corpus.check``.

Prints the annotators' agreement, the disputed spans and the labels; exit status 1 if a number leaves
its bounds. Works from the committed truth, needs no weights.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from scripts.demo_corpus.agreement import (
    Tracks,
    boundary_f1,
    consensus,
    fleiss_kappa,
    label_class,
    turn_class,
)
from scripts.demo_corpus.annotators import ANNOTATORS
from scripts.demo_corpus.paths import DIALOGUES, SPLITS, TRUTHS
from scripts.demo_corpus.script import Script, read_scripts
from scripts.demo_corpus.tracks import DialogueTruth, annotation_tracks, read_truth

KAPPA_BOUNDS = (0.72, 0.84)
LOWEST_BOUNDARY_F1 = 0.9
LOWEST_DISPUTED_PER_MINUTE = 1.0
LOWEST_SHARE_IN_CONSENSUS = 0.75


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Numbers of one or more dialogues; shares and counts are of the label view."""

    minutes: float
    kappa: float
    boundary_f1: Mapping[str, float]
    disputed: int
    disputed_turns: int
    share_in_consensus: float
    labels: Mapping[str, int]

    @property
    def disputed_per_minute(self) -> float:
        """Disputed spans of the label view per minute of dialogue."""
        return self.disputed / self.minutes

    def is_within_bounds(self) -> bool:
        """Return whether annotators agree as well, and as badly, as people do."""
        return (
            KAPPA_BOUNDS[0] <= self.kappa <= KAPPA_BOUNDS[1]
            and min(self.boundary_f1.values()) > LOWEST_BOUNDARY_F1
            and self.disputed_per_minute >= LOWEST_DISPUTED_PER_MINUTE
            and self.share_in_consensus >= LOWEST_SHARE_IN_CONSENSUS
        )


def measure(scripts: tuple[Script, ...]) -> Facts:
    """Return the pooled numbers of some dialogues."""
    truths = [read_truth(TRUTHS / f"{script.conversation_id}.json") for script in scripts]
    dialogues = [_tracks(script, truth) for script, truth in zip(scripts, truths, strict=True)]
    speakers = [speaker for dialogue in dialogues for speaker in dialogue]
    by_label = [consensus(speaker, view=label_class) for speaker in speakers]
    by_turn = [consensus(speaker, view=turn_class) for speaker in speakers]
    return Facts(
        minutes=sum(truth.duration_s for truth in truths) / 60,
        kappa=fleiss_kappa(speakers),
        boundary_f1=boundary_f1(dialogues),
        disputed=sum(len(view.disputed) for view in by_label),
        disputed_turns=sum(len(view.disputed) for view in by_turn),
        share_in_consensus=sum(v.members for v in by_label) / sum(v.segments for v in by_label),
        labels=Counter(s.label for t in truths for track in t.speakers.values() for s in track),
    )


def main() -> None:
    """Print the numbers of dialogues, splits and all, and leave with 1 if one is out of bounds."""
    scripts = read_scripts(DIALOGUES)
    is_good = True
    for script in scripts:
        facts = measure((script,))
        is_good = is_good and facts.disputed_per_minute >= LOWEST_DISPUTED_PER_MINUTE
        _print_agreement(script.conversation_id, facts)
    pools = {split: tuple(s for s in scripts if s.split == split) for split in SPLITS}
    for name, pooled in {**pools, "all": scripts}.items():
        facts = measure(pooled)
        is_good = is_good and facts.is_within_bounds()
        _print_agreement(name, facts)
        print(f"  disputed in the turn view {facts.disputed_turns}")
        print(f"  segments in consensus {facts.share_in_consensus:.2f}")
        for label, count in sorted(facts.labels.items()):
            print(f"  {count:3d} {label}")
    sys.exit(0 if is_good else 1)


def _print_agreement(name: str, facts: Facts) -> None:
    f1 = ", ".join(f"{pair} {value:.3f}" for pair, value in facts.boundary_f1.items())
    print(
        f"{name:18s} {facts.minutes:5.2f} min, Fleiss' kappa {facts.kappa:.3f}, boundary F1 {f1}, "
        f"disputed per minute {facts.disputed_per_minute:.2f}"
    )


def _tracks(script: Script, truth: DialogueTruth) -> tuple[Tracks, Tracks]:
    found = annotation_tracks(script, truth)

    def of(speaker: int) -> Tracks:
        a, b, c = (found[f"speaker_{speaker}_annotation_{annotator.name}"] for annotator in ANNOTATORS)
        return Tracks(duration_s=truth.duration_s, tracks=(a, b, c))

    return of(1), of(2)


if __name__ == "__main__":
    main()
