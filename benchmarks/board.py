"""The leaderboard of 14 models on 38 dialogues: opening it, and from a filter to new table and figure.

An opening is timed from the navigation to the frame in which table, heat map and figure all stand, in a
browser context of its own, which has nothing in its cache. *Cold* is the first page of a server that has
just begun to answer: no dialogue read, no model parsed or scored, nothing kept in the process; the compiled
kernels lie in the cache folder, as an earlier start on this machine left them. The page is asked for at
once, while the server warms up. *Warm* are the openings after it. Compiling for the first time on a machine
is a figure of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import yaml
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.dialogues import make_case, make_split, predictions_of
from benchmarks.tables import MS_PER_S, Figure, below, measured, milliseconds
from tests.browsers import chromium_arguments, find_chromium
from tests.servers import Server, serving
from viewer.view_models.leaderboard import leaderboard
from viewer.view_models.leaderboard_scores import BoardQuery
from viewer.workspace import open_workspace

SEED = 14
MODELS = 14
OPENINGS = 9
FILTERS = 60
WARM_UP = 6
COLD_MS, WARM_MS, FILTER_MS = 4000, 1000, 150
VIEWPORT = {"width": 1600, "height": 1000}
TYPES = (
    "Argumentative/Deliberative", "Casual/Spontaneous", "Collaborative/Problem-Solving", "Instructional",
    "Narrative/Storytelling", "Task-Oriented/Transactional",
)  # fmt: skip
GENDERS = (("female", "female"), ("male", "male"), ("female", "male"))

# Table, heat map and figure are there, the figure with points on its canvas.
DRAWN = """
() => {
  const roots = [...document.querySelectorAll("*")].flatMap(function deep(one) {
    return one.shadowRoot ? [one.shadowRoot, ...[...one.shadowRoot.querySelectorAll("*")].flatMap(deep)] : [];
  });
  const has = (what) => roots.some((root) => root.querySelector(what));
  const plot = Bokeh.documents.map((one) => one.get_model_by_name("trade-off")).find(Boolean);
  const view = plot && Bokeh.index.find_one(plot);
  return has("tr.row[data-model]") && has("td.tile") && Boolean(view?.has_finished());
}
"""

# From a choice of a filter to the frame after both the table and the figure's own rows are the new ones.
FILTER = """
async ([name, value]) => {
  const roots = [...document.querySelectorAll("*")].flatMap(function deep(one) {
    return one.shadowRoot ? [one.shadowRoot, ...[...one.shadowRoot.querySelectorAll("*")].flatMap(deep)] : [];
  });
  const board = roots.find((root) => root.querySelector(".board.rail"));
  const select = board.querySelector(`select[aria-label="${name}"]`);
  const plot = Bokeh.documents.map((one) => one.get_model_by_name("trade-off")).find(Boolean);
  const view = Bokeh.index.find_one(plot);
  const rows = () => plot.renderers.map((one) => one.data_source.data.fp_rate ?? []).flat().join();
  const before = [board.querySelector("table"), rows()];
  const start = performance.now();
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
  for (;;) {
    await new Promise(requestAnimationFrame);
    if (board.querySelector("table") !== before[0] && rows() !== before[1] && view.has_finished()) break;
    if (performance.now() - start > 20000) throw new Error("expected another table and figure");
  }
  await new Promise((done) => setTimeout(done, 0));
  return performance.now() - start;
}
"""


def measure() -> Iterator[Figure]:
    """Measure every figure of the leaderboard."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        manifest = _write(folder)
        yield from _plain(manifest)
        environment = {"TURNBENCH_DATA": str(manifest), "TURNBENCH_CACHE": str(folder / "cache")}
        yield measured("compiling every kernel, once for a machine, and scoring", [_ready_ms(environment)])
        yield measured("the same with the kernels in the cache folder", [_ready_ms(environment)])
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=chromium_arguments())
            with serving(folder / "log", environment=environment) as server:
                cold_ms = _opening_ms(browser, server)
                warm_ms = [_opening_ms(browser, server) for _ in range(OPENINGS)]
                yield below("opening it, the first page of a server", cold_ms, COLD_MS)
                yield below("opening it, warm, p50", float(np.median(warm_ms)), WARM_MS)
                yield from _filters(browser, server)
            browser.close()


