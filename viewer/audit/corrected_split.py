"""A split with corrections over it, for whatever shows a split: its numbers are not the benchmark's."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from viewer.dialogue.conversation import Conversation
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import ProtocolSettings
from viewer.gold import build_gold
from viewer.scoring import GoldPack, Scored, pack_gold, score_submission
from viewer.workspace import SplitWork

Value = TypeVar("Value")


class CorrectedSplit(SplitWork):
    """A split in which some conversations are corrected; the source stays as it is and is shared.

    Parameters
    ----------
    source
        The split as its files have it, with or without models of a session's own.
    corrected
        The conversations that differ from the source's. Only their gold is built anew.
    only
        The one conversation that it holds, for whatever shows a single one; default: all.
    """

    def __init__(
        self, source: SplitWork, corrected: Mapping[str, Conversation], *, only: str | None = None
    ) -> None:
        self.__dict__.update(vars(source))
        self.__dict__.pop("_rows", None)  # which conversations have labels may be another now
        self.source = source
        self.corrected = dict(corrected)
        conversations = {**source.conversations, **corrected}
        self.conversations = conversations if only is None else {only: conversations[only]}
        self.scorable_ids = tuple(name for name in source.scorable_ids if name in self.conversations)
        self._made: dict[Hashable, object] = {}

    def golds(self, settings: ProtocolSettings) -> dict[str, Gold]:
        """Return every gold: the source's own, and the corrected conversations'."""

        def build() -> dict[str, Gold]:
            return {
                name: build_gold(self.corrected[name], settings) if name in self.corrected else gold
                for name, gold in self.source.golds(settings).items()
                if name in self.conversations
            }

        return self._once(("golds", settings.tolerance_s, settings.min_agree), build)

    def pack(self, settings: ProtocolSettings) -> GoldPack:
        """Return the gold laid out for scoring."""
        key = ("pack", settings.tolerance_s, settings.min_agree)
        return self._once(key, lambda: pack_gold(list(self.golds(settings).items())))

    def scored(self, model_name: str, settings: ProtocolSettings) -> Scored | None:
        """Return a model's outcomes on the corrected gold; None if it has no decisions."""
        submission = self.model(model_name).submission
        if submission is None:
            return None
        key = ("scored", model_name, settings)
        return self._once(key, lambda: score_submission(self.pack(settings), submission, settings))

    def kept(self, key: Hashable, make: Callable[[], Value], *, model: str = "") -> Value:
        """Return what was made of this corrected split before; nothing is shared with the source."""
        return self._once(("kept", key, model), make)

    def _once(self, key: Hashable, make: Callable[[], Value]) -> Value:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]  # type: ignore[return-value]  # one key, one maker, one type
