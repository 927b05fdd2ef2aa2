"""The Compare page, moved by messages, without a browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.corpora import open_vectors
from tests.view_models.comparing import compared_split
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.view_models.comparison_choice import option_text
from viewer.view_models.picks import count
from viewer.views.application import open_page
from viewer.views.compare_page import ComparePage
from viewer.views.state import State
from viewer.workspace import SplitWork, Workspace

NAMES = ("m", "b,<i>&~", "late")


@pytest.fixture
def work(tmp_path: Path) -> SplitWork:
    return compared_split(tmp_path)


class _Session(State):
    """A session whose split has the models of the tests."""

    shown: SplitWork

    @property
    def work(self) -> SplitWork:
        return self.shown


@pytest.fixture
def state(work: SplitWork) -> State:
    _Session.shown = work
    state = _Session(Workspace(work.corpus), {"page": "compare", "dialogue": "1001"})
    _compare(state, *NAMES)
    return state


def _compare(state: State, *names: str) -> None:
    state.receive({"type": "option", "name": "compare", "value": option_text(names)})


def _page(state: State) -> ComparePage:
    page = ComparePage(state)
    page.draw(state.place)
    return page


def _content(part: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(part.content)
    return found


def test_every_part_shows_the_models_that_the_address_names(state: State) -> None:
    page = _page(state)
    assert [one["name"] for one in _content(page.choice)["chosen"]] == list(NAMES)
    assert [row["letter"] for row in _content(page.differences)["rows"]] == ["B", "C"]
    assert len(_content(page.joint)["matrices"]) == 2
    assert _content(page.groups)["columns"][0]["title"] == "All"
    assert _content(page.heads["latency"])["bins"]
    assert page.intervals._models.factors == ["C", "B"]


def test_a_clicked_bin_opens_its_events_and_their_models(state: State) -> None:
    page = _page(state)
    bins = page.latency._bins
    fullest = max(range(len(bins.data["count"])), key=lambda row: bins.data["count"][row])
    counted = bins.data["count"][fullest]
    bins.selected.indices = [fullest]
    assert bins.selected.indices == []
    pick = state.place.pick
    assert pick is not None
    assert pick.fates == (("m", "hit"), ("b,<i>&~", "hit"))
    assert count(state.work, pick, BENCHMARK) == counted > 0
    assert (state.place.page, state.place.model) == ("explore", "m")


def test_a_clicked_interval_looks_closely_at_its_model(state: State) -> None:
    page = _page(state)
    source = page.intervals._sources["recall"]
    source.selected.indices = [list(source.data["compare"]).index(option_text(("m", "late", "b,<i>&~")))]
    page.draw(state.place)
    assert [one["name"] for one in _content(page.choice)["chosen"]] == ["m", "late", "b,<i>&~"]


def test_another_task_is_another_comparison_and_what_cannot_be_compared_hides_it(state: State) -> None:
    page = _page(state)
    before = page.differences.content
    state.receive({"type": "task", "task": "int"})
    page.draw(state.place)
    assert page.differences.content != before
    assert state.place.task is Task.INT
    _compare(state, "m", "broken")
    page.draw(state.place)
    assert not any(part.visible for part in page._results)
    assert _content(page.choice)["refused"] == ["Broken is not compared: its file has 0 problems."]
    _compare(state, "m", "late")
    page.draw(state.place)
    assert all(part.visible for part in page._results)


def test_a_chart_is_saved_by_its_own_buttons_alone(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    page = _page(state)
    saved = []
    monkeypatch.setattr(page.latency.chart, "save", lambda form, name: saved.append((form, name)))
    page._hear_head({"type": "save", "chart": "latency", "form": "svg"})
    page._hear_head({"type": "save", "chart": "other", "form": "svg"})
    page._hear_head({"type": "save", "chart": "latency", "form": "exe"})
    assert saved == [("svg", "comparison-latency")]


def test_the_timeline_is_told_which_models_a_pick_compares(tmp_path: Path) -> None:
    page = open_page(open_vectors(tmp_path), {"dialogue": "1001"})
    assert json.loads(page.timeline.picked) == []
    page.state.receive({"type": "pick", "pick": "eot~hit:m~positive:m"})
    assert json.loads(page.timeline.picked) == ["m", "m"]
    page.state.receive({"type": "pick", "pick": ""})
    assert json.loads(page.timeline.picked) == []


def test_hidden_labels_show_no_part_of_a_comparison(tmp_path: Path) -> None:
    state = State(open_vectors(tmp_path, labels="hidden"), {"page": "compare", "compare": "m,m"})
    page = _page(state)
    assert "comparison is off" in _content(page.choice)["message"]
    assert not any(part.visible for part in page._results)
    assert page.differences.content == page.joint.content == page.groups.content == ""
