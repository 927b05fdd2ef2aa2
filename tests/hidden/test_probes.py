"""Files made to ask about single events: what they are told is the same whatever the labels are."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hidden.sealed_corpus import (
    DURATION_S,
    SETS,
    SPLIT,
    Which,
    decisions,
    labels,
    names,
    write_corpus,
    write_sound,
)
from tests.servers import REPOSITORY
from viewer.dialogue.protocol import TASKS
from viewer.errors import HiddenLabelsError, QuotaError
from viewer.hidden import HiddenReply, HiddenScore, least_decisions, score_hidden
from viewer.loaders import open_corpus

KEYS = ("eot", "interruption")
FEWER = least_decisions(len(names())) - 1
GOLD_TIMES = sorted(
    {
        (dialogue, row.speaker, round(time, 3))
        for which in SETS
        for dialogue, rows in enumerate(labels(which))
        for row in rows
        for time in (row.start_s, row.end_s)
    }
)
PLACES = st.one_of(
    st.sampled_from(GOLD_TIMES),
    st.tuples(
        st.integers(0, len(names()) - 1),
        st.sampled_from((1, 2)),
        st.integers(0, int(DURATION_S * 8)).map(lambda n: n / 8),
    ),
)
SHIFTS_S = st.sampled_from((0.0, 0.0, 0.125, -0.25, 1.5, 3.0))
PROBES = st.lists(st.tuples(PLACES, SHIFTS_S, st.sampled_from(KEYS)), min_size=1, max_size=FEWER)


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> dict[Which, Path]:
    folder = tmp_path_factory.mktemp("sealed")
    write_sound(folder / "sound")
    return {which: write_corpus(folder / which, which, folder / "sound") for which in SETS}


def probe(asked: list[tuple[tuple[int, int, float], float, str]]) -> dict[str, Any]:
    """Return a submission that decides at these places and nowhere else."""
    document = decisions()
    for row in document["predictions"]:
        row |= {f"speaker_{speaker}": {key: [] for key in KEYS} for speaker in (1, 2)}
    for (dialogue, speaker, time_s), shift_s, key in asked:
        of_speaker = document["predictions"][dialogue][f"speaker_{speaker}"]
        at_s = min(max(0.0, time_s + shift_s), DURATION_S)
        of_speaker[key] = sorted({*of_speaker[key], at_s})
    return document


def replies(corpora: dict[Which, Path], document: dict[str, Any]) -> list[HiddenReply | str]:
    """Return what a file is told on each label set: a reply, or the words of a refusal."""
    found: list[HiddenReply | str] = []
    for manifest in corpora.values():
        path = manifest.parent / "probe.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        try:
            found.append(score_hidden(open_corpus(manifest).split(SPLIT), path))
        except (HiddenLabelsError, QuotaError) as error:
            found.append(str(error))
    return found


@settings(max_examples=60)
@given(PROBES)
def test_a_probe_of_few_decisions_is_told_the_same_whatever_the_labels(
    corpora: dict[Which, Path], asked: list[tuple[tuple[int, int, float], float, str]]
) -> None:
    alpha, beta = replies(corpora, probe(asked))
    assert isinstance(alpha, HiddenReply)
    assert isinstance(beta, HiddenReply)
    assert alpha.tasks == beta.tasks == dict.fromkeys(TASKS, HiddenScore())
    assert alpha.untold == beta.untold == TASKS


def test_one_decision_more_and_the_labels_are_told_of(corpora: dict[Which, Path]) -> None:
    """The proof above looks at something: with the least number of decisions the sets are told apart."""
    own = [time for time in GOLD_TIMES if time[1] == 1][: FEWER + 1]
    alpha, beta = replies(corpora, probe([(place, 0.0, "eot") for place in own]))
    assert isinstance(alpha, HiddenReply)
    assert isinstance(beta, HiddenReply)
    assert alpha.tasks != beta.tasks


def test_beyond_the_quota_every_file_is_refused_in_the_same_words(
    corpora: dict[Which, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNBENCH_SCORINGS_LIMIT", "0")
    told = {
        one
        for place in GOLD_TIMES[:: len(GOLD_TIMES) // 5]
        for one in replies(corpora, probe([(place, 0.0, "eot")]))
    }
    told |= set(replies(corpora, decisions()))
    assert len(told) == 1
    assert "expected at most 0 different submissions" in str(told.pop())


def test_two_processes_that_ask_for_the_last_scoring_get_one(
    corpora: dict[Which, Path], scorings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a third, started later, still knows who had it."""
    monkeypatch.setenv("TURNBENCH_SCORINGS_LIMIT", "1")
    folder, files = corpora["alpha"].parent, []
    for number, moved_s in enumerate((0.1, 0.2)):
        document = decisions()
        document["predictions"][0]["speaker_1"]["eot"][0] += moved_s
        files.append(folder / f"race-{number}.json")
        files[-1].write_text(json.dumps(document), encoding="utf-8")

    def start(path: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "viewer", "score", str(path), "--data", str(corpora["alpha"])]
        command += ["--split", SPLIT, "--json"]
        return subprocess.Popen(
            command, cwd=REPOSITORY, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    running = [start(path) for path in files]
    said = [process.communicate(timeout=120) for process in running]
    statuses = [process.returncode for process in running]
    assert sorted(statuses) == [0, 1]
    winner = statuses.index(0)
    assert json.loads(said[winner][0])["aggregate"]["eot"]["recall"] is not None
    assert said[1 - winner][0] == ""
    assert "expected at most 1 different submissions" in said[1 - winner][1]
    assert scorings.exists()
    again = [start(path) for path in files]
    assert [one.communicate(timeout=120)[0] for one in again] == [one[0] for one in said]
