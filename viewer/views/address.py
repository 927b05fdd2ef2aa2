"""The address of the page: a link to what is seen."""

from __future__ import annotations

from viewer.views.component import Component, module_source


class Address(Component):
    """Writes the place into the address, and tells where the back button leads.

    ``content`` is ``{"query", "is_step"}``; its one message is ``{"type": "address", "search"}``.
    """

    _esm = module_source("page/address.js")
