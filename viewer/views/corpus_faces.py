"""The faces of the corpus page: drawn in the browser, each from one JSON text."""

from __future__ import annotations

from typing import ClassVar

from viewer.views.component import Component, module_source

_SHEETS = ("corpus/corpus.css", "page/access.css")


class CorpusHead(Component):
    """The page's filters, its export, and the dynamics by type."""

    _esm = module_source("corpus/head.js", *_SHEETS)
    _sizing: ClassVar[str] = "stretch_width"


class CorpusTables(Component):
    """Medians by type, agreement, labels."""

    _esm = module_source("corpus/tables.js", *_SHEETS)
    _sizing: ClassVar[str] = "stretch_width"


class MomentList(Component):
    """The moments behind a number."""

    _esm = module_source("corpus/moments.js", *_SHEETS)
