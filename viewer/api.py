"""The stable Python surface: load a corpus, build gold, score decisions, sweep a threshold.

Names and meanings here change only with a major version.

>>> from viewer.api import load_corpus, score
>>> corpus = load_corpus("data_manifest.yaml")           # doctest: +SKIP
>>> score(corpus, "predictions.json").pooled(Task.EOT).recall    # doctest: +SKIP
0.87
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from viewer.dialogue.conversation import Conversation
from viewer.dialogue.decisions import Probabilities, Submission
from viewer.dialogue.protocol import BENCHMARK, FP_BUDGET, ProtocolSettings, Task
from viewer.errors import InvalidDataError, Severity, TurnBenchError
from viewer.gold import build_gold
from viewer.loaders import load_probabilities, load_submission, open_corpus
from viewer.scoring import (
    Score,
    Scored,
    SweepRow,
    operating_point,
    pack_gold,
    score_submission,
)
from viewer.scoring import sweep as _sweep

__all__ = [
    "BENCHMARK",
    "FP_BUDGET",
    "Conversation",
    "InvalidDataError",
    "Probabilities",
    "ProtocolSettings",
    "Score",
    "Scored",
    "Submission",
    "SweepRow",
    "Task",
    "TurnBenchError",
    "build_gold",
    "load_corpus",
    "operating_point",
    "score",
    "sweep",
]


def load_corpus(path: str | Path, *, split: str | None = None) -> dict[str, Conversation]:
    """Load the conversations of a split, without their sound.

    Parameters
    ----------
    path
        A ``data_manifest.yaml``, a folder of folders, a folder of parquet shards, or a conversation
        JSON file.
    split
        Default: the first.

    Returns
    -------
    dict
        ``conversation_id -> Conversation``, in the corpus's order.

    Raises
    ------
    InvalidDataError
        If any file of the split breaks a rule; ``problems`` lists all of them.
    UnknownNameError, MissingFileError
        If there is no such split or path.
    """
    from viewer.workspace import Workspace

    work = Workspace(open_corpus(Path(path))).split(split)
    errors = [problem for problem in work.all_problems if problem.severity is Severity.ERROR]
    if errors:
        raise InvalidDataError(errors)
    return work.conversations


def score(
    corpus: Mapping[str, Conversation],
    predictions: Submission | str | Path,
    settings: ProtocolSettings = BENCHMARK,
) -> Scored:
    """Score a submission, strictly, over all conversations of a corpus.

    Parameters
    ----------
    corpus
        From `load_corpus`.
    predictions
        A `Submission`, or the path of a ``predictions.json``.
    settings
        The benchmark's by default.

    Returns
    -------
    Scored
        ``pooled(task)``, ``score(i, task)`` and ``outcomes(i, task)``.

    Raises
    ------
    InvalidDataError
        If the file breaks a rule of the submission format.
    """
    if not isinstance(predictions, Submission):
        predictions = load_submission(Path(predictions), _durations(corpus))
    return score_submission(pack_gold(_golds(corpus, settings)), predictions, settings)


def sweep(
    corpus: Mapping[str, Conversation],
    probabilities: Probabilities | str | Path,
    settings: ProtocolSettings = BENCHMARK,
) -> list[SweepRow]:
    """Score every candidate threshold of a probabilities file; see also `operating_point`.

    Raises
    ------
    InvalidDataError
        If the file breaks a rule of the probabilities format.
    """
    if not isinstance(probabilities, Probabilities):
        probabilities = load_probabilities(Path(probabilities), _durations(corpus))
    return _sweep(probabilities, _golds(corpus, settings), settings)


def _durations(corpus: Mapping[str, Conversation]) -> dict[str, float]:
    return {name: conversation.duration_s for name, conversation in corpus.items()}


def _golds(corpus: Mapping[str, Conversation], settings: ProtocolSettings):  # type: ignore[no-untyped-def]
    return [(name, build_gold(conversation, settings)) for name, conversation in corpus.items()]
