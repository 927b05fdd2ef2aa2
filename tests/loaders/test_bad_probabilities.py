"""Every rule of a probabilities file, broken once: severity, place and words.

The good file beside each bad one must still load.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loaders.building import DURATIONS, probabilities, write_json
from tests.loaders.spoiling import Change, at, refused, text, write
from viewer.dialogue.protocol import Task
from viewer.errors import InvalidDataError
from viewer.loaders import load_probabilities

PROB = "probs.0.speaker_1.prob"
PROBABILITIES: list[tuple[str, Change, list[str]]] = [
    (
        "an unknown task",
        at("task", "interruption"),
        ['bad.json, task: expected "eot" or "int", found "interruption"'],
    ),
    ("no task", at("task", "-"), ['bad.json: expected the key "task", found none']),
    (
        "a frame rate of 0",
        at("frame_rate_hz", 0),
        ["bad.json, frame_rate_hz: expected a finite number above 0, found 0"],
    ),
    (
        "a frame rate of true",
        at("frame_rate_hz", True),
        ["bad.json, frame_rate_hz: expected a finite number above 0, found true"],
    ),
    (
        "an infinite frame rate",
        text('"frame_rate_hz": 2.0', '"frame_rate_hz": 1e999'),
        ["bad.json, frame_rate_hz: expected a finite number above 0, found Infinity"],
    ),
    (
        "a value above 1",
        at(f"{PROB}.2", 1.0000000000000002),
        ["bad.json, probs[0].speaker_1.prob[2]: expected a value from 0 to 1, found 1.0000000000000002"],
    ),
    (
        "a value below 0",
        at(f"{PROB}.2", -0.5),
        ["bad.json, probs[0].speaker_1.prob[2]: expected a value from 0 to 1, found -0.5"],
    ),
    (
        "NaN",
        text("0.25", "NaN"),
        ["bad.json, probs[0].speaker_1.prob[1]: expected a value from 0 to 1, found NaN"],
    ),
    (
        "a frame too few",
        at(f"{PROB}.7", "-"),
        ["bad.json, probs[0].speaker_1.prob: expected 8 frames, floor of 4.0 s x 2.0 Hz, found 7"],
    ),
    (
        "values without their key",
        at("probs.0.speaker_1", [0.5]),
        ["bad.json, probs[0].speaker_1: expected an object with prob, found a list of 1"],
    ),
]


@pytest.mark.parametrize(
    ("change", "messages"), [row[1:] for row in PROBABILITIES], ids=[row[0] for row in PROBABILITIES]
)
def test_a_bad_probabilities_file_is_refused_with_every_place(
    tmp_path: Path, change: Change, messages: list[str]
) -> None:
    good = write_json(tmp_path / "good.json", probabilities("one", "two"))
    assert refused(load_probabilities, write(tmp_path, change(probabilities("one", "two")))) == messages
    assert load_probabilities(good, DURATIONS).entries["two"][1].tolist()[1] == 0.25


def test_probabilities_of_the_other_task_are_refused_where_one_is_asked_for(tmp_path: Path) -> None:
    path = write_json(tmp_path / "bad.json", probabilities("one", "two"))
    with pytest.raises(InvalidDataError, match='task: expected "int", found "eot"'):
        load_probabilities(path, DURATIONS, task=Task.INT)
