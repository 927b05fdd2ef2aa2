"""The corpus page's files: numbers in full, a stamp, nothing that a sheet would run."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tests.cases import close_to
from tests.corpora import split_of
from tests.servers import REPOSITORY
from viewer.dialogue.protocol import BENCHMARK, PROTOCOL_VERSION
from viewer.environment import version
from viewer.errors import HiddenLabelsError, UnknownNameError
from viewer.view_models.corpus_data import corpus_data
from viewer.view_models.corpus_export import FILES, corpus_file
from viewer.view_models.page_options import read_options
from viewer.view_models.place import Place
from viewer.workspace import SplitWork, open_workspace


@pytest.fixture(scope="module")
def work() -> SplitWork:
    return open_workspace(REPOSITORY / "data_manifest.yaml").split("demo-dev")


def place_with(**options: str) -> Place:
    return Place(split="demo-dev", page="corpus", options=read_options(options))


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".csv")])
def test_every_table_is_stamped(work: SplitWork, name: str) -> None:
    rows = table(corpus_file(work, place_with(moments="takes"), name))
    assert rows
    for row in rows:
        assert (row["version"], row["protocol"], row["split"]) == (version(), PROTOCOL_VERSION, "demo-dev")
        assert (row["corpus"], row["scope"]) == ("Demo corpus", "all 6 dialogues")
        assert (row["benchmark_settings"], len(row["labels_sha256"])) == ("True", 64)


def test_the_hash_follows_the_files(work: SplitWork, tmp_path: Path) -> None:
    other = split_of(tmp_path)
    hashes = [
        table(corpus_file(one, Place(split=one.name), "dynamics.csv"))[0]["labels_sha256"]
        for one in (work, work, other)
    ]
    assert hashes[0] == hashes[1] != hashes[2]


def test_the_document_holds_every_table_in_full(work: SplitWork) -> None:
    document = json.loads(corpus_file(work, place_with(moments="takes~bin:30"), "corpus.json"))
    assert (document["protocol"], document["benchmark_settings"]) == (PROTOCOL_VERSION, True)
    assert document["corpus"] == {"title": "Demo corpus", "split": "demo-dev", "dialogues": 6}
    assert len(document["files"]["list"]) == 6 * (1 + 2 * 3)  # metadata, and three annotators of each speaker
    measures = corpus_data(work, BENCHMARK).measures
    by_dialogue = {row["conversation_id"]: row for row in document["dynamics"] if row["of"] == "dialogue"}
    for name, one in zip(measures.conversation_ids, measures.dynamics, strict=True):
        assert {key: by_dialogue[name][key] for key in asdict(one)} == close_to(asdict(one))
    every = [row for row in document["dynamics"] if row["of"] == "all"]
    assert every[0]["published_events_per_min"] == 19.0
    pooled = measures.pooled_agreement(range(6))
    assert document["agreement"][0]["fleiss"] == pytest.approx(pooled.fleiss_kappa)
    assert sum(row["count"] for row in document["labels"]) == len(measures.inventory.segments)
    offsets = [row for row in document["distributions"] if row["distribution"] == "transfers"]
    assert sum(row["count"] for row in offsets) == len(measures.transfers)
    assert (offsets[0]["from"], offsets[0]["to"], offsets[-1]["to"]) == (None, -2000.0, None)
    assert document["moments"]
    assert all(0.9 <= round(row["value_s"], 6) < 1.0 for row in document["moments"])


def test_files_follow_the_filters(work: SplitWork) -> None:
    rows = table(corpus_file(work, place_with(type="Casual/Spontaneous"), "agreement.csv"))
    assert rows[0]["scope"] == "Casual: 1 dialogue"
    assert [row["conversation_id"] for row in rows] == ["", "casual-01"]


def test_no_listed_moments_give_a_head_alone(work: SplitWork) -> None:
    assert table(corpus_file(work, place_with(), "moments.csv")) == []


def test_hostile_labels_are_no_formulas(tmp_path: Path) -> None:
    row = {"start_s": 0.0, "end_s": 1.0, "label": "=cmd()", "text": "@SUM(1)\n# version: 9"}
    annotations: dict[str, Any] = {f"speaker_{speaker}": {"a": [row]} for speaker in (1, 2)}
    case = {"conversation_id": "+1", "duration_s": 9.0, "annotations": annotations}
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(case), encoding="utf-8")
    work = open_workspace(path).split()
    rows = table(corpus_file(work, Place(split=work.name), "labels.csv"))
    assert {(row["conversation_id"], row["label"]) for row in rows} == {("'+1", "'=cmd()")}
    place = Place(split=work.name, options=read_options({"moments": "events"}))
    assert ",'@SUM" in corpus_file(work, place, "moments.csv").replace('"', "")


def test_an_unknown_file_is_refused(work: SplitWork) -> None:
    with pytest.raises(UnknownNameError, match=r"corpus\.json"):
        corpus_file(work, place_with(), "../secrets")


@pytest.mark.parametrize("name", FILES)
def test_hidden_labels_make_no_file(tmp_path: Path, name: str) -> None:
    work = split_of(tmp_path, labels="hidden")
    with pytest.raises(HiddenLabelsError, match="hidden"):
        corpus_file(work, Place(split=work.name), name)
