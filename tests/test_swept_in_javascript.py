"""The browser's decisions at every threshold are Python's: the same doubles, fates and fired spans."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.sweeping import MODEL, write_swept_corpus
from tests.test_javascript import REPOSITORY, find_node
from viewer.dialogue.conversation import SPEAKERS
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.scoring import score_submission
from viewer.scoring.sweep import decisions_at
from viewer.view_models.model_sweep import sweep_probabilities
from viewer.view_models.sweep_timeline import swept_row
from viewer.view_models.timeline_rows import LETTER_CODES
from viewer.workspace import open_workspace

# Reads the swept text of a dialogue, writes every threshold's times, fates and fired spans.
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
import { parseSwept, unitAt } from "%(module)s";
const { text, sizes } = JSON.parse(readFileSync("%(source)s", "utf8"));
const swept = parseSwept(text);
const rows = swept.value.map((_, row) => swept.speakers.map((runs, speaker) => {
  const { time, unit } = unitAt(runs, row, { rate: swept.rate, ...sizes[speaker] });
  return [[...time], unit.fates, unit.fired];
}));
writeFileSync("%(target)s", JSON.stringify({ value: swept.value, rows }));
"""


@pytest.mark.parametrize("task", list(Task))
def test_every_thresholds_decisions_are_pythons(tmp_path: Path, task: Task) -> None:
    work = open_workspace(write_swept_corpus(tmp_path, task)).split()
    probabilities = work.probabilities(MODEL, task)
    assert probabilities is not None
    sweep = sweep_probabilities(work, probabilities, BENCHMARK)
    name = work.scorable_ids[0]
    gold = work.golds(BENCHMARK)[name].of(task)
    sizes = [
        {
            "positives": int(np.sum(gold.positives.speaker == speaker)),
            "spans": int(np.sum(gold.negatives.speaker == speaker)),
        }
        for speaker in SPEAKERS
    ]
    source, target = tmp_path / "swept.json", tmp_path / "found.json"
    text = json.dumps(swept_row(work, sweep, MODEL, name, BENCHMARK))
    source.write_text(json.dumps({"text": text, "sizes": sizes}), encoding="utf-8")
    module = (REPOSITORY / "viewer/static/timeline/swept.js").as_uri()
    script = tmp_path / "expand.mjs"
    script.write_text(
        SCRIPT % {"module": module, "source": source.as_posix(), "target": target.as_posix()},
        encoding="utf-8",
    )
    subprocess.run([find_node(), str(script)], check=True, timeout=120)
    found = json.loads(target.read_text(encoding="utf-8"))
    assert found["value"] == sweep.thresholds.tolist()
    row_at = work.scorable_ids.index(name)
    for theta, units in zip(found["value"], found["rows"], strict=True):
        scored = score_submission(work.pack(BENCHMARK), decisions_at(probabilities, theta), BENCHMARK)
        outcomes = scored.outcomes(row_at, task)
        for speaker, (times, fates, fired) in zip(SPEAKERS, units, strict=True):
            own = outcomes.decisions.speaker == speaker
            assert times == outcomes.decisions.time_s[own].tolist()
            assert fates == LETTER_CODES[outcomes.decisions.fate[own]].tobytes().decode()
            spans = np.flatnonzero(outcomes.negatives.speaker == speaker)
            spans = spans[np.argsort(outcomes.negatives.start_s[spans], kind="stable")]
            assert fired == "".join(map(str, outcomes.negatives.has_fired[spans].tolist()))
