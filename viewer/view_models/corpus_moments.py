"""The list beside the corpus page's numbers: the moments that one of them counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from viewer.corpus import NO_ROW, Moments
from viewer.dialogue.conversation import ANNOTATORS
from viewer.view_models.corpus_data import BINNINGS, CorpusData
from viewer.view_models.corpus_distributions import SIGNED, WORDS, bin_text, value_text
from viewer.view_models.corpus_tables import NO_LABEL, scope_text
from viewer.view_models.formats import clock, plural
from viewer.view_models.moment_pick import LABEL, MomentPick, to_text
from viewer.view_models.words import first_words, last_words
from viewer.workspace import SplitWork

PAGE_ROWS = 200
AT_THE_END = ("pauses", "gold_pauses", "held", "last")
"""Moments at the end of a turn: its last words are shown."""
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
    **{name: words.title for name, words in WORDS.items()},
}
OF_CONSENSUS = ("takes", "gold_pauses", "held", "last", "goes_on", "unopposed")


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
        "has_annotator": pick.measure not in OF_CONSENSUS,
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
                "annotator": "" if measure in OF_CONSENSUS else annotator,
                "value": value_text(measure, float(moments.value_s[at])),
                "words": last_words(text) if measure in AT_THE_END else first_words(text),
            }
        )
    return rows
