"""Score one whole submission on hidden labels, and let nothing out but its reply.

The order keeps labels apart from everything else: the submission is judged without them, then counted,
and only then are they read, within one function that neither logs nor raises.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from viewer import environment
from viewer.dialogue.decisions import Submission
from viewer.dialogue.protocol import BENCHMARK, TASKS, Task
from viewer.errors import HiddenLabelsError, InvalidDataError, QuotaError, Severity
from viewer.gold import build_gold
from viewer.hidden.reply import HiddenReply, HiddenScore, rounded, untold_tasks
from viewer.journal import Counted, Scorings
from viewer.loaders import Split, load_submission
from viewer.loaders.problems import plain
from viewer.scoring import Score, pack_gold, score_submission


def score_hidden(split: Split, predictions: Path, *, user: str | None = None) -> HiddenReply:
    """Score a submission on hidden labels with the benchmark's parameters, pooled and rounded.

    Parameters
    ----------
    split
        The split as the corpus has it.
    predictions
        A ``predictions.json`` of the whole split, read strictly.
    user
        Who asks, for the count of scorings; None where nobody logs in.

    Returns
    -------
    HiddenReply
        The same for the same content, however its file is written.

    Raises
    ------
    InvalidDataError
        If the file, or anything of the split but its labels, breaks a rule; not counted.
    QuotaError
        If no scoring is left, or scorings cannot be counted.
    HiddenLabelsError
        If the labels cannot be scored; always in the same words.

    References
    ----------
    DATA section 6.
    """
    _require_readable(split)
    durations = split.durations()
    submission = load_submission(predictions, durations)
    untold = untold_tasks(submission, len(durations))
    counted = _count(split, durations, submission, user)
    scores = _sealed_scores(split, submission)
    if scores is None:
        raise HiddenLabelsError(
            f"split {plain(split.name)}: expected hidden labels that can be scored, found others "
            "(`check --owner` tells their owner why)"
        )
    told = {task: HiddenScore() if task in untold else rounded(scores[task]) for task in TASKS}
    return HiddenReply(told, untold, counted.used, counted.limit)


def _require_readable(split: Split) -> None:
    """Raise every error of the split's files that has nothing to do with labels."""
    problems = [*split.problems, *(one for name in split.conversation_ids for one in split.problems_of(name))]
    errors = [one for one in dict.fromkeys(problems) if one.severity is Severity.ERROR]
    if errors:
        raise InvalidDataError(errors)


def _count(split: Split, durations: Mapping[str, float], submission: Submission, user: str | None) -> Counted:
    scorings = Scorings(environment.scorings_file(), environment.scorings_limit())
    try:
        return scorings.count(split_key(split.name, durations), user, content_key(submission))
    except QuotaError as error:
        raise QuotaError(f"split {plain(split.name)}: {error}") from error


def _sealed_scores(split: Split, submission: Submission) -> dict[Task, Score] | None:
    """Return the pooled scores; None, without a word, if the labels cannot be scored.

    What went wrong with them would tell of them, so it is dropped here, its traceback included.
    """
    try:
        unsealed = split.unsealed()
        golds = []
        for name in split.conversation_ids:
            loaded = unsealed.load(name)
            if loaded.conversation is None or not loaded.is_scorable:
                return None
            golds.append((name, build_gold(loaded.conversation, BENCHMARK)))
        scored = score_submission(pack_gold(golds), submission, BENCHMARK)
        return {task: scored.pooled(task) for task in TASKS}
    except Exception:  # noqa: BLE001  # see above: not even its kind may leave
        return None


def split_key(name: str, durations: Mapping[str, float]) -> str:
    """Return the key under which scorings of a split are counted: wherever it lies, whatever its labels."""
    facts = (f"{one}\0{durations[one]!r}" for one in sorted(durations))
    return _digest(part.encode() for part in (name, *facts))


def content_key(submission: Submission) -> str:
    """Return a key of what a submission decides: the same for every way to write the same times."""
    return _digest(_content(submission))


def _content(submission: Submission) -> Iterable[bytes]:
    for name in sorted(submission.entries):
        yield name.encode()
        for speaker in submission.entries[name]:
            for task in TASKS:
                yield (speaker.of(task) + 0.0).astype("<f8").tobytes()  # adding 0 makes -0.0 the same as 0.0


def _digest(parts: Iterable[bytes]) -> str:
    """Return a digest of parts; each is led by its length, so that none runs into the next."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()
