"""Strategies that draw conversations in which matches, edges and collisions happen.

Times are multiples of 1/8 s, exact in binary, on a dialogue of 8 s; there are few labels; annotators mostly
hear what was said, an eighth early or late now and then. All drawn cases have the form of the vectors.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.cases import Case

DURATION_S = 8.0
EIGHTH_S = 0.125
LAST_EIGHTH = int(DURATION_S / EIGHTH_S)
LABELS = (
    "Normal Turn",
    "Normal Turn",
    "Filler",
    "Floor-taking Cooperative Interruption",
    "Non-floor Taking Competitive Interruption",
    "Continuer Backchannel",
    "Channel Bleed",
    "Laughter",
    "a label from elsewhere",
)

# Mostly heard as it was; sometimes early, late, or too far away to agree.
_SHIFTS = st.sampled_from((0, 0, 0, 0, 0, 1, -1, 2, 4))
_HEARD = st.tuples(_SHIFTS, _SHIFTS, st.integers(0, 9), st.sampled_from(LABELS))
_SAID = st.tuples(
    st.integers(0, LAST_EIGHTH - 1),
    st.sampled_from((0, 1, 2, 4, 8, 12, 20)),
    st.sampled_from(LABELS),
    st.tuples(_HEARD, _HEARD, _HEARD),
)
_CHANNEL = st.lists(_SAID, min_size=1, max_size=7)
# Some decisions fall anywhere, most on the edges of windows and spans: a boundary, and eighths from there.
_DECISION = st.tuples(
    st.integers(0, LAST_EIGHTH),
    st.sampled_from(("anywhere", "start", "end", "end")),
    st.sampled_from((-2, -1, 0, 0, 1, 4, 24)),
)
_DECISIONS = st.lists(_DECISION, max_size=8)

PARAMETERS = st.fixed_dictionaries(
    {
        "tau_pre_s": st.sampled_from((0.0, 0.125, 0.25, 1.0)),
        "tau_max_s": st.sampled_from((0.5, 1.0, 3.0)),
        "tolerance_s": st.sampled_from((0.0, 0.125, 0.2, 0.25, 0.5)),
        "min_agree": st.sampled_from((2, 3)),
    }
)


def _tracks(said: list[tuple[int, int, str, tuple[Any, ...]]], is_sorted: bool) -> dict[str, list[Case]]:
    """Turn what was said into what the three annotators wrote down, in the order of saying or of time."""
    tracks: dict[str, list[Case]] = {name: [] for name in "abc"}
    for start, length, label, heard in said:
        for track, (start_shift, end_shift, chance, other_label) in zip(tracks.values(), heard, strict=True):
            if chance == 0:  # not heard
                continue
            begin = min(max(start + start_shift, 0), LAST_EIGHTH)
            end = min(max(start + length + end_shift, begin), LAST_EIGHTH)
            name = other_label if chance == 1 else label
            track.append(
                {"start_s": begin * EIGHTH_S, "end_s": end * EIGHTH_S, "label": name, "text": "well yes"}
            )
    if is_sorted:
        for track in tracks.values():
            track.sort(key=lambda row: row["start_s"])
    return tracks


def _times(said: list[tuple[Any, ...]], decisions: list[tuple[int, str, int]]) -> list[float]:
    """Turn drawn decisions into strictly increasing commit times."""
    eighths = set()
    for number, kind, shift in decisions:
        if kind == "anywhere" or not said:
            eighths.add(number)
        else:
            start, length, *_ = said[number % len(said)]
            eighths.add(min(max(start + (length if kind == "end" else 0) + shift, 0), LAST_EIGHTH))
    return [one * EIGHTH_S for one in sorted(eighths)]


def _case(channels: list[tuple[Any, ...]]) -> Case:
    names = ("speaker_1", "speaker_2")
    pairs = list(zip(names, channels, strict=True))
    return {
        "conversation_id": "drawn",
        "duration_s": DURATION_S,
        "annotations": {name: _tracks(said, is_sorted) for name, (said, is_sorted, _, _) in pairs},
        "decisions": {
            name: {"eot": _times(said, eot), "interruption": _times(said, interruption)}
            for name, (said, _, eot, interruption) in pairs
        },
    }


_SPEAKER = st.tuples(_CHANNEL, st.booleans(), _DECISIONS, _DECISIONS)
CASES: st.SearchStrategy[Case] = st.builds(_case, st.lists(_SPEAKER, min_size=2, max_size=2))
"""A conversation with decisions, to be scored with the benchmark's parameters."""

CASES_WITH_PARAMETERS: st.SearchStrategy[Case] = st.builds(
    lambda case, parameters: {**case, "parameters": parameters}, CASES, PARAMETERS
)
"""The same, with other protocol parameters."""


def shifted(case: Case, seconds: float) -> Case:
    """Move everything of a case to a later time."""
    return {
        **case,
        "duration_s": case["duration_s"] + seconds,
        "annotations": {
            speaker: {
                name: [
                    {**row, "start_s": row["start_s"] + seconds, "end_s": row["end_s"] + seconds}
                    for row in rows
                ]
                for name, rows in tracks.items()
            }
            for speaker, tracks in case["annotations"].items()
        },
        "decisions": {
            speaker: {key: [time + seconds for time in times] for key, times in lists.items()}
            for speaker, lists in case["decisions"].items()
        },
    }


def swapped(case: Case) -> Case:
    """Let the speakers change places."""
    return {
        **case,
        **{
            key: {"speaker_1": case[key]["speaker_2"], "speaker_2": case[key]["speaker_1"]}
            for key in ("annotations", "decisions")
        },
    }
