"""A whole submission on hidden labels: one rounded reply for each task, counted, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from tests.hidden import label_sets
from tests.views.sending import content, of, send, session, site_in
from viewer.gate.rates import Buckets, Rate
from viewer.hidden import score_hidden
from viewer.view_models.uploads import NO_SWEEP, Stage
from viewer.views import hidden_scoring
from viewer.views.state import State
from viewer.workspace import open_workspace


class AtOnce(Executor):
    """Runs what it is given where it is given."""

    def submit(self, act: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(act(*arguments, **options))
        return done


@pytest.fixture(autouse=True)
def at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TURNBENCH_SCORINGS", str(tmp_path / "scorings.sqlite"))
    monkeypatch.setattr(hidden_scoring, "_worker", AtOnce())
    monkeypatch.setattr(hidden_scoring, "_pace", Buckets(Rate(burst=4, per_s=1e-9)))
    return iter(())


def opened(folder: Path, which: label_sets.Which = "alpha") -> State:
    manifest = label_sets.write(folder / which, label_sets.conversations(which))
    return session(open_workspace(manifest), site_in(folder / "site"))


def test_the_reply_is_that_of_the_room_and_nothing_else(tmp_path: Path) -> None:
    state = opened(tmp_path)
    sent = send(state, label_sets.predictions())
    assert sent.stage is Stage.DONE
    before = content(state)["rows"][0]
    assert (before["scores"], before["can_score"], before["can_save"]) == ([], True, False)
    state.receive({"type": "upload-score", "upload": sent.id})
    row = content(state)["rows"][0]
    path = tmp_path / "alpha" / "predictions.json"
    reply = score_hidden(state.work.split, path)
    for told, (task, score) in zip(row["hidden"], reply.tasks.items(), strict=True):
        assert score.recall is not None
        assert score.latency is not None
        assert told["task"] == task.upper()
        assert told["recall"] == f"{score.recall:.3f}"
        assert told["p50"].replace("\u2212", "-") == f"{score.latency.p50:.0f}"
        assert set(told) == {"task", "recall", "fp_rate", "p10", "p50", "p90"}
    assert row["hidden_text"] == "9 scorings of 10 left on this split; the same file costs none."
    assert row["scores"] == []
    # The reply is no score of a model anywhere else.
    assert state.work.scorable_ids == ()
    (again,) = [json.dumps(content(state)["rows"])]
    assert "SECRET" not in again


def test_both_label_sets_get_the_very_same_page(tmp_path: Path) -> None:
    found = []
    for which in ("alpha", "beta"):
        (tmp_path / "scorings.sqlite").unlink(missing_ok=True)
        state = opened(tmp_path, which)
        sent = send(state, label_sets.predictions())
        state.receive({"type": "upload-score", "upload": sent.id})
        row = content(state)["rows"][0]
        found.append({name: value for name, value in row.items() if name != "id"})
    assert found[0] == found[1]


def test_the_quota_is_kept_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNBENCH_SCORINGS_LIMIT", "1")
    state = opened(tmp_path)
    first = send(state, label_sets.predictions())
    other = label_sets.predictions()
    other["predictions"][0]["speaker_1"]["eot"] = [0.125]
    second = send(state, other, nonce=2)
    for sent in (first, second, first):
        state.receive({"type": "upload-score", "upload": sent.id})
    rows = content(state)["rows"]
    assert rows[0]["hidden_text"].startswith("0 scorings of 1 left on this split")
    assert rows[1]["hidden"] == []
    assert "expected at most 1 different submissions to be scored" in rows[1]["hidden_text"]


def test_scorings_have_a_pace(tmp_path: Path) -> None:
    state = opened(tmp_path)
    sent = send(state, label_sets.predictions())
    for _ in range(5):
        state.receive({"type": "upload-score", "upload": sent.id})
    assert content(state)["rows"][0]["hidden_text"] == hidden_scoring.TOO_FAST


def test_a_probabilities_file_is_refused_in_words(tmp_path: Path) -> None:
    state = opened(tmp_path)
    rows = []
    for name, duration_s in state.work.durations.items():
        track = {"prob": [0.5] * int(duration_s * 2)}
        rows.append({"conversation_id": name, "speaker_1": track, "speaker_2": track})
    sent = send(state, {"schema_version": 1, "task": "eot", "frame_rate_hz": 2.0, "probs": rows})
    assert (sent.stage, sent.message) == (Stage.FAILED, NO_SWEEP)
    assert state.work.models.keys() == {"m"}


def test_a_part_of_a_submission_is_refused_before_it_counts(tmp_path: Path) -> None:
    state = opened(tmp_path)
    part = label_sets.predictions()
    del part["predictions"][0]
    sent = send(state, part)
    assert sent.stage is Stage.REFUSED
    state.receive({"type": "upload-score", "upload": sent.id})
    assert of(state, 1).reply is None
    assert not (tmp_path / "scorings.sqlite").exists()


def test_a_file_too_large_for_this_process_is_not_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hidden_scoring, "MOST_BYTES", 10)
    state = opened(tmp_path)
    sent = send(state, label_sets.predictions())
    state.receive({"type": "upload-score", "upload": sent.id})
    assert content(state)["rows"][0]["hidden_text"] == hidden_scoring.TOO_LARGE


def test_on_a_split_with_public_labels_there_is_no_such_scoring(tmp_path: Path) -> None:
    manifest = label_sets.write(tmp_path / "p", label_sets.conversations("alpha"), labels="public")
    state = session(open_workspace(manifest), site_in(tmp_path / "site"))
    sent = send(state, label_sets.predictions())
    state.receive({"type": "upload-score", "upload": sent.id})
    assert of(state, 1).reply is None
    assert not content(state)["rows"][0]["can_score"]
