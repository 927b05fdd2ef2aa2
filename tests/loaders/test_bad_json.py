"""Conversation JSON with one bad conversation and a good one beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.loaders.building import (
    ROW,
    conversation,
    sound,
    with_track,
    write_audio,
    write_json,
)
from tests.loaders.checking import check_beside_good
from viewer.errors import InvalidDataError, Severity
from viewer.loaders import open_corpus

ERROR, WARNING = Severity.ERROR, Severity.WARNING
TRACK = "cases[1].annotations.speaker_1.a"

# name, the bad conversation, severity, tracks left (None: no conversation), messages
CASES: list[tuple[str, Any, Severity, int | None, list[str]]] = [
    (
        "a reversed segment",
        with_track([ROW, ROW | {"end_s": 0.25}]),
        ERROR,
        5,
        [f"{TRACK}[1]: expected an end after 0.500 s, found 0.250 s (are start and end swapped?)"],
    ),
    (
        "a negative start",
        with_track([ROW | {"start_s": -0.5}]),
        ERROR,
        5,
        [f"{TRACK}[0]: expected a start at or after 0.000 s, found -0.500 s"],
    ),
    (
        "a time in quotes",
        with_track([ROW | {"start_s": "0.5"}]),
        ERROR,
        5,
        [f'{TRACK}[0].start_s: expected a number of seconds, found "0.5"'],
    ),
    (
        "true as a time",
        with_track([ROW | {"end_s": True}]),
        ERROR,
        5,
        [f"{TRACK}[0].end_s: expected a number of seconds, found true"],
    ),
    (
        "a missing end",
        with_track([{"start_s": 0.5, "end": 1.5, "label": "Filler"}]),
        ERROR,
        5,
        [f'{TRACK}[0]: expected the key "end_s", found none (did you mean "end"?)'],
    ),
    (
        "a label that is a number",
        with_track([ROW | {"label": 3}]),
        ERROR,
        5,
        [f"{TRACK}[0].label: expected a text, found 3"],
    ),
    (
        "a segment that is a list",
        with_track([[0.5, 1.5]]),
        ERROR,
        5,
        [f"{TRACK}[0]: expected an object with start_s, end_s, label, text, found a list of 2"],
    ),
    (
        "a track that is an object",
        with_track({}),
        ERROR,
        5,
        [f"{TRACK}: expected a list of segments, found an object"],
    ),
    (
        "annotations that are a list",
        conversation(annotations=[]),
        ERROR,
        0,
        ["cases[1].annotations: expected an object with speaker_1 and speaker_2, found a list of 0"],
    ),
    (
        "no length",
        conversation(duration_s=None),
        ERROR,
        None,
        ["cases[1]: expected duration_s or audio, found neither"],
    ),
    (
        "a length in quotes",
        conversation(duration_s="4"),
        ERROR,
        None,
        ['cases[1].duration_s: expected a number of seconds, found "4"'],
    ),
    (
        "a length of 0",
        conversation(duration_s=0),
        ERROR,
        None,
        ["cases[1].duration_s: expected a number of seconds above 0, found 0"],
    ),
    (
        "one path of two",
        conversation(audio={"speaker_1": "one.wav"}),
        ERROR,
        6,
        ["cases[1].audio: expected an object with the paths speaker_1 and speaker_2, found an object"],
    ),
    (
        "an absent sound file",
        conversation(audio={"speaker_1": "here.wav", "speaker_2": "gone.wav"}),
        ERROR,
        6,
        ["gone.wav: expected a readable audio file, found No such file or directory"],
    ),
    (
        "a length two samples off",
        conversation(duration_s=4.00025, audio={"speaker_1": "here.wav", "speaker_2": "here.wav"}),
        ERROR,
        6,
        ["cases[1].duration_s: expected 4.000 s, the length of the sound, found 4.00025 s"],
    ),
    (
        "metadata that are a list",
        conversation(metadata=["Instructional"]),
        ERROR,
        6,
        ["cases[1].metadata: expected an object, found a list of 1"],
    ),
    (
        "a missing annotator",
        with_track(None),
        WARNING,
        5,
        [f"{TRACK}: expected a track of each annotator, found none"],
    ),
    (
        "an overlap",
        with_track([ROW, ROW | {"start_s": 1.25, "end_s": 2.0}]),
        WARNING,
        6,
        [f"{TRACK}[1]: expected a start at or after 1.500 s, where {TRACK}[0] ends, found 1.250 s"],
    ),
]


@pytest.mark.parametrize(
    ("bad", "severity", "tracks", "messages"), [one[1:] for one in CASES], ids=[one[0] for one in CASES]
)
def test_a_bad_case_says_what_is_wrong_and_spares_the_others(
    tmp_path: Path, bad: Any, severity: Severity, tracks: int | None, messages: list[str]
) -> None:
    write_audio(tmp_path / "here.wav", sound())
    path = write_json(tmp_path / "talk.json", {"cases": [conversation("one"), bad], "made_by": "us"})
    expected = [one if one.startswith("gone") else f"talk.json, {one}" for one in messages]
    check_beside_good(open_corpus(path).split(), severity, tracks, expected)


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (
            '{"cases": [%s, {"conversation_id": 2, "duration_s": 4}]}',
            ["talk.json, cases[1].conversation_id: expected a text that is not empty, found 2"],
        ),
        (
            '{"cases": [%s, {"duration_s": 4}]}',
            ["talk.json, cases[1].conversation_id: expected a text that is not empty, found none"],
        ),
        (
            '{"cases": [%s, 7]}',
            ["talk.json, cases[1]: expected an object with conversation_id and duration_s or audio, found 7"],
        ),
        (
            '{"cases": [%s], "cases": [%s]}',
            ['talk.json: expected each key once, found "cases" twice'],
        ),
    ],
)
def test_what_cannot_be_named_is_a_problem_of_the_split(
    tmp_path: Path, text: str, messages: list[str]
) -> None:
    path = tmp_path / "talk.json"
    path.write_text(text.replace("%s", json.dumps(conversation("one"))), "utf-8")
    corpus = open_corpus(path)
    assert [str(problem) for problem in corpus.problems] == messages
    assert corpus.split().load("one").is_scorable


def test_a_conversation_twice_is_shown_once_and_not_scored(tmp_path: Path) -> None:
    path = write_json(
        tmp_path / "talk.json", {"cases": [conversation("one"), conversation(), conversation()]}
    )
    split = open_corpus(path).split()
    message = 'talk.json, cases[2]: expected each conversation once, found "two" again'
    assert [str(problem) for problem in split.problems] == [message]
    check_beside_good(split, ERROR, 6, [message])


def test_a_duplicate_key_disables_its_conversation_alone(tmp_path: Path) -> None:
    text = json.dumps({"cases": [conversation("one"), conversation()]})
    head, tail = text.rsplit('"speaker_1": {"a"', 1)
    path = tmp_path / "talk.json"
    path.write_text(f'{head}"speaker_1": {{"a": [], "a"{tail}', "utf-8")
    check_beside_good(
        open_corpus(path).split(),
        ERROR,
        6,
        ['talk.json, cases[1].annotations.speaker_1: expected each key once, found "a" twice'],
    )


@pytest.mark.parametrize("content", ["", "[1, 2", "{}", '{"cases": {}}', '{"cases": []}', "null"])
def test_a_file_without_a_conversation_cannot_be_opened(tmp_path: Path, content: str) -> None:
    path = tmp_path / "talk.json"
    path.write_text(content)
    with pytest.raises(InvalidDataError, match=r": expected .*, found "):
        open_corpus(path)
