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
from viewer.loaders.conversation_json import JsonSource

ERROR, WARNING = Severity.ERROR, Severity.WARNING
TRACK = "cases[1].annotations.speaker_1.a"


def with_strange_keys() -> dict[str, Any]:
    case = conversation()
    case["annotations"]["speaker_3"] = {"a": []}
    case["annotations"]["speaker_1"]["d"] = []
    return case


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
        "a length of 400 digits",
        conversation(duration_s=10**400),
        ERROR,
        None,
        [f"cases[1].duration_s: expected a week at most, 604800.000 s, found 1{'0' * 59}…"],
    ),
    (
        "a length of 31 million years",
        conversation(duration_s=1e15),
        ERROR,
        None,
        ["cases[1].duration_s: expected a week at most, 604800.000 s, found 1000000000000000.0"],
    ),
    (
        "a segment beyond all time",
        with_track([ROW | {"end_s": 1e308}, ROW | {"start_s": 604800.5, "end_s": 604801}]),
        ERROR,
        5,
        [
            f"{TRACK}[0]: expected an end within a week, 604800.000 s, found 1e+308 s",
            f"{TRACK}[1]: expected a start within a week, 604800.000 s, found 604800.500 s",
        ],
    ),
    (
        "half a surrogate pair in the words",
        with_track([ROW | {"text": "so \ud800"}]),
        ERROR,
        6,
        [f'{TRACK}[0].text: expected text that UTF-8 can hold, found "so \\ud800"'],
    ),
    (
        "a path with a NUL",
        conversation(audio={"speaker_1": "here.wav", "speaker_2": "gone\0.wav"}),
        ERROR,
        6,
        ["gone\\x00.wav: expected a readable audio file, found a name that no file can have"],
    ),
    (
        "a path of 5000 characters",
        conversation(audio={"speaker_1": "here.wav", "speaker_2": f"gone{'a' * 5000}"}),
        ERROR,
        6,
        [f"gone{'a' * 5000}: expected a readable audio file, found File name too long"],
    ),
    (
        "a device as sound",
        conversation(audio={"speaker_1": "here.wav", "speaker_2": "/dev/null"}),
        ERROR,
        6,
        ["/dev/null: expected a readable audio file, found a pipe, a socket or a device"],
    ),
    (
        "a third speaker and a fourth annotator",
        with_strange_keys(),
        WARNING,
        6,
        [
            (
                "cases[1].annotations: expected no key but speaker_1, speaker_2, "
                'found "speaker_3" (did you mean "speaker_2"?)'
            ),
            'cases[1].annotations.speaker_1: expected no key but a, b, c, found "d"',
        ],
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
    expected = [one if one.startswith(("gone", "/dev")) else f"talk.json, {one}" for one in messages]
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


def test_half_a_surrogate_pair_as_an_id_is_shown_escaped_and_not_scored(tmp_path: Path) -> None:
    path = write_json(tmp_path / "talk.json", {"cases": [conversation("one"), conversation("\ud800")]})
    split = open_corpus(path).split()
    assert split.conversation_ids == ("one", "\\ud800")
    assert split.load("one").is_scorable
    assert [str(problem) for problem in split.load("\\ud800").problems] == [
        'talk.json, cases[1].conversation_id: expected text that UTF-8 can hold, found "\\ud800"'
    ]


SECRETS = [
    '"annotations": {"speaker_1": {"SECRET": [], "SECRET": []}}',
    '"annotations": {"speaker_1": {"a": [{"label": "SECRET \\ud800"}]}}',
    '"annotations": {"SECRET \\ud800": 1}',
    '"annotations": "SECRET", "annotations": 7',
    '"SECRET": {"SECRET": 1, "SECRET": 1}',
]


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("shape", ["{%s}", '{"cases": [{%s}]}', '{"cases": [{%s}, {"metadata": 1, %s}], %s}'])
def test_nothing_inside_hidden_annotations_is_spoken_of(tmp_path: Path, secret: str, shape: str) -> None:
    case = f'"conversation_id": "one", "duration_s": 4, {secret}'
    (tmp_path / "talk.json").write_text(shape.replace("%s", case, 1).replace("%s", secret), "utf-8")
    manifest = tmp_path / "m.yaml"
    manifest.write_text(
        "schema_version: 1\ntitle: t\nsplits:\n  blind:\n    role: test\n    labels: hidden\n"
        "    source: {format: json, path: talk.json}\n"
    )
    corpus = open_corpus(manifest)
    loaded = corpus.split().load("one")
    told = [str(one) for one in (*corpus.problems, *loaded.problems)]
    assert "SECRET" not in "".join(told)
    assert "annotations" not in "".join(told)
    assert loaded.problems == ()
    if secret.startswith('"annotations"'):
        assert not corpus.split().unsealed().load("one").is_scorable


@pytest.mark.parametrize(
    "broken", [b'"label": SECRET}', b'"label": "SECRET', b'"label": "SECRET \xe9"}', b"9" * 5000 + b"}", b""]
)
def test_of_a_hidden_file_that_is_no_json_neither_place_nor_content_is_told(
    tmp_path: Path, broken: bytes
) -> None:
    (tmp_path / "talk.json").write_bytes(b'{"conversation_id": "one", ' + broken)
    (told,) = JsonSource(tmp_path / "talk.json", tmp_path, is_hidden=True).problems
    assert (told.file, told.where, told.hint) == ("talk.json", "", "")
    assert told.expected.startswith("JSON")
    assert told.found == "another content (labels that are hidden stand in it: no more is told)"


def test_of_many_faults_of_one_kind_the_first_are_listed_and_the_others_counted(tmp_path: Path) -> None:
    doubled = ", ".join(f'"k{number}": 1, "k{number}": 2' for number in range(20_000))
    text = json.dumps({"cases": [conversation("one"), conversation(), *[7] * 3000]})
    path = tmp_path / "talk.json"
    path.write_text(text.replace('"conversation_id": "two"', f'"conversation_id": "two", {doubled}'))
    split = open_corpus(path).split()
    assert len(split.problems) == 21
    assert split.problems[-1].found == "2980 more that break this rule"
    problems = split.load("two").problems
    assert len(problems) == 21
    assert str(problems[-1]) == (
        "talk.json, cases[1]: expected each key and conversation once, and texts that UTF-8 can hold, "
        "found 19980 more that break this rule"
    )


@pytest.mark.parametrize("content", ["", "[1, 2", "{}", '{"cases": {}}', '{"cases": []}', "null"])
def test_a_file_without_a_conversation_cannot_be_opened(tmp_path: Path, content: str) -> None:
    path = tmp_path / "talk.json"
    path.write_text(content)
    with pytest.raises(InvalidDataError, match=r": expected .*, found "):
        open_corpus(path)
