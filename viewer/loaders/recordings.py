"""A recording of one's own: one stereo file, or two mono files, as a corpus of one conversation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from viewer.dialogue.conversation import Conversation, Metadata
from viewer.errors import MissingFileError, Problem, SettingsError
from viewer.loaders.audio import AudioSource, build_source
from viewer.loaders.audio_headers import probe_file
from viewer.loaders.audio_places import FilePlace
from viewer.loaders.files import is_file
from viewer.loaders.folders import AUDIO_ENDINGS
from viewer.loaders.problems import Report, plain
from viewer.loaders.sources import Loaded

_MOST_FILES = 2


def is_recording(path: Path) -> bool:
    """Return whether a path names an audio file by its ending."""
    return path.suffix.lower() in AUDIO_ENDINGS


class RecordingSource:
    """One conversation, named after its files: ``call`` for ``call.wav``, ``a+b`` for two.

    Parameters
    ----------
    paths
        One file with two channels (speaker 1 left), or the files of speaker 1 and speaker 2.

    Raises
    ------
    SettingsError
        There are more than two files, or one is no audio file by its ending.
    MissingFileError
        A file is not there.
    """

    problems: tuple[Problem, ...] = ()

    def __init__(self, paths: Sequence[Path]) -> None:
        if not 1 <= len(paths) <= _MOST_FILES or not all(map(is_recording, paths)):
            found = ", ".join(path.name for path in paths)
            raise SettingsError(
                "data: expected one stereo file, or the mono files of speaker 1 and speaker 2 "
                f"({', '.join(AUDIO_ENDINGS)}), found {found}"
            )
        for path in paths:
            if not is_file(path):
                raise MissingFileError(f"{path}: expected an audio file, found nothing there")
        self._paths = tuple(paths)
        self._name = plain("+".join(path.stem for path in paths))

    @property
    def conversation_ids(self) -> tuple[str, ...]:
        """The one name."""
        return (self._name,)

    @property
    def label_files(self) -> tuple[Path, ...]:
        """None: a recording of one's own has no labels."""
        return ()

    def file_of(self, conversation_id: str) -> str:
        """Return the recording's file, or the first of the two."""
        del conversation_id
        return plain(self._paths[0].name)

    def load(self, conversation_id: str, *, with_labels: bool) -> Loaded:
        """Read the headers; there are no labels."""
        del with_labels
        report = Report(self._name)
        audio = self._audio(report)
        if audio is None:
            return Loaded(None, tuple(report.problems))
        metadata = Metadata(title=conversation_id)
        return Loaded(
            Conversation(conversation_id, audio.duration_s, {}, metadata), tuple(report.problems), audio
        )

    def duration_s(self, conversation_id: str) -> float | None:
        """Return the length from the headers."""
        audio = self.audio(conversation_id)
        return None if audio is None else audio.duration_s

    def audio(self, conversation_id: str) -> AudioSource | None:
        """Return the sound."""
        del conversation_id
        return self._audio(Report(""))

    def _audio(self, report: Report) -> AudioSource | None:
        places = [FilePlace(path, plain(path.name)) for path in self._paths]
        return build_source([(one, probe_file(one.path)) for one in places], report)
