"""The command line, against the vectors and against itself."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cases import VECTORS, close_to, read_vectors, score_cases, variant_cases
from tests.corpora import predictions_of, write_corpus
from viewer import environment
from viewer.api import load_corpus
from viewer.commands import run
from viewer.errors import SettingsError

JsonRun = tuple[int, Any, str]


def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: object) -> JsonRun:
    """Run the command line; return its exit status, its JSON document if it printed one, and its notes."""
    monkeypatch.setattr("sys.argv", ["turnbench-viewer", *(str(one) for one in arguments)])
    status: object = 0
    try:
        run()
    except SystemExit as stopped:
        status = stopped.code or 0
    printed = capsys.readouterr()
    document = json.loads(printed.out) if printed.out.startswith("{") else printed.out
    return int(str(status)), document, printed.err


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *arguments: call(capsys, monkeypatch, *arguments)


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All vector cases as one conversation JSON file, with their decisions beside it."""
    folder = tmp_path_factory.mktemp("vectors")
    (folder / "cases.json").write_text(json.dumps({"cases": score_cases()}), encoding="utf-8")
    (folder / "predictions.json").write_text(json.dumps(predictions_of(score_cases())), encoding="utf-8")
    return folder


def _expected(case: dict[str, Any]) -> dict[str, Any]:
    return {
        task: {
            **found["counts"],
            **{
                name: found[name]
                for name in ("recall", "fp_rate", "latency_ms", "positives", "negatives", "decisions")
            },
        }
        for task, found in case["expected"].items()
    }


def test_score_prints_the_benchmarks_numbers(cli: Any, vectors: Path) -> None:
    status, document, _ = cli(
        "score", vectors / "predictions.json", "--data", vectors / "cases.json", "--outcomes", "--json"
    )
    assert status == 0
    expected = read_vectors("score.json")
    for group in ("aggregate", "by_type", "by_pairing"):
        assert document[group] == close_to(expected[group])
    for case in score_cases():
        assert document["conversations"][case["conversation_id"]] == close_to(_expected(case))
    assert (document["benchmark_settings"], bool(document["version"]), bool(document["protocol"])) == (
        True,
        True,
        True,
    )


def test_gold_agreement_and_dynamics_print_the_benchmarks_numbers(cli: Any, vectors: Path) -> None:
    data = ("--data", vectors / "cases.json", "--json")
    assert cli("gold", *data)[1]["conversations"] == {
        case["conversation_id"]: case["gold"] for case in score_cases()
    }
    expected = read_vectors("score.json")["agreement"]
    document = cli("agreement", *data)[1]
    assert {name: document[name] for name in expected} == close_to(expected)
    found = cli("dynamics", *data)[1]["conversations"]
    assert found == close_to({case["conversation_id"]: case["dynamics"] for case in score_cases()})


@pytest.mark.parametrize("case", variant_cases(), ids=lambda case: case["conversation_id"])
def test_protocol_parameters_are_options(cli: Any, tmp_path: Path, case: dict[str, Any]) -> None:
    (tmp_path / "case.json").write_text(json.dumps(case), encoding="utf-8")
    (tmp_path / "predictions.json").write_text(json.dumps(predictions_of([case])), encoding="utf-8")
    given = case["parameters"]
    options = (
        "--tau-pre", given["tau_pre_s"], "--tau-max", given["tau_max_s"],
        "--tolerance", given["tolerance_s"], "--min-agree", given["min_agree"],
    )  # fmt: skip
    data = ("--data", tmp_path / "case.json", "--json")
    _, document, _ = cli("score", tmp_path / "predictions.json", *data, "--outcomes", *options)
    assert document["conversations"][case["conversation_id"]] == close_to(_expected(case))
    assert document["benchmark_settings"] is False


@pytest.mark.parametrize("task", ["eot", "int"])
def test_sweep_prints_every_row_of_the_benchmarks(cli: Any, task: str) -> None:
    folder = VECTORS / f"sweep-{task}"
    _, document, _ = cli(
        "sweep", folder / f"probs-{task}.json", "--data", folder / "conversations.json", "--json"
    )
    expected = read_vectors(f"sweep-{task}/expected.json")
    assert document["rows"] == close_to(expected["rows"])
    assert document["operating_point"] == close_to(expected["operating_point"])


