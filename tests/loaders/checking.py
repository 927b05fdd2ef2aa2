"""What every table of bad files asserts: the good data beside the bad still load."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.loaders.building import write_folder
from viewer.errors import Severity
from viewer.loaders import Split, open_corpus

Spoil = Callable[[Path], object]


def check_beside_good(split: Split, severity: Severity, tracks: int | None, messages: list[str]) -> None:
    good, bad = split.load("one"), split.load("two")
    assert (good.problems, good.is_scorable) == ((), True)
    assert [str(problem) for problem in bad.problems] == messages
    assert bad.problems[-1].severity is severity
    assert bad.is_scorable is (severity is Severity.WARNING)
    assert (None if bad.conversation is None else len(bad.conversation.tracks)) == tracks
    assert split.has_errors("two") is (severity is Severity.ERROR)


def check_folder(
    root: Path, spoil: Spoil, severity: Severity, tracks: int | None, messages: list[str]
) -> None:
    """Spoil one of two folders; a message that is of the folder itself begins with its mark."""
    write_folder(root, "one")
    spoil(write_folder(root, "two"))
    split = open_corpus(root).split()
    places = [f"two{'' if one[0] in ',:' else '/'}{one}" for one in messages]
    check_beside_good(split, severity, tracks, places)
    assert list(split.load_all()[0]) == (["one"] if tracks is None else ["one", "two"])
