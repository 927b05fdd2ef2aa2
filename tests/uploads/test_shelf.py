"""Saved models: found again, whole or not at all, renamed, removed; no name is a path."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.loaders.building import DURATIONS, predictions, probabilities, write_json
from viewer.dialogue.decisions import Probabilities
from viewer.dialogue.protocol import Task
from viewer.errors import InvalidDataError, UploadError
from viewer.loaders import load_probabilities, load_submission
from viewer.scoring.sweep import decisions_at
from viewer.uploads import SavedModel, Shelf

MODEL = SavedModel("../../<b>=1+1", "A title", "dev", ("one", "two"))


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "data" / "models")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_json(tmp_path / "mine.json", predictions("one", "two"))


def test_a_saved_model_is_found_again_with_what_it_decides(shelf: Shelf, file: Path, tmp_path: Path) -> None:
    saved = shelf.save(MODEL, file, load_submission(file, DURATIONS))
    file.unlink()
    (found,) = Shelf(tmp_path / "data" / "models").models()
    assert found == saved == replace(MODEL, id=saved.id)
    assert list(shelf.decisions(found, DURATIONS).entries) == ["one", "two"]
    assert shelf.probabilities(found, DURATIONS) == {}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


def test_a_saved_probabilities_file_keeps_values_and_threshold(shelf: Shelf, tmp_path: Path) -> None:
    path = write_json(tmp_path / "p.json", probabilities("one", "two"))
    read: Probabilities = load_probabilities(path, DURATIONS)
    decided = decisions_at(read, 0.25)
    saved = shelf.save(replace(MODEL, task=Task.EOT, theta=0.25), path, decided)
    (found,) = shelf.models()
    assert (found.task, found.theta) == (Task.EOT, 0.25)
    kept = shelf.probabilities(found, DURATIONS)
    assert list(kept) == [Task.EOT]
    assert np.array_equal(kept[Task.EOT].entries["two"][1], read.entries["two"][1])
    assert kept.get(Task.INT) is None
    again = shelf.decisions(saved, DURATIONS)
    assert [one.eot.tolist() for one in again.entries["one"]] == [
        one.eot.tolist() for one in decided.entries["one"]
    ]


def test_it_is_for_the_split_of_its_name_with_its_very_conversations() -> None:
    assert MODEL.fits("dev", ["two", "one"])
    assert not MODEL.fits("dev", ["one"])
    assert not MODEL.fits("test", ["one", "two"])


def test_a_renamed_model_is_found_under_its_new_name(shelf: Shelf, file: Path) -> None:
    saved = shelf.save(MODEL, file, load_submission(file, DURATIONS))
    shelf.rename(replace(saved, name="other", title="Other"))
    assert [(one.name, one.title) for one in shelf.models()] == [("other", "Other")]


def test_a_removed_model_is_gone_from_the_disk(shelf: Shelf, file: Path, tmp_path: Path) -> None:
    saved = shelf.save(MODEL, file, load_submission(file, DURATIONS))
    shelf.remove(saved)
    shelf.remove(saved)
    assert shelf.models() == []
    assert list((tmp_path / "data" / "models").iterdir()) == []
    with pytest.raises(UploadError, match="expected a saved model, found none"):
        shelf.rename(saved)


def test_a_model_that_was_not_written_to_its_end_is_none(
    shelf: Shelf, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(UploadError, match="expected a data folder that can be written, found: No space left"):
        shelf.save(MODEL, file, load_submission(file, DURATIONS))
    assert list((tmp_path / "data" / "models").iterdir()) == []


@pytest.mark.parametrize(
    "change",
    [{"form": 2}, {"id": "0" * 16}, {"task": "both"}, {"theta": "x"}, {"conversations": 3}, {"name": None}],
)
def test_what_is_no_model_of_ours_is_left_out(
    shelf: Shelf, file: Path, tmp_path: Path, change: dict[str, object]
) -> None:
    saved = shelf.save(MODEL, file, load_submission(file, DURATIONS))
    facts = tmp_path / "data" / "models" / saved.id / "model.json"
    facts.write_text(json.dumps(json.loads(facts.read_text()) | change), encoding="utf-8")
    assert shelf.models() == []


def test_a_saved_file_that_somebody_changed_is_refused_when_it_is_read(
    shelf: Shelf, file: Path, tmp_path: Path
) -> None:
    saved = shelf.save(MODEL, file, load_submission(file, DURATIONS))
    (tmp_path / "data" / "models" / saved.id / "file.json").write_text("{", encoding="utf-8")
    (found,) = shelf.models()
    with pytest.raises(InvalidDataError, match="expected JSON, found a fault"):
        shelf.decisions(found, DURATIONS)
