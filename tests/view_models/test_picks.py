"""A pick is the events behind a number: as many as it counts, whatever narrows it."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpora import split_of
from viewer.dialogue.decisions import SpeakerDecisions, Submission
from viewer.dialogue.protocol import BENCHMARK, ProtocolSettings, Task
from viewer.exports.csv_text import csv_text
from viewer.view_models.opening import default_place
from viewer.view_models.outcomes import outcomes_csv
from viewer.view_models.pick import PICK_FATES, Pick, from_text, to_text
from viewer.view_models.picks import PickedEvent, count, event_table, known_pick, picked_events
from viewer.view_models.playlist import playlist
from viewer.workspace import LoadedModel, SplitWork

LATER_S = 0.375
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
BOUNDS = st.tuples(st.integers(-3000, 0), st.integers(1, 3000)).map(lambda one: (one[0] / 8, one[1] / 8))
PICKS = st.builds(
    Pick,
    task=st.sampled_from(list(Task)),
    fates=st.lists(st.tuples(NAMES, st.sampled_from(PICK_FATES)), min_size=2, max_size=3).map(tuple),
    conversation_type=st.just("") | NAMES,
    pairing=st.sampled_from(["", "FF", "mixed"]),
    dialogues=st.lists(NAMES, max_size=2).map(tuple),
    latency_ms=st.none() | BOUNDS | st.just((float("-inf"), 0.0)),
    difference_ms=st.none() | BOUNDS,
    differs=st.booleans(),
)


@pytest.fixture
def work(tmp_path: Path) -> SplitWork:
    """A split with two models: ``m``, and ``late``, which commits the same a little later."""
    shared = split_of(tmp_path)
    submission = shared.model("m").submission
    assert submission is not None
    later = {
        name: (_later(submission.decisions(name, 1)), _later(submission.decisions(name, 2)))
        for name in shared.conversations
    }
    return shared.with_models({"late": LoadedModel("late", "Late", "", Submission(later))})


@given(PICKS)
def test_a_pick_comes_back_from_its_text(pick: Pick) -> None:
    text = to_text(pick)
    assert from_text(text) == pick
    assert " " not in text


@pytest.mark.parametrize(
    "text",
    [
        "", "eot", "xyz~hit:m", "eot~hot:m", "eot~hit:m~ms:5,1", "eot~hit:m~ms:a", "eot~hit:m~ms:1,9~ms:2,3",
        "eot~hit:m~difference:0,1", "eot~hit:m~differ", "eot~hit:m~other:1", "eot~hit:m" + "~in:1" * 9000,
    ],
)  # fmt: skip
def test_what_is_no_pick_is_none(text: str) -> None:
    assert from_text(text) is None


@pytest.mark.parametrize("settings", [BENCHMARK, ProtocolSettings(tau_max_s=1.0, min_agree=3)])
@pytest.mark.parametrize("task", list(Task))
def test_a_pick_of_one_fate_has_as_many_events_as_the_score_counts(
    work: SplitWork, task: Task, settings: ProtocolSettings
) -> None:
    scored = work.scored("m", settings)
    assert scored is not None
    score = scored.pooled(task)
    counts = {"hit": score.tp, "miss": score.fn, "false_alarm": score.fp, "quiet": score.tn}
    sums = counts | {"positive": score.tp + score.fn, "negative": score.fp + score.tn}
    for fate, expected in sums.items():
        pick = Pick(task, (("m", fate),))
        events = picked_events(work, pick, settings)
        assert count(work, pick, settings) == len(events) == expected
        if fate in counts:
            assert {one.event.fate for one in events} <= {fate}


def test_parts_of_a_split_add_up(work: SplitWork) -> None:
    types = {one.conversation_type for one in work.conversations.values()}
    pairings = {one.pairing for one in work.conversations.values()}
    for pick in _one_fate_picks():
        whole = count(work, pick, BENCHMARK)
        by_type = sum(count(work, replace(pick, conversation_type=one), BENCHMARK) for one in types)
        by_pairing = sum(count(work, replace(pick, pairing=one), BENCHMARK) for one in pairings)
        by_dialogue = sum(
            count(work, replace(pick, dialogues=(one,)), BENCHMARK) for one in work.conversations
        )
        assert by_type == by_pairing == by_dialogue == whole


def test_joint_fates_of_two_models_add_up_to_the_events_of_one(work: SplitWork) -> None:
    for task in Task:
        for ours in PICK_FATES[:2]:
            joint = [
                picked_events(work, Pick(task, (("m", ours), ("late", other))), BENCHMARK)
                for other in PICK_FATES[:2]
            ]
            alone = picked_events(work, Pick(task, (("m", ours),)), BENCHMARK)
            assert sorted(_keys(joint[0]) + _keys(joint[1])) == sorted(_keys(alone))


def test_bins_of_latency_hold_each_hit_once(work: SplitWork) -> None:
    table = event_table(work, "m", Task.EOT, BENCHMARK)
    assert table is not None
    edges = [float("-inf"), -100.0, 0.0, 250.0, 1000.0, float("inf")]
    hits = Pick(Task.EOT, (("m", "hit"),))
    bins = [count(work, replace(hits, latency_ms=bounds), BENCHMARK) for bounds in itertools.pairwise(edges)]
    assert sum(bins) == count(work, hits, BENCHMARK) > 0
    assert max(bins) < sum(bins)


def test_a_difference_is_the_first_models_latency_minus_the_seconds(work: SplitWork) -> None:
    both = Pick(Task.EOT, (("m", "hit"), ("late", "hit")))
    earlier = replace(both, difference_ms=(-LATER_S * 1000 - 1, -LATER_S * 1000 + 1))
    swapped = replace(earlier, fates=both.fates[::-1])
    assert count(work, earlier, BENCHMARK) > 0
    assert count(work, swapped, BENCHMARK) < count(work, earlier, BENCHMARK)


def test_where_two_models_differ_only_one_of_them_has_it(work: SplitWork) -> None:
    for task in Task:
        for whole, (one, other) in (("positive", ("hit", "miss")), ("negative", ("false_alarm", "quiet"))):
            both = Pick(task, (("m", whole), ("late", whole)), differs=True)
            only = [
                picked_events(work, Pick(task, (("m", first), ("late", second))), BENCHMARK)
                for first, second in ((one, other), (other, one))
            ]
            found = picked_events(work, both, BENCHMARK)
            assert sorted(_keys(found)) == sorted(_keys(only[0]) + _keys(only[1]))
            assert count(work, both, BENCHMARK) == len(found)


def test_a_positive_fate_and_a_negative_one_have_no_event_in_common(work: SplitWork) -> None:
    assert picked_events(work, Pick(Task.EOT, (("m", "hit"), ("late", "quiet"))), BENCHMARK) == []


def test_a_pick_of_what_is_not_there_is_unknown(work: SplitWork, tmp_path: Path) -> None:
    assert known_pick(work, "eot~hit:m") == Pick(Task.EOT, (("m", "hit"),))
    assert known_pick(work, "eot~hit:gone") is None
    assert known_pick(work, "eot~hit:m~in:gone") is None
    (tmp_path / "hidden").mkdir()
    hidden = split_of(tmp_path / "hidden", labels="hidden")
    assert known_pick(hidden, "eot~hit:m") is None
    assert count(hidden, Pick(Task.EOT, (("m", "hit"),)), BENCHMARK) == 0


def test_the_playlist_lists_what_is_picked_and_says_what_it_is(work: SplitWork) -> None:
    pick = Pick(Task.EOT, (("m", "hit"), ("late", "miss")))
    content = playlist(work, replace(default_place(work), pick=pick))
    assert len(content["rows"]) == count(work, pick, BENCHMARK)
    assert content["pick"]["text"] == to_text(pick)
    assert content["pick"]["words"].startswith("EOT · ")
    assert content["pick"]["words"].endswith("Late misses")


def test_outcomes_of_a_pick_are_one_row_for_each_event_and_model(work: SplitWork) -> None:
    pick = Pick(Task.EOT, (("m", "hit"), ("late", "positive")))
    rows = list(csv.DictReader(io.StringIO(outcomes_csv(work, replace(default_place(work), pick=pick)))))
    assert len(rows) == 2 * count(work, pick, BENCHMARK) > 0
    for ours, other in zip(rows[::2], rows[1::2], strict=True):
        assert (ours["model"], other["model"]) == ("m", "late")
        assert ours["event"] == other["event"]
        latency_ms = (float(ours["decision_s"]) - float(ours["start_s"])) * 1000
        assert float(ours["latency_ms"]) == pytest.approx(latency_ms)


def test_a_cell_that_a_sheet_would_run_is_a_text() -> None:
    text = csv_text(["a"], [["=cmd()"], ["  @x"], [-3.5], [None], ['say "no"']])
    assert text.splitlines() == ["a", "'=cmd()", "'  @x", "-3.5", '""', '"say ""no"""']


def _later(decisions: SpeakerDecisions) -> SpeakerDecisions:
    return SpeakerDecisions(*(decisions.of(task) + LATER_S for task in Task))


def _one_fate_picks() -> Iterator[Pick]:
    for task in Task:
        for fate in PICK_FATES:
            yield Pick(task, (("m", fate),))


def _keys(events: list[PickedEvent]) -> list[str]:
    return [str(one) for one in events]
