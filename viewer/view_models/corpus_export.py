"""The corpus page's tables as files: every number in full, stamped with what they were made of."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from viewer.corpus import Dynamics
from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS
from viewer.dialogue.protocol import PROTOCOL_VERSION
from viewer.environment import version
from viewer.errors import UnknownNameError
from viewer.exports.csv_text import Cell, csv_text
from viewer.loaders import label_digests
from viewer.view_models.corpus_agreement import AGREEMENT
from viewer.view_models.corpus_data import BINNINGS, CorpusData, corpus_data
from viewer.view_models.corpus_distributions import distributions
from viewer.view_models.corpus_moments import OF_NO_ANNOTATOR
from viewer.view_models.corpus_page import filters_of
from viewer.view_models.corpus_tables import chosen_rows, label_kind, scope_text, type_order
from viewer.view_models.json_text import as_text
from viewer.view_models.leaderboard_document import files_document
from viewer.view_models.moment_pick import MomentPick, from_text
from viewer.view_models.place import Place
from viewer.view_models.published_corpus import TABLE
from viewer.view_models.stamps import stamped
from viewer.workspace import SplitWork

FILES = {
    "corpus.json": "All tables, JSON",
    "dynamics.csv": "Dynamics, CSV",
    "agreement.csv": "Agreement, CSV",
    "labels.csv": "Labels, CSV",
    "distributions.csv": "Distributions, CSV",
    "moments.csv": "Listed moments, CSV",
}
"""What can be saved, by the end of its name."""
FIELDS = tuple(field.name for field in dataclasses.fields(Dynamics))


@dataclass(frozen=True)
class _Asked:
    """What a file is made of."""

    work: SplitWork
    data: CorpusData
    filters: MomentPick
    moments: MomentPick | None


def corpus_file(work: SplitWork, place: Place, name: str) -> str:
    """Return one of `FILES` of the open split at the page's filters; hidden labels are refused."""
    work.require_labels()
    if name not in FILES:
        raise UnknownNameError(f"expected one of the files {', '.join(FILES)}, found {name!r}")
    filters = filters_of(work, *(place.option(option) for option in ("type", "pairing", "only")))
    asked = _Asked(work, corpus_data(work, place.settings), filters, from_text(place.option("moments")))
    files = files_document(label_digests(work.split))
    scope = scope_text(work, asked.data, filters)
    if name == "corpus.json":
        corpus = {"title": work.corpus.title, "split": work.name, "dialogues": len(work.conversations)}
        tables = {table.removesuffix(".csv"): _records(make(asked)) for table, make in _TABLES.items()}
        content = {"corpus": corpus, "scope": scope, "files": files, **tables}
        return as_text(stamped(content, place.settings))
    columns, *rows = _TABLES[name](asked)
    stamp: dict[str, Cell] = {
        "corpus": work.corpus.title,
        "split": work.name,
        "scope": scope,
        "benchmark_settings": place.settings.is_benchmark,
        "labels_sha256": files["labels_sha256"],
        "protocol": PROTOCOL_VERSION,
        "version": version(),
    }
    return csv_text([*map(str, columns), *stamp], ([*row, *stamp.values()] for row in rows))


Rows = Iterator[list[Cell]]


def _records(rows: Rows) -> list[dict[str, Cell]]:
    columns, *others = rows
    return [dict(zip(map(str, columns), row, strict=True)) for row in others]


def _dynamics(asked: _Asked) -> Rows:
    """Yield the dynamics of types, of all dialogues, and of each chosen dialogue."""
    measures = asked.data.measures
    published = [f"published_{name}" for name in TABLE[""]]
    yield ["of", "conversation_type", "conversation_id", "dialogues", *FIELDS, *published]
    for kind in (*type_order(measures.conversation_types), ""):
        rows = chosen_rows(asked.data, MomentPick("events", conversation_type=kind))
        mean = dataclasses.asdict(measures.mean_dynamics(rows))
        others = [TABLE.get(kind, {}).get(name) for name in TABLE[""]]
        yield ["type" if kind else "all", kind, "", len(rows), *mean.values(), *others]
    for row in chosen_rows(asked.data, asked.filters):
        values = dataclasses.asdict(measures.dynamics[row]).values()
        nothing = [None] * len(published)
        yield [
            "dialogue",
            measures.conversation_types[row],
            measures.conversation_ids[row],
            1,
            *values,
            *nothing,
        ]


def _agreement(asked: _Asked) -> Rows:
    """Yield the agreement over the chosen dialogues, and of each."""
    measures, rows = asked.data.measures, chosen_rows(asked.data, asked.filters)
    yield ["of", "conversation_id", "conversation_type", "frames", *(one.key for one in AGREEMENT)]
    pooled = measures.pooled_agreement(rows)
    yield ["all", "", "", pooled.frames, *(one.of(pooled) for one in AGREEMENT)]
    for row in rows:
        found = measures.pooled_agreement([row])
        names = (measures.conversation_ids[row], measures.conversation_types[row])
        yield ["dialogue", *names, found.frames, *(one.of(found) for one in AGREEMENT)]


def _labels(asked: _Asked) -> Rows:
    """Yield every label that is used, by dialogue, speaker and annotator."""
    every = asked.data.measures.inventory
    yield ["conversation_id", "speaker", "annotator", "label", "class", "count", "seconds"]
    for row in chosen_rows(asked.data, asked.filters):
        name = asked.data.measures.conversation_ids[row]
        for speaker, annotator, label in zip(*every.counts[row].nonzero(), strict=True):
            place = (row, speaker, annotator, label)
            yield [
                name, SPEAKERS[speaker], ANNOTATORS[annotator], every.labels[label],
                label_kind(every.labels[label]), int(every.counts[place]), float(every.seconds[place]),
            ]  # fmt: skip


def _distributions(asked: _Asked) -> Rows:
    """Yield every bin of every distribution; what lies beyond has no edge there."""
    yield ["distribution", "unit", "from", "to", "count", "median_of_all"]
    for one in distributions(asked.data, asked.filters):
        edges = pairwise(BINNINGS[one.measure].edges)
        for (low, high), count in zip(edges, one.counts, strict=True):
            yield [one.measure, one.unit, _finite(low), _finite(high), count, one.median]


def _finite(edge: float) -> float | None:
    return edge if abs(edge) < float("inf") else None


def _moments(asked: _Asked) -> Rows:
    """Yield the listed moments, all of them."""
    yield ["conversation_id", "speaker", "annotator", "time_s", "value_s", "words"]
    if asked.moments is None:
        return
    found, conversations = asked.data.picked(asked.moments), list(asked.work.conversations.values())
    columns = (found.dialogue, found.speaker, found.annotator, found.row, found.start_s, found.value_s)
    for dialogue, speaker, heard, row, start_s, value_s in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        one, annotator = conversations[dialogue], ANNOTATORS[heard]
        words = one.track(speaker, annotator).texts[row] if row >= 0 else ""
        whose = "" if asked.moments.measure in OF_NO_ANNOTATOR else annotator
        yield [one.conversation_id, speaker or None, whose, start_s, value_s, words]


_TABLES: dict[str, Callable[[_Asked], Rows]] = {
    "dynamics.csv": _dynamics,
    "agreement.csv": _agreement,
    "labels.csv": _labels,
    "distributions.csv": _distributions,
    "moments.csv": _moments,
}
