"""The committed decisions are, byte for byte, what the detectors decide on the committed audio.

An int8 model may answer a little differently on another kind of processor, hence those with weights do
not run every time: ``pytest -m slow``. They skip, with the reason, where weights are not installed.
"""

import json
from pathlib import Path

import pytest

from scripts.demo_corpus.paths import CORPUS
from scripts.demo_corpus.run_detectors import run_on, texts_of
from tests.servers import REPOSITORY
from viewer.detectors import DETECTORS
from viewer.loaders import format_probabilities, format_submission, load_probabilities, load_submission
from viewer.runs import detect_dialogue, eot_probabilities, submission_of
from viewer.workspace import SplitWork, open_workspace

SPLIT = "demo-dev"
WITHOUT_WEIGHTS = ("rms_vad", "oracle", "silence")


@pytest.fixture(scope="module")
def work() -> SplitWork:
    return open_workspace(REPOSITORY / "data_manifest.yaml").split(SPLIT)


@pytest.fixture(autouse=True)
def _fresh_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TURNBENCH_CACHE", str(tmp_path))


def committed(name: str, file: str) -> Path:
    return CORPUS / "models" / name / f"{file}-{SPLIT}.json"


@pytest.mark.parametrize("name", WITHOUT_WEIGHTS)
def test_a_whole_split_is_decided_again_as_committed(name: str, work: SplitWork) -> None:
    for file, text in texts_of(run_on(work, DETECTORS[name]), SPLIT).items():
        assert text == (CORPUS / "models" / name / file).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in DETECTORS if name not in WITHOUT_WEIGHTS])
def test_one_dialogue_is_decided_again_as_committed(name: str, work: SplitWork) -> None:
    setting = DETECTORS[name]
    if setting.why_missing():
        pytest.skip(setting.why_missing())
    dialogue = work.split.conversation_ids[0]
    source = work.audio(dialogue)
    assert source is not None
    found = {dialogue: detect_dialogue(setting, source, setting.load())}
    kept = load_submission(committed(name, "predictions"), work.durations)
    only = {dialogue: kept.entries[dialogue]}
    assert format_submission(submission_of(found)) == format_submission(type(kept)(only))
    frames = eot_probabilities(found)
    assert (frames is not None) is setting.gives_probabilities
    if frames is not None:
        stored = load_probabilities(committed(name, "probs-eot"), work.durations)
        own = type(stored)(stored.task, stored.frame_rate_hz, {dialogue: stored.entries[dialogue]})
        assert format_probabilities(frames) == format_probabilities(own)


@pytest.mark.parametrize("name", list(DETECTORS))
def test_the_committed_file_is_in_the_form_that_the_command_writes(name: str, work: SplitWork) -> None:
    text = committed(name, "predictions").read_text(encoding="utf-8")
    assert format_submission(load_submission(committed(name, "predictions"), work.durations)) == text
    assert list(json.loads(text)) == ["schema_version", "predictions"]
