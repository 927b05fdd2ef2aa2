"""Where the Chromium of the browser tests is. ``python -m tests.browsers`` prints it, or fails."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = (
    "--autoplay-policy=no-user-gesture-required",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)


def find_chromium() -> str | None:
    """Return ``TURNBENCH_BROWSER``, a Chromium on PATH, or Playwright's own; None if there is none."""
    named = os.environ.get("TURNBENCH_BROWSER")
    if named:
        return shutil.which(named)
    on_path = (shutil.which(program) for program in PROGRAMS)
    return next((found for found in on_path if found), None) or _playwrights_own()


def _playwrights_own() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if path and Path(path).is_file() else None


def chromium_arguments() -> list[str]:
    """Return Chromium's switches; root, as in a container, has no sandbox."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*ARGUMENTS, *(["--no-sandbox"] if is_root else [])]


if __name__ == "__main__":
    found = find_chromium()
    sys.stdout.write(f"{found}\n" if found else "")
    sys.exit(0 if found else 1)
