"""``audit``: the desk by the command line; its queues, its journal, and corrected corpora."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from viewer.audit import (
    PAIRS,
    SPOT_CHECKS,
    Desk,
    Kind,
    Moved,
    Question,
    Queue,
    answer_key,
    narrowed,
    questions,
    require_writable_mode,
    spot_checks,
)
from viewer.commands import documents, tables
from viewer.commands.audit_documents import queue_document, stats_document
from viewer.commands.options import AsJson, Data, Models, Owner, SplitName, open_from, require_scorable
from viewer.commands.writing import require_places, write_file
from viewer.dialogue.protocol import TASKS, Task
from viewer.errors import HiddenLabelsError, UnknownNameError
from viewer.exports.corpus_folders import write_folders
from viewer.exports.corpus_items import ExportedConversation
from viewer.exports.corpus_parquet import write_parquet
from viewer.exports.journal_csv import journal_csv
from viewer.journal import (
    VerdictJournal,
    back_up,
    format_lines,
    load_lines,
    open_database,
)
from viewer.journal import restore as restore_journal
from viewer.loaders import format_conversations
from viewer.loaders.problems import plain, quoted
from viewer.scoring import Score
from viewer.workspace import SplitWork, Workspace

Db = Annotated[
    str | None,
    typer.Option("--db", help="The journal: a path or a database URL; TURNBENCH_DB by default."),
]
Off = Annotated[list[str] | None, typer.Option("--off", help="Id of a verdict to leave out. Repeatable.")]
Dialogue = Annotated[str, typer.Option("--dialogue", help="Only this conversation.")]
Without = Annotated[
    list[str] | None, typer.Option("--without", help="Model that has no say in the queues. Repeatable.")
]
SHOWN = 40
NO_MOVE = Moved(Score(), Score())
_CENTRE_DECIMALS = 2

application = typer.Typer(
    help="The audit desk: queues of questions, the journal of verdicts, corrected corpora.",
    no_args_is_help=True,
)


class Form(StrEnum):
    """What is exported."""

    FOLDERS = "folders"
    PARQUET = "parquet"
    JSON = "json"
    JOURNAL = "journal"
    JOURNAL_CSV = "journal-csv"


@contextmanager
def open_journal(db: str | None) -> Iterator[VerdictJournal]:
    """Open the journal until the block ends; never in public mode."""
    require_writable_mode()
    database = open_database(db)
    try:
        yield VerdictJournal(database)
    finally:
        database.close()


def open_labels(data: Path | None, split: str | None, models: list[str] | None, *, owner: bool) -> SplitWork:
    """Open a split whose labels the desk may show; never in public mode."""
    require_writable_mode()
    return require_scorable(open_from(data, split, models, owner=owner), split)


@contextmanager
def open_desk(
    data: Path | None, split: str | None, models: list[str] | None, db: str | None, *, owner: bool
) -> Iterator[Desk]:
    """Open a split and its journal until the block ends."""
    work = open_labels(data, split, models, owner=owner)
    with open_journal(db) as journal:
        yield Desk(work, journal)


@application.command()
def queue(
    data: Data = None,
    split: SplitName = None,
    model: Models = None,
    without: Without = None,
    db: Db = None,
    queue: Annotated[Queue | None, typer.Option("--queue", help="Only this queue.")] = None,
    kind: Annotated[Kind | None, typer.Option("--kind", help="Only questions of this kind.")] = None,
    pair: Annotated[str, typer.Option("--pair", help="Only these annotators: ab, ac or bc.")] = "",
    dialogue: Dialogue = "",
    task: Annotated[Task | None, typer.Option("--task", help="Only about events of this task.")] = None,
    is_open: Annotated[bool, typer.Option("--open", help="Only what nobody has answered.")] = False,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the spot checks.")] = 0,
    count: Annotated[int, typer.Option("--count", min=1, help="How many spot checks.")] = SPOT_CHECKS,
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many rows the table has.")] = SHOWN,
    owner: Owner = False,
    as_json: AsJson = False,
) -> None:
    """List the questions of a split, the one that could move scores furthest first."""
    if pair and pair not in PAIRS:
        raise typer.BadParameter(f"expected ab, ac or bc, found {pair!r}", param_hint="--pair")
    with open_desk(data, split, model, db, owner=owner) as desk:
        if dialogue:
            desk.work.conversation(dialogue)
        for name in without or ():
            desk.work.model(name)
        is_drawn = queue is Queue.SPOT
        drawn = spot_checks(desk.work, desk.settings, seed=seed, count=count) if is_drawn else ()
        asked = drawn or questions(desk.work, desk.settings, without=without or ())
        found = narrowed(asked, queue=queue, kind=kind, pair=pair, conversation_id=dialogue, task=task)
        answers = desk.answers(asked)
        if is_open:
            found = [one for one in found if answer_key(one.conversation_id, one.id) not in answers]
        document = queue_document(desk, asked, found)
    if as_json:
        print(documents.as_text(documents.stamped(document, desk.settings)))
        return
    rows = [_row(one) for one in found[:limit]]
    header = ("conversation", "speaker", "from s", "to s", "queue", "kind", "a", "b", "c", "moves ‰")
    tables.print_rows(f"{desk.work.name}: {len(found)} of {len(asked)} questions", header, rows)


def _row(one: Question) -> list[str]:
    times = [f"{time:.{_CENTRE_DECIMALS}f}" for time in (one.start_s, one.end_s)]
    heard = [plain(text) or tables.DASH for text in one.heard]
    place = [plain(one.conversation_id), str(one.speaker), *times]
    return [*place, str(one.queue), str(one.kind), *heard, f"{one.moves * 1000:.2f}"]


@application.command()
def export(
    out: Annotated[Path, typer.Argument(help="Folder (folders, parquet) or file to write.")],
    form: Annotated[Form, typer.Option("--format", help="What to write.")] = Form.FOLDERS,
    data: Data = None,
    split: SplitName = None,
    db: Db = None,
    off: Off = None,
    owner: Owner = False,
) -> None:
    """Write the corrected split, or the journal of it."""
    if form not in (Form.FOLDERS, Form.PARQUET):  # these make a folder, with those above it
        require_places(out)
    with open_desk(data, split, None, db, owner=owner) as desk:
        left_out = _known(desk, off)
        if form in (Form.JOURNAL, Form.JOURNAL_CSV):
            entries = desk.entries()
            text = format_lines(entries) if form is Form.JOURNAL else journal_csv(entries)
            write_file(out, text)
            tables.note(f"{plain(str(out))}: {len(entries)} entries")
            return
        corrected = desk.corrected_conversations(left_out)
        items = [
            ExportedConversation(corrected.get(name, source), desk.work.audio(name))
            for name, source in desk.work.conversations.items()
        ]
        if form is Form.FOLDERS:
            write_folders(out, items)
            if any(one.audio is None for one in items):
                tables.note("without sound: a folder opens here only once its sound lies beside the labels")
        elif form is Form.PARQUET:
            write_parquet(out, desk.work.name, items)
        else:
            write_file(out, format_conversations([one.conversation for one in items]))
        tables.note(f"{plain(str(out))}: {len(items)} conversations, {len(corrected)} of them corrected")


def _known(desk: Desk, off: list[str] | None) -> frozenset[str]:
    standing = {one.id for one in desk.all_verdicts()}
    for name in off or ():
        if name not in standing:
            raise UnknownNameError(f"--off: expected the id of a verdict that stands, found {quoted(name)}")
    return frozenset(off or ())


@application.command("import")
def import_journal(
    file: Annotated[Path, typer.Argument(help="A journal as JSON Lines, from another machine.")],
    data: Data = None,
    db: Db = None,
    owner: Owner = False,
) -> None:
    """Merge a journal; what stands here already is passed over."""
    require_writable_mode()
    entries = load_lines(file)
    _require_open(open_from(data, None, None, owner=owner), {one.channel.split for one in entries})
    with open_journal(db) as journal:
        added, known = journal.merge(entries)
    tables.note(f"{added} entries added, {known} known already")


def _require_open(workspace: Workspace, splits: set[str]) -> None:
    """Refuse verdicts on labels that are hidden: they would tell of them."""
    for name in sorted(splits & set(workspace.split_names)):
        if workspace.corpus.split(name).is_hidden:
            raise HiddenLabelsError(
                f"split {plain(name)}: expected public labels, found hidden ones (they have no audit desk)"
            )


@application.command()
def stats(
    data: Data = None,
    split: SplitName = None,
    model: Models = None,
    db: Db = None,
    off: Off = None,
    owner: Owner = False,
    as_json: AsJson = False,
) -> None:
    """Tell what was decided, by whom, how far they agree, and what it moves."""
    with open_desk(data, split, model, db, owner=owner) as desk:
        effect = desk.effect(_known(desk, off))
        document = stats_document(desk, questions(desk.work, desk.settings), effect)
    if as_json:
        print(documents.as_text(documents.stamped(document, desk.settings)))
        return
    verdicts = document["verdicts"]
    tables.note(
        f"{verdicts['given']} verdicts given, {verdicts['standing']} stand, "
        f"{verdicts['on_other_labels']} on other labels"
    )
    tables.print_rows("Reviewers", ("name", "verdicts", "answers"), [
        [plain(name), str(one["verdicts"]), str(sum(one["answered"].values()))]
        for name, one in document["reviewers"].items()
    ])  # fmt: skip
    tables.print_rows("Agreement", ("pair", "Cohen's kappa", "boundary F1", "frames"), [
        [
            plain(" / ".join(pair["reviewers"])),
            tables.number(pair["cohen_kappa"]),
            tables.number(pair["boundary_f1_mean"]),
            str(pair["frames"]),
        ]
        for pair in document["agreement"]["pairs"]
    ])  # fmt: skip
    scores = {
        f"{name}, {words}": {task: getattr(moved.get(task, NO_MOVE), when) for task in TASKS}
        for name, moved in effect.split.items()
        for when, words in (("before", "benchmark's"), ("after", "corrected"))
    }
    tables.print_scores(desk.work.name, scores)


@application.command()
def backup(file: Annotated[Path, typer.Argument(help="The file to write.")], db: Db = None) -> None:
    """Copy the whole journal, while others may write to it."""
    with open_journal(db) as journal:
        count = back_up(journal, file)
    tables.note(f"{plain(str(file))}: {count} entries")


@application.command()
def restore(file: Annotated[Path, typer.Argument(help="What backup wrote.")], db: Db = None) -> None:
    """Fill an empty journal from a backup."""
    with open_journal(db) as journal:
        count = restore_journal(journal, file)
    tables.note(f"{count} entries restored")
