"""Missing or foreign weights are refused with the way to add them."""

import sys

import pytest

from viewer.detectors.runtime import open_session
from viewer.detectors.weights import SILERO_VAD, WeightFile, weight_path
from viewer.errors import MissingDependencyError, TurnBenchError


def test_an_absent_package_is_refused_with_the_way_to_add_it() -> None:
    with pytest.raises(
        MissingDependencyError, match=r"found none \(add the detectors with `make detectors`\)"
    ):
        weight_path(SILERO_VAD, distribution="no-such-package-of-weights")


def test_a_package_without_the_file_is_refused() -> None:
    with pytest.raises(MissingDependencyError, match="expected this file in numpy, found none in version"):
        weight_path(WeightFile(path="no/such.onnx", sha256="", licence="none"), distribution="numpy")


def test_another_content_is_refused() -> None:
    foreign = WeightFile(path="numpy/version.py", sha256="0" * 64, licence="none")
    with pytest.raises(MissingDependencyError, match=r"expected sha256 0{64}, found"):
        weight_path(foreign, distribution="numpy")


def test_a_missing_dependency_is_an_error_of_ours() -> None:
    with pytest.raises(TurnBenchError, match="make detectors"):
        weight_path(SILERO_VAD, distribution="no-such-package-of-weights")


def test_an_absent_runtime_is_refused_with_the_way_to_add_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = tmp_path_factory.mktemp("weights") / "model.onnx"
    monkeypatch.setattr("viewer.detectors.runtime.weight_path", lambda _: found)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingDependencyError, match="expected the installed package onnxruntime"):
        open_session(SILERO_VAD)
