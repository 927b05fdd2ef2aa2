"""The glossary: what every term of the page means, in one to three sentences.

Each sentence says what the protocol says, for a newcomer to understand and an expert to find exact;
``source`` is the section of ``docs/protocol.md`` that computes it. Labels and classes stand in
`viewer.view_models.glossary_labels`.
"""

from __future__ import annotations

from dataclasses import dataclass

from viewer.dialogue.protocol import BENCHMARK, FP_BUDGET, FP_CEILING, REFRACTORY_S
from viewer.view_models.glossary_labels import LABEL_ROWS

EARLY, LATE, SPREAD = (
    f"{value:g}\u00a0s" for value in (BENCHMARK.tau_pre_s, BENCHMARK.tau_max_s, BENCHMARK.tolerance_s)
)
TASKS, GOLD, SCORING, FATES, NUMBERS, SETTINGS, CLASSES, LABELS = SECTIONS = (
    "The two tasks",
    "From labels to gold",
    "What is scored",
    "What became of it",
    "Numbers",
    "Settings",
    "Classes",
    "The 17 labels",
)


@dataclass(frozen=True, slots=True)
class Term:
    """One entry.

    Parameters
    ----------
    id
        What the page's terms name; for an outcome, the fate's own name.
    name, short
        What it is called, and its abbreviation or another name (may be empty).
    text
        One to three sentences.
    section, source
        Where it stands in the list, and the protocol's section that computes it.
    related
        Ids of other entries.
    is_heard
        Whether the corpus can hold an example of it to listen to.
    """

    id: str
    name: str
    short: str
    text: str
    section: str
    source: str
    related: tuple[str, ...] = ()
    is_heard: bool = False


_TASK_TERMS = (
    Term(
        "eot", "End of turn", "EOT",
        "A speaker's turn ends and the floor leaves them. The decision belongs to the channel of the "
        "speaker who ends.",
        TASKS, "2 and 4", ("positive", "pause", "int", "window"), True,
    ),
    Term(
        "int", "Interruption", "INT",
        "A listener takes the floor while the other's turn is still going on. The decision belongs to "
        "the channel of the one who interrupts, at the moment the interruption starts.",
        TASKS, "2 and 4", ("positive", "listening_span", "eot", "class_int"), True,
    ),
    Term(
        "decision", "Decision", "commit time",
        "The moment at which a model commits to an event. It is the time at which all sound that it used "
        "had been heard, so looking ahead is paid for as latency.",
        TASKS, "2", ("latency", "window", "hit"),
    ),
    Term(
        "floor", "Floor", "",
        "The right to speak at this moment. A turn holds it; an end of turn lets it go; an interruption "
        "takes it.",
        TASKS, "2", ("eot", "int", "hold"),
    ),
)  # fmt: skip

