"""What is written as a model's files is read back strictly, to the last bit."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.dialogue.decisions import Probabilities, SpeakerDecisions, Submission
from viewer.dialogue.protocol import Task
from viewer.loaders import format_probabilities, format_submission, load_probabilities, load_submission

times = st.lists(st.floats(0, 60), max_size=5, unique=True).map(
    lambda found: np.array(sorted(found), dtype=float)
)
speakers = st.builds(SpeakerDecisions, times, times)
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
submissions = st.dictionaries(names, st.tuples(speakers, speakers), max_size=3).map(Submission)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("texts") / "file.json"


@given(submissions)
def test_decisions_are_read_back_as_they_are(path: Path, submission: Submission) -> None:
    path.write_text(format_submission(submission), encoding="utf-8")
    found = load_submission(path, dict.fromkeys(submission.entries, 60.0))
    assert list(found.entries) == list(submission.entries)
    for name, pair in submission.entries.items():
        for one, other in zip(pair, found.entries[name], strict=True):
            assert (one.eot.tolist(), one.interruption.tolist()) == (
                other.eot.tolist(),
                other.interruption.tolist(),
            )


@given(st.lists(st.floats(0, 1), min_size=25, max_size=25))
def test_probabilities_are_read_back_as_they_are(path: Path, values: list[float]) -> None:
    track = np.array(values)
    written = Probabilities(Task.EOT, 12.5, {"7": (track, track[::-1])})
    path.write_text(format_probabilities(written), encoding="utf-8")
    found = load_probabilities(path, {"7": 2.0}, task=Task.EOT)
    assert found.frame_rate_hz == 12.5
    assert [one.tolist() for one in found.entries["7"]] == [values, values[::-1]]


def test_each_list_has_a_line_of_its_own() -> None:
    decisions = SpeakerDecisions(np.array([1.5]), np.array([]))
    assert format_submission(Submission({"a": (decisions, decisions)})).splitlines() == [
        "{",
        ' "schema_version": 1,',
        ' "predictions": [',
        "  {",
        '   "conversation_id": "a",',
        '   "speaker_1": {"eot": [1.5], "interruption": []},',
        '   "speaker_2": {"eot": [1.5], "interruption": []}',
        "  }",
        " ]",
        "}",
    ]
