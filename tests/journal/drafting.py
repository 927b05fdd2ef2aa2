"""Drafts of entries for tests."""

from __future__ import annotations

from typing import Any

from viewer.corrections import Choice
from viewer.dialogue.segments import Segment
from viewer.journal import Channel, Draft, Entry, Verb

CHANNEL = Channel("dev", "7", 1, "0" * 32)
OTHER_CHANNEL = Channel("dev", "7", 2, "1" * 32)


def verdict(number: int = 0, *, reviewer: str = "Ada", channel: Channel = CHANNEL, **fields: Any) -> Draft:
    """Return a verdict on a second of its own."""
    start = float(number)
    decided = Segment(start, start + 0.5, "Normal Turn", f"words {number}")
    return Draft(
        channel,
        Verb.VERDICT,
        reviewer,
        start_s=start,
        end_s=start + 1.0,
        choice=Choice.OWN,
        segments=(decided,),
        before={"a": (Segment(start, start + 0.75, "Filler", "um"),), "b": (), "c": ()},
        **fields,
    )


def reversal(verb: Verb, target: Entry, *, reviewer: str = "Ada", **fields: Any) -> Draft:
    """Return the undoing or redoing of a verdict."""
    return Draft(target.channel, verb, reviewer, target=target.id, **fields)
