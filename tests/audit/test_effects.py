from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.audit.small import small_split
from tests.corpora import split_of
from viewer.audit import CorrectedSplit, Effects, GoldChange, gold_changes
from viewer.corrections import Choice, Verdict, apply_verdicts, own_segment
from viewer.dialogue.protocol import BENCHMARK, TASKS, ProtocolSettings, Task
from viewer.gold import build_gold
from viewer.scoring import Score

LOOSE = ProtocolSettings(tau_max_s=1.0, tolerance_s=0.3)


def emptied(name: str, start: float, end: float, speaker: int = 1) -> Verdict:
    return Verdict("v", name, speaker, start, end, Choice.OWN)


def facts(score: Score) -> tuple[object, ...]:
    latency = score.latency
    return score.tp, score.fn, score.fp, score.tn, latency


@pytest.mark.parametrize("settings", [BENCHMARK, LOOSE])
def test_an_effect_is_that_of_scoring_the_corrected_split_whole(
    tmp_path: Path, settings: ProtocolSettings
) -> None:
    work = split_of(tmp_path)
    names = list(work.conversations)[:2]
    corrected = {name: apply_verdicts(work.conversations[name], [emptied(name, 2.0, 25.0)]) for name in names}
    effect = Effects(work, settings).of(corrected)
    whole = CorrectedSplit(work, corrected)
    for task in TASKS:
        before, after = work.scored("m", settings), whole.scored("m", settings)
        assert before is not None
        assert after is not None
        moved = effect.split["m"][task]
        assert facts(moved.before) == facts(before.pooled(task))
        assert facts(moved.after) == facts(after.pooled(task))
        assert np.array_equal(moved.after.latencies_ms, after.pooled(task).latencies_ms)
        assert facts(moved.after) != facts(moved.before)
        for name in names:
            row = work.row(name)
            assert row is not None
            own = effect.dialogues[name]["m"][task]
            assert facts(own.before) == facts(before.score(row, task))
            assert facts(own.after) == facts(after.score(row, task))


def test_without_corrections_nothing_moves(tmp_path: Path) -> None:
    work = small_split(tmp_path)
    for corrected in ({}, {"1": work.conversations["1"]}):
        effect = Effects(work, BENCHMARK).of(corrected)
        assert all(not changes for changes in effect.changes.values())
        for scores in effect.split.values():
            for moved in scores.values():
                assert facts(moved.before) == facts(moved.after)


def test_what_gold_gains_and_loses_is_told(tmp_path: Path) -> None:
    """Speaker 1 of dialogue 1 pauses from 12 to 15; as one long turn there is no pause."""
    work = small_split(tmp_path)
    source = work.conversations["1"]
    turn = own_segment(source, 1, "Normal Turn", 10.0, 20.0)
    joined = apply_verdicts(source, [Verdict("v", "1", 1, 11.0, 16.0, Choice.OWN, (turn,))])
    changes = gold_changes(build_gold(source), build_gold(joined))
    assert changes == (GoldChange(Task.EOT, "negatives", 1, 12.0, 15.0, False),)
    moved = Effects(work, BENCHMARK).of({"1": joined}).split["quick"][Task.EOT]
    assert (moved.before.fp, moved.before.tn, moved.after.fp, moved.after.tn) == (1, 0, 0, 0)
    assert (moved.before.fp_rate, moved.after.fp_rate) == (1.0, None)


def test_of_equal_events_each_counts(tmp_path: Path) -> None:
    gold = build_gold(small_split(tmp_path).conversations["2"])
    assert gold_changes(gold, gold) == ()


def test_a_dialogue_is_worked_out_again_only_when_it_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = small_split(tmp_path)
    effects = Effects(work, BENCHMARK)
    built: list[str] = []

    def build(conversation: object, settings: object) -> object:
        built.append(conversation.conversation_id)  # type: ignore[attr-defined]  # as build_gold takes it
        return build_gold(conversation, settings)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr("viewer.audit.effects.build_gold", build)
    first = apply_verdicts(work.conversations["1"], [emptied("1", 11.0, 16.0)])
    second = apply_verdicts(work.conversations["2"], [emptied("2", 1.0, 3.0)])
    effects.of({"1": first})
    effects.of({"1": first, "2": second})
    assert built == ["1", "2"]


def test_a_model_with_a_partial_file_has_no_effect_on_the_split(tmp_path: Path) -> None:
    work = split_of(tmp_path, partial=True)
    assert Effects(work, BENCHMARK).of({}).split == {}


def test_a_corrected_split_leaves_its_source_alone(tmp_path: Path) -> None:
    work = small_split(tmp_path)
    before = work.golds(BENCHMARK)
    everything = [Verdict(str(k), "3", k, 0.0, 30.0, Choice.OWN) for k in (1, 2)]
    corrected = CorrectedSplit(work, {"3": apply_verdicts(work.conversations["3"], everything)})
    assert len(corrected.golds(BENCHMARK)["3"].eot.positives) == 0
    assert corrected.golds(BENCHMARK)["1"] is before["1"]
    assert work.golds(BENCHMARK) is before
    assert corrected.row("3") is None
    assert work.row("3") == 2
    assert corrected.kept("k", lambda: 1) == 1
    assert work.kept("k", lambda: 2) == 2
    assert corrected.golds(BENCHMARK) is corrected.golds(BENCHMARK)
