"""``leaderboard``: the same numbers as ``score``, in every form; nothing is written where all is not well."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test_commands import call
from tests.corpora import write_corpus


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *arguments: call(capsys, monkeypatch, *arguments)


def test_it_prints_what_score_scores(cli: Any, tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path)
    status, board, _ = cli("leaderboard", "--data", corpus, "--json")
    _, score, _ = cli("score", tmp_path / "predictions.json", "--data", corpus, "--json")
    assert status == 0
    for task in ("eot", "int"):
        assert board["tasks"][task]["entries"][0]["score"] == score["aggregate"][task]


@pytest.mark.parametrize("form", ["csv", "json", "latex", "svg", "html"])
def test_a_form_is_written_whole_or_printed(cli: Any, tmp_path: Path, form: str) -> None:
    corpus = write_corpus(tmp_path)
    out = tmp_path / "board"
    status, printed, _ = cli("leaderboard", "--data", corpus, "--format", form, "--out", out)
    assert (status, printed) == (0, "")
    status, printed, _ = cli("leaderboard", "--data", corpus, "--format", form)
    written = out.read_text(encoding="utf-8")
    assert (json.loads(written) if form == "json" else written.strip()) == (
        printed if form == "json" else printed.strip()
    )


def test_the_table_names_policy_and_blocks(cli: Any, tmp_path: Path) -> None:
    status, printed, notes = cli(
        "leaderboard", "--data", write_corpus(tmp_path), "--policy", "latency", "--recall-floor", "0.9"
    )
    assert status == 0
    assert "a recall of at least 0.9" in " ".join(notes.split())
    assert "Model M" in printed
    assert "references, not computed here" in " ".join(printed.split())


def test_filters_narrow_and_an_unknown_one_is_refused(cli: Any, tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path)
    _, printed, _ = cli("leaderboard", "--data", corpus, "--pairing", "mixed", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert {row["pairing"] for row in rows if row["model"]} == {"mixed"}
    status, _, notes = cli("leaderboard", "--data", corpus, "--type", "Nonsense")
    assert status == 2
    assert "--type" in notes


def test_a_model_that_cannot_be_scored_stops_it_and_nothing_is_written(cli: Any, tmp_path: Path) -> None:
    out = tmp_path / "board.csv"
    out.write_text("before", encoding="utf-8")
    corpus = write_corpus(tmp_path, partial=True)
    status, _, notes = cli("leaderboard", "--data", corpus, "--format", "csv", "--out", out)
    assert (status, out.read_text(encoding="utf-8")) == (1, "before")
    assert "expected an entry, found none" in notes
    (tmp_path / "predictions.json").write_text("[", encoding="utf-8")
    status, _, notes = cli("leaderboard", "--data", corpus, "--format", "csv", "--out", out)
    assert (status, out.read_text(encoding="utf-8")) == (1, "before")
    assert "predictions.json" in notes


def test_wrong_calls_are_refused_before_anything_is_read(cli: Any, tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path)
    assert cli("leaderboard", "--data", corpus, "--out", tmp_path / "x")[0] == 2
    missing = tmp_path / "none" / "x"
    status, _, notes = cli("leaderboard", "--data", corpus, "--format", "csv", "--out", missing)
    assert status == 1
    assert "expected a folder to write into" in notes


def test_hidden_labels_are_refused_but_to_their_owner(cli: Any, tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path, labels="hidden")
    status, printed, notes = cli("leaderboard", "--data", corpus, "--json")
    assert (status, printed) == (1, "")
    assert "expected public labels, found hidden ones" in notes
    status, document, _ = cli("leaderboard", "--data", corpus, "--owner", "--json")
    assert status == 0
    assert document["tasks"]["eot"]["entries"]