_GOLD_TERMS = (
    Term(
        "annotator", "Annotator", "a, b, c",
        "One of the three who labelled each channel, independently of each other. Their tracks are shown "
        "as they are; gold is made from where they agree.",
        GOLD, "1 and 3", ("consensus", "gold", "min_agree"),
    ),
    Term(
        "gold", "Gold", "",
        "What a model is measured against: events, pauses and listening spans on which annotators agree. "
        "The gold lane shows the consensus of the label view.",
        GOLD, "3 and 4", ("consensus", "positive", "negative", "excluded"), True,
    ),
    Term(
        "consensus", "Consensus", "",
        f"Segments of one label by at least two annotators whose starts lie within {SPREAD} of each "
        "other, and their ends too. The event's start and end are the medians of theirs.",
        GOLD, "3", ("tolerance", "min_agree", "gold", "excluded"), True,
    ),
    Term(
        "label_view", "Label view", "",
        "One of two ways to read the labels before looking for consensus: each of the seven classes "
        "counts as one label. Gold of interruptions is made from it.",
        GOLD, "3", ("turn_view", "consensus", "int"),
    ),
    Term(
        "turn_view", "Turn view", "event view",
        "The other way to read the labels: turns and floor-taking interruptions are one label, Turn, and "
        "everything else is dropped. Gold of turn ends is made from it.",
        GOLD, "3", ("label_view", "consensus", "eot"),
    ),
    Term(
        "turn", "Turn", "",
        "A stretch in which a speaker holds the floor. The number above the lanes counts the consensus "
        "events of class Turn.",
        GOLD, "3", ("class_turn", "hold", "eot"), True,
    ),
    Term(
        "hold", "Hold", "",
        "A gold turn segment ends but the floor stays: the same speaker goes on no later than the other "
        "starts, and the other is not in a turn at that moment. It gives a pause, not an end of turn.",
        GOLD, "4", ("pause", "eot", "floor"), True,
    ),
    Term(
        "pause", "Pause", "mid-turn pause",
        "The silence between two turn segments of a speaker who keeps the floor: an EOT negative. It is "
        "cut short where an excluded interval or certain other labelled events begin, and dropped if "
        "nothing is left.",
        GOLD, "4", ("negative", "hold", "eot", "false_alarm"), True,
    ),
    Term(
        "listening_span", "Listening span", "",
        "A consensus backchannel or non-content event: an INT negative. The speaker can be heard there, "
        "yet takes no floor, so no interruption must be decided.",
        GOLD, "4", ("negative", "class_bc", "class_nc", "int"), True,
    ),
    Term(
        "excluded", "Excluded interval", "excluded span, mask",
        "Time in which decisions of that speaker do not count, ends included, because annotators "
        "disagree; for INT also where an interruption took no floor.",
        GOLD, "3 and 4", ("masked", "consensus", "class_nfi"), True,
    ),
)  # fmt: skip

_SCORING_TERMS = (
    Term(
        "positive", "Positive", "gold event",
        "A moment that must be decided: the end of a turn for EOT, the start of a floor-taking "
        "interruption for INT. It is hit or missed.",
        SCORING, "4", ("window", "hit", "miss", "recall"), True,
    ),
    Term(
        "window", "Window", "positive window",
        f"The time in which a decision counts for a positive: from {EARLY} before it to {LATE} after, or "
        "up to the same speaker's next positive if that comes sooner. Both ends belong to it.",
        SCORING, "5", ("tau_pre", "tau_max", "positive", "hit", "redundant"), True,
    ),
    Term(
        "negative", "Negative", "gold negative",
        "A span in which nothing must be decided: a pause for EOT, a listening span for INT. It fires or "
        "stays quiet.",
        SCORING, "4 and 5", ("pause", "listening_span", "false_alarm", "quiet", "fp_rate"), True,
    ),
    Term(
        "operating_point", "Operating point", "",
        "The threshold at which a model's probabilities become decisions: the one with the highest "
        f"recall on dev whose false alarm rate is at most {FP_BUDGET:.2f}. What would follow less than "
        f"{REFRACTORY_S:g} s after a committed decision is dropped.",
        SCORING, "6", ("budget", "recall", "fp_rate"),
    ),
)  # fmt: skip

_FATE_TERMS = (
    Term(
        "hit", "Hit", "TP, true positive",
        "A positive that claims a decision: the earliest in its window that no other positive has claimed.",
        FATES, "5", ("window", "latency", "recall", "miss"), True,
    ),
    Term(
        "miss", "Miss", "FN, false negative",
        "A positive that finds no decision to claim in its window.",
        FATES, "5", ("window", "recall", "hit"), True,
    ),
    Term(
        "false_alarm", "False alarm", "FP, false positive",
        f"The first decision from {EARLY} before a negative span to its end that is unclaimed and in no "
        "window of that speaker. The score counts spans that fired, not decisions: one decision can fire "
        "two.",
        FATES, "5", ("negative", "fp_rate", "repeat", "quiet"), True,
    ),
    Term(
        "quiet", "Quiet", "TN, true negative",
        "A negative span that did not fire: no decision was charged in it.",
        FATES, "5", ("negative", "fp_rate", "false_alarm"), True,
    ),
    Term(
        "redundant", "Redundant", "",
        "An unclaimed decision inside a window: another one was claimed there already. It is neither "
        "credited nor charged.",
        FATES, "5", ("window", "hit"), True,
    ),
    Term(
        "repeat", "Repeat", "",
        "A further decision in negative spans that have all fired before. Each span is charged once.",
        FATES, "5", ("false_alarm", "negative"), True,
    ),
    Term(
        "masked", "Masked", "",
        "A decision in an excluded interval of its speaker. It is taken out before anything else is "
        "looked at.",
        FATES, "5", ("excluded",), True,
    ),
    Term(
        "ignored", "Ignored", "",
        "A decision outside every excluded interval, window and negative span: no credit, no charge.",
        FATES, "5", ("window", "negative"), True,
    ),
    Term(
        "unscored", "Unscored", "",
        "A decision in a dialogue without labels that may be used: nothing can be said about it.",
        FATES, "5", ("gold",),
    ),
)  # fmt: skip

