"""The corpus page of a dev-sized split: measured once, then every filter and every list."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.corpus_page import measure_in_browser
from benchmarks.dialogues import Case, make_split
from benchmarks.tables import Figure, below, milliseconds
from viewer.corpus import measure_corpus, measure_reactions
from viewer.dialogue.protocol import BENCHMARK
from viewer.view_models.corpus_data import CorpusData, corpus_data
from viewer.view_models.corpus_distributions import distributions
from viewer.view_models.corpus_moments import moment_list
from viewer.view_models.corpus_page import corpus_page, filters_of
from viewer.view_models.json_text import as_text
from viewer.view_models.moment_pick import MomentPick
from viewer.view_models.page_options import read_options
from viewer.view_models.place import Place
from viewer.views.corpus_page import CorpusPage
from viewer.views.state import State
from viewer.workspace import SplitWork, Workspace, open_workspace

SEED = 38
CASES = "cases.json"
OPEN_LIMIT_MS = 1000
FILTER_LIMIT_MS = 150
TYPES = ("Casual/Spontaneous", "Instructional", "Narrative/Storytelling")


def measure() -> Iterator[Figure]:
    """Measure the corpus page over 38 dialogues of 11.5 minutes."""
    cases = [
        case | {"metadata": {"conversation_type": TYPES[row % len(TYPES)]}}
        for row, case in enumerate(make_split(np.random.default_rng(SEED)))
    ]
    with tempfile.TemporaryDirectory() as folder:
        workspace = _workspace(Path(folder), cases)
        work = workspace.split()
        conversations = list(work.conversations.values())
        golds = work.golds(BENCHMARK)
        data = corpus_data(work, BENCHMARK)
        every, typed = filters_of(work, "", "", ""), filters_of(work, TYPES[0], "", "")
        yield Figure(
            "segments and floor transfers", f"{len(data.moments['events'])}, {len(data.measures.transfers)}"
        )
        measure_ms = milliseconds(
            lambda: (measure_corpus(conversations), measure_reactions(conversations, golds)), 5
        )
        yield Figure("measuring the split, once for all sessions", f"{measure_ms:.1f} ms")
        for words, filters in (("all dialogues", every), ("one type", typed)):
            filter_ms = milliseconds(lambda filters=filters: _page(work, data, filters), 9)  # type: ignore[misc]  # bound early
            yield below(f"tables and figures of {words}", filter_ms, FILTER_LIMIT_MS)
        list_ms = milliseconds(lambda: moment_list(work, data, MomentPick("events")), 9)
        yield below("the list of the largest number", list_ms, FILTER_LIMIT_MS)
        open_ms = milliseconds(lambda: _opened(workspace), 5)
        yield below("the page of a new session, made and drawn, warm", open_ms, OPEN_LIMIT_MS)
        page, state = _opened(workspace)
        steps = iter(range(10**6))
        redraw_ms = milliseconds(lambda: _filtered(page, state, next(steps)), 9)
        yield below("another type in an open page", redraw_ms, FILTER_LIMIT_MS)
        yield from measure_in_browser(Path(folder) / CASES, Path(folder), TYPES)


def _workspace(folder: Path, cases: list[Case]) -> Workspace:
    path = folder / CASES
    path.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    return open_workspace(path)


def _page(work: SplitWork, data: CorpusData, filters: MomentPick) -> int:
    page = as_text(corpus_page(work, data, filters, BENCHMARK))
    return len(page) + len(distributions(data, filters))


def _opened(workspace: Workspace) -> tuple[CorpusPage, State]:
    state = State(workspace, {"page": "corpus"})
    page = CorpusPage(state)
    page.draw(state.place)
    page.__panel__().get_root()
    return page, state


def _filtered(page: CorpusPage, state: State, step: int) -> Place:
    options = read_options({"type": TYPES[step % len(TYPES)]})
    place = Place(split=state.place.split, page="corpus", options=options)
    page.draw(place)
    return place
