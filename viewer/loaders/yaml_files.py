"""Reading YAML strictly: duplicate keys are refused, and every place has its line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from viewer.loaders.json_files import place
from viewer.loaders.problems import Report, quoted

Path_ = tuple[Any, ...]


@dataclass(frozen=True)
class YamlDocument:
    """A parsed document that still knows on which line each key stands."""

    content: Any
    root: yaml.Node
    duplicates: tuple[Path_, ...] = ()

    def where(self, path: Path_) -> str:
        """Return a place as text: the path and its line, ``splits.dev.role, line 5``."""
        steps = tuple(step if isinstance(step, int) else str(step) for step in path)
        return f"{place(steps)}, line {self._line(path)}"

    def has_duplicates(self, path: Path_) -> bool:
        """Return whether a key stands twice at or below a path."""
        return any(one[: len(path)] == path for one in self.duplicates)

    def _line(self, path: Path_) -> int:
        """Return the line of a path, or of the nearest thing above it that is there."""
        node, line = self.root, self.root.start_mark.line + 1
        for step in path:
            found = _child(node, step)
            if found is None:
                break
            node, line = found
        return line


def read_yaml(path: Path, report: Report) -> YamlDocument | None:
    """Read a YAML file, or note why it cannot be read and return None."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as problem:
        report.error("", "a readable file", problem.strerror or type(problem).__name__)
        return None
    except UnicodeDecodeError as problem:
        found = f"a byte that is not, at position {problem.start}"
        report.error("", "text in UTF-8", found, "is the file in another encoding?")
        return None
    try:
        return _parsed(text, report)
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark
        where = "" if mark is None else f"line {mark.line + 1}, column {mark.column + 1}"
        report.error(where, "YAML", f"a fault: {problem.problem or problem.context}")
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        report.error("", "YAML", f"a fault: {str(problem).splitlines()[0]}")
    return None


def _parsed(text: str, report: Report) -> YamlDocument | None:
    loader = yaml.SafeLoader(text)
    try:
        root = loader.get_single_node()
        if root is None:
            report.error("", "YAML", "an empty file")
            return None
        duplicates = tuple(_duplicates(root, (), set()))
        content = loader.construct_document(root)
    finally:
        loader.dispose()
    for path, line in duplicates:
        where = f"{place(path[:-1])}, line {line}" if path[:-1] else f"line {line}"
        report.error(where, "each key once", f"{quoted(str(path[-1]))} again")
    return YamlDocument(content, root, tuple(path for path, _ in duplicates))


def _child(node: yaml.Node, step: Any) -> tuple[yaml.Node, int] | None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return value, key.start_mark.line + 1
    elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        found = node.value[step]
        return found, found.start_mark.line + 1
    return None


def _duplicates(node: yaml.Node, path: Path_, seen: set[int]) -> Iterator[tuple[Path_, int]]:
    """Yield each repeated key; a node that is reached twice through an alias is walked once."""
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield from _duplicates(item, (*path, index), seen)
    elif isinstance(node, yaml.MappingNode):
        keys: set[tuple[str, str]] = set()
        for key, value in node.value:
            name = (key.tag, str(key.value))
            if name in keys:
                yield (*path, key.value), key.start_mark.line + 1
            keys.add(name)
            yield from _duplicates(value, (*path, key.value), seen)
