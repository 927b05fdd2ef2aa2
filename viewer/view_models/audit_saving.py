"""Writing a verdict down, taking one back: what the reviewer is told of it."""

from __future__ import annotations

from collections.abc import Callable

from viewer.audit import Desk, Question
from viewer.errors import TurnBenchError
from viewer.journal import ConflictError, Draft, Entry, Verb
from viewer.view_models.audit_bar import Outcome, news
from viewer.view_models.audit_history import verdict_text
from viewer.view_models.audit_seat import Seat, draft_of
from viewer.view_models.formats import clock

ATTEMPTS = 20
"""Others may write about the same speaker between reading and writing; off the span it is no news."""

NO_NAME = "Say who you are first: verdicts are signed."
NO_CHOICE = "Choose 1 to 6 first; nothing is saved yet."
NOTHING_TO = {
    Verb.UNDO: "There is nothing of yours to undo.",
    Verb.REDO: "There is nothing of yours to redo.",
}
DONE = {Verb.UNDO: "Undone", Verb.REDO: "Redone"}


def save(desk: Desk, question: Question, seat: Seat, *, is_over: bool) -> Outcome:
    """Write the seat's verdict down; ``saved`` means that it lies on the disk.

    Parameters
    ----------
    desk, question, seat
        Whose verdict on what.
    is_over
        Whether what others have decided about the span meanwhile was seen, and this shall stand after it.
    """
    if not seat.reviewer.strip():
        return Outcome("error", NO_NAME)
    try:
        desk.refresh()
        for _ in range(ATTEMPTS):
            draft = draft_of(desk, question, seat)
            if draft is None:
                return Outcome("error", NO_CHOICE)
            theirs = () if is_over else news(desk, question, seat)
            if theirs:
                who = ", ".join(dict.fromkeys(one.reviewer for one in theirs))
                return Outcome("conflict", f"{who} has decided about this span meanwhile.", theirs)
            try:
                entry = desk.record(draft)
            except ConflictError:
                desk.refresh()
            else:
                return Outcome("saved", f"Saved: {verdict_text(entry)}")
        return Outcome("error", "Others keep writing about this speaker. Nothing was saved; try again.")
    except TurnBenchError as error:
        return Outcome("error", str(error))


def step_back(desk: Desk, seat: Seat, verb: Verb) -> Outcome:
    """Undo the reviewer's last verdict, or redo what they undid last."""

    def act() -> Entry | None:
        act_on = desk.undo if verb is Verb.UNDO else desk.redo
        return act_on(seat.reviewer, is_verified=seat.is_verified)

    return _reversed(desk, seat, verb, act)


def take_back(desk: Desk, seat: Seat, verdict_id: str) -> Outcome:
    """Undo one verdict that stands, whoever gave it, by an entry of the reviewer's own."""

    def act() -> Entry | None:
        target = next((one for one in desk.all_verdicts() if one.id == verdict_id), None)
        if target is None:
            return None
        draft = Draft(
            target.channel,
            Verb.UNDO,
            seat.reviewer,
            is_verified=seat.is_verified,
            source_file=target.source_file,
            target=target.id,
        )
        return desk.record(draft)

    return _reversed(desk, seat, Verb.UNDO, act)


def _reversed(desk: Desk, seat: Seat, verb: Verb, act: Callable[[], Entry | None]) -> Outcome:
    if not seat.reviewer.strip():
        return Outcome("error", NO_NAME)
    try:
        for _ in range(ATTEMPTS):
            desk.refresh()
            try:
                written = act()
            except ConflictError:
                continue
            if written is None:
                return Outcome("error", NOTHING_TO[verb])
            target = next(
                one for one in desk.entries(written.channel.conversation_id) if one.id == written.target
            )
            where = f"Speaker {target.channel.speaker}, {clock(target.start_s)}"
            return Outcome("saved", f"{DONE[verb]}: {verdict_text(target)} ({where})")
        return Outcome("error", "Others keep writing about this speaker. Try again.")
    except TurnBenchError as error:
        return Outcome("error", str(error))
