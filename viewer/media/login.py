"""Who may hear: whoever may open the page.

Bokeh asks for a login in its own handlers only, so handlers added to an app ask for themselves,
from the same provider (``--basic-auth``, ``--oauth-provider``, ``--auth-module``).
"""

from __future__ import annotations

from tornado.web import RequestHandler

NO_LOGIN = "default_user"
"""Bokeh's name for everybody, where no login is configured."""


async def current_user(handler: RequestHandler, *, page_path: str) -> object:
    """Return the user of a request: `NO_LOGIN` without a provider, something false if unknown.

    Parameters
    ----------
    handler
        The handler of the request.
    page_path
        Path of the page. Providers let guests in by path, so they are asked about the page: a
        guest of the page may hear it, a guest of another page may not.
    """
    provider = getattr(handler.application, "auth_provider", None)
    if provider is None:
        return NO_LOGIN
    path, handler.request.uri = handler.request.uri, page_path
    try:
        if provider.get_user is not None:
            return provider.get_user(handler)
        if provider.get_user_async is not None:
            return await provider.get_user_async(handler)
        return NO_LOGIN
    finally:
        handler.request.uri = path
