"""Models of a corpus: which files hold their decisions and probabilities, and reading them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from viewer.dialogue.decisions import Probabilities, Submission
from viewer.dialogue.protocol import TASKS, Task
from viewer.errors import (
    InvalidDataError,
    MissingFileError,
    Problem,
    SettingsError,
    TurnBenchError,
    UnknownNameError,
)
from viewer.loaders.files import UNREADABLE, fault_of_file, folders_in, is_file, is_folder, names_in, reason
from viewer.loaders.folders import MODELS_FOLDER, natural_order
from viewer.loaders.probabilities import load_probabilities
from viewer.loaders.problems import UTF_8_TEXT, Report, error, is_utf_8, quoted, shown_path, warning
from viewer.loaders.submissions import load_submission


@dataclass(frozen=True, eq=False)
class Model:
    """One model: its files per split. Nothing of them is read before it is asked for.

    Parameters
    ----------
    name
        Its name in the corpus; hostile text, never part of a path.
    title, version
        As the manifest gives them; the title is the name where it gives none.
    predictions
        ``split -> file``.
    probabilities
        ``split -> task -> file``.
    theta
        The committed operating point per task, where given.
    base
        The folder that problems name files from.
    problems
        What is known to be wrong without reading the files: those that are missing.
    """

    name: str
    title: str
    version: str = ""
    predictions: Mapping[str, Path] = field(default_factory=dict)
    probabilities: Mapping[str, Mapping[Task, Path]] = field(default_factory=dict)
    theta: Mapping[Task, float] = field(default_factory=dict)
    base: Path = field(default=Path(), repr=False)
    problems: tuple[Problem, ...] = ()

    def load_submission(
        self, split: str, durations: Mapping[str, float], *, partial: bool = False
    ) -> Submission:
        """Load the model's decisions on a split.

        Raises
        ------
        UnknownNameError
            If the model names no predictions for this split.
        MissingFileError
            If the file is not there.
        InvalidDataError
            With every problem of the file.
        """
        path = self._existing(self.predictions.get(split), f"predictions on the split {split}")
        name = shown_path(path, self.base)
        with _any_fault_as_ours(name):
            return load_submission(path, durations, partial=partial, name=name)

    def load_probabilities(self, split: str, task: Task, durations: Mapping[str, float]) -> Probabilities:
        """Load the model's probabilities of a task on a split; raises as `load_submission`."""
        found = self.probabilities.get(split, {}).get(task)
        path = self._existing(found, f"{task} probabilities on the split {split}")
        name = shown_path(path, self.base)
        with _any_fault_as_ours(name):
            return load_probabilities(path, durations, task=task, name=name)

    def _existing(self, path: Path | None, what: str) -> Path:
        if path is None:
            raise UnknownNameError(f"model {self.name}: expected {what}, found none")
        if not is_file(path):
            name = shown_path(path, self.base)
            raise MissingFileError(f"{name}: expected {what}, found no such file")
        return path


@contextmanager
def _any_fault_as_ours(name: str) -> Iterator[None]:
    """Turn what a reader did not foresee into an error of that one file."""
    try:
        yield
    except TurnBenchError:
        raise
    except UNREADABLE as problem:
        raise InvalidDataError([error(name, "", "a file that can be read", reason(problem))]) from problem


def with_file_check(model: Model) -> Model:
    """Return the model with a problem for each file that is not there or is no file."""
    paths = [*model.predictions.values()]
    for of_split in model.probabilities.values():
        paths.extend(of_split.values())
    missing = tuple(
        error(shown_path(path, model.base), "", f"a file of model {quoted(model.name)}", fault)
        for path in paths
        if (fault := fault_of_file(path))
    )
    return replace(model, problems=model.problems + missing)


def parse_models(entries: Sequence[str], split: str) -> list[Model]:
    """Build models from ``NAME=path`` entries, for one split.

    Raises
    ------
    SettingsError
        If an entry has another form.
    """
    models = []
    for entry in entries:
        name, equals, path = entry.partition("=")
        if not (name and equals and path):
            raise SettingsError(f"model: expected NAME=path, found {quoted(entry)}")
        if not is_utf_8(name):
            raise SettingsError(f"model: expected {UTF_8_TEXT} as a name, found {quoted(name)}")
        models.append(with_file_check(Model(name, name, predictions={split: Path(path)})))
    return models


def find_models(folder: Path, split: str, report: Report, base: Path) -> list[Model]:
    """Find the models that lie beside a corpus: ``models/NAME/predictions[-SPLIT].json``.

    Parameters
    ----------
    folder
        The corpus; ``models`` is looked for in it, and beside it if it is not there.
    split
        The split's name; the folder's own name may stand for it.
    report
        Takes what is wrong with the folder of models; what is wrong with one model is its own problem.
    base
        The folder that problems name files from.
    """
    for home in (folder / MODELS_FOLDER, folder.absolute().parent / MODELS_FOLDER):
        if is_folder(home):
            suffixes = (f"-{split}", f"-{folder.absolute().name}", "")
            return list(_models_in(home, split, suffixes, report, base))
    return []


def _models_in(
    home: Path, split: str, suffixes: Sequence[str], report: Report, base: Path
) -> Iterator[Model]:
    try:
        names = sorted(folders_in(home), key=natural_order)
    except OSError as problem:
        fault = error(shown_path(home, base), "", "a folder that can be read", reason(problem))
        report.problems.append(fault)
        return
    for name in names:
        if not is_utf_8(name):
            fault = error(shown_path(home, base), "", f"{UTF_8_TEXT} as a name", quoted(name))
            report.problems.append(fault)
            continue
        model = _found_model(home / name, split, suffixes, base)
        if model is not None:
            yield model


def _found_model(folder: Path, split: str, suffixes: Sequence[str], base: Path) -> Model | None:
    try:
        present = names_in(folder)
    except OSError as problem:
        fault = error(shown_path(folder, base), "", "a folder that can be read", reason(problem))
        return Model(folder.name, folder.name, base=base, problems=(fault,))
    predictions = _first_file(folder, present, "predictions", suffixes)
    tasks = {task: _first_file(folder, present, f"probs-{task}", suffixes) for task in TASKS}
    probabilities = {task: path for task, path in tasks.items() if path is not None}
    if predictions is not None or probabilities:
        model = Model(
            folder.name,
            folder.name,
            predictions={} if predictions is None else {split: predictions},
            probabilities={split: probabilities} if probabilities else {},
            base=base,
        )
        return with_file_check(model)
    others = [name for name in present if name.startswith("p") and name.endswith(".json")]
    if not any(name.startswith(("predictions", "probs-")) for name in others):
        return None
    expected = " or ".join(f"predictions{suffix}.json" for suffix in suffixes)
    fault = warning(shown_path(folder, base), "", expected, ", ".join(others))
    return Model(folder.name, folder.name, base=base, problems=(fault,))


def _first_file(folder: Path, present: Collection[str], stem: str, suffixes: Sequence[str]) -> Path | None:
    """Return the file for this split; ``-SPLIT`` comes before the name without a split."""
    for suffix in suffixes:
        name = f"{stem}{suffix}.json"
        if name in present and not is_folder(folder / name):
            return folder / name
    return None
