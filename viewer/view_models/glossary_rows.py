"""The glossary as the page shows it: every entry, its role for either task, and its example."""

from __future__ import annotations

from typing import Any

from viewer.view_models.example_rows import example_row
from viewer.view_models.examples import examples_of, open_split
from viewer.view_models.glossary import SECTIONS, TERMS, Term
from viewer.view_models.glossary_labels import LABEL_ROWS, ROLES
from viewer.workspace import SplitWork, Workspace

_ROLES = {row.id: list(ROLES[row.label_class]) for row in LABEL_ROWS}


def glossary(workspace: Workspace, split: str) -> dict[str, Any]:
    """Return every entry with an example of the open corpus, from this split if its labels are public."""
    work = workspace.split(split)
    source = open_split(workspace, work)
    found = examples_of(source)
    examples = {term: example_row(source, example) for term, example in found.items()}
    return {
        "split": split,
        "note": _note(work, source),
        "sections": [
            {"name": name, "terms": [_row(term, examples) for term in TERMS.values() if term.section == name]}
            for name in SECTIONS
        ],
    }


def _row(term: Term, examples: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": term.id,
        "name": term.name,
        "short": term.short,
        "text": term.text,
        "source": f"Protocol, section{'s' if len(term.source) > 1 else ''} {term.source}",
        "roles": _ROLES.get(term.id, []),
        "related": list(term.related),
        "is_heard": term.is_heard,
        "example": examples.get(term.id),
    }


def _note(work: SplitWork, source: SplitWork) -> str:
    """Say where examples come from if not from the open split."""
    if source is not work:
        return f"The labels of {work.name} are hidden: the examples are from {source.name}."
    return "The labels of this corpus are hidden: there are no examples to hear." if work.is_hidden else ""
