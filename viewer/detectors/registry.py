"""The built-in detectors by name: what each is made of, and at which operating point it runs.

One list for the command ``detect``, the app and the demo corpus. A *setting* is a detector with all its
numbers; two settings of one detector are two entries. The numbers in `OPERATING_POINTS` were chosen on
the split demo-dev, one for each task, and nowhere else: on other data they are a starting point.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import metadata, util

from viewer.detectors.detection import Detector
from viewer.detectors.operating_points import OPERATING_POINTS
from viewer.detectors.oracle import Oracle
from viewer.detectors.rms_vad import RmsVad
from viewer.detectors.silence import Silence
from viewer.detectors.silero_vad import load_silero_vad
from viewer.detectors.smart_turn import load_smart_turn
from viewer.detectors.webrtc_vad import load_webrtc_vad
from viewer.detectors.weights import HOW_TO_ADD, SILERO_VAD, SMART_TURN, WeightFile, weight_path
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import Task
from viewer.errors import MissingDependencyError, SettingsError, UnknownNameError

OpenedDetector = Callable[[int], Detector]
"""Speaker (1 or 2) to the detector that hears that channel."""

_ONNX = {"onnxruntime": "onnxruntime"}
_WEBRTC = {"webrtcvad": "webrtcvad-wheels"}


@dataclass(frozen=True, kw_only=True)
class Knob:
    """The one parameter that a task's decisions are tuned by; the other task does not depend on it.

    Parameters
    ----------
    task, parameter
        Which decisions, and the parameter's name in the detector's settings.
    candidates
        The values to try, in order. Empty: the threshold is swept over the detector's probabilities.
    """

    task: Task
    parameter: str
    candidates: tuple[float, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DetectorSetting:
    """A built-in detector with all its numbers.

    Parameters
    ----------
    name, title, version
        As models of a corpus have them.
    family
        The detector's own name; two settings of one detector share it.
    make
        Parameters to the opened detector. None for the oracle, which is made for each channel.
    fixed
        Parameters that are not tuned.
    knobs
        What is tuned, at most one parameter for each task.
    weights
        Files that must be installed.
    packages
        Importable modules that must be there, and the distribution of each.
    gives_probabilities
        Whether it gives P(the turn has ended) for each frame.
    """

    name: str
    title: str
    version: str
    family: str
    make: Callable[..., Detector] | None
    fixed: Mapping[str, float] = field(default_factory=dict)
    knobs: tuple[Knob, ...] = ()
    weights: tuple[WeightFile, ...] = ()
    packages: Mapping[str, str] = field(default_factory=dict)
    gives_probabilities: bool = False

    @property
    def needs_gold(self) -> bool:
        """True for the oracle."""
        return self.make is None

    @property
    def parameters(self) -> dict[str, float]:
        """Every parameter that is not at its default: the fixed ones and the operating point."""
        return {**self.fixed, **OPERATING_POINTS.get(self.name, {})}

    def load(self, gold: Gold | None = None) -> OpenedDetector:
        """Load the detector at its operating point.

        Parameters
        ----------
        gold
            For the oracle only: the gold of the conversation that will be heard.

        Raises
        ------
        MissingDependencyError
            Weights or packages are not installed.
        SettingsError
            The oracle was given no gold.
        """
        if self.make is None:
            if gold is None:
                raise SettingsError(f"{self.name}: expected labels to replay, found none")
            return lambda speaker: Oracle(gold=gold, speaker=speaker)
        detector = self.make(**self.parameters)
        return lambda _: detector

    def why_missing(self) -> str:
        """Return what is not installed and how to add it; empty if all is there."""
        try:
            for one in self.weights:
                weight_path(one)
        except MissingDependencyError as error:
            return str(error)
        absent = [name for module, name in self.packages.items() if util.find_spec(module) is None]
        if not absent:
            return ""
        return f"{self.name}: expected the installed package {absent[0]}, found none ({HOW_TO_ADD})"

    def fingerprint(self) -> str:
        """Return a digest of all that the decisions depend on except the sound."""
        facts = [
            self.name,
            self.version,
            sorted(self.parameters.items()),
            [one.sha256 for one in self.weights],
            [_version_of(name) for name in self.packages.values()],
        ]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _version_of(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def _rms() -> DetectorSetting:
    levels = (0.002, 0.003, 0.005, 0.007, 0.01, 0.014, 0.02, 0.03, 0.04, 0.06)
    return DetectorSetting(
        name="rms_vad",
        title="RMS VAD",
        version="1",
        family="rms_vad",
        make=RmsVad,
        knobs=(
            Knob(task=Task.EOT, parameter="offset_threshold", candidates=levels),
            Knob(task=Task.INT, parameter="onset_threshold", candidates=levels),
        ),
    )


_ONSETS = Knob(task=Task.INT, parameter="onset_s", candidates=(0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1.0))


def _webrtc(aggressiveness: int) -> DetectorSetting:
    waits = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.25, 1.5, 2.0)
    return DetectorSetting(
        name=f"webrtc_{aggressiveness}",
        title=f"WebRTC VAD, mode {aggressiveness}",
        version="1",
        family="webrtc_vad",
        make=load_webrtc_vad,
        fixed={"aggressiveness": aggressiveness},
        knobs=(Knob(task=Task.EOT, parameter="silence_s", candidates=waits), _ONSETS),
        packages=_WEBRTC,
    )


def _silero(silence_ms: int) -> DetectorSetting:
    thresholds = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
    return DetectorSetting(
        name=f"silero_{silence_ms}",
        title=f"Silero VAD, {silence_ms} ms",
        version="6",
        family="silero_vad",
        make=load_silero_vad,
        fixed={"silence_s": silence_ms / 1000},
        knobs=(Knob(task=Task.EOT, parameter="offset_threshold", candidates=thresholds), _ONSETS),
        weights=(SILERO_VAD,),
        packages=_ONNX,
    )


def _smart_turn() -> DetectorSetting:
    return DetectorSetting(
        name="smart_turn",
        title="Smart Turn v3.2",
        version="3.2",
        family="smart_turn",
        make=load_smart_turn,
        knobs=(Knob(task=Task.EOT, parameter="turn_threshold"), _ONSETS),
        weights=(SILERO_VAD, SMART_TURN),
        packages=_ONNX,
        gives_probabilities=True,
    )


ORACLE = DetectorSetting(
    name="oracle", title="Oracle (replays the gold)", version="1", family="oracle", make=None
)
SILENCE = DetectorSetting(
    name="silence", title="Silence (never fires)", version="1", family="silence", make=Silence
)
DETECTORS: Mapping[str, DetectorSetting] = {
    one.name: one
    for one in (_smart_turn(), _rms(), _webrtc(1), _webrtc(3), _silero(200), _silero(500), ORACLE, SILENCE)
}
"""Every built-in setting by name: six of detectors, then the ceiling and the floor."""


def find_detector(name: str) -> DetectorSetting:
    """Return a setting by its name, or the first one of a detector by the detector's.

    Raises
    ------
    UnknownNameError
        If there is none; names the one that is likely meant.

    Examples
    --------
    >>> find_detector("silero_vad").title
    'Silero VAD, 200 ms'
    """
    for one in DETECTORS.values():
        if name in (one.name, one.family):
            return one
    families = [one.family for one in DETECTORS.values()]
    close = difflib.get_close_matches(name, [*DETECTORS, *families], n=1, cutoff=0.5)
    hint = f" (did you mean {json.dumps(close[0])}?)" if close else ""
    known = ", ".join(DETECTORS)
    raise UnknownNameError(f"detector: expected one of {known}, found {json.dumps(name)}{hint}")
