"""``compare``: its document against the outcomes that ``score`` lists, and what it refuses."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cases import score_cases
from tests.commands.test_commands import call
from tests.corpora import predictions_of

FILES = ("a.json", "b.json", "silent.json")


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "300")
    return lambda *arguments: call(capsys, monkeypatch, *arguments)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vector cases with their decisions, with every second one of them, and with no EOT at all."""
    folder = tmp_path_factory.mktemp("compared")
    cases = score_cases()
    (folder / "cases.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    for name in FILES:
        (folder / name).write_text(json.dumps(_predictions(name, cases)), encoding="utf-8")
    return folder


def _predictions(name: str, cases: list[dict[str, Any]]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(predictions_of(cases)))
    for row in document["predictions"]:
        for speaker in (row["speaker_1"], row["speaker_2"]):
            if name == "b.json":
                speaker |= {task: times[::2] for task, times in speaker.items()}
            if name == "silent.json":
                speaker["eot"] = []
    return document


def _compare(cli: Any, folder: Path, *names: str) -> dict[str, Any]:
    status, document, _ = cli(
        "compare", *(folder / name for name in names), "--data", folder / "cases.json", "--json"
    )
    assert status == 0
    found: dict[str, Any] = document
    return found


def _listed(cli: Any, folder: Path, name: str) -> dict[str, Any]:
    _, document, _ = cli("score", folder / name, "--data", folder / "cases.json", "--outcomes", "--json")
    found: dict[str, Any] = document
    return found


@pytest.mark.parametrize("task", ["eot", "int"])
def test_joint_counts_are_those_of_the_outcomes_that_score_lists(cli: Any, folder: Path, task: str) -> None:
    first, second = (_listed(cli, folder, name)["conversations"] for name in FILES[:2])
    found = _compare(cli, folder, *FILES[:2])["tasks"][task]
    hits: Counter[tuple[bool, bool]] = Counter()
    fires: Counter[tuple[bool, bool]] = Counter()
    for name in first:
        one, other = first[name][task], second[name][task]
        for left, right in zip(one["positives"], other["positives"], strict=True):
            hits[left["decision_s"] is not None, right["decision_s"] is not None] += 1
        for left, right in zip(one["negatives"], other["negatives"], strict=True):
            fires[left["fired"], right["fired"]] += 1
    (pair,) = found["pairs"]
    order = ((True, True), (True, False), (False, True), (False, False))
    assert list(pair["positives"].values()) == [hits[one] for one in order]
    assert list(pair["negatives"].values()) == [fires[one] for one in order]
    assert hits[True, False] > 0  # every second decision was left out
    assert found["all"] == {
        "hit": hits[True, True],
        "miss": hits[False, False],
        "false_alarm": fires[True, True],
        "quiet": fires[False, False],
    }


@pytest.mark.parametrize("task", ["eot", "int"])
def test_differences_are_those_of_the_scores(cli: Any, folder: Path, task: str) -> None:
    found = _compare(cli, folder, *FILES[:2])["tasks"][task]
    first, second = found["models"]
    for rate in ("recall", "fp_rate"):
        difference = found["pairs"][0][rate]
        assert difference["difference"] == pytest.approx(first[rate] - second[rate], abs=1e-12)
        assert difference["interval"][0] <= difference["difference"] <= difference["interval"][1]
    for kind in ("positives", "negatives"):
        for group in ("by_type", "by_pairing"):
            parts = [one[kind].values() for one in found["pairs"][0][group].values()]
            assert [sum(part) for part in zip(*parts, strict=True)] == list(found["pairs"][0][kind].values())


def test_the_other_way_round_everything_is_mirrored(cli: Any, folder: Path) -> None:
    there, back = (_compare(cli, folder, *names)["tasks"]["int"] for names in (FILES[:2], FILES[1::-1]))
    one, other = there["pairs"][0], back["pairs"][0]
    assert one["positives"]["only_first_hit"] == other["positives"]["only_second_hit"]
    assert one["recall"]["difference"] == -other["recall"]["difference"]
    assert one["recall"]["interval"] == pytest.approx([-end for end in other["recall"]["interval"][::-1]])
    assert one["recall"]["p"] == other["recall"]["p"]
    assert one["latency_difference_ms"]["p10"] == pytest.approx(-other["latency_difference_ms"]["p90"])


def test_a_file_against_itself_differs_nowhere(cli: Any, folder: Path) -> None:
    pair = _compare(cli, folder, "a.json", "a.json")["tasks"]["eot"]["pairs"][0]
    assert (pair["recall"]["difference"], pair["recall"]["interval"], pair["recall"]["p"]) == (0, [0, 0], 1)
    assert set(pair["latency_difference_ms"].values()) == {0}


def test_a_task_that_a_file_does_not_support_is_null_and_no_row_of_misses(cli: Any, folder: Path) -> None:
    found = _compare(cli, folder, *FILES)["tasks"]
    assert found["eot"]["models"][2] is None
    assert [pair["second"] for pair in found["eot"]["pairs"]] == [1]
    assert [pair["second"] for pair in found["int"]["pairs"]] == [1, 2]
    backwards = _compare(cli, folder, "silent.json", "a.json")["tasks"]["eot"]
    assert (backwards["all"], backwards["pairs"]) == (None, [])


def test_the_table_has_a_row_for_every_other_file(cli: Any, folder: Path) -> None:
    status, printed, note = cli(
        "compare", *(folder / name for name in FILES), "--data", folder / "cases.json"
    )
    assert status == 0
    words = Counter(printed.split())
    assert (words["1−2"], words["1−3"]) == (2 * 3, 3)  # recall, fp rate and latency, task by task
    assert note.endswith("silent.json commits no EOT event anywhere: not supported\n")


def test_one_file_is_a_wrong_call_and_a_partial_one_an_error(cli: Any, folder: Path, tmp_path: Path) -> None:
    status, _, note = cli("compare", folder / "a.json", "--data", folder / "cases.json")
    assert (status, "at least two files" in note) == (2, True)
    partial = tmp_path / "partial.json"
    partial.write_text(json.dumps(predictions_of(score_cases()[1:])), encoding="utf-8")
    status, printed, note = cli("compare", folder / "a.json", partial, "--data", folder / "cases.json")
    assert (status, printed) == (1, "")
    assert 'expected an entry for conversation "1000", found none' in note
