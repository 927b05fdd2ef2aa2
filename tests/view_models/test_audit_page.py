"""The audit page's rows: the queue, a seat, what a choice would move, saving, people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.audit.small import small_split
from viewer.audit import Desk, Queue
from viewer.corrections import Choice
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.journal import Verb, VerdictJournal, open_database
from viewer.loaders.roles import Role
from viewer.view_models.audit_bar import Outcome
from viewer.view_models.audit_history import Recent
from viewer.view_models.audit_page import HIDDEN, PUBLIC, Kept, first_item, page_texts, refusal
from viewer.view_models.audit_people import differing, people
from viewer.view_models.audit_queue import asked, item_of, question_of, queue_rows
from viewer.view_models.audit_saving import NO_CHOICE, NO_NAME, save, step_back, take_back
from viewer.view_models.audit_seat import Seat
from viewer.view_models.page_options import read_options
from viewer.view_models.place import Place
from viewer.workspace import SplitWork

PAUSE = "two-to-one-1-15.0-20.0@1"
"""Speaker 1 of dialogue 1: a and b hear a turn from 15 s, c from 15.3 s."""


@pytest.fixture
def work(tmp_path: Path) -> SplitWork:
    return small_split(tmp_path)


@pytest.fixture
def desk(work: SplitWork, tmp_path: Path) -> Iterator[Desk]:
    database = open_database(str(tmp_path / "audit.sqlite"))
    yield Desk(work, VerdictJournal(database))
    database.close()


def place(item: str = PAUSE, **options: str) -> Place:
    chosen = read_options({"queue": "two-to-one", "item": item, **options})
    return Place("dev", "1", "quick", Task.EOT, page="audit", options=chosen)


def seated(desk: Desk, name: str, choice: Choice | None = None, role: Role | None = None) -> Seat:
    question = question_of(desk.work, BENCHMARK, Queue.TWO_TO_ONE, 0, PAUSE)
    assert question is not None
    seat = Seat(reviewer=name, role=role).at(question, PAUSE, desk.work.conversation("1"))
    return replace(seat, choice=choice, basis=desk.revision(desk.channel("1", 1)))


def saved(desk: Desk, seat: Seat, *, is_over: bool = False) -> Outcome:
    question = question_of(desk.work, BENCHMARK, Queue.TWO_TO_ONE, 0, PAUSE)
    assert question is not None
    return save(desk, question, seat, is_over=is_over)


def shown(desk: Desk, seat: Seat, *leads: str, **options: str) -> dict[str, Any]:
    texts = page_texts(desk, place(**options), seat, Outcome(), Kept(), 0, Recent(desk).read(), leads)
    names = ("queue", "standing", "bar", "effect", "desk")
    return {name: json.loads(getattr(texts, name)) for name in names}


def test_a_queue_has_rows_with_what_was_heard_and_its_filters(work: SplitWork) -> None:
    content = json.loads(queue_rows(work, BENCHMARK, Queue.TWO_TO_ONE, 0))
    rows = {row["item"]: row for row in content["rows"]}
    assert set(rows) == {item_of(one) for one in asked(work, BENCHMARK, Queue.TWO_TO_ONE, 0)}
    row = rows[PAUSE]
    assert (row["title"], row["length"], row["clock"], row["dialogue"]) == (
        "Boundaries apart",
        "5.00 s",
        "00:15.0",
        "1",
    )
    assert row["heard"] == [[["Turn", 0]]] * 3
    assert sum(one["count"] for one in content["kinds"]) == len(rows)
    assert content["pairs"] == [{"name": "ab", "title": "a and b", "count": len(rows)}]
    assert {one["name"]: one["count"] for one in content["queues"]}["two-to-one"] == len(rows)


def test_a_choice_is_previewed_saved_undone_and_redone(desk: Desk) -> None:
    seat = seated(desk, "Ada", Choice.C)
    preview = shown(desk, seat)
    assert preview["effect"]["title"] == "If you save “c is right”"
    assert preview["effect"]["badge"] == {"is_benchmark": True, "text": "benchmark’s gold"}
    assert [(one["is_gained"], one["text"]) for one in preview["effect"]["moved"]["gold"]] == [
        (False, "EOT negative span 00:12.00 to 00:15.00, Speaker 1"),
        (True, "EOT negative span 00:12.00 to 00:15.30, Speaker 1"),
    ]
    assert [one["start_s"] for one in preview["desk"]["proposed"]] == [15.3]
    assert preview["effect"]["changes"] == {"rows": [], "more": 0}  # the span moved, and fires as before
    assert preview["desk"]["is_corrected"] is False
    assert preview["bar"]["chosen"] == 3
    assert preview["bar"]["choices"][2]["text"] == "Turn, ends 20.00"
    assert preview["standing"]["answers"] == {}
    assert saved(desk, seat).text == "Saved: c is right: Turn, ends 20.00"
    after = shown(desk, replace(seat, choice=None))
    assert after["standing"]["answers"] == {PAUSE: {"is_mine": True, "text": "c is right · you"}}
    assert after["effect"]["badge"] == {"is_benchmark": False, "text": "corrected gold (1 correction)"}
    assert after["effect"]["moved"]["gold"] == preview["effect"]["moved"]["gold"]
    assert after["desk"]["is_corrected"] is True
    (row,) = after["effect"]["history"]
    assert (row["who"], row["what"], row["can_undo"]) == (
        "you, unverified",
        "c is right: Turn, ends 20.00",
        True,
    )
    off = shown(desk, replace(seat, choice=None), off=row["id"][:8])["effect"]
    assert (off["badge"]["text"], off["moved"]["gold"]) == ("benchmark’s gold, 1 off", [])
    assert step_back(desk, seat, Verb.UNDO).text.startswith("Undone: c is right")
    assert shown(desk, replace(seat, choice=None))["effect"]["corrections"] == 0
    assert step_back(desk, seat, Verb.UNDO).kind == "error"
    assert step_back(desk, seat, Verb.REDO).kind == "saved"
    assert take_back(desk, replace(seat, reviewer="Bob"), row["id"]).kind == "saved"
    assert [one.verb for one in desk.entries()] == ["verdict", "undo", "redo", "undo"]


def test_scores_stand_before_and_after_for_the_split_and_the_dialogue(desk: Desk) -> None:
    """Speaker 1's last turn is laughter: quick's false alarm in the pause is a hit, that of 20 s goes."""
    seat = replace(seated(desk, "Ada", Choice.OWN), label="Laughter", start_s=15.0, end_s=20.0)
    effect = shown(desk, seat)["effect"]
    (first, *_) = effect["moved"]["models"]
    rows = effect["changes"]["rows"]
    assert sorted((one["before"], one["after"], one["text"], one["value"]) for one in rows) == [
        ("", "hit", "S1 · new hit 00:12.00", "+200 ms"),
        ("false_alarm", "", "S1 · gone false alarm 00:12.00", ""),
        ("hit", "", "S1 · gone hit 00:20.00", "+200 ms"),
    ]
    assert first["title"] == desk.work.model("quick").title
    for scores, hits in ((first["split"], 8), (first["dialogue"], 3)):
        assert scores["recall_note"] == f"{hits} of {hits}"
        assert scores["fp_note"] == "0 of 0 (was 1 of 1)"
        assert (scores["fp_rate"]["before"], scores["fp_rate"]["after"]) == ("1.000", "–")
        assert [(one["before"], one["after"]) for one in scores["counts"]] == [
            (str(hits), str(hits)),
            ("0", "0"),
            ("1", "0"),
            ("0", "0"),
        ]


def test_nothing_is_saved_without_a_name_a_choice_or_against_news_of_the_span(desk: Desk) -> None:
    ada, bob = seated(desk, "Ada", Choice.A), seated(desk, "Bob", Choice.C)
    assert saved(desk, replace(ada, reviewer="")).text == NO_NAME
    assert saved(desk, replace(ada, choice=None)).text == NO_CHOICE
    assert saved(desk, ada).kind == "saved"
    refused = saved(desk, bob)
    assert (refused.kind, [one.reviewer for one in refused.theirs]) == ("conflict", ["Ada"])
    assert len(desk.entries()) == 1
    # What somebody wrote about another span of the same speaker is no conflict.
    desk.record(desk.draft("1", 1, 0.5, 5.0, Choice.A, reviewer="Cyd"))
    assert saved(desk, bob, is_over=True).kind == "saved"
    assert [one.reviewer for one in desk.entries()] == ["Ada", "Cyd", "Bob"]


def test_a_second_reviewer_sees_nothing_of_a_question_before_deciding_it(desk: Desk) -> None:
    saved(desk, seated(desk, "Ada", Choice.C))
    blind = seated(desk, "Bob", Choice.A, Role.SECOND)
    before = shown(desk, replace(blind, choice=None))
    assert before["standing"]["answers"] == {}
    assert (before["effect"]["history"], before["effect"]["corrections"]) == ([], 0)
    assert before["effect"]["moved"]["gold"] == []
    assert "Ada" not in json.dumps(before)
    assert first_item(desk, place(), blind) == first_item(desk, place(), replace(blind, reviewer="Eve"))
    assert saved(desk, replace(blind, basis=0)).kind == "saved"
    after = shown(desk, replace(blind, choice=None))
    assert {row["who"] for row in after["effect"]["history"]} == {"you, unverified", "Ada, unverified"}


def test_a_lead_settles_what_people_differ_on(desk: Desk) -> None:
    saved(desk, seated(desk, "Ada", Choice.C))
    assert differing(desk, {"Noor"}) == frozenset()
    saved(desk, seated(desk, "Bob", Choice.A))
    assert differing(desk, {"Noor"}) == {PAUSE}
    lead = seated(desk, "Noor", Choice.C, Role.LEAD)
    content = shown(desk, replace(lead, choice=None), "Noor")
    assert content["standing"]["differing"] == [PAUSE]
    progress = {row["name"]: row["counts"] for row in content["effect"]["people"]["progress"]}
    at = list(Queue).index(Queue.TWO_TO_ONE)
    assert {name: counts[at] for name, counts in progress.items()} == {"Ada": 1, "Bob": 1}
    (pair,) = people(desk, 0)["pairs"]
    assert (pair["title"], pair["frames"]) == ("Ada and Bob", 50)
    saved(desk, lead)
    assert differing(desk, {"Noor"}) == frozenset()
    assert shown(desk, seated(desk, "Ada"))["effect"]["people"] is None


def test_gold_in_the_span_is_explained(desk: Desk) -> None:
    rows = shown(desk, seated(desk, "Ada"))["bar"]["why"]
    titles = [row["title"] for row in rows]
    assert "EOT negative span, 00:12.00 to 00:15.00 (turn view)" in titles
    assert "EOT positive, 00:20.00 (turn view)" in titles
    assert all(row["sentence"].endswith(".") for row in rows)


def test_hidden_splits_and_public_servers_have_no_desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: SplitWork
) -> None:
    assert refusal(work) == ""
    assert refusal(small_split(tmp_path / "hidden", labels="hidden")) == HIDDEN
    monkeypatch.setenv("TURNBENCH_MODE", "public")
    assert refusal(work) == PUBLIC
