"""The page that opens without a server: everything but the clip, which the browser that asks for it puts in.

The browser knows what no route does: the models that its session ran itself, and the sound it may hear.
So the server gives the page with `PLACE` where the clip belongs, and ``static/export/offline_file.js``
fills it.
"""

from __future__ import annotations

import json
from pathlib import Path

import jinja2

from viewer.exports.modules import SCHEME, collect, import_map

PLACE = "<!--turnbench:clip-->"
ENTRY = "offline/offline.js"
SHEETS = ("tokens.css", "timeline/timeline.css", "page/access.css", "offline/offline.css")
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data: blob:; style-src 'unsafe-inline'; "
    "img-src data: blob:; connect-src 'none'; form-action 'none'; base-uri 'none'"
)
"""Nothing may be asked for: scripts, styles and sound are in the page."""

_STATIC = Path(__file__).resolve().parents[1] / "static"
_TEMPLATE = jinja2.Environment(loader=jinja2.PackageLoader("viewer.exports", "."), autoescape=True)


def offline_page() -> str:
    """Return the page with `PLACE` where its clip belongs.

    Raises
    ------
    InvalidDataError
        If a module that it needs cannot stand in a page of its own.
    """
    modules = import_map(collect(_STATIC, ENTRY))
    return _TEMPLATE.get_template("offline.html").render(
        policy=POLICY,
        place=PLACE,
        styles="\n".join((_STATIC / sheet).read_text(encoding="utf-8") for sheet in SHEETS),
        theme=(_STATIC / "page" / "theme.js").read_text(encoding="utf-8"),
        modules=json.dumps(modules),
        entry=SCHEME + ENTRY,
    )
