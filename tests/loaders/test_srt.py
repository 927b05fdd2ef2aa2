"""SubRip: the faithful reader, labels out of brackets, round trips, and files from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.dialogue.segments import Segment
from viewer.loaders.problems import Report
from viewer.loaders.srt import Cue, cues_of, format_cues, placed_segments, read_cues

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples" / "annotations"
needs_samples = pytest.mark.skipif(
    not SAMPLES.is_dir(), reason="the samples from elsewhere are not part of this repository"
)

times = st.integers(0, 400_000_000).map(lambda ms: ms / 1000)
# What a cue can hold: no line break that would end it, no half of a surrogate pair.
characters = st.characters(exclude_categories=["Cs"], exclude_characters="\r\n")
lines = st.text(characters, min_size=1).filter(lambda line: bool(line.strip()))
texts = st.lists(lines, max_size=3).map("\n".join)
labels = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n]"))


def read(data: bytes) -> tuple[list[Cue] | None, list[str]]:
    report = Report("x.srt")
    return read_cues(data, report), [str(problem) for problem in report.problems]


@given(st.lists(st.builds(Segment, times, times, labels, texts), max_size=5))
def test_segments_survive_writing_and_reading(segments: list[Segment]) -> None:
    cues, problems = read(format_cues(cues_of(segments)).encode())
    assert problems == []
    assert cues is not None
    assert [one.segment for one in placed_segments(cues)] == segments


@given(st.lists(st.tuples(times, times, texts), max_size=5), st.sampled_from(["\n", "\r\n", "\r"]))
def test_cues_survive_every_line_end(rows: list[tuple[float, float, str]], end: str) -> None:
    cues = [Cue(str(9 - i), start, stop, text) for i, (start, stop, text) in enumerate(rows)]
    found, problems = read(format_cues(cues).replace("\n", end).encode("utf-8-sig"))
    assert problems == []
    assert found is not None
    assert [(c.number, c.start_s, c.end_s, c.text) for c in found] == [
        (c.number, c.start_s, c.end_s, c.text) for c in cues
    ]


@given(st.binary(max_size=200))
def test_any_bytes_give_cues_or_a_reason(data: bytes) -> None:
    cues, problems = read(data)
    assert (cues is None) <= bool(problems)


@pytest.mark.parametrize(
    ("text", "label", "words"),
    [
        ("[Normal Turn] so what", "Normal Turn", "so what"),
        ("[Normal Turn]so what", "Normal Turn", "so what"),
        ("[Normal Turn]", "Normal Turn", ""),
        ("[Speech, Non-Linguistic]  hm", "Speech, Non-Linguistic", " hm"),
        ("so what", "", "so what"),
        ("so [Laughter] what", "", "so [Laughter] what"),
        ("[Filler\nuh", "", "[Filler\nuh"),
        ("[] uh", "", "uh"),
        ("[Filler] a\n[Laughter] b", "Filler", "a\n[Laughter] b"),
        ("", "", ""),
    ],
)
def test_the_label_stands_in_brackets_before_the_words(text: str, label: str, words: str) -> None:
    (found,) = placed_segments([Cue("1", 0.0, 1.0, text)])
    assert (found.segment.label, found.segment.text) == (label, words)


def test_a_time_is_the_double_nearest_to_what_is_written() -> None:
    cues, _ = read(b"1\n00:00:00,100 --> 123:59:59,999\n[Filler] uh\n")
    assert cues == [Cue("1", 0.1, 446399.999, "[Filler] uh", 1)]


def test_cues_without_numbers_are_named_by_their_line() -> None:
    cues, problems = read(b"\n00:00:00,100 --> 00:00:01,000\nuh\n")
    assert problems == []
    assert cues is not None
    assert (cues[0].number, cues[0].where) == ("", "line 2")


@needs_samples
@pytest.mark.parametrize(
    ("name", "count", "problems"),
    [
        ("webvttpy_sample.srt", 5, []),
        ("webvttpy_missing_caption_text.srt", 5, []),
        (
            "webvttpy_invalid_timeframe.srt",
            5,
            ["x.srt, cue 2: expected commas before the milliseconds, found a point"],
        ),
        (
            "cdown_gb2312.srt",
            None,
            [
                (
                    "x.srt, line 3: expected text in UTF-8, found the byte 0xd3 "
                    "(is the file in another encoding?)"
                )
            ],
        ),
    ],
)
def test_subtitles_from_elsewhere(name: str, count: int | None, problems: list[str]) -> None:
    cues, found = read((SAMPLES / name).read_bytes())
    assert found == problems
    assert (None if cues is None else len(cues)) == count
