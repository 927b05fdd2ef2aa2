"""The corpus page of a session, moved by messages, without a browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.corpora import open_vectors
from tests.servers import REPOSITORY
from viewer.view_models.moment_pick import DISTRIBUTIONS
from viewer.views.corpus_page import CorpusPage
from viewer.views.state import State
from viewer.workspace import open_workspace


@pytest.fixture
def state() -> State:
    return State(open_workspace(REPOSITORY / "data_manifest.yaml"), {"page": "corpus", "split": "demo-dev"})


@pytest.fixture
def page(state: State) -> CorpusPage:
    made = CorpusPage(state)
    made.draw(state.place)
    state.param.watch(lambda _: made.draw(state.place), "place")
    return made


def listed(page: CorpusPage) -> Any:
    return json.loads(page.moments.content)["moments"]


def test_a_click_on_a_bin_lists_its_moments_and_marks_it(page: CorpusPage) -> None:
    assert listed(page) is None
    chart = page.charts["transfers"]
    bars = chart._bars.data
    row = max(range(len(bars["top"])), key=bars["top"].__getitem__)
    chart._bars.selected.indices = [row]
    assert listed(page)["count"] == bars["top"][row]
    assert chart._chosen.data["left"] == [bars["left"][row]]
    assert chart._bars.selected.indices == []  # so that it can be clicked again
    page._hear({"type": "option", "name": "moments", "value": ""})
    assert listed(page) is None
    assert chart._chosen.data["left"] == []


def test_a_bin_without_moments_opens_nothing(page: CorpusPage) -> None:
    chart = page.charts["transfers"]
    chart._bars.selected.indices = [list(chart._bars.data["top"]).index(0)]
    assert listed(page) is None


def test_a_filter_redraws_tables_and_charts(page: CorpusPage) -> None:
    before = {name: list(chart._bars.data["top"]) for name, chart in page.charts.items()}
    assert tuple(before) == DISTRIBUTIONS
    page._hear({"type": "option", "name": "type", "value": "Casual/Spontaneous"})
    assert json.loads(page.head.content)["scope"] == "Casual: 1 dialogue"
    for name, chart in page.charts.items():
        bars = chart._bars.data
        assert sum(bars["top"]) < sum(before[name])
        assert max(chart._outline.data["count"]) > 0
        assert chart._reach.end > max(bars["top"])
    page._hear({"type": "option", "name": "type", "value": ""})
    assert {name: list(chart._bars.data["top"]) for name, chart in page.charts.items()} == before
    assert page.charts["turns"]._outline.data == {"edge": [], "count": []}


def test_a_bin_of_another_selection_is_not_marked(page: CorpusPage) -> None:
    page._open("transfers~bin:25")
    assert len(page.charts["transfers"]._chosen.data["left"]) == 1
    page._open("transfers~type:Casual%2FSpontaneous~bin:25")
    assert page.charts["transfers"]._chosen.data["left"] == []


def test_the_list_follows_the_filter_and_one_of_another_scope_is_closed(page: CorpusPage) -> None:
    page._open("takes")
    everywhere = listed(page)["count"]
    page._hear({"type": "option", "name": "type", "value": "Casual/Spontaneous"})
    assert 0 < listed(page)["count"] < everywhere
    page._open("takes~type:Instructional")
    page._hear({"type": "option", "name": "type", "value": ""})
    assert listed(page) is None


def test_a_moment_opens_the_timeline_there(page: CorpusPage, state: State) -> None:
    page._open("takes")
    row = listed(page)["rows"][3]
    page._hear({"type": "open", "dialogue": row["dialogue"], "event": None, "at_s": row["at_s"]})
    assert (state.place.page, state.place.dialogue) == ("explore", row["dialogue"])
    assert state.command["selection"]["at_s"] == row["at_s"]


def test_a_split_with_hidden_labels_shows_nothing_but_why(page: CorpusPage, state: State) -> None:
    page._open("takes")
    page._hear({"type": "split", "split": "demo-test"})
    assert state.place.page == "corpus"
    head = json.loads(page.head.content)
    assert set(head) == {"is_hidden", "message"}
    assert listed(page) is None
    assert not page._grid.visible
    assert not page.tables.visible
    assert page.tables.content == ""
    page._open("takes")
    assert listed(page) is None
    page._hear({"type": "split", "split": "demo-dev"})
    assert json.loads(page.head.content)["scope"] == "all 6 dialogues"


def test_files_are_answered_and_refused_in_words(page: CorpusPage, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[Any] = []
    monkeypatch.setattr(page.head, "_send_msg", answers.append)
    monkeypatch.setattr("viewer.views.exporting.answer_later", lambda make, send, **_: send(make()))
    page._hear({"type": "corpus-export", "file": "dynamics.csv", "nonce": 1})
    page._hear({"type": "corpus-export", "file": "passwd", "nonce": 2})
    assert answers[0]["text"].startswith("of,conversation_type,")
    assert (answers[1]["nonce"], answers[1]["text"]) == (2, None)
    assert "expected one of the files" in answers[1]["error"]


def test_a_corpus_of_few_labels_is_drawn(tmp_path: Path) -> None:
    state = State(open_vectors(tmp_path), {"page": "corpus"})
    made = CorpusPage(state)
    made.draw(state.place)
    assert len(made.charts) == len(DISTRIBUTIONS)
