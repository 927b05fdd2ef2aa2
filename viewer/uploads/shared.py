"""What all sessions of this process share: where files lie, who reads them, what is saved."""

from __future__ import annotations

from functools import cache

from viewer import environment
from viewer.uploads.limits import Limits
from viewer.uploads.reading import Readers
from viewer.uploads.shelf import Shelf
from viewer.uploads.spool import Spool


@cache
def shared_spool() -> Spool:
    """Return the spool, in the cache folder."""
    return Spool(environment.cache_folder() / "uploads", Limits())


@cache
def shared_readers() -> Readers:
    """Return the processes that read."""
    return Readers(Limits())


def shared_shelf() -> Shelf:
    """Return the user's saved models."""
    return Shelf(environment.saved_models_folder())
