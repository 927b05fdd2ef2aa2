"""The trade-off figure on the page: latency p50 against recall; a click on a point chooses its model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import panel as pn
from bokeh.models import ColumnDataSource, FixedTicker, HoverTool, Line, Range1d, Scatter, Text
from bokeh.models.glyph import Glyph
from bokeh.models.renderers import GlyphRenderer

from viewer.view_models.formats import plain_ms
from viewer.views.charts import Chart, house_figure, make_tappable, on_tap, paint_renderer

Figure = dict[str, Any]
Columns = dict[str, list[Any]]
POINT_PX, RING_PX = 9, 17
FONT = "Segoe UI, SF Pro Text, Inter, Roboto, system-ui, sans-serif"
"""Drawn on a canvas, which knows no tokens: as `tokens.css` begins."""

STATES = {
    "budget": {"fill_color": "hit", "line_color": "hit"},
    "ceiling": {"fill_color": "surface", "line_color": "ink-2"},
    "over": {"fill_color": "surface", "line_color": "fa"},
    "none": {"fill_color": "surface", "line_color": "ink-3"},
}
"""Filled within the budget, hollow over it, hollow in the colour of false alarms over the ceiling."""

REFERENCE = {"fill_color": "surface", "line_color": "ink-3"}
COLUMNS = ("x", "y", "model", "title", "recall", "fp_rate", "p50", "name", "anchor", "dx", "dy")
TOOLTIPS = [("", "@title"), ("recall", "@recall"), ("fp rate", "@fp_rate"), ("p50", "@p50 ms")]


class TradeOff(pn.viewable.Viewer):
    """The figure of one session.

    Parameters
    ----------
    on_model
        Called with the name of the model whose point is clicked.
    """

    def __init__(self, *, on_model: Callable[[str], None], **params: Any) -> None:
        super().__init__(**params)
        self._ranges = {name: Range1d(start=0.0, end=1.0) for name in ("x", "y")}
        self._tickers = {name: FixedTicker(ticks=[]) for name in ("x", "y")}
        self._plot = house_figure(
            name="trade-off",
            x_label="Latency p50, ms (lower is better)",
            y_label="Recall (higher is better)",
            x_range=self._ranges["x"],
            y_range=self._ranges["y"],
            min_height=320,
            min_border_right=16,
        )
        for name, axis, grid in (
            ("x", self._plot.xaxis, self._plot.xgrid),
            ("y", self._plot.yaxis, self._plot.ygrid),
        ):
            axis.ticker = grid.ticker = self._tickers[name]
        self._line = ColumnDataSource({"x": [], "y": []})
        self._ring, self._all, self._references = (_empty_source() for _ in range(3))
        self._points = {state: _empty_source() for state in STATES}
        self._draw_glyphs(on_model)
        self.chart = Chart(self._plot, label="")

    def __panel__(self) -> pn.viewable.Viewable:
        return self.chart.__panel__()

    def draw(self, figure: Figure) -> None:
        """Show a figure of `view_models.leaderboard_figure`."""
        for name, axis in (("x", self._plot.xaxis), ("y", self._plot.yaxis)):
            ticks = figure[name]["ticks"]
            self._tickers[name].ticks = ticks
            texts = {tick: plain_ms(tick) if name == "x" else f"{tick:.2f}" for tick in ticks}
            axis.major_label_overrides = dict(texts)
            self._ranges[name].start, self._ranges[name].end = figure[name]["range"]
        points = figure["points"]
        for state, source in self._points.items():
            source.data = _columns([one for one in points if one["state"] == state])
        self._ring.data = _columns([one for one in points if one["is_active"]])
        self._all.data = _columns(points)
        self._references.data = _columns(figure["references"])
        self._line.data = {"x": [x for x, _ in figure["line"]], "y": [y for _, y in figure["line"]]}
        self.chart.face.label = _words(figure)

    def _draw_glyphs(self, on_model: Callable[[str], None]) -> None:
        """Draw frontier, references, ring, points and names, in this order: own points stay on top."""
        self._add(self._line, Line(x="x", y="y", line_width=1.5, line_dash=[4, 3]), line_color="hit")
        diamonds = self._add(
            self._references, _marks(POINT_PX + 2, marker="diamond", line_width=1.5), **REFERENCE
        )
        self._add(self._references, _names("italic"), text_color="ink-3")
        self._add(self._ring, _marks(RING_PX, line_width=1.5, fill_alpha=0), line_color="accent")
        marks = []
        for state, source in self._points.items():
            marks.append(self._add(source, _marks(POINT_PX, line_width=2), **STATES[state]))
            on_tap(source, lambda row: on_model(row["model"]))
        self._add(self._all, _names("normal"), text_color="ink")
        make_tappable(self._plot, *marks)
        self._plot.add_tools(HoverTool(renderers=[*marks, diamonds], tooltips=TOOLTIPS))

    def _add(self, source: ColumnDataSource, glyph: Glyph, **tokens: str) -> GlyphRenderer[Any]:
        return paint_renderer(self._plot.add_glyph(source, glyph), **tokens)


def _empty_source() -> ColumnDataSource:
    return ColumnDataSource({name: [] for name in COLUMNS})


def _marks(size: float, **options: Any) -> Scatter:
    return Scatter(x="x", y="y", size=size, **options)


def _names(style: str) -> Text:
    return Text(
        x="x",
        y="y",
        text={"field": "name"},
        x_offset={"field": "dx"},
        y_offset={"field": "dy"},
        text_align={"field": "anchor"},
        text_baseline="middle",
        text_font={"value": FONT},
        text_font_size="11px",
        text_font_style=style,
    )


def _columns(points: list[dict[str, Any]]) -> Columns:
    """Return points as columns; a name that found no place is empty, and told by the pointer."""
    labels = [one["label"] or {"anchor": "left", "dx_px": 0.0, "dy_px": 0.0} for one in points]
    return {
        "x": [one["latency_ms"] for one in points],
        "y": [one["recall"] for one in points],
        "model": [one.get("model", "") for one in points],
        "title": [one["title"] for one in points],
        "recall": [one["texts"][0] for one in points],
        "fp_rate": [one["texts"][1] for one in points],
        "p50": [one["texts"][2] for one in points],
        "name": [one["title"] if one["label"] else "" for one in points],
        "anchor": [label["anchor"] for label in labels],
        "dx": [label["dx_px"] for label in labels],
        "dy": [label["dy_px"] for label in labels],
    }


def _words(figure: Figure) -> str:
    """Return what the figure shows, for who does not see it; the table has the same in full."""
    points = [f"{one['title']} {one['texts'][2]} ms, {one['texts'][0]}" for one in figure["points"]]
    return f"Latency p50 against recall: {'; '.join(points) or 'no model has both'}"
