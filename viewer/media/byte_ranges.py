"""The ``Range`` request header: which bytes of a resource are wanted (RFC 9110, section 14)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from viewer.errors import TurnBenchError

_SINGLE = re.compile(r"bytes\s*=\s*(?P<first>[0-9]{0,20})\s*-\s*(?P<last>[0-9]{0,20})\s*", re.I)


@dataclass(frozen=True, slots=True)
class ByteRange:
    """Bytes ``first`` to ``last``, both included."""

    first: int
    last: int


class UnsatisfiableRangeError(TurnBenchError, ValueError):
    """None of the bytes asked for exist, or the header cannot be read: answered with 416."""


def parse_range(text: str | None, length: int) -> ByteRange | None:
    """Read a ``Range`` header against a resource of ``length`` bytes.

    ============================  ===========================================================
    ``bytes=A-B``, ``bytes=A-``   from A; B past the end means the end
    ``bytes=-N``                  the last N bytes, all of them if there are fewer
    several ranges                None: the whole resource, which a server may always answer
    another unit, no header       None: the whole resource
    anything else                 refused
    ============================  ===========================================================

    Parameters
    ----------
    text
        The header; None if the request has none.
    length
        Bytes of the resource, >= 0.

    Returns
    -------
    ByteRange or None
        The bytes to send, or None for the whole resource.

    Raises
    ------
    UnsatisfiableRangeError
        If A is at or past the end or after B, if N is 0, or if the header cannot be read.
    """
    if text is None or not text.lstrip().lower().startswith("bytes") or "," in text:
        return None
    match = _SINGLE.fullmatch(text.strip())
    refusal = UnsatisfiableRangeError(f"Range: expected one range of {length} bytes, found {text!r:.60}")
    if match is None or not (match["first"] or match["last"]):
        raise refusal
    if match["first"]:
        first = int(match["first"])
        last = int(match["last"] or length)
        if last < first:
            raise refusal
    else:
        first, last = max(length - int(match["last"]), 0), length
    if first >= length:
        raise refusal
    return ByteRange(first, min(last, length - 1))
