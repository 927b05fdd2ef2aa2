"""The sweep page in a browser: a hand on the threshold, and everything that follows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.exploring import wait_for_state
from tests.cases import read_vectors
from tests.conftest import OUTPUT
from tests.servers import Server, serving
from tests.sweeping import MODEL, write_swept_corpus
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.loaders import load_submission
from viewer.scoring import score_submission
from viewer.view_models.formats import rate
from viewer.workspace import open_workspace


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_swept_corpus(tmp_path_factory.mktemp("sweep"))


@pytest.fixture(scope="module")
def swept(corpus: Path) -> Iterator[Server]:
    OUTPUT.mkdir(exist_ok=True)
    with serving(OUTPUT / "sweep-server.log", environment={"TURNBENCH_DATA": str(corpus)}) as running:
        yield running
        bugs = running.bugs()
    assert not bugs, running.log()


def open_sweep(page: Page, server: Server, query: str = "") -> None:
    page.goto(f"{server.url}?page=sweep&model={MODEL}{query}")
    page.wait_for_function("() => document.querySelector('.page') && window.turnbenchTimeline?.state().swept")
    page.locator(".sweep-thumb").wait_for()


def drag_to(page: Page, theta: float) -> None:
    """Drag the threshold with the mouse in steps, and let go."""
    track, thumb = page.locator(".sweep-track").bounding_box(), page.locator(".sweep-thumb").bounding_box()
    assert track is not None
    assert thumb is not None
    y = track["y"] + track["height"] / 2
    page.mouse.move(thumb["x"] + thumb["width"] / 2, y)
    page.mouse.down()
    page.mouse.move(track["x"] + track["width"] * theta, y, steps=8)
    page.mouse.up()


def shown(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("() => window.turnbenchTimeline.state().swept")
    return found


def numbers(page: Page) -> dict[str, str]:
    """Return the card's numbers now, by the name of their row."""
    rows = page.locator(".sweep-table tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td.now").inner_text() for row in rows}


def test_a_dragged_threshold_takes_numbers_ticks_list_and_file_along(
    page: Page, swept: Server, corpus: Path, tmp_path: Path
) -> None:
    expected = read_vectors("sweep-eot/expected.json")
    rows = {row["theta"]: row for row in expected["rows"]}
    open_sweep(page, swept)
    assert shown(page)["theta"] == expected["operating_point"]["theta"]

    drag_to(page, 0.31)
    theta = shown(page)["theta"]
    row = rows[theta]
    assert numbers(page)["Recall"] == rate(row["recall"])
    assert numbers(page)["False alarm rate"] == rate(row["fp_rate"])
    counts = [box.inner_text() for box in page.locator(".sweep-card .count b").all()]
    assert [int(count.replace(",", "")) for count in counts[:3]] == [row["tp"], row["fp"], row["fn"]]

    page.get_by_role("button", name=f"Keep {theta:.2f}").click()
    page.wait_for_function(f"() => location.search.includes('theta_eot={theta}')")
    with page.expect_download() as saving:
        page.get_by_role("button", name="predictions.json").click()
    file = tmp_path / "predictions.json"
    saving.value.save_as(file)
    work = open_workspace(corpus).split()
    scored = score_submission(work.pack(BENCHMARK), load_submission(file, work.durations), BENCHMARK)
    score = scored.pooled(Task.EOT)
    assert (score.tp, score.fp, score.fn) == (row["tp"], row["fp"], row["fn"])
    with page.expect_download() as saving:
        page.get_by_role("button", name="Rows CSV").click()
    lines = saving.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + len(read_vectors("sweep-eot/expected.json")["rows"])
    with page.expect_download() as saving:
        page.get_by_role("button", name="Curves PNG").click()
    assert saving.value.suggested_filename.startswith("sweep-")

    at = scored.conversation_ids.index(shown(page)["dialogue"])
    page.get_by_role("row", name="Recall").get_by_title("List its events").click()
    here = scored.pooled(Task.EOT, [at])
    page.locator(".sweep-list .dim", has_text=f"{here.tp + here.fn} events").wait_for()
    outcomes = scored.outcomes(at, Task.EOT).decisions
    drawn = page.evaluate("() => window.turnbenchTimeline.state().swept.times")
    for speaker in (1, 2):
        assert drawn[speaker - 1] == outcomes.time_s[outcomes.speaker == speaker].tolist()

    page.reload()
    page.wait_for_function(f"() => window.turnbenchTimeline?.state().swept?.theta === {theta}")
    assert page.locator(".sweep-saved").inner_text() == f"saved {theta:.2f}"


def test_keys_step_the_threshold_and_walk_what_it_changed(page: Page, swept: Server) -> None:
    open_sweep(page, swept)
    page.locator(".sweep-thumb").focus()
    before = shown(page)["theta"]
    page.keyboard.press("ArrowDown")
    assert shown(page)["row"] == shown(page)["saved"] - 1
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowLeft")
    after = shown(page)["theta"]
    assert after < before - 0.1
    assert after == round(after, 2)
    changed = page.get_by_role("listbox", name="Events of the sweep").get_by_role("option")
    changed.first.wait_for()
    names = [one.get_attribute("aria-label") or "" for one in changed.all()]
    assert all("becomes" in name for name in names)
    page.keyboard.press("n")
    wait_for_state(page, "s.selected !== null")
    first = page.evaluate("() => window.turnbenchTimeline.state().selected")
    page.keyboard.press("n")
    page.wait_for_function(f"() => window.turnbenchTimeline.state().selected !== {json.dumps(first)}")
    page.keyboard.press("p")
    page.wait_for_function(f"() => window.turnbenchTimeline.state().selected === {json.dumps(first)}")
    page.get_by_role("button", name="Reset").click()
    page.wait_for_function(f"() => window.turnbenchTimeline.state().swept.theta === {before}")
    assert page.get_by_role("button", name="Reset").is_disabled()


def test_hidden_labels_and_models_without_probabilities_have_no_sweep(
    page: Page, swept: Server, tmp_path: Path
) -> None:
    page.goto(f"{swept.url}?page=sweep&model=plain")
    page.get_by_text("Plain model has no EOT probabilities on dev").first.wait_for()
    assert not page.locator(".sweep-thumb").is_visible()
    corpus = write_swept_corpus(tmp_path, labels="hidden")
    with serving(OUTPUT / "hidden-sweep.log", environment={"TURNBENCH_DATA": str(corpus)}) as hidden:
        page.goto(f"{hidden.url}?page=sweep&model={MODEL}&theta_eot=0.4")
        page.get_by_text("The labels of this split are hidden: sweeps are off").first.wait_for()
        page.get_by_role("link", name="Explore").click()
        wait_for_state(page, "s.lanes.some((lane) => lane.kind === 'prob')")
        page.goto("about:blank")
