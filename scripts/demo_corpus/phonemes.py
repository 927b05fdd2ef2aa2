"""Words to phonemes: a lexicon, the regular English endings and a few function words.

A word that none of them knows is an error that names it: its pronunciation belongs into the
dialogue's ``pronounce`` table, so that the result does not depend on a machine's other software.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from viewer.errors import SettingsError

_TOKEN = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*|[.,!?;:…—]")
_PUNCTUATION = frozenset(".,!?;:…—")
_VOICELESS = frozenset("ptkfθ")
_SIBILANT = frozenset("szʃʒʧʤ")
_UNSTRESSED = {"a": "ɐ", "an": "ɐn", "i": "ˌI", "and": "ænd", "of": "ʌv", "for": "fɔɹ"}


@dataclass(frozen=True, kw_only=True)
class Pronouncer:
    """Turns text into the voice model's phoneme string.

    Parameters
    ----------
    lexicon
        Pronunciation by word, as the weights folder has it.
    special
        Pronunciations that win over everything else, by lower-case word.
    """

    lexicon: Mapping[str, str]
    special: Mapping[str, str] = field(default_factory=dict)

    def phonemes(self, text: str) -> str:
        """Return the phonemes of a text, its punctuation kept for the melody."""
        tokens = _TOKEN.findall(text)
        spoken = ""
        for position, token in enumerate(tokens):
            if token in _PUNCTUATION:
                spoken += token
                continue
            following = tokens[position + 1] if position + 1 < len(tokens) else ""
            spoken += " " + self._word(token, following)
        return spoken.strip()

    def _word(self, word: str, following: str) -> str:
        lower = word.lower().replace("’", "'")
        if lower in self.special:
            return self.special[lower]
        if lower in ("the", "to"):
            before_vowel = following[:1].lower() in set("aeiou")
            return {"the": ("ðə", "ði"), "to": ("tə", "tʊ")}[lower][before_vowel]
        if lower in _UNSTRESSED:
            return _UNSTRESSED[lower]
        found = self._known(word) or self._known(lower) or self._inflected(lower)
        if found is None:
            found = self._hyphenated(lower)
        return found

    def _hyphenated(self, word: str) -> str:
        parts = word.split("-")
        if len(parts) == 1:
            raise SettingsError(
                f"{word!r}: expected a word of the lexicon, found none "
                "(add it to the dialogue's pronounce table)"
            )
        return " ".join(self._word(part, "") for part in parts)

    def _known(self, word: str) -> str | None:
        return self.special.get(word) or self.lexicon.get(word)

    def _inflected(self, word: str) -> str | None:
        """Return the pronunciation of a regular plural, possessive, past or -ing form."""
        for ending, stems in _stems(word):
            for stem in stems:
                known = self._known(stem)
                if known is not None:
                    return known + _ending_phonemes(ending, known)
        return None


def _stems(word: str) -> list[tuple[str, tuple[str, ...]]]:
    found: list[tuple[str, tuple[str, ...]]] = []
    if word.endswith("'s"):
        found.append(("s", (word[:-2],)))
    if word.endswith("s"):
        found.append(("s", (word[:-1], word[:-2], word[:-3] + "y")))
    if word.endswith("ed"):
        found.append(("d", (word[:-1], word[:-2], word[:-3], word[:-3] + "y")))
    if word.endswith("ing"):
        found.append(("ing", (word[:-3], word[:-3] + "e", word[:-4])))
    return found


def _ending_phonemes(ending: str, stem: str) -> str:
    last = stem[-1]
    if ending == "ing":
        return "ɪŋ"
    if ending == "s":
        return "ᵻz" if last in _SIBILANT else "s" if last in _VOICELESS else "z"
    if last in "td":
        return "ᵻd"
    return "t" if last in _VOICELESS or last in _SIBILANT - set("zʒʤ") else "d"
