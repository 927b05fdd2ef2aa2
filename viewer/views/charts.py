"""Charts in the house's style: Bokeh figures whose colours are tokens, drawn in the page's theme.

Axes, grid and text take their colours from style sheets. Glyphs cannot: `paint` notes which token each
of their colours is, and the chart's own face sets them in the browser, now and when the theme changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import panel as pn
import param
from bokeh.model import Model
from bokeh.models import ColumnDataSource, InlineStyleSheet, TapTool
from bokeh.models.renderers import GlyphRenderer
from bokeh.plotting import figure

from viewer.views.component import Component, Message, module_source

Painted = TypeVar("Painted", bound=Model)
PNG, SVG = FORMS = ("png", "svg")
PAINT = "paint"
# No outline: when a figure is painted again, Bokeh draws it around the whole canvas too.
_CSS = """
:host {
  --bk-background-fill-color: var(--surface);
  --bk-border-fill-color: var(--surface);
  --bk-outline-line-color: transparent;
  --bk-grid-line-color: var(--line);
  --bk-axis-line-color: var(--line-strong);
  --bk-major-tick-line-color: var(--line-strong);
  --bk-minor-tick-line-color: transparent;
  --bk-axis-label-text-color: var(--ink-2);
  --bk-axis-label-text-font: var(--font);
  --bk-axis-label-text-font-style: normal;
  --bk-axis-label-text-font-size: var(--fs-sm);
  --bk-major-label-text-color: var(--ink-2);
  --bk-major-label-text-font: var(--font);
  --bk-major-label-text-font-size: var(--fs-xs);
}
"""


def house_figure(*, name: str, x_label: str, y_label: str, **options: Any) -> figure:
    """Return an empty figure in the house's style.

    Parameters
    ----------
    name
        The figure's name on the page, by which its face finds it; one of each on a page.
    x_label, y_label
        What the axes show, with units.
    options
        Anything of `bokeh.plotting.figure`.
    """
    plot = figure(
        name=name,
        x_axis_label=x_label,
        y_axis_label=y_label,
        **{"sizing_mode": "stretch_both", "toolbar_location": None, "tools": "", **options},
    )
    return in_house_style(plot)


def in_house_style(plot: figure) -> figure:
    """Give a figure, as one that HoloViews made, the house's style."""
    plot.stylesheets = [*plot.stylesheets, InlineStyleSheet(css=_CSS)]
    plot.toolbar_location = None
    return plot


def paint(model: Painted, **tokens: str) -> Painted:
    """Note which token each colour of a glyph or an annotation is: ``paint(glyph, fill_color="hit")``."""
    model.tags = [*model.tags, {PAINT: dict(tokens)}]
    model.syncable = False  # a theme is the browser's affair: its colours are not sent back
    for name in tokens:
        setattr(model, name, None)  # nothing is seen in a colour of no theme
    return model


def paint_renderer(renderer: GlyphRenderer[Any], **tokens: str) -> GlyphRenderer[Any]:
    """Paint a renderer's glyph; what is clicked or not clicked looks the same."""
    paint(renderer.glyph, **tokens)
    renderer.nonselection_glyph = renderer.selection_glyph = renderer.muted_glyph = None
    return renderer


class ChartFace(Component):
    """What a chart has in the browser: it paints the figure of a name, and saves it as a file.

    Parameters
    ----------
    figure_name
        The figure it keeps in the theme's colours.
    label
        What the chart shows, for screen readers.
    """

    figure_name = param.String(doc="The figure's name.")
    label = param.String(doc="What the chart shows, for who does not see it.")
    revision = param.Integer(doc="Counts up when painted models have come or gone.")

    _esm = module_source("charts/chart.js", "page/access.css")


class Chart(pn.viewable.Viewer):
    """A figure on a page.

    Parameters
    ----------
    plot
        A figure from `house_figure`, or one that went through `in_house_style`.
    label
        What it shows, in words.
    """

    def __init__(self, plot: figure, *, label: str, **params: Any) -> None:
        super().__init__(**params)
        self.plot = plot
        self.face = ChartFace(
            on_message=_hear_nothing,
            figure_name=plot.name,
            label=label,
            sizing_mode="fixed",
            width=0,
            height=0,
            margin=0,
        )
        pane = pn.pane.Bokeh(plot, sizing_mode="stretch_both", margin=0)
        self._layout = pn.Column(pane, self.face, sizing_mode="stretch_both", margin=0)

    def __panel__(self) -> pn.Column:
        return self._layout

    def repaint(self) -> None:
        """Have models that were painted after the chart was shown get their colours."""
        self.face.revision += 1

    def save(self, form: str, filename: str) -> None:
        """Have the browser save the chart as it is seen: ``png`` or ``svg``."""
        self.face.answer({"type": "save", "form": form, "filename": filename})


def on_tap(source: ColumnDataSource, act: Callable[[Mapping[str, Any]], None]) -> None:
    """Call `act` with the row of a source whose mark is clicked: column name to value."""

    def tapped(_attribute: str, _before: list[int], now: list[int]) -> None:
        if not now:
            return
        source.selected.indices = []
        if 0 <= now[0] < min(map(len, source.data.values()), default=0):  # the browser's word is not trusted
            act({name: values[now[0]] for name, values in source.data.items()})

    source.selected.on_change("indices", tapped)


def make_tappable(plot: figure, *renderers: GlyphRenderer[Any]) -> None:
    """Give a figure's marks the hand that says they can be clicked."""
    plot.add_tools(TapTool(renderers=list(renderers)))


def _hear_nothing(_: Message) -> None:
    """Take no message: a chart's face only paints."""
