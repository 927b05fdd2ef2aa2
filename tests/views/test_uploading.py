"""A file of one's own from the message that announces it to its score, its problems, its end."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cases import VECTORS
from tests.corpora import chosen_cases, open_vectors, predictions_of
from tests.views.sending import InProcesses, content, files_of, of, send, session, site_in
from viewer.commands import run
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.scoring import operating_point, sweep
from viewer.uploads import Limits, Reading
from viewer.view_models.formats import plain_ms, rate
from viewer.view_models.uploads import Stage
from viewer.views.uploading import UploadSite
from viewer.workspace import Workspace, open_workspace

GOOD = predictions_of(chosen_cases())
# Nothing that the page sends is trusted.
SENSELESS: list[dict[str, Any]] = [
    {"type": "upload", "name": "x.json", "bytes": -1, "nonce": 1},
    {"type": "upload", "name": "x.json", "bytes": 1.5, "nonce": 1},
    {"type": "upload", "name": "x.json", "bytes": True, "nonce": 1},
    {"type": "upload", "name": "x.json", "bytes": 2**60, "nonce": "1"},
    {"type": "upload-sent", "upload": "0" * 16},
    {"type": "upload-cancel", "upload": "../../x"},
    {"type": "upload-name", "upload": None, "name": "x"},
    {"type": "upload-save"},
    {"type": "upload-remove", "upload": 7},
    {"type": "upload-score", "upload": "x"},
    {"type": "upload-dismiss", "nonce": []},
    {"type": "model-reload", "model": "m"},
]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return open_vectors(tmp_path)


@pytest.fixture
def site(tmp_path: Path) -> UploadSite:
    return site_in(tmp_path / "site")


def on_disk(folder: Path) -> list[Path]:
    return [path for path in (folder / "site" / "uploads").rglob("*") if path.suffix in (".part", ".bytes")]


def test_a_submission_is_scored_beside_the_others_and_shown(workspace: Workspace, site: UploadSite) -> None:
    state = session(workspace, site)
    sent = send(state, GOOD, "C:\\mine\\my model.json")
    assert (sent.stage, sent.file, sent.model) == (Stage.DONE, "my model.json", "my model")
    assert list(state.work.models) == ["m", "my model"]
    assert state.place.model == "my model"
    mine, theirs = (state.work.scored(name, BENCHMARK) for name in ("my model", "m"))
    assert mine is not None
    assert theirs is not None
    for task in Task:
        assert mine.pooled(task).tp == theirs.pooled(task).tp
    (row,) = content(state)["rows"]
    recall = mine.pooled(Task.EOT).recall
    assert recall is not None
    assert row["scores"][0]["text"].startswith(f"recall {recall:.3f}, fp rate ")
    assert (row["can_save"], row["is_saved"], row["can_score"]) == (True, False, False)


def test_the_page_tells_what_the_command_tells(
    workspace: Workspace,
    site: UploadSite,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = session(workspace, site)
    send(state, GOOD)
    path = tmp_path / "sent.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    manifest = tmp_path / "data_manifest.yaml"
    monkeypatch.setattr("sys.argv", ["viewer", "score", str(path), "--data", str(manifest), "--json"])
    with pytest.raises(SystemExit, match="0"):
        run()
    told = json.loads(capsys.readouterr().out)["aggregate"]
    (row,) = content(state)["rows"]
    for shown in row["scores"]:
        expected = told[shown["task"].lower()]
        p50 = "–" if expected["latency_ms"] is None else plain_ms(expected["latency_ms"]["p50"])
        rates = f"recall {rate(expected['recall'])}, fp rate {rate(expected['fp_rate'])}"
        assert shown["text"] == f"{rates}, latency p50 {p50} ms"


def test_every_problem_of_a_bad_file_is_listed_and_nothing_is_kept(
    workspace: Workspace, site: UploadSite, tmp_path: Path
) -> None:
    state = session(workspace, site)
    before = state.place
    bad = json.loads(json.dumps(GOOD))
    bad["extra"] = 1
    bad["predictions"][0]["speaker_1"]["eot"] = [3, 2, 1e9]
    del bad["predictions"][3]
    sent = send(state, bad)
    assert sent.stage is Stage.REFUSED
    places = [text.split(":")[0] for text in sent.problems]
    assert places == [
        "predictions.json",
        "predictions.json, predictions[0].speaker_1.eot[2]",
        "predictions.json, predictions[0].speaker_1.eot[1]",
        "predictions.json, predictions",
    ]
    assert content(state)["rows"][0]["text"] == "Not scored: 4 problems in the file."
    assert state.place == before
    assert list(state.work.models) == ["m"]
    assert on_disk(tmp_path) == []
    state.receive({"type": "upload-dismiss", "nonce": 1})
    assert content(state)["rows"] == []


def test_a_probabilities_file_becomes_a_model_at_its_operating_point(tmp_path: Path) -> None:
    folder = VECTORS / "sweep-eot"
    workspace = open_workspace(folder / "conversations.json")
    state = session(workspace, site_in(tmp_path))
    (probabilities,) = folder.glob("probs-*.json")
    expected = json.loads((folder / "expected.json").read_text())["operating_point"]
    sent = send(state, probabilities.read_bytes(), "probs-eot.json")
    assert (sent.stage, sent.task, sent.theta) == (Stage.DONE, Task.EOT, expected["theta"])
    scored = state.work.scored("probs-eot", BENCHMARK)
    assert scored is not None
    assert scored.pooled(Task.EOT).recall == pytest.approx(expected["recall"], abs=1e-9)
    kept = state.work.probabilities("probs-eot", Task.EOT)
    assert kept is not None
    point = operating_point(sweep(kept, list(state.work.golds(BENCHMARK).items())))
    assert point is not None
    assert state.work.model("probs-eot").theta == {Task.EOT: point.theta}
    assert "its operating point" in sent.message
    assert content(state)["rows"][0]["scores"][1]["text"].startswith("not supported")


def test_on_test_labels_no_operating_point_is_chosen(tmp_path: Path) -> None:
    folder = VECTORS / "sweep-eot"
    (tmp_path / "m.yaml").write_text(
        "schema_version: 1\ntitle: t\nsplits:\n  a:\n    role: test\n    labels: public\n"
        f"    source: {{format: json, path: {folder / 'conversations.json'}}}\n"
    )
    state = session(open_workspace(tmp_path / "m.yaml"), site_in(tmp_path))
    (probabilities,) = folder.glob("probs-*.json")
    sent = send(state, probabilities.read_bytes())
    assert sent.theta == 0.5
    assert "an operating point is chosen on dev labels alone" in sent.message


def test_two_sessions_cannot_see_each_others_file(workspace: Workspace, site: UploadSite) -> None:
    one, other = session(workspace, site), session(workspace, site)
    nothing = json.loads(json.dumps(GOOD))
    for row in nothing["predictions"]:
        row["speaker_1"] = row["speaker_2"] = {"eot": [], "interruption": [0.5]}
    first, second = send(one, GOOD), send(other, nothing)
    assert first.model == second.model == "predictions"
    # The same name in both: nothing that was kept of one is another's.
    assert one.work.supports("predictions", Task.EOT)
    assert not other.work.supports("predictions", Task.EOT)
    scored = [state.work.scored("predictions", BENCHMARK) for state in (one, other)]
    assert scored[0] is not None
    assert scored[1] is not None
    assert scored[0].pooled(Task.INT).tp != scored[1].pooled(Task.INT).tp
    assert list(workspace.split().models) == ["m"]
    assert files_of(one).sent.key != files_of(other).sent.key
    for kind in ("upload-sent", "upload-cancel", "upload-remove", "upload-save", "upload-score"):
        other.receive({"type": kind, "upload": first.id})
    other.receive({"type": "upload-name", "upload": first.id, "name": "stolen"})
    assert of(one, 1) == first
    assert list(one.work.models) == ["m", "predictions"]
    assert list(session(workspace, site).work.models) == ["m"]
    assert "predictions" in session(workspace, site, {"model": "predictions"}).sentence


def test_what_was_sent_goes_with_the_session(workspace: Workspace, site: UploadSite, tmp_path: Path) -> None:
    state = session(workspace, site)
    send(state, GOOD)
    assert len(on_disk(tmp_path)) == 2
    state.close()
    assert on_disk(tmp_path) == []
    assert site.spool.find(files_of(state).sent.key) is None


def test_a_name_that_is_taken_gets_a_number_and_another_can_be_given(
    workspace: Workspace, site: UploadSite
) -> None:
    state = session(workspace, site)
    first, second = send(state, GOOD, "m.json"), send(state, GOOD, "m.json", 2)
    assert (first.model, second.model) == ("m~2", "m~3")
    for name in ("m", "m~2", "", " ", "x" * 61, "a\nb"):
        state.receive({"type": "upload-name", "upload": second.id, "name": name, "title": ""})
        assert of(state, 2).model == "m~3"
        assert of(state, 2).message
    state.receive({"type": "upload-name", "upload": second.id, "name": "mine", "title": "<b>Mine</b>"})
    assert (of(state, 2).model, of(state, 2).title) == ("mine", "<b>Mine</b>")
    assert list(state.work.models) == ["m", "m~2", "mine"]
    assert state.work.model("mine").title == "<b>Mine</b>"
    assert state.place.model == "mine"


def test_a_removed_file_is_gone_from_page_and_disk(
    workspace: Workspace, site: UploadSite, tmp_path: Path
) -> None:
    state = session(workspace, site)
    sent = send(state, GOOD)
    state.receive({"type": "upload-remove", "upload": sent.id})
    assert list(state.work.models) == ["m"]
    assert state.place.model == "m"
    assert (on_disk(tmp_path), content(state)["rows"]) == ([], [])


def test_a_saved_model_is_found_by_the_next_session_and_removed_for_good(
    workspace: Workspace, site: UploadSite, tmp_path: Path
) -> None:
    state = session(workspace, site)
    sent = send(state, GOOD, "mine.json")
    state.receive({"type": "upload-save", "upload": sent.id})
    assert content(state)["rows"][0]["is_saved"]
    state.close()
    again = session(open_vectors(tmp_path), site_in(tmp_path / "site"), {"model": "mine"})
    assert again.place.model == "mine"
    assert again.sentence == ""
    assert again.work.scored("mine", BENCHMARK) is not None
    (row,) = content(again)["rows"]
    assert (row["is_saved"], row["stage"]) == (True, "done")
    again.receive({"type": "upload-name", "upload": row["id"], "name": "other", "title": "Other"})
    third = session(open_vectors(tmp_path), site_in(tmp_path / "site"))
    assert list(third.work.models) == ["m", "other"]
    third.receive({"type": "upload-remove", "upload": content(third)["rows"][0]["id"]})
    assert list(session(open_vectors(tmp_path), site_in(tmp_path / "site")).work.models) == ["m"]
    assert list((tmp_path / "site" / "saved").iterdir()) == []


def test_a_saved_file_that_is_broken_since_says_so_and_can_be_removed(
    workspace: Workspace, site: UploadSite, tmp_path: Path
) -> None:
    state = session(workspace, site)
    state.receive({"type": "upload-save", "upload": send(state, GOOD, "mine.json").id})
    (file,) = (tmp_path / "site" / "saved").glob("*/file.json")
    file.write_text("{", encoding="utf-8")
    again = session(open_vectors(tmp_path), site)
    (row,) = content(again)["rows"]
    assert row["stage"] == "refused"
    assert row["problems"][0].startswith("mine, line 1, column 2: expected JSON, found a fault")
    again.receive({"type": "upload-remove", "upload": row["id"]})
    assert content(session(workspace, site))["rows"] == []


def test_where_others_come_nothing_is_saved(workspace: Workspace, tmp_path: Path) -> None:
    state = session(workspace, site_in(tmp_path / "site", is_local=False))
    sent = send(state, GOOD)
    assert not content(state)["rows"][0]["can_save"]
    state.receive({"type": "upload-save", "upload": sent.id})
    assert not of(state, 1).saved_id
    assert not (tmp_path / "site" / "saved").exists()


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (Limits(file_bytes=100), "Not taken: expected a file of at most 1 kB"),
        (Limits(decisions=3), "Not taken: expected at most 3 decisions, found "),
        (Limits(time_s=0.01), "Not taken: it takes longer to read than the 0.01 s"),
    ],
)
def test_what_is_too_much_is_not_taken_and_says_so(
    workspace: Workspace, tmp_path: Path, limits: Limits, expected: str
) -> None:
    state = session(workspace, site_in(tmp_path / "site", limits=limits, readers=InProcesses))
    sent = send(state, GOOD)
    assert sent.stage is Stage.FAILED
    assert sent.message.startswith(expected)
    assert on_disk(tmp_path) == []
    assert list(state.work.models) == ["m"]


def test_numbers_that_take_more_room_than_there_is_are_not_kept(tmp_path: Path) -> None:
    folder = VECTORS / "sweep-eot"
    (probabilities,) = folder.glob("probs-*.json")
    size = probabilities.stat().st_size
    site = site_in(tmp_path / "site", limits=Limits(values=10))
    state = session(open_workspace(folder / "conversations.json"), site)
    assert send(state, probabilities.read_bytes()).message.startswith("Not taken: expected at most 10 values")
    site = site_in(tmp_path / "site", limits=Limits(session_bytes=size))
    state = session(open_workspace(folder / "conversations.json"), site)
    # A value of this file takes less room as text than the eight bytes of its number.
    assert "remove a file first" in send(state, probabilities.read_bytes()).message
    assert on_disk(tmp_path) == []


def test_a_file_that_was_not_sent_to_its_end_is_not_read(
    workspace: Workspace, site: UploadSite, tmp_path: Path
) -> None:
    state = session(workspace, site)
    state.receive({"type": "upload", "name": "x.json", "bytes": 100, "nonce": 1})
    state.receive({"type": "upload-sent", "upload": of(state, 1).id})
    assert of(state, 1).message == "Not taken: expected 100 bytes, found 0 (it was not sent to its end)."
    assert on_disk(tmp_path) == []


def test_a_cancelled_file_leaves_nothing(workspace: Workspace, site: UploadSite, tmp_path: Path) -> None:
    state = session(workspace, site)
    state.receive({"type": "upload", "name": "x.json", "bytes": 100, "nonce": 1})
    state.receive({"type": "upload-cancel", "upload": of(state, 1).id})
    assert of(state, 1).stage is Stage.CANCELLED
    assert on_disk(tmp_path) == []


def test_a_file_whose_reader_was_killed_is_told_so_and_the_next_one_is_read(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = session(workspace, site_in(tmp_path / "site", readers=InProcesses))
    start = Reading.start

    def killed(*arguments: Any) -> Any:
        process = start(*arguments)
        os.kill(process.pid, 9)
        return process

    with monkeypatch.context() as patch:
        patch.setattr(Reading, "start", killed)
        sent = send(state, GOOD)
    assert sent.message == "Not taken: the process that reads it ended before the file did."
    assert send(state, GOOD, nonce=2).stage is Stage.DONE


def test_files_that_became_nothing_are_not_listed_without_end(workspace: Workspace, tmp_path: Path) -> None:
    state = session(workspace, site_in(tmp_path / "site", limits=Limits(file_bytes=1)))
    for nonce in range(50):
        state.receive({"type": "upload", "name": "x.json", "bytes": 2, "nonce": nonce})
    assert [row["nonce"] for row in content(state)["rows"]] == list(range(30, 50))


def test_what_cannot_be_saved_says_why_and_stays(
    workspace: Workspace, site: UploadSite, tmp_path: Path
) -> None:
    state = session(workspace, site)
    sent = send(state, GOOD)
    (tmp_path / "site" / "saved").write_text("no folder", encoding="utf-8")
    state.receive({"type": "upload-save", "upload": sent.id})
    assert of(state, 1).message.startswith("Not taken: expected a data folder that can be written, found: ")
    assert (of(state, 1).saved_id, list(state.work.models)) == ("", ["m", "predictions"])


@pytest.mark.parametrize("message", SENSELESS)
def test_a_message_that_makes_no_sense_changes_nothing(
    workspace: Workspace, site: UploadSite, message: dict[str, Any]
) -> None:
    state = session(workspace, site)
    before = (state.place, content(state))
    state.receive(message)
    assert (state.place, content(state)) == before


def test_where_no_files_are_taken_a_message_about_them_is_unknown(
    workspace: Workspace, caplog: pytest.LogCaptureFixture
) -> None:
    from viewer.views.state import State

    State(workspace, {}).receive({"type": "upload", "name": "x", "bytes": 1, "nonce": 1})
    assert "expected one of the messages" in caplog.text
