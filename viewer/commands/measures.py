"""``agreement`` and ``dynamics``."""

from __future__ import annotations

import dataclasses

from viewer.commands import documents, tables
from viewer.commands.options import AsJson, Data, Owner, SplitName, labelled_split
from viewer.corpus import Dynamics, dynamics_by_type
from viewer.corpus import agreement as measure_agreement
from viewer.corpus import dynamics as measure_dynamics


def agreement(
    data: Data = None, split: SplitName = None, owner: Owner = False, as_json: AsJson = False
) -> None:
    """Measure how far the three annotators agree."""
    work = labelled_split(data, split, owner=owner)
    found = measure_agreement(list(work.conversations.values()))
    if as_json:
        print(documents.as_text(documents.stamped(dataclasses.asdict(found))))
        return
    rows = [["Fleiss' kappa, all three", tables.number(found.fleiss_kappa)]]
    rows += [[f"Cohen's kappa {pair}", tables.number(value)] for pair, value in found.cohen_kappa.items()]
    rows += [[f"boundary F1 {pair}", tables.number(value)] for pair, value in found.boundary_f1_mean.items()]
    tables.print_rows(f"{work.name}: {found.frames} frames of 0.1 s", ("measure", "value"), rows)


def dynamics(
    data: Data = None, split: SplitName = None, owner: Owner = False, as_json: AsJson = False
) -> None:
    """Measure the dynamics of every conversation and conversation type."""
    work = labelled_split(data, split, owner=owner)
    found = {name: measure_dynamics(one) for name, one in work.conversations.items()}
    by_type = dynamics_by_type(work.conversations.values())
    if as_json:
        document = {
            "conversations": {name: dataclasses.asdict(one) for name, one in found.items()},
            "by_type": {name: dataclasses.asdict(one) for name, one in by_type.items()},
        }
        print(documents.as_text(documents.stamped(document)))
        return
    rows = [
        [
            field.name.replace("_", " "),
            *(tables.number(getattr(one, field.name), 2) for one in by_type.values()),
        ]
        for field in dataclasses.fields(Dynamics)
    ]
    header = ("mean over dialogues", *(name.split("/")[0] for name in by_type))
    tables.print_rows(f"{work.name}: dynamics", header, rows)
