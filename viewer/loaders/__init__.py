"""FILES IN: the only room, with `media`, that opens what a corpus holds."""

from viewer.loaders.audio import AudioSource
from viewer.loaders.conversation_json import format_conversations
from viewer.loaders.corpus import Corpus, Split
from viewer.loaders.models import Model
from viewer.loaders.opening import open_corpus
from viewer.loaders.probabilities import load_probabilities
from viewer.loaders.problems import has_errors
from viewer.loaders.sources import Loaded
from viewer.loaders.submissions import load_submission, missing_conversations
from viewer.loaders.whole_files import write_whole

__all__ = [
    "AudioSource",
    "Corpus",
    "Loaded",
    "Model",
    "Split",
    "format_conversations",
    "has_errors",
    "load_probabilities",
    "load_submission",
    "missing_conversations",
    "open_corpus",
    "write_whole",
]
