"""Draw the pictures of the documentation anew: ``python -m scripts.screenshots``."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from tests.browsers import chromium_arguments, find_chromium
from tests.servers import REPOSITORY, serving

FOLDER = REPOSITORY / "docs" / "screenshots"
PAINTED = "() => window.turnbenchTimeline?.state().loaded"
# Signals of the first use on a machine take a while.
HAS_SIGNALS = """
() => {
  const { lanes, signals } = window.turnbenchTimeline.state();
  const isAsked = lanes.some(({ kind }) => ["mel", "linear", "pitch", "intensity"].includes(kind));
  return !isAsked || (signals.tiles.length > 0 && signals.flying + signals.waiting === 0);
}
"""
# The sweep page is whole when it has its thresholds: the first sweep of a server takes a while.
HAS_SWEEP = """
() => document.documentElement.dataset.page !== "sweep" || window.turnbenchTimeline.state().swept !== null
"""
PATIENCE_MS = 120_000.0
SETTLED_MS = 800
PAGE_SETTLED_MS = 5_000
"""Charts come after tables, row by row."""


@dataclass(frozen=True)
class Picture:
    """One picture: its file, its size, its theme, and the place that it shows."""

    name: str
    width: int
    height: int
    theme: Literal["light", "dark"]
    query: str = ""
    contrast: Literal["more", "no-preference"] = "no-preference"
    keys: tuple[str, ...] = ()
    """Keys pressed, and texts typed, before the picture is taken."""


THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
KINDS = ("argument", "casual", "collaborative", "instructional", "narrative", "task")
TYPES = tuple(
    Picture(f"type-{kind}", 1600, 1000, "light", f"?dialogue={kind}-01&model=smart_turn&t=20,50")
    for kind in KINDS
)
"""One dialogue of each type."""
PICTURES = (
    Picture("explore-light-1600", 1600, 1000, "light"),
    Picture("explore-dark-1600", 1600, 1000, "dark"),
    Picture("explore-light-1280", 1280, 800, "light"),
    Picture("explore-dark-1280", 1280, 800, "dark"),
    Picture(
        "explore-int-split-1600",
        1600,
        1000,
        "light",
        "?dialogue=casual-01&model=smart_turn&task=int&scope=split",
    ),
    Picture("contrast-light-1600", 1600, 1000, "light", contrast="more"),
    Picture("contrast-dark-1600", 1600, 1000, "dark", contrast="more"),
    Picture(
        "signals-1600",
        1600,
        1000,
        "light",
        "?dialogue=casual-01&model=smart_turn&t=30,42&side=transcript&lanes=wave,mel,pitch,intensity,gold,decisions",
    ),
    Picture("palette-1280", 1280, 800, "light", keys=("g", "book")),
    Picture("lanes-1280", 1280, 800, "dark", keys=("v",)),
    Picture("phone-390", 390, 844, "light"),
    *TYPES,
    *(
        Picture(f"{page}-{theme}-1600", 1600, 1000, theme, f"?page={page}&model=smart_turn")
        for page in ("leaderboard", "compare", "sweep", "audit", "corpus")
        for theme in THEMES
    ),
)


def draw(browser: Browser, url: str, picture: Picture) -> None:
    """Draw one picture."""
    size = {"width": picture.width, "height": picture.height}
    page = browser.new_page(viewport=size, color_scheme=picture.theme, contrast=picture.contrast)  # type: ignore[arg-type]  # a plain dict is taken
    page.goto(url + picture.query)
    page.wait_for_function(PAINTED)
    page.wait_for_function(HAS_SIGNALS, timeout=PATIENCE_MS)
    page.wait_for_function(HAS_SWEEP, timeout=PATIENCE_MS)
    for text in picture.keys:
        page.keyboard.type(text)
        page.wait_for_timeout(SETTLED_MS)
    page.wait_for_timeout(PAGE_SETTLED_MS if "page=" in picture.query else SETTLED_MS)
    page.screenshot(path=FOLDER / f"{picture.name}.png")
    page.close()


def main() -> None:
    """Serve the demo corpus and draw every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "log") as server,
        sync_playwright() as p,
    ):
        browser = p.chromium.launch(executable_path=find_chromium(), args=chromium_arguments())
        for picture in PICTURES:
            draw(browser, server.url, picture)
        browser.close()


if __name__ == "__main__":
    main()
