"""An example to hear for the terms of the glossary, found in the open corpus when it is first asked for.

Labels: the segment on which most annotators agree, of a length that is easy to hear. Events, spans and
verdicts: those of the benchmark's gold and of the first model that has one. Every choice is the same for
the same corpus.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

import numpy as np

from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.protocol import BENCHMARK
from viewer.dialogue.segments import FloatArray
from viewer.dialogue.taxonomy import ALIASES, LABEL_CLASSES
from viewer.view_models.example_events import event_examples
from viewer.view_models.example_rows import Example, fitness
from viewer.view_models.glossary_labels import LABEL_ROWS, label_id
from viewer.workspace import SplitWork, Workspace

CACHED_SPLITS = 8


@lru_cache(maxsize=CACHED_SPLITS)
def examples_of(work: SplitWork) -> dict[str, Example]:
    """Return an example for every term that the split can show; none where its labels are hidden.

    Parameters
    ----------
    work
        A split, as all sessions share it.

    Returns
    -------
    dict
        By the glossary's id. A term without an entry has no example in this split.
    """
    if work.is_hidden:
        return {}
    found = label_examples(work)
    for row in LABEL_ROWS:
        own = [found[label_id(label)] for label in row.labels if label_id(label) in found]
        if row.is_class and own:
            best = max(own, key=lambda one: one.agreeing)
            found[row.id] = replace(best, note=f"Labelled {best.label}. {best.note}")
    return {**event_examples(work), **found}


def open_split(workspace: Workspace, work: SplitWork) -> SplitWork:
    """Return the split that examples come from: this one, or the corpus's first with public labels."""
    if not work.is_hidden:
        return work
    names = [name for name, split in workspace.corpus.splits.items() if not split.is_hidden]
    return workspace.split(names[0]) if names else work


def label_examples(work: SplitWork) -> dict[str, Example]:
    """Return the clearest segment of each of the 17 labels, by the glossary's id."""
    best: dict[str, tuple[tuple[float, float], Example]] = {}
    for name in work.scorable_ids:
        if work.audio(name) is None:
            continue
        for rank, example in _segments(work.conversations[name]):
            term = label_id(example.label)
            if term not in best or rank > best[term][0]:
                best[term] = (rank, example)
    return {term: example for term, (_, example) in best.items()}


@dataclass(frozen=True, slots=True)
class _Group:
    """One annotator's segments of one label: positions in the track, starts and ends."""

    start_s: FloatArray
    end_s: FloatArray
    texts: list[str]


def _segments(conversation: Conversation) -> Iterator[tuple[tuple[float, float], Example]]:
    """Yield every labelled segment with its rank: how many agree, then how well its length can be heard."""
    for speaker in SPEAKERS:
        groups = {annotator: _groups(conversation, speaker, annotator) for annotator in ANNOTATORS}
        for label in LABEL_CLASSES:
            tracks = {name: found[label] for name, found in groups.items() if label in found}
            agreeing = _agreeing(tracks)
            for annotator, group in tracks.items():
                for row in range(len(group.texts)):
                    names = agreeing[annotator][row]
                    start, end = float(group.start_s[row]), float(group.end_s[row])
                    example = Example(
                        conversation.conversation_id, speaker, start, end,
                        words=group.texts[row], label=label, agreeing=len(names), note=_agreement(names),
                    )  # fmt: skip
                    yield (float(len(names)), fitness(end - start)), example


def _groups(conversation: Conversation, speaker: int, annotator: str) -> dict[str, _Group]:
    track = conversation.track(speaker, annotator)
    rows: dict[str, list[int]] = {}
    for row, label in enumerate(track.labels):
        rows.setdefault(ALIASES.get(label, label), []).append(row)
    return {
        label: _Group(track.start_s[own], track.end_s[own], [track.texts[row] for row in own])
        for label, own in rows.items()
    }


def _agreeing(tracks: dict[str, _Group]) -> dict[str, list[set[str]]]:
    """Return, for every segment of each annotator, the annotators who heard the same there."""
    found = {name: [{name} for _ in group.texts] for name, group in tracks.items()}
    for one, other in combinations(tracks, 2):
        a, b = tracks[one], tracks[other]
        is_same = np.abs(a.start_s[:, None] - b.start_s[None, :]) <= BENCHMARK.tolerance_s
        is_same &= np.abs(a.end_s[:, None] - b.end_s[None, :]) <= BENCHMARK.tolerance_s
        for row, column in np.argwhere(is_same).tolist():
            found[one][row].add(other)
            found[other][column].add(one)
    return found


def _agreement(names: set[str]) -> str:
    """Say who heard it."""
    ordered = sorted(names)
    if len(ordered) == 1:
        return f"Only annotator {ordered[0]} labelled it so."
    return f"Annotators {', '.join(ordered[:-1])} and {ordered[-1]} agree."
