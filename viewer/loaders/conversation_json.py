"""Conversation JSON, our own exchange format: one object, or ``{"cases": [...]}``.

``conversation_id``, ``duration_s`` or ``audio: {"speaker_1": path, "speaker_2": path}`` (relative
to the file), optional ``metadata``, ``annotations.speaker_1.a = [{start_s, end_s, label, text}]``.
Other keys are ignored. A conversation with an error is still listed; one without a usable id is
not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.segments import Track
from viewer.errors import Problem
from viewer.loaders.audio import AudioSource, build_source
from viewer.loaders.audio_headers import probe_file
from viewer.loaders.audio_places import FilePlace
from viewer.loaders.json_files import BrokenText, DuplicateKey, JsonPath, read_json
from viewer.loaders.metadata import metadata_of
from viewer.loaders.problems import Finding, Report, quoted, shown, shown_path, unknown
from viewer.loaders.sources import Loaded, agreed_duration, stated_duration
from viewer.loaders.tracks import TRACK_KEYS, track_of_rows, warn_of_gaps

_CASES = "cases"
_ANNOTATIONS = "annotations"
_SOUND_TEXT = "each key and conversation once, and texts that UTF-8 can hold"
_OPEN_KEYS = frozenset({_CASES, "conversation_id", "duration_s", "audio", "metadata"})
"""Keys of a conversation that may be spoken of where its labels are hidden."""
_UNTOLD = "another content (labels that are hidden stand in it: no more is told)"
_SPEAKER_NAMES = tuple(f"speaker_{n}" for n in SPEAKERS)
_FORM = "an object with conversation_id and duration_s or audio"


class JsonSource:
    """The conversations of one JSON file, read when it is opened and checked when asked for.

    Parameters
    ----------
    path
        The file.
    base
        The folder that problems name files from.
    is_hidden
        True: nothing that stands in the annotations is spoken of, unless `load` is told to read them.
    """

    def __init__(self, path: Path, base: Path, *, is_hidden: bool = False) -> None:
        self._path = path
        self._base = base
        self._file = shown_path(path, base)
        self._cases: dict[str, tuple[str, Mapping[str, Any]]] = {}
        self._own_faults: dict[str, list[Finding]] = {}
        self._label_faults: dict[str, list[Finding]] = {}
        self._is_hidden = is_hidden
        report = Report(self._file)
        document = read_json(path, report)
        if document is not None:
            self._list_cases(document.content, document.faults, report)
        elif is_hidden:
            report.problems = [replace(one, where="", found=_UNTOLD, hint="") for one in report.problems]
        self.problems: tuple[Problem, ...] = tuple(report.problems)

    @property
    def conversation_ids(self) -> tuple[str, ...]:
        """The ids in file order."""
        return tuple(self._cases)

    @property
    def label_files(self) -> tuple[Path, ...]:
        """The one file."""
        return (self._path,)

    def load(self, conversation_id: str, *, with_labels: bool) -> Loaded:
        """Check one conversation."""
        where, case = self._cases[conversation_id]
        report = Report(self._file)
        faults = [*self._own_faults.get(conversation_id, ())]
        faults += self._label_faults.get(conversation_id, ()) if with_labels else ()
        report.errors(where, _SOUND_TEXT, faults)
        audio = self._audio(where, case, report)
        duration = self._duration(where, case, audio, report)
        metadata = metadata_of(case.get("metadata"), _join(where, "metadata"), report)
        labels = case.get(_ANNOTATIONS) if with_labels else None
        tracks = _tracks(labels, _join(where, _ANNOTATIONS), duration, report)
        if duration is None:
            return Loaded(None, tuple(report.problems), audio)
        found = Conversation(conversation_id, duration, tracks, metadata)
        return Loaded(found, tuple(report.problems), audio)

    def file_of(self, conversation_id: str) -> str:
        """Return the one file."""
        del conversation_id
        return self._file

    def duration_s(self, conversation_id: str) -> float | None:
        """Return the length of one conversation."""
        where, case = self._cases[conversation_id]
        ignored = Report(self._file)
        audio = self._audio(where, case, ignored)
        return self._duration(where, case, audio, ignored)

    def audio(self, conversation_id: str) -> AudioSource | None:
        """Return the sound of one conversation."""
        where, case = self._cases[conversation_id]
        return self._audio(where, case, Report(self._file))

    def _list_cases(
        self, content: object, faults: tuple[DuplicateKey | BrokenText, ...], report: Report
    ) -> None:
        has_many = isinstance(content, Mapping) and _CASES in content
        cases = content[_CASES] if isinstance(content, Mapping) and has_many else [content]
        if not isinstance(cases, list):
            report.error(_CASES, "a list of conversations", shown(cases))
            return
        unusable: list[Finding] = []
        for index, case in enumerate(cases):
            self._list_case(f"{_CASES}[{index}]" if has_many else "", case, unusable)
        report.errors(_CASES, "conversations that can be named, each once", unusable)
        names = {where: name for name, (where, _) in self._cases.items()}
        elsewhere: list[Finding] = []
        for one in faults:
            is_in_case = not has_many or (one.path[:1] == (_CASES,) and len(one.path) > 1)
            name = names.get(f"{_CASES}[{one.path[1]}]" if has_many else "") if is_in_case else None
            can_be_told = self._can_be_told(one, one.path[2:] if has_many and is_in_case else one.path)
            if name is not None:
                kept = self._own_faults if can_be_told else self._label_faults
                kept.setdefault(name, []).append(one.finding)
            elif can_be_told:
                elsewhere.append(one.finding)
        report.errors("", _SOUND_TEXT, elsewhere)

    def _list_case(self, where: str, case: object, unusable: list[Finding]) -> None:
        if not isinstance(case, Mapping):
            unusable.append(Finding(where, _FORM, shown(case)))
            return
        found = case.get("conversation_id")
        if not isinstance(found, str) or not found:
            have = shown(found) if "conversation_id" in case else "none"
            unusable.append(Finding(_join(where, "conversation_id"), "a text that is not empty", have))
        elif found in self._cases:
            again = Finding(where, "each conversation once", f"{quoted(found)} again")
            unusable.append(again)
            self._own_faults.setdefault(found, []).append(again)
        else:
            self._cases[found] = (where, case)

    def _can_be_told(self, one: DuplicateKey | BrokenText, inside: JsonPath) -> bool:
        """Return whether a fault may be spoken of: where labels are hidden, only of what is no label."""
        key = inside[0] if inside else one.key if isinstance(one, DuplicateKey) else ""
        return not self._is_hidden or key in _OPEN_KEYS

    def _audio(self, where: str, case: Mapping[str, Any], report: Report) -> AudioSource | None:
        found = case.get("audio")
        if found is None:
            return None
        both = [found.get(f"speaker_{n}") for n in SPEAKERS] if isinstance(found, Mapping) else []
        names = [name for name in both if isinstance(name, str)]
        if len(names) < len(SPEAKERS):
            expected = "an object with the paths speaker_1 and speaker_2"
            report.error(_join(where, "audio"), expected, shown(found))
            return None
        paths = [self._path.parent / name for name in names]
        places = [FilePlace(path, shown_path(path, self._base)) for path in paths]
        return build_source([(one, probe_file(one.path)) for one in places], report)

    def _duration(
        self, where: str, case: Mapping[str, Any], audio: AudioSource | None, report: Report
    ) -> float | None:
        stated = case.get("duration_s")
        if stated is None:
            if audio is None and case.get("audio") is None:
                report.error(where, "duration_s or audio", "neither")
            return agreed_duration(None, audio, where, report)
        place = _join(where, "duration_s")
        return agreed_duration(stated_duration(stated, place, report), audio, place, report)


def format_conversations(conversations: Iterable[Conversation]) -> str:
    """Write conversations as a JSON file; reading it gives equal ones. Times are exact."""
    cases = [_case(conversation) for conversation in conversations]
    return json.dumps({_CASES: cases}, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _case(conversation: Conversation) -> dict[str, Any]:
    annotations: dict[str, dict[str, Any]] = {}
    for (speaker, annotator), track in conversation.tracks.items():
        rows = [asdict(segment) for segment in track]
        annotations.setdefault(f"speaker_{speaker}", {})[annotator] = rows
    return {
        "conversation_id": conversation.conversation_id,
        "duration_s": conversation.duration_s,
        "metadata": asdict(conversation.metadata),
        "annotations": annotations,
    }


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _tracks(
    labels: object, where: str, duration_s: float | None, report: Report
) -> dict[tuple[int, str], Track]:
    """Return the good tracks; a null or absent one is a missing annotator."""
    if labels is None:
        return {}
    names = {(n, a): f"{where}.speaker_{n}.{a}" for n, a in TRACK_KEYS}
    if not isinstance(labels, Mapping):
        report.error(where, "an object with speaker_1 and speaker_2", shown(labels))
        return {}
    _warn_of_strange_keys(labels, where, report)
    tracks: dict[tuple[int, str], Track] = {}
    broken = []
    for key in TRACK_KEYS:
        rows = _rows(labels, key, where, report)
        if rows is None:
            continue
        track = _track(rows, names[key], duration_s, report)
        if track is None:
            broken.append(key)
        else:
            tracks[key] = track
    places = {key: (report.file, name) for key, name in names.items()}
    warn_of_gaps(tracks, places, broken, report)
    return tracks


def _warn_of_strange_keys(labels: Mapping[str, Any], where: str, report: Report) -> None:
    """Warn of speakers and annotators that no rule looks at: most likely a typing error."""
    levels = [(where, labels, _SPEAKER_NAMES)]
    for name in _SPEAKER_NAMES:
        of_speaker = labels.get(name)
        if isinstance(of_speaker, Mapping):
            levels.append((f"{where}.{name}", of_speaker, ANNOTATORS))
    for place, found, known in levels:
        strange = [key for key in found if key not in known]
        expected = f"no key but {', '.join(known)}"
        report.warnings(place, expected, unknown(strange, place, expected, known))


def _rows(labels: Mapping[str, Any], key: tuple[int, str], where: str, report: Report) -> object | None:
    speaker, annotator = key
    of_speaker = labels.get(f"speaker_{speaker}")
    if of_speaker is None or isinstance(of_speaker, Mapping):
        return None if of_speaker is None else of_speaker.get(annotator)
    if annotator == "a":
        report.error(f"{where}.speaker_{speaker}", "an object with a, b, c", shown(of_speaker))
    return None


def _track(rows: object, where: str, duration_s: float | None, report: Report) -> Track | None:
    if not isinstance(rows, list):
        report.error(where, "a list of segments", shown(rows))
        return None
    return track_of_rows(rows, where, duration_s, report)
