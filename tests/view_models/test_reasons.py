"""The sentence of every verdict, drawn by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialogues import agreed, decided
from viewer.dialogue.conversation import SPEAKERS, Conversation
from viewer.dialogue.decisions import Submission
from viewer.dialogue.protocol import BENCHMARK, TASKS, ProtocolSettings, Task
from viewer.dialogue.segments import Segment, Track
from viewer.gold import build_gold
from viewer.scoring import pack_gold, score_submission
from viewer.view_models.event_ids import KINDS
from viewer.view_models.reasons import SpeakerView
from viewer.view_models.timeline_rows import verdict_units
from viewer.view_models.words import GoldWords

TURN = "Normal Turn"
INT = "Floor-taking Cooperative Interruption"
BC = "Continuer Backchannel"
ONE_TURN = agreed([(1, 4, TURN, "so we take the cabin")])
PAUSED = agreed([(1, 4, TURN, ""), (5.5, 7, TURN, "")])
HEARD = agreed([(20, 30, TURN, "")], [(2, 4, BC, "mhm")])


def _views(
    conversation: Conversation, submission: Submission, settings: ProtocolSettings = BENCHMARK
) -> dict[Task, list[SpeakerView]]:
    gold = build_gold(conversation, settings)
    scored = score_submission(pack_gold([(conversation.conversation_id, gold)]), submission, settings)
    words = GoldWords(conversation, gold)
    return {
        task: [
            SpeakerView.of(task, speaker, settings, scored.outcomes(0, task), gold.of(task), words)
            for speaker in SPEAKERS
        ]
        for task in TASKS
    }


def _units(
    conversation: Conversation, submission: Submission, settings: ProtocolSettings = BENCHMARK
) -> dict[str, Any]:
    """Return the sentences of every event, and the verdicts that the page has."""
    views = _views(conversation, submission, settings)
    return {
        str(task): [
            {
                "reason": {
                    kind: [view.sentence(kind, row) for row in range(len(view.ids(kind)))] for kind in KINDS
                },
                **unit,
            }
            for view, unit in zip(views[task], units, strict=True)
        ]
        for task, units in zip(TASKS, verdict_units(views).values(), strict=True)
    }


@pytest.mark.parametrize(
    ("decisions", "sentence"),
    [
        ([4.34], "Hit: decided 340 ms after the turn's end; 0.25 s early to 3.00 s late counts."),
        ([3.88], "Hit: decided 120 ms before the turn's end; 0.25 s early to 3.00 s late counts."),
        ([7.12], "Miss: the first decision came 3.12 s after the turn's end; the limit is 3.00 s."),
        ([3.5], "Miss: the last decision came 0.50 s before the turn's end; at most 0.25 s early counts."),
        ([], "Miss: no decision from 0.25 s before the turn's end to 3.00 s after."),
        ([40.0], "Miss: no decision from 0.25 s before the turn's end to 3.00 s after."),
    ],
)
def test_a_positive_says_both_numbers(decisions: list[float], sentence: str) -> None:
    assert _units(ONE_TURN, decided((decisions, [])))["eot"][0]["reason"]["p"] == [sentence]


def test_a_window_closed_by_the_next_positive_says_so() -> None:
    conversation = agreed([(1, 2, TURN, ""), (3.5, 4, TURN, "")], [(2.5, 3, TURN, "")])
    reasons = _units(conversation, decided(([4.2], [])))["eot"][0]["reason"]["p"]
    assert reasons[0] == (
        "Miss: the first decision came 2.20 s after the turn's end; "
        "the next turn's end closes the window after 2.00 s."
    )


def test_a_masked_decision_is_told_apart_from_no_decision() -> None:
    tracks = {
        (1, "a"): Track.from_segments([Segment(1, 4, TURN), Segment(4.2, 5, TURN)]),
        (1, "b"): Track.from_segments([Segment(1, 4, TURN)]),
    }
    unit = _units(Conversation("7", 60.0, tracks), decided(([4.5], [])))["eot"][0]
    assert unit["reason"]["p"] == ["Miss: its only decision lies where annotators disagree, and is masked."]
    assert unit["fates"] == "m"
    assert unit["reason"]["d"] == [
        (
            "Masked: 00:04.20 to 00:05.00 is excluded, annotators disagree or nothing is asked; "
            "decisions there do not count."
        )
    ]


def test_a_false_alarm_says_how_far_into_the_pause_it_came() -> None:
    unit = _units(PAUSED, decided(([4.5], [])))["eot"][0]
    assert unit["reason"]["n"] == ["False alarm: decided 0.50 s into this pause of 1.50 s."]
    assert unit["reason"]["d"] == ["False alarm: decided 0.50 s into a pause of 1.50 s."]


def test_an_early_false_alarm_says_what_counts() -> None:
    unit = _units(PAUSED, decided(([3.9], [])))["eot"][0]
    assert unit["reason"]["d"] == [
        "False alarm: decided 0.10 s before (within 0.25 s counts) a pause of 1.50 s."
    ]


def test_a_quiet_span_and_a_repeat_say_what_they_are() -> None:
    quiet = _units(HEARD, decided())["int"][1]["reason"]["n"]
    assert quiet == ["Quiet: no decision was charged in this backchannel of 2.00 s."]
    repeat = _units(HEARD, decided(interruption=([], [2.5, 3.5])))["int"][1]["reason"]["d"]
    assert repeat[1] == "Repeat: 1.50 s into a backchannel of 2.00 s that had fired before; charged once."


def test_redundant_and_ignored_say_what_they_are() -> None:
    reasons = _units(ONE_TURN, decided(([4.5, 5.0, 30.0], [])))["eot"][0]["reason"]["d"]
    assert reasons[1:] == [
        "Redundant: 1.00 s from the turn's end at 00:04.0, which an earlier decision had claimed.",
        "Ignored: no turn's end is near, and no span that must stay quiet.",
    ]


def test_an_interruption_is_called_one() -> None:
    conversation = agreed([(1, 9, TURN, "")], [(4, 6, INT, "no wait")])
    reasons = _units(conversation, decided(interruption=([], [4.5])))["int"][1]["reason"]["p"]
    assert reasons == [
        "Hit: decided 500 ms after the interruption's start; 0.25 s early to 3.00 s late counts."
    ]


def test_the_limits_of_other_settings_are_said() -> None:
    unit = _units(ONE_TURN, decided(([6.0], [])), ProtocolSettings(tau_max_s=1.5))[Task.EOT][0]
    assert unit["reason"]["p"][0].endswith("the limit is 1.50 s.")


def test_a_decision_names_the_event_it_belongs_to() -> None:
    decided_at = decided(([4.5, 5.0, 7.5, 40.0], []))
    unit = _units(PAUSED, decided_at)["eot"][0]
    assert unit["fates"] == "fphi"
    assert unit["owner"] == [0, 0, 0, -1]
    assert unit["claimed"] == [2]
    view = _views(PAUSED, decided_at)[Task.EOT][0]
    assert (view.ids("n"), view.ids("p")) == (["eot-1-n-4.0"], ["eot-1-p-7.0"])


def test_spans_are_in_time_order_and_a_decision_in_two_belongs_to_the_first() -> None:
    conversation = agreed([(1, 30, TURN, "")], [(8, 9, BC, "yes"), (4, 6, BC, "mhm"), (6.2, 7, BC, "right")])
    decided_at = decided(interruption=([], [6.0, 8.5]))
    unit = _units(conversation, decided_at)["int"][1]
    assert _views(conversation, decided_at)[Task.INT][1].span_starts_s.tolist() == [4.0, 6.2, 8.0]
    assert unit["owner"] == [0, 2]
    assert unit["fired"] == "111"
    assert unit["reason"]["d"][0].endswith("It fires two spans.")
