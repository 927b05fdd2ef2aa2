"""A file of one's own: dropped, scored beside the others, refused with every problem, cancelled, gone."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, Locator, Page, expect

from tests.corpora import chosen_cases, predictions_of, write_corpus
from tests.hidden import label_sets
from tests.servers import Server, serving
from viewer.commands.documents import score_document
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.scoring import score_submission
from viewer.uploads.limits import Limits
from viewer.view_models.formats import rate
from viewer.workspace import open_workspace

GOOD = predictions_of(chosen_cases())
MB = 1_000_000
# Bokeh keeps a session whose page is gone for half a minute: here it goes soon.
SHORT_LIVES = ["--unused-session-lifetime", "5000", "--check-unused-sessions", "500"]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a split of public labels and one of hidden ones."""
    folder = tmp_path_factory.mktemp("corpus")
    public = write_corpus(folder)
    label_sets.write(folder / "blind", label_sets.conversations("alpha"))
    manifest: dict[str, Any] = yaml.safe_load(public.read_text(encoding="utf-8"))
    source = {"format": "json", "path": "blind/cases.json"}
    manifest["splits"]["test"] = {"role": "test", "labels": "hidden", "source": source}
    public.write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def own_server(corpus: Path) -> Iterator[Server]:
    environment = {
        "TURNBENCH_DATA": str(corpus / "data_manifest.yaml"),
        "TURNBENCH_CACHE": str(corpus / "cache"),
        "TURNBENCH_SAVED_MODELS": str(corpus / "saved"),
        "TURNBENCH_SCORINGS": str(corpus / "scorings.sqlite"),
    }
    # What a server that was killed has left: nobody holds its lock.
    left = corpus / "cache" / "uploads" / "p-0123"
    left.mkdir(parents=True)
    (left / "4567.part").write_bytes(b"secret")
    (left.parent / "p-0123.alive").touch()
    with serving(corpus / "log", environment=environment, arguments=SHORT_LIVES) as running:
        yield running
        bugs = running.bugs()
    assert not bugs, running.log()


def panel(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Models of your own")


def row(page: Page, file: str) -> Locator:
    return panel(page).locator("li.file").filter(has=page.get_by_text(file, exact=True))


def open_panel(page: Page, address: str) -> Locator:
    page.goto(address)
    page.get_by_role("button", name="Add a model of your own").click()
    expect(panel(page)).to_be_visible()
    return panel(page)


def drop(page: Page, name: str, content: str) -> None:
    """Drop a file on the timeline, as a hand does."""
    given = page.evaluate_handle(
        """([name, content]) => {
          const data = new DataTransfer();
          data.items.add(new File([content], name, { type: "application/json" }));
          return data;
        }""",
        [name, content],
    )
    for event in ("dragenter", "dragover", "drop"):
        page.dispatch_event(".page-timeline", event, {"dataTransfer": given})


def test_a_dropped_file_is_scored_beside_the_others_and_seen_by_nobody_else(
    page: Page, own_server: Server, corpus: Path, browser: Browser
) -> None:
    # Before the panel is there: what is dropped is held for it.
    page.goto(f"{own_server.url}?split=dev&model=m", wait_until="commit")
    page.wait_for_selector(".page-timeline", state="attached")
    assert not (corpus / "cache" / "uploads" / "p-0123").exists()
    drop(page, "mine.json", json.dumps(GOOD))
    mine = row(page, "mine.json")
    expect(mine.locator("dd")).to_have_count(2)
    work = open_workspace(corpus / "data_manifest.yaml").split("dev")
    submission = work.model("m").submission
    assert submission is not None
    expected = score_submission(work.pack(BENCHMARK), submission).pooled(Task.EOT)
    document = score_document(expected)
    start = f"recall {rate(document['recall'])}, fp rate {rate(document['fp_rate'])}, latency p50 "
    expect(mine.locator("dd").first).to_have_text(f"{start}{document['latency_ms']['p50']:.0f} ms")
    expect(page.get_by_role("combobox", name="Model")).to_have_value("mine")
    mine.get_by_role("textbox", name="Name").fill("renamed")
    mine.get_by_role("textbox", name="Title").fill("<b>Mine</b>")
    mine.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("combobox", name="Model")).to_have_value("renamed")
    active = page.get_by_role("combobox", name="Model").locator("option:checked")
    expect(active).to_have_text("<b>Mine</b> (yours)")
    other = browser.new_context().new_page()
    other.goto(f"{own_server.url}?split=dev&model=renamed")
    expect(other.get_by_text("The link names what is not here: model renamed.")).to_be_visible()
    mine = panel(page).locator("li.file")
    mine.get_by_role("button", name="Save").click()
    expect(mine.get_by_role("button", name="Save")).to_be_hidden()
    other.goto(f"{own_server.url}?split=dev&model=renamed")
    expect(other.get_by_role("combobox", name="Model")).to_have_value("renamed")
    open_panel(other, other.url).get_by_role("button", name="Remove").click()
    expect(other.get_by_role("combobox", name="Model")).to_have_value("m")
    other.context.close()
    assert list((corpus / "saved").iterdir()) == []
    page.goto("about:blank")
    deadline = time.monotonic() + 30
    while (left := list((corpus / "cache" / "uploads").rglob("*.part"))) and time.monotonic() < deadline:
        page.wait_for_timeout(100)
    assert left == []