_NUMBER_TERMS = (
    Term(
        "recall", "Recall", "",
        "Hits as a share of all positives, TP / (TP + FN). Over many dialogues the counts are added up "
        "first; without positives there is no value.",
        NUMBERS, "5", ("hit", "miss", "positive"),
    ),
    Term(
        "fp_rate", "False alarm rate", "fp rate",
        "Negative spans that fired as a share of all negative spans, FP / (FP + TN). Over many dialogues "
        "the counts are added up first; without negatives there is no value.",
        NUMBERS, "5", ("false_alarm", "quiet", "budget", "ceiling"),
    ),
    Term(
        "latency", "Latency", "p10, p50, p90",
        "The claimed decision's time minus the positive's, in milliseconds, for hits only; negative is "
        "early. p50 is the median, and about a tenth of the hits lies below p10 and above p90.",
        NUMBERS, "5", ("hit", "decision", "tau_pre"),
    ),
    Term(
        "budget", "Budget", f"{FP_BUDGET:.2f}",
        f"The largest false alarm rate on dev, {FP_BUDGET:.2f}, at which an operating point may be chosen.",
        NUMBERS, "6", ("fp_rate", "ceiling", "operating_point"),
    ),
    Term(
        "ceiling", "Ceiling", f"{FP_CEILING:.2f}",
        f"The largest false alarm rate on test, {FP_CEILING:.2f}, with which an entry is ranked. Those "
        "above it are listed below all others.",
        NUMBERS, "6", ("fp_rate", "budget"),
    ),
)  # fmt: skip

_SETTING_TERMS = (
    Term(
        "tau_pre", "Earliest", "tau_pre",
        f"How early a decision may come before a positive or a negative span; the benchmark's is {EARLY}.",
        SETTINGS, "5", ("window", "tau_max", "false_alarm"),
    ),
    Term(
        "tau_max", "Latest", "tau_max",
        f"How late a decision may come after a positive; the benchmark's is {LATE}.",
        SETTINGS, "5", ("window", "tau_pre", "miss"),
    ),
    Term(
        "tolerance", "Tolerance", "",
        "How far the starts of agreeing segments may lie apart, latest minus earliest, and likewise "
        f"their ends; the benchmark's is {SPREAD}.",
        SETTINGS, "3 and 5", ("consensus", "min_agree"),
    ),
    Term(
        "min_agree", "Agreement", "min_agree",
        "How many of the three annotators must agree for a consensus; the benchmark's is "
        f"{BENCHMARK.min_agree}. With other settings the results are marked as not the benchmark's.",
        SETTINGS, "3 and 5", ("consensus", "annotator"),
    ),
)  # fmt: skip

_LABEL_TERMS = tuple(
    Term(
        row.id,
        row.name,
        row.short,
        row.text,
        CLASSES if row.is_class else LABELS,
        "1, 3 and 4",
        row.related,
        True,
    )
    for row in LABEL_ROWS
)

TERMS: dict[str, Term] = {
    term.id: term
    for term in (
        *_TASK_TERMS, *_GOLD_TERMS, *_SCORING_TERMS, *_FATE_TERMS,
        *_NUMBER_TERMS, *_SETTING_TERMS, *_LABEL_TERMS,
    )
}  # fmt: skip
"""Every entry by its id, in the order in which the glossary lists them."""
