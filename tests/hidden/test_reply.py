"""Nothing leaves hidden labels but the form of reply that DATA section 6 allows."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.commands.documents import as_text, hidden_document
from viewer.dialogue.decisions import SpeakerDecisions, Submission
from viewer.dialogue.protocol import TASKS, Task
from viewer.hidden import HiddenReply, HiddenScore
from viewer.hidden.reply import least_decisions, rounded, untold_tasks
from viewer.scoring import Latency, Score

COUNTS = st.integers(0, 3000)
LATENCIES = st.floats(-250, 3000, allow_nan=False)


@st.composite
def scores(draw: st.DrawFn) -> Score:
    tp = draw(st.integers(0, 120))
    latencies = np.array(draw(st.lists(LATENCIES, min_size=tp, max_size=tp)))
    return Score(tp, draw(COUNTS), draw(COUNTS), draw(COUNTS), latencies)


@given(scores(), scores())
def test_a_reply_never_has_more_than_its_form(eot: Score, interruption: Score) -> None:
    told = {Task.EOT: rounded(eot), Task.INT: rounded(interruption)}
    document = json.loads(as_text(hidden_document("s", HiddenReply(told, (), 1, 10))))
    assert document.keys() == {"split", "labels", "aggregate"}
    assert list(document["aggregate"]) == ["eot", "int"]
    for score, found in zip((eot, interruption), document["aggregate"].values(), strict=True):
        assert found.keys() == {"recall", "fp_rate", "latency_ms"}
        for rate in (found["recall"], found["fp_rate"]):
            assert rate is None or (0 <= rate <= 1 and len(repr(rate).partition(".")[2]) <= 3)
        latency = found["latency_ms"]
        assert (latency is None) == (score.tp < 50)
        assert latency is None or latency.keys() == {"p10", "p50", "p90"}
        assert latency is None or all(value % 50 == 0 for value in latency.values())


@given(scores())
def test_what_is_told_is_as_near_as_its_decimals(score: Score) -> None:
    found = rounded(score)
    for told, exact in ((found.recall, score.recall), (found.fp_rate, score.fp_rate)):
        assert (told is None) == (exact is None)
        assert told is None or exact is None or abs(told - exact) <= 0.0005 + 1e-12
    exact_latency = score.latency
    if found.latency is not None and exact_latency is not None:
        assert abs(found.latency.p50 - exact_latency.p50) <= 25 + 1e-9


def test_latencies_are_told_from_50_hits_on() -> None:
    times = np.linspace(-70.0, 920.0, 50)
    assert rounded(Score(tp=49, latencies_ms=times[:49])).latency is None
    assert rounded(Score(tp=50, latencies_ms=times)).latency == Latency(50.0, 400.0, 800.0)


def test_a_latency_of_nearly_nothing_has_no_sign() -> None:
    latency = rounded(Score(tp=50, latencies_ms=np.full(50, -20.0))).latency
    assert latency is not None
    assert str(latency.p50) == "0.0"


def test_nothing_to_divide_by_gives_no_rate() -> None:
    assert rounded(Score()) == HiddenScore(None, None, None)


def submission(eot: int, interruption: int) -> Submission:
    """Return a submission of two conversations with so many decisions."""
    of_eot, of_int = np.arange(eot, dtype=np.float64), np.arange(interruption, dtype=np.float64)
    half = (SpeakerDecisions(of_eot[0::2], of_int[0::2]), SpeakerDecisions(of_eot[1::2], of_int[1::2]))
    return Submission({"a": half, "b": (SpeakerDecisions(), SpeakerDecisions())})


@pytest.mark.parametrize(
    ("eot", "interruption", "conversations", "untold"),
    [
        (0, 0, 2, TASKS),
        (1, 1, 2, TASKS),
        (9, 10, 2, (Task.EOT,)),
        (10, 9, 2, (Task.INT,)),
        (10, 10, 10, ()),
        (10, 11, 11, (Task.EOT,)),
    ],
)
def test_a_task_is_told_from_one_decision_a_conversation_and_ten_on(
    eot: int, interruption: int, conversations: int, untold: tuple[Task, ...]
) -> None:
    assert untold_tasks(submission(eot, interruption), conversations) == tuple(untold)
    assert least_decisions(conversations) == max(10, conversations)