def test_a_bad_file_lists_every_problem_and_what_is_too_large_or_called_off_is_not_sent(
    page: Page, own_server: Server, tmp_path: Path
) -> None:
    shown = open_panel(page, f"{own_server.url}?split=dev&model=m")
    bad = json.loads(json.dumps(GOOD))
    for one in bad["predictions"]:
        one["speaker_1"]["eot"] = [3, 2, 1, 1e9]
        one["<img src=x onerror=alert(1)>"] = True
    drop(page, "bad.json", json.dumps(bad))
    refused = row(page, "bad.json")
    expect(refused).to_contain_text("Not scored: 16 problems in the file.")
    problems = refused.get_by_role("list", name="Problems of this model's file").get_by_role("listitem")
    expect(problems).to_have_count(16)
    expect(problems.first).to_contain_text('found "<img src=x onerror=alert(1)>"')
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    refused.get_by_role("button", name="Copy all").click()
    expect(refused).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()").count("\n") == 15
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/upload/" in request.url else None)
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(Limits().file_bytes + 1)
    field = shown.locator("input[type=file]")
    field.set_input_files(large)
    expect(row(page, "large.json")).to_contain_text("it is larger than the 200 MB that one file may have")
    assert sent == []
    page.route("**/upload/**", lambda _: None)
    slow = tmp_path / "slow.json"
    slow.write_bytes(b" " * (5 * MB))
    field.set_input_files(slow)
    going = row(page, "slow.json")
    expect(going.get_by_role("progressbar")).to_be_visible()
    going.get_by_role("button", name="Cancel").click()
    expect(going).to_contain_text("Cancelled.")
    assert len(sent) == 1
    page.unroute("**/upload/**")
    drop(page, "good.json", json.dumps(GOOD))
    expect(row(page, "good.json").locator("dd")).to_have_count(2)


def test_hidden_labels_answer_with_one_rounded_reply_for_each_task(page: Page, own_server: Server) -> None:
    shown = open_panel(page, f"{own_server.url}?split=test")
    expect(shown).to_contain_text("The labels of this split are hidden.")
    drop(page, "whole.json", json.dumps(label_sets.predictions()))
    whole = row(page, "whole.json")
    whole.get_by_role("button", name="Score on hidden labels").click()
    reply = whole.get_by_role("table", name="Reply of the hidden labels")
    expect(reply.get_by_role("row")).to_have_count(3)
    expect(reply.get_by_role("row", name="EOT")).to_have_text(re.compile(r"^EOT0\.\d{3}0\.\d{3}−?\d+\d+\d+$"))
    expect(whole).to_contain_text("9 scorings of 10 left on this split")
    expect(whole.locator("dd")).to_have_count(0)
    expect(whole.get_by_role("button", name="Save")).to_be_hidden()


def test_a_model_file_that_changes_is_told_of_and_read_anew(
    page: Page, own_server: Server, corpus: Path
) -> None:
    page.goto(f"{own_server.url}?split=dev&model=m&scope=split")
    card = page.locator(".page-card")
    expect(card.get_by_role("button", name=re.compile("hits?: open as playlist"))).to_be_enabled()
    before = card.locator(".figure").inner_text()
    path = corpus / "predictions.json"
    path.write_text("{", encoding="utf-8")
    os.utime(path, (2e9, 2e9))
    notice = page.get_by_role("region", name="Changed model files")
    expect(notice).to_contain_text("Model M's file has changed.", timeout=15_000)
    notice.get_by_role("button", name="Reload").click()
    expect(notice).to_contain_text("cannot be taken: 1 problem. The earlier one stays.")
    expect(card.locator(".figure")).to_have_text(before)
    changed = json.loads(json.dumps(GOOD))
    for one in changed["predictions"]:
        one["speaker_1"] = {"eot": [0.5], "interruption": []}
    path.write_text(json.dumps(changed), encoding="utf-8")
    os.utime(path, (2e9 + 9, 2e9 + 9))
    expect(notice).not_to_contain_text("cannot be taken", timeout=15_000)
    notice.get_by_role("button", name="Reload").click()
    expect(notice).to_be_hidden()
    expect(card.locator(".figure")).not_to_have_text(before)
