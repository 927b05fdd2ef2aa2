"""The queue of the audit page: what is asked, in which order, and what of it is answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from viewer.audit import PAIRS, Desk, Question, Queue, narrowed, questions, spot_checks
from viewer.dialogue.protocol import ProtocolSettings
from viewer.journal import Entry
from viewer.view_models.audit_words import CHOICE_TITLES, KIND_TITLES, QUEUE_TITLES, code_of, question_title
from viewer.view_models.formats import clock, seconds
from viewer.view_models.json_text import JsonText, as_text
from viewer.workspace import SplitWork

PER_MILLE = 1000


def item_of(question: Question) -> str:
    """Return the name of a question in the address."""
    return f"{question.id}@{question.conversation_id}"


def item_key(conversation_id: str, question_id: str) -> str:
    """Return the name of a question from what a verdict says it answers."""
    return f"{question_id}@{conversation_id}"


def asked(work: SplitWork, settings: ProtocolSettings, queue: Queue, seed: int) -> tuple[Question, ...]:
    """Return a queue's questions, the one that could move scores furthest first; spot checks as drawn."""

    def make() -> tuple[Question, ...]:
        if queue is Queue.SPOT:
            return spot_checks(work, settings, seed=seed)
        return tuple(narrowed(questions(work, settings), queue=queue))

    drawn = seed if queue is Queue.SPOT else 0
    return work.kept(("audit asked", settings, queue, drawn, tuple(work.models)), make)


def question_of(
    work: SplitWork, settings: ProtocolSettings, queue: Queue, seed: int, item: str
) -> Question | None:
    """Return the question of a queue by its name, None if there is none."""

    def make() -> dict[str, Question]:
        return {item_of(one): one for one in asked(work, settings, queue, seed)}

    drawn = seed if queue is Queue.SPOT else 0
    return work.kept(("audit items", settings, queue, drawn, tuple(work.models)), make).get(item)


def queue_rows(work: SplitWork, settings: ProtocolSettings, queue: Queue, seed: int) -> JsonText:
    """Return the rows of a queue, and what they can be narrowed by; nothing in it depends on verdicts."""

    def make() -> JsonText:
        found = asked(work, settings, queue, seed)
        kinds = Counter(one.kind for one in found)
        pairs = Counter(pair for one in found for pair in one.pairs)
        return as_text(
            {
                "queue": queue,
                "seed": seed,
                "has_seed": queue is Queue.SPOT,
                "queues": [
                    {"name": name, "title": title, "count": len(asked(work, settings, name, seed))}
                    for name, title in QUEUE_TITLES.items()
                ],
                "kinds": [
                    {"name": kind, "title": title, "count": kinds[kind]}
                    for kind, title in KIND_TITLES.items()
                    if kinds[kind]
                ],
                "pairs": [
                    {"name": name, "title": " and ".join(pair), "count": pairs[name]}
                    for name, pair in PAIRS.items()
                    if pairs[name]
                ],
                "order": "as drawn" if queue is Queue.SPOT else "largest effect first",
                "rows": [_row(work, one) for one in found],
            }
        )

    return work.kept(("audit rows", settings, queue, seed, tuple(work.models)), make)


def _row(work: SplitWork, question: Question) -> dict[str, Any]:
    conversation = work.conversations[question.conversation_id]
    return {
        "item": item_of(question),
        "title": question_title(question),
        "length": seconds(question.end_s - question.start_s),
        "clock": clock(question.start_s),
        "dialogue": conversation.title or question.conversation_id,
        "speaker": question.speaker,
        "moves": f"{question.moves * PER_MILLE:.2f} ‰",
        "kind": question.kind,
        "pairs": list(question.pairs),
        "heard": [[list(code_of(label)) for label in one.split(" + ") if label] for one in question.heard],
    }


def standing(
    desk: Desk,
    found: tuple[Question, ...],
    *,
    item: str,
    filters: dict[str, str],
    reviewer: str,
    hidden: Collection[str] = (),
    differing: Collection[str] | None = None,
) -> dict[str, Any]:
    """Return which questions are answered, by whom.

    Parameters
    ----------
    desk, found
        The desk, and the questions of the queue.
    item, filters
        What is open, and what narrows the queue.
    reviewer
        Who looks: called "you".
    hidden
        Ids of verdicts that are not shown yet; questions that only these answer are open.
    differing
        Questions on which people differ; None: nobody here settles them.
    """
    answers = {
        item_key(entry.channel.conversation_id, entry.item): _answer(entry, reviewer)
        for entry in answered(desk, found, hidden)
    }
    return {
        "item": item,
        "filters": filters,
        "answers": answers,
        "differing": None if differing is None else sorted(differing),
    }


def answered(desk: Desk, found: tuple[Question, ...], hidden: Collection[str] = ()) -> list[Entry]:
    """Return the last standing verdict that answers each question and may be shown."""
    return [one for one in desk.answers(found).values() if one.id not in hidden]


def _answer(entry: Entry, reviewer: str) -> dict[str, Any]:
    is_mine = entry.reviewer == reviewer
    who = "you" if is_mine else entry.reviewer
    title = CHOICE_TITLES[entry.choice] if entry.choice else ""
    return {"is_mine": is_mine, "text": f"{title} · {who}"}
