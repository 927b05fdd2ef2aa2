"""A corpus that was written here opens here, with the same labels and the same sound."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.audit.small import small_split
from tests.cases import VECTORS
from tests.corpora import split_of
from viewer.dialogue.conversation import Conversation, Metadata
from viewer.dialogue.protocol import BENCHMARK
from viewer.dialogue.segments import Segment, Track
from viewer.errors import InvalidDataError
from viewer.exports.corpus_folders import write_folders
from viewer.exports.corpus_items import ExportedConversation
from viewer.exports.corpus_parquet import write_parquet
from viewer.workspace import SplitWork, open_workspace


def items_of(work: SplitWork) -> list[ExportedConversation]:
    return [ExportedConversation(one, work.audio(name)) for name, one in work.conversations.items()]


def in_ms(item: ExportedConversation) -> ExportedConversation:
    """Return a conversation with every time rounded to what SubRip can hold."""
    tracks = {
        key: Track.from_segments(
            dataclasses.replace(row, start_s=round(row.start_s, 3), end_s=round(row.end_s, 3))
            for row in track
        )
        for key, track in item.conversation.tracks.items()
    }
    return dataclasses.replace(item, conversation=dataclasses.replace(item.conversation, tracks=tracks))


def assert_same(found: SplitWork, items: Sequence[ExportedConversation], *, has_title: bool = True) -> None:
    assert list(found.conversations) == [one.conversation.conversation_id for one in items]
    for one in items:
        source = one.conversation
        again = found.conversations[source.conversation_id]
        assert {key: list(track) for key, track in again.tracks.items()} == {
            key: list(track) for key, track in source.tracks.items()
        }
        assert again.duration_s == source.duration_s
        title = source.metadata.title if has_title else None
        assert again.metadata == dataclasses.replace(source.metadata, title=title)
        sound = found.audio(source.conversation_id)
        assert (sound is None) is (one.audio is None)
        if sound is not None and one.audio is not None:
            assert np.array_equal(sound.read(0, sound.samples), one.audio.read(0, one.audio.samples))
    assert list(found.golds(BENCHMARK)) == [one.conversation.conversation_id for one in items]


@pytest.fixture
def shards() -> SplitWork:
    """The shared shards: FLAC in cells, four conversations."""
    return open_workspace(VECTORS / "parquet" / "dev").split()


def test_shards_become_folders_and_come_back(shards: SplitWork, tmp_path: Path) -> None:
    items = [in_ms(one) for one in items_of(shards)]
    write_folders(tmp_path / "out", items)
    assert_same(open_workspace(tmp_path / "out").split(), items)


def test_shards_become_shards_and_come_back(shards: SplitWork, tmp_path: Path) -> None:
    items = items_of(shards)
    write_parquet(tmp_path / "out", "dev", items)
    found = open_workspace(tmp_path / "out")
    assert found.split_names == ("dev",)
    assert_same(found.split(), items, has_title=False)


def test_folders_become_shards_and_come_back(shards: SplitWork, tmp_path: Path) -> None:
    items = [in_ms(one) for one in items_of(shards)]
    write_folders(tmp_path / "folders", items)
    work = open_workspace(tmp_path / "folders").split()
    write_parquet(tmp_path / "shards", "dev", items_of(work))
    assert_same(open_workspace(tmp_path / "shards").split(), items, has_title=False)


def test_one_file_with_two_channels_is_written_as_two(tmp_path: Path, rng: np.random.Generator) -> None:
    folder = tmp_path / "in" / "7"
    folder.mkdir(parents=True)
    sound = rng.integers(-9000, 9000, (8000, 2), dtype=np.int16)
    soundfile.write(folder / "audio.wav", sound, 8000)
    work = open_workspace(tmp_path / "in").split()
    write_parquet(tmp_path / "out", "dev", items_of(work))
    write_folders(tmp_path / "again", items_of(work))
    for name in ("out", "again"):
        again = open_workspace(tmp_path / name).split().audio("7")
        assert again is not None
        assert np.array_equal(again.read(0, 8000), sound)


def test_labels_without_sound_become_a_shard_with_lengths(tmp_path: Path) -> None:
    items = items_of(split_of(tmp_path))
    write_parquet(tmp_path / "out", "dev", items)
    assert_same(open_workspace(tmp_path / "out").split(), items, has_title=False)


def test_labels_without_sound_become_folders_without_it(tmp_path: Path) -> None:
    items = items_of(small_split(tmp_path))
    write_folders(tmp_path / "out", items)
    names = sorted(one.name for one in (tmp_path / "out" / "1").iterdir())
    assert names == ["metadata.json", *(f"speaker_{n}_annotation_{a}.srt" for n in (1, 2) for a in "abc")]


def heard(*segments: Segment, name: str = "7") -> ExportedConversation:
    tracks = {(2, "b"): Track.from_segments(segments)}
    return ExportedConversation(Conversation(name, 10.0, tracks, Metadata()))


@pytest.mark.parametrize(
    ("segment", "message"),
    [
        (Segment(1.0, 2.0004, "Filler"), r'"7", speaker 2, annotator b, segment 1: .*found 2\.0004 s'),
        (Segment(1.0, 2.0, "a]b"), "expected a label and words that SubRip can hold"),
        (Segment(1.0, 2.0, "a\nb"), "expected a label and words that SubRip can hold"),
        (Segment(1.0, 2.0, "Filler", "so\n\nwe"), "expected a label and words that SubRip can hold"),
        (Segment(1.0, 2.0, "Filler", "so\rwe"), "expected a label and words that SubRip can hold"),
        (Segment(1.0, 2.0, "Filler", "\ud800"), "expected a label and words that SubRip can hold"),
    ],
)
def test_what_subrip_cannot_hold_is_refused_with_its_place(
    tmp_path: Path, segment: Segment, message: str
) -> None:
    with pytest.raises(InvalidDataError, match=message):
        write_folders(tmp_path / "out", [heard(segment)])
    assert list(tmp_path.iterdir()) == []


def test_every_time_that_is_too_fine_is_listed(tmp_path: Path) -> None:
    rows = [Segment(k + 0.0001, k + 0.5002, "Filler") for k in range(30)]
    with pytest.raises(InvalidDataError, match="a time of whole milliseconds") as caught:
        write_folders(tmp_path / "out", [heard(*rows)])
    assert len(caught.value.problems) == 60


@pytest.mark.parametrize("text", ["[x] so", "", " so ", "so\nwe", "1", "00:00:01,000 --> 00:00:02,000"])
def test_strange_words_come_back_or_are_refused(tmp_path: Path, text: str) -> None:
    from viewer.exports.corpus_folders import folder_problems
    from viewer.loaders.problems import Report
    from viewer.loaders.srt import placed_segments, read_cues

    row = Segment(1.0, 2.0, "Filler", text)
    if folder_problems(heard(row)):
        return
    write_folders(tmp_path / "out", [heard(row)])
    cues = read_cues((tmp_path / "out" / "7" / "speaker_2_annotation_b.srt").read_bytes(), Report(""))
    assert cues is not None
    assert [one.segment for one in placed_segments(cues)] == [row]


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "..\\x", "models", ".hidden", "a\nb", "x" * 201, " x"]
)
def test_an_id_never_becomes_a_path(tmp_path: Path, name: str) -> None:
    with pytest.raises(
        InvalidDataError, match="expected a conversation's id that can be the name of a folder"
    ):
        write_folders(tmp_path / "out", [heard(name=name)])
    with pytest.raises(InvalidDataError, match="expected a split that can be the name of a folder"):
        write_parquet(tmp_path / "out", name, [heard()])
    assert list(tmp_path.iterdir()) == []


def test_ids_that_differ_only_in_case_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidDataError, match='another than "A" on every system, found "a"'):
        write_folders(tmp_path / "out", [heard(name="A"), heard(name="a")])


def test_some_with_sound_and_some_without_are_refused(shards: SplitWork, tmp_path: Path) -> None:
    with pytest.raises(InvalidDataError, match=r'export, "7": expected sound, as others have it, found none'):
        write_parquet(tmp_path / "out", "dev", [*items_of(shards), heard()])
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten_and_nothing_left_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out").mkdir()
    for write in writers():
        with pytest.raises(
            InvalidDataError, match="expected a folder that is not there yet, found one that is"
        ):
            write(tmp_path / "out", [heard()])
    (tmp_path / "out").rmdir()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("viewer.exports.corpus_folders.write_whole", full)
    with pytest.raises(InvalidDataError, match="expected a folder that can be written, found No space left"):
        write_folders(tmp_path / "out", [heard(Segment(1.0, 2.0, "Filler"))])
    assert list(tmp_path.iterdir()) == []


def writers() -> list[Callable[[Path, Sequence[ExportedConversation]], None]]:
    return [write_folders, lambda path, items: write_parquet(path, "dev", items)]


def test_sound_that_has_changed_is_not_passed_on(tmp_path: Path) -> None:
    folder = tmp_path / "in" / "7"
    folder.mkdir(parents=True)
    soundfile.write(folder / "audio.wav", np.zeros((8000, 2), np.int16), 8000)
    items = items_of(open_workspace(tmp_path / "in").split())
    soundfile.write(folder / "audio.wav", np.zeros((9000, 2), np.int16), 8000)
    for write in writers():
        with pytest.raises(InvalidDataError, match="expected the file that was opened"):
            write(tmp_path / "out", items)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["in"]
