"""Opening whatever ``--data`` names: a manifest, a folder of folders, of shards, a JSON file, a recording."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from viewer.dialogue.protocol import Task
from viewer.errors import InvalidDataError, MissingFileError, Problem
from viewer.loaders.conversation_json import JsonSource
from viewer.loaders.corpus import HIDDEN, PUBLIC, Corpus, Split
from viewer.loaders.files import NOTHING, facts_of, fault_of_file, is_file, is_folder, names_in, reason
from viewer.loaders.folders import FolderSource, natural_order
from viewer.loaders.manifest import ModelEntry, SplitEntry, read_manifest
from viewer.loaders.models import Model, find_models, parse_models, with_file_check
from viewer.loaders.parquet import ParquetSource, shard_name
from viewer.loaders.problems import UTF_8_TEXT, Finding, Report, error, is_utf_8, plain, quoted, shown_path
from viewer.loaders.recordings import RecordingSource, is_recording
from viewer.loaders.sources import ConversationSource

ONLY_SPLIT = "all"
_MANIFEST_ENDINGS = (".yaml", ".yml")
_ROLES = ("train", "dev", "test")
_FORMS = (
    "a manifest (.yaml), a folder of conversations, a folder of parquet shards, a .json file "
    "or a stereo recording"
)


def open_corpus(path: Path, *, models: Sequence[str] = (), split: str | None = None) -> Corpus:
    """Open a corpus without reading its conversations.

    Parameters
    ----------
    path
        ``data_manifest.yaml``, a folder of folders, a folder of parquet shards or one shard, a
        conversation JSON file, or a stereo recording. Without a manifest there is one split, ``all``,
        unless shards name theirs (the part before ``-NNNNN-of-NNNNN``).
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
    found = _nothing_at(path)
    if found:
        raise MissingFileError(f"{plain(str(path))}: expected {_FORMS}, found {found}")
    try:
        corpus = _open(path)
    except OSError as problem:
        fault = error(plain(path.name), "", "what can be read", reason(problem))
        raise InvalidDataError([fault]) from problem
    if not corpus.splits:
        raise InvalidDataError(corpus.problems)
    return _with_models(corpus, models, split)


def _open(path: Path) -> Corpus:
    if path.suffix.lower() in _MANIFEST_ENDINGS:
        return _open_manifest(path)
    if path.suffix.lower() == ".json":
        source = JsonSource(path, path.parent)
        return _corpus(plain(path.stem), [_plain_split(ONLY_SPLIT, source, path.parent)], (), path.parent)
    if path.suffix.lower() == ".parquet":
        return _open_shards([path], path.parent, plain(path.stem))
    if is_recording(path):
        return open_recording([path])
    if not is_folder(path):
        raise InvalidDataError([error(plain(path.name), "", _FORMS, "another kind of file")])
    title = plain(path.absolute().name)
    shards = _shards_in(path)
    if shards:
        return _open_shards(shards, path, title)
    found = [_plain_split(ONLY_SPLIT, FolderSource(path, path), path)]
    report = Report(title)
    models = find_models(path, ONLY_SPLIT, report, path)
    return _corpus(title, found, models, path, report.problems)


def _nothing_at(path: Path) -> str:
    """Return in which words there is nothing to open at a path; empty if there is something."""
    try:
        facts_of(path)
    except FileNotFoundError:
        return "nothing there"
    except OSError as problem:
        return reason(problem)
    return ""


def _shards_in(folder: Path) -> list[Path]:
    """Return the parquet files of a folder, 2 before 10; raise `OSError` if it cannot be read."""
    names = [name for name in names_in(folder) if name.endswith(".parquet")]
    return [folder / name for name in sorted(names, key=natural_order)]


def open_recording(paths: Sequence[Path]) -> Corpus:
    """Open a recording of one's own as a corpus of one conversation without labels.

    Parameters
    ----------
    paths
        One stereo file (speaker 1 left), or the mono files of speaker 1 and speaker 2.

    Raises
    ------
    SettingsError, MissingFileError
        As `RecordingSource`.
    """
    source = RecordingSource(paths)
    title = source.conversation_ids[0]
    return _corpus(title, [_plain_split(ONLY_SPLIT, source, paths[0].parent)], (), paths[0].parent)


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
    report = Report(title)
    for name, shards in _by_split(paths, report).items():
        splits.append(_plain_split(name, ParquetSource(shards, base), base))
    models = find_models(base, splits[0].name, report, base) if splits else []
    return _corpus(title, splits, models, base, report.problems)


def _by_split(paths: Sequence[Path], report: Report) -> dict[str, list[Path]]:
    """Sort shards by the split in their names; a name that UTF-8 cannot hold is noted."""
    groups: dict[str, list[Path]] = {}
    strange = [one for one in paths if not is_utf_8(one.name)]
    expected = f"{UTF_8_TEXT} as a name"
    report.errors("", expected, [Finding("", expected, quoted(one.name)) for one in strange])
    for path in paths:
        if path in strange:
            continue
        found = shard_name(path)
        groups.setdefault(found["split"] if found else ONLY_SPLIT, []).append(path)
    return groups


def _open_manifest(path: Path) -> Corpus:
    base = path.parent
    report = Report(plain(path.name))
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
    fault = "" if checksums is None else fault_of_file(checksums)
    if fault:
        found = "no such file" if fault == NOTHING else fault
        file = shown_path(Path(str(entry.checksums)), base)
        problems.append(error(file, "", f"the checksums of split {name}", found))
    if not source.conversation_ids and not problems:
        problems.append(error(plain(entry.source.path), "", "at least one conversation", "none"))
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
    path, where = base / entry.source.path, plain(f"splits.{name}.source.path")
    kind = entry.source.format
    missing = _nothing_at(path)
    if missing:
        found = "nothing" if missing == "nothing there" else missing
        report.error(where, f"a path to {kind}", f"{found} at {quoted(entry.source.path)}")
    elif kind == "json" and is_file(path):
        return JsonSource(path, base, is_hidden=entry.labels == HIDDEN)
    elif kind == "folders" and is_folder(path):
        return FolderSource(path, base)
    elif kind == "parquet":
        return _shard_source(name, path, where, base, report)
    else:
        form = "a file" if kind == "json" else "a folder"
        report.error(where, form, f"something else at {quoted(entry.source.path)}")
    return None


def _shard_source(name: str, path: Path, where: str, base: Path, report: Report) -> ConversationSource | None:
    """Open the shards that bear the split's name, or all if they are of one split."""
    try:
        paths = [path] if not is_folder(path) else _shards_in(path)
    except OSError as problem:
        report.error(where, "a folder that can be read", reason(problem))
        return None
    groups = _by_split(paths, report)
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
