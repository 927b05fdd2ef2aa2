"""The leaderboard to take home: CSV, JSON, LaTeX, SVG, a page to publish; each with its stamp.

PNG is the SVG as the browser draws it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from viewer.dialogue.protocol import TASKS, Task
from viewer.errors import UnknownNameError
from viewer.exports import latex
from viewer.exports.csv_text import Cell, csv_text
from viewer.exports.leaderboard_page import leaderboard_page
from viewer.exports.trade_off_svg import trade_off_svg
from viewer.scoring import Standing
from viewer.view_models.formats import DASH, plain_ms, plural, rate, type_name
from viewer.view_models.json_text import as_text
from viewer.view_models.leaderboard import HIDDEN, leaderboard
from viewer.view_models.leaderboard_document import leaderboard_document
from viewer.view_models.leaderboard_figure import HEIGHT_PX, WIDTH_PX
from viewer.view_models.leaderboard_rows import block_title
from viewer.view_models.leaderboard_scores import BoardQuery
from viewer.view_models.stamps import Document
from viewer.workspace import SplitWork

COLUMNS = (
    "task", "standing", "rank", "model", "title", "model_version", "recall", "fp_rate", "latency_p10_ms",
    "latency_p50_ms", "latency_p90_ms", "tp", "fn", "fp", "tn", "policy", "recall_floor", "conversation_type",
    "pairing", "benchmark_settings", "corpus", "split", "predictions_sha256", "labels_sha256", "files_sha256",
    "protocol", "version",
)  # fmt: skip
HEADER = ("#", "Model", "Recall", "Fp rate", "p10 ms", "p50 ms", "p90 ms", "TP", "FN", "FP", "TN", "Status")
TASK_TITLES = {Task.EOT: "EOT: ends of turns", Task.INT: "INT: interruptions"}
STATUS = {
    "within_budget": "within budget",
    "over_budget": "over budget",
    "over_ceiling": "over the ceiling",
    None: "no fp rate",
}
REFERENCES = "Published for the benchmark's test split: references, not computed here"


@dataclass(frozen=True)
class Exported:
    """A file to save: the ending of its name, its media type, its text."""

    ending: str
    media_type: str
    text: str


def export(form: str, work: SplitWork, query: BoardQuery, *, dev: SplitWork | None = None) -> Exported:
    """Return the leaderboard in a form of `FORMS`.

    Raises
    ------
    UnknownNameError
        If there is no such form.
    InvalidDataError
        If a file that the numbers come from cannot be read any more.
    """
    if form not in FORMS:
        raise UnknownNameError(f"leaderboard: expected one of the forms {', '.join(FORMS)}, found {form!r}")
    ending, media_type, make = FORMS[form]
    document = leaderboard_document(work, query, dev=dev)
    return Exported(ending, media_type, make(document, work, query))


def _json(document: Document, _: SplitWork, __: BoardQuery) -> str:
    return as_text(document)


def _csv(document: Document, work: SplitWork, query: BoardQuery) -> str:
    """Return one row for each task and model; published rows come last, under a standing of their own."""
    rows = [_computed_row(document, task, entry) for task, entry in _entries(document)]
    for task in TASKS:
        rows += [_published_row(document, task, one) for one in document["published"][str(task)]]
    del work, query
    return csv_text(COLUMNS, [[row.get(name) for name in COLUMNS] for row in rows])


def _entries(document: Document) -> list[tuple[Task, Document]]:
    return [(task, entry) for task in TASKS for entry in document["tasks"][str(task)]["entries"]]


def _stamp_cells(document: Document) -> dict[str, Cell]:
    return {"protocol": document["protocol"], "version": document["version"]}


def _computed_row(document: Document, task: Task, entry: Document) -> dict[str, Cell]:
    score = entry["score"] or {}
    latency = score.get("latency_ms") or {}
    digests = {one["model"]: one["sha256"] for one in document["files"]["list"] if one["model"]}
    return {
        "task": str(task),
        **{name: entry[name] for name in ("standing", "rank", "model", "title")},
        "model_version": entry["version_of_model"],
        **{name: score.get(name) for name in ("recall", "fp_rate", "tp", "fn", "fp", "tn")},
        **{f"latency_{name}_ms": latency.get(name) for name in ("p10", "p50", "p90")},
        "policy": document["policy"]["name"],
        "recall_floor": document["policy"]["recall_floor"],
        **document["filter"],
        "benchmark_settings": str(document["benchmark_settings"]).lower(),
        "corpus": document["corpus"]["title"],
        "split": document["corpus"]["split"],
        "predictions_sha256": digests.get(entry["model"]),
        "labels_sha256": document["files"]["labels_sha256"],
        "files_sha256": document["files"]["sha256"],
        **_stamp_cells(document),
    }


def _published_row(document: Document, task: Task, one: Document) -> dict[str, Cell]:
    return {
        "task": str(task),
        "standing": "published",
        "title": one["system"],
        **{name: one[name] for name in ("recall", "fp_rate", "latency_p50_ms")},
        "corpus": "TurnBench, published results",
        "split": "test",
        **_stamp_cells(document),
    }


def text_blocks(document: Document, query: BoardQuery, task: Task) -> list[dict[str, Any]]:
    """Return a task's rows as texts, in blocks: who is ranked, who is not and why, the references."""
    floor = query.recall_floor
    role = document["corpus"]["role"]
    of_task = replace(query, task=task)
    blocks = []
    for standing in Standing:
        rows = [
            _text_row(entry, floor)
            for entry in document["tasks"][str(task)]["entries"]
            if entry["standing"] == standing
        ]
        blocks.append({"title": block_title(standing, of_task, role), "rows": rows, "is_reference": False})
    published = [
        [
            DASH,
            row["system"],
            rate(row["recall"]),
            rate(row["fp_rate"]),
            DASH,
            plain_ms(row["latency_p50_ms"]),
        ]
        + [DASH] * 5
        + ["published"]
        for row in document["published"][str(task)]
    ]
    blocks.append({"title": REFERENCES, "rows": published, "is_reference": True})
    return [block for block in blocks if block["rows"]]


