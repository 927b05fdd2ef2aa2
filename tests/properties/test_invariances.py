"""What must not change a score, and what must change it in a known way."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import Case
from tests.plain_results import plain_gold, plain_latency, plain_outcomes, score_cases_together
from tests.properties.conversations import CASES, EIGHTH_S, shifted, swapped
from viewer.dialogue.protocol import TASKS
from viewer.scoring import Score, pool

TIMES = ("time_s", "start_s", "end_s", "decision_s")
DECISION_KEYS = {"eot": "eot", "int": "interruption"}


def by_speaker(rows: list[list[float]], speaker: int) -> list[list[float]]:
    return [row[1:] for row in rows if row[0] == speaker]


def moved(row: Case, seconds: float) -> Case:
    return {
        key: value + seconds if key in TIMES and value is not None else value for key, value in row.items()
    }


@given(CASES, st.integers(1, 80_000).map(lambda eighths: eighths * EIGHTH_S))
def test_shifting_time_changes_nothing_but_the_times(case: Case, seconds: float) -> None:
    later = shifted(case, seconds)
    expected = {
        name: [[row[0], *(time + seconds for time in row[1:])] for row in rows]
        for name, rows in plain_gold(case).items()
    }
    assert plain_gold(later) == expected
    before, after = score_cases_together([case]), score_cases_together([later])
    for task in TASKS:
        outcomes, found = plain_outcomes(before, 0, task), plain_outcomes(after, 0, task)
        for kind in ("positives", "negatives", "decisions"):
            outcomes[kind] = [moved(row, seconds) for row in outcomes[kind]]
        assert found == outcomes


@given(CASES)
def test_swapping_the_channels_swaps_gold_and_scores(case: Case) -> None:
    other = swapped(case)
    gold, swapped_gold = plain_gold(case), plain_gold(other)
    for name, rows in gold.items():
        for speaker in (1, 2):
            assert by_speaker(swapped_gold[name], 3 - speaker) == by_speaker(rows, speaker)
    before, after = score_cases_together([case]), score_cases_together([other])
    for task in TASKS:
        outcomes, found = plain_outcomes(before, 0, task), plain_outcomes(after, 0, task)
        assert found["counts"] == outcomes["counts"]
        assert sorted(found["latencies_ms"]) == sorted(outcomes["latencies_ms"])
        for kind in ("positives", "negatives", "decisions"):
            for speaker in (1, 2):
                mine = [{**row, "speaker": 0} for row in outcomes[kind] if row["speaker"] == speaker]
                theirs = [{**row, "speaker": 0} for row in found[kind] if row["speaker"] == 3 - speaker]
                assert theirs == mine


@given(CASES)
def test_gold_against_itself_misses_only_for_masked_and_duplicate_positives(case: Case) -> None:
    """A positive whose own decision is masked may claim its neighbour's, so the numbers are compared."""
    gold = plain_gold(case)
    perfect: dict[str, dict[str, list[float]]] = {"speaker_1": {}, "speaker_2": {}}
    for speaker in (1, 2):
        for task, key in DECISION_KEYS.items():
            times = {row[0] for row in by_speaker(gold[f"{task}_positives"], speaker)}
            perfect[f"speaker_{speaker}"][key] = sorted(times)
    scored = score_cases_together([{**case, "decisions": perfect}])
    for task in TASKS:
        found = plain_outcomes(scored, 0, task)
        fates = [row["fate"] for row in found["decisions"]]
        assert set(fates) <= {"claimed", "masked"}
        duplicates = len(found["positives"]) - len(fates)
        assert found["counts"]["fn"] == fates.count("masked") + duplicates
        assert found["counts"]["fp"] == 0


@given(CASES)
def test_every_event_and_decision_is_counted_once(case: Case) -> None:
    gold, scored = plain_gold(case), score_cases_together([case])
    for task in TASKS:
        found = plain_outcomes(scored, 0, task)
        counts, fates = found["counts"], [row["fate"] for row in found["decisions"]]
        assert counts["tp"] + counts["fn"] == len(gold[f"{task}_positives"])
        assert counts["fp"] + counts["tn"] == len(gold[f"{task}_negatives"])
        assert counts["tp"] == fates.count("claimed") == len(found["latencies_ms"])
        assert counts["fp"] >= fates.count("false_alarm")
        given_times = [case["decisions"][f"speaker_{speaker}"][DECISION_KEYS[task]] for speaker in (1, 2)]
        assert [row["time_s"] for row in found["decisions"]] == given_times[0] + given_times[1]


@settings(max_examples=50)
@given(st.lists(CASES, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_pooling_is_free_of_order(cases: list[Case], random: Any) -> None:
    named = [{**case, "conversation_id": str(number)} for number, case in enumerate(cases)]
    mixed = random.sample(named, len(named))
    forth, back = score_cases_together(named), score_cases_together(mixed)
    for task in TASKS:
        one, other = forth.pooled(task), back.pooled(task)
        assert (one.tp, one.fn, one.fp, one.tn) == (other.tp, other.fn, other.fp, other.tn)
        assert (one.recall, one.fp_rate) == (other.recall, other.fp_rate)
        assert plain_latency(one) == plain_latency(other)
        parts = [forth.score(position, task) for position in range(len(named))]
        assert plain_latency(sum(parts, Score())) == plain_latency(pool(parts)) == plain_latency(one)
