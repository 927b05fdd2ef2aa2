"""Where a user is: everything that a link can hold, and its form in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from viewer.dialogue.protocol import BENCHMARK, ProtocolSettings, Task
from viewer.errors import SettingsError
from viewer.view_models.page_options import PAGES, Options, option_of, read_options, unreadable_options
from viewer.view_models.pick import Pick, from_text, to_text

Value = TypeVar("Value")

SCOPES = ("dialogue", "split")
FATES = ("all", "errors", "hit", "miss", "false_alarm", "quiet")
LONGEST_VIEW_S = 1e7
"""Beyond any recording: a view out there is no place."""
PLAYLIST_TASKS = ("both", "eot", "int")


@dataclass(frozen=True)
class Place:
    """A place in the app.

    Parameters
    ----------
    split, dialogue, model
        Names; empty where none is chosen.
    task
        The active task.
    event
        Id of the selected event, or empty.
    view
        The range that a link asks to be shown, seconds, or None: as the event needs it. Where the view
        goes from there is the browser's.
    scope, list_task, fate
        What the playlist and the score card cover.
    settings
        Protocol parameters.
    page
        The page that is shown.
    pick
        The events that the playlist lists instead of its filters' ones, or None.
    options
        What is chosen on the other pages, where it is not at its default.
    """

    split: str = ""
    dialogue: str = ""
    model: str = ""
    task: Task = Task.EOT
    event: str = ""
    view: tuple[float, float] | None = None
    scope: str = "dialogue"
    list_task: str = "both"
    fate: str = "all"
    settings: ProtocolSettings = field(default=BENCHMARK)
    page: str = PAGES[0]
    pick: Pick | None = None
    options: Options = ()

    def option(self, name: str) -> str:
        """Return the value of a page's option."""
        return option_of(self.options, name)

    @property
    def consensus(self) -> tuple[float, int]:
        """The settings that gold follows from: tolerance and least agreement."""
        return self.settings.tolerance_s, self.settings.min_agree


def to_query(place: Place) -> dict[str, str]:
    """Return the address's query of a place; what is at its default is left out."""
    query = {
        "split": place.split,
        "dialogue": place.dialogue,
        "model": place.model,
        "task": str(place.task),
        "event": place.event,
        "t": "" if place.view is None else f"{place.view[0]:.3f},{place.view[1]:.3f}",
        "scope": place.scope if place.scope != SCOPES[0] else "",
        "list": place.list_task if place.list_task != PLAYLIST_TASKS[0] else "",
        "fate": place.fate if place.fate != FATES[0] else "",
        "page": place.page if place.page != PAGES[0] else "",
        "pick": "" if place.pick is None else to_text(place.pick),
        **dict(place.options),
    }
    for one in fields(ProtocolSettings):
        value = getattr(place.settings, one.name)
        query[one.name] = "" if value == getattr(BENCHMARK, one.name) else f"{value:.10g}"
    return {name: value for name, value in query.items() if value}


def from_query(query: Mapping[str, str], default: Place) -> Place:
    """Return the place that a link names; what it does not name, or names wrongly, is the default's."""
    place = replace(
        default,
        split=query.get("split", default.split),
        dialogue=query.get("dialogue", default.dialogue),
        model=query.get("model", default.model),
        task=_one_of(query.get("task"), {str(task): task for task in Task}, default.task),
        event=query.get("event", ""),
        view=_range(query.get("t", "")),
        scope=_one_of(query.get("scope"), {name: name for name in SCOPES}, default.scope),
        list_task=_one_of(query.get("list"), {name: name for name in PLAYLIST_TASKS}, default.list_task),
        fate=_one_of(query.get("fate"), {name: name for name in FATES}, default.fate),
        page=_one_of(query.get("page"), {name: name for name in PAGES}, PAGES[0]),
        pick=from_text(query.get("pick", "")),
        options=read_options(query),
    )
    return replace(place, settings=settings_from(query) or BENCHMARK)


def on_task(place: Place, task: Task) -> Place:
    """Return a place on another task; a playlist of one task goes along."""
    is_both = place.list_task == PLAYLIST_TASKS[0]
    return replace(place, task=task, list_task=place.list_task if is_both else str(task))


def unreadable(query: Mapping[str, str]) -> list[str]:
    """Return the ``name=value`` parts of a link that name something and cannot be read."""
    choices = {"task": tuple(Task), "scope": SCOPES, "list": PLAYLIST_TASKS, "fate": FATES, "page": PAGES}
    bad = {name for name, allowed in choices.items() if name in query and query[name] not in allowed}
    bad.update(unreadable_options(query))
    if "pick" in query and from_text(query["pick"]) is None:
        bad.add("pick")
    if "t" in query and _range(query["t"]) is None:
        bad.add("t")
    names = [one.name for one in fields(ProtocolSettings)]
    bad |= {name for name in names if name in query and settings_from({name: query[name]}) is None}
    return [f"{name}={value}" for name, value in query.items() if name in bad]


def settings_from(values: Mapping[str, Any]) -> ProtocolSettings | None:
    """Return protocol settings from texts or numbers; None if any is not one or is out of range."""
    numbers = {
        one.name: values.get(one.name, getattr(BENCHMARK, one.name)) for one in fields(ProtocolSettings)
    }
    if any(isinstance(value, bool) for value in numbers.values()):
        return None
    try:
        min_agree = float(numbers.pop("min_agree"))
        return ProtocolSettings(
            **{name: float(value) for name, value in numbers.items()}, min_agree=_whole(min_agree)
        )
    except (SettingsError, TypeError, ValueError, OverflowError):
        return None


def _whole(number: float) -> int:
    if not number.is_integer():
        raise ValueError(f"min_agree: expected a whole number, found {number!r}")
    return int(number)


def _one_of(text: str | None, choices: Mapping[str, Value], default: Value) -> Value:
    return choices.get(text or "", default)


def _range(text: str) -> tuple[float, float] | None:
    return as_range(text.split(","))


def as_range(parts: list[Any]) -> tuple[float, float] | None:
    """Return an ascending range in seconds, None if the parts are none."""
    try:
        start, end = (float(part) for part in parts)
    except (TypeError, ValueError, OverflowError):
        return None
    is_range = -LONGEST_VIEW_S < start < end < LONGEST_VIEW_S
    return (start, end) if is_range else None
