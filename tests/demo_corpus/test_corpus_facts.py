"""What is committed in assets/demo: complete, equally long, loud enough, and what the sources give."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
import soundfile

from scripts.demo_corpus.checksums import NAME, sums
from scripts.demo_corpus.loudness import integrated_lufs
from scripts.demo_corpus.paths import CORPUS, DIALOGUES, SPLITS, TRUTHS, conversation_folder
from scripts.demo_corpus.script import LABELS, Script, read_scripts
from scripts.demo_corpus.tracks import annotation_tracks, read_truth, srt

SCRIPTS = read_scripts(DIALOGUES)
MEGABYTE = 1_000_000
MAY_DECIDE_NOTHING = ("oracle", "silence")
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
    assert 60 <= truth.duration_s <= 180


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
        assert levels[0] > -32
        assert levels[1] < -55


@by_dialogue
def test_every_channel_is_as_loud_as_a_call(script: Script) -> None:
    for speaker in (1, 2):
        audio, rate = soundfile.read(folder_of(script) / f"speaker_{speaker}_audio.opus")
        loudness = integrated_lufs(audio, sample_rate_hz=rate)
        assert loudness is not None
        assert -28 <= loudness <= -18


@by_dialogue
def test_the_other_channel_bleeds_in_softly(script: Script) -> None:
    bled = [line.level_db for line in script.lines if line.bleed_of is not None]
    assert all(-60 <= level_db <= -40 for level_db in (*script.bleed_db, *bled))


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


@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("models/*/predictions-*.json")), ids=lambda p: f"{p.parent.name}-{p.stem[12:]}"
)
def test_decisions_are_strictly_increasing_and_within_the_recording(path: Path) -> None:
    entries = json.loads(path.read_text())["predictions"]
    names = [entry["conversation_id"] for entry in entries]
    split = path.stem.rpartition("-")[2]
    assert names == sorted(script.conversation_id for script in SCRIPTS if script.split == split)
    for entry in entries:
        truth = read_truth(TRUTHS / f"{entry['conversation_id']}.json")
        for speaker in (1, 2):
            for task in ("eot", "interruption"):
                times = entry[f"speaker_{speaker}"][task]
                assert all(before < after for before, after in zip([-1e-9, *times], times, strict=False))
                assert all(time <= truth.duration_s + 1e-9 for time in times)


@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("models/*/predictions-*.json")), ids=lambda p: f"{p.parent.name}-{p.stem[12:]}"
)
def test_a_detector_decides_something_of_each_task_in_each_split(path: Path) -> None:
    entries = json.loads(path.read_text())["predictions"]
    for task in ("eot", "interruption"):
        is_any = any(entry[f"speaker_{speaker}"][task] for entry in entries for speaker in (1, 2))
        assert is_any or path.parent.name in MAY_DECIDE_NOTHING


def test_twelve_dialogues_are_one_of_each_type_in_each_split() -> None:
    for split in SPLITS:
        kinds = [script.conversation_type for script in SCRIPTS if script.split == split]
        assert len(kinds) == len(set(kinds)) == 6


def test_nobody_speaks_in_two_splits() -> None:
    voices, actors = (
        [
            {getattr(speaker, key) for s in SCRIPTS if s.split == split for speaker in s.speakers.values()}
            for split in SPLITS
        ]
        for key in ("voice", "actor_id")
    )
    for dev, test in (voices, actors):
        assert not dev & test
        assert len(dev | test) >= 6


@pytest.mark.parametrize("split", SPLITS)
def test_every_label_occurs_in_every_split(split: str) -> None:
    truths = [read_truth(TRUTHS / f"{s.conversation_id}.json") for s in SCRIPTS if s.split == split]
    found = {item.label for truth in truths for track in truth.speakers.values() for item in track}
    assert found == set(LABELS)


@pytest.mark.parametrize("split", SPLITS)
def test_every_label_is_written_by_two_annotators_or_more(split: str) -> None:
    def written(annotator: str) -> str:
        paths = (CORPUS / split).glob(f"*/speaker_?_annotation_{annotator}.srt")
        return "".join(path.read_text(encoding="utf-8") for path in paths)

    tracks = [written(annotator) for annotator in "abc"]
    for label in LABELS:
        assert sum(f"[{label}]" in track for track in tracks) >= 2, label


def test_checksums_cover_every_file() -> None:
    assert (CORPUS / NAME).read_text(encoding="utf-8") == sums(CORPUS)


def test_the_corpus_is_small() -> None:
    audio = sum(path.stat().st_size for path in CORPUS.rglob("*.opus"))
    assert audio < 25 * MEGABYTE


def test_the_licence_names_every_source() -> None:
    licence = (CORPUS / "LICENCE.md").read_text(encoding="utf-8")
    for part in ("CC-BY-4.0", "Kokoro-82M", "Apache-2.0", "Silero", "MIT", "Smart Turn", "BSD-2-Clause"):
        assert part in licence
    assert "voices are synthetic" in licence
    assert "annotators are simulated" in licence