def _text_row(entry: Document, floor: float) -> list[str]:
    score = entry["score"] or {}
    latency = score.get("latency_ms") or {}
    status = "not supported" if entry["standing"] == Standing.UNSUPPORTED else STATUS[entry["fp_state"]]
    counts = [score.get(name) for name in ("tp", "fn", "fp", "tn")]
    return [
        DASH if entry["rank"] is None else str(entry["rank"]),
        entry["title"],
        rate(score.get("recall"), floor),
        rate(score.get("fp_rate")),
        *(plain_ms(latency.get(name)) for name in ("p10", "p50", "p90")),
        *(DASH if count is None else str(count) for count in counts),
        status,
    ]


def stamp_lines(document: Document) -> list[str]:
    """Return in words what a leaderboard was made from."""
    corpus, files = document["corpus"], document["files"]
    other = "" if document["benchmark_settings"] else ", not the benchmark's settings"
    labels = files["labels_sha256"]
    where = f"{corpus['title']}, {corpus['split']} ({corpus['role']})"
    return [
        f"turnbench-viewer {document['version']}, protocol {document['protocol']}{other}",
        f"{where}: {_filter_words(document)}; policy: {document['policy']['title']}",
        *([f"labels SHA-256 {labels}"] if labels else []),
        f"all files SHA-256 {files['sha256']}",
    ]


def _filter_words(document: Document) -> str:
    chosen = document["filter"]
    parts = [plural(chosen["dialogues"], "dialogue")]
    if chosen["conversation_type"]:
        parts.append(type_name(chosen["conversation_type"]))
    if chosen["pairing"]:
        parts.append(f"pairing {chosen['pairing']}")
    return ", ".join(parts)


def _latex(document: Document, work: SplitWork, query: BoardQuery) -> str:
    """Return one table for each task."""
    corpus = document["corpus"]
    digests = [f"{one['sha256']}  {one['file'] or one['model']}" for one in document["files"]["list"]]
    lines = [latex.comment(line) for line in [*stamp_lines(document), corpus["notice"], *digests] if line]
    lines.append(latex.comment(r"needs \usepackage{booktabs}"))
    for task in TASKS:
        blocks = [(one["title"], one["rows"]) for one in text_blocks(document, query, task)]
        caption = f"{TASK_TITLES[task]}. {'. '.join(stamp_lines(document)[:2])}."
        lines += [
            r"\begin{table}",
            rf"\caption{{{latex.escaped(caption)}}}",
            latex.tabular(HEADER, blocks, last_is_text=True),
            r"\end{table}",
        ]
    del work
    return "\n".join(lines) + "\n"


def _svg(document: Document, work: SplitWork, query: BoardQuery) -> str:
    return _figure(document, work, query, query.task, is_standalone=True)


def _figure(
    document: Document, work: SplitWork, query: BoardQuery, task: Task, *, is_standalone: bool
) -> str:
    corpus = document["corpus"]
    board = leaderboard(work, replace(query, task=task))
    stamp = [*stamp_lines(document), *_wrapped(corpus["notice"])] if is_standalone else []
    facts = {name: document[name] for name in ("version", "protocol", "corpus", "policy", "filter", "files")}
    title = f"{TASK_TITLES[task]} on {corpus['title']}, {corpus['split']}"
    size = (WIDTH_PX, HEIGHT_PX)
    return trade_off_svg(board["figure"], title, stamp, facts, size, is_standalone=is_standalone)


def _wrapped(text: str, width: int = 110) -> list[str]:
    """Return a text in lines of at most so many letters, broken between words."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _html(document: Document, work: SplitWork, query: BoardQuery) -> str:
    corpus = document["corpus"]
    tasks = [
        {
            "title": TASK_TITLES[task],
            "blocks": text_blocks(document, query, task),
            "svg": _figure(document, work, query, task, is_standalone=False),
        }
        for task in TASKS
    ]
    content: Mapping[str, Any] = {
        "title": f"Leaderboard: {corpus['title']}, {corpus['split']}",
        "about": f"{_filter_words(document)} of the split {corpus['split']} ({corpus['role']}).",
        "why_none": HIDDEN if work.is_hidden else "",
        "stamp": stamp_lines(document),
        "header": HEADER,
        "document": document,
        "tasks": tasks,
    }
    return leaderboard_page(content)


Maker = Callable[[Document, SplitWork, BoardQuery], str]
FORMS: Mapping[str, tuple[str, str, Maker]] = {
    "csv": ("csv", "text/csv", _csv),
    "json": ("json", "application/json", _json),
    "latex": ("tex", "application/x-tex", _latex),
    "svg": ("svg", "image/svg+xml", _svg),
    "html": ("html", "text/html", _html),
}
"""What can be exported: the ending of the file's name, its media type, and how it is made."""
