"""Digests of what was read: those that ``sha256sum`` prints, file by file and for all of them."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import numpy as np
import pytest

from tests.cases import VECTORS
from viewer.dialogue.decisions import NO_DECISIONS, SpeakerDecisions, Submission
from viewer.environment import data_path
from viewer.errors import InvalidDataError
from viewer.loaders import decisions_digest, digest_of_all, label_digests, model_digest, open_corpus


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_a_folders_labels_are_its_tracks_and_metadata_and_no_sound() -> None:
    corpus = open_corpus(data_path())
    split = corpus.split("demo-dev")
    digests = label_digests(split)
    assert len(digests) == 6 * 7
    assert {Path(one.file).suffix for one in digests} == {".srt", ".json"}
    for one in digests:
        assert one.sha256 == sha256((corpus.base / one.file).read_bytes())


def test_parquet_labels_are_the_shards() -> None:
    split = open_corpus(VECTORS / "parquet" / "dev").split()
    shards = sorted((VECTORS / "parquet" / "dev").glob("*.parquet"))
    assert [one.sha256 for one in label_digests(split)] == [sha256(shard.read_bytes()) for shard in shards]


def test_the_digest_of_hidden_labels_is_never_told() -> None:
    assert label_digests(open_corpus(data_path()).split("demo-test")) == []


def test_a_models_digest_is_that_of_its_file_for_the_split() -> None:
    corpus = open_corpus(data_path())
    found = model_digest(corpus.model("oracle"), "demo-dev")
    assert (found.name, found.sha256) == ("oracle", sha256((corpus.base / found.file).read_bytes()))


def test_one_digest_stands_for_all_as_sha256sum_would_have_it() -> None:
    digests = label_digests(open_corpus(data_path()).split("demo-dev"))[:2]
    lines = "".join(f"{one.sha256}  {one.file}\n" for one in digests)
    assert digest_of_all(digests) == sha256(lines.encode())
    assert digest_of_all(digests[::-1]) != digest_of_all(digests)


def test_a_file_that_is_changed_has_another_digest(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text('{"conversation_id": "1", "duration_s": 2.0, "annotations": {}}', encoding="utf-8")
    split = open_corpus(path).split()
    before = label_digests(split)[0].sha256
    path.write_text('{"conversation_id": "1", "duration_s": 3.0, "annotations": {}}', encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert label_digests(split)[0].sha256 != before
    path.unlink()
    with pytest.raises(InvalidDataError, match=r"cases\.json: expected a file that can be read, found"):
        label_digests(split)


def test_decisions_have_the_digest_of_what_they_would_be_saved_as() -> None:
    some = Submission({"1": (SpeakerDecisions(eot=np.array([1.5])), NO_DECISIONS)})
    other = Submission({"1": (SpeakerDecisions(eot=np.array([1.6])), NO_DECISIONS)})
    assert decisions_digest("m", some) == decisions_digest("m", some)
    assert decisions_digest("m", some).sha256 != decisions_digest("m", other).sha256