@pytest.mark.parametrize("split", ["dev", "dev-wav"])
def test_parquet_scores_as_its_conversations_do(cli: Any, tmp_path: Path, split: str) -> None:
    folder = VECTORS / "parquet"
    submission = json.loads((folder / "predictions-dev.json").read_text(encoding="utf-8"))
    present = load_corpus(folder / split)
    submission["predictions"] = [
        row for row in submission["predictions"] if row["conversation_id"] in present
    ]
    (tmp_path / "predictions.json").write_text(json.dumps(submission), encoding="utf-8")
    status, document, _ = cli(
        "score", tmp_path / "predictions.json", "--data", folder / split, "--outcomes", "--json"
    )
    assert status == 0
    wanted = {case["conversation_id"]: case for case in score_cases()}
    assert set(document["conversations"]) == set(present)
    for name, found in document["conversations"].items():
        assert found == close_to(_expected(wanted[name]))


@pytest.mark.parametrize(
    ("gates", "status"),
    [
        (("--min-recall", "eot=0.1"), 0),
        (("--min-recall", "0.99"), 1),
        (("--max-fp-rate", "int=0.001"), 1),
        (("--max-fp-rate", "1"), 0),
        (("--min-recall", "eot=much"), 2),
        (("--min-recall", "floor=0.5"), 2),
    ],
)
def test_gates_set_the_exit_status(cli: Any, vectors: Path, gates: tuple[str, ...], status: int) -> None:
    assert cli("score", vectors / "predictions.json", "--data", vectors / "cases.json", *gates)[0] == status


@pytest.mark.parametrize("command", ["gold", "agreement", "dynamics", "check"])
def test_every_command_has_a_readable_form(cli: Any, tmp_path: Path, command: str) -> None:
    status, printed, _ = cli(command, "--data", write_corpus(tmp_path))
    assert status == 0
    assert isinstance(printed, str)
    assert printed.strip()


def test_a_wrong_submission_prints_every_problem_and_no_document(cli: Any, tmp_path: Path) -> None:
    manifest = write_corpus(tmp_path)
    broken = json.loads((tmp_path / "predictions.json").read_text(encoding="utf-8"))
    broken["predictions"][0]["speaker_1"]["eot"] = [2.0, 1.0]
    broken["predictions"][1]["speaker_2"]["interruption"] = [True]
    (tmp_path / "broken.json").write_text(json.dumps(broken), encoding="utf-8")
    status, printed, notes = cli("score", tmp_path / "broken.json", "--data", manifest, "--json")
    assert (status, printed) == (1, "")
    assert "predictions[0].speaker_1.eot[1]" in notes
    assert "predictions[1].speaker_2.interruption[0]" in notes


def test_check_lists_problems_as_json(cli: Any, tmp_path: Path) -> None:
    manifest = write_corpus(tmp_path, partial=True)
    status, document, _ = cli("check", "--data", manifest, "--json")
    assert status == 1
    assert document["ok"] is False
    errors = [problem for problem in document["problems"] if problem["severity"] == "error"]
    assert [problem["file"] for problem in errors] == ["predictions.json"]
    assert set(errors[0]) >= {"severity", "file", "where", "expected", "found"}


@pytest.mark.parametrize("value", ["-1", "nan", "0.7"])
def test_a_parameter_out_of_range_is_refused(cli: Any, tmp_path: Path, value: str) -> None:
    status, _, notes = cli("gold", "--data", write_corpus(tmp_path), "--tolerance", value)
    assert status == 1
    assert "tolerance: expected 0 to 0.5 seconds" in notes


def test_data_that_is_not_there_is_an_error(cli: Any, tmp_path: Path) -> None:
    status, _, notes = cli("gold", "--data", tmp_path / "nowhere")
    assert status == 1
    assert "nowhere" in notes


def test_the_version_is_printed(cli: Any) -> None:
    status, printed, _ = cli("--version")
    assert status == 0
    assert re.fullmatch(r"\d+\.\d+\S*", printed.strip())


def test_check_prints_its_problems_to_standard_output(cli: Any, tmp_path: Path) -> None:
    status, printed, _ = cli("check", "--data", write_corpus(tmp_path, partial=True))
    assert status == 1
    assert "predictions.json" in printed


def test_check_of_data_that_is_not_there_is_a_document_too(cli: Any, tmp_path: Path) -> None:
    status, document, _ = cli("check", "--data", tmp_path / "nowhere", "--json")
    assert status == 1
    assert document["ok"] is False
    assert len(document["problems"]) == 1


def test_outcomes_ask_for_json(cli: Any, vectors: Path) -> None:
    data = ("--data", vectors / "cases.json", "--outcomes")
    assert cli("score", vectors / "predictions.json", *data)[0] == 2


def test_a_cache_folder_that_cannot_be_made_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("TURNBENCH_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(SettingsError, match="TURNBENCH_CACHE: expected a folder that can be made"):
        environment.cache_folder()
