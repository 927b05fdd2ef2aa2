"""``audit``: the desk by the command line."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.audit.small import TURN, small_split, write_small
from tests.cases import VECTORS
from tests.commands.test_commands import call
from viewer.dialogue.protocol import BENCHMARK
from viewer.workspace import open_workspace

DECIDE = ("audit", "verdict", "1", 1, 14.0, 21.0)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The command line on the small corpus, with a journal of its own."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TURNBENCH_DB", str(tmp_path / "audit.sqlite"))
    monkeypatch.setenv("TURNBENCH_DATA", str(write_small(tmp_path / "corpus")))
    return lambda *arguments: call(capsys, monkeypatch, *arguments)


def test_a_queue_is_listed_answered_and_counted(cli: Any) -> None:
    status, listed, _ = cli("audit", "queue", "--queue", "two-to-one", "--dialogue", "3", "--json")
    assert status == 0
    first = listed["questions"][0]
    assert (first["queue"], first["conversation_id"], first["answer"]) == ("two-to-one", "3", None)
    assert listed["counts"]["two-to-one"]["boundary"] == {"asked": 9, "answered": 0}
    span = (first["conversation_id"], first["speaker"], first["start_s"], first["end_s"])
    assert cli("audit", "verdict", *span, "consensus", "--by", "Ada", "--item", first["id"])[0] == 0
    _, listed, _ = cli("audit", "queue", "--queue", "two-to-one", "--dialogue", "3", "--json")
    answered = {one["id"]: one["answer"] for one in listed["questions"]}
    assert (answered[first["id"]]["reviewer"], answered[first["id"]]["choice"]) == ("Ada", "consensus")
    assert listed["counts"]["two-to-one"]["boundary"] == {"asked": 9, "answered": 1}
    _, left, _ = cli("audit", "queue", "--queue", "two-to-one", "--dialogue", "3", "--open", "--json")
    assert first["id"] not in {one["id"] for one in left["questions"]}


def test_the_table_and_the_spot_checks(cli: Any) -> None:
    status, printed, _ = cli("audit", "queue", "--limit", 2)
    assert status == 0
    assert "dev: " in printed
    assert " questions" in printed
    _, drawn, _ = cli("audit", "queue", "--queue", "spot", "--seed", 4, "--count", 3, "--json")
    assert [one["queue"] for one in drawn["questions"]] == ["spot"] * 3
    assert cli("audit", "queue", "--queue", "spot", "--seed", 4, "--count", 3, "--json")[1] == drawn


def test_a_model_may_be_left_without_a_say(cli: Any) -> None:
    _, every, _ = cli("audit", "queue", "--queue", "edge", "--kind", "window", "--json")
    assert {tuple(one["models"]) for one in every["questions"]} == {("edgy",)}
    _, fewer, _ = cli("audit", "queue", "--queue", "edge", "--kind", "window", "--without", "edgy", "--json")
    assert fewer["questions"] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("audit", "queue", "--pair", "bd"), "expected ab, ac or bc"),
        (("audit", "queue", "--dialogue", "9"), "expected one of its 3 readable conversations, found '9'"),
        (("audit", "queue", "--without", "x"), "expected one of the models quick, edgy, found 'x'"),
        (("audit", "export", "out", "--off", "x"), 'expected the id of a verdict that stands, found "x"'),
        (("audit", "undo", "--by", "Ada"), "expected a verdict by Ada that can be undone, found none"),
        (("audit", "redo", "--by", "Ada"), "expected a verdict by Ada that can be redone, found none"),
        ((*DECIDE, "a", "--by", "Ada", "--label", TURN), "goes with the choice own alone"),
        ((*DECIDE, "own", "--by", "Ada", "--label", "Cough"), "expected one of the 17 labels, found 'Cough'"),
        ((*DECIDE, "a", "--by", " "), "reviewer: expected a name of 1 to 200 printable characters"),
        (("audit", "import", "none.jsonl"), "expected a journal as JSON Lines, found No such file"),
        (("audit", "restore", "none"), "expected a backup of the journal, found No such file"),
        (("audit", "stats", "--db", "mysql://x/y"), "expected sqlite or postgresql, found 'mysql'"),
    ],
)
def test_a_wrong_call_is_told(cli: Any, arguments: tuple[object, ...], message: str) -> None:
    status, printed, notes = cli(*arguments)
    assert status != 0
    assert printed == ""
    assert message in " ".join(notes.replace("│", " ").split())


def test_a_verdict_is_tried_written_undone_and_redone(cli: Any) -> None:
    _, tried, _ = cli(*DECIDE, "c", "--by", "Ada", "--try", "--json")
    assert tried["id"] is None
    assert [one["part"] for one in tried["gold_changes"]["1"]] == ["negatives", "negatives"]
    assert cli("audit", "stats", "--json")[1]["entries"] == 0
    status, _, notes = cli(*DECIDE, "c", "--by", "Ada")
    assert status == 0
    assert "− EOT negatives, speaker 1, 12.000 to 15.000 s" in notes
    assert "+ EOT negatives, speaker 1, 12.000 to 15.300 s" in notes
    assert cli("audit", "undo", "--by", "Ada")[0] == 0
    assert cli("audit", "stats", "--json")[1]["gold_changes"] == {}
    assert cli("audit", "redo", "--by", "Ada")[0] == 0
    stats = cli("audit", "stats", "--json")[1]
    assert len(stats["gold_changes"]["1"]) == 2
    assert (stats["entries"], stats["verdicts"]["given"], stats["verdicts"]["standing"]) == (3, 1, 1)


def test_stats_tell_before_and_after_and_agreement(cli: Any) -> None:
    own = ("own", "--label", TURN, "--from", 2.0, "--to", 9.5)
    cli("audit", "verdict", "3", 1, 1.0, 6.5, *own, "--by", "Ada")
    cli("audit", "verdict", "3", 1, 1.0, 6.5, "a", "--by", "Bob")
    _, stats, _ = cli("audit", "stats", "--json")
    assert stats["verdicts"]["by_choice"] == {"a": 1, "own": 1}
    assert stats["reviewers"]["Ada"] == {"is_verified": False, "verdicts": 1, "answered": {}}
    assert [one["reviewers"] for one in stats["agreement"]["pairs"]] == [["Ada", "Bob"]]
    assert stats["models"]["quick"]["eot"]["before"]["tp"] == 8
    assert stats["gold_changes"] == {}  # the later verdict says what the source's gold says
    _, fewer, _ = cli("audit", "stats", "--json", "--off", _id_of(cli, "Bob"))
    assert fewer["models"]["quick"]["eot"]["after"]["tp"] == 7
    assert fewer["conversations"]["3"]["quick"]["eot"]["after"]["fn"] == 1
    status, printed, notes = cli("audit", "stats")
    assert status == 0
    assert "dev, EOT" in printed
    assert "2 verdicts given, 2 stand, 0 on other labels" in notes


def _id_of(cli: Any, reviewer: str) -> str:
    path = Path(os.environ["TURNBENCH_DB"]).parent / "ids.jsonl"
    cli("audit", "export", path, "--format", "journal")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return str(next(one["id"] for one in rows if one["reviewer"] == reviewer))


def test_a_corrected_corpus_opens_here_with_the_same_gold(cli: Any, tmp_path: Path) -> None:
    cli(*DECIDE, "c", "--by", "Ada")
    for form, path in (("json", tmp_path / "out.json"), ("parquet", tmp_path / "shards")):
        assert cli("audit", "export", path, "--format", form)[0] == 0
        again = open_workspace(path).split()
        assert again.golds(BENCHMARK)["1"].eot.negatives.end_s.tolist() == [15.3]
        source = open_workspace().split()
        assert source.golds(BENCHMARK)["1"].eot.negatives.end_s.tolist() == [15.0]


def test_a_corpus_with_sound_makes_the_round_trip_whole(cli: Any, tmp_path: Path) -> None:
    """The shared shards, corrected, in all three layouts: one gold everywhere, and the one of the screen."""
    data = ("--data", VECTORS / "parquet" / "dev")
    rounded = tmp_path / "rounded.json"
    _, before, _ = cli("gold", *data, "--json")
    name = next(iter(before["conversations"]))
    assert cli("audit", "verdict", name, 1, 0.0, 20.0, "b", "--by", "Ada", *data)[0] == 0
    assert cli("audit", "export", tmp_path / "folders", *data)[0] == 0
    assert cli("audit", "export", tmp_path / "shards", "--format", "parquet", *data)[0] == 0
    assert cli("audit", "export", rounded, "--format", "json", *data)[0] == 0
    _, shards, _ = cli("gold", "--data", tmp_path / "shards", "--json")
    _, cases, _ = cli("gold", "--data", rounded, "--json")
    _, folders, _ = cli("gold", "--data", tmp_path / "folders", "--json")
    assert shards["conversations"] == cases["conversations"] == folders["conversations"]
    assert shards["conversations"][name] != before["conversations"][name]
    _, stats, _ = cli("audit", "stats", "--json", *data)
    assert set(stats["gold_changes"]) == {name}
    for part in ("positives", "negatives", "excluded"):
        gained = [one for one in stats["gold_changes"][name] if one["part"] == part and one["is_gained"]]
        after = shards["conversations"][name]
        assert all(
            [one["speaker"], one["start_s"], one["end_s"]][: 2 if part == "positives" else 3]
            in after[f"{one['task']}_{part}"]
            for one in gained
        )


def test_what_subrip_cannot_hold_is_refused_with_the_list(cli: Any, tmp_path: Path) -> None:
    cases = tmp_path / "corpus" / "cases.json"
    cases.write_text(cases.read_text().replace('"start_s": 1.0', '"start_s": 1.00004'))
    status, _, notes = cli("audit", "export", tmp_path / "folders")
    assert status == 1
    assert notes.count("expected a time of whole milliseconds, found 1.00004 s") == 4
    assert not (tmp_path / "folders").exists()
    assert cli("audit", "verdict", "1", 1, 0.0, 6.0, "a", "--by", "Ada")[0] == 0
    assert cli("audit", "verdict", "2", 1, 0.0, 6.0, "a", "--by", "Ada")[0] == 0
    assert cli("audit", "export", tmp_path / "folders")[0] == 0  # what was decided is in whole milliseconds


def test_a_journal_goes_to_another_machine_and_merges_once(cli: Any, tmp_path: Path) -> None:
    cli(*DECIDE, "c", "--by", "Ada")
    cli("audit", "undo", "--by", "Ada")
    cli(*DECIDE, "b", "--by", "Bob", "--comment", "=1+1")
    lines, table = tmp_path / "journal.jsonl", tmp_path / "journal.csv"
    assert cli("audit", "export", lines, "--format", "journal")[0] == 0
    assert cli("audit", "export", table, "--format", "journal-csv")[0] == 0
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(one["reviewer"], one["verb"], one["comment"]) for one in rows] == [
        ("Ada", "verdict", ""),
        ("Ada", "undo", ""),
        ("Bob", "verdict", "'=1+1"),
    ]
    elsewhere = ("--db", tmp_path / "elsewhere.sqlite")
    assert "3 entries added, 0 known already" in cli("audit", "import", lines, *elsewhere)[2]
    assert "0 entries added, 3 known already" in cli("audit", "import", lines, *elsewhere)[2]
    assert cli("audit", "stats", "--json", *elsewhere)[1] == cli("audit", "stats", "--json")[1]


def test_a_backup_comes_back(cli: Any, tmp_path: Path) -> None:
    cli(*DECIDE, "c", "--by", "Ada")
    assert "1 entries" in cli("audit", "backup", tmp_path / "copy")[2]
    elsewhere = ("--db", tmp_path / "elsewhere.sqlite")
    assert "1 entries restored" in cli("audit", "restore", tmp_path / "copy", *elsewhere)[2]
    assert cli("audit", "stats", "--json", *elsewhere)[1] == cli("audit", "stats", "--json")[1]


def test_a_pause_is_explained(cli: Any) -> None:
    status, found, _ = cli("audit", "why", "1", "eot", "negatives", 1, 12.0, "--json")
    assert status == 0
    assert (found["view"], found["end_s"], found["cuts"]) == ("turn", 15.0, [])
    assert [one["annotator"] for one in found["heard"]] == ["a", "b", "c"]
    status, printed, notes = cli("audit", "why", "1", "eot", "negatives", 1, 12.0)
    assert status == 0
    assert "turn view" in printed
    assert "they go on at 00:15.000" in notes
    assert cli("audit", "why", "1", "eot", "positives", 1, 12.0)[0] == 1


def test_roles_are_read_strictly(cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "roles.yaml"
    path.write_text("schema_version: 1\npeople: {noor: lead}\n")
    assert cli("audit", "roles", path, "--json")[1]["people"] == {"noor": "lead"}
    assert "expected a file of roles, found none named" in cli("audit", "roles")[2]
    path.write_text("schema_version: 1\npeople: {noor: boss}\n")
    monkeypatch.setenv("TURNBENCH_ROLES", str(path))
    status, _, notes = cli("audit", "roles")
    assert status == 1
    assert "expected one of lead, reviewer, second" in notes


COMMANDS: list[tuple[object, ...]] = [
    ("audit", "why", "1", "eot", "negatives", 1, 12.0),
    ("audit", "queue"),
    ("audit", "stats"),
    ("audit", "export", "out"),
    (*DECIDE, "c", "--by", "Ada"),
    ("audit", "undo", "--by", "Ada"),
    ("audit", "redo", "--by", "Ada"),
]


@pytest.mark.parametrize("arguments", COMMANDS)
def test_hidden_labels_have_no_desk_but_for_their_owner(
    cli: Any, tmp_path: Path, arguments: tuple[object, ...]
) -> None:
    hidden = ("--data", write_small(tmp_path / "hidden", labels="hidden"))
    status, printed, notes = cli(*arguments, *hidden)
    assert (status, printed) == (1, "")
    assert "found hidden ones" in notes
    assert TURN not in notes


def test_the_owner_of_hidden_labels_has_a_desk(cli: Any, tmp_path: Path) -> None:
    hidden = ("--data", write_small(tmp_path / "hidden", labels="hidden"), "--owner")
    assert cli("audit", "queue", *hidden)[0] == 0
    assert cli(*DECIDE, "c", "--by", "Ada", *hidden)[0] == 0
    assert cli("audit", "export", tmp_path / "out.json", "--format", "json", *hidden)[0] == 0


def test_verdicts_on_hidden_labels_are_not_taken_in(cli: Any, tmp_path: Path) -> None:
    cli(*DECIDE, "c", "--by", "Ada")
    lines = tmp_path / "journal.jsonl"
    cli("audit", "export", lines, "--format", "journal")
    hidden = ("--data", write_small(tmp_path / "hidden", labels="hidden"))
    elsewhere = ("--db", tmp_path / "elsewhere.sqlite")
    status, _, notes = cli("audit", "import", lines, *hidden, *elsewhere)
    assert status == 1
    assert "split dev: expected public labels, found hidden ones" in notes
    assert cli("audit", "import", lines, *hidden, *elsewhere, "--owner")[0] == 0


@pytest.mark.parametrize(
    "arguments", [*COMMANDS, ("audit", "import", "x"), ("audit", "backup", "x"), ("audit", "restore", "x")]
)
def test_in_public_there_is_no_desk(
    cli: Any, arguments: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNBENCH_MODE", "public")
    status, printed, notes = cli(*arguments)
    assert (status, printed) == (1, "")
    assert "audit: expected TURNBENCH_MODE local or team, found public" in notes


def test_the_source_is_never_changed(cli: Any, tmp_path: Path) -> None:
    before = (tmp_path / "corpus" / "cases.json").read_bytes()
    cli(*DECIDE, "c", "--by", "Ada")
    cli("audit", "export", tmp_path / "out.json", "--format", "json")
    assert (tmp_path / "corpus" / "cases.json").read_bytes() == before
    assert small_split(tmp_path / "other").golds(BENCHMARK)["1"].eot.negatives.end_s.tolist() == [15.0]
