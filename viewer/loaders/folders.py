"""The raw delivery: one folder per conversation, its name the conversation's id.

``speaker_1_audio`` and ``speaker_2_audio`` with a known ending, or one two-channel ``audio.*``;
``speaker_{1,2}_annotation_{a,b,c}.srt``; ``metadata.json``. Only the channels are required. Other
files are left alone, and so are folders called ``models`` and those whose name begins with a point.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path

from viewer.dialogue.conversation import Conversation, Metadata
from viewer.dialogue.segments import Track
from viewer.errors import Problem
from viewer.loaders.audio import AudioSource, build_source
from viewer.loaders.audio_headers import probe_file
from viewer.loaders.audio_places import FilePlace
from viewer.loaders.files import folders_in, is_file, names_in, read_file, reason
from viewer.loaders.json_files import read_json
from viewer.loaders.metadata import metadata_of
from viewer.loaders.problems import UTF_8_TEXT, Finding, Report, is_utf_8, quoted, shown_path
from viewer.loaders.sources import Loaded
from viewer.loaders.srt import placed_segments, read_cues
from viewer.loaders.tracks import TRACK_KEYS, build_track, warn_of_gaps

AUDIO_ENDINGS = (".wav", ".flac", ".ogg", ".opus", ".mp3")
MODELS_FOLDER = "models"
_CHANNELS = ("speaker_1_audio", "speaker_2_audio")
_BOTH = "audio"
_METADATA = "metadata.json"


class FolderSource:
    """The conversations of a folder of folders, in natural order of their names (2 before 10)."""

    def __init__(self, path: Path, base: Path) -> None:
        self._base = base
        self._folders: dict[str, Path] = {}
        report = Report(shown_path(path, base))
        try:
            self._list(path, report)
        except OSError as problem:
            report.error("", "a folder that can be read", reason(problem))
        self.problems: tuple[Problem, ...] = tuple(report.problems)

    @property
    def conversation_ids(self) -> tuple[str, ...]:
        """The folders' names."""
        return tuple(self._folders)

    @property
    def label_files(self) -> tuple[Path, ...]:
        """Every folder's tracks and metadata that are there."""
        names = (_METADATA, *(f"speaker_{speaker}_annotation_{one}.srt" for speaker, one in TRACK_KEYS))
        paths = (folder / name for folder in self._folders.values() for name in names)
        return tuple(path for path in paths if is_file(path))

    def load(self, conversation_id: str, *, with_labels: bool) -> Loaded:
        """Read one folder."""
        folder = self._folders[conversation_id]
        report = Report(shown_path(folder, self._base))
        names = _names(folder, report)
        if names is None:
            return Loaded(None, tuple(report.problems))
        audio = self._audio(folder, names, report)
        metadata = self._metadata(folder, names, report)
        duration = None if audio is None else audio.duration_s
        tracks = self._tracks(folder, names, duration, report) if with_labels else {}
        if duration is None:
            return Loaded(None, tuple(report.problems))
        found = Conversation(conversation_id, duration, tracks, metadata)
        return Loaded(found, tuple(report.problems), audio)

    def file_of(self, conversation_id: str) -> str:
        """Return the conversation's folder."""
        return shown_path(self._folders[conversation_id], self._base)

    def duration_s(self, conversation_id: str) -> float | None:
        """Return the length of one conversation from its headers."""
        audio = self.audio(conversation_id)
        return None if audio is None else audio.duration_s

    def audio(self, conversation_id: str) -> AudioSource | None:
        """Return the sound of one conversation."""
        folder, ignored = self._folders[conversation_id], Report("")
        names = _names(folder, ignored)
        return None if names is None else self._audio(folder, names, ignored)

    def _list(self, path: Path, report: Report) -> None:
        """Note which folders are conversations, and those whose names cannot be ids."""
        names = folders_in(path)
        folders = [one for one in names if not one.startswith(".") and one != MODELS_FOLDER]
        strange = [one for one in folders if not is_utf_8(one)]
        report.errors(
            "", UTF_8_TEXT, [Finding("", f"{UTF_8_TEXT} as a name", quoted(one)) for one in strange]
        )
        good = [one for one in folders if is_utf_8(one)]
        self._folders = {one: path / one for one in sorted(good, key=natural_order)}
        if not folders:
            has_audio = any(_files_named(path, names_in(path), stem) for stem in (*_CHANNELS, _BOTH))
            hint = "is this one conversation? name the folder above it" if has_audio else ""
            report.error("", "a folder for each conversation", "none", hint)

    def _audio(self, folder: Path, names: Collection[str], report: Report) -> AudioSource | None:
        paths = self._channel_paths(folder, names, report)
        places = [FilePlace(path, shown_path(path, self._base)) for path in paths]
        if not places:
            return None
        return build_source([(one, probe_file(one.path)) for one in places], report)

    def _channel_paths(self, folder: Path, names: Collection[str], report: Report) -> list[Path]:
        """Return one stereo file or the two speakers' files; nothing if that is not clear."""
        speakers = [_files_named(folder, names, stem) for stem in _CHANNELS]
        both = _files_named(folder, names, _BOTH)
        if not any(speakers) and len(both) == 1:
            return both
        if any(speakers) and both:
            expected = "either two speaker_N_audio files or one audio file"
            report.warning("", expected, f"both: {both[0].name} is left alone")
        if not any(speakers) and not both:
            expected = "speaker_1_audio and speaker_2_audio, or one two-channel audio file"
            report.error("", f"{expected} ({', '.join(AUDIO_ENDINGS)})", "none")
            return []
        wanted = dict(zip(_CHANNELS, speakers, strict=True)) if any(speakers) else {_BOTH: both}
        clear = [_is_single(stem, files, report) for stem, files in wanted.items()]
        return [files[0] for files in wanted.values()] if all(clear) else []

    def _metadata(self, folder: Path, names: Collection[str], report: Report) -> Metadata:
        if _METADATA not in names:
            return Metadata()
        path = folder / _METADATA
        own = Report(shown_path(path, self._base))
        document = read_json(path, own)
        found = Metadata()
        if document is not None:
            document.report_faults(own)
            found = metadata_of(document.content, "", own)
        report.problems.extend(own.problems)
        return found

    def _tracks(
        self, folder: Path, present: Collection[str], duration_s: float | None, report: Report
    ) -> dict[tuple[int, str], Track]:
        tracks: dict[tuple[int, str], Track] = {}
        names = {(n, a): f"speaker_{n}_annotation_{a}.srt" for n, a in TRACK_KEYS}
        broken = []
        for key, name in names.items():
            if name not in present:
                continue
            track = self._track(folder / name, duration_s, report)
            if track is None:
                broken.append(key)
            else:
                tracks[key] = track
        places = {key: (shown_path(folder / name, self._base), "") for key, name in names.items()}
        warn_of_gaps(tracks, places, broken, report)
        return tracks

    def _track(self, path: Path, duration_s: float | None, report: Report) -> Track | None:
        own = Report(shown_path(path, self._base))
        track = None
        try:
            cues = read_cues(read_file(path), own)
        except OSError as problem:
            own.error("", "a readable file", reason(problem))
            cues = None
        if cues is not None:
            track = build_track(placed_segments(cues), "", duration_s, own)
        report.problems.extend(own.problems)
        return track


def natural_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key under which numbers inside names count as numbers."""
    parts = re.split(r"([0-9]+)", name)
    return tuple((0, int(p), p) if p.isascii() and p.isdigit() else (1, 0, p) for p in parts if p)


def _names(folder: Path, report: Report) -> frozenset[str] | None:
    """Return the names in a conversation's folder, or note why they cannot be had."""
    try:
        return frozenset(names_in(folder))
    except OSError as problem:
        report.error("", "a folder that can be read", reason(problem))
        return None


def _files_named(folder: Path, names: Collection[str], stem: str) -> list[Path]:
    """Return what bears a name with a known ending: there, whether or not it can be opened."""
    return [folder / f"{stem}{ending}" for ending in AUDIO_ENDINGS if f"{stem}{ending}" in names]


def _is_single(stem: str, files: Sequence[Path], report: Report) -> bool:
    if len(files) == 1:
        return True
    found = ", ".join(path.name for path in files) or "none"
    report.error(stem, f"one file ({', '.join(AUDIO_ENDINGS)})", found)
    return False
