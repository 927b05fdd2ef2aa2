"""The stable Python surface: load a corpus, build gold, score decisions, sweep a threshold.

Names and meanings here change only with a major version.

The blocks of the README show it at work, and a test runs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from viewer.dialogue.conversation import Conversation
from viewer.dialogue.decisions import Probabilities, Submission
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import BENCHMARK, FP_BUDGET, ProtocolSettings, Task
from viewer.errors import InvalidDataError, TurnBenchError
from viewer.gold import build_gold
from viewer.hidden import HiddenReply
from viewer.hidden import score_hidden as _score_hidden
from viewer.loaders import load_probabilities, load_submission
from viewer.scoring import (
    Score,
    Scored,
    SweepRow,
    operating_point,
    pack_gold,
    score_submission,
)
from viewer.scoring import sweep as _sweep
from viewer.workspace import open_workspace

__all__ = [
    "BENCHMARK",
    "FP_BUDGET",
    "Conversation",
    "HiddenReply",
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
    "score_hidden",
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
    MissingFileError
        If there is no such path.
    UnknownNameError
        If there is no such split.
    HiddenLabelsError
        If the split's labels are hidden; see `score_hidden`.
    """
    work = open_workspace(Path(path)).split(split)
    work.require_labels()
    work.raise_errors()
    return work.conversations


def score(
    corpus: Mapping[str, Conversation],
    predictions: Submission | str | Path,
    settings: ProtocolSettings = BENCHMARK,
) -> Scored:
    """Score a submission over all conversations of a corpus; a file is read strictly.

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
        If the file breaks a rule of the submission format, or cannot be read.

    Notes
    -----
    A `Submission` is taken as it is: a conversation without an entry counts as one without decisions.

    References
    ----------
    PROTOCOL section 5.
    """
    if not isinstance(predictions, Submission):
        predictions = load_submission(Path(predictions), _durations(corpus))
    return score_submission(pack_gold(_golds(corpus, settings)), predictions, settings)


def score_hidden(path: str | Path, predictions: str | Path, *, split: str | None = None) -> HiddenReply:
    """Score a submission on a split with hidden labels: one pooled, rounded reply for each task.

    Parameters
    ----------
    path
        As for `load_corpus`.
    predictions
        The path of a ``predictions.json`` of the whole split, read strictly.
    split
        Default: the first.

    Returns
    -------
    HiddenReply
        ``tasks[task].recall``, ``.fp_rate`` and ``.latency``, rounded; None for what is not told.

    Raises
    ------
    InvalidDataError
        If the file breaks a rule of the submission format, or cannot be read; such a file is not counted.
    QuotaError
        If as many different submissions have been scored on the split as are allowed.
    HiddenLabelsError
        If the labels cannot be scored.

    References
    ----------
    DATA section 6.
    """
    return _score_hidden(open_workspace(Path(path)).corpus.split(split), Path(predictions))


def sweep(
    corpus: Mapping[str, Conversation],
    probabilities: Probabilities | str | Path,
    settings: ProtocolSettings = BENCHMARK,
) -> list[SweepRow]:
    """Score every candidate threshold of a probabilities file; see also `operating_point`.

    Parameters
    ----------
    corpus
        From `load_corpus`.
    probabilities
        `Probabilities`, or the path of a ``probs-eot.json`` or ``probs-int.json``.
    settings
        The benchmark's by default.

    Returns
    -------
    list of SweepRow
        One for each candidate, ascending in theta.

    Raises
    ------
    InvalidDataError
        If the file breaks a rule of the probabilities format, or cannot be read.

    References
    ----------
    PROTOCOL section 6.
    """
    if not isinstance(probabilities, Probabilities):
        probabilities = load_probabilities(Path(probabilities), _durations(corpus))
    return _sweep(probabilities, _golds(corpus, settings), settings)


def _durations(corpus: Mapping[str, Conversation]) -> dict[str, float]:
    return {name: conversation.duration_s for name, conversation in corpus.items()}


def _golds(corpus: Mapping[str, Conversation], settings: ProtocolSettings) -> list[tuple[str, Gold]]:
    return [(name, build_gold(conversation, settings)) for name, conversation in corpus.items()]
