"""The command ``detect``: strict files, a bar on standard error, resumed where it stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from tests.commands.test_commands import call
from tests.corpora import write_corpus
from tests.runs.speaking import Told, setting_of, write_calls
from tests.servers import REPOSITORY
from viewer.detectors import DETECTORS
from viewer.detectors.weights import HOW_TO_ADD
from viewer.loaders import load_probabilities, load_submission, open_corpus


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *arguments: call(capsys, monkeypatch, *arguments)


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TURNBENCH_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """A detector of the registry that does as it is told."""
    detector = Told()
    monkeypatch.setattr("viewer.detectors.registry.DETECTORS", {**DETECTORS, "told": setting_of(detector)})
    return detector


def test_a_corpus_gives_a_file_that_is_ready_to_score(cli: Any, tmp_path: Path) -> None:
    data = write_calls(tmp_path / "calls", "two", "ten", "one")
    status, printed, notes = cli("detect", "rms_vad", "--data", data, "--out", tmp_path / "out.json")
    assert status == 0
    assert "times real time" in notes
    assert "heard" not in printed
    split = open_corpus(data).split()
    found = load_submission(tmp_path / "out.json", split.durations())
    assert list(found.entries) == list(split.conversation_ids)
    assert all(len(one.eot) == 1 for pair in found.entries.values() for one in pair)
    (data / "models" / "rms").mkdir(parents=True)
    (tmp_path / "out.json").rename(data / "models" / "rms" / "predictions.json")
    assert cli("check", "--data", data, "--json")[1]["ok"] is True


def test_json_prints_the_file_and_nothing_else(cli: Any, tmp_path: Path) -> None:
    data = write_calls(tmp_path / "calls", "one")
    status, document, notes = cli(
        "detect", "rms_vad", "--data", data, "--out", tmp_path / "out.json", "--json"
    )
    assert status == 0
    assert document == json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert list(document) == ["schema_version", "predictions"]
    assert "of 4 s heard" in notes


@pytest.mark.parametrize("count", [1, 2])
def test_a_recording_of_ones_own_is_enough(cli: Any, tmp_path: Path, count: int) -> None:
    folder = write_calls(tmp_path / "calls", "one") / "one"
    paths = [folder / f"speaker_{speaker}_audio.wav" for speaker in (1, 2)]
    if count == 1:
        channels = [soundfile.read(path)[0] for path in paths]
        soundfile.write(tmp_path / "call.wav", np.stack(channels, axis=1), 8000)
        paths = [tmp_path / "call.wav"]
    options = [word for path in paths for word in ("--data", path)]
    status, document, _ = cli("detect", "rms_vad", *options, "--json")
    assert status == 0
    (row,) = document["predictions"]
    assert row["conversation_id"] == ("call" if count == 1 else "speaker_1_audio+speaker_2_audio")
    assert (row["speaker_1"]["eot"], row["speaker_2"]["interruption"]) == ([2.02], [2.02])


def test_probabilities_are_written_for_the_sweep(cli: Any, tmp_path: Path, told: Told) -> None:
    data = write_calls(tmp_path / "calls", "one", "two")
    status, _, _ = cli("detect", "told", "--data", data, "--probabilities", tmp_path / "probs-eot.json")
    assert status == 0
    found = load_probabilities(tmp_path / "probs-eot.json", open_corpus(data).split().durations())
    assert (found.task, found.frame_rate_hz, len(found.entries)) == ("eot", 25.0, 2)
    assert len(told.heard) == 4


def test_a_detector_without_probabilities_refuses_before_it_listens(cli: Any, tmp_path: Path) -> None:
    data = write_calls(tmp_path / "calls", "one")
    out = tmp_path / "out.json"
    status, _, notes = cli(
        "detect", "rms_vad", "--data", data, "--out", out, "--probabilities", tmp_path / "p"
    )
    assert status == 1
    assert "rms_vad, which only decides" in notes
    assert not out.exists()


def test_an_interrupted_split_goes_on_where_it_stopped(cli: Any, tmp_path: Path, told: Told) -> None:
    data, out = write_calls(tmp_path / "calls", "one", "two", "three"), tmp_path / "out.json"

    def interrupt() -> None:
        if len(told.heard) == 4:
            raise KeyboardInterrupt

    told.on_hear = interrupt
    status, _, _ = cli("detect", "told", "--data", data, "--out", out)
    assert status != 0
    assert not out.exists()
    told.heard.clear()
    told.on_hear = lambda: None
    status, _, notes = cli("detect", "told", "--data", data, "--out", out)
    assert status == 0
    assert len(told.heard) == 4
    assert "1 conversation heard before" in notes
    assert len(json.loads(out.read_text(encoding="utf-8"))["predictions"]) == 3


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_killed_command_leaves_the_old_file_and_whole_results(tmp_path: Path) -> None:
    data, out = write_calls(tmp_path / "calls", "one", "two", seconds=2.0), tmp_path / "out.json"
    out.write_text("old", encoding="utf-8")
    program = (
        "import sys, time\n"
        "from viewer.detectors.rms_vad import RmsVad\n"
        "plain, heard = RmsVad.detect, []\n"
        "def slow(self, audio, **options):\n"
        "    heard.append(1)\n"
        "    if len(heard) > 2:\n"
        "        print('second', file=sys.stderr, flush=True)\n"
        "        time.sleep(60)\n"
        "    return plain(self, audio, **options)\n"
        "RmsVad.detect = slow\n"
        "from viewer.commands import run\n"
        f"sys.argv = ['viewer', 'detect', 'rms_vad', '--data', {str(data)!r}, '--out', {str(out)!r}]\n"
        "run()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], cwd=REPOSITORY, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "second" in line:
            break
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert out.read_text(encoding="utf-8") == "old"
    assert len(list((tmp_path / "cache" / "detections").glob("*.json"))) == 1


def test_a_conversation_without_sound_is_an_error_and_nothing_is_written(cli: Any, tmp_path: Path) -> None:
    data = write_calls(tmp_path / "calls", "one", "two")
    (data / "two" / "speaker_2_audio.wav").write_bytes(b"no sound")
    out = tmp_path / "out.json"
    status, printed, notes = cli("detect", "rms_vad", "--data", data, "--out", out, "--json")
    assert (status, printed) == (1, "")
    assert "two/speaker_2_audio.wav" in notes
    assert not out.exists()
    status, _, notes = cli("detect", "rms_vad", "--data", write_corpus(tmp_path), "--out", out)
    assert status == 1
    assert "expected sound to listen to, found none" in notes


def test_a_hidden_split_can_be_heard_and_not_replayed(cli: Any, tmp_path: Path) -> None:
    data = write_calls(tmp_path / "calls", "one")
    manifest = tmp_path / "data_manifest.yaml"
    source = "source: {format: folders, path: calls}"
    manifest.write_text(
        f"schema_version: 1\ntitle: T\nsplits:\n  s:\n    role: test\n    labels: hidden\n    {source}\n",
        encoding="utf-8",
    )
    assert data.is_dir()
    assert cli("detect", "rms_vad", "--data", manifest, "--json")[0] == 0
    status, _, notes = cli("detect", "oracle", "--data", manifest)
    assert status == 1
    assert "found hidden ones" in notes


def test_the_oracle_needs_labels(cli: Any, tmp_path: Path) -> None:
    folder = write_calls(tmp_path / "calls", "one") / "one"
    both = [word for n in (1, 2) for word in ("--data", folder / f"speaker_{n}_audio.wav")]
    status, _, notes = cli("detect", "oracle", *both)
    assert status == 1
    assert "expected labels to replay" in notes


def test_an_unknown_detector_is_refused_with_the_near_miss(cli: Any) -> None:
    status, _, notes = cli("detect", "silero_20")
    assert status == 1
    assert 'found "silero_20" (did you mean "silero_200"?)' in notes


def test_missing_weights_say_how_to_add_them(
    cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.detectors.weights.DISTRIBUTION", "no-such-package-of-weights")
    silero = DETECTORS["silero_200"]
    absent = tuple(replace(one, path="no/such.onnx") for one in silero.weights)
    monkeypatch.setattr("viewer.detectors.silero_vad.SILERO_VAD", absent[0])
    out = tmp_path / "out.json"
    data = write_calls(tmp_path / "calls", "one")
    status, _, notes = cli("detect", "silero_200", "--data", data, "--out", out)
    assert status == 1
    assert HOW_TO_ADD in notes
    assert not out.exists()


def test_a_place_that_is_not_there_is_refused_before_the_work(cli: Any, tmp_path: Path, told: Told) -> None:
    data = write_calls(tmp_path / "calls", "one")
    status, _, notes = cli("detect", "told", "--data", data, "--out", tmp_path / "no" / "out.json")
    assert status == 1
    assert "expected a folder to write into" in notes
    assert told.heard == []
