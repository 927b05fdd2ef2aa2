"""Panel's queue of messages to the browser, mended: none waits there for a later one to take it along.

Panel 1.9 puts messages off while the socket is busy. A round of writing that ends clears the sign that one
goes on, also where others were put off meanwhile; the round started for those sees no sign and stops. What it
held, a page's last text for instance, came only with the next change: on a page at rest, never.
"""

# ruff: noqa: SLF001  # the fault lies in the library's own queue, which has no public face

from __future__ import annotations

from bokeh.document import Document
from panel.io import document as queue

_panels_round = queue._dispatch_msgs


async def write_held(document: Document) -> None:
    """Write what is put off, as Panel does, and again as long as something was left behind."""
    await _panels_round(document)
    if document in queue._WRITE_MSGS and document not in queue._WRITE_BLOCK:
        queue._WRITE_BLOCK[document] = True
        queue._dispatch_write_task(document, write_held, document)


def install() -> None:
    """Let Panel write with `write_held`; a second call changes nothing."""
    queue._dispatch_msgs = write_held
