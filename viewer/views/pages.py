"""The pages beside Explore: each made when it is first opened, drawn while it is shown.

A page is a class that takes the session's state and has ``draw(place)``; it is entered in `PAGE_VIEWS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import panel as pn

from viewer.view_models.page_options import PAGE_TITLES, PAGES
from viewer.view_models.place import Place
from viewer.views.audit_page import AuditPage
from viewer.views.compare_page import ComparePage
from viewer.views.corpus_page import CorpusPage
from viewer.views.leaderboard_page import LeaderboardPage
from viewer.views.state import State
from viewer.views.sweep_page import SweepPage

_AS_TALL_AS_IT_IS = """
@media (max-width: 719px) { :host { flex: none !important; height: auto !important; } }
"""
"""On a phone the document scrolls, not a page within it."""


class PageView(Protocol):
    """What a page offers: a layout, and how it follows the place."""

    def __panel__(self) -> pn.viewable.Viewable:
        """Return the page's layout."""

    def draw(self, place: Place) -> None:
        """Show what the page shows at a place; called only while it is open."""


PAGE_VIEWS: Mapping[str, Callable[[State], PageView]] = {
    "leaderboard": LeaderboardPage,
    "compare": ComparePage,
    "sweep": SweepPage,
    "audit": AuditPage,
    "corpus": CorpusPage,
}
"""Each page's view by its name in `page_options.PAGES`."""


def page_links(place: Place) -> list[dict[str, Any]]:
    """Return the pages that there are, for the header."""
    names = [name for name in PAGES if name == PAGES[0] or name in PAGE_VIEWS]
    return [{"name": name, "title": PAGE_TITLES[name], "is_open": name == place.page} for name in names]


class Pages(pn.viewable.Viewer):
    """The pages of one session, in one layout that shows the open one.

    Parameters
    ----------
    state
        The session's state.
    views
        The pages there are; default: all.
    """

    def __init__(
        self, state: State, *, views: Mapping[str, Callable[[State], PageView]] = PAGE_VIEWS, **params: Any
    ) -> None:
        super().__init__(**params)
        self._state, self._views = state, views
        self._made: dict[str, PageView] = {}
        self._boxes: dict[str, pn.Column] = {}
        self._layout = _box()

    def __panel__(self) -> pn.Column:
        return self._layout

    def draw(self, place: Place) -> None:
        """Show the page of a place; Explore's own parts stand beside this layout."""
        if place.page in self._views:
            self.page(place.page).draw(place)
        for name, box in self._boxes.items():
            box.visible = name == place.page

    def page(self, name: str) -> PageView:
        """Return a page, made now if it was never opened."""
        if name not in self._made:
            page = self._made[name] = self._views[name](self._state)
            box = self._boxes[name] = _box(page.__panel__())
            self._layout.append(box)
        return self._made[name]


def _box(*parts: pn.viewable.Viewable) -> pn.Column:
    return pn.Column(*parts, sizing_mode="stretch_both", margin=0, stylesheets=[_AS_TALL_AS_IT_IS])
