"""The charts of the Compare page: intervals of the differences, and paired latency differences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bokeh.models import ColumnDataSource, FactorRange, Range1d
from bokeh.models.annotations import Span

from viewer.views.charts import Chart, house_figure, make_tappable, on_tap, paint, paint_renderer

RATES = (("recall", "hit", -0.16), ("fp_rate", "fa", 0.16))
"""Which rates have an interval, in which token, and how far off a model's line."""

Row = Mapping[str, Any]


class IntervalChart:
    """How far every other model's rates may be from the first's.

    Parameters
    ----------
    on_second
        Called with the option ``compare`` that makes a clicked model the second.
    """

    def __init__(self, *, on_second: Callable[[str], None]) -> None:
        self._models, self._across = FactorRange(), Range1d(start=-1, end=1)
        plot = house_figure(
            name="compare-intervals",
            x_label="A minus the other model",
            y_label="",
            x_range=self._across,
            y_range=self._models,
            min_height=220,
        )
        plot.ygrid.visible = False
        plot.yaxis.major_tick_line_color = None
        plot.add_layout(paint(Span(location=0, dimension="height", line_width=1), line_color="ink-3"))
        self._sources = {}
        for name, token, _ in RATES:
            source = ColumnDataSource({key: [] for key in ("y", "low", "high", "point", "compare")})
            ends = plot.segment(x0="low", x1="high", y0="y", y1="y", source=source, line_width=2)
            paint_renderer(ends, line_color=token)
            marker = "circle" if name == "recall" else "square"
            points = plot.scatter(x="point", y="y", source=source, size=9, marker=marker, line_width=2)
            paint_renderer(points, line_color=token, fill_color=token if name == "recall" else "surface")
            make_tappable(plot, points)
            on_tap(source, lambda row: on_second(str(row["compare"])))
            self._sources[name] = source
        self.chart = Chart(plot, label="Intervals of the differences in recall and fp rate, model by model")

    def draw(self, rows: Sequence[Row]) -> None:
        """Show rows of a comparison; one without an interval has its point alone."""
        self._models.factors = [row["letter"] for row in reversed(rows)]
        ends = [
            row[name][end] or 0.0 for row in rows for name, *_ in RATES for end in ("low", "point", "high")
        ]
        margin = max(0.01, 0.08 * (max(0.0, *ends) - min(0.0, *ends)))
        self._across.update(start=min(0.0, *ends) - margin, end=max(0.0, *ends) + margin)
        for name, _, offset in RATES:
            shown = [row for row in rows if row[name]["point"] is not None]
            sides = [row[name] for row in shown]
            self._sources[name].data = {
                "y": [(row["letter"], offset) for row in shown],
                "point": [side["point"] for side in sides],
                "low": [side["point"] if side["low"] is None else side["low"] for side in sides],
                "high": [side["point"] if side["high"] is None else side["high"] for side in sides],
                "compare": [row["compare"] for row in shown],
            }


class LatencyChart:
    """How the paired latency differences are spread; a bin opens its events.

    Parameters
    ----------
    on_pick
        Called with the pick of a clicked bin.
    """

    def __init__(self, *, on_pick: Callable[[str], None]) -> None:
        self._across, self._up = Range1d(start=-1, end=1), Range1d(start=0, end=1)
        plot = house_figure(
            name="compare-latency",
            x_label="Latency of A minus that of B, ms",
            y_label="Events that both hit",
            x_range=self._across,
            y_range=self._up,
            min_height=220,
        )
        plot.xgrid.visible = False
        self._bins = ColumnDataSource({name: [] for name in ("low", "high", "count", "pick")})
        bars = plot.quad(left="low", right="high", bottom=0, top="count", source=self._bins, line_width=1)
        paint_renderer(bars, fill_color="hit", line_color="surface")
        make_tappable(plot, bars)
        on_tap(self._bins, lambda row: on_pick(str(row["pick"])))
        plot.add_layout(paint(Span(location=0, dimension="height", line_width=1), line_color="ink-3"))
        self._percentiles = ColumnDataSource({name: [] for name in ("x", "top", "text")})
        lines = plot.segment(
            x0="x", x1="x", y0=0, y1="top", source=self._percentiles, line_width=1.5, line_dash="4 3"
        )
        paint_renderer(lines, line_color="ink")
        names = plot.text(
            x="x", y="top", text="text", source=self._percentiles, text_font_size="10px", text_align="center",
            text_baseline="bottom",
        )  # fmt: skip
        paint_renderer(names, text_color="ink-2")
        self.chart = Chart(plot, label="Distribution of paired latency differences")

    def draw(self, latency: Mapping[str, Any]) -> None:
        """Show bins and percentiles."""
        bins = latency["bins"]
        self._bins.data = {name: [one[name] for one in bins] for name in ("low", "high", "count", "pick")}
        most = max([1, *(one["count"] for one in bins)])
        values = latency["percentiles_ms"] or []
        self._percentiles.data = {
            "x": values,
            "top": [most * share for share in (1.06, 1.14, 1.06)][: len(values)],
            "text": ["p10", "p50", "p90"][: len(values)],
        }
        low, high = (bins[0]["low"], bins[-1]["high"]) if bins else (-1.0, 1.0)
        margin = 0.02 * (max(high, 0.0) - min(low, 0.0))
        self._across.update(start=min(low, 0.0) - margin, end=max(high, 0.0) + margin)
        self._up.update(start=0, end=most * 1.28)
