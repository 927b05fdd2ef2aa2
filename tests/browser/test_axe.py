"""axe-core finds nothing serious: in every theme, at every size, with everything open that can be opened."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.exploring import open_page
from tests.looks.axe import grave_violations
from tests.looks.colours import THEMES
from tests.servers import Server

PLACE = "?dialogue=casual-01&model=smart_turn&event=eot-1-p-10.588"
SIZES = {
    "desk": ((1600, 1000), ""),
    "laptop": ((1280, 800), ""),
    "tablet": ((1024, 768), "&folded=both"),
    "phone": ((390, 844), ""),
}


def show_in(page: Page, theme: str) -> None:
    """Have the system ask for a theme, as the page follows it."""
    page.emulate_media(
        color_scheme="dark" if theme.endswith("dark") else "light",
        contrast="more" if theme.startswith("contrast") else "no-preference",
    )


def tell(page: Page, event: str) -> None:
    page.evaluate("(name) => document.dispatchEvent(new CustomEvent(name, { detail: {} }))", event)


@pytest.mark.parametrize("size", SIZES)
def test_the_page_has_no_serious_violation_in_any_theme(page: Page, server: Server, size: str) -> None:
    (width, height), look = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    open_page(page, server.url + PLACE + look)
    for theme in THEMES:
        show_in(page, theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert (theme, grave_violations(page)) == (theme, [])


# The strong themes share everything but colours, which the test above and tests/looks see in all four.
@pytest.mark.parametrize(
    "theme",
    [
        theme if theme in ("light", "dark") else pytest.param(theme, marks=pytest.mark.slow)
        for theme in THEMES
    ],
)
def test_what_can_be_opened_has_no_serious_violation(page: Page, server: Server, theme: str) -> None:
    page.set_viewport_size({"width": 1600, "height": 1000})
    show_in(page, theme)
    open_page(page, server.url + PLACE)
    found = {}
    for name, (event, selector) in {
        "palette": ("turnbench:palette", "dialog.palette"),
        "help": ("turnbench:help", "dialog.help"),
        "tour": ("turnbench:tour", ".coach"),
        "glossary": ("turnbench:term", ".glossary .entry >> nth=0"),
        "uploads": ("turnbench:uploads", ".files-panel"),
    }.items():
        tell(page, event)
        expect(page.locator(selector)).to_be_visible()
        found[name] = grave_violations(page)
        page.keyboard.press("Escape")
        expect(page.locator(selector)).to_be_hidden()
    for name, key in {"lanes": "v", "export": "x"}.items():
        page.keyboard.press(key)
        expect(page.locator({"lanes": ".lane-menu", "export": ".export-panel"}[name])).to_be_visible()
        found[name] = grave_violations(page)
        page.keyboard.press("Escape")
    page.get_by_text("Protocol", exact=True).click()
    page.get_by_text("Run a detector on this dialogue").click()
    page.get_by_role("tab", name="Transcript").click()
    expect(page.locator(".turn-line").first).to_be_visible()
    found["transcript, protocol, detectors"] = grave_violations(page)
    assert {name: some for name, some in found.items() if some} == {}


def test_where_the_system_forces_its_colours_they_are_strong_and_marks_keep_theirs(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(forced_colors="active", color_scheme="dark")
    page = context.new_page()
    page.add_init_script("localStorage.setItem('turnbench-theme', 'light')")
    open_page(page, server.url + PLACE)
    assert page.locator("html").get_attribute("data-theme") == "contrast-dark"
    expect(page.get_by_role("button", name="Theme: high contrast")).to_be_visible()
    colour_of = "(element) => getComputedStyle(element).backgroundColor"
    bar = page.locator(".bar .miss").first
    assert bar.evaluate(colour_of) == "rgb(217, 151, 255)"
    pressed = page.get_by_role("button", name="Task EOT")
    other = page.get_by_role("button", name="Task INT")
    assert pressed.evaluate(colour_of) != other.evaluate(colour_of)
    assert grave_violations(page) == []
    context.close()
