"""Where the demo corpus and its sources lie in the repository."""

from __future__ import annotations

from pathlib import Path

SOURCES = Path(__file__).resolve().parent
DIALOGUES = SOURCES / "dialogues"
TRUTHS = SOURCES / "truth"
SPLITS = ("dev", "test")
CORPUS = SOURCES.parents[1] / "assets" / "demo"


def conversation_folder(corpus: Path, split: str, conversation_id: str) -> Path:
    """Return the folder of one dialogue."""
    return corpus / split / conversation_id
