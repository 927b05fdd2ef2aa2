"""The Compare page: models beside each other, event by event; every number opens its events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import panel as pn

from viewer.view_models.comparison import comparison
from viewer.view_models.json_text import as_text
from viewer.view_models.place import Place
from viewer.views.charts import FORMS, Chart
from viewer.views.compare_charts import IntervalChart, LatencyChart
from viewer.views.component import Component, Message, module_source
from viewer.views.state import State
from viewer.workspace import SplitWork

_SHEETS = ("rails/rails.css", "compare/compare.css", "page/access.css")
_GRID = """
:host {
  display: grid !important;
  flex: none !important;
  height: auto !important;
  grid-auto-rows: max-content !important;
  width: 100% !important;
  grid-template-columns: minmax(0, 1056fr) minmax(0, 496fr) !important;
  gap: 16px !important;
  padding: 16px !important;
  box-sizing: border-box;
}
:host > * { height: auto !important; align-self: stretch !important; }
.wide { grid-column: 1 / -1; }
@media (max-width: 1439px) {
  :host { grid-template-columns: minmax(0, 1fr) !important; }
}
@media (max-width: 719px) {
  :host { gap: 8px !important; padding: 8px !important; }
}
"""
_CARD = """
:host {
  min-height: 320px;
  padding: 0 16px 12px !important;
  box-sizing: border-box;
  overflow: hidden;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--r-3);
}
"""


class ModelChoice(Component):
    """Which models are compared, on which task, and in words how the first two differ."""

    _esm = module_source("compare/choice.js", *_SHEETS)
    _sizing = "stretch_width"


class Differences(Component):
    """Every other model against the first: rates, differences, intervals and p."""

    _esm = module_source("compare/differences.js", *_SHEETS)
    _sizing = "stretch_width"


class JointOutcomes(Component):
    """What became of the same events with the chosen models."""

    _esm = module_source("compare/joint.js", *_SHEETS)
    _sizing = "stretch_width"


class Groups(Component):
    """The first two models by conversation type and pairing."""

    _esm = module_source("compare/groups.js", *_SHEETS)
    _sizing = "stretch_width"


class ChartHead(Component):
    """The head of a chart: what it shows, its numbers, and how it is saved."""

    _esm = module_source("compare/chart_head.js", *_SHEETS)
    _sizing = "stretch_width"


class ComparePage:
    """The Compare page of one session.

    Parameters
    ----------
    state
        The session's state.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        send = state.receive
        self.choice = ModelChoice(on_message=send, css_classes=["wide"], margin=0)
        self.differences = Differences(on_message=send, margin=0)
        self.joint = JointOutcomes(on_message=send, margin=0)
        self.groups = Groups(on_message=send, css_classes=["wide"], margin=0)
        self.intervals = IntervalChart(on_second=self._hold_against)
        self.latency = LatencyChart(on_pick=self._pick)
        self.heads = {
            name: ChartHead(on_message=self._hear_head, margin=0) for name in ("intervals", "latency")
        }
        self._shown: tuple[SplitWork, Mapping[str, Any]] | None = None
        self._results = (
            self.differences,
            self._card("intervals", self.intervals.chart),
            self.joint,
            self._card("latency", self.latency.chart),
            self.groups,
        )
        self._layout = pn.Column(
            self.choice, *self._results, sizing_mode="stretch_both", margin=0, stylesheets=[_GRID]
        )

    def __panel__(self) -> pn.viewable.Viewable:
        """Return the page's layout."""
        return self._layout

    def draw(self, place: Place) -> None:
        """Show the comparison of a place, made anew only if something of it has changed."""
        work = self._state.work
        depends = {
            "split": place.split,
            "model": place.model if not place.option("compare") else "",
            "task": place.task,
            "settings": place.settings,
            "compare": place.option("compare"),
        }
        if self._shown == (work, depends):
            return
        self._shown = (work, depends)
        content = comparison(work, place)
        compared = content["compared"]
        self.choice.content = as_text(
            {name: part for name, part in content.items() if name != "compared"}
            | {name: (compared or {}).get(name) for name in ("events", "sentences", "method")}
        )
        for part in self._results:
            part.visible = compared is not None
        if compared is not None:
            self._draw_compared(content, compared)

    def _draw_compared(self, content: Mapping[str, Any], compared: Mapping[str, Any]) -> None:
        chosen = {"chosen": content["chosen"]}
        self.differences.content = as_text(chosen | {"rows": compared["rows"]})
        self.joint.content = as_text(chosen | compared["joint"])
        self.groups.content = as_text(chosen | compared["groups"])
        self.intervals.draw(compared["rows"])
        self.latency.draw(compared["latency"])
        for name, head in self.heads.items():
            head.content = as_text(compared["heads"][name] | {"name": name})

    def _card(self, name: str, chart: Chart) -> pn.Column:
        return pn.Column(self.heads[name], chart, sizing_mode="stretch_both", margin=0, stylesheets=[_CARD])

    def _hear_head(self, message: Message) -> None:
        """Save a chart, or pass on what a number of its head asks for."""
        charts = {"intervals": self.intervals.chart, "latency": self.latency.chart}
        chart = charts.get(str(message.get("chart")))
        if message["type"] != "save":
            self._state.receive(message)
        elif chart is not None and message.get("form") in FORMS:
            chart.save(message["form"], f"comparison-{message['chart']}")

    def _pick(self, pick: str) -> None:
        self._state.receive({"type": "pick", "pick": pick})

    def _hold_against(self, value: str) -> None:
        """Make a clicked model the second one."""
        self._state.receive({"type": "option", "name": "compare", "value": value})
