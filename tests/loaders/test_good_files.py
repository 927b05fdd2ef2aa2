"""What is right loads as it is: the shared vectors, a real call, our own files written and read."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loaders.building import conversation, write_folder, write_json
from viewer.dialogue.conversation import Conversation, Metadata
from viewer.dialogue.protocol import Task
from viewer.dialogue.segments import Segment, Track
from viewer.loaders import (
    Split,
    format_conversations,
    load_probabilities,
    load_submission,
    open_corpus,
    parquet_headers,
    write_whole,
)
from viewer.loaders.json_files import parse_json
from viewer.loaders.problems import Report
from viewer.loaders.tracks import MAX_SECONDS

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples"


def rows_of(split: Split, name: str) -> dict[tuple[int, str], list[Segment]]:
    return {key: list(track) for key, track in split.conversation(name).tracks.items()}


def test_the_shared_conversations_load_whole_and_none_has_an_error(vectors: Path) -> None:
    cases = json.loads((vectors / "score.json").read_text("utf-8"))["cases"]
    split = open_corpus(vectors / "score.json").split()
    assert split.conversation_ids == tuple(case["conversation_id"] for case in cases)
    for case in cases:
        loaded = split.load(case["conversation_id"])
        assert loaded.is_scorable
        assert loaded.conversation is not None
        assert loaded.conversation.duration_s == case["duration_s"]
        assert rows_of(split, case["conversation_id"]) == segments_of(case["annotations"])


def segments_of(annotations: Mapping[str, Any]) -> dict[tuple[int, str], list[Segment]]:
    return {
        (int(speaker[-1]), annotator): [Segment(**one) for one in rows]
        for speaker, tracks in annotations.items()
        for annotator, rows in tracks.items()
    }


@pytest.mark.parametrize("name", ["dev", "dev-wav"])
def test_the_shared_shards_hold_the_same_conversations_as_the_json(vectors: Path, name: str) -> None:
    plain = open_corpus(vectors / "score.json").split()
    corpus = open_corpus(vectors / "parquet" / name)
    assert (corpus.problems, list(corpus.splits)) == ((), [name])
    for one in corpus.split().conversation_ids:
        assert rows_of(corpus.split(), one) == rows_of(plain, one)
        assert corpus.split().durations()[one] == plain.durations()[one]
        assert corpus.split().audio(one) is not None


def test_the_metadata_of_a_shard_are_read(vectors: Path) -> None:
    found = open_corpus(vectors / "parquet" / "dev").split().conversation("1003")
    assert found.metadata == Metadata("Argumentative/Deliberative", "A11", "A12", "female", "male")


def test_the_shared_predictions_fit_their_shards(vectors: Path) -> None:
    split = open_corpus(vectors / "parquet" / "dev").split()
    found = load_submission(vectors / "parquet" / "predictions-dev.json", split.durations())
    assert tuple(found.entries) == split.conversation_ids


def test_the_blind_shards_have_sound_and_one_warning_that_nobody_has_labelled_them(vectors: Path) -> None:
    split = open_corpus(vectors / "parquet" / "blind").split()
    for name in split.conversation_ids:
        assert [problem.expected for problem in split.problems_of(name)] == ["labels of any annotator"]
        assert not split.conversation(name).has_labels
        assert split.audio(name) is not None


@pytest.mark.parametrize("task", list(Task))
def test_the_shared_probabilities_are_the_very_doubles_of_the_file(vectors: Path, task: Task) -> None:
    folder = vectors / f"sweep-{task}"
    path = folder / f"probs-{task}.json"
    durations = open_corpus(folder / "conversations.json").split().durations()
    found = load_probabilities(path, durations, task=task)
    for entry in json.loads(path.read_text("utf-8"))["probs"]:
        for number in (1, 2):
            values = found.entries[entry["conversation_id"]][number - 1]
            assert values.tolist() == entry[f"speaker_{number}"]["prob"]


def test_a_second_start_reads_no_sound_to_know_lengths(
    vectors: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_corpus(vectors / "parquet" / "dev").split().durations()
    monkeypatch.setattr(parquet_headers, "_read_headers", lambda *_: pytest.fail("read the sound"))
    assert open_corpus(vectors / "parquet" / "dev").split().durations() == first


def test_a_remembered_header_that_no_version_understands_is_read_again(vectors: Path) -> None:
    path = vectors / "parquet" / "dev-wav"
    first = open_corpus(path).split().durations()
    for cached in (Path(os.environ["TURNBENCH_CACHE"]) / "headers").iterdir():
        cached.write_text('{"version": 0}')
    assert open_corpus(path).split().durations() == first


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the samples from elsewhere are not part of this repository")
def test_a_real_call_without_labels_loads() -> None:
    loaded = open_corpus(SAMPLES / "calls").split().load("auto_repairs")
    assert loaded.is_scorable
    assert loaded.audio is not None
    assert (loaded.audio.sample_rate, loaded.audio.samples) == (8000, 1900480)
    assert [problem.found for problem in loaded.problems] == ['"task_id"', "none"]


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
finite = st.floats(0, MAX_SECONDS / 2)
segments = st.builds(
    lambda start, length, label, text: Segment(start, start + length, label, text),
    finite,
    finite,
    texts,
    texts,
)
tracks = st.lists(segments, max_size=4).map(Track.from_segments)
keys = st.tuples(st.sampled_from((1, 2)), st.sampled_from("abc"))
optional = st.none() | texts
metadata = st.builds(Metadata, *[optional] * 6)
conversations = st.builds(
    Conversation,
    texts.filter(bool),
    finite.filter(bool),
    st.dictionaries(keys, tracks, max_size=6),
    metadata,
)


@given(st.lists(conversations, min_size=1, max_size=3, unique_by=lambda one: one.conversation_id))
def test_conversations_survive_writing_and_reading(
    tmp_path_factory: pytest.TempPathFactory, written: list[Conversation]
) -> None:
    path = tmp_path_factory.mktemp("round-trip") / "talk.json"
    write_whole(path, format_conversations(written))
    split = open_corpus(path).split()
    assert split.conversation_ids == tuple(one.conversation_id for one in written)
    for one in written:
        found = split.conversation(one.conversation_id)
        assert (found.duration_s, found.metadata) == (one.duration_s, one.metadata)
        assert rows_of(split, one.conversation_id) == {key: list(track) for key, track in one.tracks.items()}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
)


@given(json_values)
def test_both_parsers_of_json_agree(value: Any) -> None:
    report = Report("x")
    document = parse_json(json.dumps(value).encode(), report)
    assert report.problems == []
    assert document is not None
    assert document.content == value
    assert document.duplicates == ()


@given(st.dictionaries(texts, json_values, min_size=1, max_size=3), texts)
def test_no_duplicate_key_goes_unnoticed(value: dict[str, Any], noise: str) -> None:
    name = next(iter(value))
    text = json.dumps(value)[:-1] + f", {json.dumps(name)} : {json.dumps(noise + chr(34) + ':')}" + "}"
    document = parse_json(text.encode(), Report("x"))
    assert document is not None
    assert [one.key for one in document.duplicates] == [name]


def test_a_file_is_replaced_only_by_a_whole_one(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    write_whole(path, "first\r\n")
    write_whole(path, b"second")
    assert path.read_bytes() == b"second"
    assert [one.name for one in tmp_path.iterdir()] == ["out.json"]
    with pytest.raises(FileNotFoundError, match="gone"):
        write_whole(tmp_path / "gone" / "out.json", "x")


def test_checksums_are_compared_and_missing_files_named(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "calls", "one")
    good = hashlib.sha256((folder / "metadata.json").read_bytes()).hexdigest()
    (tmp_path / "SHA256SUMS").write_text(
        f"{good}  calls/one/metadata.json\n{'0' * 64} *calls/one/speaker_1_audio.wav\n"
        f"{good}  calls/one/gone.wav\nnot a line\n"
    )
    (tmp_path / "m.yaml").write_text(
        "schema_version: 1\ntitle: t\nsplits:\n  a:\n    role: dev\n    labels: public\n"
        "    source: {format: folders, path: calls}\n    checksums: SHA256SUMS\n"
    )
    problems = open_corpus(tmp_path / "m.yaml").split().verify_checksums()
    assert [str(problem) for problem in problems] == [
        (
            f'SHA256SUMS, line 2: expected SHA-256 {"0" * 64} of "calls/one/speaker_1_audio.wav", '
            "found another (has the file been changed or cut off?)"
        ),
        'SHA256SUMS, line 3: expected the file "calls/one/gone.wav", found No such file or directory',
        'SHA256SUMS, line 4: expected a SHA-256 digest, two spaces and a path, found "not a line"',
    ]


def test_a_negative_zero_and_a_long_decimal_stay_what_they_are(tmp_path: Path) -> None:
    text = json.dumps(conversation("one")).replace("0.5,", "-0.0,", 1).replace("1.5,", f"0.{'1' * 40},", 1)
    path = tmp_path / "talk.json"
    path.write_text(text)
    track = open_corpus(path).split().conversation("one").track(1, "a")
    assert track.end_s[0] == float(f"0.{'1' * 40}")
    assert np.signbit(track.start_s[0])
    assert math.isfinite(track.start_s[0])


def test_a_single_object_is_a_corpus_of_one(tmp_path: Path) -> None:
    corpus = open_corpus(write_json(tmp_path / "talk.json", conversation("one")))
    assert (corpus.title, corpus.split().conversation_ids) == ("talk", ("one",))
    assert corpus.split().load_all()[1] == []
