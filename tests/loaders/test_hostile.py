"""Hostile text stays text: it is kept to the letter, and no id ever becomes a path."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loaders.building import (
    ROW,
    conversation,
    encoded,
    predictions,
    row,
    sound,
    write_json,
    write_shard,
)
from viewer.dialogue.conversation import Conversation
from viewer.errors import InvalidDataError, MissingFileError
from viewer.loaders import load_submission, open_corpus

ID = "../../../etc/passwd"
TEXTS = [
    '<img src=x onerror="alert(1)">',
    '=cmd|"/c calc"!A1',
    "\\input{/etc/passwd} $x$ % & _",
    "\u202eright to left\x1b[31m\x00",
    "line one\nline two\r\n\ttab",
]


def hostile_row(text: str) -> dict[str, object]:
    return ROW | {"label": text, "text": text}


def check_texts(found: Conversation, text: str) -> None:
    assert found.conversation_id == ID
    assert found.metadata.conversation_type == text
    assert found.track(1, "a").labels == (text,)
    assert found.track(1, "a").texts == (text,)


@pytest.mark.parametrize("text", TEXTS)
def test_json_keeps_hostile_text_to_the_letter(tmp_path: Path, text: str) -> None:
    case = conversation(ID, metadata={"conversation_type": text, "title": text})
    case["annotations"]["speaker_1"]["a"] = [hostile_row(text)]
    inner = tmp_path / "deep" / "down"
    inner.mkdir(parents=True)
    split = open_corpus(write_json(inner / "talk.json", case)).split()
    check_texts(split.conversation(ID), text)
    assert split.audio(ID) is None
    assert split.durations() == {ID: 4.0}


@pytest.mark.parametrize("text", TEXTS)
def test_parquet_keeps_hostile_text_to_the_letter(tmp_path: Path, text: str) -> None:
    metadata = {"conversation_type": text, "speaker_1_actor_id": ID}
    cell = encoded(tmp_path, sound())
    sounds = {"speaker_1_audio": cell, "speaker_2_audio": cell}
    one = row(ID, metadata=metadata, speaker_1_annotation_a=[hostile_row(text)], **sounds)
    write_shard(tmp_path / "corpus" / "x.parquet", [one])
    before = sorted(tmp_path.rglob("*"))
    split = open_corpus(tmp_path / "corpus").split()
    check_texts(split.conversation(ID), text)
    source = split.audio(ID)
    assert source is not None
    assert source.read(0, 10).shape == (10, 2)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", [ID, "<b>", "@SUM(1+1)"])
def test_a_model_name_is_no_path(tmp_path: Path, name: str) -> None:
    case = write_json(tmp_path / "talk.json", conversation(ID))
    path = write_json(tmp_path / "mine.json", predictions(ID))
    model = open_corpus(case, models=[f"{name}={path}"]).model(name)
    assert (model.name, model.title) == (name, name)
    assert list(model.load_submission("all", {ID: 4.0}).entries) == [ID]
    with pytest.raises(MissingFileError, match=r"gone\.json: expected predictions on the split all"):
        open_corpus(case, models=[f"{name}=gone.json"]).model(name).load_submission("all", {})


def test_a_message_keeps_hostile_text_on_one_line_and_short(tmp_path: Path) -> None:
    path = write_json(tmp_path / "mine.json", predictions("x\n" * 500 + "\x1b[31m"))
    with pytest.raises(InvalidDataError, match="a conversation of this split") as caught:
        load_submission(path, {"one": 4.0}, name="mine.json")
    message = str(caught.value.problems[0])
    assert "\n" not in message
    assert "\x1b" not in message
    assert len(message) < 250


def test_a_checksum_file_cannot_reach_outside_its_folder(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    inner = tmp_path / "corpus"
    inner.mkdir()
    write_json(inner / "talk.json", conversation("one"))
    (inner / "SHA256SUMS").write_text(f"{'0' * 64}  ../secret\n{'0' * 64}  /etc/passwd\n")
    (inner / "m.yaml").write_text(
        "schema_version: 1\ntitle: t\nsplits:\n  a:\n    role: dev\n    labels: public\n"
        "    source: {format: json, path: talk.json}\n    checksums: SHA256SUMS\n"
    )
    split = open_corpus(inner / "m.yaml").split()
    assert [str(problem) for problem in split.verify_checksums()] == [
        f'SHA256SUMS, line {line}: expected a path inside the folder of this file, found "{path}"'
        for line, path in ((1, "../secret"), (2, "/etc/passwd"))
    ]
