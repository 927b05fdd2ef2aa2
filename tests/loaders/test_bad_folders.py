"""A folder corpus with one bad conversation: severity, place and words of each fault.

The good conversation beside it must still load and stay scorable; so must the bad one's good tracks.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.loaders.building import CUE, sound, write_audio, write_folder
from tests.loaders.checking import Spoil, check_folder
from tests.loaders.folders import make_folder, make_link, make_pipe, put, remove
from viewer.errors import InvalidDataError, Severity
from viewer.loaders import open_corpus

TRACK = "speaker_1_annotation_a.srt"
FORM = "hh:mm:ss,mmm --> hh:mm:ss,mmm"


def srt(content: str | bytes) -> Spoil:
    """Give the first track this content."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    return lambda folder: (folder / TRACK).write_bytes(data)


def cue(start: str, end: str, text: str = "[Normal Turn] yes", number: int = 1) -> str:
    return f"{number}\n00:00:0{start} --> 00:00:0{end}\n{text}\n\n"


KEYS = (
    "conversation_type, speaker_1_actor_id, speaker_2_actor_id, speaker_1_actor_gender, "
    "speaker_2_actor_gender, title"
)
ERROR, WARNING = Severity.ERROR, Severity.WARNING

# name, what is spoilt, severity, tracks left, messages (with "two/" before each)
ROWS: list[tuple[str, Spoil, Severity, int, list[str]]] = [
    (
        "overlapping cues",
        srt(cue("0,500", "1,500") + cue("1,000", "2,000", number=2)),
        WARNING,
        6,
        [f"{TRACK}, cue 2: expected a start at or after 1.500 s, where cue 1 ends, found 1.000 s"],
    ),
    (
        "a zero-length cue",
        srt(cue("0,500", "0,500")),
        WARNING,
        6,
        [f"{TRACK}, cue 1: expected an end after 0.500 s, found the same time"],
    ),
    (
        "a cue past the end",
        srt(cue("3,500", "4,001")),
        WARNING,
        6,
        [f"{TRACK}, cue 1: expected an end within the sound, 4.000 s, found 4.001 s"],
    ),
    (
        "unsorted cues",
        srt(cue("2,000", "2,500", number=7) + cue("1,000", "1,500", number=3)),
        WARNING,
        6,
        [f"{TRACK}, cue 3: expected a start at or after 2.000 s, where cue 7 starts, found 1.000 s"],
    ),
    (
        "an unknown label",
        srt(cue("0,500", "1,500", "[Normal Tern] yes")),
        WARNING,
        6,
        [f'{TRACK}, cue 1: expected one of the 17 labels, found "Normal Tern" (did you mean "Normal Turn"?)'],
    ),
    (
        "an unknown label three times",
        srt("".join(cue(f"{n},000", f"{n},500", "[Cough]", n) for n in (1, 2, 3))),
        WARNING,
        6,
        [f'{TRACK}, cue 1: expected one of the 17 labels, found "Cough" here and 2 times more'],
    ),
    (
        "no label",
        srt(cue("0,500", "1,500", "just words")),
        WARNING,
        6,
        [f"{TRACK}, cue 1: expected one of the 17 labels, found no label"],
    ),
    (
        "UTF-16",
        srt(CUE.encode("utf-16")),
        WARNING,
        6,
        [f"{TRACK}: expected text in UTF-8, found UTF-16"],
    ),
    (
        "a decimal point",
        srt(CUE.replace("00,500", "00.500")),
        WARNING,
        6,
        [f"{TRACK}, cue 1: expected commas before the milliseconds, found a point"],
    ),
    (
        "an empty track",
        srt(""),
        WARNING,
        6,
        ["speaker_1_annotation_a.srt: expected at least one segment, found none"],
    ),
    (
        "a missing annotator",
        remove("speaker_2_annotation_c.srt"),
        WARNING,
        5,
        ["speaker_2_annotation_c.srt: expected a track of each annotator, found none"],
    ),
    (
        "a reversed cue",
        srt(CUE + cue("3,200", "2,950", number=112)),
        ERROR,
        5,
        [f"{TRACK}, cue 112: expected an end after 3.200 s, found 2.950 s (are start and end swapped?)"],
    ),
    (
        "bad timing lines",
        srt(CUE + "2\n00:00:61,000 --> 00:01:02,000\nno\n\n3\n0:0:1\nno\n"),
        ERROR,
        5,
        [
            f'{TRACK}, cue 2: expected {FORM}, found "00:00:61,000 --> 00:01:02,000"',
            f'{TRACK}, cue 3: expected {FORM}, found "0:0:1"',
        ],
    ),
    (
        "an empty line inside a cue",
        srt(CUE.rstrip("\n") + "\n\nand more words\n"),
        ERROR,
        5,
        [
            (
                f'{TRACK}, line 5: expected a cue number or {FORM}, found "and more words" '
                "(is there an empty line inside a cue?)"
            )
        ],
    ),
    (
        "a number without a cue",
        srt(CUE + "2\n"),
        ERROR,
        5,
        [f"{TRACK}, cue 2: expected {FORM}, found the end of the cue"],
    ),
    (
        "hours of 5000 digits",
        srt(f"1\n{'9' * 5000}:00:00,000 --> 00:00:01,000\n[Filler] eh\n"),
        ERROR,
        5,
        [f'{TRACK}, cue 1: expected hours of at most 6 digits, found "{"9" * 60}…"'],
    ),
    (
        "a cue a month long",
        srt("1\n00:00:00,000 --> 720:00:00,000\n[Filler] eh\n"),
        ERROR,
        5,
        [f"{TRACK}, cue 1: expected an end within a week, 604800.000 s, found 2592000.000 s"],
    ),
    (
        "a pipe called like a track",
        make_pipe(TRACK),
        ERROR,
        5,
        [f"{TRACK}: expected a readable file, found a pipe, a socket or a device"],
    ),
    (
        "a link to no track",
        make_link(TRACK),
        ERROR,
        5,
        [f"{TRACK}: expected a readable file, found No such file or directory"],
    ),
    (
        "a link to no metadata",
        make_link("metadata.json"),
        ERROR,
        6,
        ["metadata.json: expected a readable file, found No such file or directory"],
    ),
    (
        "half a surrogate pair in the metadata",
        put("metadata.json", '{"title": "a \\ud800"}'),
        ERROR,
        6,
        ['metadata.json, title: expected text that UTF-8 can hold, found "a \\ud800"'],
    ),
    (
        "metadata nested 100,000 deep",
        put("metadata.json", '{"title": ' + "[" * 100_000 + "]" * 100_000 + "}"),
        ERROR,
        6,
        ["metadata.json: expected JSON, found nested too deeply"],
    ),
    (
        "Latin-1",
        srt(CUE.replace("meant", "ment\xe9").encode("latin-1")),
        ERROR,
        5,
        [f"{TRACK}, line 3: expected text in UTF-8, found the byte 0xe9 (is the file in another encoding?)"],
    ),
    (
        "half a UTF-16 character",
        srt(CUE.encode("utf-16")[:-1]),
        ERROR,
        5,
        [
            f"{TRACK}: expected text in UTF-8, found UTF-16",
            f"{TRACK}: expected whole UTF-16 characters, found half of one (is the file cut off?)",
        ],
    ),
    (
        "a folder called like a track",
        make_folder(TRACK),
        ERROR,
        5,
        [f"{TRACK}: expected a readable file, found Is a directory"],
    ),
    (
        "an unknown key of the metadata",
        put("metadata.json", '{"conversation_typ": "Instructional"}'),
        WARNING,
        6,
        [
            (
                f'metadata.json: expected one of {KEYS}, found "conversation_typ" '
                '(did you mean "conversation_type"?)'
            )
        ],
    ),
    (
        "a wrong type in the metadata",
        put("metadata.json", '{"speaker_1_actor_id": 7}'),
        ERROR,
        6,
        ["metadata.json, speaker_1_actor_id: expected a text, found 7"],
    ),
    (
        "metadata twice",
        put("metadata.json", '{"title": "a", "title": "b"}'),
        ERROR,
        6,
        ['metadata.json: expected each key once, found "title" twice'],
    ),
    (
        "broken metadata",
        put("metadata.json", "{"),
        ERROR,
        6,
        [
            (
                "metadata.json, line 1, column 2: expected JSON, found a fault: expecting property "
                "name enclosed in double quotes"
            )
        ],
    ),
]


