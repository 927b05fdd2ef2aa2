"""What the corpus page counts: the measures of an open split, and the moments behind a number.

A split is measured once for all sessions; every filter is a mask over columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from viewer.corpus import (
    LENGTHS_MS,
    LENGTHS_S,
    SIGNED_MS,
    Binning,
    CorpusMeasures,
    Moments,
    Reactions,
    measure_corpus,
    measure_reactions,
)
from viewer.dialogue.conversation import ANNOTATORS
from viewer.dialogue.protocol import ProtocolSettings
from viewer.dialogue.segments import IntArray
from viewer.dialogue.taxonomy import LABEL_CLASSES, LabelClass
from viewer.view_models.moment_pick import LABEL, MomentPick
from viewer.workspace import SplitWork

BINNINGS: dict[str, Binning] = {
    "transfers": SIGNED_MS,
    "pauses": LENGTHS_MS,
    "turns": LENGTHS_S,
    "takes": SIGNED_MS,
    "gold_pauses": LENGTHS_MS,
    "goes_on": LENGTHS_MS,
}
"""The bins of each distribution: the same for every selection."""
_CLASSES = {
    "backchannels": (LabelClass.BACKCHANNEL,),
    "interruptions": (LabelClass.INTERRUPTION, LabelClass.NON_FLOOR_TAKING_INTERRUPTION),
    "laughter": (LabelClass.LAUGHTER,),
}
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class CorpusData:
    """A measured split.

    Parameters
    ----------
    measures
        What annotators labelled.
    pairings
        One per dialogue.
    moments
        By measure; ``label`` holds every segment.
    """

    measures: CorpusMeasures
    pairings: tuple[str, ...]
    moments: dict[str, Moments]

    @cached_property
    def counts(self) -> dict[str, IntArray]:
        """How many moments each dialogue has, by measure: shape ``(dialogues,)``."""
        return {
            name: np.bincount(one.dialogue, minlength=self.size).astype(np.int64)
            for name, one in self.moments.items()
        }

    @property
    def size(self) -> int:
        """How many dialogues there are."""
        return len(self.measures.conversation_ids)

    def is_chosen(self, *, conversation_type: str = "", pairing: str = "", dialogue: str = "") -> BoolArray:
        """Return which dialogues a filter leaves, shape ``(dialogues,)``; empty texts leave all."""
        chosen = np.ones(self.size, dtype=bool)
        for wanted, values in (
            (conversation_type, self.measures.conversation_types),
            (pairing, self.pairings),
            (dialogue, self.measures.conversation_ids),
        ):
            if wanted:
                chosen &= np.array([value == wanted for value in values], dtype=bool)
        return chosen

    def picked(self, pick: MomentPick) -> Moments:
        """Return the moments of a pick, in the order of dialogues, then of time."""
        moments = self.moments[pick.measure]
        chosen = self.is_chosen(
            conversation_type=pick.conversation_type, pairing=pick.pairing, dialogue=pick.dialogue
        )[moments.dialogue]
        if pick.annotator:
            chosen &= moments.annotator == ANNOTATORS.index(pick.annotator)
        if pick.speaker:
            chosen &= moments.speaker == pick.speaker
        if pick.measure == LABEL:
            labels = self.measures.inventory.labels
            wanted = labels.index(pick.label) if pick.label in labels else -1
            chosen &= self.measures.inventory.label == wanted
        if pick.bin >= 0:
            chosen &= BINNINGS[pick.measure].of(moments.value_s) == pick.bin
        found = moments.take(chosen)
        return found.take(np.lexsort((found.start_s, found.dialogue)))


def corpus_data(work: SplitWork, settings: ProtocolSettings) -> CorpusData:
    """Return what was measured of a split, for all sessions; hidden labels are refused.

    Reactions rest on gold, and with it on the settings of consensus; nothing else does.
    """
    work.require_labels()
    measures = work.kept(("corpus",), lambda: measure_corpus(list(work.conversations.values())))

    def make() -> CorpusData:
        conversations = list(work.conversations.values())
        reactions = measure_reactions(conversations, work.golds(settings))
        pairings = tuple(one.pairing for one in conversations)
        return CorpusData(measures, pairings, _moments(measures, reactions))

    return work.kept(("corpus", settings.tolerance_s, settings.min_agree), make)


def _moments(measures: CorpusMeasures, reactions: Reactions) -> dict[str, Moments]:
    every = measures.inventory
    classes = [LABEL_CLASSES.get(label) for label in every.labels]

    def labelled(is_wanted: list[bool]) -> Moments:
        return every.segments.take(np.array(is_wanted, dtype=bool)[every.label])

    return {
        "events": every.segments,
        LABEL: every.segments,
        "words": every.segments.take(every.has_words),
        "overlap": labelled([label == "Overlap" for label in every.labels]),
        **{name: labelled([one in wanted for one in classes]) for name, wanted in _CLASSES.items()},
        "turns": measures.turns,
        "transfers": measures.transfers,
        "pauses": measures.pauses,
        "silences": measures.silences,
        **{f"differ_{group}": found for group, found in measures.disagreements.items()},
        **{f"starts_{pair}": found for pair, found in measures.unmatched.items()},
        "takes": reactions.takes,
        "gold_pauses": reactions.pauses,
        "held": reactions.held,
        "last": reactions.last,
        "goes_on": reactions.goes_on,
        "unopposed": reactions.unopposed,
    }
