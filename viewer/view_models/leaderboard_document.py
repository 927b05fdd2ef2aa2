"""The leaderboard as a document: both tasks, unrounded, stamped with what it was computed from."""

from __future__ import annotations

from typing import Any

from viewer.dialogue.protocol import FP_BUDGET, FP_CEILING, TASKS, Task
from viewer.errors import InvalidDataError, Problem, Severity
from viewer.loaders import FileDigest, decisions_digest, digest_of_all, label_digests, model_digest
from viewer.scoring import Placed, frontier, rank
from viewer.view_models.leaderboard import policies, reference_note
from viewer.view_models.leaderboard_scores import BoardQuery, ModelScores, all_scores, entries_of, positions
from viewer.view_models.published import published
from viewer.view_models.score_card import fp_state
from viewer.view_models.stamps import Document, score_document, stamped
from viewer.workspace import SplitWork

RANKED_STATES = {"budget": "within_budget", "ceiling": "over_budget", "over": "over_ceiling", "none": None}


def leaderboard_document(work: SplitWork, query: BoardQuery, *, dev: SplitWork | None = None) -> Document:
    """Return the leaderboard of both tasks under a query's policy and filters.

    Raises
    ------
    InvalidDataError
        If a file that the numbers come from cannot be read any more.
    """
    found = [] if work.is_hidden else all_scores(work, query)
    content: Document = {
        "corpus": _corpus(work),
        "filter": {
            "conversation_type": query.conversation_type or None,
            "pairing": query.pairing or None,
            "dialogues": len(positions(work, query.conversation_type, query.pairing)),
        },
        "policy": _policy(work, query),
        "limits": {"fp_budget": FP_BUDGET, "fp_ceiling": FP_CEILING},
        "files": files_document(input_files(work)),
        "tasks": {str(task): _task(work, query, task, found, dev) for task in TASKS},
        "not_scored": [_unscored(one) for one in found if one.why_none],
        "published": {"note": reference_note(work), **{str(task): _published(task) for task in TASKS}},
    }
    return stamped(content, query.settings)


def _corpus(work: SplitWork) -> Document:
    split = work.split
    return {
        "title": work.corpus.title,
        "split": work.name,
        "role": split.role,
        "labels": split.labels,
        "dialogues": len(split.conversation_ids),
        "licence": split.licence,
        "notice": split.notice,
    }


def _policy(work: SplitWork, query: BoardQuery) -> Document:
    found = next(one for one in policies(query, work.split.role) if one["name"] == query.policy)
    return {**found, "recall_floor": query.recall_floor}


def _task(
    work: SplitWork, query: BoardQuery, task: Task, found: list[ModelScores], dev: SplitWork | None
) -> Document:
    entries = entries_of(found, task, role=work.split.role, dev=dev, settings=query.settings)
    by_name = {one.model.name: one for one in found}
    placed = rank(entries, query.policy, recall_floor=query.recall_floor)
    return {
        "entries": [_entry(one, by_name[one.entry.name], task) for one in placed],
        "frontier": [one.name for one in frontier(entries)],
    }


def _entry(placed: Placed, scores: ModelScores, task: Task) -> Document:
    score = scores.score(task)
    return {
        "rank": placed.rank,
        "standing": str(placed.standing),
        "fp_state": None if score is None else RANKED_STATES[fp_state(score.fp_rate)],
        **_names(scores),
        "score": None if score is None else score_document(score),
    }


def _names(scores: ModelScores) -> Document:
    model = scores.model
    return {"model": model.name, "title": model.title, "version_of_model": model.version}


def _unscored(scores: ModelScores) -> Document:
    problems = [str(problem) for problem in scores.model.problems]
    return {**_names(scores), "why": scores.why_none, "problems": problems}


def _published(task: Task) -> list[dict[str, Any]]:
    return [
        {"system": row.system, "recall": row.recall, "fp_rate": row.fp_rate, "latency_p50_ms": row.p50_ms}
        for row in published(task)
    ]


def input_files(work: SplitWork) -> list[FileDigest]:
    """Return the digests of every file that a leaderboard's numbers come from, labels first.

    Raises
    ------
    InvalidDataError
        If a file cannot be read any more, or a model's is another than the one that was scored.
    """
    in_files = {one.name: one for one in work.corpus.models if work.name in one.predictions}
    digests = label_digests(work.split)
    for name, model in work.models.items():
        if model.submission is None:
            continue
        if model.is_session_own or name not in in_files:
            digests.append(decisions_digest(name, model.submission))
        else:
            digests.append(_scored_file(work, model_digest(in_files[name], work.name)))
    return digests


def _scored_file(work: SplitWork, digest: FileDigest) -> FileDigest:
    """Return the digest of a model's file, refused if the file is not the one that was scored."""
    stamp = work.stamps.get((digest.name, None))
    if stamp is not None and stamp.looked_at() is None:
        expected, hint = "the file that was scored", "has it changed since? reload the model"
        raise InvalidDataError([Problem(Severity.ERROR, digest.file, "", expected, "another", hint)])
    return digest


def files_document(digests: list[FileDigest]) -> Document:
    """Return digests as a document: one for all files, one for the labels, and each file's own."""
    labels = [one for one in digests if one.role == "labels"]
    return {
        "sha256": digest_of_all(digests),
        "labels_sha256": digest_of_all(labels) if labels else None,
        "list": [
            {"role": one.role, "model": one.name or None, "file": one.file or None, "sha256": one.sha256}
            for one in digests
        ],
    }
