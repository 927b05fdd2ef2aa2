"""The base of every face: one JSON text goes down to a JavaScript module, checked messages come up."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import param
from panel.custom import JSComponent

Message = dict[str, Any]
"""What a module sends: at least a ``type``; the receiver checks the rest."""

_log = logging.getLogger(__name__)

_STATIC = Path(__file__).resolve().parents[1] / "static"
_ALWAYS_SHOWN = ("page", "rails", "uploads")
_SHEETS = ("rails/rails.css", "page/access.css")
_WITH_TIMELINE = ("explore", "sweep", "audit")
_SCRIPTS = ("page/early_drops.js", "page/native.js", "page/pages.js", "page/theme.js", "page/turns.js")

# The source is a blob to the browser, so that every address in it must be absolute. The page's own path is
# kept, for servers under a prefix. The module is asked for as soon as Panel has read this source, before the
# first layout; nothing shows before its style sheets are there.
_SOURCE = """
const base = location.origin + location.pathname.replace(/\\/+$/, "") + "/";
const sheets = %(sheets)s;
const load = window.turnbenchImport ?? ((address) => import(address));
const place = %(place)s;
const turn = (place && window.turnbenchTurn?.(place)) ?? null;
const start = () => load(base + "static/" + %(module)s);
const loading = turn ? turn.then(start) : start();

function link(href) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = base + "static/" + href;
  return sheet;
}

const settled = (sheet) => new Promise((done) => {
  sheet.addEventListener("load", done);
  sheet.addEventListener("error", done);
});

export async function render({ model, view, el }) {
  view.turnbenchLife?.abort();
  const life = new AbortController();
  view.turnbenchLife = life;
  model.on("remove", () => life.abort());
  const links = sheets.map(link);
  const root = document.createElement("div");
  root.style.visibility = "hidden";
  const styled = Promise.all(links.map(settled));
  el.replaceChildren(...links, root);
  try {
    const { mount } = await loading;
    await styled;
    if (life.signal.aborted) return;
    mount({ model, root, base, signal: life.signal });
  } catch (error) {
    root.textContent = "This part of the page could not be loaded. Reload the page to try again.";
    throw error;
  } finally {
    root.style.visibility = "";
  }
}
"""


def module_source(module: str, *sheets: str, place: str = "") -> str:
    """Return the ``_esm`` of a face.

    Parameters
    ----------
    module, sheets
        Its drawing and its styles, under ``static/``.
    place
        A selector of the template's element that it lies in; while another page hides that, the face waits.
    """
    return _SOURCE % {"module": json.dumps(module), "sheets": json.dumps(sheets), "place": json.dumps(place)}


def sheet_files(page: str) -> list[str]:
    """Return the style sheets under ``static/`` that a page's faces ask for first."""
    own = f"{page}/{page}.css"
    return [*_SHEETS, *([own] if (_STATIC / own).is_file() else [])]


@cache
def module_files(page: str) -> list[str]:
    """Return the modules under ``static/`` that a page draws first with, so that it asks for all at once."""
    own = ("timeline", "export") if page in _WITH_TIMELINE else ()
    paths = (
        path.relative_to(_STATIC).as_posix()
        for name in (*_ALWAYS_SHOWN, *own, *((page,) if page != "explore" else ()))
        for path in (_STATIC / name).glob("*.js")
    )
    return sorted(path for path in paths if path not in _SCRIPTS)


class Face(JSComponent):
    """A view drawn by a JavaScript module that answers with messages.

    Its module exports ``mount({model, root, base, signal})``: ``model`` has the parameters and
    ``send_msg({type, ...})``, ``base`` is the app's address with a slash at the end, and ``signal``
    aborts when the view is gone.

    Parameters
    ----------
    on_message
        Called with every well-formed message.
    """

    _sizing: ClassVar[str] = "stretch_both"

    __abstract = True

    def __init__(self, *, on_message: Callable[[Message], None], **params: Any) -> None:
        params.setdefault("sizing_mode", self._sizing)
        super().__init__(**params)
        self._on_message = on_message

    def __repr__(self, depth: int = 0) -> str:
        """Return the name alone: Panel asks for it several times a page, and texts are megabytes."""
        del depth
        return f"{type(self).__name__}()"

    def answer(self, content: dict[str, Any]) -> None:
        """Send something to the page once: nothing of it stays in the session."""
        self._send_msg(content)

    def _handle_msg(self, data: Any) -> None:
        """Pass a message on if it has the form of one; the browser's word is not trusted."""
        if isinstance(data, dict) and isinstance(data.get("type"), str):
            self._on_message(data)
        else:
            _log.warning("%s: expected a message with a type, found %.200r", type(self).__name__, data)


class Component(Face):
    """A face with one JSON text.

    ``model.content`` is the text, and ``model.on("content", ...)`` tells of a new one.

    Parameters
    ----------
    content
        The JSON text; empty as long as there is nothing to show.
    """

    content = param.String(default="", doc="The JSON text that is shown.")

    __abstract = True
