"""The audit page without a browser: who sits at the desk, one journal for all, one poll of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.audit.small import write_small
from viewer.loaders.roles import Role
from viewer.view_models.audit_page import NO_ROLE
from viewer.views.application import Explore, open_page
from viewer.views.audit_opening import first_seat
from viewer.views.audit_page import AuditPage
from viewer.views.desk_service import Line, Poll, shared_journal
from viewer.workspace import open_workspace

ROLES = "schema_version: 1\npeople:\n  noor: lead\n  bob: second\n"
ITEM = "two-to-one-1-15.0-20.0@1"
AT = {"split": "dev", "page": "audit", "queue": "two-to-one", "item": ITEM}


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Explore]:
    monkeypatch.setenv("TURNBENCH_DB", str(tmp_path / "audit.sqlite"))
    yield open_page(open_workspace(write_small(tmp_path / "corpus")), AT)
    shared_journal().database.close()


def audit_page(page: Explore) -> AuditPage:
    found = page.pages._made["audit"]
    assert isinstance(found, AuditPage)
    return found


def hear(page: Explore, kind: str, **fields: Any) -> None:
    audit_page(page).queue._handle_msg({"type": f"audit-{kind}", **fields})


def test_a_verdict_drawn_on_the_timeline_is_saved_and_the_next_question_opens(page: Explore) -> None:
    audit = audit_page(page)
    hear(page, "save", comment="", next="")
    assert "Say who you are" in audit.bar.content
    hear(page, "name", name="Ada")
    hear(page, "choose", number=5)
    page.timeline._handle_msg({"type": "draft", "start_s": 15.1234, "end_s": 19.0})
    assert '"draft":{"start_s":15.123,"end_s":19.0' in page.timeline.desk
    hear(page, "label", label="Laughter")
    following = "two-to-one-1-10.0-12.0@1"
    hear(page, "save", comment="a laugh", next=following)
    assert page.state.place.option("item") == following
    (entry,) = shared_journal().entries()
    assert [(one.start_s, one.end_s, one.label) for one in entry.segments] == [(15.123, 19.0, "Laughter")]
    assert (entry.comment, entry.reviewer, entry.is_verified) == ("a laugh", "Ada", False)
    assert "corrected gold (1 correction)" in audit.effect.content
    # The timeline's gold and verdicts are the corrected ones, here and nowhere else.
    gold, verdicts = page.timeline.gold, page.timeline.verdicts
    assert '"is_corrected":true' in page.timeline.desk
    page.state.receive({"type": "page", "page": "explore"})
    source = page.timeline.gold, page.timeline.verdicts
    assert source[0] != gold
    assert source[1] != verdicts
    page.state.receive({"type": "page", "page": "audit"})
    assert (page.timeline.gold, page.timeline.verdicts) == (gold, verdicts)
    hear(page, "switch", id=entry.id, is_on=False)
    assert page.state.place.option("off") == entry.id[:8]
    assert "1 off" in audit.effect.content
    assert (page.timeline.gold, page.timeline.verdicts) == source
    page.state.receive({"type": "page", "page": "explore"})
    assert page.timeline.desk == ""
    page.state.receive({"type": "page", "page": "audit"})
    assert page.timeline.desk != ""


def test_another_dialogue_brings_its_first_question_along(page: Explore) -> None:
    page.state.receive({"type": "open", "dialogue": "2"})
    assert page.state.place.dialogue == "2"
    assert page.state.place.option("item").endswith("@2")


def test_a_seat_comes_from_the_login_and_the_file_of_roles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert first_seat("")[0].reviewer == ""
    monkeypatch.setenv("TURNBENCH_MODE", "team")
    seat, leads, reason = first_seat("eve")
    assert (seat.reviewer, seat.is_verified, seat.role, leads, reason) == (
        "eve",
        True,
        Role.REVIEWER,
        frozenset(),
        "",
    )
    file = tmp_path / "roles.yaml"
    file.write_text(ROLES)
    monkeypatch.setenv("TURNBENCH_ROLES", str(file))
    seat, leads, reason = first_seat("bob")
    assert (seat.role, reason) == (Role.SECOND, "")
    assert leads == {"noor"}
    assert first_seat("eve")[2] == NO_ROLE
    file.write_text("people: []")
    assert "roles.yaml" in first_seat("bob")[2]


def test_one_poll_tells_everybody_once_and_ends_with_the_last_listener(page: Explore) -> None:
    poll = Poll(shared_journal(), every_s=0.01)
    heard = [threading.Event(), threading.Event()]
    for who, event in enumerate(heard):
        poll.listen(who, event.set, 0)
    hear(page, "name", name="Ada")
    hear(page, "choose", number=6)
    hear(page, "save", comment="", next="")
    assert all(event.wait(10) for event in heard)
    thread = poll.thread
    assert thread is not None
    for who in range(len(heard)):
        poll.leave(who)
    thread.join(10)
    assert not thread.is_alive()
    assert poll.thread is None


def test_work_of_a_session_keeps_its_order_and_a_bug_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    done: list[object] = []
    waiting: list[Any] = []
    line = Line(later=lambda act: act(), start=waiting.append, on_error=done.append)
    line.do(lambda: 1, done.append)
    line.do(lambda: 1 / 0, done.append)
    line.do(lambda: 2, done.append)
    assert len(waiting) == 1
    waiting[0]()
    assert done == [1, 2]
    assert "the audit desk met an error of its own" in caplog.text
