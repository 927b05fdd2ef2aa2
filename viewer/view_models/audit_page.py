"""Everything that the audit page shows at a place, as texts for its faces and for the timeline's desk."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from viewer import environment
from viewer.audit import CorrectedSplit, Desk, Effect, Question, Queue, require_desk
from viewer.corrections import apply_verdicts
from viewer.dialogue.conversation import Conversation
from viewer.errors import HiddenLabelsError, InvalidDataError, SettingsError
from viewer.journal import Entry
from viewer.loaders.roles import Role, Roles, read_roles
from viewer.view_models.audit_agreement import agreement_rows
from viewer.view_models.audit_bar import Outcome, bar
from viewer.view_models.audit_changes import change_rows
from viewer.view_models.audit_effect import effect_rows
from viewer.view_models.audit_history import Standing, badge, history_rows, note, off_ids
from viewer.view_models.audit_people import differing, hidden_ids, people
from viewer.view_models.audit_queue import (
    answered,
    asked,
    item_key,
    item_of,
    question_of,
    queue_rows,
    standing,
)
from viewer.view_models.audit_seat import Seat, draft_of
from viewer.view_models.audit_timeline import desk_text
from viewer.view_models.audit_why import why_rows
from viewer.view_models.audit_words import CHOICE_TITLES
from viewer.view_models.explore import gold as gold_of
from viewer.view_models.json_text import JsonText, as_text
from viewer.view_models.place import Place
from viewer.view_models.verdicts import verdicts
from viewer.workspace import SplitWork

HIDDEN = "The labels of this split are hidden: there is no audit desk but for its owner."
NO_ROLE = "Nobody has given you a role at this desk: ask whoever keeps the file of roles."
PUBLIC = "This server is open to anybody and read-only: the audit desk is off here."
NOTHING = "Nothing is asked here: annotators agree, or the split has no labels."
FILTERS = ("asked", "differ", "between")


@dataclass(frozen=True)
class Texts:
    """What the page's faces show; an empty ``go`` stays, else it is the question to open.

    ``corrected`` is what the timeline takes gold and verdicts from; None: the split as it is.
    """

    queue: JsonText
    standing: JsonText
    bar: JsonText
    effect: JsonText
    desk: str
    go: str = ""
    corrected: CorrectedSplit | None = None


@dataclass
class Kept:
    """What was worked out last for the corrections that stand: it is asked for with every choice."""

    key: tuple[object, ...] = ()
    effect: Effect | None = None
    standing: Standing | None = None
    dialogue_key: tuple[object, ...] = ()
    dialogue: CorrectedSplit | None = None


def refusal(work: SplitWork) -> str:
    """Return why a split has no desk here, empty where it has one."""
    try:
        require_desk(work)
    except HiddenLabelsError:
        return HIDDEN
    except SettingsError:
        return PUBLIC
    return ""


def team_roles() -> Roles | None:
    """Return the roles of a team, None where no file names them.

    Raises
    ------
    TurnBenchError
        If the file is not there or breaks a rule: then nobody has a role.
    """
    path = environment.roles_file()
    return None if path is None else read_roles(path)


def is_login() -> bool:
    """Return whether names come from a login."""
    return environment.mode() is environment.Mode.TEAM


def queue_of(place: Place) -> tuple[Queue, int]:
    """Return the queue of a place, and the seed of its spot checks."""
    return Queue(place.option("queue")), int(place.option("seed"))


def shown_question(work: SplitWork, place: Place) -> Question | None:
    """Return the question that a place names, None if there is none such."""
    return question_of(work, place.settings, *queue_of(place), place.option("item"))


def first_item(desk: Desk, place: Place, seat: Seat, dialogue: str = "") -> str:
    """Return the first question that the filters leave, of a dialogue if one is named; empty for none."""
    found = asked(desk.work, place.settings, *queue_of(place))
    hidden = hidden_ids(desk, seat)
    known = {item_key(one.channel.conversation_id, one.item) for one in answered(desk, found, hidden)}
    wanted, kind, pair = (place.option(name) for name in FILTERS)
    fits = [
        one
        for one in found
        if (not dialogue or one.conversation_id == dialogue)
        and (not kind or one.kind == kind)
        and (not pair or pair in one.pairs)
    ]
    if wanted == "open":
        fits = [one for one in fits if item_of(one) not in known] or fits
    return item_of(fits[0]) if fits else ""


def early_desk(work: SplitWork, place: Place, question: Question, seat: Seat) -> JsonText:
    """Return the timeline's text of a question before any correction is looked at."""
    source = work.conversation(question.conversation_id)
    return as_text(desk_text(question, seat, source, source, work.golds(place.settings).get(place.dialogue)))


