"""What one session has for itself: stable while nothing changes, invisible to others, caches included."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.corpora import chosen_cases, split_of
from tests.dialogues import submission_of
from viewer.dialogue.decisions import Probabilities, Submission
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.views.session_models import SessionModels
from viewer.workspace import LoadedModel, SplitWork


@pytest.fixture
def work(tmp_path: Path) -> SplitWork:
    return split_of(tmp_path)


def own(name: str = "mine", submission: Submission | None = None) -> LoadedModel:
    """A model that decides what the vectors decide, or something else."""
    found = submission_of(chosen_cases()) if submission is None else submission
    return LoadedModel(name, name, "", found, is_session_own=True)


def test_without_models_it_is_the_split_itself(work: SplitWork) -> None:
    models = SessionModels()
    assert models.over(work) is work
    models.put("dev", "uploads", {})
    assert models.over(work) is work


def test_it_is_the_same_object_while_nothing_changes(work: SplitWork) -> None:
    models, mine = SessionModels(), own()
    told: list[str] = []
    models.on_change = lambda: told.append("moved")
    models.put("dev", "uploads", {"mine": mine})
    view = models.over(work)
    models.put("dev", "uploads", {"mine": mine})
    models.put("elsewhere", "uploads", {"mine": mine})
    assert models.over(work) is view
    assert told == ["moved", "moved"]
    models.put("dev", "uploads", {"mine": own()})
    assert models.over(work) is not view


def test_models_of_several_origins_stand_beside_those_of_the_split(work: SplitWork) -> None:
    models = SessionModels()
    models.put("dev", "runs", {"run": own("run")})
    models.put("dev", "uploads", {"mine": own()})
    models.put("dev", "sweep", {"mine": own("mine", Submission({}))})
    assert list(models.over(work).models) == ["m", "run", "mine"]
    assert not models.over(work).supports("mine", Task.EOT)
    models.put("dev", "sweep", {})
    assert models.over(work).supports("mine", Task.EOT)
    assert list(models.of("dev", "uploads")) == ["mine"]


def test_what_was_made_of_a_model_is_kept_while_it_is_there_and_never_taken_for_anothers(
    work: SplitWork,
) -> None:
    models, mine = SessionModels(), own()
    models.put("dev", "uploads", {"mine": mine})
    scored = models.over(work).scored("mine", BENCHMARK)
    text = models.over(work).kept("text", object, model="mine")
    models.put("dev", "sweep", {"other": own("other")})
    assert models.over(work).scored("mine", BENCHMARK) is scored
    assert models.over(work).kept("text", object, model="mine") is text
    models.put("dev", "uploads", {"mine": own("mine", Submission({}))})
    again = models.over(work)
    assert again.scored("mine", BENCHMARK) is not scored
    assert again.kept("text", object, model="mine") is not text


def test_two_sessions_see_nothing_of_each_other_whatever_their_models_are_called(work: SplitWork) -> None:
    one, other = SessionModels(), SessionModels()
    one.put("dev", "uploads", {"mine": own()})
    other.put("dev", "uploads", {"mine": own("mine", Submission({}))})
    first, second = one.over(work), other.over(work)
    assert first.kept("secret", lambda: "of one", model="mine") == "of one"
    assert second.kept("secret", lambda: "of other", model="mine") == "of other"
    assert work.kept("secret", lambda: "of none", model="m") == "of none"
    assert first.scored("mine", BENCHMARK) is not second.scored("mine", BENCHMARK)
    assert list(work.models) == ["m"]
    # What is shared stays shared.
    assert first.scored("m", BENCHMARK) is second.scored("m", BENCHMARK) is work.scored("m", BENCHMARK)
    assert first.pack(BENCHMARK) is work.pack(BENCHMARK)


def test_a_corpus_that_was_opened_anew_gets_a_view_of_its_own(work: SplitWork, tmp_path: Path) -> None:
    models = SessionModels()
    models.put("dev", "uploads", {"mine": own()})
    view = models.over(work)
    scored = view.scored("mine", BENCHMARK)
    (tmp_path / "again").mkdir()
    fresh = split_of(tmp_path / "again")
    assert models.over(fresh).scored("mine", BENCHMARK) is not scored
    assert models.over(fresh).pack(BENCHMARK) is fresh.pack(BENCHMARK)


def test_probabilities_come_with_a_model_of_ones_own(work: SplitWork) -> None:
    probabilities = Probabilities(Task.EOT, 2.0, {"1000": (np.zeros(4), np.ones(4))})
    models = SessionModels()
    mine = replace(own(), probabilities={Task.EOT: probabilities}, theta={Task.EOT: 0.5})
    models.put("dev", "uploads", {"mine": mine})
    view = models.over(work)
    assert view.probability_tasks("mine") == (Task.EOT,)
    assert view.probabilities("mine", Task.EOT) is probabilities
    assert view.probabilities("mine", Task.INT) is None
    assert view.probability_tasks("m") == ()
    assert view.probabilities("m", Task.EOT) is None
    assert view.model("mine").theta == {Task.EOT: 0.5}
