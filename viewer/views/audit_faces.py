"""The faces of the audit page: drawn in the browser, each from JSON texts."""

from __future__ import annotations

from typing import ClassVar

import param

from viewer.views.component import Component, module_source

# The same columns and rows as the page's grid, which lays the timeline into the free cell (page/pages.css).
PAGE_STYLE = """
:host {
  display: grid;
  grid-template: minmax(0, 1fr) var(--audit-bar) / var(--audit-left) minmax(0, 1fr) var(--audit-right);
  grid-template-areas: "queue timeline effect" "queue bar effect";
  height: 100%;
}
:host > .audit-queue { grid-area: queue; border-right: 1px solid var(--line); }
:host > .audit-bar { grid-area: bar; border-top: 1px solid var(--line-strong); }
:host > .audit-effect { grid-area: effect; border-left: 1px solid var(--line); }
:host > * { min-width: 0; min-height: 0; background: var(--surface); overflow: hidden; }
@media (max-width: 719px) {
  :host { display: block; flex: none !important; height: auto !important; }
  :host > .audit-bar { display: none; }
}
"""
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