def page_texts(
    desk: Desk,
    place: Place,
    seat: Seat,
    outcome: Outcome,
    kept: Kept,
    moves: int,
    recent: Sequence[Entry],
    leads: Collection[str] = (),
) -> Texts:
    """Return everything that the page shows.

    Parameters
    ----------
    desk
        Read as far as it is; nobody else uses it meanwhile.
    place
        Its options name queue, question, filters and the corrections that are off.
    seat, outcome
        What the reviewer has chosen, and how their last attempt to save went.
    kept, moves
        What was worked out before, for which count of changes of the journal.
    recent
        What was written last, for the history.
    leads
        Whose word settles what people differ on.
    """
    work, (queue, seed) = desk.work, queue_of(place)
    found = asked(work, place.settings, queue, seed)
    rows = queue_rows(work, place.settings, queue, seed)
    hidden = hidden_ids(desk, seat)
    off = off_ids(desk, place.option("off")) | hidden
    is_lead = seat.role is Role.LEAD
    filters = {name: place.option(name) for name in FILTERS}
    item = place.option("item")
    stands = as_text(
        standing(
            desk,
            found,
            item=item,
            filters=filters,
            reviewer=seat.reviewer,
            hidden=hidden,
            differing=differing(desk, leads) if is_lead else None,
        )
    )
    question = shown_question(work, place)
    if question is None:
        go = first_item(desk, place, seat)
        nothing = as_text({"message": "" if go else NOTHING})
        return Texts(rows, stands, nothing, nothing, "", go)
    try:
        draft = draft_of(desk, question, seat)
    except InvalidDataError as error:  # an own verdict that was drawn where none can be
        draft, outcome = None, Outcome("error", str(error))
    before = _standing_effect(desk, off, kept, (moves, off))
    source = work.conversation(question.conversation_id)
    stood = _standing_dialogue(desk, question, off, kept, (moves, off, question.conversation_id))
    shown = stood if draft is None else _alone(work, apply_verdicts(_the(stood), [draft.verdict]))
    is_corrected = _the(stood) is not source
    stands_now = kept.standing = kept.standing or Standing(desk)
    counts = stands_now.counts(off, hidden)
    after = before if draft is None else desk.effect(off, with_draft=draft)
    moved = effect_rows(
        work,
        None if draft is None else before,
        after,
        conversation_id=question.conversation_id,
        model=place.model,
        task=place.task,
    )
    own_gold, known, gold = (
        one.golds(place.settings).get(question.conversation_id) for one in (work, stood, shown)
    )
    why = why_rows(source, own_gold, question, place.settings) if own_gold is not None else []
    changes_from = _alone(work, source) if draft is None else stood
    if is_corrected:  # made here, so that the page's own loop has only to send them
        gold_of(stood, place)
        verdicts(stood, place)
    effect = {
        "title": f"If you save “{CHOICE_TITLES[seat.choice]}”" if seat.choice else "What corrections move",
        "is_preview": seat.choice is not None,
        "badge": badge(*counts),
        "note": note(is_benchmark=counts[0] == counts[1], is_preview=draft is not None),
        "corrections": counts[0],
        "off": counts[1],
        "moved": moved,
        "changes": change_rows(
            changes_from, shown, model=place.model, task=place.task, settings=place.settings
        ),
        "agreement": agreement_rows(work, question.conversation_id),
        "history": history_rows(desk, recent, stands_now, seat.reviewer, off, hidden),
        "people": people(desk, seed) if is_lead else None,
        "dialogue": source.title or source.conversation_id,
    }
    own = draft.segments[0] if draft is not None and draft.segments else None
    bar_text: dict[str, Any] = bar(desk, question, seat, outcome) | {"why": why}
    return Texts(
        rows,
        stands,
        as_text(bar_text),
        as_text(effect),
        as_text(
            desk_text(question, seat, source, _the(shown), gold, own, known=known, is_corrected=is_corrected)
        ),
        corrected=stood if is_corrected else None,
    )


def _standing_effect(desk: Desk, off: frozenset[str], kept: Kept, key: tuple[object, ...]) -> Effect:
    """Return what the corrections that are on move, kept as long as they are the same."""
    if kept.effect is None or kept.key != key:
        kept.key, kept.effect = key, desk.effect(off)
    return kept.effect


def _standing_dialogue(
    desk: Desk, question: Question, off: frozenset[str], kept: Kept, key: tuple[object, ...]
) -> CorrectedSplit:
    """Return the question's dialogue alone under the corrections that are on, kept while it is the same."""
    if kept.dialogue is None or kept.dialogue_key != key:
        corrected = desk.corrected(question.conversation_id, off)
        kept.dialogue_key, kept.dialogue = key, _alone(desk.work, corrected)
    return kept.dialogue


def _alone(work: SplitWork, conversation: Conversation) -> CorrectedSplit:
    name = conversation.conversation_id
    is_source = conversation is work.conversations[name]
    return CorrectedSplit(work, {} if is_source else {name: conversation}, only=name)


def _the(alone: CorrectedSplit) -> Conversation:
    return next(iter(alone.conversations.values()))
