"""One submission on hidden labels: judged without them, counted, then scored behind closed doors."""

from __future__ import annotations

import copy
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import REPOSITORY
from tests.corpora import chosen_cases, predictions_of, write_corpus
from viewer.api import score_hidden as score_hidden_by_path
from viewer.dialogue.decisions import SpeakerDecisions, Submission
from viewer.dialogue.protocol import BENCHMARK, TASKS, Task
from viewer.environment import DEFAULT_MANIFEST
from viewer.errors import HiddenLabelsError, InvalidDataError, QuotaError
from viewer.hidden import HiddenReply, HiddenScore, for_owner, score_hidden
from viewer.hidden.reply import rounded
from viewer.hidden.scoring import content_key, split_key
from viewer.loaders import Split, open_corpus
from viewer.workspace import Workspace

MODELS = ("smart_turn", "rms_vad", "webrtc_1", "webrtc_3", "silero_200", "silero_500", "silence")


def blind(folder: Path) -> Split:
    return open_corpus(write_corpus(folder, labels="hidden")).split()


def decisions() -> dict[str, Any]:
    """Return the predictions of the corpus, to be changed at will."""
    return copy.deepcopy(predictions_of(chosen_cases()))


def written(folder: Path, document: dict[str, Any]) -> Path:
    path = folder / "submitted.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def counted(path: Path) -> int:
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as file:
        found: int = file.execute("SELECT count(*) FROM scorings").fetchone()[0]
    return found


def test_the_reply_is_the_owners_score_rounded() -> None:
    corpus = open_corpus(DEFAULT_MANIFEST)
    owner = Workspace(for_owner(corpus)).split("demo-test")
    for name in MODELS:
        path = REPOSITORY / f"assets/demo/models/{name}/predictions-demo-test.json"
        reply = score_hidden(corpus.split("demo-test"), path)
        scored = owner.scored(name, BENCHMARK)
        assert scored is not None
        for task in TASKS:
            expected = HiddenScore() if name == "silence" else rounded(scored.pooled(task))
            assert reply.tasks[task] == expected
    assert reply.untold == TASKS
    assert reply.scorings_used == len(MODELS)


def test_a_wrong_file_is_refused_with_every_problem_and_not_counted(tmp_path: Path, scorings: Path) -> None:
    split = blind(tmp_path)
    wrong = decisions()
    wrong["predictions"][0]["speaker_1"]["eot"] = [2.0, 1.0]
    wrong["predictions"].pop()
    with pytest.raises(InvalidDataError, match=r"predictions\[0\]\.speaker_1\.eot\[1\]") as caught:
        score_hidden(split, written(tmp_path, wrong))
    assert len(caught.value.problems) == 2
    assert counted(scorings) == 0


def test_the_same_content_is_counted_once_however_it_is_written(tmp_path: Path, scorings: Path) -> None:
    split = blind(tmp_path)
    document = decisions()
    first = score_hidden(split, written(tmp_path, document))
    for indent in (None, 1):
        random.Random(indent or 0).shuffle(document["predictions"])
        document["predictions"] = [dict(reversed(row.items())) for row in document["predictions"]]
        path = tmp_path / "again.json"
        path.write_text(json.dumps(document, indent=indent), encoding="utf-8")
        assert score_hidden(split, path) == first
    assert counted(scorings) == 1


def decided(*times: float, name: str = "a") -> Submission:
    return Submission({name: (SpeakerDecisions(eot=np.array(times)), SpeakerDecisions())})


def test_another_content_has_another_key() -> None:
    same = [content_key(decided(0.0, 1.0)), content_key(decided(-0.0, 1.0))]
    others = [
        content_key(one)
        for one in (
            decided(0.0, np.nextafter(1.0, 2.0)),
            decided(0.0),
            decided(0.0, 1.0, name="b"),
            Submission({"a": (SpeakerDecisions(interruption=np.array([0.0, 1.0])), SpeakerDecisions())}),
            Submission({"a": (SpeakerDecisions(), SpeakerDecisions(eot=np.array([0.0, 1.0])))}),
            Submission({"a": (SpeakerDecisions(eot=np.array([0.0])), SpeakerDecisions(eot=np.array([1.0])))}),
            Submission({}),
        )
    ]
    assert len({*same, *others}) == 1 + len(others)


def test_a_split_is_known_by_its_name_and_conversations_not_by_its_place_or_labels(tmp_path: Path) -> None:
    keys = set()
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        split = blind(tmp_path / name)
        keys.add(split_key(split.name, split.durations()))
    assert len(keys) == 1
    assert split_key("other", split.durations()) not in keys
    assert split_key(split.name, split.durations() | {"1000": 31.0}) not in keys


def test_beyond_the_quota_nothing_new_is_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNBENCH_SCORINGS_LIMIT", "2")
    split = blind(tmp_path)
    document = decisions()
    replies = []
    for moved in (5.0, 5.5):
        document["predictions"][0]["speaker_1"]["eot"] = [moved]
        replies.append(score_hidden(split, written(tmp_path, document)))
    assert [one.scorings_used for one in replies] == [1, 2]
    assert score_hidden(split, written(tmp_path, document)) == replies[1]
    document["predictions"][0]["speaker_1"]["eot"] = [6.0]
    with pytest.raises(QuotaError, match="split dev: expected at most 2 different submissions"):
        score_hidden(split, written(tmp_path, document))
    assert score_hidden(split, written(tmp_path, document), user="ada").scorings_used == 1


