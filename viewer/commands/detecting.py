"""``detect``: run a built-in detector on a split, or on a recording of one's own."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from viewer import environment
from viewer.commands import tables
from viewer.commands.options import AsJson, Owner, SplitName, labelled_split
from viewer.commands.writing import require_places, write_file
from viewer.detectors import DetectorSetting, OpenedDetector, find_detector
from viewer.detectors.detection import Progress as Listener
from viewer.dialogue.decisions import DetectedDialogue
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import BENCHMARK
from viewer.errors import InvalidDataError, Problem, Severity, TurnBenchError
from viewer.loaders import (
    AudioSource,
    Split,
    format_probabilities,
    format_submission,
    open_corpus,
    open_recording,
)
from viewer.runs import detect_dialogue, eot_probabilities, kept_run, submission_of

Recordings = Annotated[
    list[Path] | None,
    typer.Option(
        "--data",
        help="A corpus, as for the other commands; or a stereo recording; or, given twice, "
        "the mono recordings of speaker 1 and speaker 2.",
    ),
]


def detect(
    model: Annotated[str, typer.Argument(help="The detector; an unknown name lists them all.")],
    data: Recordings = None,
    split: SplitName = None,
    out: Annotated[Path | None, typer.Option(help="Write the decisions here.")] = None,
    probabilities: Annotated[
        Path | None, typer.Option(help="Write the probabilities of an end of turn here.")
    ] = None,
    owner: Owner = False,
    as_json: AsJson = False,
) -> None:
    """Run a built-in detector and write its decisions, ready to score."""
    setting = find_detector(model)
    if probabilities is not None and not setting.gives_probabilities:
        raise TurnBenchError(
            f"--probabilities: expected a detector that gives them, found {setting.name}, which only decides"
        )
    require_places(out, probabilities)
    golds = _golds(setting, data, split, owner=owner)
    chosen = _open(data, split)
    sources = sources_of(chosen)
    new = [one.duration_s for one in sources.values() if kept_run(setting, one) is None]
    began_s = time.perf_counter()
    found = detect_split(setting, sources, golds)
    took_s = time.perf_counter() - began_s
    decisions = format_submission(submission_of(found))
    if out is not None:
        write_file(out, decisions)
    frames = eot_probabilities(found)
    if probabilities is not None and frames is not None:
        write_file(probabilities, format_probabilities(frames))
    if as_json:
        print(decisions, end="")
    else:
        _tell(setting, chosen.name, found)
    _tell_speed(len(sources) - len(new), sum(new), took_s)


def detect_split(
    setting: DetectorSetting, sources: Mapping[str, AudioSource], golds: Mapping[str, Gold]
) -> dict[str, DetectedDialogue]:
    """Run a detector on every dialogue with a progress bar on standard error.

    Parameters
    ----------
    setting
        Which detector.
    sources
        ``conversation_id -> sound``, in the order of the result.
    golds
        ``conversation_id -> gold``: only the oracle looks at it.
    """
    detector = None if setting.needs_gold else setting.load()
    found = {}
    with _progress_bar(setting.title, sum(one.duration_s for one in sources.values())) as listen:
        for name, source in sources.items():
            opened: OpenedDetector = detector or setting.load(golds[name])
            found[name] = detect_dialogue(setting, source, opened, on_progress=listen(source.duration_s))
    return found


class _Bar:
    """Seconds of sound heard so far; makes one listener for each dialogue."""

    def __init__(self, progress: Progress, title: str, total_s: float) -> None:
        self._progress = progress
        self._row = progress.add_task(title, total=total_s)
        self._before_s = 0.0

    def __call__(self, duration_s: float) -> Listener:
        """Return the listener of the next dialogue."""
        base_s, self._before_s = self._before_s, self._before_s + duration_s

        def listen(share: float) -> None:
            self._progress.update(self._row, completed=base_s + share * duration_s)

        return listen


@contextmanager
def _progress_bar(title: str, total_s: float) -> Iterator[_Bar]:
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.completed:.0f} of {task.total:.0f} s heard"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=tables.notes) as progress:
        yield _Bar(progress, title, total_s)


def _open(data: list[Path] | None, split: str | None) -> Split:
    """Open the split or the recording; its labels are not read."""
    if data and len(data) > 1:
        return open_recording(data).split(split)
    path = data[0] if data else environment.data_path()
    return open_corpus(path).split(split or environment.split_name())


def _golds(
    setting: DetectorSetting, data: list[Path] | None, split: str | None, *, owner: bool
) -> dict[str, Gold]:
    """Return what the oracle replays; nothing for a detector that listens."""
    if not setting.needs_gold:
        return {}
    if data and len(data) > 1:
        raise TurnBenchError(f"{setting.name}: expected labels to replay, found recordings without any")
    return labelled_split(data[0] if data else None, split, owner=owner).golds(BENCHMARK)


def sources_of(split: Split) -> dict[str, AudioSource]:
    """Return the sound of every conversation of a split, or raise with all that have none.

    Raises
    ------
    InvalidDataError
        A conversation has no sound that can be read: decisions must cover the whole split.
    """
    found = {name: split.audio(name) for name in split.conversation_ids}
    silent = [name for name, one in found.items() if one is None]
    problems = [problem for name in silent for problem in _why_silent(split, name)]
    if problems:
        raise InvalidDataError(dict.fromkeys(problems))
    return {name: one for name, one in found.items() if one is not None}


def _why_silent(split: Split, conversation_id: str) -> list[Problem]:
    errors = [one for one in split.problems_of(conversation_id) if one.severity is Severity.ERROR]
    return errors or [
        Problem(Severity.ERROR, split.name, f"conversation {conversation_id}", "sound to listen to", "none")
    ]


def _tell(setting: DetectorSetting, split: str, found: Mapping[str, DetectedDialogue]) -> None:
    """Print how much was decided."""
    rows = [
        [name, *(str(len(times)) for one in each.speakers for times in (one.eot, one.interruption))]
        for name, each in found.items()
    ]
    header = ("conversation", "1 EOT", "1 INT", "2 EOT", "2 INT")
    tables.print_rows(f"{split}: decisions of {setting.title}", header, rows)


def _tell_speed(kept: int, heard_s: float, took_s: float) -> None:
    """Note how fast it went, and what had been heard before."""
    if kept:
        noun = "conversation" if kept == 1 else "conversations"
        tables.notes.print(Text(f"{kept} {noun} heard before, kept in the cache"))
    if heard_s:
        speed = heard_s / max(took_s, 1e-9)
        tables.notes.print(
            Text(f"{heard_s:.1f} s of dialogue in {took_s:.1f} s: {speed:.1f} times real time")
        )
