"""Properties of the document that ``score`` prints, whole corpora at a time."""

from __future__ import annotations

import contextlib
import io
import json
import random
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import Case, close_to
from tests.corpora import predictions_of
from tests.properties.conversations import CASES
from viewer.commands import run

TYPES = ("Instructional", "Casual/Spontaneous", None)
GENDERS = (("F", "F"), ("M", "M"), ("M", "F"), (None, "F"))
COUNTS = ("tp", "fn", "fp", "tn")
Corpus = list[Case]


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    """Draw conversations of several types and pairings."""
    drawn = draw(st.lists(CASES, min_size=2, max_size=6))
    found = []
    for number, case in enumerate(drawn):
        one, other = draw(st.sampled_from(GENDERS))
        metadata = {
            "conversation_type": draw(st.sampled_from(TYPES)),
            "speaker_1_actor_gender": one,
            "speaker_2_actor_gender": other,
        }
        found.append({**case, "conversation_id": f"c{number}", "metadata": metadata})
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("score")


def scored(folder: Path, corpus: Corpus, *, labels: str = "public", shuffled: int | None = None) -> Any:
    """Return what ``score --json`` prints of a corpus; its rows of predictions shuffled by a seed."""
    rows = predictions_of(corpus)
    if shuffled is not None:
        random.Random(shuffled).shuffle(rows["predictions"])
    (folder / "cases.json").write_text(json.dumps({"cases": corpus}), encoding="utf-8")
    (folder / "predictions.json").write_text(json.dumps(rows), encoding="utf-8")
    source = {"format": "json", "path": "cases.json"}
    split = {"role": "test", "labels": labels, "source": source}
    manifest = {"schema_version": 1, "title": "Drawn", "splits": {"all": split}}
    (folder / "manifest.yaml").write_text(yaml.safe_dump(manifest), encoding="utf-8")
    words = ["score", str(folder / "predictions.json"), "--data", str(folder / "manifest.yaml"), "--json"]
    printed = io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["turnbench-viewer", *words]),
        contextlib.redirect_stdout(printed),
        pytest.raises(SystemExit, match="0"),
    ):
        run()
    return json.loads(printed.getvalue())


@settings(max_examples=30)
@given(corpora(), st.integers(0, 10**6))
def test_permuting_dialogues_changes_nothing(folder: Path, corpus: Corpus, seed: int) -> None:
    mixed = random.Random(seed).sample(corpus, len(corpus))
    found, expected = scored(folder, mixed, shuffled=seed), scored(folder, corpus)
    # Latencies are pooled in the corpus's order: of equal numbers, percentiles are equal.
    assert found == close_to(expected)
    for name, tasks in expected["conversations"].items():
        assert found["conversations"][name] == tasks
    for part in ("aggregate", "by_type", "by_pairing"):
        assert counts(found[part]) == counts(expected[part])


@settings(max_examples=30)
@given(corpora())
def test_pooled_equals_sum(folder: Path, corpus: Corpus) -> None:
    document = scored(folder, corpus)
    for task in ("eot", "int"):
        for part in ("conversations", "by_type", "by_pairing"):
            rows = [tasks[task] for tasks in document[part].values()]
            pooled = document["aggregate"][task]
            assert {name: sum(row[name] for row in rows) for name in COUNTS} == {
                name: pooled[name] for name in COUNTS
            }
            check_rates(pooled)
            for row in rows:
                check_rates(row)
    members = {case["conversation_id"]: case["metadata"] for case in corpus}
    for name, tasks in document["by_type"].items():
        own = [one for one, meta in members.items() if (meta["conversation_type"] or "unknown") == name]
        assert own
        for task in ("eot", "int"):
            summed = sum(document["conversations"][one][task]["tp"] for one in own)
            assert tasks[task]["tp"] == summed


def check_rates(row: dict[str, Any]) -> None:
    """Rates follow from the counts beside them, and latencies are there where there are hits."""
    positives, negatives = row["tp"] + row["fn"], row["fp"] + row["tn"]
    assert row["recall"] == (row["tp"] / positives if positives else None)
    assert row["fp_rate"] == (row["fp"] / negatives if negatives else None)
    assert (row["latency_ms"] is None) == (row["tp"] == 0)


def counts(found: Any) -> Any:
    """Return a document's part with nothing but its counts."""
    if set(COUNTS) <= set(found):
        return {name: found[name] for name in COUNTS}
    return {name: counts(value) for name, value in found.items()}


@settings(max_examples=20)
@given(corpora(), st.integers(0, 10**6))
def test_the_reply_on_hidden_labels_is_the_pooled_score_rounded_in_any_order(
    folder: Path, corpus: Corpus, seed: int
) -> None:
    mixed = random.Random(seed).sample(corpus, len(corpus))
    with mock.patch.dict(
        "os.environ", {"TURNBENCH_SCORINGS": str(folder / "s"), "TURNBENCH_SCORINGS_LIMIT": "99999"}
    ):
        found = scored(folder, mixed, labels="hidden", shuffled=seed)["aggregate"]
    exact = scored(folder, corpus)["aggregate"]
    for task, key in (("eot", "eot"), ("int", "interruption")):
        made = sum(len(case["decisions"][f"speaker_{one}"][key]) for case in corpus for one in (1, 2))
        is_told = made >= 10
        for rate in ("recall", "fp_rate"):
            expected = exact[task][rate] if is_told else None
            assert found[task][rate] == (None if expected is None else round(expected, 3))
        assert found[task]["latency_ms"] is None  # fewer than 50 hits
