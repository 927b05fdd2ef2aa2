"""A model's decisions as the benchmark's submission format: what is seen, as a file to take away."""

from __future__ import annotations

from viewer.dialogue.conversation import SPEAKERS
from viewer.errors import UnknownNameError
from viewer.view_models.json_text import JsonText, as_text
from viewer.view_models.place import Place
from viewer.workspace import SplitWork


def predictions_text(work: SplitWork, place: Place) -> JsonText:
    """Return the active model's decisions on the whole split as ``predictions.json``.

    Raises
    ------
    HiddenLabelsError
        If the split's labels are hidden: no threshold is moved there.
    UnknownNameError
        If there is no such model, or nothing of it can be read.
    """
    work.require_labels()
    submission = work.model(place.model).submission
    if submission is None:
        raise UnknownNameError(f"model {place.model}: expected decisions, found none that can be read")
    rows = [
        {
            "conversation_id": name,
            **{
                f"speaker_{speaker}": {
                    "eot": submission.decisions(name, speaker).eot.tolist(),
                    "interruption": submission.decisions(name, speaker).interruption.tolist(),
                }
                for speaker in SPEAKERS
            },
        }
        for name in work.split.conversation_ids
    ]
    return as_text({"schema_version": 1, "predictions": rows})
