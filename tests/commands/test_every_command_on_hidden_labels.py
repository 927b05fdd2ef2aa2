"""Every command with every option on hidden labels, on a corpus with sound: each says what it does there.

A command or an option that is not in the table fails the first test: whoever adds one says here what it
tells of hidden labels, and the others look whether it is so.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import typer.main

from tests.commands.calling import Call, Cli, caller
from tests.hidden.sealed_corpus import (
    MODEL,
    OTHER_MODEL,
    SECRET,
    SPLIT,
    Which,
    write_corpus,
    write_sound,
)
from tests.hidden.spoiling import FAULTS, QUOTABLE, spoil
from viewer.audit import Kind
from viewer.commands.application import application

REFUSED = "error split blind: expected public labels, found hidden ones (they are not read)\n"
LOCKED = "error split blind, labels hidden: found "


@dataclass(frozen=True)
class OnHidden:
    """What a command does where labels are hidden.

    Parameters
    ----------
    arguments
        What it is called with.
    says
        How what it prints to standard error begins; "" where it answers.
    options
        What each option is given, and how standard error begins then; None: as without it.
    """

    arguments: tuple[str, ...] = ()
    says: str = ""
    options: dict[str, tuple[str, str | None]] = field(default_factory=dict)


_EVERYWHERE: dict[str, tuple[str, str | None]] = {
    "--data": ("{data}", None),
    "--split": ("blind", None),
    "--json": ("", None),
    "--owner": ("", ""),
}
_PROTOCOL = {"--tau-pre": "0.5", "--tau-max": "2", "--tolerance": "0.1", "--min-agree": "3"}
_REFUSED_PROTOCOL: dict[str, tuple[str, str | None]] = {
    name: (value, None) for name, value in _PROTOCOL.items()
}
_LOCKED_PROTOCOL: dict[str, tuple[str, str | None]] = {
    name: (value, LOCKED) for name, value in _PROTOCOL.items()
}

COMMANDS = {
    "check": OnHidden(
        says="blind: its labels are hidden and were not checked",
        options={**_EVERYWHERE, "--model": ("n={predictions}", None)},
    ),
    "gold": OnHidden(says=REFUSED, options={**_EVERYWHERE, **_REFUSED_PROTOCOL}),
    "score": OnHidden(
        ("{predictions}",),
        "",
        {
            **_EVERYWHERE,
            **_LOCKED_PROTOCOL,
            "--outcomes": ("", "Usage"),
            "--min-recall": ("eot=0.1", None),
            "--max-fp-rate": ("0.9", None),
        },
    ),
    "compare": OnHidden(("{predictions}", "{others}"), REFUSED, {**_EVERYWHERE, **_REFUSED_PROTOCOL}),
    "leaderboard": OnHidden(
        (),
        REFUSED,
        {
            **_EVERYWHERE,
            **_REFUSED_PROTOCOL,
            "--model": ("x={predictions}", None),
            "--policy": ("budget", None),
            "--recall-floor": ("0.5", None),
            "--type": ("Instructional", None),
            "--pairing": ("FF", None),
            "--format": ("html", None),
            "--out": ("{folder}/board.html", "Usage"),
        },
    ),
    "sweep": OnHidden(
        ("{predictions}",), REFUSED, {**_EVERYWHERE, **_REFUSED_PROTOCOL, "--fp-budget": ("0.2", None)}
    ),
    "agreement": OnHidden(says=REFUSED, options=_EVERYWHERE),
    "dynamics": OnHidden(says=REFUSED, options=_EVERYWHERE),
    "detect": OnHidden(
        ("oracle",),
        REFUSED,
        {
            **_EVERYWHERE,
            "--out": ("{folder}/o.json", None),
            "--probabilities": ("{folder}/p.json", "error --prob"),
        },
    ),
}


_DESK: dict[str, tuple[str, str | None]] = {
    "--data": _EVERYWHERE["--data"],
    "--split": _EVERYWHERE["--split"],
    "--db": ("{made}/other.sqlite", None),
}
_QUEUES: dict[str, tuple[str, str | None]] = {
    "--model": ("x={predictions}", None),
    "--without": (MODEL, None),
    "--queue": ("spot", None),
    "--kind": (next(iter(Kind)), None),
    "--pair": ("ab", None),
    "--dialogue": ("talk-03", None),
    "--task": ("eot", None),
    "--open": ("", None),
    "--seed": ("3", None),
    "--count": ("5", None),
    "--limit": ("5", None),
}
COMMANDS |= {
    "audit queue": OnHidden((), REFUSED, {**_EVERYWHERE, **_DESK, **_QUEUES}),
    "audit export": OnHidden(
        ("{made}/corrected",),
        REFUSED,
        {**_DESK, "--format": ("json", None), "--off": ("x", None), "--owner": ("", "")},
    ),
    "audit stats": OnHidden(
        (), REFUSED, {**_EVERYWHERE, **_DESK, "--model": ("x={predictions}", None), "--off": ("x", None)}
    ),
    "audit why": OnHidden(("talk-03", "eot", "positives", "1", "3.5"), REFUSED, _EVERYWHERE),
    # These know a journal or a file of roles, and no labels.
    "audit import": OnHidden(
        ("{made}/empty.jsonl",),
        "0 entries added",
        {"--data": _DESK["--data"], "--db": _DESK["--db"], "--owner": ("", "")},
    ),
    "audit backup": OnHidden(("{made}/backup",), "{made}/backup: 0 entries", {"--db": _DESK["--db"]}),
    "audit restore": OnHidden(("{made}/backup",), "0 entries restored", {"--db": _DESK["--db"]}),
    "audit roles": OnHidden(("{made}/no-roles.yaml",), "error", {"--json": ("", None)}),
    # Last: their owner's calls leave entries behind.
    "audit verdict": OnHidden(
        ("talk-03", "1", "0.4", "3.5", "a", "--by", "ada"),
        REFUSED,
        {
            **_EVERYWHERE,
            **_DESK,
            "--by": ("bob", None),
            "--label": ("Laughter", "Usage"),
            "--from": ("0.5", "Usage"),
            "--to": ("3.0", "Usage"),
            "--comment": ("why", None),
            "--item": ("x", None),
            "--try": ("", None),
        },
    ),
    **{
        f"audit {name}": OnHidden(
            ("--by", "ada"), REFUSED, {**_DESK, "--by": ("bob", None), "--owner": ("", "")}
        )
        for name in ("undo", "redo")
    },
}

OF_A_JOURNAL = [COMMANDS[f"audit {name}"] for name in ("import", "backup", "restore")]
"""What they log depends on whether the journal is there already."""

OWNED = ("gold", "score", "compare", "leaderboard", "agreement", "dynamics", "detect", "audit queue")
"""Commands that tell their owner what is in the labels."""


def test_every_command_and_option_says_what_it_does_on_hidden_labels() -> None:
    found: Any = typer.main.get_command(application)
    options = {
        name: {option for one in command.params for option in one.opts if option.startswith("--")}
        - {"--help"}
        for name, command in single_commands(found.commands)
    }
    assert options == {name: set(one.options) for name, one in COMMANDS.items()}


def single_commands(found: dict[str, Any], group: str = "") -> Iterator[tuple[str, Any]]:
    """Return every command with its whole name, those of groups too."""
    for name, command in found.items():
        if hasattr(command, "commands"):
            yield from single_commands(command.commands, f"{group}{name} ")
        else:
            yield f"{group}{name}", command


@pytest.fixture
def cli(
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Cli:
    for name, file in (("SCORINGS", "scorings.sqlite"), ("CACHE", "cache"), ("DB", "made/db.sqlite")):
        monkeypatch.setenv(f"TURNBENCH_{name}", str(tmp_path / file))
    monkeypatch.setenv("COLUMNS", "200")
    return caller(capfd, caplog, monkeypatch)


def calls(folder: Path) -> dict[str, tuple[list[str], str]]:
    """Return each call by its name, with how what it says begins."""
    places = {
        "data": str(folder / "corpus/data_manifest.yaml"),
        "predictions": str(folder / f"corpus/{MODEL}-{SPLIT}.json"),
        "others": str(folder / f"corpus/{OTHER_MODEL}-{SPLIT}.json"),
        "folder": str(folder),
        "made": str(folder / "made"),
    }
    found: dict[str, tuple[list[str], str]] = {}
    for name, command in COMMANDS.items():
        says_plainly = command.says.format(**places)
        words = [*name.split(), *(word.format(**places) for word in command.arguments)]
        words += ["--data", places["data"]] if "--data" in command.options else []
        found[name] = (words, says_plainly)
        for option, (value, says) in command.options.items():
            if option != "--data":
                more = [option, value.format(**places)] if value else [option]
                found[f"{name} {option}"] = ([*words, *more], says_plainly if says is None else says)
    return found


def forget(folder: Path) -> None:
    """Start with no scoring counted and an empty journal."""
    (folder / "scorings.sqlite").unlink(missing_ok=True)
    shutil.rmtree(folder / "made", ignore_errors=True)
    (folder / "made").mkdir()
    (folder / "made/empty.jsonl").write_text("", encoding="utf-8")


def recorded(cli: Cli, folder: Path, which: Which) -> dict[str, Call]:
    """Return what every call says on one label set."""
    shutil.rmtree(folder / "corpus", ignore_errors=True)
    forget(folder)
    write_corpus(folder / "corpus", which, folder / "sound")
    return {name: cli(*words) for name, (words, _) in calls(folder).items()}


def test_every_command_with_every_option_says_the_same_whatever_the_labels(cli: Cli, tmp_path: Path) -> None:
    write_sound(tmp_path / "sound")
    alpha, beta = recorded(cli, tmp_path, "alpha"), recorded(cli, tmp_path, "beta")
    differing = {name for name in alpha if alpha[name] != beta[name]}
    owned = {f"{name} --owner" for name in OWNED}  # where their owner looks, the sets are two
    assert owned <= differing <= {name for name in alpha if name.endswith("--owner")}
    for name, (_, says) in calls(tmp_path).items():
        if not name.endswith("--owner"):
            assert alpha[name].err.startswith(says), (name, alpha[name].err)
            assert (alpha[name].out == "") == (says != "" and not name.startswith("check")), name
            assert SECRET not in repr(alpha[name])
    score = json.loads(alpha["score --json"].out)["aggregate"]
    assert score["eot"] == {
        "recall": 0.75,
        "fp_rate": 0.25,
        "latency_ms": {"p10": 300.0, "p50": 500.0, "p90": 700.0},
    }
    assert score["int"] == {
        "recall": 0.875,
        "fp_rate": 0.25,
        "latency_ms": {"p10": 400.0, "p50": 400.0, "p90": 400.0},
    }
    assert MODEL not in score


def test_of_labels_that_are_spoiled_no_command_quotes_anything(cli: Cli, tmp_path: Path) -> None:
    write_sound(tmp_path / "sound")
    whole = recorded(cli, tmp_path, "alpha")
    for fault in FAULTS:
        spoil(tmp_path / "corpus", fault)
        forget(tmp_path)
        found = {
            name: cli(*words)
            for name, (words, _) in calls(tmp_path).items()
            if name in COMMANDS or name.endswith("--json")
        }
        for name, call in found.items():
            if (
                name.partition(" ")[0] != "score"
                and COMMANDS.get(name, COMMANDS["check"]) not in OF_A_JOURNAL
            ):
                assert call == whole[name], (fault, name)  # they never looked
        assert SECRET not in repr(found), fault
        assert found["score"].status == (0 if fault in ("cut off", "gone") else 1), fault
        for part in QUOTABLE:
            assert part not in repr(found), (fault, part)
        shutil.rmtree(tmp_path / "corpus")
        write_corpus(tmp_path / "corpus", "alpha", tmp_path / "sound")
