from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st

from tests.journal.drafting import verdict
from viewer.audit.folding import Fold
from viewer.corrections import apply_verdicts
from viewer.dialogue.conversation import ANNOTATORS, Conversation
from viewer.dialogue.segments import Segment, Track
from viewer.journal import Entry
from viewer.journal.verdicts import entry_of_draft

SOURCE = Conversation(
    "7",
    400.0,
    {
        (1, name): Track.from_segments(Segment(float(k), k + 1.5, "Filler") for k in range(0, 300, 2))
        for name in ANNOTATORS
    },
)


def entry(number: int) -> Entry:
    draft = dataclasses.replace(verdict(number * 7 % 300), id=str(number))
    return entry_of_draft(draft, at_us=number, sequence=number, revision=number)


ENTRIES = [entry(number) for number in range(220)]


def rows(conversation: Conversation) -> list[list[Segment]]:
    return [list(conversation.track(1, name)) for name in ANNOTATORS]


@given(
    st.lists(
        st.tuples(st.integers(0, 220), st.lists(st.integers(0, 219), max_size=2)), min_size=1, max_size=8
    )
)
def test_however_verdicts_come_and_go_it_is_as_if_they_were_applied_at_once(
    stages: list[tuple[int, list[int]]],
) -> None:
    fold = Fold(SOURCE)
    for count, left_out in stages:
        wanted = [one for number, one in enumerate(ENTRIES[:count]) if number not in left_out]
        assert rows(fold.of(wanted)) == rows(apply_verdicts(SOURCE, [one.verdict for one in wanted]))


def test_the_same_verdicts_give_the_same_object_and_none_the_source() -> None:
    fold = Fold(SOURCE)
    assert fold.of([]) is SOURCE
    assert fold.of(ENTRIES[:5]) is fold.of(ENTRIES[:5])
    assert fold.of([]) is SOURCE
