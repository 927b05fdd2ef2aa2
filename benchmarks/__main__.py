"""Print every figure, or those of some parts: ``python -m benchmarks [--markdown] [PART ...]``."""

from __future__ import annotations

import sys

from benchmarks import (
    audit,
    auditing,
    board,
    comparing,
    core,
    corpus,
    finding,
    page,
    peaks,
    reviewers,
    sound,
    submissions,
    sweep,
)
from benchmarks.tables import markdown, print_figures, told

PARTS = {
    "core": core.measure,
    "comparing": comparing.measure,
    "corpus": corpus.measure,
    "audit": audit.measure,
    "auditing": auditing.measure,
    "reviewers": reviewers.measure,
    "page": page.measure,
    "board": board.measure,
    "finding": finding.measure,
    "peaks": peaks.measure,
    "sound": sound.measure,
    "submissions": submissions.measure,
    "sweep": sweep.measure,
}


def main() -> None:
    """Measure the parts that the command names, or all of them."""
    names = [name for name in sys.argv[1:] if name != "--markdown"]
    for name in names or list(PARTS):
        print(f"{name} …", file=sys.stderr, flush=True)
        figures = told(PARTS[name]())
        if "--markdown" in sys.argv:
            print(markdown(name, figures))
        else:
            print_figures(name, figures)


if __name__ == "__main__":
    main()
