"""How numbers, times and rates are written on the page."""

from __future__ import annotations

import math

from viewer.dialogue.protocol import FP_BUDGET, FP_CEILING

DASH = "–"
MINUS = "\u2212"
SECONDS_PER_MINUTE = 60
SECONDS_PER_HOUR = 3600
MAX_RATE_DECIMALS = 6

TYPE_NAMES = {
    "Argumentative/Deliberative": "Argument",
    "Casual/Spontaneous": "Casual",
    "Collaborative/Problem-Solving": "Collaboration",
    "Instructional": "Instruction",
    "Narrative/Storytelling": "Story",
    "Task-Oriented/Transactional": "Task",
}


def clock(time_s: float, decimals: int = 1) -> str:
    """Return a time as mm:ss.s, or h:mm:ss.s from one hour on; cut, not rounded up to the next second.

    Examples
    --------
    >>> clock(105.25), clock(3600.0), clock(-0.5)
    ('01:45.2', '1:00:00.0', '−00:00.5')
    """
    scale = 10**decimals
    ticks = math.floor(abs(time_s) * scale + 1e-6)
    seconds, fraction = divmod(ticks, scale)
    hours, rest = divmod(seconds, SECONDS_PER_HOUR)
    minutes, seconds = divmod(rest, SECONDS_PER_MINUTE)
    text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"
    text += f".{fraction:0{decimals}}" if decimals else ""
    return MINUS + text if time_s < 0 and ticks else text


def signed_ms(value_ms: float | None) -> str:
    """Return a latency in whole milliseconds with its sign.

    Examples
    --------
    >>> signed_ms(-119.6), signed_ms(340.0), signed_ms(None)
    ('−120', '+340', '–')
    """
    if value_ms is None:
        return DASH
    whole = round(value_ms)
    return f"{MINUS}{-whole}" if whole < 0 else f"+{whole}"


def plain_ms(value_ms: float | None) -> str:
    """Return a percentile in whole milliseconds, with a true minus and no plus.

    Examples
    --------
    >>> plain_ms(-17.2), plain_ms(391.0)
    ('−17', '391')
    """
    return signed_ms(value_ms).removeprefix("+")


def rate(value: float | None, *limits: float) -> str:
    """Return a rate with three decimals, or as many as keep it on its side of every limit.

    A text that reads like a limit is one that is exactly on it: 0.1004 and 0.0996 are never "0.100".

    Parameters
    ----------
    value
        A share of 0 to 1, or None where there is none.
    limits
        Further limits than budget and ceiling that the rate is compared with.

    Examples
    --------
    >>> rate(0.8742), rate(0.1000004), rate(0.0996), rate(0.1), rate(0.4999, 0.5), rate(None)
    ('0.874', '0.1000004', '0.0996', '0.100', '0.4999', '–')
    """
    if value is None:
        return DASH
    for decimals in range(3, MAX_RATE_DECIMALS + 1):
        text = f"{value:.{decimals}f}"
        if all(
            _side(float(text), limit) == _side(value, limit) for limit in (FP_BUDGET, FP_CEILING, *limits)
        ):
            return text
    return repr(value)


def _side(value: float, limit: float) -> int:
    """Return on which side of a limit a value is: -1, 0 or 1."""
    return (value > limit) - (value < limit)


def seconds(value_s: float) -> str:
    """Return a length of time in seconds with two decimals, as sentences use it.

    Examples
    --------
    >>> seconds(3.118)
    '3.12 s'
    """
    return f"{value_s:.2f} s"


def type_name(conversation_type: str) -> str:
    """Return the short name of a conversation type."""
    return TYPE_NAMES.get(conversation_type, conversation_type)


def plural(count: int, noun: str) -> str:
    """Return a count with its noun.

    Examples
    --------
    >>> plural(1, "hit"), plural(2, "miss")
    ('1 hit', '2 misses')
    """
    ending = "" if count == 1 else "es" if noun.endswith("s") else "s"
    return f"{count} {noun}{ending}"
