"""A corpus as a parquet shard, in the layout in which the public corpus is distributed."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import soundfile

from viewer.dialogue.segments import Track
from viewer.errors import InvalidDataError
from viewer.exports.corpus_items import ExportedConversation, name_problems, problem, whole_folder
from viewer.loaders import AudioSource
from viewer.loaders.encoded_sound import encoded_sounds
from viewer.loaders.parquet_columns import AUDIO, DURATION, ID, METADATA, TRACKS
from viewer.loaders.problems import quoted

_SEGMENT = pa.struct(
    [("start_s", pa.float64()), ("end_s", pa.float64()), ("label", pa.string()), ("text", pa.string())]
)
_METADATA_KEYS = (
    "conversation_type",
    "speaker_1_actor_id",
    "speaker_2_actor_id",
    "speaker_1_actor_gender",
    "speaker_2_actor_gender",
)
_SOUND = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
_AS_IT_IS = (".wav", ".flac")


def write_parquet(path: Path, split: str, items: Sequence[ExportedConversation]) -> None:
    """Write a folder with one shard of a split, one row (and row group) for each conversation.

    Parameters
    ----------
    path
        The folder to make; it must not be there yet.
    split
        The split's name, which the shard's name begins with.
    items
        Conversations, all with sound or all without; without, the shard has ``duration_s``.

    Raises
    ------
    InvalidDataError
        If the split's name can be no file's, some have sound and others none, the sound cannot be read, a
        text is none that UTF-8 can hold, or the folder cannot be written.

    Notes
    -----
    Mono WAV and FLAC is passed on byte for byte. Other sound (OGG, MP3, two channels in one file) is
    decoded and written as 16-bit FLAC. A title has no column in this layout.
    """
    silent = [one.conversation.conversation_id for one in items if one.audio is None]
    problems = name_problems([split], "a split")
    if silent and len(silent) < len(items):
        problems += [problem(quoted(name), "sound, as others have it", "none") for name in silent]
    if problems:
        raise InvalidDataError(problems)
    schema = _schema(has_sound=not silent)
    with whole_folder(path) as made:
        name = f"{split}-00000-of-00001.parquet"
        try:
            with pq.ParquetWriter(made / name, schema) as writer:
                for one in items:
                    writer.write_table(pa.Table.from_pylist([_row(one)], schema=schema))
        except (pa.ArrowException, UnicodeEncodeError) as error:
            raise InvalidDataError([problem(name, "texts that parquet can hold", str(error))]) from error


def _schema(*, has_sound: bool) -> pa.Schema:
    sound = [(name, _SOUND) for name in AUDIO] if has_sound else [(DURATION, pa.float64())]
    tracks = [(name, pa.list_(_SEGMENT)) for name in TRACKS.values()]
    metadata = pa.struct([(key, pa.string()) for key in _METADATA_KEYS])
    return pa.schema([(ID, pa.string()), *sound, *tracks, (METADATA, metadata)])


def _row(item: ExportedConversation) -> dict[str, Any]:
    conversation = item.conversation
    facts = asdict(conversation.metadata)
    row: dict[str, Any] = {
        ID: conversation.conversation_id,
        METADATA: {key: facts[key] for key in _METADATA_KEYS},
        DURATION: conversation.duration_s,
    }
    for key, name in TRACKS.items():
        row[name] = _rows(conversation.tracks[key]) if key in conversation.tracks else None
    if item.audio is not None:
        row |= dict(zip(AUDIO, _cells(item.audio), strict=True))
    return row


def _rows(track: Track) -> list[dict[str, Any]]:
    return [asdict(one) for one in track]


def _cells(source: AudioSource) -> list[dict[str, Any]]:
    """Return both speakers' sound as cells."""
    sounds = encoded_sounds(source)
    if len(sounds) == len(AUDIO) and all(one.ending in _AS_IT_IS for one in sounds):
        return [
            {"bytes": one.content, "path": f"{name}{one.ending}"}
            for name, one in zip(AUDIO, sounds, strict=True)
        ]
    samples = source.read(0, source.samples)
    cells = []
    for column, name in enumerate(AUDIO):
        encoded = io.BytesIO()
        soundfile.write(encoded, samples[:, column], source.sample_rate, format="FLAC", subtype="PCM_16")
        cells.append({"bytes": encoded.getvalue(), "path": f"{name}.flac"})
    return cells
