"""The one decorator for compiled kernels.

Machine code is kept in the user's cache folder, since an installed package is never written into.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import numba

from viewer import environment
from viewer.errors import SettingsError

Kernel = TypeVar("Kernel", bound=Callable[..., object])

if not numba.config.CACHE_DIR:
    with suppress(SettingsError):  # whoever needs the folder says what is wrong with it
        numba.config.CACHE_DIR = str(environment.cache_folder() / "compiled")


def compiled(kernel: Kernel) -> Kernel:
    """Compile a kernel on its first call; arrays in, arrays out, without the interpreter's lock."""
    result: Kernel = numba.njit(cache=True, nogil=True)(kernel)
    return result
