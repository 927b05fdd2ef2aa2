"""A page that asks for a clip gets one, or one sentence that says why not."""

from __future__ import annotations

import json
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from tests.corpora import open_vectors, split_of
from viewer.view_models.place import Place
from viewer.views import exporting
from viewer.views.application import open_page
from viewer.views.exporting import UNREADABLE, clip_answer

PLACE = Place(split="dev", dialogue="1000", model="m")


def test_the_answer_carries_the_question_and_a_text(tmp_path: Path) -> None:
    message = {"type": "clip", "nonce": 7, "start_s": 1.0, "stop_s": 4.0}
    answer = clip_answer(split_of(tmp_path), PLACE, message)
    assert (answer["type"], answer["nonce"], answer["error"]) == ("clip", 7, "")
    assert json.loads(answer["clip"])["range"]["length_s"] == 3.0


@pytest.mark.parametrize(
    ("start_s", "stop_s", "error"),
    [
        (None, 4.0, UNREADABLE),
        ("<b>", 4.0, UNREADABLE),
        (float("nan"), 4.0, UNREADABLE),
        (4.0, 1.0, UNREADABLE),
        ([1], {}, UNREADABLE),
        (1e6, 2e6, "range: expected a stretch of"),
    ],
)
def test_a_range_that_cannot_be_read_is_an_answer_too(
    tmp_path: Path, start_s: Any, stop_s: Any, error: str
) -> None:
    answer = clip_answer(split_of(tmp_path), PLACE, {"nonce": {}, "start_s": start_s, "stop_s": stop_s})
    assert (answer["nonce"], answer["clip"]) == (None, None)
    assert answer["error"].startswith(error)


def test_the_timeline_answers_its_own_page_and_nothing_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(open_vectors(tmp_path), {"dialogue": "1000"})
    sent: Queue[dict[str, Any]] = Queue()
    monkeypatch.setattr(page.timeline, "_send_msg", sent.put)
    before = page.state.place
    page.timeline._handle_msg({"type": "clip", "nonce": 1, "start_s": 0.0, "stop_s": 2.0})
    assert json.loads(sent.get(timeout=60)["clip"])["dialogue"]["id"] == "1000"
    assert page.state.place == before
    page.timeline._handle_msg({"type": "task", "task": "int"})
    assert str(page.state.place.task) == "int"


def test_a_bug_is_an_answer_and_stands_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(exporting, "clip", lambda *_: 1 / 0)
    answer = clip_answer(split_of(tmp_path), PLACE, {"nonce": 1, "start_s": 0.0, "stop_s": 2.0})
    assert (answer["clip"], answer["error"]) == (None, exporting.BUG)
    assert "ZeroDivisionError" in caplog.text
