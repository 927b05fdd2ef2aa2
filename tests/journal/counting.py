"""A process of its own that counts scorings until there are none left."""

from __future__ import annotations

import sys
from pathlib import Path

from viewer.errors import QuotaError
from viewer.journal import Scorings


def main(path: str, limit: str, name: str) -> None:
    """Count one content after another and print each that was counted."""
    scorings = Scorings(Path(path), int(limit))
    for number in range(int(limit) + 1):
        try:
            scorings.count("split", None, f"{name}-{number}")
        except QuotaError as error:
            print(f"refused: {error}", flush=True)
            return
        print(f"{name}-{number}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
