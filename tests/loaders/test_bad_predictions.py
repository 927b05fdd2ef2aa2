"""Every rule of a predictions file, broken once: severity, place and words.

The good file beside each bad one must still load.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.loaders.building import DURATIONS, predictions, probabilities, write_json
from tests.loaders.spoiling import Change, at, refused, text, write
from viewer.dialogue.protocol import Task
from viewer.errors import InvalidDataError
from viewer.loaders import load_probabilities, load_submission, missing_conversations

EOT = "predictions.0.speaker_1.eot"
ENTRY = "conversation_id, speaker_1, speaker_2"

PREDICTIONS: list[tuple[str, Change, list[str]]] = [
    ("an empty file", lambda _: "", ["bad.json, line 1, column 1: expected JSON, found an empty file"]),
    (
        "broken JSON",
        text("]}", "]"),
        [
            (
                "bad.json, line 1, column 176: expected JSON, found a fault: expecting property name "
                "enclosed in double quotes"
            )
        ],
    ),
    (
        "another encoding",
        lambda _: b'{"a": "\xe9"}',
        [
            (
                "bad.json: expected JSON in UTF-8, found the byte 0xe9 at position 7 "
                "(is the file in another encoding?)"
            )
        ],
    ),
    (
        "a list at the top",
        lambda _: [],
        ["bad.json: expected an object with schema_version, predictions, found a list of 0"],
    ),
    (
        "half a surrogate pair as a key",
        lambda document: document | {"x\ud800": 1},
        [
            'bad.json: expected text that UTF-8 can hold, found "x\\ud800"',
            'bad.json: expected no key but schema_version, predictions, found "x\\\\ud800"',
        ],
    ),
    ("schema_version 2", at("schema_version", 2), ["bad.json, schema_version: expected 1, found 2"]),
    ("schema_version true", at("schema_version", True), ["bad.json, schema_version: expected 1, found true"]),
    ("schema_version 1.0", at("schema_version", 1.0), ["bad.json, schema_version: expected 1, found 1.0"]),
    (
        'schema_version "1"',
        at("schema_version", "1"),
        ['bad.json, schema_version: expected 1, found "1"'],
    ),
    (
        "no schema_version",
        at("schema_version", "-"),
        ['bad.json: expected the key "schema_version", found none'],
    ),
    (
        "an unknown key at the top",
        at("model", "x"),
        ['bad.json: expected no key but schema_version, predictions, found "model"'],
    ),
    (
        "predictions misspelt",
        lambda document: {"schema_version": 1, "prediction": document["predictions"]},
        [
            (
                'bad.json: expected no key but schema_version, predictions, found "prediction" '
                '(did you mean "predictions"?)'
            ),
            'bad.json: expected the key "predictions", found none',
            'bad.json, predictions: expected an entry for conversation "one", found none',
            'bad.json, predictions: expected an entry for conversation "two", found none',
        ],
    ),
    (
        "entries as an object",
        at("predictions", {}),
        ["bad.json, predictions: expected a list of entries, found an object"],
    ),
    (
        "an entry that is a list",
        at("predictions.0", []),
        [
            f"bad.json, predictions[0]: expected an object with {ENTRY}, found a list of 0",
            'bad.json, predictions: expected an entry for conversation "one", found none',
        ],
    ),
    (
        "an unknown key of an entry",
        at("predictions.0.notes", None),
        [f'bad.json, predictions[0]: expected no key but {ENTRY}, found "notes"'],
    ),
    (
        "a missing speaker",
        at("predictions.0.speaker_2", "-"),
        ['bad.json, predictions[0]: expected the key "speaker_2", found none'],
    ),
    (
        "a speaker that is a list",
        at("predictions.0.speaker_2", []),
        ["bad.json, predictions[0].speaker_2: expected an object with eot, interruption, found a list of 0"],
    ),
    (
        "int instead of interruption",
        text('"interruption"', '"int"'),
        [
            'bad.json, predictions[0].speaker_1: expected no key but eot, interruption, found "int"',
            'bad.json, predictions[0].speaker_1: expected the key "interruption", found none',
        ],
    ),
    (
        "a duplicate key",
        text('"eot": [0.5, 1.25]', '"eot": [3.0], "eot": [0.5]'),
        ['bad.json, predictions[0].speaker_1: expected each key once, found "eot" twice'],
    ),
    (
        "a duplicate key at the top",
        text('"schema_version": 1', '"schema_version": 1, "schema_version": 1'),
        ['bad.json: expected each key once, found "schema_version" twice'],
    ),
    (
        "a conversation id that is a number",
        at("predictions.0.conversation_id", 20),
        [
            "bad.json, predictions[0].conversation_id: expected a text, found 20",
            'bad.json, predictions: expected an entry for conversation "one", found none',
        ],
    ),
    (
        "an unknown conversation",
        at("predictions.0.conversation_id", "onee"),
        [
            (
                "bad.json, predictions[0].conversation_id: expected a conversation of this split, "
                'found "onee" (did you mean "one"?)'
            ),
            'bad.json, predictions: expected an entry for conversation "one", found none',
        ],
    ),
    (
        "a conversation twice",
        at("predictions.1.conversation_id", "one"),
        [
            (
                "bad.json, predictions[1].conversation_id: expected each conversation once, "
                'found "one" again, as in predictions[0]'
            ),
            'bad.json, predictions: expected an entry for conversation "two", found none',
        ],
    ),
    (
        "a missing conversation",
        at("predictions.1", "-"),
        ['bad.json, predictions: expected an entry for conversation "two", found none'],
    ),
    (
        "times that are one number",
        at(EOT, 0.5),
        ["bad.json, predictions[0].speaker_1.eot: expected a list of numbers, found 0.5"],
    ),
    (
        "a time in quotes",
        at(EOT, ["0.5"]),
        ['bad.json, predictions[0].speaker_1.eot[0]: expected a finite time in seconds, found "0.5"'],
    ),
    (
        "true as a time",
        at(EOT, [0.5, True]),
        ["bad.json, predictions[0].speaker_1.eot[1]: expected a finite time in seconds, found true"],
    ),
    (
        "null as a time",
        at(EOT, [None]),
        ["bad.json, predictions[0].speaker_1.eot[0]: expected a finite time in seconds, found null"],
    ),
    (
        "NaN",
        text("1.25", "NaN"),
        ["bad.json, predictions[0].speaker_1.eot[1]: expected a finite time in seconds, found NaN"],
    ),
    (
        "-Infinity",
        text("1.25", "-Infinity"),
        ["bad.json, predictions[0].speaker_1.eot[1]: expected a finite time in seconds, found -Infinity"],
    ),
    (
        "1e999",
        text("1.25", "1e999"),
        [
            (
                "bad.json, predictions[0].speaker_1.eot[1]: expected a finite time in seconds, "
                "found a number beyond float64"
            )
        ],
    ),
    (
        "an integer of 400 digits",
        text("1.25", "9" * 400),
        [
            (
                "bad.json, predictions[0].speaker_1.eot[1]: expected a finite time in seconds, "
                "found a number beyond float64"
            )
        ],
    ),
    (
        "a negative time",
        at(EOT, [-0.25, 1.0]),
        ["bad.json, predictions[0].speaker_1.eot[0]: expected a time at or after 0.000 s, found -0.250 s"],
    ),
    (
        "equal times",
        at(EOT, [1.0, 1.0]),
        ["bad.json, predictions[0].speaker_1.eot[1]: expected a time after 1.000 s, found 1.000 s"],
    ),
    (
        "falling times",
        at(EOT, [2.0, 1.5]),
        ["bad.json, predictions[0].speaker_1.eot[1]: expected a time after 2.000 s, found 1.500 s"],
    ),
    (
        "a time past the end",
        at(EOT, [4.0, 4.00000001]),
        [
            (
                "bad.json, predictions[0].speaker_1.eot[1]: expected a time within the conversation, "
                "4.000 s, found 4.00000001 s"
            )
        ],
    ),
    (
        "several faults at once",
        at("predictions.1.speaker_2", {"eot": [-1.0], "interruption": [9.0]}),
        [
            "bad.json, predictions[1].speaker_2.eot[0]: expected a time at or after 0.000 s, found -1.000 s",
            (
                "bad.json, predictions[1].speaker_2.interruption[0]: expected a time within the "
                "conversation, 4.000 s, found 9.000 s"
            ),
        ],
    ),
]


@pytest.mark.parametrize(
    ("change", "messages"), [row[1:] for row in PREDICTIONS], ids=[row[0] for row in PREDICTIONS]
)
def test_a_bad_predictions_file_is_refused_with_every_place(
    tmp_path: Path, change: Change, messages: list[str]
) -> None:
    good = write_json(tmp_path / "good.json", predictions("one", "two"))
    assert refused(load_submission, write(tmp_path, change(predictions("one", "two")))) == messages
    assert load_submission(good, DURATIONS).decisions("two", 1).eot.tolist() == [0.5, 1.25]


def test_many_problems_of_one_kind_are_listed_to_a_limit_and_counted_beyond(tmp_path: Path) -> None:
    document = predictions("one", "two")
    document["predictions"][0]["speaker_1"]["eot"] = [-1.0 - i for i in range(50)]
    messages = refused(load_submission, write(tmp_path, document))
    assert len(messages) == 2 * 21
    assert messages[20] == (
        "bad.json, predictions[0].speaker_1.eot: expected a time at or after 0.000 s, "
        "found 30 more that break this rule"
    )
    assert messages[41] == (
        "bad.json, predictions[0].speaker_1.eot: expected strictly increasing times, "
        "found 29 more that break this rule"
    )


def test_times_at_zero_and_at_the_end_are_accepted(tmp_path: Path) -> None:
    document = predictions("one", "two")
    document["predictions"][0]["speaker_1"] = {"eot": [0, 4.0 + 1e-9], "interruption": [4]}
    found = load_submission(write_json(tmp_path / "edge.json", document), DURATIONS)
    assert found.decisions("one", 1).eot.tolist() == [0.0, 4.0 + 1e-9]


def test_a_byte_order_mark_and_reordered_entries_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "marked.json"
    path.write_text(json.dumps(predictions("two", "one")), "utf-8-sig")
    assert list(load_submission(path, DURATIONS).entries) == ["two", "one"]


def test_a_partial_file_is_read_for_viewing_and_names_what_it_lacks(tmp_path: Path) -> None:
    path = write_json(tmp_path / "partial.json", predictions("two"))
    found = load_submission(path, DURATIONS, partial=True)
    assert missing_conversations(found, DURATIONS) == ("one",)
    with pytest.raises(InvalidDataError, match='an entry for conversation "one", found none'):
        load_submission(path, DURATIONS)


def test_a_partial_file_is_otherwise_held_to_every_rule(tmp_path: Path) -> None:
    path = write_json(tmp_path / "partial.json", predictions("two", "three"))
    with pytest.raises(InvalidDataError, match='a conversation of this split, found "three"'):
        load_submission(path, DURATIONS, partial=True)


def test_a_conversation_of_unknown_length_does_not_condemn_a_model(tmp_path: Path) -> None:
    durations = {"one": 4.0, "two": float("inf")}
    path = write_json(tmp_path / "good.json", probabilities("one", "two"))
    assert load_probabilities(path, durations).frame_rate_hz == 2.0
    path = write_json(tmp_path / "good.json", predictions("one", "two"))
    assert load_submission(path, durations).supports(Task.EOT)
