"""``audit verdict``, ``audit undo`` and ``audit redo``: writing into the journal by the command line."""

from __future__ import annotations

from typing import Annotated

import typer

from viewer.commands import documents, tables
from viewer.commands.audit_documents import effect_document
from viewer.commands.auditing import Db, open_desk
from viewer.commands.options import AsJson, Data, Owner, SplitName
from viewer.corrections import Choice, own_segment
from viewer.errors import SettingsError
from viewer.journal import Entry
from viewer.loaders.problems import plain

By = Annotated[str, typer.Option("--by", help="Your name; it is not verified here.")]


def verdict(
    dialogue: Annotated[str, typer.Argument(help="The conversation's id.")],
    speaker: Annotated[int, typer.Argument(min=1, max=2, help="1 or 2.")],
    start: Annotated[float, typer.Argument(help="Start of the span, seconds.")],
    end: Annotated[float, typer.Argument(help="End of the span, seconds.")],
    choice: Annotated[Choice, typer.Argument(help="Who is right.")],
    by: By,
    label: Annotated[str, typer.Option("--label", help="Of your own segment; none: nothing is there.")] = "",
    own_start: Annotated[
        float | None, typer.Option("--from", help="Its start; the span's by default.")
    ] = None,
    own_end: Annotated[float | None, typer.Option("--to", help="Its end; the span's by default.")] = None,
    comment: Annotated[str, typer.Option("--comment", help="Why.")] = "",
    item: Annotated[str, typer.Option("--item", help="Id of the question that it answers.")] = "",
    is_trial: Annotated[bool, typer.Option("--try", help="Tell what it would move; write nothing.")] = False,
    data: Data = None,
    split: SplitName = None,
    db: Db = None,
    owner: Owner = False,
    as_json: AsJson = False,
) -> None:
    """Decide about a span of a speaker, and tell what it moves."""
    if choice is not Choice.OWN and (label or own_start is not None or own_end is not None):
        raise typer.BadParameter("goes with the choice own alone", param_hint="--label, --from, --to")
    with open_desk(data, split, None, db, owner=owner) as desk:
        own = []
        if label:
            times = (start if own_start is None else own_start, end if own_end is None else own_end)
            own.append(own_segment(desk.work.conversation(dialogue), speaker, label, *times))
        draft = desk.draft(
            dialogue, speaker, start, end, choice, reviewer=by, own=own, comment=comment, item=item
        )
        effect = desk.effect(with_draft=draft)
        written = None if is_trial else desk.record(draft)
    if as_json:
        document = {"id": None if written is None else written.id, **effect_document(effect)}
        print(documents.as_text(documents.stamped(document, desk.settings)))
        return
    for one in effect.changes.get(dialogue, ()):
        sign = "+" if one.is_gained else "−"
        place = f"{one.start_s:.3f}" if one.start_s == one.end_s else f"{one.start_s:.3f} to {one.end_s:.3f}"
        tables.note(f"{sign} {one.task.upper()} {one.part}, speaker {one.speaker}, {place} s")
    tables.note("nothing written" if written is None else f"written: {written.id}")


def undo(by: By, data: Data = None, split: SplitName = None, db: Db = None, owner: Owner = False) -> None:
    """Undo your last verdict on the split that stands."""
    with open_desk(data, split, None, db, owner=owner) as desk:
        _tell("undone", desk.undo(by), by)


def redo(by: By, data: Data = None, split: SplitName = None, db: Db = None, owner: Owner = False) -> None:
    """Redo what you undid last."""
    with open_desk(data, split, None, db, owner=owner) as desk:
        _tell("redone", desk.redo(by), by)


def _tell(what: str, entry: Entry | None, by: str) -> None:
    if entry is None:
        raise SettingsError(f"expected a verdict by {plain(by)} that can be {what}, found none")
    tables.note(f"{what}: {entry.target}")
