"""The corpus page in a browser: from a bar to its moments, and on to the timeline."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.exploring import open_page, state, wait_for_state
from tests.looks.axe import grave_violations
from tests.servers import Server

# Where the highest bar of a figure stands on the screen, once it is in view.
HIGHEST_BAR = """
(name) => {
  const plot = Bokeh.documents[0].get_model_by_name(name);
  const view = Bokeh.index.find_one(plot);
  const { left, right, top } = plot.renderers[0].data_source.data;
  const row = top.indexOf(Math.max(...top));
  view.el.scrollIntoView({ block: "center" });
  const box = view.el.getBoundingClientRect();
  const x = box.x + view.frame.x_scale.compute((left[row] + right[row]) / 2);
  return { x, y: box.y + view.frame.bbox.top + view.frame.bbox.height / 2, count: top[row] };
}
"""
IS_DRAWN = """
() => {
  const plot = Bokeh.documents[0]?.get_model_by_name("corpus-takes");
  return plot && Bokeh.index.find_one(plot)?.frame?.bbox.width > 0;
}
"""


def wait_for_corpus(page: Page) -> None:
    expect(page.get_by_role("heading", name="Agreement of annotators")).to_be_visible(timeout=30_000)
    page.wait_for_function(IS_DRAWN)


def moments(page: Page) -> Any:
    return page.get_by_role("group", name="Moments").get_by_role("button")


def test_a_bar_lists_its_moments_and_one_of_them_opens_the_timeline(page: Page, server: Server) -> None:
    open_page(page, f"{server.url}?split=demo-dev")
    page.get_by_role("link", name="Corpus").click()
    wait_for_corpus(page)
    bar = page.evaluate(HIGHEST_BAR, "corpus-takes")
    page.mouse.click(bar["x"], bar["y"])
    expect(page.get_by_role("heading", name="Human reaction at gold EOTs,")).to_be_visible()
    expect(moments(page)).to_have_count(bar["count"], timeout=30_000)
    row = moments(page).nth(2)
    title, clock, whose = (row.get_attribute("aria-label") or "").split(", ")[:3]
    minutes, seconds = clock.split(":")
    row.click()
    expect(page.locator(".page-timeline")).to_be_visible()
    wait_for_state(page, "s.loaded")
    at_s = int(minutes) * 60 + float(seconds)
    view = state(page)["view"]
    assert view["start_s"] <= at_s <= view["end_s"]
    assert whose in ("speaker 1", "speaker 2")
    expect(page.locator(".page-timeline")).to_contain_text(title)
    page.go_back()
    expect(moments(page)).to_have_count(bar["count"], timeout=30_000)


def test_filters_numbers_sorting_and_a_file(page: Page, server: Server, tmp_path: Path) -> None:
    page.goto(f"{server.url}?split=demo-dev&page=corpus")
    wait_for_corpus(page)
    number = page.get_by_role("button", name="All, backchannels:")
    count = int((number.get_attribute("title") or "").split()[1])
    number.click()
    expect(page.get_by_text(f"{count} moments in 6 dialogues")).to_be_visible()
    expect(number).to_have_attribute("aria-pressed", "true")
    assert grave_violations(page) == []
    page.get_by_role("button", name="Fleiss κ", exact=True).click()
    rows = page.get_by_role("group", name="Agreement of each dialogue").get_by_role("row")
    values = [float(cells.split()[-7]) for cells in rows.all_inner_texts()[1:]]
    assert values == sorted(values)
    page.get_by_role("combobox", name="Type").select_option("Casual/Spontaneous")
    expect(rows).to_have_count(2, timeout=30_000)
    page.get_by_text("Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Agreement, CSV").click()
    assert download.value.suggested_filename == "corpus-Casual-1-dialogue-agreement.csv"
    download.value.save_as(tmp_path / "agreement.csv")
    table = list(csv.DictReader((tmp_path / "agreement.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["conversation_id"] for row in table] == ["", "casual-01"]
    assert f"{float(table[1]['fleiss']):.3f}" in rows.nth(1).inner_text()
    page.get_by_text("Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Charts, SVG").click()
    assert download.value.suggested_filename.endswith(".svg")


def test_hidden_labels_are_off_and_say_so(page: Page, server: Server) -> None:
    page.goto(f"{server.url}?split=demo-test&page=corpus&moments=takes")
    expect(page.get_by_text("The labels of demo-test are hidden.")).to_be_visible()
    expect(page.get_by_role("heading", name="Agreement of annotators")).to_have_count(0)
    expect(moments(page)).to_have_count(0)
