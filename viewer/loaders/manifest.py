"""``data_manifest.yaml``: names the splits and models of a corpus, relative to itself.

Read strictly: unknown keys, duplicate keys and wrong types are errors with their line. An error
disables the split or the model in which it stands; the others work.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from viewer.loaders.manifest_errors import described
from viewer.loaders.problems import Finding, Report, near_miss, quoted, shown
from viewer.loaders.yaml_files import YamlDocument, read_yaml

SCHEMA_VERSION = 1
_REQUIRED = ("schema_version", "title", "splits")
_KEYS = (*_REQUIRED, "models")

_Name = Annotated[str, Field(min_length=1)]
_TaskName = Literal["eot", "int"]
_Finite = Annotated[float, Field(allow_inf_nan=False)]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


_AnyEntry = TypeVar("_AnyEntry", bound=_Entry)


class SourceEntry(_Entry):
    """Where a split's conversations lie, and in which layout."""

    format: Literal["folders", "parquet", "json"]
    path: _Name


class SplitEntry(_Entry):
    """One split as the manifest describes it."""

    role: Literal["train", "dev", "test"]
    labels: Literal["public", "hidden"]
    source: SourceEntry
    checksums: _Name | None = None
    licence: str = ""
    notice: str = ""


class ModelEntry(_Entry):
    """One model as the manifest describes it."""

    name: _Name
    title: str = ""
    version: str = ""
    predictions: dict[str, _Name]
    probabilities: dict[str, dict[_TaskName, _Name]] = {}
    theta: dict[_TaskName, _Finite] = {}


@dataclass(frozen=True)
class Manifest:
    """The usable splits and models of a manifest; what was not usable is in the report."""

    title: str
    splits: Mapping[str, SplitEntry] = field(default_factory=dict)
    models: tuple[ModelEntry, ...] = ()


def read_manifest(path: Path, report: Report) -> Manifest:
    """Read a manifest; what is wrong with it is noted, what is good is returned."""
    document = read_yaml(path, report)
    if document is None:
        return Manifest(path.name)
    content = document.content
    if not isinstance(content, dict):
        report.error("", f"a mapping with {', '.join(_KEYS)}", shown(content))
        return Manifest(path.name)
    _check_head(content, document, report)
    splits = _splits(content.get("splits", {}), document, report)
    models = _models(content.get("models", []), document, report)
    title = content.get("title")
    return Manifest(title if isinstance(title, str) else path.name, splits, models)


def _check_head(content: Mapping[Any, Any], document: YamlDocument, report: Report) -> None:
    expected = f"one of {', '.join(_KEYS)}"
    strange = [
        Finding(document.where((key,)), expected, shown(key), near_miss(str(key), _KEYS))
        for key in content
        if key not in _KEYS
    ]
    report.errors("", expected, strange)
    for key in _REQUIRED:
        if key not in content:
            report.error("", f"the key {quoted(key)}", "none")
    version = content.get("schema_version", SCHEMA_VERSION)
    if type(version) is not int or version != SCHEMA_VERSION:
        report.error(document.where(("schema_version",)), str(SCHEMA_VERSION), shown(version))
    title = content.get("title", "")
    if not isinstance(title, str):
        report.error(document.where(("title",)), "a text", shown(title))


def _splits(found: Any, document: YamlDocument, report: Report) -> dict[str, SplitEntry]:
    if not isinstance(found, dict):
        report.error(document.where(("splits",)), "a mapping of splits", shown(found))
        return {}
    splits = {}
    for name, value in found.items():
        path = ("splits", name)
        if not isinstance(name, str) or not name:
            report.error(document.where(path), "a text as the split's name", shown(name))
        elif document.has_faults(path):
            continue
        else:
            entry = _validated(SplitEntry, value, path, document, report)
            if entry is not None:
                splits[name] = entry
    return splits


def _models(found: Any, document: YamlDocument, report: Report) -> tuple[ModelEntry, ...]:
    if not isinstance(found, list):
        report.error(document.where(("models",)), "a list of models", shown(found))
        return ()
    known = _split_names(document)
    models: dict[str, ModelEntry] = {}
    for index, value in enumerate(found):
        path = ("models", index)
        entry = _validated(ModelEntry, value, path, document, report)
        if entry is None or document.has_faults(path):
            continue
        if entry.name in models:
            where = document.where((*path, "name"))
            report.error(where, "each model once", f"{quoted(entry.name)} again")
        elif _names_known_splits(entry, known, path, document, report):
            models[entry.name] = entry
    return tuple(models.values())


def _split_names(document: YamlDocument) -> tuple[str, ...]:
    """Return the names of all splits, also of those that are disabled."""
    found = document.content.get("splits")
    return tuple(str(name) for name in found) if isinstance(found, dict) else ()


def _names_known_splits(
    entry: ModelEntry,
    known: tuple[str, ...],
    path: tuple[str, int],
    document: YamlDocument,
    report: Report,
) -> bool:
    is_good = True
    for key, names in (("predictions", entry.predictions), ("probabilities", entry.probabilities)):
        for name in names:
            if name not in known:
                where = document.where((*path, key, name))
                expected = f"a split of this manifest ({', '.join(known)})"
                report.error(where, expected, quoted(name), near_miss(name, known))
                is_good = False
    return is_good


def _validated(
    kind: type[_AnyEntry],
    value: Any,
    path: tuple[str | int, ...],
    document: YamlDocument,
    report: Report,
) -> _AnyEntry | None:
    try:
        return kind.model_validate(value)
    except ValidationError as problem:
        findings: dict[str, list[Finding]] = {}
        for fault in problem.errors(include_url=False):
            step = tuple(one for one in fault["loc"] if one != "[key]")
            keys = SourceEntry.model_fields if step[:1] == ("source",) else kind.model_fields
            found = described(fault, document.where((*path, *step)), tuple(keys))
            findings.setdefault(found.expected, []).append(found)
        for rule, of_rule in findings.items():
            report.errors(document.where(path), rule, of_rule)
        return None
