"""The Compare page's numbers: each opens what it counts, and they add up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpora import split_of
from tests.view_models.comparing import compared_split
from viewer.detectors.registry import ORACLE
from viewer.dialogue.protocol import ProtocolSettings, Task
from viewer.view_models.comparison import comparison
from viewer.view_models.comparison_choice import names_of, option_text
from viewer.view_models.comparison_latency import MOST_BINS, bin_edges
from viewer.view_models.json_text import as_text
from viewer.view_models.opening import default_place
from viewer.view_models.picks import count, from_text, picked_events
from viewer.view_models.place import Place
from viewer.workspace import SplitWork

ALL = ("m", "late", "half", "b,<i>&~")
CHOICES = [ALL[:2], ALL, ALL[::-1]]


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> SplitWork:
    return compared_split(tmp_path_factory.mktemp("compared"))


def _place(work: SplitWork, *names: str, task: Task = Task.EOT, **changes: Any) -> Place:
    options = (("compare", option_text(names)),) if names else ()
    return replace(default_place(work), page="compare", model="m", task=task, options=options, **changes)


def _numbers(content: Any) -> Iterator[dict[str, Any]]:
    """Yield every number of a content, however deep."""
    if isinstance(content, dict):
        if {"text", "count", "pick"} <= content.keys():
            yield content
        content = list(content.values())
    if isinstance(content, list):
        for part in content:
            yield from _numbers(part)


@pytest.mark.parametrize("settings", [ProtocolSettings(), ProtocolSettings(tau_max_s=1.0, min_agree=3)])
@pytest.mark.parametrize("names", CHOICES, ids=len)
@pytest.mark.parametrize("task", list(Task))
def test_every_number_opens_as_many_events_as_it_counts(
    work: SplitWork, task: Task, names: tuple[str, ...], settings: ProtocolSettings
) -> None:
    numbers = list(_numbers(comparison(work, _place(work, *names, task=task, settings=settings))))
    assert len(numbers) > 100
    for text, counted in {(one["pick"], one["count"]) for one in numbers}:
        pick = from_text(text)
        if pick is None:
            assert (text, counted) == ("", 0)
        else:
            assert len(picked_events(work, pick, settings)) == count(work, pick, settings) == counted


@pytest.mark.parametrize("task", list(Task))
def test_joint_counts_add_up_to_the_events_of_the_split(work: SplitWork, task: Task) -> None:
    found = comparison(work, _place(work, *ALL, task=task))["compared"]
    scored = work.scored("m", ProtocolSettings())
    assert scored is not None
    score = scored.pooled(task)
    totals = [score.tp + score.fn, score.fp + score.tn]
    tables = found["joint"]["tables"]
    assert [_sum(table["cells"]) for table in tables] == totals == [table["total"] for table in tables]
    for row, table in zip(("recall", "fp_rate"), tables, strict=True):
        cells, side = table["cells"], found["rows"][0][row]
        assert side["only_first"] == cells[0][1]
        assert side["only_second"] == cells[1][0]
        assert side["difference"]["count"] == cells[0][1]["count"] + cells[1][0]["count"]
    assert _sum([table["cells"][0] for table in tables]) == score.tp + score.fp


@pytest.mark.parametrize("task", list(Task))
def test_types_and_pairings_add_up_to_all(work: SplitWork, task: Task) -> None:
    groups = comparison(work, _place(work, *ALL[:2], task=task))["compared"]["groups"]
    pairings = [column["title"].startswith("Pairing") for column in groups["columns"]]
    first_pairing = pairings.index(True)
    for section in groups["sections"]:
        for row in section["rows"]:
            counts = [cell["count"] for cell in row["cells"]]
            assert counts[0] == sum(counts[1:first_pairing]) == sum(counts[first_pairing:])
    dialogues = [int(column["note"].split()[0]) for column in groups["columns"]]
    assert dialogues[0] == sum(dialogues[1:first_pairing]) == sum(dialogues[first_pairing:])


def test_bins_of_latency_differences_add_up_to_the_pairs(work: SplitWork) -> None:
    latency = comparison(work, _place(work, "m", "b,<i>&~"))["compared"]["latency"]
    pairs = latency["pairs"]["count"]
    assert sum(one["count"] for one in latency["bins"]) == pairs > 0
    assert sum(latency[side]["count"] for side in ("earlier", "equal", "later")) == pairs
    assert min(latency[side]["count"] for side in ("earlier", "later")) > 0


@given(st.lists(st.floats(-4000, 4000), min_size=1, max_size=30))
def test_bins_hold_every_difference(values: list[float]) -> None:
    edges = bin_edges(np.array(values))
    assert np.histogram(values, edges)[0].sum() == len(values)
    assert max(values) < edges[-1]
    assert 2 <= len(edges) <= MOST_BINS + 2


def test_with_three_models_or_more_it_is_told_what_one_has_alone(work: SplitWork) -> None:
    joint = comparison(work, _place(work, *ALL))["compared"]["joint"]
    assert joint["alone"]["columns"] == ["hits alone", "misses alone", "fires alone", "stays quiet alone"]
    fates = [from_text(cell["pick"]) for row in joint["alone"]["rows"] for cell in row if cell["pick"]]
    assert fates
    assert all(pick is not None and len(pick.fates) == len(ALL) for pick in fates)
    assert [matrix["title"] for matrix in joint["matrices"]] == [
        "Row hits, column misses",
        "Row fires, column stays quiet",
    ]
    two = comparison(work, _place(work, *ALL[:2]))["compared"]["joint"]
    assert (two["alone"], two["matrices"]) == (None, [])


def test_swapping_the_models_mirrors_every_row(work: SplitWork) -> None:
    there, back = (comparison(work, _place(work, *names))["compared"] for names in (ALL[:2], ALL[1::-1]))
    for rate in ("recall", "fp_rate"):
        one, other = there["rows"][0][rate], back["rows"][0][rate]
        assert one["point"] == -other["point"]
        assert (one["low"], one["high"]) == pytest.approx((-other["high"], -other["low"]))
        assert one["p"] == other["p"]
        assert (one["only_first"]["count"], one["first"]["text"]) == (
            other["only_second"]["count"],
            other["second"]["text"],
        )


def test_without_a_choice_the_active_model_is_held_against_the_next_best(work: SplitWork) -> None:
    content = comparison(work, _place(work))
    assert [one["letter"] for one in content["chosen"]] == ["A", "B"]
    assert content["chosen"][0]["name"] == "m"
    assert content["refused"] == []
    best = comparison(work, replace(_place(work), model="late"))
    assert best["chosen"][0]["name"] == "late"


def test_the_oracle_is_nobodys_next_best(work: SplitWork) -> None:
    second = comparison(work, _place(work))["chosen"][1]["name"]
    model = replace(work.model(second), name=ORACLE.name)
    over = work.with_models({ORACLE.name: model})
    assert comparison(over, _place(over))["chosen"][1]["name"] == second
    alone = _place(over, "m", ORACLE.name)
    assert [one["name"] for one in comparison(over, alone)["chosen"]] == ["m", ORACLE.name]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("broken", "Broken is not compared: its file has 0 problems."),
        ("partial", "Partial is not compared: its file leaves out 1 dialogue, and silence there is no miss."),
        ("no eot", "No eot is not compared: it commits no EOT event anywhere."),
        ("gone", "gone is not compared: no model of this split has that name."),
    ],
)
def test_what_cannot_be_compared_is_refused_with_the_reason(work: SplitWork, name: str, reason: str) -> None:
    content = comparison(work, _place(work, "m", name, "late"))
    assert content["refused"] == [reason]
    assert [one["name"] for one in content["chosen"]] == ["m", "late"]
    assert content["compared"] is not None
    alone = comparison(work, _place(work, "m", name))
    assert (alone["compared"], alone["message"]) == (None, "Choose at least two models to compare.")
    notes = {one["name"]: one["note"] for one in content["models"]}
    assert name == "gone" or notes[name] in reason
    assert notes["late"] == ""


def test_a_task_that_is_supported_can_be_compared_though_the_other_cannot(work: SplitWork) -> None:
    content = comparison(work, _place(work, "m", "no eot", task=Task.INT))
    assert content["refused"] == []
    assert content["compared"]["rows"][0]["recall"]["difference"]["text"] == "0.000"


def test_on_hidden_labels_comparison_is_off(tmp_path: Path) -> None:
    hidden = split_of(tmp_path, labels="hidden")
    content = comparison(hidden, _place(hidden, "m"))
    assert (content["compared"], content["models"], content["chosen"]) == (None, [], [])
    assert "comparison is off" in content["message"]
    assert not list(_numbers(content))


def test_few_dialogues_are_warned_of(work: SplitWork) -> None:
    method = comparison(work, _place(work, *ALL[:2]))["compared"]["method"]
    assert method[1].startswith("Only 3 dialogues: intervals are too narrow and p cannot fall far: for B it")


def test_names_come_back_from_the_address_and_the_content_is_json(work: SplitWork) -> None:
    assert names_of(option_text(ALL)) == ALL
    assert "b,<i>&~" in as_text(comparison(work, _place(work, *ALL)))


def _sum(cells: list[list[dict[str, Any]]]) -> int:
    return sum(cell["count"] for row in cells for cell in row)
