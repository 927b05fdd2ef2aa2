"""What is committed in assets/demo: complete, equally long, in agreement, and what the sources give."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
import soundfile

from scripts.demo_corpus.check import measure
from scripts.demo_corpus.checksums import NAME, sums
from scripts.demo_corpus.paths import CORPUS, DIALOGUES, TRUTHS, conversation_folder
from scripts.demo_corpus.script import LABELS, Script, read_scripts
from scripts.demo_corpus.tracks import annotation_tracks, read_truth, srt

SCRIPTS = read_scripts(DIALOGUES)
MEBIBYTE = 1 << 20
CUE = re.compile(
    r"\d+\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}\n\[(?P<label>[^]]+)\](?: [^\n]+)?(?:\n|\Z)"
)
by_dialogue = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.conversation_id)


def folder_of(script: Script) -> Path:
    return conversation_folder(CORPUS, script.split, script.conversation_id)


@by_dialogue
def test_a_dialogue_has_all_its_files_and_no_others(script: Script) -> None:
    tracks = {f"speaker_{s}_annotation_{a}.srt" for s in (1, 2) for a in "abc"}
    audio = {f"speaker_{s}_audio.opus" for s in (1, 2)}
    assert {path.name for path in folder_of(script).iterdir()} == tracks | audio | {"metadata.json"}


@by_dialogue
def test_both_channels_have_as_many_samples_as_the_truth(script: Script) -> None:
    truth = read_truth(TRUTHS / f"{script.conversation_id}.json")
    for speaker in (1, 2):
        audio, rate = soundfile.read(folder_of(script) / f"speaker_{speaker}_audio.opus")
        assert (audio.shape, rate) == ((truth.samples,), 24000)
    assert 60 <= truth.duration_s <= 120


@by_dialogue
def test_sound_lies_inside_the_true_segments(script: Script) -> None:
    truth = read_truth(TRUTHS / f"{script.conversation_id}.json")
    for speaker in (1, 2):
        audio, rate = soundfile.read(folder_of(script) / f"speaker_{speaker}_audio.opus")
        inside = np.zeros(audio.size, dtype=bool)
        for item in truth.speakers[speaker]:
            if item.label != "Awkward Silence":
                inside[round(item.start_s * rate) : round(item.end_s * rate)] = True
        levels = [20 * np.log10(np.sqrt(np.mean(audio[part] ** 2))) for part in (inside, ~inside)]
        assert -29 < levels[0] < -18
        assert levels[1] < -55


@by_dialogue
def test_tracks_are_what_the_simulated_annotators_write(script: Script) -> None:
    truth = read_truth(TRUTHS / f"{script.conversation_id}.json")
    for stem, track in annotation_tracks(script, truth).items():
        assert (folder_of(script) / f"{stem}.srt").read_bytes() == srt(track).encode()


@by_dialogue
def test_every_cue_is_well_formed_and_its_label_known(script: Script) -> None:
    for path in folder_of(script).glob("*.srt"):
        for cue in path.read_bytes().decode("utf-8").split("\n\n"):
            found = CUE.fullmatch(cue)
            assert found is not None, cue
            assert found["label"] in LABELS


@by_dialogue
def test_metadata_is_that_of_the_script(script: Script) -> None:
    assert json.loads((folder_of(script) / "metadata.json").read_text()) == script.metadata()


@by_dialogue
def test_a_dialogue_has_the_hard_moments(script: Script) -> None:
    lines = {line.id: line for line in script.lines}
    gaps = [(line.gap, line) for line in script.lines if line.gap is not None]
    labels = " ".join(line.label for line in script.lines)
    assert sum(0.8 <= gap <= 2.5 for gap, _ in gaps) >= 5
    assert any(gap < 0 for gap, _ in gaps)
    assert any(line.cut is not None for line in lines.values())
    for part in ("Backchannel", "Floor-taking", "Non-floor", "Filler", "Laughter", "Noise"):
        assert part in labels


@pytest.mark.parametrize("split", sorted({script.split for script in SCRIPTS}))
def test_annotators_agree_as_people_do(split: str) -> None:
    facts = measure(tuple(script for script in SCRIPTS if script.split == split))
    assert 0.70 <= facts.kappa <= 0.85
    assert min(facts.boundary_f1.values()) > 0.9
    assert facts.disputed_per_minute >= 1
    assert facts.share_in_consensus >= 0.75


@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("models/*/predictions-*.json")), ids=lambda p: p.parent.name
)
def test_decisions_are_strictly_increasing_and_within_the_recording(path: Path) -> None:
    entries = json.loads(path.read_text())["predictions"]
    assert [entry["conversation_id"] for entry in entries] == sorted(s.conversation_id for s in SCRIPTS)
    for entry in entries:
        truth = read_truth(TRUTHS / f"{entry['conversation_id']}.json")
        for speaker in (1, 2):
            for task in ("eot", "interruption"):
                times = entry[f"speaker_{speaker}"][task]
                assert times
                assert all(before < after for before, after in zip([-1e-9, *times], times, strict=False))
                assert times[-1] <= truth.duration_s + 1e-9


def test_checksums_cover_every_file() -> None:
    assert (CORPUS / NAME).read_text(encoding="utf-8") == sums(CORPUS)


def test_the_corpus_is_small() -> None:
    audio = sum(path.stat().st_size for path in CORPUS.rglob("*.opus"))
    assert audio < 6 * MEBIBYTE


def test_the_licence_names_every_source() -> None:
    licence = (CORPUS / "LICENCE.md").read_text(encoding="utf-8")
    for part in ("CC-BY-4.0", "Kokoro-82M", "Apache-2.0", "Silero", "MIT", "Smart Turn", "BSD-2-Clause"):
        assert part in licence
    assert "voices are synthetic" in licence
    assert "annotators are simulated" in licence
