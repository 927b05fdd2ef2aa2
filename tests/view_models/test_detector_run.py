"""What can be run on a dialogue, and how a run is told."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.corpora import split_of
from tests.runs.speaking import write_calls
from viewer.detectors import DETECTORS
from viewer.detectors.weights import WeightFile
from viewer.dialogue.decisions import NO_DECISIONS, SpeakerDecisions, Submission
from viewer.view_models.detector_run import (
    NO_LABELS,
    NO_SOUND,
    NOT_INSTALLED,
    RunStatus,
    Stage,
    detector_run,
    why_not,
)
from viewer.view_models.explore import decisions
from viewer.view_models.opening import default_place
from viewer.view_models.place import Place
from viewer.view_models.playlist import playlist
from viewer.view_models.score_card import score_card
from viewer.workspace import LoadedModel, SplitWork, open_workspace

RMS = DETECTORS["rms_vad"]
ABSENT = replace(
    DETECTORS["silero_200"], weights=(WeightFile(path="no/such.onnx", sha256="", licence="none"),)
)


@pytest.fixture
def heard(tmp_path: Path) -> SplitWork:
    return open_workspace(write_calls(tmp_path / "calls", "one", "two")).split()


def test_without_sound_nothing_can_run(tmp_path: Path) -> None:
    work = split_of(tmp_path)
    row = detector_run(work, default_place(work), RunStatus(), is_on=True)
    assert row is not None
    assert {one["problem"] for one in row["detectors"]} == {NO_SOUND}
    assert row["notes"] == [NO_SOUND]


def test_the_oracle_cannot_run_without_labels(heard: SplitWork) -> None:
    assert why_not(heard, "one", DETECTORS["oracle"]) == NO_LABELS
    assert why_not(heard, "one", RMS) == ""


def test_a_detector_without_its_weights_is_off_and_the_page_says_what_adds_them(
    heard: SplitWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert why_not(heard, "one", ABSENT) == NOT_INSTALLED
    monkeypatch.setattr("viewer.view_models.detector_run.DETECTORS", {"rms_vad": RMS, "silero_200": ABSENT})
    row = detector_run(heard, default_place(heard), RunStatus(), is_on=True)
    assert row is not None
    assert [bool(one["problem"]) for one in row["detectors"]] == [False, True]
    assert row["notes"] == ["Not installed: run “make detectors” once to add Silero VAD, 200 ms."]


def test_where_detectors_are_off_there_is_no_row(heard: SplitWork) -> None:
    assert detector_run(heard, default_place(heard), RunStatus(), is_on=False) is None


@pytest.mark.parametrize(
    ("stage", "dialogue", "text"),
    [
        (Stage.IDLE, "one", ""),
        (Stage.RUNNING, "one", "RMS VAD listens: 41 %"),
        (Stage.RUNNING, "two", "RMS VAD listens on two: 41 %"),
        (
            Stage.DONE,
            "one",
            "RMS VAD has run on this dialogue. Its decisions are seen here and by a link.",
        ),
        (Stage.DONE, "two", ""),
        (Stage.CANCELLED, "one", "RMS VAD was cancelled."),
        (Stage.FAILED, "one", "RMS VAD failed. No."),
    ],
)
def test_a_run_is_told_in_one_sentence(heard: SplitWork, stage: Stage, dialogue: str, text: str) -> None:
    name = "" if stage is Stage.IDLE else "rms_vad"
    status = RunStatus(stage=stage, detector=name, split="all", dialogue=dialogue, share=0.419, message="No.")
    row = detector_run(heard, default_place(heard), status, is_on=True)
    assert row is not None
    assert row["text"] == text
    assert row["is_running"] is (stage is Stage.RUNNING)


def test_a_model_that_leaves_a_dialogue_out_has_no_events_there_and_a_lane_only_if_active(
    tmp_path: Path,
) -> None:
    work = split_of(tmp_path)
    here, other = work.scorable_ids[:2]
    missing = tuple(name for name in work.scorable_ids if name != here)
    both = SpeakerDecisions(eot=np.array([0.5]), interruption=np.array([0.5]))
    submission = Submission({here: (both, NO_DECISIONS)})
    view = work.with_models({"x": LoadedModel("x", "X", "", submission, missing)})
    place = replace(default_place(view), model="x", dialogue=here)

    def lanes(place: Place) -> dict[str, bool]:
        return {one["model"]: one["has_lane"] for one in json.loads(decisions(view, place))}

    assert lanes(place) == {"m": True, "x": True}
    assert playlist(view, place)["rows"]
    away = replace(place, dialogue=other)
    assert lanes(away) == {"m": True, "x": False}
    assert playlist(view, away)["rows"] == []
    assert score_card(view, away)["message"] == "X has no decisions for this dialogue."


def test_further_models_are_seen_in_their_own_view_only(tmp_path: Path) -> None:
    work = split_of(tmp_path)
    place = default_place(work)
    submission = Submission(dict.fromkeys(work.scorable_ids, (NO_DECISIONS, NO_DECISIONS)))
    view = work.with_models({"m": LoadedModel("m", "Mine", "", submission)})
    other = work.with_models({"x": LoadedModel("x", "X", "", submission)})
    assert set(work.models) == {"m"}
    assert (work.model("m").title, view.model("m").title) == ("Model M", "Mine")
    shared, own = work.scored("m", place.settings), view.scored("m", place.settings)
    assert shared is not own
    assert other.scored("m", place.settings) is shared
    assert "x" not in view.models
