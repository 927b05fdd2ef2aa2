"""What cannot be read takes nothing else along: folders without permission, names from elsewhere, pipes."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.loaders.building import (
    CUE,
    SAMPLES,
    TRACK_NAMES,
    conversation,
    encoded,
    predictions,
    row,
    sound,
    write_audio,
    write_folder,
    write_json,
    write_shard,
)
from viewer.errors import InvalidDataError, MissingFileError, SettingsError, TurnBenchError
from viewer.loaders import Split, load_submission, open_corpus
from viewer.loaders.conversation_json import JsonSource
from viewer.loaders.folders import FolderSource

DENIED = PermissionError(errno.EACCES, "Permission denied")


def deny(monkeypatch: pytest.MonkeyPatch, locked: Path) -> None:
    """Forbid to list a folder or to open a file; the tests may run as root, whom no mode stops."""

    def guarded(real: Callable[..., object]) -> Callable[..., object]:
        def call(path: object, *rest: object, **options: object) -> object:
            if path == locked:
                raise DENIED
            return real(path, *rest, **options)

        return call

    monkeypatch.setattr(os, "listdir", guarded(os.listdir))
    monkeypatch.setattr(os, "scandir", guarded(os.scandir))
    monkeypatch.setattr(Path, "read_bytes", guarded(Path.read_bytes))
    monkeypatch.setattr(Path, "open", guarded(Path.open))


def write_model(root: Path) -> Path:
    (root / "models" / "mine").mkdir(parents=True)
    return write_json(root / "models" / "mine" / "predictions.json", predictions("one"))


# what is locked, what is said of the corpus, what of the conversation "two"
LOCKED: list[tuple[str, list[str], list[str]]] = [
    ("two", [], ["two: expected a folder that can be read, found Permission denied"]),
    (
        "two/speaker_1_audio.wav",
        [],
        ["two/speaker_1_audio.wav: expected a readable audio file, found Permission denied"],
    ),
    (
        "two/speaker_1_annotation_a.srt",
        [],
        ["two/speaker_1_annotation_a.srt: expected a readable file, found Permission denied"],
    ),
    (
        "two/metadata.json",
        [],
        ["two/metadata.json: expected a readable file, found Permission denied"],
    ),
    ("models", ["models: expected a folder that can be read, found Permission denied"], []),
    ("models/mine", ["models/mine: expected a folder that can be read, found Permission denied"], []),
]


@pytest.mark.parametrize(("locked", "of_corpus", "of_two"), LOCKED)
def test_what_may_not_be_read_spares_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locked: str, of_corpus: list[str], of_two: list[str]
) -> None:
    write_folder(tmp_path, "one")
    write_folder(tmp_path, "two")
    write_model(tmp_path)
    deny(monkeypatch, tmp_path / locked)
    corpus = open_corpus(tmp_path)
    assert [str(problem) for problem in corpus.problems] == of_corpus
    assert [str(problem) for problem in corpus.split().load("two").problems] == of_two
    assert corpus.split().load("one").is_scorable
    assert corpus.split().durations()["one"] == 4.0


def test_a_corpus_that_may_not_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_folder(tmp_path, "one").parent
    deny(monkeypatch, root)
    with pytest.raises(InvalidDataError, match="expected what can be read, found Permission denied"):
        open_corpus(root)


@pytest.mark.parametrize(
    ("path", "found"),
    [("gone", "nothing there"), ("a\0b", "a name that no file can have"), ("a" * 5000, "File name too long")],
)
def test_a_path_to_nothing_says_why(path: str, found: str) -> None:
    with pytest.raises(MissingFileError, match=f": expected a manifest .*, found {found}"):
        open_corpus(Path(path))


@pytest.mark.parametrize(
    ("path", "found"),
    [("gone", "none"), ("a\0b", "a name that no file can have"), ("a" * 5000, "File name too long")],
)
def test_a_path_of_a_model_to_nothing_disables_that_model(tmp_path: Path, path: str, found: str) -> None:
    case = write_json(tmp_path / "talk.json", conversation("one"))
    corpus = open_corpus(case, models=[f"mine={path}"])
    assert [(one.expected, one.found) for one in corpus.problems] == [('a file of model "mine"', found)]
    assert corpus.split().load("one").is_scorable
    with pytest.raises(SettingsError, match=r'as a name, found "\\udcff"'):
        open_corpus(case, models=[f"\udcff={path}"])


def test_names_that_are_not_utf_8_are_refused(tmp_path: Path) -> None:
    write_folder(tmp_path, "one")
    write_model(tmp_path)
    write_folder(tmp_path, "two").rename(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    os.mkdir(os.fsencode(tmp_path) + b"/models/\xfe")
    corpus = open_corpus(tmp_path)
    told = sorted(str(problem) for problem in corpus.problems)
    assert told == [
        'models: expected text that UTF-8 can hold as a name, found "\\udcfe"',
        f'{tmp_path.name}: expected text that UTF-8 can hold as a name, found "\\udcff"',
    ]
    assert corpus.split().conversation_ids == ("one",)
    assert [model.name for model in corpus.models] == ["mine"]


def test_a_shard_whose_name_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    write_shard(tmp_path / "dev.parquet", [row("one")])
    write_shard(tmp_path / "x.parquet", [row("two")])
    (tmp_path / "x.parquet").rename(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.parquet"))
    corpus = open_corpus(tmp_path)
    assert [(one.expected, one.found) for one in corpus.problems] == [
        ("text that UTF-8 can hold as a name", '"\\udcff.parquet"')
    ]
    assert corpus.split().conversation_ids == ("one",)


def test_a_folder_called_by_a_digit_that_is_no_number_sorts(tmp_path: Path) -> None:
    for name in ("²", "1", "٣"):
        write_folder(tmp_path, name)
    assert open_corpus(tmp_path).split().conversation_ids == ("1", "²", "٣")


@pytest.mark.parametrize("error", [OSError(), ValueError("SECRET"), OverflowError("SECRET")])
def test_what_no_reader_foresaw_disables_one_conversation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    write_folder(tmp_path, "one")
    split = open_corpus(tmp_path).split()
    for name in ("load", "duration_s", "audio"):
        monkeypatch.setattr(FolderSource, name, fail)
    assert [str(problem) for problem in split.load("one").problems] == [
        'one, conversation "one": expected files that can be read, found a value that cannot be read'
    ]
    assert split.durations() == {"one": float("inf")}
    assert split.audio("one") is None


def test_a_reader_of_models_that_fails_disables_one_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OverflowError

    write_folder(tmp_path, "one")
    write_model(tmp_path)
    model = open_corpus(tmp_path).model("mine")
    monkeypatch.setattr("viewer.loaders.models.load_submission", fail)
    message = r"^models/mine/predictions\.json: expected a file that can be read, found a value that"
    with pytest.raises(InvalidDataError, match=message):
        model.load_submission("all", {"one": 4.0})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a\0b", 'line 1: expected the file "a\\u0000b", found a name that no file can have'),
        (
            "a" * 5000,
            f'line 1: expected the file "{"a" * 60}…", found File name too long',
        ),
        ("pipe", 'line 1: expected the file "pipe", found a pipe, a socket or a device'),
    ],
)
def test_a_checksum_of_no_file_is_an_error(tmp_path: Path, line: str, message: str) -> None:
    write_json(tmp_path / "talk.json", conversation("one"))
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "SUMS").write_text(f"{'0' * 64}  {line}\n")
    (tmp_path / "m.yaml").write_text(
        "schema_version: 1\ntitle: t\nsplits:\n  a:\n    role: dev\n    labels: public\n"
        "    source: {format: json, path: talk.json}\n    checksums: SUMS\n"
    )
    split = open_corpus(tmp_path / "m.yaml").split()
    assert [str(problem) for problem in split.verify_checksums()] == [f"SUMS, {message}"]


def test_a_checksum_file_whose_name_no_file_can_have_is_an_error(tmp_path: Path) -> None:
    write_json(tmp_path / "talk.json", conversation("one"))
    (tmp_path / "m.yaml").write_text(
        "schema_version: 1\ntitle: t\nsplits:\n  a:\n    role: dev\n    labels: public\n"
        '    source: {format: json, path: talk.json}\n    checksums: "a\\0b"\n'
    )
    corpus = open_corpus(tmp_path / "m.yaml")
    assert [str(problem) for problem in corpus.problems] == [
        "a\\x00b: expected the checksums of split a, found a name that no file can have"
    ]
    assert [one.found for one in corpus.split().verify_checksums()] == ["a name that no file can have"]


def test_without_a_cache_folder_everything_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("TURNBENCH_CACHE", str(tmp_path / "file" / "cache"))
    folder = tmp_path / "calls" / "one"
    folder.mkdir(parents=True)
    write_audio(folder / "audio.ogg", sound(SAMPLES, 2), format="OGG", subtype="VORBIS")
    cell = encoded(tmp_path, sound())
    write_shard(tmp_path / "shards" / "x.parquet", [row("one", speaker_1_audio=cell, speaker_2_audio=cell)])
    for root in (tmp_path / "calls", tmp_path / "shards"):
        split = open_corpus(root).split()
        source = split.audio("one")
        assert source is not None
        assert np.any(source.read(100, 200))
        assert split.verify_sound() == []


def test_many_unknown_names_are_counted_and_not_listed(tmp_path: Path) -> None:
    keys = {f"prediction{number}": 1 for number in range(5000)}
    path = write_json(tmp_path / "bad.json", predictions(*(f"c{n}" for n in range(3000))) | keys)
    with pytest.raises(InvalidDataError, match="expected no key but") as caught:
        load_submission(path, {f"d{n}": 1.0 for n in range(300)}, name="bad.json")
    problems = caught.value.problems
    assert len(problems) == 3 * 21
    assert [one.found for one in problems if one.found.endswith("this rule")] == [
        "4980 more that break this rule",
        "2980 more that break this rule",
        "280 more that break this rule",
    ]


def test_a_problem_writes_nothing_that_a_terminal_obeys(tmp_path: Path) -> None:
    write_folder(tmp_path, "\x1b[31mred\nerror: fake \u202e\u2028")
    (split,) = open_corpus(tmp_path).splits.values()
    (tmp_path / split.conversation_ids[0] / "speaker_1_audio.wav").write_bytes(b"")
    (problem,) = split.load(split.conversation_ids[0]).problems
    shown = "\\x1b[31mred\\nerror: fake \\u202e\\u2028/speaker_1_audio.wav"
    assert str(problem) == f"{shown}: expected audio, found an empty file"
    assert problem.file == shown


NAMES = [
    "speaker_1_audio.wav",
    "speaker_2_audio.wav",
    "metadata.json",
    *(f"{one}.srt" for one in TRACK_NAMES),
]
WAV_START = b"RIFF\x24\xfa\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00"
STARTS = st.sampled_from(
    [b"", b"{", b'{"title": ', CUE.encode(), b"1\n99", WAV_START, b"fLaC", b"OggS", b"ID3"]
)


@settings(deadline=None)
@given(st.sampled_from(NAMES), STARTS, st.binary(max_size=300))
def test_random_bytes_in_one_file_spare_the_neighbour(
    tmp_path_factory: pytest.TempPathFactory, name: str, start: bytes, rest: bytes
) -> None:
    root = tmp_path_factory.mktemp("random")
    write_folder(root, "one")
    (write_folder(root, "two") / name).write_bytes(start + rest)
    check_neighbour(open_corpus(root).split())


@settings(deadline=None)
@given(st.binary(max_size=40), st.integers(0, 10_000))
def test_random_bytes_in_a_shard_spare_the_neighbour(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes, place: int
) -> None:
    root = tmp_path_factory.mktemp("random")
    write_shard(root / "dev-00000-of-00002.parquet", [row("one")])
    bad = root / "dev-00001-of-00002.parquet"
    write_shard(bad, [row("two")])
    content = bytearray(bad.read_bytes())
    place %= len(content)
    content[place : place + len(noise)] = noise
    bad.write_bytes(content)
    check_neighbour(open_corpus(root).split())


def check_neighbour(split: Split) -> None:
    """Use a split as the viewer does; nothing but our own errors comes out of it."""
    assert split.load("one").is_scorable
    assert split.durations()["one"] == 4.0
    problems = [*split.load_all()[1], *split.verify_sound()]
    "\n".join(str(problem) for problem in problems).encode()
    for name in split.conversation_ids:
        source = split.load(name).audio
        try:
            if source is not None:
                source.read(0, 100)
        except TurnBenchError as error:
            str(error).encode()


def test_the_source_of_a_hidden_split_knows_its_file(tmp_path: Path) -> None:
    path = write_json(tmp_path / "talk.json", conversation("one"))
    assert JsonSource(path, tmp_path, is_hidden=True).file_of("one") == "talk.json"
