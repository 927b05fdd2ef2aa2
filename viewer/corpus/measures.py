"""All that is measured about a corpus, dialogue by dialogue, so that any selection of them is a sum.

References
----------
PROTOCOL section 7; decision 0013.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from viewer.corpus.agreement import PAIRS, Agreement, AgreementCounts, count_agreement, pool_agreement
from viewer.corpus.disagreement import GROUPS, disagreements, unmatched_starts
from viewer.corpus.dynamics import Dynamics, dynamics, mean_dynamics
from viewer.corpus.floor import FloorSequence, floor_sequence
from viewer.corpus.inventory import Inventory, inventory
from viewer.corpus.moments import Moments, moments_of, pool_moments
from viewer.corpus.reactions import Reactions, reactions
from viewer.corpus.stretches import silences
from viewer.dialogue.conversation import ANNOTATORS, Conversation
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.segments import FloatArray, IntArray


@dataclass(frozen=True, eq=False, slots=True)
class CorpusMeasures:
    """What annotators labelled in a corpus, measured.

    Parameters
    ----------
    conversation_ids, conversation_types
        One of each per dialogue, in the order in which moments number them.
    dynamics, agreement
        One per dialogue.
    inventory
        Every segment, and the counts of labels.
    turns
        Floor-holding segments of each annotator, as long as they are.
    transfers
        Changes of speaker between them: the moment at which the next one starts, its speaker's; the value is
        its start minus the end before, negative for an overlap.
    pauses
        Silences between two of the same speaker in a row: the moment at which the first ends.
    silences
        Stretches without any labelled segment.
    disagreements, unmatched
        The stretches in which annotators differ, for ``"abc"`` and each pair; the starts that boundary F1
        leaves without a partner, for each pair.
    """

    conversation_ids: tuple[str, ...]
    conversation_types: tuple[str, ...]
    dynamics: tuple[Dynamics, ...]
    agreement: tuple[AgreementCounts, ...]
    inventory: Inventory
    turns: Moments
    transfers: Moments
    pauses: Moments
    silences: Moments
    disagreements: Mapping[str, Moments]
    unmatched: Mapping[str, Moments]

    def mean_dynamics(self, chosen: Sequence[int]) -> Dynamics:
        """Return the dynamics of the dialogues at these positions: the mean over them."""
        return mean_dynamics(self.dynamics[position] for position in chosen)

    def pooled_agreement(self, chosen: Sequence[int]) -> Agreement:
        """Return the agreement over the dialogues at these positions."""
        return pool_agreement(self.agreement[position] for position in chosen)


def measure_corpus(conversations: Sequence[Conversation]) -> CorpusMeasures:
    """Measure what annotators labelled in dialogues.

    Parameters
    ----------
    conversations
        The dialogues, in the order in which they are to be numbered.

    Returns
    -------
    CorpusMeasures
        Every measure per dialogue; moments pooled.

    References
    ----------
    PROTOCOL section 7; decision 0013.

    Examples
    --------
    >>> found = measure_corpus([Conversation("1", 60.0), Conversation("2", 60.0)])
    >>> found.pooled_agreement([0, 1]).frames, len(found.turns), found.silences.dialogue.tolist()
    (2400, 0, [0, 0, 0, 1, 1, 1])
    """
    floors = [[floor_sequence(one, annotator) for annotator in ANNOTATORS] for one in conversations]
    return CorpusMeasures(
        tuple(one.conversation_id for one in conversations),
        tuple(one.conversation_type for one in conversations),
        tuple(dynamics(one) for one in conversations),
        tuple(count_agreement(one) for one in conversations),
        inventory(conversations),
        pool_moments([_turns(several) for several in floors]),
        pool_moments([_transfers(several) for several in floors]),
        pool_moments([_pauses(several) for several in floors]),
        pool_moments([silences(one) for one in conversations]),
        _by_group([disagreements(one) for one in conversations], GROUPS),
        _by_group([unmatched_starts(one) for one in conversations], PAIRS),
    )


def _by_group(several: Sequence[Mapping[str, Moments]], groups: Iterable[str]) -> dict[str, Moments]:
    return {group: pool_moments([one[group] for one in several]) for group in groups}


def measure_reactions(conversations: Sequence[Conversation], golds: Mapping[str, Gold]) -> Reactions:
    """Measure what people did at the gold positives of dialogues.

    Parameters
    ----------
    conversations
        The dialogues, in the order in which they are to be numbered.
    golds
        Gold by conversation id; a dialogue without has no positives.

    Returns
    -------
    Reactions
        Moments of all dialogues, each kind pooled.

    References
    ----------
    PROTOCOL section 4; decision 0013.

    Examples
    --------
    >>> len(measure_reactions([Conversation("1", 60.0)], {}).takes)
    0
    """
    found = [
        reactions(golds[one.conversation_id], one.duration_s) if one.conversation_id in golds else None
        for one in conversations
    ]
    nothing = pool_moments([])
    return Reactions(
        *(
            pool_moments([nothing if one is None else getattr(one, kind.name) for one in found])
            for kind in fields(Reactions)
        )
    )


def _turns(floors: Sequence[FloorSequence]) -> Moments:
    return _joined(floors, [(np.arange(len(one.row)), one.start_s, one.length_s) for one in floors])


def _transfers(floors: Sequence[FloorSequence]) -> Moments:
    """Return each change of speaker where the next one starts."""
    after = [np.flatnonzero(one.is_transfer) + 1 for one in floors]
    return _joined(
        floors,
        [(rows, one.start_s[rows], one.step_s[rows - 1]) for one, rows in zip(floors, after, strict=True)],
    )


def _pauses(floors: Sequence[FloorSequence]) -> Moments:
    """Return each pause where it begins."""
    before = [np.flatnonzero(one.is_pause) for one in floors]
    return _joined(
        floors,
        [(rows, one.end_s[rows], one.step_s[rows]) for one, rows in zip(floors, before, strict=True)],
    )


def _joined(
    floors: Sequence[FloorSequence], parts: Sequence[tuple[IntArray, FloatArray, FloatArray]]
) -> Moments:
    """Return chosen rows of the three annotators, with times and values, as moments of one dialogue."""
    return moments_of(
        np.concatenate([one.speaker[rows] for one, (rows, _, _) in zip(floors, parts, strict=True)]),
        np.repeat(np.arange(len(floors)), [len(rows) for rows, _, _ in parts]),
        np.concatenate([one.row[rows] for one, (rows, _, _) in zip(floors, parts, strict=True)]),
        np.concatenate([start_s for _, start_s, _ in parts]),
        np.concatenate([value_s for _, _, value_s in parts]),
    )
