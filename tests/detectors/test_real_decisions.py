"""The committed decisions are what the committed detectors decide on the committed audio."""

import pytest

from scripts.demo_corpus.paths import CORPUS
from scripts.demo_corpus.run_detectors import DETECTORS, as_text, predictions
from viewer.detectors.weights import SILERO_VAD, SMART_TURN, weight_path
from viewer.errors import MissingDependencyError


def committed(name: str) -> str:
    return (CORPUS / "models" / name / "predictions-demo-dev.json").read_text(encoding="utf-8")


def test_the_energy_detector_decides_again_what_is_committed() -> None:
    assert as_text(predictions(DETECTORS["rms_vad"](), CORPUS / "dev")) == committed("rms_vad")


@pytest.mark.slow
def test_smart_turn_decides_again_what_is_committed() -> None:
    # An int8 model may answer a little differently on another kind of processor, hence not in every run.
    pytest.importorskip("onnxruntime")
    try:
        weight_path(SILERO_VAD)
        weight_path(SMART_TURN)
    except MissingDependencyError as error:
        pytest.skip(str(error))
    assert as_text(predictions(DETECTORS["smart_turn"](), CORPUS / "dev")) == committed("smart_turn")
