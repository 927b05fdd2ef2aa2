"""Words found in the transcripts of a split, through an index that all sessions share."""

from __future__ import annotations

import threading
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from viewer.loaders import Split
from viewer.view_models.formats import clock
from viewer.view_models.transcript import SpokenTurn, spoken_turns
from viewer.workspace import SplitWork

MOST_FOUND = 60
LONGEST_QUERY = 200
LEAD_IN_S = 0.5
"""How long before a found word the sound begins: its time is only about right."""
SHOWN_BEFORE, SHOWN_AFTER = 40, 160
ELLIPSIS = "…"
_BREAK = "\n"

Span = tuple[int, int]


def fold(text: str) -> str:
    """Return a text without case and accents, as it is compared.

    Examples
    --------
    >>> fold("Café CRÈME"), fold("Straße")
    ('cafe creme', 'strasse')
    """
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in parts if unicodedata.category(letter)[0] != "M")


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """A turn with the searched words: its place in the index and the ranges of its folded text."""

    index: int
    spans: tuple[Span, ...]


class WordIndex:
    """Every turn of a split as one folded text.

    Parameters
    ----------
    turns
        ``(conversation id, turn)`` in the order in which finds are listed.
    """

    def __init__(self, turns: list[tuple[str, SpokenTurn]]) -> None:
        self.turns = turns
        folded = [fold(turn.text).replace(_BREAK, " ") for _, turn in turns]
        self._text = _BREAK + _BREAK.join(folded) + _BREAK
        self._starts = [1]
        for one in folded:
            self._starts.append(self._starts[-1] + len(one) + 1)

    def find(self, query: str, limit: int = MOST_FOUND) -> tuple[list[FoundTurn], bool]:
        """Return the turns that hold a query, at most `limit`, and whether there are more.

        First those in which it begins a word, then those in which it stands within one, then those in
        which each of its words stands somewhere; each group in the order of the index.
        """
        phrase = " ".join(fold(query[:LONGEST_QUERY]).split())
        if not phrase:
            return [], False
        at_words, within = self._phrases(phrase, limit + 1)
        found = [*at_words, *within]
        if len(found) <= limit:
            known = {one.index for one in found}
            found += self._scattered(phrase.split(" "), known, limit + 1 - len(found))
        return found[:limit], len(found) > limit

    def _phrases(self, phrase: str, limit: int) -> tuple[list[FoundTurn], list[FoundTurn]]:
        at_words: list[FoundTurn] = []
        within: dict[int, FoundTurn] = {}
        place = self._text.find(phrase)
        while place >= 0 and len(at_words) < limit:
            index, begin = self._turn_at(place)
            found = FoundTurn(index, ((place - begin, place - begin + len(phrase)),))
            if self._text[place - 1].isalnum():
                if len(within) < limit:
                    within.setdefault(index, found)
                place = self._text.find(phrase, place + 1)
            else:
                at_words.append(found)
                within.pop(index, None)
                place = self._text.find(phrase, self._starts[index + 1])
        return at_words, list(within.values())

    def _scattered(self, words: list[str], known: set[int], limit: int) -> list[FoundTurn]:
        found: list[FoundTurn] = []
        if len(words) < 2:
            return found
        rarest = max(words, key=len)
        place = self._text.find(rarest)
        while place >= 0 and len(found) < limit:
            index, begin = self._turn_at(place)
            end = self._starts[index + 1]
            places = [self._text.find(word, begin, end) for word in words]
            if index not in known and min(places) >= 0:
                spans = [(at - begin, at - begin + len(word)) for at, word in zip(places, words, strict=True)]
                found.append(FoundTurn(index, _merged(spans)))
            place = self._text.find(rarest, end)
        return found

    def _turn_at(self, place: int) -> tuple[int, int]:
        index = bisect_right(self._starts, place) - 1
        return index, self._starts[index]


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def unfolded(text: str, spans: tuple[Span, ...]) -> list[Span]:
    """Return ranges of a folded text as ranges of the text itself, grown to whole characters.

    Examples
    --------
    >>> unfolded("Straße gut", ((4, 7),))
    [(4, 6)]
    """
    if text.isascii():
        return list(spans)
    origin: list[int] = []
    for place, letter in enumerate(text):
        if len(origin) > spans[-1][1]:
            break
        origin += [place] * len(fold(letter))
    return [(origin[start], origin[end - 1] + 1) for start, end in spans]


_indexes: WeakKeyDictionary[Split, WordIndex] = WeakKeyDictionary()
_lock = threading.Lock()


def word_index(work: SplitWork) -> WordIndex:
    """Return the index of a split, built on first use and shared by all sessions."""
    with _lock:
        index = _indexes.get(work.split)
        if index is None:
            turns = [
                (name, turn) for name in work.split.conversation_ids for turn in spoken_turns(work, name)
            ]
            index = _indexes[work.split] = WordIndex(turns)
        return index


def find_words(work: SplitWork, text: str, nonce: int) -> dict[str, Any]:
    """Return what a search finds: rows for the palette, and the nonce of the question."""
    index = word_index(work)
    found, has_more = index.find(text)
    note = f"The first {MOST_FOUND} are shown." if has_more else ""
    return {
        "nonce": nonce,
        "rows": [_row(work, *index.turns[one.index], one.spans) for one in found],
        "note": note if index.turns else no_words(work),
    }


def no_words(work: SplitWork) -> str:
    """Return why a split has no words to find."""
    if work.is_hidden:
        return f"The labels of {work.name} are hidden: it has no transcripts to search."
    return f"{work.name} has no transcripts to search."


def _row(work: SplitWork, name: str, turn: SpokenTurn, spans: tuple[Span, ...]) -> dict[str, Any]:
    places = unfolded(turn.text, spans)
    at_s = max(turn.start_s, turn.time_at(places[0][0]) - LEAD_IN_S)
    return {
        "dialogue": name,
        "title": work.conversations[name].title,
        "speaker": turn.speaker,
        "clock": clock(max(0.0, at_s)),
        "at_s": max(0.0, at_s),
        "parts": _parts(turn.text, places),
    }


def _parts(text: str, places: list[Span]) -> list[str]:
    """Return a text around what was found, in parts: plain, found, plain, found, … plain."""
    first = places[0][0]
    begin = 0 if first <= SHOWN_BEFORE else text.find(" ", first - SHOWN_BEFORE, first) + 1
    begin = begin or max(0, first - SHOWN_BEFORE)
    end = min(len(text), places[0][1] + SHOWN_AFTER)
    parts, at = [ELLIPSIS + " " if begin else ""], begin
    for start, stop in places:
        if stop <= end:
            parts[-1] += text[at:start]
            parts += [text[start:stop], ""]
            at = stop
    parts[-1] += text[at:end] + (ELLIPSIS if end < len(text) else "")
    return parts
