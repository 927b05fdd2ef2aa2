"""The list beside the corpus page's numbers: the moments that one of them counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from viewer.corpus import FRAME_S, GROUPS, NO_ROW, PAIRS, Moments, frame_symbols
from viewer.dialogue.conversation import ANNOTATORS, Conversation
from viewer.dialogue.segments import IntArray
from viewer.dialogue.taxonomy import CLASS_NAMES, LabelClass
from viewer.view_models.corpus_data import BINNINGS, CorpusData
from viewer.view_models.corpus_distributions import SIGNED, WORDS, bin_text, value_text
from viewer.view_models.corpus_tables import NO_LABEL, scope_text
from viewer.view_models.formats import clock, plural
from viewer.view_models.moment_pick import DIFFER, LABEL, MomentPick, to_text
from viewer.view_models.words import first_words, last_words
from viewer.workspace import SplitWork

PAGE_ROWS = 200
AT_THE_END = ("pauses", "gold_pauses", "held", "last")
"""Moments at the end of a turn: its last words are shown."""
_NAMES = {pair: (pair[0], pair[1]) for pair in PAIRS}
TITLES = {
    "events": "Segments",
    "words": "Segments with words",
    "backchannels": "Backchannels",
    "interruptions": "Interruptions",
    "overlap": "Segments labelled Overlap",
    "laughter": "Laughter",
    "silences": "Silences",
    "held": "Gold EOTs, the other already had the floor",
    "last": "Gold EOTs, the other does not speak again",
    "unopposed": "Gold INTs, the other was not speaking",
    **{
        f"differ_{pair}": f"Stretches in which {first} and {second} differ"
        for pair, (first, second) in _NAMES.items()
    },
    **{
        f"starts_{pair}": f"Starts of {first} and {second} without a partner"
        for pair, (first, second) in _NAMES.items()
    },
    "differ_abc": "Stretches in which a, b and c differ",
    **{name: words.title for name, words in WORDS.items()},
}
OF_NO_ANNOTATOR = ("takes", "gold_pauses", "held", "last", "goes_on", "unopposed", *DIFFER)


def moment_list(work: SplitWork, data: CorpusData, pick: MomentPick | None) -> dict[str, Any] | None:
    """Return the moments of a pick, a page of them, and how to get the others; None without a pick."""
    if pick is None:
        return None
    moments = data.picked(pick)
    count = len(moments)
    first = min(pick.first, max(0, count - 1)) // PAGE_ROWS * PAGE_ROWS
    stop = min(first + PAGE_ROWS, count)
    dialogues = len(set(moments.dialogue.tolist()))
    return {
        "title": title_of(pick),
        "scope": _scope(work, data, pick),
        "count": count,
        "summary": f"{plural(count, 'moment')} in {plural(dialogues, 'dialogue')}",
        "range": f"{first + 1:,} to {stop:,} of {count:,}" if count > PAGE_ROWS else "",
        "before": to_text(replace(pick, first=max(0, first - PAGE_ROWS))) if first else "",
        "after": to_text(replace(pick, first=stop)) if stop < count else "",
        "pick": to_text(replace(pick, first=0)),
        "bins": _bins_beside(data, pick),
        "has_annotator": pick.measure not in OF_NO_ANNOTATOR,
        "rows": rows_of(work, data, pick.measure, moments, range(first, stop)),
    }


def _bins_beside(data: CorpusData, pick: MomentPick) -> dict[str, str] | None:
    """Return the picks of the next bins below and above that hold anything, None where there are no bins."""
    if pick.measure not in BINNINGS:
        return None
    values = data.picked(replace(pick, bin=-1)).value_s
    filled = sorted(set(BINNINGS[pick.measure].of(values).tolist()))
    below = [number for number in filled if number < pick.bin]
    above = [number for number in filled if number > pick.bin]
    return {
        "below": to_text(replace(pick, bin=below[-1], first=0)) if below else "",
        "above": to_text(replace(pick, bin=above[0], first=0)) if above else "",
        "all": to_text(replace(pick, bin=-1, first=0)) if pick.bin >= 0 else "",
    }


def title_of(pick: MomentPick) -> str:
    """Return what is listed, in words."""
    title = (pick.label or NO_LABEL) if pick.measure == LABEL else TITLES[pick.measure]
    bins = BINNINGS.get(pick.measure)
    if bins is None or not 0 <= pick.bin < bins.size:
        return title
    return f"{title}, {bin_text(bins, pick.bin, is_signed=pick.measure in SIGNED)}"


def _scope(work: SplitWork, data: CorpusData, pick: MomentPick) -> str:
    parts = [scope_text(work, data, pick)]
    parts += [f"annotator {pick.annotator}"] if pick.annotator else []
    parts += [f"speaker {pick.speaker}"] if pick.speaker else []
    return ", ".join(parts)


def rows_of(
    work: SplitWork, data: CorpusData, measure: str, moments: Moments, chosen: range
) -> list[dict[str, Any]]:
    """Return moments as rows: where, when, whose, how long, and which words."""
    ids = data.measures.conversation_ids
    heard = _Heard(GROUPS[measure.removeprefix("differ_")] if measure in DIFFER else ())
    rows = []
    for at in chosen:
        conversation = work.conversation(ids[int(moments.dialogue[at])])
        speaker, annotator = int(moments.speaker[at]), ANNOTATORS[int(moments.annotator[at])]
        row, start_s = int(moments.row[at]), float(moments.start_s[at])
        text = "" if row == NO_ROW else conversation.track(speaker, annotator).texts[row]
        rows.append(
            {
                "dialogue": conversation.conversation_id,
                "title": conversation.title,
                "clock": clock(start_s),
                "at_s": min(start_s, conversation.duration_s),
                "speaker": speaker,
                "annotator": "" if measure in OF_NO_ANNOTATOR else annotator,
                "value": value_text(measure, float(moments.value_s[at])),
                "words": heard.at(conversation, speaker, start_s)
                or (last_words(text) if measure in AT_THE_END else first_words(text)),
            }
        )
    return rows


class _Heard:
    """What each of some annotators heard at a time: "a Turn, b silence"; nothing without annotators."""

    def __init__(self, members: tuple[int, ...]) -> None:
        self._members = members
        self._symbols: dict[tuple[str, int, int], IntArray] = {}

    def at(self, conversation: Conversation, speaker: int, start_s: float) -> str:
        """Return what was heard in the frame that begins at a time."""
        names = [self._name(conversation, speaker, one, round(start_s / FRAME_S)) for one in self._members]
        return ", ".join(f"{ANNOTATORS[one]} {name}" for one, name in zip(self._members, names, strict=True))

    def _name(self, conversation: Conversation, speaker: int, member: int, frame: int) -> str:
        key = (conversation.conversation_id, speaker, member)
        if key not in self._symbols:
            track = conversation.track(speaker, ANNOTATORS[member])
            self._symbols[key] = frame_symbols(track, conversation.duration_s)
        symbol = int(self._symbols[key][frame])
        return CLASS_NAMES[LabelClass(symbol - 1)] if symbol else "silence"
