"""What the sweep page says at a place: its curves when they are there, else why not and how they would be."""

from __future__ import annotations

from typing import Any

from viewer.dialogue.protocol import TASKS
from viewer.view_models.model_sweep import ModelSweep, swept_tasks
from viewer.view_models.place import Place
from viewer.view_models.shared_job import SharedJob
from viewer.view_models.sweep_rows import curves
from viewer.workspace import SplitWork

Row = dict[str, Any]
NO_PROBABILITIES = (
    "{title} has no {task} probabilities on {split}, so there is no threshold to move. "
    "Name their file in the manifest, under the model: "
    "probabilities: {{{split}: {{{key}: probs-{key}.json}}}}."
)
HIDDEN = "The labels of this split are hidden: sweeps are off. Explore shows decisions and probabilities."
NO_MODEL = "Add a model with probabilities to move its threshold."
LOADING = "Reading the probabilities and sweeping every threshold: {share:.0%}."


def why_no_sweep(work: SplitWork, place: Place) -> str:
    """Return why there is nothing to sweep at a place; empty if there is."""
    if work.is_hidden:
        return HIDDEN
    model = work.models.get(place.model)
    if model is None:
        return NO_MODEL
    if place.task not in swept_tasks(work, place.model):
        return NO_PROBABILITIES.format(
            title=model.title, task=place.task.upper(), split=work.name, key=place.task
        )
    return ""


def model_rows(work: SplitWork, place: Place) -> list[Row]:
    """Return the split's models, and the tasks of which each has probabilities."""
    return [
        {
            "name": name,
            "title": model.title,
            "is_active": name == place.model,
            "tasks": [str(task) for task in TASKS if task in swept_tasks(work, name)],
        }
        for name, model in work.models.items()
    ]


def sweep_page(work: SplitWork, place: Place, job: SharedJob[ModelSweep] | None, saved: float | None) -> Row:
    """Return the text of the page.

    Parameters
    ----------
    work, place
        What is shown.
    job
        The sweep, None where there is nothing to sweep.
    saved
        The threshold that the others are compared with.
    """
    model = work.models.get(place.model)
    head = {
        "split": work.name,
        "model": place.model,
        "title": model.title if model else "",
        "task": str(place.task),
        "models": model_rows(work, place),
        "is_benchmark": place.settings.is_benchmark,
        "message": why_no_sweep(work, place),
        "is_loading": False,
        "sweep": None,
    }
    if job is None:
        return head
    if job.problem:
        return head | {"message": job.problem}
    if job.result is None:
        return head | {"message": LOADING.format(share=job.share), "is_loading": True}
    row = None if saved is None else job.result.row_of(saved)
    dialogues = sum(work.row(name) is not None for name in work.scorable_ids)
    return head | {"sweep": curves(job.result, task=place.task, saved=row, dialogues=dialogues)}
