"""Built-in detectors: one channel in, decisions out."""

from viewer.detectors.detection import Detection, Detector, FrameProbabilities, Progress
from viewer.detectors.oracle import Oracle
from viewer.detectors.registry import (
    DETECTORS,
    DetectorSetting,
    Knob,
    OpenedDetector,
    find_detector,
)
from viewer.detectors.rms_vad import RmsVad
from viewer.detectors.silence import Silence
from viewer.detectors.silero_vad import SileroSettings, SileroVad, load_silero_vad
from viewer.detectors.smart_turn import SmartTurn, SmartTurnSettings, load_smart_turn
from viewer.detectors.webrtc_vad import WebrtcSettings, WebrtcVad, load_webrtc_vad

__all__ = [
    "DETECTORS",
    "Detection",
    "Detector",
    "DetectorSetting",
    "FrameProbabilities",
    "Knob",
    "OpenedDetector",
    "Oracle",
    "Progress",
    "RmsVad",
    "Silence",
    "SileroSettings",
    "SileroVad",
    "SmartTurn",
    "SmartTurnSettings",
    "WebrtcSettings",
    "WebrtcVad",
    "find_detector",
    "load_silero_vad",
    "load_smart_turn",
    "load_webrtc_vad",
]
