"""A distribution as a chart: bars that open their moments, the outline of all, the median marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bokeh.models import BasicTicker, ColumnDataSource, HoverTool, Range1d
from bokeh.models.annotations import Span
from bokeh.models.glyphs import Line, Quad
from bokeh.plotting import figure

from viewer.view_models.corpus_distributions import Distribution, summary
from viewer.views.charts import Chart, house_figure, make_tappable, on_tap, paint, paint_renderer

HEIGHT_PX = 200
HEADROOM = 1.08


class DistributionChart:
    """One histogram, drawn once and filled anew at every filter.

    Parameters
    ----------
    measure
        What is distributed; names the figure.
    one
        What it shows first.
    open_bin
        Called with the pick of a bin that is clicked.
    """

    def __init__(self, measure: str, one: Distribution, open_bin: Callable[[str], None]) -> None:
        self._open_bin = open_bin
        self._bars = ColumnDataSource(_bars(one))
        self._outline = ColumnDataSource(_outline(one))
        self._chosen = ColumnDataSource({name: [] for name in ("left", "right", "top")})
        self._reach = Range1d(start=0, end=1)
        self.plot = self._draw(measure, one)
        self.chart = Chart(self.plot, label=summary(one))

    def _draw(self, measure: str, one: Distribution) -> figure:
        plot = house_figure(
            name=f"corpus-{measure}",
            x_label=one.axis,
            y_label="moments",
            y_range=self._reach,
            min_border_right=8,
        )
        plot.xgrid.visible = False
        plot.yaxis.ticker = BasicTicker(min_interval=1)
        drawn = plot.add_glyph(self._bars, _quad("top"))
        paint_renderer(drawn, fill_color="cls-turn", line_color="surface")
        chosen = plot.add_glyph(self._chosen, _quad("top"))
        paint_renderer(chosen, fill_color="accent", line_color="surface")
        outline = plot.add_glyph(self._outline, Line(x="edge", y="count", line_width=1.4))
        paint_renderer(outline, line_color="ink-3")
        # A bin of one moment is a pixel high: the whole column above it can be clicked.
        column = plot.add_glyph(self._bars, _quad("reach", ink=0))
        column.nonselection_glyph = column.selection_glyph = None
        plot.add_tools(HoverTool(renderers=[column], tooltips="@label: @top{0,0}", attachment="vertical"))
        make_tappable(plot, column)
        on_tap(self._bars, self._tapped)
        self._median = paint(Span(dimension="height", line_dash=[4, 3], line_width=1.5), line_color="ink")
        plot.add_layout(self._median)
        if one.left[0] < 0:
            plot.add_layout(paint(Span(dimension="height", location=0), line_color="line-strong"))
        self._scale(one)
        return plot

    def show(self, one: Distribution) -> None:
        """Show another selection."""
        self._bars.data = _bars(one)
        self._outline.data = _outline(one)
        self._scale(one)
        self.chart.face.label = summary(one)

    def mark(self, one: Distribution, chosen_bin: int) -> None:
        """Mark the bin that is listed (-1: none)."""
        rows = [chosen_bin] if 0 <= chosen_bin < len(one.counts) else []
        self._chosen.data = {
            "left": [one.left[row] for row in rows],
            "right": [one.right[row] for row in rows],
            "top": [one.counts[row] for row in rows],
        }

    def _scale(self, one: Distribution) -> None:
        self._reach.end = _reach(one)
        self._median.location = one.median
        self._median.visible = one.median is not None

    def _tapped(self, row: Mapping[str, Any]) -> None:
        if row["pick"]:
            self._open_bin(row["pick"])


def _quad(top: str, ink: float = 1) -> Quad:
    """Return bars from zero to a column of the source."""
    return Quad(left="left", right="right", top=top, bottom=0, fill_alpha=ink, line_alpha=ink)


def _reach(one: Distribution) -> float:
    return max(1.0, HEADROOM * max(*one.counts, *one.outline, 0.0))


def _bars(one: Distribution) -> dict[str, list[Any]]:
    return {
        "left": list(one.left),
        "right": list(one.right),
        "top": list(one.counts),
        "reach": [_reach(one) if pick else 0.0 for pick in one.picks],
        "label": list(one.labels),
        "pick": list(one.picks),
    }


def _outline(one: Distribution) -> dict[str, list[float]]:
    if not one.outline:
        return {"edge": [], "count": []}
    edges = [edge for pair in zip(one.left, one.right, strict=True) for edge in pair]
    counts = [count for count in one.outline for _ in range(2)]
    return {"edge": [one.left[0], *edges, one.right[-1]], "count": [0.0, *counts, 0.0]}
