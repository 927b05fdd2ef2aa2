"""A clip says exactly what the core says of its range, and nothing of hidden labels."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.corpora import chosen_cases, split_of
from viewer.dialogue.protocol import BENCHMARK, TASKS, Task
from viewer.errors import SettingsError, UnknownNameError
from viewer.scoring import FATE_NAMES, Fate
from viewer.view_models.clip import clip
from viewer.view_models.place import Place
from viewer.workspace import SplitWork, open_workspace

DIALOGUE = "1000"
PLACE = Place(split="dev", dialogue=DIALOGUE, model="m")
FATES = FATE_NAMES | {Fate.HIT: "hit"}


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> SplitWork:
    return split_of(tmp_path_factory.mktemp("corpus"))


def unit(document: dict[str, Any], task: Task, model: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = document["models"][model]["tasks"][str(task)]
    return found


def by_speaker(*columns: list[Any]) -> list[tuple[Any, ...]]:
    """Return rows with speaker 1 before speaker 2, each in time order."""
    return sorted(zip(*columns, strict=True), key=lambda row: row[:2])


@pytest.mark.parametrize("task", TASKS)
def test_the_whole_dialogue_holds_exactly_the_outcomes_of_the_score(work: SplitWork, task: Task) -> None:
    scored = work.scored("m", BENCHMARK)
    row = work.row(DIALOGUE)
    assert scored is not None
    assert row is not None
    outcomes = scored.outcomes(row, task)

    found = unit(clip(work, PLACE, 0.0, 1e6), task)

    positives, negatives, decisions = outcomes.positives, outcomes.negatives, outcomes.decisions
    hits = [decision == decision for decision in positives.decision_s.tolist()]
    fates = [FATES[Fate(fate)] for fate in decisions.fate.tolist()]
    fired = [bool(one) for one in negatives.has_fired.tolist()]
    assert [
        (one["speaker"], one["time_s"], one["fate"] == "hit") for one in found["positives"]
    ] == by_speaker(positives.speaker.tolist(), positives.time_s.tolist(), hits)
    assert [
        (one["speaker"], one["start_s"], one["end_s"], one["fate"] == "false_alarm")
        for one in found["negatives"]
    ] == by_speaker(negatives.speaker.tolist(), negatives.start_s.tolist(), negatives.end_s.tolist(), fired)
    assert [(one["speaker"], one["time_s"], one["fate"]) for one in found["decisions"]] == by_speaker(
        decisions.speaker.tolist(), decisions.time_s.tolist(), fates
    )
    assert found["decisions"]
    assert all(one["reason"] for kind in ("positives", "negatives", "decisions") for one in found[kind])


@pytest.mark.parametrize("task", TASKS)
def test_a_part_holds_the_rows_of_the_whole_that_touch_it(work: SplitWork, task: Task) -> None:
    whole, part = unit(clip(work, PLACE, 0.0, 1e6), task), unit(clip(work, PLACE, 20.0, 50.0), task)

    def expected(kind: str, first: str, last: str) -> list[Any]:
        return [one["id"] for one in whole[kind] if one[first] < 50.0 and one[last] > 20.0]

    assert [one["id"] for one in part["positives"]] == expected("positives", "window_start_s", "window_end_s")
    assert [one["id"] for one in part["negatives"]] == expected("negatives", "start_s", "end_s")
    assert [one["id"] for one in part["decisions"]] == [
        one["id"] for one in whole["decisions"] if 20.0 <= one["time_s"] <= 50.0
    ]
    assert 0 < len(part["decisions"]) < len(whole["decisions"])


def test_a_hit_has_its_latency_and_both_times(work: SplitWork) -> None:
    whole = unit(clip(work, PLACE, 0.0, 1e6), Task.EOT)
    hit = next(one for one in whole["positives"] if one["fate"] == "hit" and one["time_s"] > 15)
    start = hit["time_s"] - 10.0
    part = unit(clip(work, PLACE, start, start + 20.0), Task.EOT)
    found = next(one for one in part["positives"] if one["id"] == hit["id"])
    assert found["time_in_clip_s"] == pytest.approx(10.0)
    assert found["latency_ms"] == pytest.approx((found["decision_s"] - found["time_s"]) * 1000)
    owned = [one["time_s"] for one in part["decisions"] if one["event"] == hit["id"]]
    assert owned == [hit["decision_s"]]


def test_a_segment_that_the_range_cuts_is_whole_and_says_so(work: SplitWork) -> None:
    (segment, *_) = (
        one
        for track in clip(work, PLACE, 0.0, 1e6)["annotations"]
        for one in track["segments"]
        if one["end_s"] - one["start_s"] > 1.0
    )
    middle = (segment["start_s"] + segment["end_s"]) / 2
    cut = clip(work, PLACE, middle, middle + 30.0)
    found = [one for track in cut["annotations"] for one in track["segments"]]
    same = next(
        one for one in found if (one["start_s"], one["end_s"]) == (segment["start_s"], segment["end_s"])
    )
    assert same["is_clipped"]
    assert same["start_in_clip_s"] == pytest.approx(segment["start_s"] - middle)
    assert same["label"] == segment["label"]
    assert not segment["is_clipped"]


def test_other_settings_are_marked_and_used(work: SplitWork) -> None:
    place = replace(PLACE, settings=replace(BENCHMARK, tau_max_s=1.0))
    benchmark, other = clip(work, PLACE, 0.0, 1e6), clip(work, place, 0.0, 1e6)
    assert (benchmark["settings"]["is_benchmark"], other["settings"]["is_benchmark"]) == (True, False)
    assert other["settings"]["sentence"].startswith("Not the benchmark's settings: ")
    lengths = [
        max(one["window_end_s"] - one["time_s"] for one in unit(some, Task.EOT)["positives"])
        for some in (benchmark, other)
    ]
    assert lengths == pytest.approx([3.0, 1.0])


def test_gold_and_exclusions_are_those_of_the_consensus(work: SplitWork) -> None:
    found, gold = clip(work, PLACE, 0.0, 1e6)["gold"], work.golds(BENCHMARK)[DIALOGUE]
    events = gold.label_events
    assert [
        (one["speaker"], one["start_s"], one["end_s"], one["class_code"]) for one in found["events"]
    ] == list(
        zip(
            events.speaker.tolist(),
            events.start_s.tolist(),
            events.end_s.tolist(),
            events.label_class.tolist(),
            strict=True,
        )
    )
    for task in TASKS:
        excluded = gold.of(task).excluded
        assert [(one["start_s"], one["end_s"]) for one in found["excluded"][str(task)]] == list(
            zip(excluded.start_s.tolist(), excluded.end_s.tolist(), strict=True)
        )


def test_with_sound_the_range_lies_on_whole_samples() -> None:
    work = open_workspace().split("demo-dev")
    name = next(iter(work.conversations))
    source = work.audio(name)
    assert source is not None
    document = clip(work, Place(split="demo-dev", dialogue=name), 10.00001, 12.00001)
    span = document["range"]
    assert span["start_sample"] == int(10.00001 * source.sample_rate)
    assert span["start_s"] == span["start_sample"] / source.sample_rate
    assert span["stop_s"] == span["stop_sample"] / source.sample_rate
    assert span["stop_sample"] - span["start_sample"] >= 2 * source.sample_rate
    assert document["audio"] == {
        "key": source.key,
        "sample_rate": source.sample_rate,
        "samples": source.samples,
    }
    assert document["corpus"]["notice"] == work.split.notice
    assert document["corpus"]["licence"] == "CC-BY-4.0"


def test_the_same_range_asked_for_again_is_the_same_range() -> None:
    work = open_workspace().split("demo-dev")
    place = Place(split="demo-dev", dialogue=next(iter(work.conversations)))
    first = clip(work, place, 3.3, 7.7)["range"]
    assert clip(work, place, first["start_s"], first["stop_s"])["range"] == first


def test_hidden_labels_leave_sound_and_decisions_and_nothing_else(tmp_path: Path) -> None:
    document = clip(split_of(tmp_path, labels="hidden"), PLACE, 0.0, 1e6)

    assert document["corpus"]["has_hidden_labels"]
    assert (document["annotations"], document["gold"]) == (None, None)
    units = [one for model in document["models"] for one in model["tasks"].values()]
    assert len(units) == len(TASKS)
    for one in units:
        assert set(one) == {"is_scored", "why_unscored", "positives", "negatives", "decisions"}
        assert (one["is_scored"], one["positives"], one["negatives"]) == (False, [], [])
        assert [row["fate"] for row in one["decisions"]] == [None] * len(one["decisions"])
        assert [(row["event"], row["reason"]) for row in one["decisions"]] == [(None, "")] * len(
            one["decisions"]
        )
    text = json.dumps(document)
    case = next(case for case in chosen_cases() if case["conversation_id"] == DIALOGUE)
    segments = [row for tracks in case["annotations"].values() for rows in tracks.values() for row in rows]
    decided = {time for rows in case["decisions"].values() for times in rows.values() for time in times}
    assert any(one["decisions"] for one in units)
    assert [row["label"] for row in segments if row["label"] in text] == []
    assert [row["start_s"] for row in segments if f": {row['start_s']!r}," in text] == [
        row["start_s"] for row in segments if row["start_s"] in decided
    ]


@pytest.mark.parametrize(("start_s", "stop_s"), [(1e6, 2e6), (-9.0, -1.0), (5.0, 5.0), (6.0, 5.0)])
def test_a_range_without_anything_in_it_is_refused(work: SplitWork, start_s: float, stop_s: float) -> None:
    with pytest.raises(SettingsError, match="range: expected a stretch of 0 to "):
        clip(work, PLACE, start_s, stop_s)


def test_an_unknown_dialogue_is_refused(work: SplitWork) -> None:
    with pytest.raises(UnknownNameError, match="found 'nobody'"):
        clip(work, replace(PLACE, dialogue="nobody"), 0.0, 1.0)
