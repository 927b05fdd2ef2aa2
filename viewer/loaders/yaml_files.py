"""Reading YAML strictly: duplicate keys are refused, and every place has its line."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from viewer.loaders.files import read_file, reason
from viewer.loaders.json_files import place
from viewer.loaders.problems import UTF_8_TEXT, Finding, Report, is_utf_8, plain, quoted

Path_ = tuple[Any, ...]
MAX_NODES = 100_000
"""Nodes of a document with every alias written out; a real manifest has some hundreds."""


@dataclass(frozen=True)
class YamlDocument:
    """A parsed document that still knows on which line each key stands."""

    content: Any
    root: yaml.Node
    faults: tuple[Path_, ...] = ()

    def where(self, path: Path_) -> str:
        """Return a place as text: the path and its line, ``splits.dev.role, line 5``."""
        steps = tuple(step if isinstance(step, int) else str(step) for step in path)
        return f"{place(steps)}, line {self._line(path)}"

    def has_faults(self, path: Path_) -> bool:
        """Return whether a key stands twice, or a text is broken, at or below a path."""
        return any(one[: len(path)] == path for one in self.faults)

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
        text = read_file(path).decode("utf-8-sig")
    except OSError as problem:
        report.error("", "a readable file", reason(problem))
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
        report.error(where, "YAML", f"a fault: {plain(str(problem.problem or problem.context))}")
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as problem:
        report.error("", "YAML", f"a fault: {plain(str(problem).splitlines()[0])}")
    return None


def _parsed(text: str, report: Report) -> YamlDocument | None:
    loader = yaml.SafeLoader(text)
    try:
        root = loader.get_single_node()
        if root is None:
            report.error("", "YAML", "an empty file")
            return None
        if _written_out(root, {}) > MAX_NODES:
            expected = f"at most {MAX_NODES:,} values with all aliases written out"
            report.error("", expected, "more", "does an alias stand inside itself?")
            return None
        keys = list(_keys_without_text(root, set()))
        if keys:
            report.errors("", "texts as keys", keys)
            return None
        broken = list(_escape(root, (), set()))
        duplicates = list(_duplicates(root, (), set()))
        content = loader.construct_document(root)
    finally:
        loader.dispose()
    report.errors("", "each key once", [_again(path, line) for path, line in duplicates])
    report.errors("", UTF_8_TEXT, [finding for _, finding in broken])
    faults = (*(path for path, _ in duplicates), *(path for path, _ in broken))
    return YamlDocument(content, root, faults)


def _again(path: Path_, line: int) -> Finding:
    where = f"{place(path[:-1])}, line {line}" if path[:-1] else f"line {line}"
    return Finding(where, "each key once", f"{quoted(str(path[-1]))} again")


def _children(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [one for pair in node.value for one in pair]
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def _written_out(node: yaml.Node, known: dict[int, float]) -> float:
    """Return how many nodes there are with every alias written out; infinity for one inside itself."""
    if id(node) not in known:
        known[id(node)] = math.inf
        known[id(node)] = 1 + sum(_written_out(one, known) for one in _children(node))
    return known[id(node)]


def _keys_without_text(node: yaml.Node, seen: set[int]) -> Iterator[Finding]:
    """Yield each key that is a list or a mapping; each node is looked at once."""
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                found = "a mapping" if isinstance(key, yaml.MappingNode) else "a list"
                yield Finding(f"line {key.start_mark.line + 1}", "a text as a key", found)
    for child in _children(node):
        yield from _keys_without_text(child, seen)


def _escape(node: yaml.Node, path: Path_, seen: set[int]) -> Iterator[tuple[Path_, Finding]]:
    """Escape every text that UTF-8 cannot hold, and yield where it stood and what is wrong."""
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.ScalarNode) and not is_utf_8(node.value):
        where = f"{place(path)}, line {node.start_mark.line + 1}"
        finding = Finding(where, UTF_8_TEXT, quoted(node.value))
        node.value = plain(node.value)
        yield path, finding
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield from _escape(item, (*path, index), seen)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            inside = (*path, plain(key.value))
            yield from _escape(key, inside, seen)
            yield from _escape(value, inside, seen)


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
