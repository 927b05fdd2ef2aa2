"""What axe-core says of a page, shadow roots included."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVE = ("serious", "critical")


def violations(page: Page) -> list[dict[str, Any]]:
    """Return every violation on the page as it is now: its rule, its impact, and where it stands."""
    found = Axe().run(page).response
    assert len(found["passes"]) > 20, "axe-core has not looked at the page"
    return [
        {
            "rule": rule["id"],
            "impact": rule["impact"],
            "where": [f"{node['target']}: {node['failureSummary']}" for node in rule["nodes"]],
        }
        for rule in found["violations"]
    ]


def grave_violations(page: Page) -> list[dict[str, Any]]:
    """Return the violations that keep somebody from using the page."""
    return [one for one in violations(page) if one["impact"] in GRAVE]
