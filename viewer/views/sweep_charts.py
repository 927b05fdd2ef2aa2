"""The curves of a sweep over one threshold axis: recall, false alarms with backchannels, latency."""

from __future__ import annotations

import math
from typing import Any

import panel as pn
from bokeh.models import ColumnDataSource, FixedTicker, Range1d
from bokeh.plotting import figure

from viewer.dialogue.protocol import FP_BUDGET, FP_CEILING
from viewer.view_models.model_sweep import ModelSweep
from viewer.view_models.sweep_rows import CURVES, latency_range, regions
from viewer.views.charts import Chart, house_figure, paint_renderer

NAMES = ("sweep-recall", "sweep-rates", "sweep-latency")
LABELS = ("Recall over the threshold", "False alarm rate over the threshold", "Latency over the threshold")
LEFT_PX, RIGHT_PX, TOP_PX, BOTTOM_PX, AXIS_PX = 104, 24, 8, 6, 24
HEAD_PX = 112
"""What lies above the curves: the sub-bar and the slider."""
_BELOW_THE_HEAD = f"""
:host {{ position: absolute; inset: {HEAD_PX}px 0 0 0; height: auto !important; }}
@media (max-width: 719px) {{ :host {{ display: none !important; }} }}
"""
_SHARE = ":host { flex: 1 1 0 !important; min-height: 0; height: auto !important; overflow: hidden; }"
HIGHEST_RATE = 0.4
"""The false alarm rates that matter lie near budget and ceiling."""
REGION_ALPHA = 0.09
BAND_ALPHA = 0.18
LINE_PX = 1.6


class SweepCharts(pn.viewable.Viewer):
    """Three figures with one threshold axis, and what they are drawn from."""

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self._curves = ColumnDataSource({name: [] for name in ("theta", *CURVES)})
        self._regions = {name: ColumnDataSource({"x0": [], "x1": []}) for name in ("over", "within")}
        self._latency = Range1d(start=0, end=1)
        self._drawn: ModelSweep | None = None
        shared = Range1d(start=0, end=1)
        ranges = (Range1d(start=0, end=1), Range1d(start=0, end=HIGHEST_RATE), self._latency)
        plots = [
            self._figure(name, x_range=shared, y_range=one, is_last=name == NAMES[-1])
            for name, one in zip(NAMES, ranges, strict=True)
        ]
        self._draw_curves(*plots)
        self._charts = [Chart(plot, label=label) for plot, label in zip(plots, LABELS, strict=True)]
        boxes = [
            pn.Column(chart, sizing_mode="stretch_both", margin=0, stylesheets=[_SHARE])
            for chart in self._charts
        ]
        self._layout = pn.Column(*boxes, sizing_mode="stretch_both", margin=0, stylesheets=[_BELOW_THE_HEAD])

    def __panel__(self) -> pn.Column:
        return self._layout

    def save(self, form: str) -> None:
        """Have the browser save each figure as it is seen: ``png`` or ``svg``."""
        for name, chart in zip(NAMES, self._charts, strict=True):
            chart.save(form, f"{name}.{form}")

    def draw(self, sweep: ModelSweep | None) -> None:
        """Draw a sweep; None clears the curves."""
        if sweep is self._drawn:
            return
        self._drawn = sweep
        rows = sweep.rows if sweep else ()
        columns = {name: [_number(getattr(row, name)) for row in rows] for name in CURVES}
        self._curves.data = {"theta": [row.theta for row in rows], **columns}
        spans = regions(rows)
        for name, source in self._regions.items():
            source.data = {"x0": [one[0] for one in spans[name]], "x1": [one[1] for one in spans[name]]}
        self._latency.update(**dict(zip(("start", "end"), latency_range(rows), strict=True)))

    def _figure(self, name: str, *, is_last: bool, **ranges: Range1d) -> figure:
        plot = house_figure(
            name=name,
            x_label="",
            y_label="",
            min_border_left=LEFT_PX,
            min_border_right=RIGHT_PX,
            min_border_top=TOP_PX,
            min_border_bottom=AXIS_PX if is_last else BOTTOM_PX,
            **ranges,
        )
        plot.xaxis.ticker = plot.xgrid.ticker = FixedTicker(ticks=[step / 10 for step in range(11)])
        plot.xaxis.visible = is_last
        plot.yaxis.axis_line_color = plot.xaxis.axis_line_color = None
        for name, token in (("over", "fa"), ("within", "hit")):
            strip = plot.vstrip(x0="x0", x1="x1", source=self._regions[name], fill_alpha=REGION_ALPHA)
            paint_renderer(strip, fill_color=token)
            strip.glyph.line_color = None
        return plot

    def _draw_curves(self, recall: figure, rates: figure, latency: figure) -> None:
        lines: dict[str, Any] = {"source": self._curves, "line_width": LINE_PX}
        paint_renderer(recall.line("theta", "recall", **lines), line_color="hit")
        for value, dash, token in ((FP_BUDGET, "4 3", "ink-2"), (FP_CEILING, "solid", "ink")):
            paint_renderer(rates.hspan(y=[value], line_dash=dash, line_width=1.2), line_color=token)
        rates.yaxis.ticker = FixedTicker(ticks=[0, FP_BUDGET, FP_CEILING, 0.3])
        backchannels = rates.line("theta", "backchannel_fire_rate", line_dash="2 3", **lines)
        paint_renderer(backchannels, line_color="cls-bc")
        paint_renderer(rates.line("theta", "fp_rate", **lines), line_color="fa")
        band = latency.varea("theta", "p10", "p90", source=self._curves, fill_alpha=BAND_ALPHA)
        paint_renderer(band, fill_color="accent")
        paint_renderer(latency.line("theta", "p50", **lines), line_color="accent")


def _number(value: float | None) -> float:
    return math.nan if value is None else value
