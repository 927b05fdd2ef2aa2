"""Every number on the card is the length of its playlist."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.corpora import split_of
from viewer.dialogue.decisions import SpeakerDecisions, Submission
from viewer.dialogue.protocol import ProtocolSettings, Task
from viewer.view_models.opening import default_place, instructive_place
from viewer.view_models.place import Place
from viewer.view_models.playlist import playlist
from viewer.view_models.score_card import fp_state, score_card
from viewer.view_models.verdicts import verdicts
from viewer.workspace import SplitWork


@pytest.fixture
def work(tmp_path: Path) -> SplitWork:
    return split_of(tmp_path)


@pytest.mark.parametrize("scope", ["dialogue", "split"])
@pytest.mark.parametrize("task", list(Task))
@pytest.mark.parametrize("settings", [ProtocolSettings(), ProtocolSettings(tau_max_s=1.0, min_agree=3)])
def test_each_count_is_the_length_of_its_playlist(
    work: SplitWork, scope: str, task: Task, settings: ProtocolSettings
) -> None:
    place = replace(default_place(work), scope=scope, task=task, list_task=str(task), settings=settings)
    card = score_card(work, place)
    for count in card["counts"]:
        rows = playlist(work, replace(place, fate=count["fate"]))["rows"]
        assert len(rows) == count["count"]
        assert {row["fate"] for row in rows} <= {count["fate"]}


def test_the_errors_are_the_misses_and_the_false_alarms(work: SplitWork) -> None:
    place = replace(default_place(work), scope="split")
    errors = {(row["dialogue"], row["id"]) for row in playlist(work, replace(place, fate="errors"))["rows"]}
    parts = [playlist(work, replace(place, fate=fate))["rows"] for fate in ("miss", "false_alarm")]
    assert errors == {(row["dialogue"], row["id"]) for rows in parts for row in rows}
    assert errors


def test_every_row_of_a_dialogue_has_an_id_of_its_own(work: SplitWork) -> None:
    for name in work.scorable_ids:
        rows = playlist(work, replace(default_place(work), dialogue=name))["rows"]
        assert len({row["id"] for row in rows}) == len(rows)


def test_rows_of_a_dialogue_are_in_time_order(work: SplitWork) -> None:
    times = [row["time_s"] for row in playlist(work, default_place(work))["rows"]]
    assert times == sorted(times)
    assert times


@pytest.mark.parametrize(
    ("fp_rate", "state"),
    [
        (None, "none"),
        (0.0, "budget"),
        (0.10, "budget"),
        (0.1000001, "ceiling"),
        (0.15, "ceiling"),
        (0.16, "over"),
    ],
)
def test_a_rate_on_the_limit_is_within_it(fp_rate: float | None, state: str) -> None:
    assert fp_state(fp_rate) == state


def test_other_settings_are_said_to_be_not_the_benchmarks(work: SplitWork) -> None:
    place = default_place(work)
    assert score_card(work, place)["is_benchmark"]
    assert not score_card(work, replace(place, settings=ProtocolSettings(tau_pre_s=0.5)))["is_benchmark"]


def test_a_partial_file_has_no_split_score_and_says_so(tmp_path: Path) -> None:
    work = split_of(tmp_path, partial=True)
    missing = work.model("m").missing[0]
    whole = score_card(work, replace(default_place(work), scope="split"))
    assert not whole["has_score"]
    assert whole["message"] == "No split score: Model M has no decisions for 1 dialogue."
    left_out = score_card(work, replace(default_place(work), dialogue=missing))
    assert left_out["message"] == "Model M has no decisions for this dialogue."


def test_a_dialogue_that_a_partial_file_leaves_out_is_not_listed_as_misses(tmp_path: Path) -> None:
    work = split_of(tmp_path, partial=True)
    missing = work.model("m").missing[0]
    assert playlist(work, replace(default_place(work), dialogue=missing))["rows"] == []
    listed = playlist(work, replace(default_place(work), scope="split"))["rows"]
    assert {row["dialogue"] for row in listed} == set(work.scorable_ids) - {missing}
    assert instructive_place(work)[0].dialogue != missing
    shown = json.loads(verdicts(work, replace(default_place(work), dialogue=missing)))
    units = [unit for units in shown["models"]["m"]["tasks"].values() for unit in units]
    assert [unit["claimed"] for unit in units] == [None] * 4


def test_a_hidden_split_shows_no_number(tmp_path: Path) -> None:
    work = split_of(tmp_path, labels="hidden")
    assert work.scorable_ids == ()
    assert not any(conversation.has_labels for conversation in work.conversations.values())
    card = score_card(work, replace(default_place(work), dialogue="1000", model="m"))
    assert not card["has_score"]
    assert card["recall"] == "–"
    assert {count["count"] for count in card["counts"]} == {0}
    assert "hidden" in card["message"]


def test_without_a_model_the_card_says_what_to_do(work: SplitWork) -> None:
    assert score_card(work, replace(default_place(work), model=""))["message"].startswith("Add a model")


def test_the_first_visit_opens_on_a_miss(work: SplitWork) -> None:
    place, sentence = instructive_place(work)
    listed = playlist(work, replace(place, fate="miss", list_task=str(place.task)))
    row = next(row for row in listed["rows"] if row["id"] == place.event)
    assert place.view is not None
    assert sum(place.view) / 2 == pytest.approx(row["time_s"])
    assert f"At {row['clock']} speaker {row['speaker']}" in sentence


def test_a_place_without_models_is_still_a_place(tmp_path: Path) -> None:
    work = split_of(tmp_path)
    work.models.clear()
    place, sentence = instructive_place(work)
    assert place == Place(split="dev", dialogue=work.scorable_ids[0])
    assert sentence == ""


def test_a_dialogue_without_labels_has_nothing_to_score(tmp_path: Path) -> None:
    work = split_of(tmp_path)
    name = work.scorable_ids[0]
    object.__setattr__(work.conversations[name], "tracks", {})
    card = score_card(work, replace(default_place(work), dialogue=name))
    assert card["message"] == "This dialogue has no labels: there is nothing to score."
    assert not card["has_score"]


def test_a_task_without_any_event_is_not_supported_and_has_no_misses(tmp_path: Path) -> None:
    work = split_of(tmp_path)
    submission = work.model("m").submission
    assert submission is not None
    silent = {
        name: (SpeakerDecisions(one.eot), SpeakerDecisions(two.eot))
        for name, (one, two) in submission.entries.items()
    }
    work.models["m"] = replace(work.model("m"), submission=Submission(silent))
    place = replace(default_place(work), scope="split", task=Task.INT, list_task="int")
    assert "not supported" in score_card(work, place)["message"]
    assert playlist(work, place)["rows"] == []
    assert playlist(work, replace(place, list_task="eot"))["rows"]


def test_a_miss_tells_how_long_nothing_was_decided(work: SplitWork) -> None:
    rows = playlist(work, replace(default_place(work), scope="split", fate="miss"))["rows"]
    assert {row["latency"] for row in rows} & {"> 3 s"}
    assert all(row["latency"] == "–" or row["latency"].startswith("> ") for row in rows)
    strict = replace(
        default_place(work), scope="split", fate="miss", settings=ProtocolSettings(tau_max_s=1.0)
    )
    lengths = [row["latency"] for row in playlist(work, strict)["rows"]]
    assert "> 1 s" in lengths
    assert "> 3 s" not in lengths
