"""Where the Chromium of the browser tests is. ``python -m tests.browsers`` prints it, or fails."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Browser, Page, sync_playwright

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


class WarmContext:
    """A browser context that pages come from one after the other: each is fresh, and starts at half the cost.

    A page of its own stays open, so that the process that draws pages stays, with the scripts it has
    compiled. What pages leave behind (storage, cookies, permissions) is cleared after each of them.

    Parameters
    ----------
    browser
        Run with ``--process-per-site``.
    """

    def __init__(self, browser: Browser) -> None:
        self._context = browser.new_context(viewport={"width": 1440, "height": 900})
        self._keeper = self._context.new_page()
        self._keeper.route("**", lambda route: route.fulfill(content_type="text/html", body=""))
        self._keeper.goto("http://127.0.0.1/")
        self._visited = set[str]()

    def new_page(self) -> Page:
        """Return a fresh page, 1440 x 900."""
        page = self._context.new_page()
        page.on("framenavigated", lambda frame: self._visited.add(urljoin(frame.url, "/")))
        return page

    def clear(self) -> None:
        """Close all pages, and forget what they have kept."""
        for page in self._context.pages:
            if page is not self._keeper:
                page.close()
        for origin in sorted(self._visited):
            if origin.startswith("http"):
                self._keeper.goto(origin)
                self._keeper.evaluate("localStorage.clear()")
        self._visited.clear()
        self._context.clear_cookies()
        self._context.clear_permissions()


if __name__ == "__main__":
    found = find_chromium()
    sys.stdout.write(f"{found}\n" if found else "")
    sys.exit(0 if found else 1)
