"""What was decided about a split, by whom and when; and which corrections are on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from viewer.audit import Desk
from viewer.corrections import Choice
from viewer.journal import Entry, Verb
from viewer.view_models.audit_words import CHOICE_TITLES, segments_text
from viewer.view_models.formats import clock, plural

SHOWN = 50
SHORT = 8
US_PER_MS = 1000
SEPARATOR = "."
VERB_TITLES = {Verb.UNDO: "undid", Verb.REDO: "redid"}


def off_ids(desk: Desk, text: str) -> frozenset[str]:
    """Return the ids of the standing verdicts that the address switches off."""
    short = frozenset(part for part in text.split(SEPARATOR) if part)
    return (
        frozenset(one.id for one in standing_verdicts(desk) if one.id[:SHORT] in short)
        if short
        else frozenset()
    )


class Standing:
    """Ids of the verdicts that stand, dialogue by dialogue; only those that changed are looked at again.

    Parameters
    ----------
    desk
        Read as far as it is.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._known: dict[str, tuple[Sequence[Entry], frozenset[str], frozenset[str]]] = {}

    def ids(self, conversation_id: str) -> frozenset[str]:
        """Return the ids of all verdicts that stand on a dialogue."""
        return self._of(conversation_id)[1]

    def counts(self, off: Collection[str], hidden: Collection[str] = ()) -> tuple[int, int]:
        """Return how many corrections stand, and how many are switched off; "cannot tell" is none."""
        count = switched = 0
        for name in self._desk.work.conversations:
            found = self._of(name)[2]
            shown = found - frozenset(hidden) if hidden else found
            count += len(shown)
            switched += len(shown & frozenset(off)) if off else 0
        return count, switched

    def _of(self, name: str) -> tuple[Sequence[Entry], frozenset[str], frozenset[str]]:
        verdicts = self._desk.verdicts(name)
        if name not in self._known or self._known[name][0] is not verdicts:
            corrections = (one.id for one in verdicts if one.choice is not Choice.CANNOT_TELL)
            ids = (one.id for one in verdicts)
            self._known[name] = (verdicts, frozenset(ids), frozenset(corrections))
        return self._known[name]


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


class Recent:
    """What was written about a split last, in the order of arrival.

    Parameters
    ----------
    desk
        Read as far as it is.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._entries = sorted(desk.entries(), key=lambda one: one.sequence)
        self._position = self._entries[-1].sequence if self._entries else 0
        del self._entries[:-SHOWN]

    def read(self) -> list[Entry]:
        """Return it with what has arrived since.

        Raises
        ------
        JournalError
            If the journal cannot be read.
        """
        found = self._desk.journal.since(self._position)
        if found:
            self._position = found[-1].sequence
            self._entries += [one for one in found if one.channel.split == self._desk.work.name]
            del self._entries[:-SHOWN]
        return self._entries


def history_rows(
    desk: Desk,
    recent: Sequence[Entry],
    standing: Standing,
    reviewer: str,
    off: Collection[str],
    hidden: Collection[str] = (),
) -> list[dict[str, Any]]:
    """Return what was written about a split, the latest first.

    Parameters
    ----------
    desk
        Read as far as it is.
    recent
        What is listed, in the order of arrival.
    standing
        Which verdicts stand.
    reviewer
        Who looks: called "you".
    off
        Ids of the verdicts that are switched off.
    hidden
        Ids of verdicts that are not shown yet.
    """
    known = {one.id: one for one in recent}
    rows = []
    for one in reversed(recent):
        about = known.get(one.target, one) if one.target else one
        if one.target and one.target not in known:
            about = _target(desk, one)
        if about.id not in hidden:
            name = one.channel.conversation_id
            stands = name in desk.work.conversations and one.id in standing.ids(name)
            rows.append(_row(one, about, _title(desk, name), reviewer, stands=stands, is_off=one.id in off))
    return rows


def _target(desk: Desk, entry: Entry) -> Entry:
    """Return the verdict that an undo or redo is about; it may have been written long before."""
    entries = desk.entries(entry.channel.conversation_id)
    return next((one for one in entries if one.id == entry.target), entry)


def _title(desk: Desk, conversation_id: str) -> str:
    found = desk.work.conversations.get(conversation_id)
    return conversation_id if found is None else found.title or conversation_id


def standing_verdicts(desk: Desk) -> Iterator[Entry]:
    """Yield the verdicts that stand, dialogue by dialogue."""
    for name in desk.work.conversations:
        yield from desk.verdicts(name)


def _row(
    one: Entry, about: Entry, title: str, reviewer: str, *, stands: bool, is_off: bool
) -> dict[str, Any]:
    who = "you" if one.reviewer == reviewer else one.reviewer
    what = verdict_text(about)
    is_verdict = one.verb is Verb.VERDICT
    return {
        "id": one.id,
        "at_ms": one.at_us // US_PER_MS,
        "place": f"{title}, {clock(about.start_s)}, Speaker {about.channel.speaker}",
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
