"""The one table of the journal, and how an entry becomes a row of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from viewer.corrections import Choice
from viewer.dialogue.segments import Segment
from viewer.journal.entries import Channel, Draft, Entry, Verb

METADATA = sa.MetaData()

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("sequence", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
    sa.Column("id", sa.String(36), nullable=False, unique=True),
    sa.Column("verb", sa.String(16), nullable=False),
    sa.Column("split", sa.Text, nullable=False),
    sa.Column("conversation_id", sa.Text, nullable=False),
    sa.Column("speaker", sa.Integer, nullable=False),
    sa.Column("source", sa.String(32), nullable=False),
    sa.Column("source_file", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("reviewer", sa.Text, nullable=False),
    sa.Column("is_verified", sa.Boolean, nullable=False),
    sa.Column("at_us", sa.BigInteger, nullable=False, index=True),
    sa.Column("target", sa.String(36), nullable=False, index=True),
    sa.Column("content", sa.Text, nullable=False),
    sa.UniqueConstraint(
        "split", "conversation_id", "speaker", "source", "revision", name="one_revision_once"
    ),
)
"""Rows are only ever added; the database itself refuses to change or remove one (see the migrations)."""

CHANNEL_COLUMNS = ("split", "conversation_id", "speaker", "source")


def of_channel(channel: Channel) -> sa.ColumnElement[bool]:
    """Return the condition that a row is about a channel."""
    return sa.and_(*(ENTRIES.c[name] == getattr(channel, name) for name in CHANNEL_COLUMNS))


def row_of(entry: Entry) -> dict[str, Any]:
    """Return an entry as a row."""
    return {
        "sequence": entry.sequence,
        "id": entry.id,
        "verb": str(entry.verb),
        **{name: getattr(entry.channel, name) for name in CHANNEL_COLUMNS},
        "source_file": entry.source_file,
        "revision": entry.revision,
        "reviewer": entry.reviewer,
        "is_verified": entry.is_verified,
        "at_us": entry.at_us,
        "target": entry.target,
        "content": json.dumps(content_of(entry)),  # plain ASCII: any text fits into any database
    }


def entry_of(row: Mapping[str, Any]) -> Entry:
    """Return a row as an entry."""
    content = json.loads(row["content"])
    choice = content["choice"]
    return Entry(
        channel=Channel(row["split"], row["conversation_id"], row["speaker"], row["source"]),
        verb=Verb(row["verb"]),
        reviewer=row["reviewer"],
        is_verified=bool(row["is_verified"]),
        source_file=row["source_file"],
        target=row["target"],
        start_s=content["start_s"],
        end_s=content["end_s"],
        choice=None if choice is None else Choice(choice),
        segments=segments_of(content["segments"]),
        before={name: segments_of(rows) for name, rows in content["before"].items()},
        comment=content["comment"],
        item=content["item"],
        id=row["id"],
        at_us=row["at_us"],
        sequence=row["sequence"],
        revision=row["revision"],
    )


def content_of(draft: Draft) -> dict[str, Any]:
    """Return what an entry decides and why, as JSON values."""
    return {
        "start_s": draft.start_s,
        "end_s": draft.end_s,
        "choice": None if draft.choice is None else str(draft.choice),
        "segments": rows_of(draft.segments),
        "before": {name: rows_of(found) for name, found in draft.before.items()},
        "comment": draft.comment,
        "item": draft.item,
    }


def rows_of(segments: Iterable[Segment]) -> list[dict[str, Any]]:
    """Return segments as JSON objects, in the form of a conversation's JSON."""
    return [
        {"start_s": one.start_s, "end_s": one.end_s, "label": one.label, "text": one.text} for one in segments
    ]


def segments_of(rows: Iterable[Mapping[str, Any]]) -> tuple[Segment, ...]:
    """Return JSON objects as segments."""
    return tuple(Segment(row["start_s"], row["end_s"], row["label"], row["text"]) for row in rows)
