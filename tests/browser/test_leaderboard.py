"""The leaderboard page: every number is a playlist, points lead to models, every file can be taken home."""

from __future__ import annotations

import csv
import json
import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.looks.axe import grave_violations
from tests.looks.colours import THEMES
from tests.servers import Server

BOARD = "?split=demo-dev&page=leaderboard&model=webrtc_1"
NUMBERS = "button.number"
CLICKS = 50

# Where a point of the figure is on the screen: pixels of the window.
POINT_AT = """
(model) => {
  const plot = Bokeh.documents.map((one) => one.get_model_by_name("trade-off")).find(Boolean);
  const view = Bokeh.index.find_one(plot);
  const source = plot.renderers.map((one) => one.data_source)
    .find((one) => one.data.model?.includes(model) && one.data.x.length > 0 && !one.data.model.includes(""));
  const row = [...source.data.model].indexOf(model);
  const box = view.canvas_view.el.getBoundingClientRect();
  const { x_scale, y_scale } = view.frame;
  return [box.x + x_scale.compute(source.data.x[row]), box.y + y_scale.compute(source.data.y[row])];
}
"""


def open_board(page: Page, server: Server, query: str = "") -> None:
    """Open the page and wait until table, heat map and figure are drawn."""
    page.set_viewport_size({"width": 1600, "height": 1000})
    page.goto(server.url + BOARD + query)
    expect(page.locator("tr.row").first).to_be_visible()
    expect(page.locator("td.tile").first).to_be_visible()
    page.wait_for_function("() => Bokeh.documents.some((one) => one.get_model_by_name('trade-off'))")


def names(page: Page) -> list[str]:
    """Return the models of the table, in its order."""
    return [str(row.get_attribute("data-model")) for row in page.locator("tr.row[data-model]").all()]


def open_number(page: Page, number: Locator) -> int:
    """Click a number; return what it counts, once the playlist on Explore lists as many events.

    The count is read at the click: a table that is drawn anew in between is another number.
    """
    count = str(number.evaluate("(number) => { number.click(); return number.dataset.count; }"))
    expect(page.locator("html")).to_have_attribute("data-page", "explore")
    expect(page.locator(".picked")).to_be_visible()
    row = page.get_by_role("listbox", name="Events").get_by_role("option").first
    expect(row).to_have_attribute("aria-setsize", count)
    return int(count)


def test_policy_and_filters_rank_anew_and_a_number_opens_its_events(page: Page, server: Server) -> None:
    open_board(page, server)
    assert names(page) == [
        "oracle", "webrtc_1", "webrtc_3", "smart_turn", "silero_500", "silero_200", "rms_vad", "silence",
    ]  # fmt: skip
    page.get_by_role("button", name="Latency p50", exact=True).click()
    expect(page.locator("tr.divider").first).to_contain_text("Below the recall floor of 0.5")
    floor = page.get_by_label("Recall floor")
    floor.fill("0.64")
    floor.press("Enter")
    expect(page.locator("tr.divider").first).to_contain_text("Below the recall floor of 0.64")
    assert names(page)[:4] == ["oracle", "webrtc_1", "webrtc_3", "smart_turn"]
    page.get_by_role("combobox", name="Conversation type").select_option("Instructional")
    expect(page.locator(".summary")).to_have_text("1 of 6 dialogues, 10 turn ends, 4 pauses")
    expect(page).to_have_url(
        re.compile(r"policy=latency.*type=Instructional|type=Instructional.*policy=latency")
    )
    misses = page.locator("tr[data-model='webrtc_1']").get_by_role(
        "button", name="WebRTC VAD, mode 1, misses"
    )
    assert open_number(page, misses) == 3
    expect(page.locator(".picked")).to_contain_text("WebRTC VAD, mode 1")
    page.go_back()
    expect(page.locator("html")).to_have_attribute("data-page", "leaderboard")
    expect(page.locator(".summary")).to_contain_text("1 of 6 dialogues")


def test_fifty_numbers_open_exactly_what_they_count(page: Page, server: Server) -> None:
    open_board(page, server)
    chance = random.Random(20260828)
    for _ in range(CLICKS):
        numbers = page.locator(NUMBERS)
        number = numbers.nth(chance.randrange(numbers.count()))
        assert open_number(page, number) > 0
        page.get_by_role("navigation", name="Pages").get_by_role("link", name="Leaderboard").click()
        expect(page.locator("td.tile").first).to_be_visible()
        if chance.random() < 0.3:
            page.get_by_role("group", name="Task").get_by_role(
                "button", name=chance.choice(["EOT", "INT"])
            ).click()


