"""What can be chosen on the pages beside Explore: names, defaults, and which values can be read.

An option is a text in the address; a value that cannot be read counts as the default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from viewer.audit import PAIRS, Kind, Queue
from viewer.dialogue.protocol import Task
from viewer.scoring import RECALL_FLOOR, Policy
from viewer.view_models.moment_pick import is_pick

PAGE_TITLES = {
    "explore": "Explore",
    "leaderboard": "Leaderboard",
    "compare": "Compare",
    "sweep": "Sweep",
    "audit": "Audit",
    "corpus": "Corpus",
}
PAGES = tuple(PAGE_TITLES)
LONGEST_VALUE = 2_000
LONGEST_NUMBER = 32
LONGEST_SEED = 9

Options = tuple[tuple[str, str], ...]
"""Options that are not at their default, by name in alphabetical order."""


@dataclass(frozen=True)
class PageOption:
    """An option: its default, and whether a text is a value of it."""

    default: str
    is_value: Callable[[str], bool]


def is_name(text: str) -> bool:
    """Return whether a text may name something of a corpus; what it names, the page looks up."""
    return len(text) <= LONGEST_VALUE and text.isprintable()


def is_share(text: str) -> bool:
    """Return whether a text is a number of 0 to 1."""
    try:
        return 0.0 <= float(text) <= 1.0
    except ValueError:
        return False


def is_threshold(text: str) -> bool:
    """Return whether a text is a threshold; none is the default."""
    return not text or (len(text) <= LONGEST_NUMBER and is_share(text))


THETA_OPTIONS = {task: f"theta_{task}" for task in Task}
"""Names of the thresholds that are kept of the active model."""


def is_seed(text: str) -> bool:
    """Return whether a text is the seed of a draw: a whole number of a few digits."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_SEED


PAGE_OPTIONS: Mapping[str, PageOption] = {
    "compare": PageOption("", is_name),
    **{name: PageOption("", is_threshold) for name in THETA_OPTIONS.values()},
    "type": PageOption("", is_name),
    "pairing": PageOption("", lambda text: text in ("", "FF", "MM", "mixed", "unknown")),
    "policy": PageOption(Policy.CEILING, lambda text: text in tuple(Policy)),
    "floor": PageOption(f"{RECALL_FLOOR:g}", is_share),
    "published": PageOption("shown", lambda text: text in ("shown", "hidden")),
    "only": PageOption("", is_name),
    "moments": PageOption("", is_pick),
    "queue": PageOption(Queue.DISPUTE, lambda text: text in tuple(Queue)),
    "item": PageOption("", is_name),
    "asked": PageOption("open", lambda text: text in ("open", "settled", "mine", "disputed", "all")),
    "differ": PageOption("", lambda text: text in ("", *Kind)),
    "between": PageOption("", lambda text: text in ("", *PAIRS)),
    "seed": PageOption("0", is_seed),
    "off": PageOption("", is_name),
}
"""Every option by its name in the address. ``type`` and ``pairing`` narrow tables to some dialogues,
``only`` to one; ``compare`` names the models that are compared (`comparison_choice.option_text`); ``moments``
are those that the corpus page lists.

Of the audit desk: ``queue`` and ``item`` say what is asked; ``asked``, ``differ`` (a kind) and ``between`` (a
pair of annotators) narrow the queue; ``seed`` draws the spot checks; ``off`` are the corrections that do not
count, by the beginnings of their ids with points between.

Of the leaderboard: ``policy`` ranks, ``floor`` is the least recall that latency ranks, ``published`` shows or
hides the references. ``theta_eot`` and ``theta_int`` are the thresholds kept of the active model.
"""


def read_options(values: Mapping[str, str]) -> Options:
    """Return the options that values name and that are not at their default.

    Examples
    --------
    >>> read_options({"pairing": "FF", "type": "", "unknown": "1"})
    (('pairing', 'FF'),)
    >>> read_options({"pairing": "<b>"})
    ()
    """
    return tuple(
        (name, values[name])
        for name, option in sorted(PAGE_OPTIONS.items())
        if name in values and values[name] != option.default and option.is_value(values[name])
    )


def unreadable_options(values: Mapping[str, str]) -> list[str]:
    """Return the names of the options that values set to what cannot be read."""
    return [
        name for name, option in PAGE_OPTIONS.items() if name in values and not option.is_value(values[name])
    ]


def option_of(options: Options, name: str) -> str:
    """Return the value of an option, its default where none is chosen."""
    return dict(options).get(name, PAGE_OPTIONS[name].default)
