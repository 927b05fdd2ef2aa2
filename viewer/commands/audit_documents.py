"""The JSON documents of ``audit``."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from viewer.audit import (
    Desk,
    Effect,
    Moved,
    Question,
    ReviewerAgreement,
    answer_key,
    progress,
    reviewer_agreement,
)
from viewer.commands.documents import Document, score_document
from viewer.corrections import Choice
from viewer.dialogue.protocol import Task
from viewer.journal import Entry, Verb


def question_row(question: Question, answer: Entry | None) -> Document:
    """Return a question, and who answered it how; null for nobody."""
    given = None
    if answer is not None and answer.choice is not None:
        given = {"id": answer.id, "reviewer": answer.reviewer, "choice": str(answer.choice), "at": answer.at}
    return {
        "id": question.id,
        "queue": str(question.queue),
        "kind": str(question.kind),
        "conversation_id": question.conversation_id,
        "speaker": question.speaker,
        "start_s": question.start_s,
        "end_s": question.end_s,
        "pairs": list(question.pairs),
        "task": None if question.task is None else str(question.task),
        "heard": dict(zip("abc", question.heard, strict=True)),
        "models": list(question.models),
        "moves": question.moves,
        "answer": given,
    }


def queue_document(desk: Desk, asked: Sequence[Question], shown: Sequence[Question]) -> Document:
    """Return a queue: the questions shown, and how many there are of each queue and kind."""
    answers = desk.answers(asked)
    return {
        "split": desk.work.name,
        "counts": counts(asked, answers),
        "questions": [
            question_row(one, answers.get(answer_key(one.conversation_id, one.id))) for one in shown
        ],
    }


def counts(asked: Iterable[Question], answers: Mapping[str, Entry]) -> Document:
    """Return how many questions of each queue and kind are asked, and how many are answered."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for one in asked:
        cell = found.setdefault(str(one.queue), {}).setdefault(str(one.kind), {"asked": 0, "answered": 0})
        cell["asked"] += 1
        cell["answered"] += answer_key(one.conversation_id, one.id) in answers
    return found


def stats_document(desk: Desk, asked: Sequence[Question], effect: Effect) -> Document:
    """Return what was done at the desk, and what it moves."""
    entries, verdicts = desk.entries(), desk.all_verdicts()
    return {
        "split": desk.work.name,
        "entries": len(entries),
        "verdicts": {
            "given": sum(one.verb is Verb.VERDICT for one in entries),
            "standing": len(verdicts),
            "on_other_labels": len(desk.stale_verdicts()),
            "by_choice": {
                str(choice): count
                for choice in Choice
                if (count := sum(one.choice is choice for one in verdicts))
            },
        },
        "questions": counts(asked, desk.answers(asked)),
        "reviewers": _reviewers(asked, verdicts),
        "agreement": agreement_document(reviewer_agreement(verdicts, desk.work.conversations)),
        **effect_document(effect),
    }


def _reviewers(asked: Iterable[Question], verdicts: Sequence[Entry]) -> Document:
    answered = progress(asked, verdicts)
    given = Counter(one.reviewer for one in verdicts)
    verified = {one.reviewer for one in verdicts if one.is_verified}
    return {
        name: {
            "is_verified": name in verified,
            "verdicts": count,
            "answered": dict(answered.get(name, {})),
        }
        for name, count in sorted(given.items())
    }


def agreement_document(found: ReviewerAgreement) -> Document:
    """Return the agreement of the people at the desk; null for what has no value."""
    return {
        "fleiss_kappa": found.fleiss_kappa,
        "pairs": [
            {
                "reviewers": list(pair),
                "cohen_kappa": kappa,
                "boundary_f1_mean": found.boundary_f1_mean[pair],
                "frames": found.frames[pair],
            }
            for pair, kappa in found.cohen_kappa.items()
        ],
    }


def effect_document(effect: Effect) -> Document:
    """Return what verdicts move: the events of gold, and every model's scores before and after."""
    changes = {
        name: [{**dataclasses.asdict(one), "task": str(one.task)} for one in found]
        for name, found in effect.changes.items()
        if found
    }
    return {
        "gold_changes": changes,
        "models": _moved(effect.split),
        "conversations": {name: _moved(models) for name, models in effect.dialogues.items()},
    }


def _moved(models: Mapping[str, Mapping[Task, Moved]]) -> Document:
    return {
        name: {
            str(task): {"before": score_document(one.before), "after": score_document(one.after)}
            for task, one in scores.items()
        }
        for name, scores in models.items()
    }
