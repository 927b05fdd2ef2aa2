"""A corpus as folders with SubRip files: the layout of the raw delivery.

SubRip holds milliseconds. A label, a text or a time that would come back as another is never written: the
whole export is refused, with the list.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from viewer.dialogue.segments import Segment, Track
from viewer.errors import InvalidDataError, Problem
from viewer.exports.corpus_items import ExportedConversation, name_problems, problem, whole_folder
from viewer.loaders.encoded_sound import encoded_sounds
from viewer.loaders.problems import Report, quoted
from viewer.loaders.srt import cues_of, format_cues, placed_segments, read_cues
from viewer.loaders.whole_files import write_whole

_MS_DIGITS = 3
_STEREO = 2


def write_folders(path: Path, items: Sequence[ExportedConversation]) -> None:
    """Write one folder for each conversation: SubRip tracks, metadata, and the sound as it is.

    Parameters
    ----------
    path
        The folder to make; it must not be there yet.
    items
        Conversations. One without sound gets none: this app opens its folder only once sound lies beside it.

    Raises
    ------
    InvalidDataError
        With every segment that SubRip cannot hold, every id that can be no folder's name, what is wrong
        with the sound, or if the folder cannot be written.
    """
    names = [one.conversation.conversation_id for one in items]
    problems = [
        *name_problems(names, "a conversation's id"),
        *(fault for one in items for fault in folder_problems(one)),
    ]
    if problems:
        raise InvalidDataError(problems)
    with whole_folder(path) as made:
        for one in items:
            folder = made / one.conversation.conversation_id
            folder.mkdir()
            for (speaker, annotator), track in one.conversation.tracks.items():
                write_whole(folder / f"speaker_{speaker}_annotation_{annotator}.srt", _text(track))
            metadata = {key: value for key, value in asdict(one.conversation.metadata).items() if value}
            write_whole(folder / "metadata.json", json.dumps(metadata, ensure_ascii=False, indent=1) + "\n")
            _write_sound(folder, one)


def folder_problems(item: ExportedConversation) -> list[Problem]:
    """Return every segment of a conversation that SubRip cannot hold."""
    found = []
    for (speaker, annotator), track in item.conversation.tracks.items():
        where = f"{quoted(item.conversation.conversation_id)}, speaker {speaker}, annotator {annotator}"
        rows = list(track)
        for number, row in enumerate(rows, 1):
            found += _segment_problems(f"{where}, segment {number}", row)
        if not found and _read_again(track) != rows:
            found.append(problem(where, "segments that come back as they were", "others"))
    return found


def _segment_problems(where: str, segment: Segment) -> list[Problem]:
    found = [
        problem(where, "a time of whole milliseconds", f"{time!r} s")
        for time in (segment.start_s, segment.end_s)
        if round(time, _MS_DIGITS) != time
    ]
    in_ms = Segment(
        round(segment.start_s, _MS_DIGITS), round(segment.end_s, _MS_DIGITS), segment.label, segment.text
    )
    if _read_again(Track.from_segments([in_ms])) != [in_ms]:
        text = quoted(f"[{segment.label}] {segment.text}")
        found.append(problem(where, "a label and words that SubRip can hold", text))
    return found


def _text(track: Track) -> str:
    return format_cues(cues_of(track))


def _read_again(track: Track) -> list[Segment] | None:
    try:
        data = _text(track).encode("utf-8")
    except UnicodeEncodeError:
        return None
    cues = read_cues(data, Report(""))
    return None if cues is None else [one.segment for one in placed_segments(cues)]


def _write_sound(folder: Path, item: ExportedConversation) -> None:
    if item.audio is None:
        return
    sounds = encoded_sounds(item.audio)
    names = ["audio"] if len(sounds) < _STEREO else ["speaker_1_audio", "speaker_2_audio"]
    for name, sound in zip(names, sounds, strict=True):
        write_whole(folder / f"{name}{sound.ending}", sound.content)
