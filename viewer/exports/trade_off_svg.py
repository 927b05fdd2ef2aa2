"""The trade-off figure as SVG: drawn from plain rows, for a page without scripts and for papers."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any

from viewer.exports.tokens import resolved

NAMESPACE = "http://www.w3.org/2000/svg"
WIDTH, TOP, LEFT, LINE = 520.0, 56.0, 56.0, 13.0
STYLE = """
.trade-off text{font-family:var(--font);font-size:11px;fill:var(--ink-2)}
.trade-off .title{font-size:13px;font-weight:600;fill:var(--ink)}
.trade-off .name{fill:var(--ink)}
.trade-off .reference{font-style:italic;fill:var(--ink-3)}
.trade-off .stamp{font-size:9px;fill:var(--ink-3)}
.trade-off .ground{fill:var(--surface)}
.trade-off .grid{stroke:var(--line)}
.trade-off .frame{fill:none;stroke:var(--line-strong)}
.trade-off .frontier{fill:none;stroke:var(--hit);stroke-width:1.5;stroke-dasharray:4 3}
.trade-off .budget{fill:var(--hit);stroke:var(--hit)}
.trade-off .ceiling,.trade-off .none{fill:var(--surface);stroke:var(--ink-2);stroke-width:2}
.trade-off .over{fill:var(--surface);stroke:var(--fa);stroke-width:2}
.trade-off .diamond{fill:var(--surface);stroke:var(--ink-3);stroke-width:1.5}
"""
STATES = (("budget", "within budget"), ("ceiling", "over budget"), ("over", "over ceiling"))
RADIUS = 4.5
DIAMOND = "M0 -5.5L5.5 0L0 5.5L-5.5 0Z"


def trade_off_svg(
    figure: Mapping[str, Any],
    title: str,
    stamp: Sequence[str],
    metadata: Mapping[str, Any],
    plot: tuple[float, float],
    *,
    is_standalone: bool,
) -> str:
    """Return the figure as SVG.

    Parameters
    ----------
    figure
        Points, references, frontier line, ranges and ticks, as the leaderboard's figure has them.
    title
        Stands above it.
    stamp
        Lines below it: what it was made from.
    metadata
        The same in full, in the file's ``metadata`` element.
    plot
        Width and height of the plot, pixels: what names were placed for.
    is_standalone
        True for a file: colours in full. False inside a page that has the tokens.
    """
    height = TOP + plot[1] + 44 + LINE * len(stamp) + 8
    root = ET.Element("svg", {"xmlns": NAMESPACE, "class": "trade-off", "role": "img"})
    root.set("viewBox", f"0 0 {WIDTH:g} {height:g}")
    if is_standalone:
        root.attrib |= {"width": f"{WIDTH:g}", "height": f"{height:g}"}
    _text(root, "title", clean(title))
    _text(root, "metadata", clean(json.dumps(metadata, ensure_ascii=False)))
    _text(root, "style", resolved(STYLE) if is_standalone else STYLE)
    _shape(root, "rect", "ground", width=WIDTH, height=height)
    _label(root, "title", 16, 22, title)
    _legend(root)
    _Plot(figure, plot).draw(root)
    for row, line in enumerate(stamp):
        _label(root, "stamp", 16, TOP + plot[1] + 50 + LINE * row, line)
    return ET.tostring(root, encoding="unicode")


def clean(text: str) -> str:
    """Return a text without characters that XML cannot hold."""
    return "".join(one if one.isprintable() or one in "\n\t" else "\ufffd" for one in text)


class _Plot:
    """The plot in its frame; data to pixels."""

    def __init__(self, figure: Mapping[str, Any], size: tuple[float, float]) -> None:
        self._figure, self._size = figure, size

    def draw(self, root: ET.Element) -> None:
        """Draw grid, frontier, references and points, in this order."""
        group = ET.SubElement(root, "g", {"transform": f"translate({LEFT:g} {TOP:g})"})
        self._axes(group)
        if self._figure["line"]:
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (self._at(*one) for one in self._figure["line"]))
            _shape(group, "polyline", "frontier", points=points)
        for one in self._figure["references"]:
            self._mark(group, one, "reference")
        for one in self._figure["points"]:
            self._mark(group, one, "name")

    def _at(self, latency_ms: float, recall: float) -> tuple[float, float]:
        (left, right), (low, high) = self._figure["x"]["range"], self._figure["y"]["range"]
        x = (latency_ms - left) / (right - left) * self._size[0]
        return x, (high - recall) / (high - low) * self._size[1]

    def _axes(self, group: ET.Element) -> None:
        width, height = self._size
        low = self._figure["y"]["range"][0]
        for tick in self._figure["x"]["ticks"]:
            x, _ = self._at(tick, low)
            _shape(group, "line", "grid", x1=x, x2=x, y1=0, y2=height)
            _label(group, "", x, height + 16, f"{tick:g}".replace("-", "−"), anchor="middle")
        for tick in self._figure["y"]["ticks"]:
            _, y = self._at(0, tick)
            _shape(group, "line", "grid", x1=0, x2=width, y1=y, y2=y)
            _label(group, "", -8, y + 4, f"{tick:.2f}", anchor="end")
        _shape(group, "rect", "frame", width=width, height=height)
        _label(group, "", width / 2, height + 32, "Latency p50, ms (lower is better)", anchor="middle")
        side = _label(group, "", 0, 0, "Recall (higher is better)", anchor="middle")
        side.attrib["transform"] = f"translate(-42 {height / 2:g}) rotate(-90)"

    def _mark(self, group: ET.Element, one: Mapping[str, Any], kind: str) -> None:
        x, y = self._at(one["latency_ms"], one["recall"])
        if kind == "reference":
            mark = _shape(group, "path", "diamond", d=DIAMOND, transform=f"translate({x:.1f} {y:.1f})")
        else:
            mark = _shape(group, "circle", one["state"], cx=x, cy=y, r=RADIUS)
        recall, fp_rate, p50 = one["texts"]
        _text(mark, "title", clean(f"{one['title']}: recall {recall}, fp rate {fp_rate}, p50 {p50} ms"))
        label = one["label"]
        if label is not None:
            anchor = {"left": "start", "right": "end", "center": "middle"}[label["anchor"]]
            _label(group, kind, x + label["dx_px"], y + label["dy_px"] + 4, one["title"], anchor=anchor)


def _legend(root: ET.Element) -> None:
    x = 16.0
    for state, text in STATES:
        _shape(root, "circle", state, cx=x + 5, cy=38, r=RADIUS)
        _label(root, "", x + 16, 42, text)
        x += 24 + len(text) * 5.8
    _shape(root, "path", "diamond", d=DIAMOND, transform=f"translate({x + 5:g} 38)")
    _label(root, "reference", x + 16, 42, "published elsewhere")


def _shape(parent: ET.Element, name: str, kind: str, **attributes: float | str) -> ET.Element:
    texts = {key: one if isinstance(one, str) else f"{one:.6g}" for key, one in attributes.items()}
    return ET.SubElement(parent, name, {"class": kind, **texts})


def _label(
    parent: ET.Element, kind: str, x: float, y: float, text: str, *, anchor: str = "start"
) -> ET.Element:
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor}
    found = ET.SubElement(parent, "text", {"class": kind, **place} if kind else place)
    found.text = clean(text)
    return found


def _text(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = text
