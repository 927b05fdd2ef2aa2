"""The faces of the audit page: drawn in the browser, each from JSON texts."""

from __future__ import annotations

from typing import ClassVar

import param

from viewer.views.component import Component, module_source

_SHEETS = ("audit/audit.css", "page/access.css")


class AuditQueue(Component):
    """What is asked, its filters, and how far it is answered."""

    standing = param.String(default="", doc="Which questions are answered, which one is open.")
    _esm = module_source("audit/queue.js", *_SHEETS)


class VerdictBar(Component):
    """Six choices, the own label, the comment, and how saving went."""

    _esm = module_source("audit/bar.js", *_SHEETS)
    _sizing: ClassVar[str] = "stretch_width"


class AuditEffect(Component):
    """What the choice and the corrections move, agreement, history."""

    _esm = module_source("audit/effect.js", *_SHEETS)
