"""A distribution as a chart: bars that open their moments, the outline of all, the median marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import holoviews as hv
import numpy as np
from bokeh.models import ColumnDataSource, HoverTool, Range1d
from bokeh.models.annotations import Span
from bokeh.models.renderers import GlyphRenderer
from bokeh.plotting import figure

from viewer.view_models.corpus_distributions import Distribution, summary
from viewer.views.charts import Chart, in_house_style, make_tappable, on_tap, paint, paint_renderer

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
        edges = np.array([*one.left, one.right[-1]])
        bars = hv.Histogram((edges, np.array(one.counts)), kdims=one.axis, vdims="moments")
        plot: figure = hv.render(bars.opts(responsive=True, min_height=HEIGHT_PX, default_tools=[], tools=[]))
        plot.name = f"corpus-{measure}"
        in_house_style(plot)
        (drawn,) = (one for one in plot.renderers if isinstance(one, GlyphRenderer))
        drawn.data_source = self._bars
        drawn.glyph.update(left="left", right="right", top="top", bottom=0)  # columns of the source
        paint_renderer(drawn, fill_color="cls-turn", line_color="surface")
        chosen = plot.quad("left", "right", "top", 0, source=self._chosen)
        paint_renderer(chosen, fill_color="accent", line_color="surface")
        outline = plot.line("edge", "count", source=self._outline, line_width=1.4)
        paint_renderer(outline, line_color="ink-3")
        # A bin of one moment is a pixel high: the whole column above it can be clicked.
        column = plot.quad("left", "right", "reach", 0, source=self._bars, fill_alpha=0, line_alpha=0)
        column.nonselection_glyph = column.selection_glyph = None
        plot.y_range = self._reach
        plot.xgrid.visible = False
        plot.yaxis.axis_label = "moments"
        plot.add_tools(HoverTool(renderers=[column], tooltips="@label: @top{0,0}", attachment="vertical"))
        make_tappable(plot, column)
        on_tap(self._bars, self._tapped)
        self._median = paint(Span(dimension="height", line_dash=[4, 3], line_width=1.5), line_color="ink")
        plot.add_layout(self._median)
        if one.left[0] < 0:
            plot.add_layout(paint(Span(dimension="height", location=0), line_color="line-strong"))
        self._scale(one)
        return plot

    def show(self, one: Distribution, chosen_bin: int) -> None:
        """Show another selection, and which of its bins is listed (-1: none)."""
        self._bars.data = _bars(one)
        self._outline.data = _outline(one)
        self._scale(one)
        self.chart.face.label = summary(one)
        self.mark(one, chosen_bin)

    def mark(self, one: Distribution, chosen_bin: int) -> None:
        """Mark the bin that is listed."""
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
