"""The corpus page: what annotators labelled in the open split, and the moments behind every number."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

import panel as pn
from panel.io.document import hold

from viewer.view_models.corpus_data import CorpusData, corpus_data
from viewer.view_models.corpus_distributions import Distribution, distributions, medians_table
from viewer.view_models.corpus_export import FILES, corpus_file
from viewer.view_models.corpus_moments import moment_list
from viewer.view_models.corpus_page import corpus_page, filters_of, hidden_page
from viewer.view_models.json_text import as_text
from viewer.view_models.moment_pick import MomentPick, from_text
from viewer.view_models.place import Place
from viewer.views import exporting
from viewer.views.component import Message
from viewer.views.corpus_faces import CorpusHead, CorpusTables, MomentList
from viewer.views.distribution_chart import HEIGHT_PX, DistributionChart
from viewer.views.state import State
from viewer.workspace import SplitWork

EXPORT = "corpus-export"
CHARTS = "corpus-charts"
ROW_OF_CHARTS = 3
_PAGE = """
:host { display: grid; position: relative; height: 100%;
  grid-template: minmax(0, 1fr) / minmax(0, 1fr) 340px; }
@media (max-width: 1279px) {
  :host { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 719px) {
  :host { display: block; flex: none !important; height: auto !important; }
}
"""
_MAIN = """
:host { display: flex; flex-direction: column; gap: 16px; overflow: auto; height: 100%; padding: 16px;
  box-sizing: border-box; scrollbar-width: thin; scrollbar-color: var(--line-strong) transparent; }
:host > * { flex: none; max-height: none; }
@media (max-width: 719px) {
  :host { flex: none !important; height: auto !important; max-height: none; overflow: visible; }
}
"""
_GRID = """
:host { display: grid; grid-template-columns: repeat(auto-fit, minmax(300px, 1fr)); gap: 16px;
  grid-auto-rows: max-content; }
/* Panel's own button to scroll down would take a cell. */
.scroll-button { display: none; }
"""
_CARD = """
:host { display: flex; flex-direction: column; box-sizing: border-box; padding: 12px 12px 8px;
  border: 1px solid var(--line); border-radius: var(--r-3); background: var(--surface); min-width: 0; }
"""
_SIDE = """
:host { border-left: 1px solid var(--line); background: var(--surface); height: 100%; min-height: 0; }
@media (max-width: 1279px) {
  :host { position: absolute; z-index: 2; top: 0; right: 0; width: min(340px, 100%); }
  :host(.is-empty) { display: none; }
}
@media (max-width: 719px) {
  :host { position: fixed; z-index: 20; }
}
"""
_HEADING = """
:host, div { margin: 0; font: 400 var(--fs-sm) / 1.4 var(--font); color: var(--ink-2); }
h3 { margin: 0; font: 600 var(--fs-lg) / 20px var(--font); color: var(--ink); }
p { margin: 0; min-height: 2.8em; font: inherit; }
b { color: var(--ink); font-variant-numeric: tabular-nums; }
"""


class CorpusPage:
    """The corpus page of one session.

    Parameters
    ----------
    state
        The session's state.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self.head = CorpusHead(on_message=self._hear)
        self.tables = CorpusTables(on_message=self._hear)
        self.moments = MomentList(on_message=self._hear)
        self.charts: dict[str, DistributionChart] = {}
        self._headings: dict[str, pn.pane.HTML] = {}
        self._shown: list[Distribution] = []
        self._listed: tuple[MomentPick, MomentPick | None] = MomentPick("events"), None
        self._keys: dict[str, object] = {}
        self._grid = pn.Column(stylesheets=[_GRID], sizing_mode="stretch_width", margin=0)
        self._main = pn.Column(
            self.head, self._grid, self.tables, stylesheets=[_MAIN], sizing_mode="stretch_both", margin=0
        )
        self._side = pn.Column(self.moments, stylesheets=[_SIDE], sizing_mode="stretch_both", margin=0)
        self._layout = pn.Column(
            self._main, self._side, stylesheets=[_PAGE], sizing_mode="stretch_both", margin=0
        )

    def __panel__(self) -> pn.viewable.Viewable:
        return self._layout

    def draw(self, place: Place) -> None:
        """Show the split of a place at the page's filters, and the moments that are listed."""
        with hold():
            if self._state.work.is_hidden:
                self._draw_hidden()
            else:
                self._draw_open(place)

    def _draw_hidden(self) -> None:
        self._keys.clear()
        self._shown = []
        self._grid.visible = self.tables.visible = False
        self.tables.content = ""
        self.head.content = as_text(hidden_page(self._state.work))
        self._list(None)

    def _draw_open(self, place: Place) -> None:
        work = self._state.work
        data = corpus_data(work, place.settings)
        filters = self._filters(place)
        pick = from_text(place.option("moments"))
        if self._is_new("tables", (data, filters)):
            self._draw_tables(place, data, filters)
        if self._is_new("moments", (data, filters, pick)):
            self._listed = filters, pick
            self._mark()
            self._list(moment_list(work, data, pick))

    def _filters(self, place: Place) -> MomentPick:
        names = (place.option(name) for name in ("type", "pairing", "only"))
        return filters_of(self._state.work, *names)

    def _draw_tables(self, place: Place, data: CorpusData, filters: MomentPick) -> None:
        work = self._state.work
        page = corpus_page(work, data, filters, place.settings)
        self._shown = distributions(data, filters)
        self._grid.visible = self.tables.visible = True
        self.head.content = as_text(
            {
                name: page[name]
                for name in ("is_hidden", "message", "settings_note", "scope", "filters", "dynamics")
            }
            | {"files": [{"name": name, "title": title} for name, title in FILES.items()]}
        )
        self.tables.content = as_text(
            {"agreement": page["agreement"], "labels": page["labels"], "medians": medians_table(self._shown)}
        )
        for one in self._shown:
            if one.measure in self.charts:
                self.charts[one.measure].show(one)
                self._headings[one.measure].object = _heading(one)
        self._state.later(self._make_charts)

    def _make_charts(self) -> None:
        """Make a row of charts that are not there yet, the next one later: tables are read meanwhile."""
        missing = [one for one in self._shown if one.measure not in self.charts]
        if not missing:
            return
        with hold():
            self._grid.extend([self._card(one) for one in missing[:ROW_OF_CHARTS]])
            self._mark()
        self._state.later(self._make_charts)

    def _card(self, one: Distribution) -> pn.Column:
        chart = self.charts[one.measure] = DistributionChart(one.measure, one, self._open)
        style = {"sizing_mode": "stretch_width", "margin": 0}
        heading = self._headings[one.measure] = pn.pane.HTML(_heading(one), stylesheets=[_HEADING], **style)
        return pn.Column(
            heading, pn.Column(chart.chart, height=HEIGHT_PX, **style), stylesheets=[_CARD], **style
        )

    def _mark(self) -> None:
        """Mark the bin that is listed, where the list is of what the charts show."""
        filters, pick = self._listed
        for one in self._shown:
            is_shown = pick is not None and pick.measure == one.measure and _scope(pick) == _scope(filters)
            if one.measure in self.charts:
                self.charts[one.measure].mark(one, pick.bin if pick is not None and is_shown else -1)

    def _list(self, content: dict[str, Any] | None) -> None:
        self.moments.content = as_text({"moments": content, "is_hidden": self._state.work.is_hidden})
        self._side.css_classes = [] if content else ["is-empty"]

    def _is_new(self, name: str, key: object) -> bool:
        is_new = name not in self._keys or self._keys[name] != key
        self._keys[name] = key
        return is_new

    def _open(self, pick: str) -> None:
        """List the moments of a pick."""
        self._state.receive({"type": "option", "name": "moments", "value": pick})

    def _hear(self, message: Message) -> None:
        """Pass a message on; a file is answered here, since it moves nothing."""
        state = self._state
        if message["type"] == EXPORT:
            make = partial(_file_answer, state.work, state.place, dict(message))
            exporting.answer_later(make, send=self.head.answer, later=state.later)
        elif message["type"] == CHARTS and message.get("form") in ("png", "svg"):
            for measure, chart in self.charts.items():
                chart.chart.save(message["form"], f"corpus-{measure}.{message['form']}")
        else:
            state.receive(message)


def _scope(pick: MomentPick) -> tuple[str, str, str, str, int]:
    return pick.conversation_type, pick.pairing, pick.dialogue, pick.annotator, pick.speaker


def _heading(one: Distribution) -> str:
    count, median = escape(f"{one.count:,}"), escape(one.median_text)
    return f"<h3>{escape(one.title)}</h3><p>{escape(one.sentence)} <b>{count}</b>, median <b>{median}</b></p>"


def _file_answer(work: SplitWork, place: Place, message: Message) -> dict[str, Any]:
    """Answer ``{type: "corpus-export", file, nonce}``: ``{type, nonce, text, error}``."""
    name = str(message.get("file"))
    return exporting.text_answer(EXPORT, message, "text", lambda: corpus_file(work, place, name))
