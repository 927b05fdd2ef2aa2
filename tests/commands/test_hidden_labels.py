"""Every command on hidden labels: what it refuses, and that what it says does not depend on them."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands.calling import Cli, caller
from tests.corpora import write_corpus
from tests.hidden import label_sets
from viewer import api
from viewer.dialogue.protocol import Task
from viewer.errors import HiddenLabelsError


@pytest.fixture(autouse=True)
def isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNBENCH_SCORINGS", str(tmp_path / "scorings.sqlite"))
    monkeypatch.setenv("TURNBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def cli(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> Cli:
    """Run the command line and keep all that it says."""
    return caller(capfd, caplog, monkeypatch)


@pytest.fixture
def blind(tmp_path: Path) -> Path:
    return write_corpus(tmp_path, labels="hidden")


def scorings(folder: Path) -> bool:
    return (folder / "scorings.sqlite").exists()


REFUSED = {
    "gold": ["gold"],
    "gold as a document": ["gold", "--json"],
    "agreement": ["agreement"],
    "dynamics": ["dynamics", "--json"],
    "compare": ["compare", "{predictions}", "{predictions}", "--json"],
    "sweep": ["sweep", "{predictions}"],
    "oracle": ["detect", "oracle"],
}
LOCKED = {
    "outcomes": ["--outcomes", "--json"],
    "tau-pre": ["--tau-pre", "0.5"],
    "tau-max": ["--tau-max", "2"],
    "tolerance": ["--tolerance", "0.1"],
    "min-agree": ["--min-agree", "3"],
}


@pytest.mark.parametrize("command", REFUSED.values(), ids=REFUSED)
def test_what_shows_labels_is_refused(cli: Cli, blind: Path, command: list[str]) -> None:
    words = [word.format(predictions=blind.parent / "predictions.json") for word in command]
    found = cli(*words, "--data", blind)
    assert (found.status, found.out) == (1, "")
    assert found.err == "error split dev: expected public labels, found hidden ones (they are not read)\n"
    assert not scorings(blind.parent)


@pytest.mark.parametrize("option", LOCKED.values(), ids=LOCKED)
def test_score_refuses_what_is_locked_and_does_not_count_it(cli: Cli, blind: Path, option: list[str]) -> None:
    found = cli("score", blind.parent / "predictions.json", "--data", blind, *option)
    assert (found.status, found.out) == (1, "")
    assert found.err.startswith("error split dev, labels hidden: found ")
    assert not scorings(blind.parent)


def test_the_api_loads_no_hidden_labels_and_scores_them_as_the_command_does(cli: Cli, blind: Path) -> None:
    with pytest.raises(HiddenLabelsError, match="found hidden ones"):
        api.load_corpus(blind)
    reply = api.score_hidden(blind, blind.parent / "predictions.json")
    printed = json.loads(cli("score", blind.parent / "predictions.json", "--data", blind, "--json").out)
    eot = reply.tasks[Task.EOT]
    assert eot.recall == 0.5
    assert printed["aggregate"]["eot"] == {"recall": 0.5, "fp_rate": eot.fp_rate, "latency_ms": None}


def test_score_prints_one_reply_for_each_task_and_says_what_is_left(cli: Cli, blind: Path) -> None:
    table = cli("score", blind.parent / "predictions.json", "--data", blind)
    assert table.status == 0
    assert [line.split()[0] for line in table.out.splitlines() if line.strip(" ─")][1:] == [
        "dev,",
        "EOT",
        "INT",
    ]
    assert table.err == "1 of 10 scorings on dev used\n"
    document = json.loads(cli("score", blind.parent / "predictions.json", "--data", blind, "--json").out)
    assert document.keys() == {
        "version",
        "protocol",
        "benchmark_settings",
        "settings",
        "split",
        "labels",
        "aggregate",
    }


def test_gates_look_at_what_is_told_and_at_nothing_finer(cli: Cli, blind: Path) -> None:
    call = ("score", blind.parent / "predictions.json", "--data", blind, "--json")
    told = json.loads(cli(*call).out)["aggregate"]["eot"]["fp_rate"]  # 10 of 27 fire, told as 0.37
    met, missed = (cli(*call, "--max-fp-rate", f"eot={limit}") for limit in (told, told - 0.0001))
    assert (met.status, missed.status) == (0, 1)
    assert f"EOT fp rate {told:.3f}" in missed.err


def test_a_task_with_few_decisions_is_not_told_and_the_notes_say_why(cli: Cli, blind: Path) -> None:
    path = blind.parent / "predictions.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    for row in document["predictions"]:
        for speaker in ("speaker_1", "speaker_2"):
            row[speaker]["interruption"] = row[speaker]["interruption"][:1]
    path.write_text(json.dumps(document), encoding="utf-8")
    found = cli("score", path, "--data", blind, "--json", "--max-fp-rate", "int=1")
    assert json.loads(found.out)["aggregate"]["int"] == {"recall": None, "fp_rate": None, "latency_ms": None}
    assert "INT is not told: expected at least 10 decisions in the file, found fewer" in found.err
    assert found.status == 1  # what is not told meets no gate


def test_a_quota_that_is_used_up_ends_with_status_1(
    cli: Cli, blind: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNBENCH_SCORINGS_LIMIT", "0")
    found = cli("score", blind.parent / "predictions.json", "--data", blind, "--json")
    assert (found.status, found.out) == (1, "")
    assert "expected at most 0 different submissions to be scored on this split" in found.err


@pytest.mark.parametrize("text", ["-1", "1.5", "many", "9" * 10])
def test_a_limit_that_is_no_number_is_refused(
    cli: Cli, blind: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("TURNBENCH_SCORINGS_LIMIT", text)
    found = cli("score", blind.parent / "predictions.json", "--data", blind)
    assert (found.status, found.out) == (1, "")
    assert (
        f"TURNBENCH_SCORINGS_LIMIT: expected a whole number of at most 9 digits, found '{text}'" in found.err
    )


OWNED = [["gold"], ["agreement"], ["dynamics"], ["score", "{predictions}", "--outcomes"], ["check"]]


@pytest.mark.parametrize("command", OWNED, ids=lambda words: words[0])
def test_the_owner_gets_the_ordinary_document(
    cli: Cli, blind: Path, tmp_path: Path, command: list[str]
) -> None:
    (tmp_path / "open").mkdir()
    public = write_corpus(tmp_path / "open", labels="public")
    found = []
    for manifest, owner in ((public, []), (blind, ["--owner"])):
        words = [word.format(predictions=manifest.parent / "predictions.json") for word in command]
        found.append(cli(*words, "--data", manifest, "--json", *owner))
    assert found[0].out.startswith("{")
    assert found[1] == found[0]
    assert not scorings(tmp_path)


@pytest.mark.parametrize("mode", ["team", "public"])
@pytest.mark.parametrize("command", OWNED, ids=lambda words: words[0])
def test_where_others_are_served_there_is_no_owner(
    cli: Cli, blind: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], mode: str
) -> None:
    monkeypatch.setenv("TURNBENCH_MODE", mode)
    words = [word.format(predictions=blind.parent / "predictions.json") for word in command]
    found = cli(*words, "--data", blind, "--owner", "--json")
    assert (found.status, found.out) == (1, "")
    assert found.err == f"error --owner: expected TURNBENCH_MODE=local, found {mode}\n"


def test_check_opens_no_hidden_labels_and_says_so(cli: Cli, blind: Path) -> None:
    cases = json.loads((blind.parent / "cases.json").read_text(encoding="utf-8"))
    track = cases["cases"][0]["annotations"]["speaker_1"]["a"]
    track[0] |= {"start_s": 3.0, "end_s": 1.0, "label": "SECRET"}
    (blind.parent / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    found = cli("check", "--data", blind, "--json")
    assert (found.status, json.loads(found.out)["problems"]) == (0, [])
    assert found.err == "dev: its labels are hidden and were not checked; --owner checks them\n"
    owned = cli("check", "--data", blind, "--json", "--owner")
    assert (owned.status, owned.err) == (1, "")
    assert "1.000 s" in owned.out


def files_below(folder: Path) -> dict[str, bytes]:
    """Return every file but the corpus and the count, which holds moments."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in ("cases.json", "scorings.sqlite")
    }