def _write(folder: Path) -> Path:
    """Write 38 dialogues of six types and three pairings, and the decisions of 14 models."""
    rng = np.random.default_rng(SEED)
    cases = make_split(rng)
    for number, case in enumerate(cases):
        first, second = GENDERS[number // len(TYPES) % len(GENDERS)]
        case["metadata"] = {
            "conversation_type": TYPES[number % len(TYPES)],
            "speaker_1_actor_gender": first,
            "speaker_2_actor_gender": second,
        }
    (folder / "cases.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    models = []
    for number in range(MODELS):
        rows = [{**case, "decisions": _decisions(case, number, rng)} for case in cases]
        path = folder / f"model-{number}.json"
        path.write_text(json.dumps(predictions_of(rows)), encoding="utf-8")
        models.append(
            {"name": f"model-{number}", "title": f"Model {number}", "predictions": {"dev": path.name}}
        )
    split = {"role": "dev", "labels": "public", "source": {"format": "json", "path": "cases.json"}}
    manifest = {"schema_version": 1, "title": "Bench", "splits": {"dev": split}, "models": models}
    path = folder / "data_manifest.yaml"
    path.write_text(yaml.safe_dump(manifest), encoding="utf-8")
    return path


def _decisions(case: dict[str, object], number: int, rng: np.random.Generator) -> dict[str, object]:
    """Return one model's decisions: those of the case, later and thinned out, or quite other ones."""
    if number == 0:
        return make_case("", rng)["decisions"]  # type: ignore[no-any-return]  # as the vectors have them
    found: dict[str, dict[str, list[float]]] = case["decisions"]  # type: ignore[assignment]  # as written
    end_s = float(case["duration_s"])  # type: ignore[arg-type]  # a number

    def thinned(times: list[float]) -> list[float]:
        kept = [round(time + 0.05 * number, 3) for time in times if rng.random() > number / 20]
        return [time for time in kept if time <= end_s]

    return {
        speaker: {task: thinned(times) for task, times in tasks.items()} for speaker, tasks in found.items()
    }


def _plain(manifest: Path) -> Iterator[Figure]:
    """Measure what Python does: all scores, and the rows of a filter once they are there."""
    work = open_workspace(manifest).split()
    start = time.perf_counter()
    board = leaderboard(work, BoardQuery(model="model-0"))
    first_ms = (time.perf_counter() - start) * MS_PER_S
    events = sum(
        row["recall"]["count"] + row["fp_rate"]["count"] for block in board["blocks"] for row in block["rows"]
    )
    yield Figure("rows of outcomes of one task", str(events))
    yield measured("scoring 14 models, all rows of the page", [first_ms])
    queries = [BoardQuery(model="model-0", conversation_type=name) for name in TYPES]
    made = [milliseconds(partial(leaderboard, work, query), 5) for query in queries]
    yield measured("all rows of a filter, the slowest of six types", [max(made)])


def _ready_ms(environment: dict[str, str]) -> float:
    """Return what a process of its own takes to import the app and make its corpus ready."""
    program = (
        "from viewer.view_models.warming import make_ready; "
        "from viewer.workspace import shared_workspace; make_ready(shared_workspace().split())"
    )
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], env={**os.environ, **environment}, check=True)
    return (time.perf_counter() - start) * MS_PER_S


def _opening_ms(browser: Browser, server: Server) -> float:
    page = browser.new_context(viewport=VIEWPORT).new_page()  # type: ignore[arg-type]  # a plain dict is taken
    page.set_default_timeout(60_000)
    start = time.perf_counter()
    page.goto(f"{server.url}?page=leaderboard", wait_until="commit")
    page.wait_for_function(f"() => window.Bokeh && ({DRAWN})()")
    took_ms = (time.perf_counter() - start) * MS_PER_S
    page.context.close()
    return took_ms


def _filters(browser: Browser, server: Server) -> Iterator[Figure]:
    page = browser.new_context(viewport=VIEWPORT).new_page()  # type: ignore[arg-type]  # a plain dict is taken
    page.goto(f"{server.url}?page=leaderboard")
    page.wait_for_function(f"() => window.Bokeh && ({DRAWN})()")
    took = _filtered_ms(page)
    yield below("from a filter to table and figure, p95", float(np.percentile(took, 95)), FILTER_MS)
    yield measured("the same, p50", [float(np.median(took))])
    page.context.close()


def _filtered_ms(page: Page) -> list[float]:
    rng = np.random.default_rng(SEED)
    now = {"Conversation type": "", "Speaker pairing": ""}
    choices = {"Conversation type": ("", *TYPES), "Speaker pairing": ("", "FF", "MM", "mixed")}
    took = []
    for _ in range(WARM_UP + FILTERS):
        name = str(rng.choice(list(choices)))
        value = str(rng.choice([one for one in choices[name] if one != now[name]]))
        took.append(float(page.evaluate(FILTER, [name, value])))
        now[name] = value
    return took[WARM_UP:]
