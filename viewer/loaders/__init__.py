"""FILES IN: the only room, with `media`, that opens what a corpus holds."""

from viewer.loaders.audio import AudioSource
from viewer.loaders.conversation_json import format_conversations
from viewer.loaders.corpus import Corpus, Split
from viewer.loaders.file_stamps import FileStamp, facts_now, stamp_after
from viewer.loaders.fingerprints import (
    FileDigest,
    decisions_digest,
    digest_of_all,
    label_digests,
    model_digest,
)
from viewer.loaders.model_texts import format_probabilities, format_submission
from viewer.loaders.models import Model
from viewer.loaders.opening import open_corpus, open_recording
from viewer.loaders.probabilities import load_probabilities
from viewer.loaders.problems import has_errors
from viewer.loaders.run_cache import load_run, save_run
from viewer.loaders.sources import Loaded
from viewer.loaders.submissions import load_submission, missing_conversations
from viewer.loaders.whole_files import require_replaceable, write_whole

__all__ = [
    "AudioSource",
    "Corpus",
    "FileDigest",
    "FileStamp",
    "Loaded",
    "Model",
    "Split",
    "decisions_digest",
    "digest_of_all",
    "facts_now",
    "format_conversations",
    "format_probabilities",
    "format_submission",
    "has_errors",
    "label_digests",
    "load_probabilities",
    "load_run",
    "load_submission",
    "missing_conversations",
    "model_digest",
    "open_corpus",
    "open_recording",
    "require_replaceable",
    "save_run",
    "stamp_after",
    "write_whole",
]
