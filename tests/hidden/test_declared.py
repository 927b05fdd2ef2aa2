"""Every message, route, page and name of the API declares what it makes of hidden labels, and keeps to it."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.gate.patterns import app_patterns
from tests.hidden.declared import API, MESSAGES, ROUTES
from tests.hidden.sealed_corpus import MODEL, SECRET, SPLIT, write_corpus, write_sound
from viewer import api
from viewer.dialogue.protocol import BENCHMARK
from viewer.errors import HiddenLabelsError
from viewer.view_models.page_options import PAGE_OPTIONS, PAGES
from viewer.views import exporting
from viewer.views.application import Explore, open_page
from viewer.workspace import Workspace, open_workspace

STATIC = Path(api.__file__).parent / "static"
VIEWS = Path(api.__file__).parent / "views"
HEARD = re.compile(
    r"""(?:kind|\["type"\]) [!=]= "([a-z-]+)"|^ +"([a-z-]+)": self\.(?:sent\.|_[a-z_]+,$)""", re.MULTILINE
)
SENT = re.compile(r"(?:send_msg|send|ask)\(\s*\{[^{}]*?\btype: \"([a-z-]+)\"")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    folder = tmp_path_factory.mktemp("sealed")
    write_sound(folder / "sound")
    return open_workspace(write_corpus(folder / "corpus", "alpha", folder / "sound"))


def kinds_of_the_state(page: Explore, caplog: pytest.LogCaptureFixture) -> set[str]:
    """Return the kinds of message that a state acts on: it names them where it is sent another."""
    caplog.clear()
    page.state.receive({"type": "no such kind"})
    told = next(one for one in caplog.records if "expected one of the messages" in one.getMessage())
    assert isinstance(told.args, tuple)
    return set(str(told.args[0]).split(", "))


def test_every_kind_of_message_is_among_those_that_are_recorded(
    workspace: Workspace, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    known = kinds_of_the_state(open_page(workspace, {}), caplog) | {exporting.TYPE, exporting.OUTCOMES}
    sent = {kind for path in STATIC.rglob("*.js") for kind in SENT.findall(path.read_text(encoding="utf-8"))}
    assert len(sent) > 10
    assert sent <= set(MESSAGES)
    assert known <= set(MESSAGES)
    told = {
        kind
        for path in VIEWS.glob("*.py")
        for pair in HEARD.findall(path.read_text(encoding="utf-8"))
        for kind in pair
        if kind
    }
    assert {"clip", "save", "theta", "upload", "upload-score"} <= told | {exporting.TYPE}
    assert told - {"saved"} <= set(MESSAGES)  # the desk's name of a text that it writes


def test_every_route_of_the_app_is_among_those_that_are_recorded() -> None:
    assert {route for route, *_ in app_patterns()} == set(ROUTES)


def test_every_page_and_option_is_among_those_that_are_recorded() -> None:
    assert {one["page"] for one in MESSAGES["page"]} >= set(PAGES)
    assert {one["name"] for one in MESSAGES["option"]} >= set(PAGE_OPTIONS)


def test_every_name_of_the_api_says_what_it_makes_of_hidden_labels() -> None:
    assert set(API) == set(api.__all__)


def test_the_api_opens_no_hidden_labels(workspace: Workspace) -> None:
    manifest = workspace.corpus.base / "data_manifest.yaml"
    for split in (None, SPLIT):
        with pytest.raises(HiddenLabelsError, match=f"split {SPLIT}: expected public labels, found hidden"):
            api.load_corpus(manifest, split=split)


@pytest.fixture
def page(workspace: Workspace) -> Iterator[Explore]:
    page = open_page(workspace, {"split": SPLIT, "dialogue": "talk-03", "model": MODEL})
    yield page
    page.state.runs.cancel()


def text(page: Explore, name: str) -> Any:
    component, parameter = page._slots[name]
    return json.loads(getattr(component, parameter) or "null")


@pytest.mark.parametrize("kind", MESSAGES)
def test_no_message_brings_anything_of_hidden_labels(page: Explore, kind: str) -> None:
    own = page.state.workspace.split(SPLIT)
    for fields in MESSAGES[kind]:
        page.state.receive({"type": kind, **fields})
        place = page.state.place
        if place.split != SPLIT:
            continue  # the open split beside it
        assert (place.settings, place.pick) == (BENCHMARK, None)
        assert (text(page, "gold"), text(page, "verdicts")["windows"]) == (None, None)
        assert {one["fate"] for one in text(page, "playlist")["rows"]} == set()
        assert (text(page, "card")["has_score"], text(page, "card")["is_locked"]) == (False, True)
        assert [one["start"] for one in text(page, "dialogue")["tracks"]] == [[]] * 6
        assert page.state.found.get("rows", []) == []
        assert own.golds(place.settings) == {}
        assert f"{SECRET} alpha" not in "".join(getattr(*slot) for slot in page._slots.values())


def test_settings_of_a_link_or_a_hand_are_locked_and_the_page_says_so(workspace: Workspace) -> None:
    linked = open_page(workspace, {"split": SPLIT, "tau_pre_s": "0.5"}).state
    assert linked.place.settings == BENCHMARK
    assert "locked to the benchmark's" in linked.sentence
    moved = open_page(workspace, {"split": SPLIT, "dialogue": "talk-01"}).state
    moved.receive({"type": "settings", "tau_max_s": 2.0})
    assert moved.place.settings == BENCHMARK
    assert "locked to the benchmark's" in moved.sentence


def test_settings_of_an_open_split_do_not_come_along(workspace: Workspace) -> None:
    state = open_page(workspace, {"split": "open", "tau_pre_s": "0.5"}).state
    assert not state.place.settings.is_benchmark
    state.receive({"type": "open", "split": SPLIT, "dialogue": "talk-01"})
    assert (state.place.split, state.place.settings) == (SPLIT, BENCHMARK)


def test_the_oracle_does_not_run_on_hidden_labels(page: Explore) -> None:
    page.state.receive({"type": "detect", "detector": "oracle"})
    assert page.state.run.detector == ""
    offered = {one["name"]: one["problem"] for one in text(page, "run")["detectors"]}
    assert "no labels" in offered["oracle"]
