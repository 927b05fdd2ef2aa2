"""What was decided about a dialogue, by whom and when; and which corrections are on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import Any

from viewer.audit import Desk
from viewer.corrections import Choice
from viewer.journal import Entry, Verb
from viewer.view_models.audit_words import CHOICE_TITLES, segments_text
from viewer.view_models.formats import clock, plural

SHOWN = 200
SHORT = 8
SEPARATOR = "."
VERB_TITLES = {Verb.UNDO: "undid", Verb.REDO: "redid"}
_MICROSECONDS = 1_000_000


def off_ids(desk: Desk, text: str) -> frozenset[str]:
    """Return the ids of the standing verdicts that the address switches off."""
    short = frozenset(part for part in text.split(SEPARATOR) if part)
    return (
        frozenset(one.id for one in desk.all_verdicts() if one.id[:SHORT] in short) if short else frozenset()
    )


def corrections(desk: Desk, off: Collection[str], hidden: Collection[str] = ()) -> tuple[int, int]:
    """Return how many corrections stand, and how many of them are switched off; "cannot tell" is none."""
    found = [
        one for one in desk.all_verdicts() if one.choice is not Choice.CANNOT_TELL and one.id not in hidden
    ]
    return len(found), sum(one.id in off for one in found)


def badge(standing: int, off: int) -> dict[str, Any]:
    """Return whether the numbers beside it are the benchmark's."""
    on = standing - off
    note = f", {off} off" if off else ""
    if on:
        return {"is_benchmark": False, "text": f"corrected gold ({plural(on, 'correction')}{note})"}
    return {"is_benchmark": True, "text": f"benchmark’s gold{note}"}


def note(*, is_benchmark: bool, is_preview: bool) -> str:
    """Return what the numbers beside the badge are."""
    elsewhere = "All other pages show the benchmark’s numbers."
    if is_preview:
        before = "the benchmark’s" if is_benchmark else "with the corrections that are on"
        return f"Before the arrow {before}, after it with this verdict too. {elsewhere}"
    if is_benchmark:
        return "Nothing is corrected: these are the benchmark’s numbers."
    return f"Before the arrow the benchmark’s, after it corrected ones. {elsewhere}"


def history_rows(
    desk: Desk, conversation_id: str, reviewer: str, off: Collection[str], hidden: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Return what was written about a dialogue, the latest first.

    Parameters
    ----------
    desk
        Read as far as it is.
    conversation_id
        The dialogue.
    reviewer
        Who looks: called "you".
    off
        Ids of the verdicts that are switched off.
    hidden
        Ids of verdicts that are not shown yet.
    """
    entries = desk.entries(conversation_id)
    known = {one.id: one for one in entries}
    stands = {one.id for one in desk.verdicts(conversation_id)}
    rows = []
    for one in reversed(entries):
        about = known.get(one.target, one)
        if about.id in hidden:
            continue
        rows.append(_row(one, about, reviewer, stands=one.id in stands, is_off=one.id in off))
        if len(rows) == SHOWN:
            break
    return rows


def _row(one: Entry, about: Entry, reviewer: str, *, stands: bool, is_off: bool) -> dict[str, Any]:
    who = "you" if one.reviewer == reviewer else one.reviewer
    what = verdict_text(about)
    is_verdict = one.verb is Verb.VERDICT
    return {
        "id": one.id,
        "at_ms": one.at_us // 1000,
        "day": dt.datetime.fromtimestamp(one.at_us / _MICROSECONDS, tz=dt.UTC).date().isoformat(),
        "place": f"Speaker {about.channel.speaker}, {clock(about.start_s)}",
        "what": what if is_verdict else f"{VERB_TITLES[one.verb]}: {what}",
        "who": who if one.is_verified else f"{who}, unverified",
        "comment": one.comment,
        "can_undo": stands,
        "can_switch": stands and one.choice is not Choice.CANNOT_TELL,
        "is_off": is_off,
        "is_undone": is_verdict and not stands,
    }


def verdict_text(one: Entry) -> str:
    """Return what a verdict says, in words."""
    if one.choice is None:
        return ""
    title = CHOICE_TITLES[one.choice]
    if one.choice is Choice.CANNOT_TELL:
        return title
    return f"{title}: {segments_text(one.segments)}"
