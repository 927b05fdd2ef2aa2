"""The trade-off figure on the page: latency p50 against recall; a click on a point chooses its model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import panel as pn
from bokeh.models import ColumnDataSource, FixedTicker, HoverTool, Range1d
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
        self._plot = house_figure(
            name="trade-off",
            x_label="Latency p50, ms (lower is better)",
            y_label="Recall (higher is better)",
            x_range=self._ranges["x"],
            y_range=self._ranges["y"],
            min_height=320,
        )
        self._line = ColumnDataSource({"x": [], "y": []})
        self._ring = ColumnDataSource({name: [] for name in COLUMNS})
        self._points = {state: ColumnDataSource({name: [] for name in COLUMNS}) for state in STATES}
        self._references = ColumnDataSource({name: [] for name in COLUMNS})
        self._draw_glyphs(on_model)
        self.chart = Chart(self._plot, label="")

    def __panel__(self) -> pn.viewable.Viewable:
        return self.chart.__panel__()

    def draw(self, figure: Figure) -> None:
        """Show a figure of `view_models.leaderboard_figure`."""
        for name, axis, grid in (
            ("x", self._plot.xaxis, self._plot.xgrid),
            ("y", self._plot.yaxis, self._plot.ygrid),
        ):
            ticks = figure[name]["ticks"]
            axis.ticker = grid.ticker = FixedTicker(ticks=ticks)
            texts = {tick: plain_ms(tick) if name == "x" else f"{tick:.2f}" for tick in ticks}
            axis.major_label_overrides = dict(texts)
            self._ranges[name].start, self._ranges[name].end = figure[name]["range"]
        points = figure["points"]
        for state, source in self._points.items():
            source.data = _columns([one for one in points if one["state"] == state])
        self._ring.data = _columns([one for one in points if one["is_active"]])
        self._references.data = _columns(figure["references"])
        self._line.data = {"x": [x for x, _ in figure["line"]], "y": [y for _, y in figure["line"]]}
        self.chart.face.label = _words(figure)

    def _draw_glyphs(self, on_model: Callable[[str], None]) -> None:
        """Draw frontier, references, ring and points, in this order: own points stay on top."""
        plot = self._plot
        line = plot.line("x", "y", source=self._line, line_width=1.5, line_dash=[4, 3])
        paint_renderer(line, line_color="hit")
        diamonds = plot.scatter(
            "x", "y", source=self._references, marker="diamond", size=POINT_PX + 2, line_width=1.5
        )
        paint_renderer(diamonds, fill_color="surface", line_color="ink-3")
        self._names(self._references, "ink-3", "italic")
        ring = plot.scatter("x", "y", source=self._ring, size=RING_PX, line_width=1.5, fill_alpha=0)
        paint_renderer(ring, line_color="accent")
        marks = []
        for state, source in self._points.items():
            mark = plot.scatter("x", "y", source=source, size=POINT_PX, line_width=2)
            marks.append(paint_renderer(mark, **STATES[state]))
            self._names(source, "ink", "normal")
            on_tap(source, lambda row: on_model(row["model"]))
        make_tappable(plot, *marks)
        plot.add_tools(HoverTool(renderers=[*marks, diamonds], tooltips=TOOLTIPS))

    def _names(self, source: ColumnDataSource, token: str, style: str) -> GlyphRenderer[Any]:
        names = self._plot.text(
            "x",
            "y",
            text="name",
            source=source,
            x_offset="dx",
            y_offset="dy",
            text_align="anchor",
            text_baseline="middle",
            text_font_size="11px",
            text_font_style=style,
            text_font={"value": FONT},
        )
        return paint_renderer(names, text_color=token)


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
