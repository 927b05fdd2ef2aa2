"""A model's file that changes on the disk: noticed, taken when somebody asks, never half of it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.corpora import chosen_cases, open_vectors, predictions_of
from tests.views.sending import content, files_of, session, site_in
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.views.state import State
from viewer.views.uploading import UploadSite
from viewer.workspace import Workspace, open_workspace

GOOD = predictions_of(chosen_cases())


def other_decisions() -> dict[str, Any]:
    """The same conversations, with fewer decisions."""
    changed: dict[str, Any] = json.loads(json.dumps(GOOD))
    for row in changed["predictions"]:
        row["speaker_1"] = {"eot": [], "interruption": [0.5]}
    return changed


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return open_vectors(tmp_path)


@pytest.fixture
def site(tmp_path: Path) -> UploadSite:
    return site_in(tmp_path / "site")


def write(folder: Path, document: Any, *, at_s: float) -> Path:
    """Write the model's file with a time of change of its own: a test is faster than a clock of a disk."""
    path = folder / "predictions.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    os.utime(path, (at_s, at_s))
    return path


def changed(state: State) -> list[dict[str, Any]]:
    state.look_at_files()
    found: list[dict[str, Any]] = content(state)["changed"]
    return found


def hits(state: State) -> int:
    scored = state.work.scored("m", BENCHMARK)
    assert scored is not None
    return scored.pooled(Task.EOT).tp


def test_a_changed_file_is_told_of_and_taken_when_somebody_asks(
    workspace: Workspace, site: UploadSite, tmp_path: Path
) -> None:
    asking, other = session(workspace, site), session(workspace, site)
    assert changed(asking) == []
    before = hits(asking)
    write(tmp_path, other_decisions(), at_s=2e9)
    (row,) = changed(asking)
    assert (row["model"], row["text"]) == ("m", "Model M's file has changed.")
    assert hits(asking) == before
    view = other.work
    asking.receive({"type": "model-reload", "model": "m"})
    assert content(asking)["changed"] == []
    assert hits(asking) < before
    assert not asking.work.model("m").is_session_own
    assert list(asking.work.models) == ["m"]
    assert changed(asking) == []
    # Who did not ask keeps what they have, and is told.
    assert other.work is view
    assert hits(other) == before
    assert len(changed(other)) == 1
    # A page that is opened afterwards starts with what was read last.
    later = session(workspace, site)
    assert hits(later) == hits(asking)
    assert changed(later) == []


def test_a_half_written_file_is_not_taken_and_the_whole_one_is(
    workspace: Workspace, site: UploadSite, tmp_path: Path
) -> None:
    state = session(workspace, site)
    before = hits(state)
    whole = json.dumps(other_decisions())
    write(tmp_path, whole[: len(whole) // 2], at_s=2e9)
    assert len(changed(state)) == 1
    state.receive({"type": "model-reload", "model": "m"})
    (row,) = changed(state)
    assert row["text"] == "Model M's file has changed, but cannot be taken: 1 problem. The earlier one stays."
    assert row["problems"][0].startswith("predictions.json, line 1, column ")
    assert hits(state) == before
    write(tmp_path, whole, at_s=2e9 + 1)
    (row,) = changed(state)
    assert (row["text"], row["problems"]) == ("Model M's file has changed.", [])
    state.receive({"type": "model-reload", "model": "m"})
    assert hits(state) < before


def test_a_file_that_changes_under_the_reading_is_not_taken(
    workspace: Workspace, site: UploadSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = session(workspace, site)
    before = hits(state)
    write(tmp_path, other_decisions(), at_s=2e9)
    changed(state)
    read = type(site.readers).read

    def meanwhile(*arguments: Any) -> Any:
        found = read(*arguments)
        write(tmp_path, GOOD, at_s=2e9 + 5)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(type(site.readers), "read", meanwhile)
        state.receive({"type": "model-reload", "model": "m"})
    assert "is somebody still writing it?" in content(state)["changed"][0]["problems"][0]
    assert hits(state) == before
    # What was written meanwhile is what is shown already.
    assert changed(state) == []


def test_the_same_content_written_again_is_no_change(
    workspace: Workspace, site: UploadSite, tmp_path: Path
) -> None:
    state = session(workspace, site)
    path = tmp_path / "predictions.json"
    write(tmp_path, path.read_text(encoding="utf-8"), at_s=2e9)
    assert changed(state) == []
    assert changed(state) == []


def test_a_file_that_is_gone_is_told_of_and_keeps_its_model(
    workspace: Workspace, site: UploadSite, tmp_path: Path
) -> None:
    state = session(workspace, site)
    before = hits(state)
    (tmp_path / "predictions.json").unlink()
    assert len(changed(state)) == 1
    state.receive({"type": "model-reload", "model": "m"})
    assert "No such file" in changed(state)[0]["problems"][0]
    assert hits(state) == before


def test_a_broken_file_that_is_mended_becomes_a_model(site: UploadSite, tmp_path: Path) -> None:
    workspace = open_vectors(tmp_path)
    write(tmp_path, "{", at_s=1e9)
    state = session(open_workspace(tmp_path / "data_manifest.yaml"), site)
    assert state.work.model("m").submission is None
    write(tmp_path, GOOD, at_s=2e9)
    assert len(changed(state)) == 1
    state.receive({"type": "model-reload", "model": "m"})
    assert hits(state) == hits(session(workspace, site))


def test_probabilities_are_looked_at_once_they_were_read_and_read_anew_with_their_model(
    site: UploadSite, tmp_path: Path
) -> None:
    open_vectors(tmp_path)
    durations = open_workspace(tmp_path / "data_manifest.yaml").split().durations
    path = tmp_path / "probs.json"

    def write_probabilities(value: float, at_s: float) -> None:
        rows = [
            {"conversation_id": name, **{f"speaker_{one}": {"prob": [value] * int(length)} for one in (1, 2)}}
            for name, length in durations.items()
        ]
        document = {"schema_version": 1, "task": "eot", "frame_rate_hz": 1.0, "probs": rows}
        path.write_text(json.dumps(document), encoding="utf-8")
        os.utime(path, (at_s, at_s))

    write_probabilities(0.25, 1e9)
    manifest = tmp_path / "data_manifest.yaml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(f"{text}  probabilities:\n    dev:\n      eot: probs.json\n", encoding="utf-8")
    state = session(open_workspace(manifest), site)
    write_probabilities(0.5, 2e9)
    assert changed(state) == []
    first = state.work.probabilities("m", Task.EOT)
    assert first is not None
    assert set(first.entries["1000"][0]) == {0.5}
    write_probabilities(0.75, 3e9)
    assert [row["model"] for row in changed(state)] == ["m"]
    state.receive({"type": "model-reload", "model": "m"})
    assert changed(state) == []
    assert state.work.probability_tasks("m") == (Task.EOT,)
    second = state.work.probabilities("m", Task.EOT)
    assert second is not None
    assert set(second.entries["1000"][0]) == {0.75}
    write_probabilities(0.875, 4e9)
    assert [row["model"] for row in changed(state)] == ["m"]


def test_only_what_has_changed_can_be_read_anew(workspace: Workspace, site: UploadSite) -> None:
    state = session(workspace, site)
    view = state.work
    for model in ("m", "none", "", None):
        state.receive({"type": "model-reload", "model": model})
    assert state.work is view
    assert files_of(state).changed.on("dev") == ()
