"""What a sweep shows: every number is that of the command, every list as long as its count."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from tests.cases import close_to, read_vectors
from tests.sweeping import MODEL, write_swept_corpus
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.errors import HiddenLabelsError
from viewer.scoring import Scored, score_submission
from viewer.view_models.model_sweep import (
    ModelSweep,
    committed_theta,
    model_at,
    probabilities_job,
    sweep_job,
    sweep_probabilities,
    swept_tasks,
)
from viewer.view_models.score_card import fp_state
from viewer.view_models.sweep_events import CHANGED, listed, marked, sweep_list, task_events
from viewer.view_models.sweep_export import sweep_csv
from viewer.view_models.sweep_rows import curves, theta_text
from viewer.workspace import SplitWork, open_workspace

PATIENCE_S = 60


def split(folder: Path, task: Task = Task.EOT, theta: float | None = None) -> SplitWork:
    return open_workspace(write_swept_corpus(folder, task, theta=theta)).split()


def swept(work: SplitWork, task: Task = Task.EOT, chosen: frozenset[float] = frozenset()) -> ModelSweep:
    job = sweep_job(work, MODEL, task, BENCHMARK, chosen)
    job.join(PATIENCE_S)
    assert job.result is not None, job.problem
    return job.result


def scored_at(work: SplitWork, sweep: ModelSweep, theta: float, task: Task = Task.EOT) -> Scored:
    submission = model_at(work, MODEL, {task: (sweep.probabilities, theta)}).submission
    assert submission is not None
    return score_submission(work.pack(BENCHMARK), submission, BENCHMARK)


@pytest.mark.parametrize("task", list(Task))
def test_the_rows_and_the_best_one_are_the_vectors(tmp_path: Path, task: Task) -> None:
    expected = read_vectors(f"sweep-{task}/expected.json")
    sweep = swept(split(tmp_path, task), task)
    assert [row.theta for row in sweep.rows] == [row["theta"] for row in expected["rows"]]
    found = [{name: getattr(row, name) for name in expected["rows"][0]} for row in sweep.rows]
    assert found == close_to(expected["rows"])
    assert sweep.best is not None
    assert sweep.rows[sweep.best].theta == expected["operating_point"]["theta"]


def test_a_chosen_threshold_gets_a_row_and_takes_no_part_in_the_choice(tmp_path: Path) -> None:
    work = split(tmp_path)
    plain, more = swept(work), swept(work, chosen=frozenset({0.123456789}))
    assert len(more.rows) == len(plain.rows) + 1
    row = more.row_of(0.123456789)
    assert row is not None
    assert not more.is_candidate[row]
    assert plain.best is not None
    assert more.best is not None
    assert more.rows[more.best] == plain.rows[plain.best]
    assert plain.row_of(0.123456789) is None


def test_each_row_is_the_score_of_the_model_at_that_threshold(tmp_path: Path) -> None:
    work = split(tmp_path)
    sweep = swept(work)
    for row in sweep.rows[:: len(sweep.rows) // 12]:
        score = scored_at(work, sweep, row.theta).pooled(Task.EOT)
        assert (score.tp, score.fp, score.fn) == (row.tp, row.fp, row.fn)
        assert (score.recall, score.fp_rate) == (row.recall, row.fp_rate)


def test_the_other_task_keeps_the_decisions_of_the_file(tmp_path: Path) -> None:
    work = split(tmp_path)
    base, model = work.model(MODEL), model_at(work, MODEL, {Task.EOT: (swept(work).probabilities, 0.01)})
    assert base.submission is not None
    assert model.submission is not None
    assert model.is_session_own
    for name in work.split.conversation_ids:
        for speaker in (1, 2):
            before, after = (one.decisions(name, speaker) for one in (base.submission, model.submission))
            assert np.array_equal(before.interruption, after.interruption)


def test_a_model_without_probabilities_has_no_task_to_sweep(tmp_path: Path) -> None:
    work = split(tmp_path, theta=0.3)
    assert swept_tasks(work, MODEL) == (Task.EOT,)
    assert swept_tasks(work, "plain") == ()
    assert committed_theta(work, MODEL, Task.EOT) == 0.3
    assert committed_theta(work, MODEL, Task.INT) is None


def test_a_broken_file_is_a_problem_and_no_sweep(tmp_path: Path) -> None:
    manifest = write_swept_corpus(tmp_path)
    (tmp_path / "probs-eot.json").write_text('{"schema_version": 2}', encoding="utf-8")
    job = sweep_job(open_workspace(manifest).split(), MODEL, Task.EOT, BENCHMARK, frozenset())
    job.join(PATIENCE_S)
    assert job.result is None
    assert "probs-eot.json" in job.problem


def test_hidden_labels_are_not_swept_and_probabilities_are_read(tmp_path: Path) -> None:
    work = open_workspace(write_swept_corpus(tmp_path, labels="hidden")).split()
    with pytest.raises(HiddenLabelsError, match="expected public labels"):
        sweep_job(work, MODEL, Task.EOT, BENCHMARK, frozenset())
    reading = probabilities_job(work, MODEL, Task.EOT)
    reading.join(PATIENCE_S)
    assert reading.result is not None


def test_two_sessions_share_one_sweep(tmp_path: Path) -> None:
    work = split(tmp_path)
    jobs = [sweep_job(work, MODEL, Task.EOT, BENCHMARK, frozenset()) for _ in range(2)]
    assert jobs[0] is jobs[1]


@pytest.mark.parametrize("task", list(Task))
def test_changed_events_account_for_every_change_of_a_count(tmp_path: Path, task: Task) -> None:
    work = split(tmp_path, task)
    sweep = swept(work, task)
    assert sweep.best is not None
    saved = sweep.rows[sweep.best]
    before = scored_at(work, sweep, saved.theta, task)
    for row in sweep.rows[:: len(sweep.rows) // 8]:
        now = scored_at(work, sweep, row.theta, task)
        content = sweep_list(work, task, BENCHMARK, now, before, dialogue="", scope="split", shown=CHANGED)
        moves = [(one["before"], one["after"]) for one in content["rows"]]
        assert content["counts"]["split"] == len(moves)
        assert moves.count(("miss", "hit")) - moves.count(("hit", "miss")) == row.tp - saved.tp
        gained, lost = moves.count(("quiet", "false_alarm")), moves.count(("false_alarm", "quiet"))
        assert gained - lost == row.fp - saved.fp


def test_each_count_is_the_length_of_its_list_and_each_dialogue_a_part_of_it(tmp_path: Path) -> None:
    work = split(tmp_path)
    sweep = swept(work)
    row = sweep.rows[len(sweep.rows) // 2]
    now = scored_at(work, sweep, row.theta)
    counts = {"hit": row.tp, "false_alarm": row.fp, "miss": row.fn, "quiet": sweep.negatives - row.fp}
    for shown, count in counts.items():
        whole, *parts = (
            sweep_list(work, Task.EOT, BENCHMARK, now, None, dialogue=name, scope=scope, shown=shown)
            for name, scope in [("", "split"), *((one, "dialogue") for one in work.scorable_ids)]
        )
        assert len(whole["rows"]) == count
        assert [one["id"] for part in parts for one in part["rows"]] == [one["id"] for one in whole["rows"]]
        assert {one["after"] for one in whole["rows"]} <= {shown}
    for shown, count in {"positives": row.tp + row.fn, "negatives": sweep.negatives}.items():
        every = sweep_list(work, Task.EOT, BENCHMARK, now, None, dialogue="", scope="split", shown=shown)
        assert len(every["rows"]) == count


def test_the_file_of_a_sweep_has_the_rows_of_the_command(tmp_path: Path) -> None:
    work = split(tmp_path)
    found = sweep_probabilities(work, swept(work).probabilities, BENCHMARK, frozenset({0.123456789}))
    expected = read_vectors("sweep-eot/expected.json")["rows"]
    rows = list(csv.DictReader(io.StringIO(sweep_csv(found))))
    told = [{name: float(text) if text else None for name, text in row.items()} for row in rows]
    assert told == close_to(expected)


def test_a_list_that_is_cut_keeps_the_open_dialogue_and_says_so(tmp_path: Path) -> None:
    work = split(tmp_path)
    sweep = swept(work)
    now = scored_at(work, sweep, sweep.rows[0].theta)
    last = work.scorable_ids[-1]
    found = sweep_list(
        work, Task.EOT, BENCHMARK, now, None, dialogue=last, scope="split", shown="hit", limit=5
    )
    assert len(found["rows"]) == 5
    assert not found["is_whole"]
    assert {row["dialogue"] for row in found["rows"]} == {last}
    assert found["counts"]["split"] == sweep.rows[0].tp


def test_events_carry_the_ids_of_the_playlist(tmp_path: Path) -> None:
    from viewer.view_models.playlist_rows import dialogue_events

    work = split(tmp_path)
    events = task_events(work, Task.EOT, BENCHMARK)
    scored = work.scored(MODEL, BENCHMARK)
    assert scored is not None
    is_marked = marked(events, scored)
    for row, name in enumerate(work.scorable_ids):
        expected = [one for one in dialogue_events(work, name, MODEL, BENCHMARK) if one.task is Task.EOT]
        own = np.flatnonzero(events.dialogue == row).tolist()
        assert sorted(events.id[at] for at in own) == sorted(one.id for one in expected)
        fates = {one.id: one.fate in ("hit", "false_alarm") for one in expected}
        assert {events.id[at]: bool(is_marked[at]) for at in own} == fates
    assert not listed(events, scored, scored, CHANGED).any()


def test_the_page_is_told_every_number_of_every_threshold(tmp_path: Path) -> None:
    sweep = swept(split(tmp_path))
    saved = sweep.best
    assert saved is not None
    told = curves(sweep, task=Task.EOT, saved=saved, dialogues=2)
    assert told["theta"] == [row.theta for row in sweep.rows]
    assert json.loads(json.dumps(told))["theta"] == told["theta"]
    for row, texts, counts, changes in zip(
        sweep.rows, told["texts"], told["counts"], told["changes"], strict=True
    ):
        assert texts[0] == theta_text(row.theta)
        assert texts[2] == fp_state(row.fp_rate)
        assert counts == [row.tp, row.fp, row.fn, sweep.negatives - row.fp]
        assert len(changes) == 10
    assert set(told["changes"][saved][:6]) <= {"s0.000", "s0"}
    assert told["changes"][saved][6:] == ["0"] * 4


def test_regions_hold_the_thresholds_that_are_in_them_and_no_others(tmp_path: Path) -> None:
    sweep = swept(split(tmp_path))
    told = curves(sweep, task=Task.EOT, saved=None, dialogues=2)
    for row in sweep.rows:
        state = fp_state(row.fp_rate)
        for name, spans in (("budget", told["regions"]["within"]), ("over", told["regions"]["over"])):
            assert any(start <= row.theta <= end for start, end in spans) == (state == name)