def test_a_click_on_a_point_leads_to_its_model(page: Page, server: Server) -> None:
    open_board(page, server)
    expect(page.locator("tr.row.active")).to_have_attribute("data-model", "webrtc_1")
    page.mouse.click(*page.evaluate(POINT_AT, "webrtc_3"))
    expect(page.locator("tr.row.active")).to_have_attribute("data-model", "webrtc_3")
    expect(page.get_by_label("Model of the heat map")).to_have_value("webrtc_3")
    page.get_by_role("button", name="Open in Explore").click()
    expect(page.locator("html")).to_have_attribute("data-page", "explore")
    expect(page).to_have_url(re.compile("model=webrtc_3"))


def export(page: Page, form: str, folder: Path) -> Path:
    if page.locator(".exporting .export-panel").is_hidden():
        page.locator(".exporting").get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as download:
        page.locator(f".exporting [data-form='{form}']").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_every_file_is_whole_and_stamped(page: Page, server: Server, tmp_path: Path) -> None:
    open_board(page, server, "&policy=budget")
    with export(page, "csv", tmp_path).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * (8 + 12)
    assert {row["policy"] for row in rows if row["standing"] != "published"} == {"budget"}
    document = json.loads(export(page, "json", tmp_path).read_text(encoding="utf-8"))
    digest, version = document["files"]["sha256"], document["version"]
    assert {row["files_sha256"] for row in rows if row["standing"] != "published"} == {digest}
    latex = export(page, "latex", tmp_path).read_text(encoding="utf-8")
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}") == 2
    svg = ET.fromstring(export(page, "svg", tmp_path).read_bytes())
    texts = " ".join(one.text or "" for one in svg.iter("{http://www.w3.org/2000/svg}text"))
    for text in (latex, texts):
        for part in (digest, version, document["protocol"], "Demo corpus, demo-dev"):
            assert part in text
    assert export(page, "png", tmp_path).read_bytes().startswith(b"\x89PNG\r\n")


def test_the_page_to_publish_opens_from_a_file_and_asks_for_nothing(
    page: Page, server: Server, tmp_path: Path
) -> None:
    open_board(page, server)
    path = export(page, "html", tmp_path)
    asked = list[str]()
    page.on("request", lambda sent: asked.append(sent.url))
    page.goto(path.as_uri())
    expect(page.locator("h1")).to_have_text("Leaderboard: Demo corpus, demo-dev")
    expect(page.locator(".notice")).to_contain_text("Voices are synthetic")
    assert page.locator("svg.trade-off").count() == 2
    page.locator("summary").click()
    assert page.locator("details code").count() == 50
    assert asked == [path.as_uri()]


@pytest.mark.parametrize("task", ["eot", "int"])
def test_a_hidden_split_shows_references_and_says_why(page: Page, server: Server, task: str) -> None:
    page.goto(f"{server.url}?split=demo-test&page=leaderboard&task={task}")
    expect(page.locator(".references tr.row")).to_have_count(12)
    expect(page.locator(".board .message").filter(has_text="labels of this split are hidden")).to_be_visible()
    assert page.locator(NUMBERS).count() == page.locator("tr.row[data-model]").count() == 0


def test_axe_finds_nothing_serious_in_any_theme(page: Page, server: Server) -> None:
    open_board(page, server)
    page.locator(".exporting").get_by_role("button", name="Export", exact=True).click()
    for theme in THEMES:
        page.emulate_media(
            color_scheme="dark" if theme.endswith("dark") else "light",
            contrast="more" if theme.startswith("contrast") else "no-preference",
        )
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert (theme, grave_violations(page)) == (theme, [])


def test_on_a_phone_the_page_is_as_tall_as_its_cards_and_no_wider_than_the_screen(
    page: Page, server: Server
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(server.url + BOARD)
    tile = page.locator("td.tile").first
    tile.scroll_into_view_if_needed()
    expect(tile).to_be_in_viewport()
    size = page.evaluate(
        "() => [document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"
    )
    assert size[0] <= 390
    assert size[1] > 1300