def calls(folder: Path, *owner: str) -> list[list[Any]]:
    """Return one call or more of every command."""
    predictions, data = folder / "predictions.json", ["--data", folder / "data_manifest.yaml", *owner]
    score: list[Any] = ["score", predictions, *data]
    others: list[list[Any]] = [["gold"], ["agreement"], ["dynamics"], ["sweep", predictions], ["check"]]
    options: list[list[Any]] = [[], ["--json"], ["--outcomes", "--json"], ["--tau-max", "2"]]
    options.append(["--min-recall", "eot=0.5", "--max-fp-rate", "0.4", "--min-recall", "int=1"])
    return [
        *([*score, *more] for more in options),
        *([*command, *data, *more] for command in others for more in options[:2]),
        ["detect", "oracle", *data],
        ["--help"],
    ]


def record(cli: Cli, folder: Path, which: label_sets.Which, *owner: str) -> list[object]:
    """Return all that every command says and leaves behind on one of the label sets."""
    label_sets.write(folder, label_sets.conversations(which))
    (folder.parent / "scorings.sqlite").unlink(missing_ok=True)
    said: list[object] = [cli(*words) for words in calls(folder, *owner)]
    return [*said, files_below(folder.parent)]


# In every run the enumerated commands and options do the same: test_every_command_on_hidden_labels.py.
@pytest.mark.slow
def test_all_commands_say_the_same_on_two_label_sets_that_score_alike(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    alpha, beta = (record(cli, folder, which) for which in ("alpha", "beta"))
    assert alpha == beta
    assert "SECRET" not in repr(alpha)
    document = json.loads(cli(*calls(folder)[1]).out)["aggregate"]["eot"]
    assert document["latency_ms"] is not None  # all that may be told is told
    assert 0 < document["recall"] < 1

    owned = [record(cli, folder, which, "--owner") for which in ("alpha", "beta")]
    differing = [one != other for one, other in zip(*owned, strict=True)]
    assert sum(differing) >= 6  # the recording does see labels where they are shown


def test_all_commands_say_the_same_of_whatever_is_wrong_with_labels(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    faults: list[Callable[[dict[str, Any]], object]] = [
        lambda tracks: tracks["a"][0].update(start_s=9.0, end_s=1.0),
        lambda tracks: tracks.update(a="SECRET"),
        lambda tracks: tracks["b"][0].update(start_s="SECRET"),
    ]
    recordings = []
    for spoil in faults:
        cases = label_sets.conversations("alpha")
        spoil(cases[2]["annotations"]["speaker_1"])
        label_sets.write(folder, cases)
        (tmp_path / "scorings.sqlite").unlink(missing_ok=True)
        recordings.append([*(cli(*words) for words in calls(folder)), files_below(tmp_path)])
    assert recordings[0] == recordings[1] == recordings[2]
    assert "SECRET" not in repr(recordings)
    assert "expected hidden labels that can be scored" in repr(recordings[0][0])


def test_the_log_is_listened_to(cli: Cli, blind: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(*_: object) -> str:
        logging.getLogger("viewer").debug("SECRET")
        return os.fspath(blind)

    monkeypatch.setattr("viewer.hidden.scoring.content_key", tell)
    assert "SECRET" in cli("score", blind.parent / "predictions.json", "--data", blind).log
