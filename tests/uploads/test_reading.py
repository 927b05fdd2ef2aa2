"""Reading in processes of their own: what the readers say, and what a hostile file can do to nobody else."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.loaders.building import DURATIONS, predictions, probabilities, write_json
from tests.loaders.spoiling import Change, write
from tests.loaders.test_bad_predictions import PREDICTIONS
from tests.loaders.test_bad_probabilities import PROBABILITIES
from tests.views.sending import AtOnce
from viewer.dialogue.protocol import Task
from viewer.errors import CancelledRunError, TurnBenchError
from viewer.loaders import load_probabilities, load_submission
from viewer.uploads import Limits, Readers, ReadFile, Reading, ReadingEndedError, Wanted
from viewer.uploads.wire import read_answer


@pytest.fixture(scope="module")
def readers() -> Readers:
    """Processes, as the page has them."""
    return Readers(Limits())


@pytest.fixture(scope="module")
def here() -> Readers:
    """The same without a process for each of many files."""
    return AtOnce(Limits())


def read(readers: Readers, path: Path, **options: Any) -> ReadFile:
    return readers.read(Wanted(path, "bad.json", DURATIONS, **options))


def test_a_submission_comes_out_as_the_reader_has_it(readers: Readers, tmp_path: Path) -> None:
    path = write_json(tmp_path / "good.json", predictions("two", "one"))
    found, expected = read(readers, path).submission, load_submission(path, DURATIONS)
    assert found is not None
    assert list(found.entries) == list(expected.entries) == ["two", "one"]
    for name, pair in expected.entries.items():
        for mine, theirs in zip(found.entries[name], pair, strict=True):
            assert mine.eot.tolist() == theirs.eot.tolist()
            assert mine.interruption.tolist() == theirs.interruption.tolist()


def test_probabilities_come_out_to_the_last_bit(readers: Readers, tmp_path: Path) -> None:
    document = probabilities("one", "two")
    document["probs"][0]["speaker_1"]["prob"][0] = 0.1 + 0.2 - 0.2
    path = write_json(tmp_path / "good.json", document)
    found, expected = read(readers, path).probabilities, load_probabilities(path, DURATIONS)
    assert found is not None
    assert (found.task, found.frame_rate_hz) == (Task.EOT, expected.frame_rate_hz)
    for name, pair in expected.entries.items():
        for mine, theirs in zip(found.entries[name], pair, strict=True):
            assert np.array_equal(mine, theirs)
            assert mine.dtype == np.float64


CASES = [*PREDICTIONS, *PROBABILITIES]


@pytest.mark.parametrize(("change", "messages"), [one[1:] for one in CASES], ids=[one[0] for one in CASES])
def test_a_bad_file_is_refused_in_the_readers_own_words(
    here: Readers, tmp_path: Path, change: Change, messages: list[str]
) -> None:
    is_probability = any(change is one[1] for one in PROBABILITIES)
    document = probabilities("one", "two") if is_probability else predictions("one", "two")
    found = read(here, write(tmp_path, change(document)))
    assert found.submission is None
    assert found.probabilities is None
    assert [str(one) for one in found.problems] == messages


def hostile(head: bytes, part: bytes, times: int, tail: bytes) -> bytes:
    return head + part * times + tail


HOSTILE: dict[str, tuple[bytes, str]] = {
    "nested a million deep": (hostile(b"", b"[", 1_000_000, b""), "expected JSON, found nested too deeply"),
    "nested objects": (hostile(b"", b'{"a":', 300_000, b"1"), "expected JSON, found nested too deeply"),
    "a number of a million digits": (
        hostile(b'{"predictions":', b"9", 1_000_000, b"}"),
        "expected JSON, found a number of too many digits",
    ),
    "one key a hundred thousand times": (
        hostile(b"{", b'"predictions":[],', 100_000, b'"predictions":[]}'),
        'expected each key once, found "predictions" twice',
    ),
    "a hundred thousand unknown keys": (
        b"{" + b",".join(b'"k%d":0' % one for one in range(100_000)) + b"}",
        'expected no key but schema_version, predictions, found "k0"',
    ),
    "not a number": (
        b'{"schema_version":NaN,"predictions":Infinity}',
        "expected a list of entries, found Infinity",
    ),
    "nothing": (b"", "expected JSON, found an empty file"),
    "bytes of no encoding": (b"\xff\xfe\x00\x01" * 1000, "expected JSON in UTF-8, found the byte 0xff"),
    "zeros": (b"\x00" * 100_000, "expected JSON, found a fault"),
    "an archive": (b"PK\x03\x04" + b"\x00" * 100, "expected JSON, found a fault"),
    "a formula and a tag as names": (
        json.dumps({"=cmd|'/c calc'!A1": 1, "<img src=x onerror=alert(1)>": 2}).encode(),
        'found "<img src=x onerror=alert(1)>"',
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_a_list_of_problems(here: Readers, tmp_path: Path, name: str) -> None:
    content, expected = HOSTILE[name]
    found = read(here, write(tmp_path, content))
    texts = [str(one) for one in found.problems]
    assert any(expected in text for text in texts), texts[:3]
    assert all(text.isprintable() for text in texts)


def test_no_more_problems_are_listed_than_a_page_can_show(tmp_path: Path) -> None:
    few = AtOnce(Limits(problems=5))
    rows = [{"conversation_id": f"c{one}", "x": 1} for one in range(50)]
    path = write(tmp_path, {"schema_version": 1, "predictions": rows})
    texts = [str(one) for one in read(few, path).problems]
    assert len(texts) == 6
    assert texts[-1].startswith("bad.json: expected a file without problems, found ")
    assert texts[-1].endswith(" more problems")


def test_a_file_that_takes_too_much_memory_fails_alone(tmp_path: Path) -> None:
    small = Readers(Limits(memory_bytes=600_000_000))
    path = write(tmp_path, hostile(b'{"predictions":[', b"{},", 12_000_000, b"{}]}"))
    with pytest.raises(ReadingEndedError, match="more memory to read than is given to one file"):
        read(small, path)
    good = write_json(tmp_path / "good.json", predictions("one", "two"))
    assert read(small, good).submission is not None


def test_a_file_that_takes_too_long_fails_alone(tmp_path: Path) -> None:
    path = write_json(tmp_path / "good.json", predictions("one", "two"))
    with pytest.raises(ReadingEndedError, match=r"longer to read than the 0\.01 s"):
        read(Readers(Limits(time_s=0.01)), path)


class Killed(Reading):
    """A reading whose process is killed as soon as it has begun, as a system out of memory does."""

    def start(self, *arguments: Any) -> Any:
        process = super().start(*arguments)
        process.kill()
        return process


def test_a_killed_process_gives_a_message_and_the_next_file_a_new_one(
    readers: Readers, tmp_path: Path
) -> None:
    path = write_json(tmp_path / "good.json", predictions("one", "two"))
    with pytest.raises(ReadingEndedError, match="the process that reads it ended before the file did"):
        readers.read(Wanted(path, "good.json", DURATIONS), Killed())
    assert readers.read(Wanted(path, "good.json", DURATIONS)).submission is not None


def ended(readers: Readers, path: Path, *, is_cancelled: bool) -> ReadFile | TurnBenchError:
    """Submit a file and wait for its end."""
    found: list[ReadFile | TurnBenchError] = []
    is_over = threading.Event()

    def take(one: ReadFile | TurnBenchError) -> None:
        found.append(one)
        is_over.set()

    reading = Reading()
    if is_cancelled:
        reading.cancel()
    readers.submit(Wanted(path, "good.json", DURATIONS), take, reading)
    assert is_over.wait(60)
    (only,) = found
    return only


def test_a_reading_ends_in_a_thread_and_can_be_cancelled(readers: Readers, tmp_path: Path) -> None:
    path = write_json(tmp_path / "good.json", predictions("one", "two"))
    assert isinstance(ended(readers, path, is_cancelled=True), CancelledRunError)
    good = ended(readers, path, is_cancelled=False)
    assert isinstance(good, ReadFile)
    assert good.submission is not None


def test_a_file_of_another_split_is_told_so(readers: Readers, tmp_path: Path) -> None:
    path = write_json(tmp_path / "other.json", predictions("two", "three"))
    others = {"test": ["three", "two"], "train": ["two"]}
    found = read(readers, path, others=others)
    assert found.fits == ("test",)
    assert 'found "three"' in str(found.problems[0])


def test_a_part_is_taken_only_where_one_is_asked_for(here: Readers, tmp_path: Path) -> None:
    path = write_json(tmp_path / "part.json", predictions("one"))
    assert [str(one) for one in read(here, path).problems] == [
        'bad.json, predictions: expected an entry for conversation "two", found none'
    ]
    part = read(here, path, is_partial=True).submission
    assert part is not None
    assert list(part.entries) == ["one"]


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"{}",
        b"[]\n",
        b'{"kind":"other","names":[],"lengths":[]}\n',
        b'{"kind":"predictions","names":["a"],"lengths":[1,0,0,0]}\n1234',
    ],
)
def test_an_answer_of_another_form_is_none(answer: bytes) -> None:
    with pytest.raises((ValueError, AttributeError), match=r"\S"):
        read_answer(answer)