def test_without_a_count_nothing_is_scored(tmp_path: Path, scorings: Path) -> None:
    split = blind(tmp_path)
    scorings.write_bytes(b"")
    with pytest.raises(QuotaError, match="another kind of file, or one that was cut off"):
        score_hidden(split, written(tmp_path, decisions()))


BROKEN: list[Any] = [
    {"speaker_1": {"a": [{"start_s": 3.0, "end_s": 1.0, "label": "Normal Turn", "text": "SECRET"}]}},
    {"speaker_1": {"a": [{"start_s": "SECRET"}]}},
    {"speaker_2": "SECRET"},
    ["SECRET"],
]


@pytest.mark.parametrize("labels", BROKEN)
def test_labels_that_cannot_be_scored_are_told_in_the_same_words(tmp_path: Path, labels: object) -> None:
    manifest = write_corpus(tmp_path, labels="hidden")
    cases = chosen_cases()
    broken = [{**cases[0], "annotations": labels}, *cases[1:]]
    (tmp_path / "cases.json").write_text(json.dumps({"cases": broken}), encoding="utf-8")
    with pytest.raises(
        HiddenLabelsError, match=r"^split dev: expected hidden labels that can be scored"
    ) as told:
        score_hidden_by_path(manifest, written(tmp_path, decisions()))
    assert "SECRET" not in str(told.value)
    assert (told.value.__cause__, told.value.__context__) == (None, None)


def test_even_a_bug_on_labels_is_told_in_the_same_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("SECRET 12.84")

    monkeypatch.setattr("viewer.hidden.scoring.build_gold", fail)
    caplog.set_level("DEBUG")
    with pytest.raises(HiddenLabelsError, match=r"^split dev: expected hidden labels that can be") as told:
        score_hidden(blind(tmp_path), written(tmp_path, decisions()))
    assert (told.value.__cause__, told.value.__context__) == (None, None)
    assert "SECRET" not in caplog.text


def one_decision(task: str, conversation: int, speaker: int, time_s: float) -> dict[str, Any]:
    """Return a submission whose only decision is this one."""
    document = decisions()
    for row in document["predictions"]:
        row |= {f"speaker_{one}": {"eot": [], "interruption": []} for one in (1, 2)}
    document["predictions"][conversation][f"speaker_{speaker}"][task] = [time_s]
    return document


def test_a_single_decision_does_not_reveal_a_time_of_the_gold(tmp_path: Path) -> None:
    """On every gold time, in every gold pause and far from all of them, the reply is the same."""
    split = blind(tmp_path)
    golds = Workspace(for_owner(open_corpus(tmp_path / "data_manifest.yaml"))).split().golds(BENCHMARK)
    replies: list[HiddenReply] = []
    for row, (name, gold) in enumerate(golds.items()):
        for task, sets in (("eot", gold.of(Task.EOT)), ("interruption", gold.of(Task.INT))):
            times = {*zip(sets.positives.speaker.tolist(), sets.positives.time_s.tolist(), strict=True)}
            times |= {*zip(sets.negatives.speaker.tolist(), sets.negatives.start_s.tolist(), strict=True)}
            for speaker, time_s in sorted({*times, (1, 0.0), (2, 7.7)}):
                assert time_s <= split.durations()[name]
                document = one_decision(task, row, speaker, time_s)
                replies.append(score_hidden(split, written(tmp_path, document)))
    assert len(replies) > 60
    assert {one.untold for one in replies} == {TASKS}
    assert all(one.tasks == dict.fromkeys(TASKS, HiddenScore()) for one in replies)


def test_a_single_decision_of_one_task_is_not_told_beside_many_of_the_other(tmp_path: Path) -> None:
    split = blind(tmp_path)
    golds = Workspace(for_owner(open_corpus(tmp_path / "data_manifest.yaml"))).split().golds(BENCHMARK)
    hit = golds["1001"].of(Task.INT).positives
    replies = []
    for time_s in (float(hit.time_s[0]), 0.0):
        document = decisions()
        for row in document["predictions"]:
            for speaker in (1, 2):
                row[f"speaker_{speaker}"] = {**row[f"speaker_{speaker}"], "interruption": []}
        document["predictions"][1][f"speaker_{int(hit.speaker[0])}"]["interruption"] = [time_s]
        replies.append(score_hidden(split, written(tmp_path, document)).tasks)
    assert replies[0] == replies[1]
    assert replies[0][Task.EOT].recall is not None


def test_the_owner_works_on_a_machine_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = open_corpus(write_corpus(tmp_path, labels="hidden"))
    assert not for_owner(corpus).split().is_hidden
    for mode in ("team", "public"):
        monkeypatch.setenv("TURNBENCH_MODE", mode)
        with pytest.raises(HiddenLabelsError, match=f"--owner: expected TURNBENCH_MODE=local, found {mode}"):
            for_owner(corpus)
