"""The border to foreign code, imported on first use: onnxruntime and webrtcvad.

A session of onnxruntime has one thread, so that the same machine gives the same bits whatever else it does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from viewer.detectors.weights import HOW_TO_ADD, WeightFile, weight_path
from viewer.errors import MissingDependencyError


class Session(Protocol):
    """The part of an onnxruntime session that the detectors use."""

    def run(self, output_names: None, feed: Mapping[str, Any]) -> list[Any]:
        """Return all outputs for these inputs."""
        ...


def open_session(weights: WeightFile) -> Session:
    """Open a model on the CPU.

    Raises
    ------
    MissingDependencyError
        onnxruntime or the weights are not installed.
    """
    path = weight_path(weights)
    try:
        import onnxruntime
    except ImportError as error:
        raise MissingDependencyError(
            f"{weights.path}: expected the installed package onnxruntime, found none ({HOW_TO_ADD})"
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session: Session = onnxruntime.InferenceSession(
        str(path), sess_options=options, providers=["CPUExecutionProvider"]
    )
    return session


def open_webrtc(aggressiveness: int) -> Callable[[bytes, int], bool]:
    """Open a fresh WebRTC VAD: one frame of 16-bit samples and its rate to "this is speech".

    Raises
    ------
    MissingDependencyError
        The package webrtcvad-wheels is not installed.
    """
    try:
        import webrtcvad
    except ImportError as error:
        raise MissingDependencyError(
            f"webrtc_vad: expected the installed package webrtcvad-wheels, found none ({HOW_TO_ADD})"
        ) from error
    judge: Callable[[bytes, int], bool] = webrtcvad.Vad(aggressiveness).is_speech
    return judge
