"""Who may see what at the desk, and how far the people at it have come."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from viewer.audit import Desk, Question, Queue, progress, questions, reviewer_agreement, spot_checks
from viewer.corrections import Choice
from viewer.journal import Entry
from viewer.loaders.roles import Role
from viewer.view_models.audit_queue import item_key
from viewer.view_models.audit_seat import Seat
from viewer.view_models.audit_words import QUEUE_TITLES
from viewer.view_models.formats import DASH

NOBODY: frozenset[str] = frozenset()


def hidden_ids(desk: Desk, seat: Seat) -> frozenset[str]:
    """Return the verdicts that a second reviewer does not see yet: those on questions without their own."""
    if seat.role is not Role.SECOND:
        return NOBODY
    standing = desk.all_verdicts()
    decided = {_key(one) for one in standing if one.reviewer == seat.reviewer}
    return frozenset(one.id for one in standing if one.reviewer != seat.reviewer and _key(one) not in decided)


def differing(desk: Desk, leads: Collection[str]) -> frozenset[str]:
    """Return the questions, by their names, on which people's standing verdicts differ and no lead came last.

    Parameters
    ----------
    desk
        Read as far as it is.
    leads
        Whose word settles.
    """
    found = set()
    for (conversation_id, question_id), entries in _by_question(desk).items():
        last = {one.reviewer: one for one in entries}
        told = {(one.choice is Choice.CANNOT_TELL, one.segments) for one in last.values()}
        if len(told) > 1 and entries[-1].reviewer not in leads:
            found.add(item_key(conversation_id, question_id))
    return frozenset(found)


def _by_question(desk: Desk) -> Mapping[tuple[str, str], list[Entry]]:
    found: dict[tuple[str, str], list[Entry]] = {}
    for one in desk.all_verdicts():
        if one.item:
            found.setdefault(_key(one), []).append(one)
    return found


def _key(entry: Entry) -> tuple[str, str]:
    return entry.channel.conversation_id, entry.item


def people(desk: Desk, seed: int) -> dict[str, Any]:
    """Return progress per person and queue, and the agreement of reviewers.

    References
    ----------
    PROTOCOL section 7, "Agreement"; ``docs/decisions/0014-audit-desk.md``.
    """
    asked: list[Question] = [*questions(desk.work, desk.settings)]
    asked += spot_checks(desk.work, desk.settings, seed=seed)
    standing = desk.all_verdicts()
    found = progress(asked, standing)
    agreed = reviewer_agreement(standing, desk.work.conversations)
    return {
        "queues": list(QUEUE_TITLES.values()),
        "progress": [
            {"name": name, "counts": [counts[queue] for queue in Queue]} for name, counts in found.items()
        ],
        "pairs": [
            {
                "title": " and ".join(pair),
                "kappa": _value(kappa),
                "f1": _value(agreed.boundary_f1_mean[pair]),
                "frames": agreed.frames[pair],
            }
            for pair, kappa in agreed.cohen_kappa.items()
        ],
        "fleiss": _value(agreed.fleiss_kappa),
    }


def _value(value: float | None) -> str:
    return DASH if value is None else f"{value:.2f}"
