"""From a reader's segments to a domain track, and what can be wrong on the way.

An error (reversed, negative or non-finite time, wrong type) disables the whole track: half a track
would be scored as if the annotator had heard nothing there. A warning leaves it as it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS
from viewer.dialogue.segments import Segment, Track
from viewer.dialogue.taxonomy import ALIASES, LABEL_CLASSES, label_class
from viewer.loaders.problems import (
    LISTED_PER_KIND,
    Finding,
    Report,
    near_miss,
    quoted,
    seconds,
    shown,
    warning,
)

SLACK_S = 1e-9
"""How far a time may lie past the end of the sound (DATA section 1)."""

MAX_SECONDS = 7 * 24 * 3600.0
"""No conversation is longer, and no time lies later: a week."""

TRACK_KEYS = tuple((speaker, annotator) for speaker in SPEAKERS for annotator in ANNOTATORS)


@dataclass(frozen=True, slots=True)
class PlacedSegment:
    """A segment and the place in its file where it stands."""

    where: str
    segment: Segment


def build_track(
    placed: Sequence[PlacedSegment], place: str, duration_s: float | None, report: Report
) -> Track | None:
    """Build a track from a file's segments in file order, or note why it is disabled.

    Parameters
    ----------
    placed
        The segments as they stand in the file.
    place
        Where the whole track stands in the file, for what is said of it as a whole.
    duration_s
        Length of the sound in seconds; None if it is not known.
    report
        Takes errors and warnings.

    Returns
    -------
    Track or None
        None if a segment is reversed, or a time is negative or not finite.
    """
    broken = [finding for one in placed for finding in _broken(one)]
    report.errors(place, "segments that run forward", broken)
    if broken:
        return None
    _warn_of_lengths(placed, place, duration_s, report)
    _warn_of_order(placed, place, report)
    _warn_of_labels(placed, place, report)
    return Track.from_segments(one.segment for one in placed)


def track_of_rows(
    rows: Sequence[object], place: str, duration_s: float | None, report: Report
) -> Track | None:
    """Build a track from the rows of a JSON file or of a parquet cell, or note why it is disabled.

    Parameters
    ----------
    rows
        What should be objects with start_s, end_s, label and text, in file order.
    place
        Where they stand in the file; row ``i`` is ``place[i]``.
    duration_s
        Length of the sound in seconds; None if it is not known.
    report
        Takes errors and warnings.
    """
    placed = []
    for index, row in enumerate(rows):
        where = f"{place}[{index}]"
        segment = _segment_of(row, where, report)
        if segment is not None:
            placed.append(PlacedSegment(where, segment))
    if len(placed) < len(rows):
        return None
    return build_track(placed, place, duration_s, report)


def warn_of_gaps(
    tracks: Mapping[tuple[int, str], Track],
    places: Mapping[tuple[int, str], tuple[str, str]],
    broken: Iterable[tuple[int, str]],
    report: Report,
) -> None:
    """Warn of empty tracks and missing annotators; once where nobody has labelled anything.

    Parameters
    ----------
    tracks
        The tracks that are there.
    places
        File and place of each of the six.
    broken
        Tracks that are there but disabled by an error, said elsewhere.
    report
        Takes the warnings.
    """
    disabled = set(broken)
    if not disabled and not any(len(track) for track in tracks.values()):
        report.problems.append(warning(*places[TRACK_KEYS[0]], "labels of any annotator", "none"))
        return
    for key in TRACK_KEYS:
        if key in disabled:
            continue
        if key not in tracks:
            report.problems.append(warning(*places[key], "a track of each annotator", "none"))
        elif len(tracks[key]) == 0:
            report.problems.append(warning(*places[key], "at least one segment", "none"))


def _segment_of(value: object, where: str, report: Report) -> Segment | None:
    """Build a segment from an object of a JSON file or a parquet row, or note what is wrong.

    ``label`` and ``text`` may be null or absent: an empty text. Other keys are ignored.
    """
    if not isinstance(value, Mapping):
        report.error(where, "an object with start_s, end_s, label, text", shown(value))
        return None
    times = [_number(value, key, where, report) for key in ("start_s", "end_s")]
    words = [_text(value, key, where, report) for key in ("label", "text")]
    start, end = times
    label, text = words
    if start is None or end is None or label is None or text is None:
        return None
    return Segment(start, end, label, text)


def _number(value: Mapping[str, object], key: str, where: str, report: Report) -> float | None:
    if key not in value:
        report.error(where, f"the key {quoted(key)}", "none", near_miss(key, value))
        return None
    found = value[key]
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        report.error(f"{where}.{key}", "a number of seconds", shown(found))
        return None
    try:
        return float(found)
    except OverflowError:
        return math.inf


def _text(value: Mapping[str, object], key: str, where: str, report: Report) -> str | None:
    found = value.get(key)
    if found is None:
        return ""
    if not isinstance(found, str):
        report.error(f"{where}.{key}", "a text", shown(found))
        return None
    return found


def _broken(one: PlacedSegment) -> list[Finding]:
    start, end = one.segment.start_s, one.segment.end_s
    for name, value in (("start", start), ("end", end)):
        if not math.isfinite(value):
            return [Finding(one.where, f"a finite {name}", str(value))]
    for name, value in (("a start", start), ("an end", end)):
        if value > MAX_SECONDS:
            return [Finding(one.where, f"{name} within a week, {seconds(MAX_SECONDS)}", seconds(value))]
    if start < 0:
        return [Finding(one.where, "a start at or after 0.000 s", seconds(start))]
    if end < start:
        expected = f"an end after {seconds(start)}"
        return [Finding(one.where, expected, seconds(end), "are start and end swapped?")]
    return []


def _warn_of_lengths(
    placed: Sequence[PlacedSegment], place: str, duration_s: float | None, report: Report
) -> None:
    zero = [
        Finding(one.where, f"an end after {seconds(one.segment.start_s)}", "the same time")
        for one in placed
        if one.segment.start_s == one.segment.end_s
    ]
    report.warnings(place, "segments longer than nothing", zero)
    if duration_s is None:
        return
    end = f"an end within the sound, {seconds(duration_s)}"
    past = [
        Finding(one.where, end, seconds(one.segment.end_s))
        for one in placed
        if one.segment.end_s > duration_s + SLACK_S
    ]
    report.warnings(place, end, past)


def _warn_of_order(placed: Sequence[PlacedSegment], place: str, report: Report) -> None:
    unsorted = [
        Finding(
            one.where,
            f"a start at or after {seconds(before.segment.start_s)}, where {before.where} starts",
            seconds(one.segment.start_s),
        )
        for before, one in pairwise(placed)
        if one.segment.start_s < before.segment.start_s
    ]
    report.warnings(place, "segments in the order of their starts", unsorted)
    report.warnings(place, "segments that do not overlap", _overlaps(placed))


def _overlaps(placed: Sequence[PlacedSegment]) -> list[Finding]:
    findings = []
    longest: PlacedSegment | None = None
    for one in sorted(placed, key=lambda each: each.segment.start_s):
        if longest is not None and one.segment.start_s < longest.segment.end_s:
            expected = f"a start at or after {seconds(longest.segment.end_s)}"
            expected += f", where {longest.where} ends"
            findings.append(Finding(one.where, expected, seconds(one.segment.start_s)))
        if longest is None or one.segment.end_s > longest.segment.end_s:
            longest = one
    return findings


def _warn_of_labels(placed: Sequence[PlacedSegment], place: str, report: Report) -> None:
    rule = "one of the 17 labels"
    unknown: dict[str, list[str]] = {}
    for one in placed:
        if label_class(one.segment.label) is None:
            unknown.setdefault(one.segment.label, []).append(one.where)
    findings = []
    for number, (label, places) in enumerate(unknown.items()):
        found = quoted(label) if label else "no label"
        if len(places) > 1:
            found += f" here and {len(places) - 1} times more"
        hint = near_miss(label, (*LABEL_CLASSES, *ALIASES)) if number < LISTED_PER_KIND else ""
        findings.append(Finding(places[0], rule, found, hint))
    report.warnings(place, rule, findings)
