"""What the process is told from outside: ``TURNBENCH_*`` variables, read in one place."""

from __future__ import annotations

import math
import os
import tempfile
from enum import StrEnum
from importlib import metadata
from pathlib import Path

import platformdirs

from viewer.errors import SettingsError

PACKAGE_FOLDER = Path(__file__).resolve().parent
REPOSITORY_FOLDER = PACKAGE_FOLDER.parent
_CACHE_GB = 20
_SCORINGS = 10
_DIGITS = 9
DEFAULT_MANIFEST = REPOSITORY_FOLDER / "data_manifest.yaml"


def version() -> str:
    """Return the installed version, or that of a checkout that was never installed."""
    try:
        return metadata.version("turnbench-viewer")
    except metadata.PackageNotFoundError:
        return "0+uninstalled"


class Mode(StrEnum):
    """Who may do what: see the README."""

    LOCAL = "local"
    TEAM = "team"
    PUBLIC = "public"


def mode() -> Mode:
    """Return ``TURNBENCH_MODE``, local by default.

    Raises
    ------
    SettingsError
        It is none of the modes: guessing would open what was meant to be closed.
    """
    text = os.environ.get("TURNBENCH_MODE") or Mode.LOCAL
    try:
        return Mode(text)
    except ValueError as error:
        raise SettingsError(f"TURNBENCH_MODE: expected {', '.join(Mode)}, found {text!r}") from error


def data_path() -> Path:
    """Return the corpus to open: ``TURNBENCH_DATA``, or the manifest of the demo corpus."""
    return Path(os.environ.get("TURNBENCH_DATA") or DEFAULT_MANIFEST)


def split_name() -> str | None:
    """Return the split to open first (``TURNBENCH_SPLIT``), or None for the first one."""
    return os.environ.get("TURNBENCH_SPLIT") or None


def model_arguments() -> tuple[str, ...]:
    """Return the ``NAME=path`` entries of ``TURNBENCH_MODELS``."""
    text = os.environ.get("TURNBENCH_MODELS", "")
    return tuple(entry for entry in text.split(os.pathsep) if entry)


def cache_folder() -> Path:
    """Return the folder for files that can be made again (``TURNBENCH_CACHE``), created if absent.

    A default folder that cannot be made is replaced by one among the temporary files.

    Raises
    ------
    SettingsError
        If the folder that the variable names cannot be made.
    """
    named = os.environ.get("TURNBENCH_CACHE")
    try:
        return _made(Path(named or platformdirs.user_cache_path("turnbench-viewer")))
    except OSError as error:
        if named:
            raise SettingsError(
                f"TURNBENCH_CACHE: expected a folder that can be made, found {named} ({error.strerror})"
            ) from error
    return _made(Path(tempfile.gettempdir()) / "turnbench-viewer")


def cache_limit_bytes() -> float:
    """Return how large the cache folder may grow (``TURNBENCH_CACHE_GB``, default 20), in bytes.

    Raises
    ------
    SettingsError
        If it is no number above 0.
    """
    text = os.environ.get("TURNBENCH_CACHE_GB") or str(_CACHE_GB)
    try:
        limit = float(text)
    except ValueError:
        limit = math.nan
    if not limit > 0:
        raise SettingsError(f"TURNBENCH_CACHE_GB: expected a number above 0, found {text!r}")
    return limit * 1e9


def scorings_file() -> Path:
    """Return the file that counts scorings on hidden labels: ``TURNBENCH_SCORINGS``, or one of the user's.

    It is no cache: who removes it gives every scoring back.
    """
    named = os.environ.get("TURNBENCH_SCORINGS")
    return Path(named) if named else platformdirs.user_data_path("turnbench-viewer") / "scorings.sqlite"


def saved_models_folder() -> Path:
    """Return the folder of models that a user saved: ``TURNBENCH_SAVED_MODELS``, or one of the user's."""
    named = os.environ.get("TURNBENCH_SAVED_MODELS")
    return Path(named) if named else platformdirs.user_data_path("turnbench-viewer") / "models"


def database_url() -> str:
    """Return where the journal of verdicts is kept: ``TURNBENCH_DB``, a path or a URL, or a file of ours.

    It is no cache: who removes it loses every verdict.
    """
    named = os.environ.get("TURNBENCH_DB")
    return named or str(platformdirs.user_data_path("turnbench-viewer") / "audit.sqlite")


def roles_file() -> Path | None:
    """Return the file that gives logins their roles at the audit desk (``TURNBENCH_ROLES``), if named."""
    named = os.environ.get("TURNBENCH_ROLES")
    return Path(named) if named else None


def scorings_limit() -> int:
    """Return how many submissions of a user are scored on a split (``TURNBENCH_SCORINGS_LIMIT``, default 10).

    Raises
    ------
    SettingsError
        If it is no whole number from 0 on.
    """
    text = os.environ.get("TURNBENCH_SCORINGS_LIMIT") or str(_SCORINGS)
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise SettingsError(
            f"TURNBENCH_SCORINGS_LIMIT: expected a whole number of at most {_DIGITS} digits, found {text!r}"
        )
    return int(text)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
