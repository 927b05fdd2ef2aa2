"""Labels of the sealed corpus spoiled in the ways in which annotation files break."""

from __future__ import annotations

from pathlib import Path

from tests.hidden.sealed_corpus import SECRET, SPLIT

FAULTS = ("reversed", "no SRT", "cut off", "no text", "a folder", "gone")
QUOTABLE = ("12.345", "00:00:09", "9.123", "1.456", "speaker_1_annotation")
"""What an error might quote of them."""


def spoil(corpus: Path, fault: str, *, dialogue: str = "talk-04") -> None:
    """Spoil the labels of one speaker of one dialogue."""
    track = corpus / SPLIT / dialogue / "speaker_1_annotation_b.srt"
    text = track.read_text(encoding="utf-8")
    if fault == "reversed":
        track.write_text(f"1\n00:00:09,123 --> 00:00:01,456\n[{SECRET}] {SECRET}\n", encoding="utf-8")
    elif fault == "no SRT":
        track.write_text(f"{SECRET} 12.345\n" * 40, encoding="utf-8")
    elif fault == "cut off":
        track.write_text(text[: len(text) // 2], encoding="utf-8")
    elif fault == "no text":
        track.write_bytes(b"\xff\xfe\x00" + SECRET.encode() * 9)
    elif fault == "a folder":
        track.unlink()
        track.mkdir()
    else:
        track.unlink()