@pytest.mark.parametrize(
    ("spoil", "severity", "tracks", "messages"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_a_bad_folder_says_what_is_wrong_and_spares_the_others(
    tmp_path: Path, spoil: Spoil, severity: Severity, tracks: int | None, messages: list[str]
) -> None:
    check_folder(tmp_path, spoil, severity, tracks, messages)


def test_a_conversation_without_a_length_cannot_be_had(tmp_path: Path) -> None:
    put("speaker_1_audio.wav", b"")(write_folder(tmp_path, "two"))
    split = open_corpus(tmp_path).split()
    with pytest.raises(InvalidDataError, match=r"two/speaker_1_audio\.wav: expected audio, found an empty"):
        split.conversation("two")
    assert split.durations() == {"two": float("inf")}


def test_a_byte_order_mark_and_foreign_line_ends_are_the_same_content(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, "one")
    (folder / "speaker_1_annotation_b.srt").write_bytes(CUE.replace("\n", "\r\n").encode("utf-8-sig"))
    (folder / "speaker_1_annotation_c.srt").write_bytes(CUE.replace("\n", "\r").encode())
    loaded = open_corpus(tmp_path).split().load("one")
    assert loaded.problems == ()
    assert loaded.conversation is not None
    tracks = [list(loaded.conversation.track(1, annotator)) for annotator in "abc"]
    assert tracks[0] == tracks[1] == tracks[2]


def test_a_two_channel_file_has_speaker_1_on_the_left(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, "one")
    remove("speaker_1_audio.wav", "speaker_2_audio.wav")(folder)
    both = sound(channels=2)
    write_audio(folder / "audio.flac", both)
    audio_source = open_corpus(tmp_path).split().audio("one")
    assert audio_source is not None
    np.testing.assert_array_equal(audio_source.read(100, 200), both[100:200])


def test_folders_without_labels_have_one_warning_and_hidden_ones_none(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, "one")
    remove(*[path.name for path in folder.glob("*.srt")])(folder)
    split = open_corpus(tmp_path).split()
    loaded = split.load("one")
    assert [str(problem) for problem in loaded.problems] == [
        "one/speaker_1_annotation_a.srt: expected labels of any annotator, found none"
    ]
    assert loaded.is_scorable
    assert loaded.conversation is not None
    assert not loaded.conversation.has_labels
    assert replace(split, reads_labels=False).load("one").problems == ()


def test_numbers_in_names_sort_as_numbers_and_other_files_are_left_alone(tmp_path: Path) -> None:
    for name in ("10", "9", "call 2"):
        write_folder(tmp_path, name)
    (tmp_path / "models").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "README.txt").write_text("hello")
    (tmp_path / "9" / "combined_audio.wav").write_bytes(b"not looked at")
    split = open_corpus(tmp_path).split()
    assert split.conversation_ids == ("9", "10", "call 2")
    assert split.load("9").problems == ()


def test_naming_one_conversation_instead_of_the_folder_above_is_explained(tmp_path: Path) -> None:
    with pytest.raises(
        InvalidDataError,
        match=r"one: expected a folder for each conversation, found none \(is this one conversation\?",
    ):
        open_corpus(write_folder(tmp_path, "one"))
