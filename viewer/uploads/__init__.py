"""UPLOADS: files that people send from the browser, kept and read so that they harm nobody else.

`Spool` has their bytes, in a folder of each session; `Readers` reads them in processes of their own;
`Shelf` has those that somebody saved. `routes` takes them in. ``docs/decisions/0011-uploads.md``.
"""

from viewer.uploads.limits import Limits
from viewer.uploads.reading import Readers, Reading, ReadingEndedError, Wanted
from viewer.uploads.shared import shared_readers, shared_shelf, shared_spool
from viewer.uploads.shelf import SavedModel, Shelf
from viewer.uploads.spool import SessionFolder, Spool, megabytes
from viewer.uploads.wire import ReadFile

__all__ = [
    "Limits",
    "ReadFile",
    "Readers",
    "Reading",
    "ReadingEndedError",
    "SavedModel",
    "SessionFolder",
    "Shelf",
    "Spool",
    "Wanted",
    "megabytes",
    "shared_readers",
    "shared_shelf",
    "shared_spool",
]
