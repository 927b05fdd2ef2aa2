"""What a server makes ready before anybody asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpora import split_of
from viewer.dialogue.protocol import BENCHMARK
from viewer.view_models import warming


def test_scores_are_there_before_the_first_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = split_of(tmp_path)
    warming.make_ready(work)
    monkeypatch.setattr("viewer.workspace.score_submission", None)  # nothing is scored again
    assert all(work.scored(name, BENCHMARK) is not None for name in work.models)


def test_hidden_labels_are_not_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.workspace.build_gold", None)  # no gold is made
    warming.make_ready(split_of(tmp_path, labels="hidden"))
