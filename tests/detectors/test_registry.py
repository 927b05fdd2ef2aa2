"""The list of built-in settings: complete, consistent with the demo corpus, near misses named."""

import inspect
import json
from dataclasses import replace

import pytest
import yaml

from scripts.demo_corpus.paths import CORPUS
from tests.servers import REPOSITORY
from viewer.detectors import (
    DETECTORS,
    DetectorSetting,
    RmsVad,
    SileroSettings,
    SmartTurnSettings,
    WebrtcSettings,
    find_detector,
)
from viewer.detectors.operating_points import OPERATING_POINTS
from viewer.detectors.weights import SILERO_VAD
from viewer.dialogue.protocol import Task
from viewer.errors import UnknownNameError

NUMBERS = {
    "rms_vad": RmsVad,
    "webrtc_vad": WebrtcSettings,
    "silero_vad": SileroSettings,
    "smart_turn": SmartTurnSettings,
}
TUNED = [one for one in DETECTORS.values() if one.knobs]
by_setting = pytest.mark.parametrize("setting", TUNED, ids=lambda one: one.name)


def test_there_are_six_settings_a_ceiling_and_a_floor() -> None:
    assert [one.family for one in TUNED].count("webrtc_vad") == 2
    assert [one.family for one in TUNED].count("silero_vad") == 2
    assert len(TUNED) == 6
    assert set(DETECTORS) - {one.name for one in TUNED} == {"oracle", "silence"}


@by_setting
def test_its_numbers_are_accepted_and_each_task_has_one_knob(setting: DetectorSetting) -> None:
    NUMBERS[setting.family](**setting.parameters)
    assert [knob.task for knob in setting.knobs] == [Task.EOT, Task.INT]
    assert set(OPERATING_POINTS[setting.name]) == {knob.parameter for knob in setting.knobs}
    assert all(knob.candidates for knob in setting.knobs) is not setting.gives_probabilities


@by_setting
def test_its_operating_point_is_written_down_beside_its_predictions(setting: DetectorSetting) -> None:
    path = CORPUS / "models" / setting.name / "operating-point.json"
    written = json.loads(path.read_text(encoding="utf-8"))
    assert (written["model"], written["split"], written["version"]) == (
        setting.name,
        "demo-dev",
        setting.version,
    )
    assert written["fixed"] == setting.fixed
    for knob in setting.knobs:
        row = written[str(knob.task)]
        assert (row["parameter"], row["value"]) == (
            knob.parameter,
            OPERATING_POINTS[setting.name][knob.parameter],
        )
        if row["is_within_budget"]:
            assert row["fp_rate"] <= written["fp_budget"]
            rivals = [one for one in row.get("candidates", []) if one["fp_rate"] <= written["fp_budget"]]
            assert all(one["recall"] <= row["recall"] for one in rivals)


def test_the_manifest_lists_the_settings_as_the_registry_does() -> None:
    manifest = yaml.safe_load((REPOSITORY / "data_manifest.yaml").read_text(encoding="utf-8"))
    listed = {one["name"]: (one["title"], one["version"]) for one in manifest["models"]}
    assert listed == {one.name: (one.title, one.version) for one in DETECTORS.values()}
    theta = next(one["theta"] for one in manifest["models"] if one["name"] == "smart_turn")
    assert theta == {"eot": OPERATING_POINTS["smart_turn"]["turn_threshold"]}


def test_a_detectors_own_name_means_its_first_setting() -> None:
    assert find_detector("webrtc_vad") is DETECTORS["webrtc_1"]
    assert find_detector("silero_500") is DETECTORS["silero_500"]


def test_an_unknown_name_is_refused_with_the_near_miss() -> None:
    with pytest.raises(UnknownNameError, match=r'found "smartturn" \(did you mean "smart_turn"\?\)'):
        find_detector("smartturn")


def test_a_fingerprint_tells_settings_and_weights_apart() -> None:
    silero = DETECTORS["silero_200"]
    others = [
        replace(silero, fixed={"silence_s": 0.21}),
        replace(silero, weights=(replace(SILERO_VAD, sha256="0" * 64),)),
        replace(silero, version="7"),
    ]
    assert len({one.fingerprint() for one in (*DETECTORS.values(), *others)}) == len(DETECTORS) + 3


@by_setting
def test_its_module_names_source_and_licence(setting: DetectorSetting) -> None:
    words = inspect.getdoc(inspect.getmodule(setting.make)) or ""
    assert "Source" in words
    assert any(licence in words for licence in ("MIT", "BSD"))
