"""Models of a corpus: which files hold their decisions and probabilities, and reading them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from viewer.dialogue.decisions import Probabilities, Submission
from viewer.dialogue.protocol import TASKS, Task
from viewer.errors import MissingFileError, Problem, SettingsError, UnknownNameError
from viewer.loaders.folders import MODELS_FOLDER, natural_order
from viewer.loaders.probabilities import load_probabilities
from viewer.loaders.problems import error, quoted, shown_path, warning
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
        return load_submission(path, durations, partial=partial, name=name)

    def load_probabilities(self, split: str, task: Task, durations: Mapping[str, float]) -> Probabilities:
        """Load the model's probabilities of a task on a split; raises as `load_submission`."""
        found = self.probabilities.get(split, {}).get(task)
        path = self._existing(found, f"{task} probabilities on the split {split}")
        return load_probabilities(path, durations, task=task, name=shown_path(path, self.base))

    def _existing(self, path: Path | None, what: str) -> Path:
        if path is None:
            raise UnknownNameError(f"model {self.name}: expected {what}, found none")
        if not path.is_file():
            name = shown_path(path, self.base)
            raise MissingFileError(f"{name}: expected {what}, found no such file")
        return path


def with_file_check(model: Model) -> Model:
    """Return the model with a problem for each file that is not there."""
    paths = [*model.predictions.values()]
    for of_split in model.probabilities.values():
        paths.extend(of_split.values())
    missing = tuple(
        error(shown_path(path, model.base), "", f"a file of model {quoted(model.name)}", "none")
        for path in paths
        if not path.is_file()
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
        models.append(with_file_check(Model(name, name, predictions={split: Path(path)})))
    return models


def find_models(folder: Path, split: str, base: Path) -> list[Model]:
    """Find the models that lie beside a corpus: ``models/NAME/predictions[-SPLIT].json``.

    Parameters
    ----------
    folder
        The corpus; ``models`` is looked for in it, and beside it if it is not there.
    split
        The split's name; the folder's own name may stand for it.
    base
        The folder that problems name files from.
    """
    for home in (folder / MODELS_FOLDER, folder.absolute().parent / MODELS_FOLDER):
        if home.is_dir():
            names = sorted(home.iterdir(), key=lambda one: natural_order(one.name))
            suffixes = (f"-{split}", f"-{folder.absolute().name}", "")
            found = [_found_model(one, split, suffixes, base) for one in names if one.is_dir()]
            return [model for model in found if model is not None]
    return []


def _found_model(folder: Path, split: str, suffixes: Sequence[str], base: Path) -> Model | None:
    predictions = _first_file(folder, "predictions", suffixes)
    tasks = {task: _first_file(folder, f"probs-{task}", suffixes) for task in TASKS}
    probabilities = {task: path for task, path in tasks.items() if path is not None}
    if predictions is not None or probabilities:
        return Model(
            folder.name,
            folder.name,
            predictions={} if predictions is None else {split: predictions},
            probabilities={split: probabilities} if probabilities else {},
            base=base,
        )
    others = sorted(path.name for path in folder.glob("p*.json"))
    if not any(name.startswith(("predictions", "probs-")) for name in others):
        return None
    expected = " or ".join(f"predictions{suffix}.json" for suffix in suffixes)
    fault = warning(shown_path(folder, base), "", expected, ", ".join(others))
    return Model(folder.name, folder.name, base=base, problems=(fault,))


def _first_file(folder: Path, stem: str, suffixes: Sequence[str]) -> Path | None:
    """Return the file for this split; ``-SPLIT`` comes before the name without a split."""
    present = {path.name: path for path in folder.iterdir() if path.is_file()}
    for suffix in suffixes:
        if f"{stem}{suffix}.json" in present:
            return present[f"{stem}{suffix}.json"]
    return None
