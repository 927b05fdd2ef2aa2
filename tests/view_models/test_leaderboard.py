"""The leaderboard: every number is the length of its playlist, and everything adds up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from tests.cases import score_cases
from tests.corpora import predictions_of, split_of
from viewer.dialogue.decisions import SpeakerDecisions, Submission
from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.scoring import Policy
from viewer.view_models.leaderboard import leaderboard
from viewer.view_models.leaderboard_heat import pairings_of, types_of
from viewer.view_models.leaderboard_rows import reference_rows
from viewer.view_models.leaderboard_scores import BoardQuery, dev_split, positions
from viewer.view_models.picks import from_text, picked_events
from viewer.workspace import LoadedModel, SplitWork, open_workspace

QUERIES = [
    BoardQuery(model="m"),
    BoardQuery(task=Task.INT, model="n", policy=Policy.LATENCY, recall_floor=0.9),
    BoardQuery(model="silent", policy=Policy.BUDGET, settings=ProtocolSettings(tau_max_s=1.0, min_agree=3)),
    BoardQuery(model="m", conversation_type="Casual/Spontaneous"),
    BoardQuery(model="n", pairing="mixed", conversation_type="Instructional"),
    BoardQuery(model="m", conversation_type="no such type"),
]


def write(folder: Path, cases: list[dict[str, Any]], **splits: dict[str, Any]) -> Path:
    """Write a manifest of splits over the same cases, with a model that is good and a partial one."""
    (folder / "cases.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    (folder / "m.json").write_text(json.dumps(predictions_of(cases)), encoding="utf-8")
    (folder / "part.json").write_text(json.dumps(predictions_of(cases[1:])), encoding="utf-8")
    (folder / "broken.json").write_text("{", encoding="utf-8")
    source = {"format": "json", "path": "cases.json"}
    manifest = {
        "schema_version": 1,
        "title": "Vectors",
        "splits": {name: {"labels": "public", "source": source, **facts} for name, facts in splits.items()},
        "models": [
            {"name": name, "title": name.upper(), "predictions": dict.fromkeys(splits, f"{name}.json")}
            for name in ("m", "part", "broken")
        ],
    }
    path = folder / "data_manifest.yaml"
    path.write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
    return path


def shifted(submission: Submission, by_s: float) -> Submission:
    """Return the same decisions, later."""

    def later(times: Any) -> Any:
        return times + by_s

    return Submission(
        {
            name: tuple(SpeakerDecisions(later(one.eot), later(one.interruption)) for one in pair)  # type: ignore[misc]
            for name, pair in submission.entries.items()
        }
    )


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> SplitWork:
    """All vector cases with a good model, a slower one, a silent one, a partial and a broken one."""
    folder = tmp_path_factory.mktemp("board")
    found = open_workspace(write(folder, score_cases(), dev={"role": "dev"})).split()
    submission = found.model("m").submission
    assert submission is not None
    eot_only = {
        name: tuple(SpeakerDecisions(one.eot) for one in pair) for name, pair in submission.entries.items()
    }
    more = {
        "n": LoadedModel("n", "N, slower", "", shifted(submission, 0.4)),
        "silent": LoadedModel("silent", "EOT only", "", Submission(eot_only)),  # type: ignore[arg-type]
    }
    return found.with_models(more)


def numbers(tree: Any) -> Iterator[dict[str, Any]]:
    """Return every number of a view model, wherever it stands."""
    if isinstance(tree, dict):
        if "pick" in tree:
            yield tree
        for one in tree.values():
            yield from numbers(one)
    elif isinstance(tree, list):
        for one in tree:
            yield from numbers(one)


def rows_of(board: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["model"]: row for block in board["blocks"] for row in block["rows"]}


@pytest.mark.parametrize("query", QUERIES)
def test_every_number_counts_exactly_the_events_that_it_opens(work: SplitWork, query: BoardQuery) -> None:
    board = leaderboard(work, query)
    opened = [one for one in numbers(board) if one["pick"]]
    for number in opened:
        pick = from_text(number["pick"])
        assert pick is not None
        assert len(picked_events(work, pick, query.settings)) == number["count"] > 0, number
    for number in numbers(board):
        assert bool(number["pick"]) == bool(number["count"])
    assert opened


@pytest.mark.parametrize("query", QUERIES[:5])
def test_a_rate_is_its_two_counts_and_they_add_up_over_types_and_pairings(
    work: SplitWork, query: BoardQuery
) -> None:
    whole = replace(query, conversation_type="", pairing="")

    def counts(one: BoardQuery) -> dict[str, list[int]]:
        found = rows_of(leaderboard(work, one))
        return {
            name: [row["counts"][fate]["count"] for fate in ("hit", "miss", "false_alarm", "quiet")]
            for name, row in found.items()
        }

    pooled = counts(whole)
    types = [counts(replace(whole, conversation_type=name)) for name in types_of(work)]
    pairings = [counts(replace(whole, pairing=name)) for name in pairings_of(work)]
    for name, expected in pooled.items():
        assert np.sum([one[name] for one in types], axis=0).tolist() == expected
        assert np.sum([one[name] for one in pairings], axis=0).tolist() == expected
    for row in rows_of(leaderboard(work, whole)).values():
        hit, miss, fired, quiet = (row["counts"][fate]["count"] for fate in row["counts"])
        assert (row["recall"]["count"], row["fp_rate"]["count"]) == (hit + miss, fired + quiet)


def test_the_heat_map_adds_up_to_the_row_of_its_model(work: SplitWork) -> None:
    query = BoardQuery(model="m", pairing="mixed")
    board = leaderboard(work, query)
    heat, row = board["heat"], rows_of(board)["m"]
    kinds = [column["kind"] for column in heat["columns"]]
    for measure in heat["rows"]:
        of_type = [t for t, kind in zip(measure["tiles"], kinds, strict=True) if kind == "type"]
        last = measure["tiles"][-1]
        for place, outcome in enumerate(last["outcomes"]):
            assert sum(tile["outcomes"][place]["count"] for tile in of_type) == outcome["count"]
            if measure["task"] == "eot":
                assert row["counts"][outcome["fate"]]["count"] == outcome["count"]
        steps = [tile["step"] for tile in measure["tiles"] if tile["step"] is not None]
        assert all(0 <= step <= heat["ramps"][measure["measure"]]["steps"] for step in steps)


def test_permuting_the_dialogues_changes_no_number(work: SplitWork, tmp_path: Path) -> None:
    cases = score_cases()
    mixed = [cases[row] for row in np.random.default_rng(5).permutation(len(cases))]
    other = open_workspace(write(tmp_path, mixed, dev={"role": "dev"})).split()
    for query in (QUERIES[0], replace(QUERIES[1], model="m"), QUERIES[3]):
        known, found = rows_of(leaderboard(work, query)), rows_of(leaderboard(other, query))
        assert known["m"]["counts"] == found["m"]["counts"]
        for name in ("recall", "fp_rate", "latency", "other"):
            assert known["m"][name] == found["m"][name]


def test_what_is_not_supported_is_a_dash_and_never_a_recall_of_zero(work: SplitWork) -> None:
    board = leaderboard(work, BoardQuery(task=Task.INT, model="silent"))
    row = rows_of(board)["silent"]
    assert [block["name"] for block in board["blocks"] if row in block["rows"]] == ["unsupported"]
    assert (row["rank"], row["recall"]["text"], row["status"]["text"]) == ("–", "–", "not supported")
    assert row["recall"]["pick"] == ""
    assert "silent" not in [point["model"] for point in board["figure"]["points"]]
    assert {tile["text"] for measure in board["heat"]["rows"][2:] for tile in measure["tiles"]} == {"–"}
    eot = leaderboard(work, BoardQuery(model="m"))
    assert rows_of(eot)["silent"]["other"]["text"] == "–"


def test_a_broken_and_a_partial_file_are_shown_with_what_is_wrong(work: SplitWork) -> None:
    board = leaderboard(work, QUERIES[0])
    block = board["blocks"][-1]
    assert (block["name"], [row["model"] for row in block["rows"]]) == ("unscored", ["part", "broken"])
    partial, broken = block["rows"]
    assert (partial["status"]["text"], partial["why"]) == ("not scored", "Its file leaves 1 dialogue out")
    assert partial["problems"] == [f"PART has no decisions for {score_cases()[0]['conversation_id']}"]
    assert broken["why"] == "1 problem in its file"
    assert "broken.json" in broken["problems"][0]
    assert {row["recall"]["text"] for row in block["rows"]} == {"–"}


def test_published_rows_stand_apart_and_open_nothing(work: SplitWork) -> None:
    board = leaderboard(work, QUERIES[0])
    assert list(numbers(board["references"])) == []
    assert len(board["references"]["rows"]) == 12
    assert "another corpus" in board["references"]["note"]
    titles = {row["title"] for row in board["references"]["rows"]}
    assert not titles & {row["title"] for row in rows_of(board).values()}
    assert not titles & set(board["figure"]["frontier"])
    vap = next(row for row in reference_rows(Task.INT) if row["title"] == "VAP")
    assert (vap["recall"], vap["fp_rate"]["text"], vap["p50"], vap["other"]) == (
        "0.945",
        "0.107",
        "994",
        "0.845",
    )
    assert next(row for row in reference_rows(Task.EOT) if row["title"] == "RMS VAD")["p50"] == "−117"


@pytest.mark.parametrize("task", TASKS)
def test_a_hidden_split_has_no_computed_row_and_says_why(tmp_path: Path, task: Task) -> None:
    work = split_of(tmp_path, labels="hidden")
    board = leaderboard(work, BoardQuery(task=task, model="m"))
    assert (board["blocks"], board["heat"], board["figure"]["points"]) == ([], None, [])
    assert "hidden" in board["why_none"]
    assert [one["text"] for one in board["summary"]] == ["4 dialogues"]
    assert not any(one["pick"] for one in numbers(board))
    assert len(board["references"]["rows"]) == len(board["figure"]["references"]) == 12


def test_a_budget_on_a_test_split_is_that_of_dev(tmp_path: Path) -> None:
    corpus = write(tmp_path, score_cases(), dev={"role": "dev"}, test={"role": "test"})
    workspace = open_workspace(corpus)
    dev, test = workspace.split("dev"), workspace.split("test")
    query = BoardQuery(model="m", policy=Policy.BUDGET, conversation_type="Casual/Spontaneous")
    rate = dev.scored("m", query.settings)
    assert rate is not None
    is_over = (rate.pooled(Task.EOT).fp_rate or 0.0) > 0.10
    assert dev_split(workspace, test, Policy.BUDGET) is dev
    assert dev_split(workspace, test, Policy.CEILING) is None
    assert dev_split(workspace, dev, Policy.BUDGET) is None
    board = leaderboard(test, query, dev=dev)
    trusted = leaderboard(test, query)
    assert is_over
    own = rows_of(board)["m"]["fp_rate"]["value"]
    expected = "over_ceiling" if own > 0.15 else "over_budget"
    assert board["blocks"][0]["name"] == expected
    assert trusted["blocks"][0]["name"] == ("over_ceiling" if own > 0.15 else "ranked")
    assert "on dev" in board["policies"][1]["note"]


def test_filters_are_the_dialogues_that_they_leave(work: SplitWork) -> None:
    for kind in types_of(work):
        names = [work.scorable_ids[row] for row in positions(work, kind)]
        assert {work.conversations[name].conversation_type for name in names} == {kind}
    every = sorted(row for kind in types_of(work) for row in positions(work, kind))
    assert every == list(range(len(work.scorable_ids)))
    choices = leaderboard(work, QUERIES[0])["filters"]["pairings"]
    assert [choice["value"] for choice in choices] == ["", *pairings_of(work)]


def test_the_frontier_is_drawn_as_stairs_that_never_fall(work: SplitWork) -> None:
    figure = leaderboard(work, QUERIES[0])["figure"]
    line = figure["line"]
    assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairwise(line))
    for point in [*figure["points"], *figure["references"]]:
        assert figure["x"]["range"][0] < point["latency_ms"] < figure["x"]["range"][1]
        assert figure["y"]["range"][0] < point["recall"] < figure["y"]["range"][1]
