"""The desk: a split, the journal, and what of it stands; one for each person at work.

What annotators said is always read from the source, so that "a is right" means the same whoever has decided
about the span before. Verdicts that were given on other labels than the source's present ones say nothing
here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from viewer import environment
from viewer.audit.corrected_split import CorrectedSplit
from viewer.audit.effects import Effect, Effects
from viewer.audit.folding import Fold
from viewer.audit.questions import Question
from viewer.corrections import (
    Choice,
    apply_verdicts,
    decided_segments,
    removed_segments,
    require_sound,
    source_digest,
)
from viewer.dialogue.conversation import SPEAKERS, Conversation
from viewer.dialogue.protocol import BENCHMARK, ProtocolSettings
from viewer.dialogue.segments import Segment
from viewer.errors import HiddenLabelsError, SettingsError, UnknownNameError
from viewer.journal import Channel, Draft, Entry, History, Verb, VerdictJournal
from viewer.workspace import SplitWork

NONE: frozenset[str] = frozenset()


def require_desk(work: SplitWork) -> None:
    """Refuse where there is no desk.

    Raises
    ------
    HiddenLabelsError
        If the split's labels are hidden.
    SettingsError
        If ``TURNBENCH_MODE`` is public, which is for reading only.
    """
    require_writable_mode()
    if work.is_hidden:
        raise HiddenLabelsError(
            f"split {work.name}: expected public labels, found hidden ones (they have no audit desk)"
        )


def require_writable_mode() -> None:
    """Refuse in public mode.

    Raises
    ------
    SettingsError
        If ``TURNBENCH_MODE`` is public.
    """
    mode = environment.mode()
    if mode is environment.Mode.PUBLIC:
        raise SettingsError(f"audit: expected TURNBENCH_MODE local or team, found {mode} (it is read-only)")


class Desk:
    """One split's verdicts, as far as the journal has been read.

    Parameters
    ----------
    work
        The source.
    journal
        Shared with everybody else.
    settings
        Those of gold and windows.

    Raises
    ------
    HiddenLabelsError
        If the split's labels are hidden.
    SettingsError
        If ``TURNBENCH_MODE`` is public.
    JournalError
        If the journal cannot be read.
    """

    def __init__(
        self, work: SplitWork, journal: VerdictJournal, settings: ProtocolSettings = BENCHMARK
    ) -> None:
        require_desk(work)
        self.work = work
        self.journal = journal
        self.settings = settings
        self._position = 0
        self._history = History()
        self._verdicts: dict[str, list[Entry]] = {}
        self._answers: dict[str, dict[str, Entry]] = {}
        self._asked: tuple[Question, ...] = ()
        self._asked_in: dict[str, list[Question]] = {}
        self._answered: dict[str, Entry] = {}
        self._unread: set[str] = set()
        self._sources: dict[tuple[str, int], str] = {}
        self._folds: dict[str, Fold] = {}
        self._effects: Effects | None = None
        self.refresh()

    def refresh(self) -> list[Entry]:
        """Read what has arrived in the journal since, and return what of it is about this split.

        Raises
        ------
        JournalError
            If the journal cannot be read.
        """
        arrived: list[Entry] = []
        while True:
            found = self.journal.since(self._position)
            if not found:
                break
            self._position = found[-1].sequence
            arrived += [one for one in found if one.channel.split == self.work.name]
        for one in arrived:
            self._take_in(one)
        return arrived

    def _take_in(self, entry: Entry) -> None:
        """Add an entry to what is known; a verdict that comes last is added to its dialogue's as it is."""
        self._history.add(entry)
        name = entry.channel.conversation_id
        self._unread.add(name)
        known = self._verdicts.pop(name, None)
        answers = self._answers.pop(name, None)
        if known is None or answers is None or name not in self.work.conversations:
            return
        if not self._history.stands(entry.id) or (known and known[-1].order > entry.order):
            return
        if entry.channel == self.channel(name, entry.channel.speaker):
            self._verdicts[name] = [*known, entry]
            self._answers[name] = {**answers, entry.item: entry} if entry.item else answers

    def entries(self, conversation_id: str | None = None) -> list[Entry]:
        """Return what has been read, in the journal's order; of one dialogue, or of all."""
        return self._history.entries(conversation_id)

    def channel(self, conversation_id: str, speaker: int) -> Channel:
        """Return a speaker's channel, on the source's present labels.

        Raises
        ------
        UnknownNameError
            If there is no such conversation or speaker.
        """
        if speaker not in SPEAKERS:
            raise UnknownNameError(f"{conversation_id}: expected speaker 1 or 2, found {speaker}")
        key = (conversation_id, speaker)
        if key not in self._sources:
            self._sources[key] = source_digest(self.work.conversation(conversation_id), speaker)
        return Channel(self.work.name, conversation_id, speaker, self._sources[key])

    def revision(self, channel: Channel) -> int:
        """Return the channel's revision as far as it has been read."""
        return self._history.revision(channel)

    def verdicts(self, conversation_id: str) -> list[Entry]:
        """Return the verdicts on a dialogue that stand and are about its present labels, in their order."""
        if conversation_id not in self._verdicts:
            is_here = conversation_id in self.work.conversations
            sources = {one: self.channel(conversation_id, one).source for one in SPEAKERS} if is_here else {}
            self._verdicts[conversation_id] = [
                one
                for one in self._history.standing(conversation_id)
                if sources.get(one.channel.speaker) == one.channel.source
            ]
        return self._verdicts[conversation_id]

    def all_verdicts(self) -> list[Entry]:
        """Return the verdicts on every dialogue that stand, in the journal's order."""
        found = [one for name in self._history.conversation_ids for one in self.verdicts(name)]
        return sorted(found, key=lambda one: one.order)

    def stale_verdicts(self) -> list[Entry]:
        """Return the verdicts that stand but were given on labels which the source no longer has."""
        present = {one.id for one in self.all_verdicts()}
        return [one for one in self._history.standing() if one.id not in present]

    def corrected(self, conversation_id: str, off: Collection[str] = NONE) -> Conversation:
        """Return a dialogue with its verdicts applied, but for those that are off (ids)."""
        on = self.verdicts(conversation_id)
        if conversation_id not in self._folds:
            self._folds[conversation_id] = Fold(self.work.conversation(conversation_id))
        if off and any(one.id in off for one in on):
            on = [one for one in on if one.id not in off]
            return apply_verdicts(self.work.conversation(conversation_id), [one.verdict for one in on])
        return self._folds[conversation_id].of(on)

    def corrected_conversations(self, off: Collection[str] = NONE) -> dict[str, Conversation]:
        """Return every dialogue that the verdicts change, but for those that are off."""
        known = self.work.conversations
        found = {name: self.corrected(name, off) for name in self._history.conversation_ids if name in known}
        return {name: one for name, one in found.items() if one is not self.work.conversations[name]}

    def corrected_work(self, off: Collection[str] = NONE) -> CorrectedSplit:
        """Return the split with its verdicts applied, for whatever shows a split."""
        return CorrectedSplit(self.work, self.corrected_conversations(off))

    def effect(self, off: Collection[str] = NONE, *, with_draft: Draft | None = None) -> Effect:
        """Return what the verdicts move, but for those that are off; with a draft, as if it were written.

        Raises
        ------
        InvalidDataError
            If the draft is a verdict that no track could hold.
        """
        corrected = self.corrected_conversations(off)
        if with_draft is not None:
            name = with_draft.channel.conversation_id
            require_sound(with_draft.verdict, self.work.conversation(name))
            corrected[name] = apply_verdicts(self.corrected(name, off), [with_draft.verdict])
        if self._effects is None:
            self._effects = Effects(self.work, self.settings)
        return self._effects.of(corrected)

    def draft(
        self,
        conversation_id: str,
        speaker: int,
        start_s: float,
        end_s: float,
        choice: Choice,
        *,
        reviewer: str,
        is_verified: bool = False,
        own: Sequence[Segment] = (),
        comment: str = "",
        item: str = "",
    ) -> Draft:
        """Return a verdict that could be written: what it writes, what it takes out, on which labels.

        Parameters
        ----------
        conversation_id, speaker, start_s, end_s, choice
            What is decided about which span.
        reviewer, is_verified
            Who, and whether the name comes from a login.
        own
            The reviewer's own segments, for that choice.
        comment
            Why.
        item
            The id of the question that it answers.

        Raises
        ------
        UnknownNameError
            If there is no such conversation or speaker.
        InvalidDataError
            If no track could hold it.
        """
        channel = self.channel(conversation_id, speaker)
        source = self.work.conversation(conversation_id)
        gold = self.work.golds(self.settings).get(conversation_id)
        segments = tuple(own)
        if choice is not Choice.OWN and gold is not None:
            segments = decided_segments(source, gold, speaker, start_s, end_s, choice)
        found = Draft(
            channel,
            Verb.VERDICT,
            reviewer,
            is_verified=is_verified,
            source_file=self.work.split.source.file_of(conversation_id),
            start_s=start_s,
            end_s=end_s,
            choice=choice,
            segments=segments,
            comment=comment,
            item=item,
        )
        require_sound(found.verdict, source)
        before = removed_segments(self.corrected(conversation_id), found.verdict)
        return replace(found, before=before)

    def record(self, draft: Draft, *, expected_revision: int | None = None) -> Entry:
        """Write a draft down; when this returns, it lies on the disk.

        Parameters
        ----------
        draft
            From `draft`.
        expected_revision
            The revision that it is based on; default: the one that was read last.

        Raises
        ------
        ConflictError
            If somebody else has written about the same speaker since.
        JournalError
            If the journal cannot be written.
        """
        based_on = self.revision(draft.channel) if expected_revision is None else expected_revision
        written = self.journal.append(draft, expected_revision=based_on)
        self.refresh()
        return written

    def undo(self, reviewer: str, *, is_verified: bool = False) -> Entry | None:
        """Undo a reviewer's last verdict that stands; None if there is none. Raises as `record`."""
        return self._reverse(Verb.UNDO, self._history.next_undo(reviewer), reviewer, is_verified)

    def redo(self, reviewer: str, *, is_verified: bool = False) -> Entry | None:
        """Redo what a reviewer undid last; None if there is nothing. Raises as `record`."""
        return self._reverse(Verb.REDO, self._history.next_redo(reviewer), reviewer, is_verified)

    def answers(self, found: Iterable[Question]) -> Mapping[str, Entry]:
        """Return the last standing verdict that answers each question, under `answer_key`.

        Of the same tuple asked again only the dialogues in which something was written are looked at.
        """
        if found is not self._asked or not isinstance(found, tuple):
            self._asked, self._asked_in, self._answered = tuple(found), {}, {}
            for one in self._asked:
                self._asked_in.setdefault(one.conversation_id, []).append(one)
            self._unread = set(self._asked_in)
        for name in self._unread & self._asked_in.keys():
            answers = self._answers_in(name)
            for one in self._asked_in[name]:
                key = answer_key(name, one.id)
                if one.id in answers:
                    self._answered[key] = answers[one.id]
                else:
                    self._answered.pop(key, None)
        self._unread.clear()
        return dict(self._answered)

    def _answers_in(self, conversation_id: str) -> Mapping[str, Entry]:
        if conversation_id not in self._answers:
            own = self.verdicts(conversation_id)
            self._answers[conversation_id] = {one.item: one for one in own if one.item}
        return self._answers[conversation_id]

    def _reverse(self, verb: Verb, target: Entry | None, reviewer: str, is_verified: bool) -> Entry | None:
        if target is None:
            return None
        draft = Draft(
            target.channel,
            verb,
            reviewer,
            is_verified=is_verified,
            source_file=target.source_file,
            target=target.id,
        )
        return self.record(draft)


def answer_key(conversation_id: str, question_id: str) -> str:
    """Return the key under which `Desk.answers` keeps the answer to a question."""
    return f"{conversation_id}\n{question_id}"
