"""The audit page: a queue of questions, a verdict on each, and what it moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import panel as pn
from panel.io.document import hold

from viewer.audit import Desk, Question
from viewer.corrections import Choice
from viewer.corrections.verdicts import LONGEST_COMMENT, MS_DIGITS
from viewer.dialogue.taxonomy import LABEL_CLASSES
from viewer.journal import Verb
from viewer.journal.verdicts import LONGEST_NAME
from viewer.view_models.audit_bar import Outcome
from viewer.view_models.audit_history import SEPARATOR, SHORT
from viewer.view_models.audit_page import (
    Kept,
    Texts,
    early_desk,
    first_item,
    is_login,
    page_texts,
    queue_of,
    refusal,
    shown_question,
)
from viewer.view_models.audit_queue import question_of
from viewer.view_models.audit_saving import save, step_back, take_back
from viewer.view_models.audit_seat import Seat
from viewer.view_models.json_text import as_text
from viewer.view_models.page_options import read_options
from viewer.view_models.place import Place
from viewer.views.audit_faces import PAGE_STYLE, AuditEffect, AuditQueue, VerdictBar
from viewer.views.audit_opening import Opened, first_seat, open_desk
from viewer.views.component import Message
from viewer.views.desk_service import Line, in_a_thread
from viewer.views.detecting import at_once
from viewer.views.state import State
from viewer.workspace import SplitWork

PAGE = "audit"
LOADING = "The questions of this split are being found …"


class AuditPage:
    """The audit page of one session.

    Parameters
    ----------
    state
        The session's state.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self.queue = AuditQueue(on_message=self._hear, css_classes=["audit-queue"])
        self.bar = VerdictBar(on_message=self._hear, css_classes=["audit-bar"])
        self.effect = AuditEffect(on_message=self._hear, css_classes=["audit-effect"])
        self._layout = pn.Column(
            self.queue, self.bar, self.effect, stylesheets=[PAGE_STYLE], sizing_mode="stretch_both", margin=0
        )
        start = at_once if state.later is at_once else in_a_thread
        self._line = Line(later=state.later, start=start, on_error=self._refused)
        self._key: tuple[SplitWork, object] | None = None
        self._opened: Opened | None = None
        self._seat, self._leads, self._no_seat = first_seat(pn.state.user or "")
        self._outcome = Outcome()
        self._kept = Kept()
        self._moves = 0
        self._wanted = 0
        self._is_saving = False
        state.param.watch(self._drawn, "drawn")
        if pn.state.curdoc is not None:
            pn.state.on_session_destroyed(lambda _: self._leave())

    def __panel__(self) -> pn.viewable.Viewable:
        return self._layout

    # --- what is shown -----------------------------------------------------------------------------------

    def draw(self, place: Place) -> None:
        """Show the question of a place; a desk that is not open yet is opened first."""
        work = self._state.work
        reason = refusal(work) or self._no_seat
        if reason:
            self._leave()
            self._key = None
            self._say(reason)
        elif self._key is None or self._key[0] is not work or self._key[1] != place.settings:
            self._leave()
            self._key = (work, place.settings)
            self._say(LOADING)
            self._line.do(partial(open_desk, work, place), partial(self._take_desk, self._key))
        elif self._opened is not None:
            self._listen()
            self._show(place)

    def _say(self, message: str) -> None:
        """Show a sentence and nothing else."""
        with hold():
            self._opened = None
            self._state.param.update(corrected=None, desk="")
            self.queue.content = self.bar.content = self.effect.content = as_text({"message": message})

    def _refused(self, message: str) -> None:
        """Tell of what could not be opened or worked out."""
        self._is_saving = False
        self._say(message)

    def _take_desk(self, key: tuple[SplitWork, object], opened: Opened) -> None:
        if key is self._key:
            self._opened = opened
            self._kept, self._seat = Kept(), replace(self._seat, item="")
            if self._state.place.page == PAGE:
                self._listen()
                self._show(self._state.place)

    def _show(self, place: Place) -> None:
        """Show a place: the question at once, what it moves as soon as that is worked out."""
        opened = self._opened
        if opened is None:
            return
        work, item = opened.desk.work, place.option("item")
        question = shown_question(work, place)
        if question is not None and question.conversation_id != place.dialogue:
            self._follow_dialogue(opened.desk, place)
            return
        if question is None:
            self._state.desk = ""
        elif item != self._seat.item:
            self._sit(opened.desk, place, question)
        self._wanted += 1
        self._line.do(partial(self._texts, self._wanted, place), self._take)

    def _follow_dialogue(self, desk: Desk, place: Place) -> None:
        """Bring question and dialogue together: whichever of the two was chosen last is followed."""
        is_left = place.option("item") == self._seat.item
        item = first_item(desk, place, self._seat, place.dialogue) if is_left else ""
        self._go(item or place.option("item"))

    def _sit(self, desk: Desk, place: Place, question: Question) -> None:
        """Turn to another question."""
        conversation = desk.work.conversation(question.conversation_id)
        revision = desk.revision(desk.channel(question.conversation_id, question.speaker))
        seat = self._seat.at(question, place.option("item"), conversation)
        self._seat = replace(seat, basis=revision)
        self._state.desk = early_desk(desk.work, place, question, self._seat)

    def _texts(self, wanted: int, place: Place) -> Texts | None:
        """Make the page's texts, unless newer ones are wanted already; called in a thread."""
        opened = self._opened
        if wanted != self._wanted or opened is None:
            return None
        recent, moves = opened.recent.read(), self._moves
        return page_texts(
            opened.desk, place, self._seat, self._outcome, self._kept, moves, recent, self._leads
        )

    def _take(self, texts: Texts | None) -> None:
        if texts is None or self._opened is None or self._state.place.page != PAGE:
            return
        with hold():
            self.queue.param.update(content=texts.queue, standing=texts.standing)
            self.bar.content = texts.bar
            self.effect.content = texts.effect
            self._state.param.update(corrected=texts.corrected, desk=texts.desk)
        if texts.go:
            self._go(texts.go)

    def _go(self, item: str) -> None:
        """Open a question: its dialogue, and its name in the address."""
        place, opened = self._state.place, self._opened
        if opened is None:
            return
        question = question_of(opened.desk.work, place.settings, *queue_of(place), item)
        if question is not None:
            options = read_options({**dict(place.options), "item": item})
            place = replace(
                place, dialogue=question.conversation_id, options=options, event="", view=None, pick=None
            )
            self._state.param.update(place=place, sentence="")

    def _again(self) -> None:
        if self._state.place.page == PAGE:
            self._show(self._state.place)

    # --- what others write -------------------------------------------------------------------------------

    def _listen(self) -> None:
        # Without an event loop nobody could be told from the poll's thread.
        if self._opened is not None and self._state.later is not at_once:
            self._opened.poll.listen(self, self._news, self._opened.position)

    def _leave(self) -> None:
        if self._opened is not None:
            self._opened.poll.leave(self)

    def _news(self) -> None:
        """Hear, in the poll's thread, that something was written."""
        self._state.later(self._read_news)

    def _read_news(self) -> None:
        opened = self._opened
        if opened is None or self._state.place.page != PAGE:
            self._leave()
        else:
            self._line.do(opened.desk.refresh, self._take_news)

    def _take_news(self, arrived: list[Any]) -> None:
        if arrived:
            self._moves += 1
            self._again()

    # --- what the reviewer does --------------------------------------------------------------------------

    def _hear(self, message: Message) -> None:
        """Act on a message of a face; what moves the place is the state's."""
        acts: dict[str, Callable[[Message], None]] = {
            "audit-item": lambda message: self._step_to(str(message.get("item"))),
            "audit-choose": self._choose,
            "audit-label": self._label,
            "audit-save": self._save,
            "audit-undo": self._undo,
            "audit-reverse": self._reverse,
            "audit-switch": self._switch,
            "audit-name": self._name,
        }
        act = acts.get(str(message["type"]))
        if act is None:
            self._state.receive(message)
        elif self._opened is not None or message["type"] == "audit-name":
            act(message)

    def _step_to(self, item: str) -> None:
        self._outcome = Outcome()
        self._go(item)

    def _change(self, seat: Seat) -> None:
        self._seat, self._outcome = seat, Outcome()
        self._again()

    def _choose(self, message: Message) -> None:
        self._change(self._seat.choosing(message.get("number")))

    def _label(self, message: Message) -> None:
        label = message.get("label")
        if isinstance(label, str) and label in LABEL_CLASSES:
            self._change(replace(self._seat, label=label, choice=Choice.OWN))

    def _drawn(self, *_: object) -> None:
        """Take the own verdict's times from the timeline."""
        drawn, opened = self._state.drawn, self._opened
        if opened is not None and self._seat.choice is Choice.OWN:
            start, end = (round(float(drawn[name]), MS_DIGITS) for name in ("start_s", "end_s"))
            self._change(replace(self._seat, start_s=start, end_s=end))

    def _name(self, message: Message) -> None:
        """Take the name that this browser remembers, where nobody logs in."""
        name = str(message.get("name") or "").strip()
        if not is_login() and name.isprintable() and len(name) <= LONGEST_NAME:
            self._seat = replace(self._seat, reviewer=name)
            self._outcome = Outcome()
            if self._opened is not None:
                self._again()

    def _save(self, message: Message) -> None:
        """Write the verdict down in a thread; the next question opens once it lies on the disk."""
        opened, place = self._opened, self._state.place
        question = None if opened is None else shown_question(opened.desk.work, place)
        if opened is None or question is None or self._is_saving:
            return
        self._is_saving = True
        comment = str(message.get("comment") or "")[:LONGEST_COMMENT]
        self._seat = replace(self._seat, comment=comment)
        act = partial(save, opened.desk, question, self._seat, is_over=bool(message.get("is_over")))
        self._line.do(act, partial(self._saved, opened, str(message.get("next") or "")))

    def _saved(self, opened: Opened, following: str, outcome: Outcome) -> None:
        self._is_saving = False
        self._outcome = outcome
        if outcome.kind == "saved":
            self._moves += 1
            opened.poll.ring()
            self._seat = replace(self._seat, choice=None, comment="")
            before = self._state.place
            self._go(following)
            if self._state.place is not before:
                return
        self._again()

    def _undo(self, message: Message) -> None:
        verb = Verb.REDO if message.get("step") == 1 else Verb.UNDO
        if self._opened is not None:
            self._line.do(partial(step_back, self._opened.desk, self._seat, verb), self._reversed)

    def _reverse(self, message: Message) -> None:
        if self._opened is not None:
            act = partial(take_back, self._opened.desk, self._seat, str(message.get("id")))
            self._line.do(act, self._reversed)

    def _reversed(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self._moves += 1
        if self._opened is not None:
            self._opened.poll.ring()
        self._again()

    def _switch(self, message: Message) -> None:
        """Switch a correction off or on, or all of them, for what is shown here."""
        opened, place = self._opened, self._state.place
        if opened is None:
            return
        known = {one.id[:SHORT] for one in opened.desk.all_verdicts()}
        off = {part for part in place.option("off").split(SEPARATOR) if part in known}
        changed = known if message.get("id") == "" else {str(message.get("id"))[:SHORT]} & known
        off = off - changed if message.get("is_on") else off | changed
        self._state.receive({"type": "option", "name": "off", "value": SEPARATOR.join(sorted(off))})
