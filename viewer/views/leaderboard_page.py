"""The leaderboard page of a session: ranking, trade-off, heat map, exports."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

import panel as pn

from viewer.view_models.json_text import as_text
from viewer.view_models.leaderboard import leaderboard
from viewer.view_models.leaderboard_scores import BoardQuery, dev_split, query_at
from viewer.view_models.place import Place
from viewer.views import exporting
from viewer.views.component import Component, Message, module_source
from viewer.views.state import State
from viewer.views.trade_off import TradeOff
from viewer.workspace import SplitWork

_SHEETS = ("rails/rails.css", "leaderboard/leaderboard.css", "page/access.css")
_GRID = """
:host {
  display: grid;
  grid-template: 588px auto / minmax(0, 1056fr) minmax(380px, 496fr);
  grid-template-areas: "board trade" "heat heat";
  flex: none !important;
  align-content: start;
  gap: 16px;
  height: auto !important;
  padding: 16px;
  box-sizing: border-box;
}
.board { grid-area: board; min-width: 0; min-height: 0; }
.trade { grid-area: trade; min-width: 0; min-height: 0; }
.heat { grid-area: heat; min-width: 0; }
@media (max-width: 1439px) {
  :host {
    grid-template: 588px 440px auto / minmax(0, 1fr);
    grid-template-areas: "board" "trade" "heat";
  }
}
@media (max-width: 719px) {
  :host { grid-template-rows: 640px 400px auto; padding: 8px; }
}
"""
_CARD = """
:host {
  border: 1px solid var(--line);
  border-radius: var(--r-3);
  background: var(--surface);
  overflow: hidden;
}
"""


class BoardFace(Component):
    """Ranking policy, filters, table and exports."""

    _esm = module_source("leaderboard/board.js", *_SHEETS)


class TradeHead(Component):
    """The trade-off figure's title and legend."""

    _esm = module_source("leaderboard/trade_head.js", *_SHEETS)
    _sizing: ClassVar[str] = "stretch_width"


class HeatFace(Component):
    """The chosen model by conversation type and speaker pairing."""

    _esm = module_source("leaderboard/heat.js", *_SHEETS)
    _sizing: ClassVar[str] = "stretch_width"


class LeaderboardPage(pn.viewable.Viewer):
    """The leaderboard page.

    Parameters
    ----------
    state
        The session's state; every part sends it messages and is drawn from its place.
    """

    def __init__(self, state: State, **params: Any) -> None:
        super().__init__(**params)
        self._state = state
        self._shown: tuple[SplitWork, BoardQuery] | None = None
        self.board = BoardFace(on_message=self._hear, css_classes=["board"])
        self.heat = HeatFace(on_message=state.receive, css_classes=["heat"])
        self.trade = TradeOff(on_model=lambda name: state.receive({"type": "model", "model": name}))
        head = TradeHead(on_message=state.receive, content="{}")
        card = pn.Column(
            head, self.trade, sizing_mode="stretch_both", margin=0, css_classes=["trade"], stylesheets=[_CARD]
        )
        self._layout = pn.Column(
            self.board, card, self.heat, sizing_mode="stretch_both", margin=0, stylesheets=[_GRID]
        )

    def __panel__(self) -> pn.viewable.Viewable:
        return self._layout

    def draw(self, place: Place) -> None:
        """Show the leaderboard of a place, if another one is shown."""
        work, query = self._state.work, query_at(place)
        if self._shown == (work, query):
            return
        self._shown = (work, query)
        board = leaderboard(work, query, dev=dev_split(self._state.workspace, work, query.policy))
        heat = {name: board[name] for name in ("heat", "models", "why_no_heat")}
        figure = board.pop("figure")
        del board["heat"], board["why_no_heat"]
        self.board.content, self.heat.content = as_text(board), as_text(heat)
        self.trade.draw(figure)

    def _hear(self, message: Message) -> None:
        """Pass a message on; a file that is asked for is made here, since it moves nothing."""
        if message["type"] != exporting.LEADERBOARD:
            self._state.receive(message)
            return
        work, query = self._state.work, query_at(self._state.place)
        dev = dev_split(self._state.workspace, work, query.policy)
        made = partial(exporting.leaderboard_answer, work, query, dev, message)
        exporting.answer_later(made, send=self.board.answer, later=self._state.later)
