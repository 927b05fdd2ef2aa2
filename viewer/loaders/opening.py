"""Opening whatever ``--data`` names: a manifest, a folder of folders, of shards, a JSON file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from viewer.dialogue.protocol import Task
from viewer.errors import InvalidDataError, MissingFileError, Problem
from viewer.loaders.conversation_json import JsonSource
from viewer.loaders.corpus import HIDDEN, PUBLIC, Corpus, Split
from viewer.loaders.folders import FolderSource, natural_order
from viewer.loaders.manifest import ModelEntry, SplitEntry, read_manifest
from viewer.loaders.models import Model, find_models, parse_models, with_file_check
from viewer.loaders.parquet import ParquetSource, shard_name
from viewer.loaders.problems import Report, error, quoted
from viewer.loaders.sources import ConversationSource

ONLY_SPLIT = "all"
_MANIFEST_ENDINGS = (".yaml", ".yml")
_ROLES = ("train", "dev", "test")
_FORMS = "a manifest (.yaml), a folder of conversations, a folder of parquet shards or a .json file"


def open_corpus(path: Path, *, models: Sequence[str] = (), split: str | None = None) -> Corpus:
    """Open a corpus without reading its conversations.

    Parameters
    ----------
    path
        ``data_manifest.yaml``, a folder of folders, a folder of parquet shards or one shard, or a
        conversation JSON file. Without a manifest there is one split, ``all``, unless shards name
        theirs (the part before ``-NNNNN-of-NNNNN``).
    models
        ``NAME=path`` entries: predictions for ``split``, added to the corpus's own models. One with
        the name of a model of the corpus takes its place.
    split
        The split that ``models`` are for; the first if None.

    Returns
    -------
    Corpus
        With every problem that can be known without reading the conversations.

    Raises
    ------
    MissingFileError
        If ``path`` is not there.
    InvalidDataError
        If no split can be used; carries every problem found.
    UnknownNameError
        If there is no split of that name.
    SettingsError
        If an entry of ``models`` is not ``NAME=path``.
    """
    if not path.exists():
        raise MissingFileError(f"{path}: expected {_FORMS}, found nothing there")
    corpus = _open(path)
    if not corpus.splits:
        raise InvalidDataError(corpus.problems)
    return _with_models(corpus, models, split)


def _open(path: Path) -> Corpus:
    if path.suffix.lower() in _MANIFEST_ENDINGS:
        return _open_manifest(path)
    if path.suffix.lower() == ".json":
        source = JsonSource(path, path.parent)
        return _corpus(path.stem, [_plain_split(ONLY_SPLIT, source, path.parent)], (), path.parent)
    if path.suffix.lower() == ".parquet":
        return _open_shards([path], path.parent, path.stem)
    if not path.is_dir():
        raise InvalidDataError([error(path.name, "", _FORMS, "another kind of file")])
    shards = sorted(path.glob("*.parquet"), key=lambda one: natural_order(one.name))
    if shards:
        return _open_shards(shards, path, path.absolute().name)
    found = [_plain_split(ONLY_SPLIT, FolderSource(path, path), path)]
    return _corpus(path.absolute().name, found, find_models(path, ONLY_SPLIT, path), path)


def _corpus(
    title: str,
    splits: Sequence[Split],
    models: Sequence[Model],
    base: Path,
    problems: Sequence[Problem] = (),
) -> Corpus:
    """Build a corpus; a split without a single conversation is disabled."""
    found = list(problems)
    for split in splits:
        found.extend(split.problems)
    for model in models:
        found.extend(model.problems)
    usable = {split.name: split for split in splits if split.conversation_ids}
    return Corpus(title, usable, tuple(models), tuple(found), base)


def _plain_split(name: str, source: ConversationSource, base: Path) -> Split:
    """Build a split that no manifest describes; its role is in its name, else dev."""
    role = name if name in _ROLES else "dev"
    found = source.problems
    if not source.conversation_ids and not found:
        found = (error(name, "", "at least one conversation", "none"),)
    return Split(name, role, PUBLIC, source, base=base, problems=found)


def _open_shards(paths: Sequence[Path], base: Path, title: str) -> Corpus:
    splits = []
    for name, shards in _by_split(paths).items():
        splits.append(_plain_split(name, ParquetSource(shards, base), base))
    models = find_models(base, splits[0].name, base) if splits else []
    return _corpus(title, splits, models, base)


def _by_split(paths: Sequence[Path]) -> dict[str, list[Path]]:
    groups: dict[str, list[Path]] = {}
    for path in paths:
        found = shard_name(path)
        groups.setdefault(found["split"] if found else ONLY_SPLIT, []).append(path)
    return groups


def _open_manifest(path: Path) -> Corpus:
    base = path.parent
    report = Report(path.name)
    manifest = read_manifest(path, report)
    splits = []
    for name, entry in manifest.splits.items():
        source = _source(name, entry, base, report)
        if source is not None:
            splits.append(_described_split(name, entry, source, base))
    models = [_described_model(entry, base) for entry in manifest.models]
    return _corpus(manifest.title, splits, models, base, report.problems)


def _described_split(name: str, entry: SplitEntry, source: ConversationSource, base: Path) -> Split:
    checksums = None if entry.checksums is None else base / entry.checksums
    problems = list(source.problems)
    if checksums is not None and not checksums.is_file():
        expected = f"the checksums of split {name}"
        problems.append(error(str(entry.checksums), "", expected, "no such file"))
    if not source.conversation_ids and not problems:
        problems.append(error(entry.source.path, "", "at least one conversation", "none"))
    return Split(
        name,
        entry.role,
        entry.labels,
        source,
        licence=entry.licence,
        notice=entry.notice,
        checksums=checksums,
        base=base,
        problems=tuple(problems),
        reads_labels=entry.labels != HIDDEN,
    )


def _source(name: str, entry: SplitEntry, base: Path, report: Report) -> ConversationSource | None:
    path, where = base / entry.source.path, f"splits.{name}.source.path"
    kind = entry.source.format
    if not path.exists():
        report.error(where, f"a path to {kind}", f"nothing at {quoted(entry.source.path)}")
    elif kind == "json" and path.is_file():
        return JsonSource(path, base)
    elif kind == "folders" and path.is_dir():
        return FolderSource(path, base)
    elif kind == "parquet":
        return _shard_source(name, path, where, base, report)
    else:
        form = "a file" if kind == "json" else "a folder"
        report.error(where, form, f"something else at {quoted(entry.source.path)}")
    return None


def _shard_source(name: str, path: Path, where: str, base: Path, report: Report) -> ConversationSource | None:
    """Open the shards that bear the split's name, or all if they are of one split."""
    paths = [path] if path.is_file() else sorted(path.glob("*.parquet"))
    groups = _by_split(paths)
    if name in groups:
        shards = groups[name]
    elif len(groups) == 1:
        shards = next(iter(groups.values()))
    else:
        found = ", ".join(groups) or "none"
        report.error(where, f"shards of one split, or of {name}", found)
        return None
    return ParquetSource(shards, base)


def _described_model(entry: ModelEntry, base: Path) -> Model:
    probabilities = {
        split: {Task(task): base / path for task, path in of_split.items()}
        for split, of_split in entry.probabilities.items()
    }
    model = Model(
        entry.name,
        entry.title or entry.name,
        entry.version,
        {split: base / path for split, path in entry.predictions.items()},
        probabilities,
        {Task(task): theta for task, theta in entry.theta.items()},
        base,
    )
    return with_file_check(model)


def _with_models(corpus: Corpus, entries: Sequence[str], split: str | None) -> Corpus:
    """Add models from the command line; one of a known name takes the other's place."""
    added = {one.name: one for one in parse_models(entries, corpus.split(split).name)}
    kept = [one for one in corpus.models if one.name not in added]
    problems = [problem for one in added.values() for problem in one.problems]
    return replace(
        corpus,
        models=(*kept, *added.values()),
        problems=(*corpus.problems, *problems),
    )
