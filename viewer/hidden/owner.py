"""The owner of hidden labels works on them as on any other, on a machine of their own."""

from __future__ import annotations

from dataclasses import replace

from viewer import environment
from viewer.errors import HiddenLabelsError
from viewer.loaders import Corpus
from viewer.loaders.corpus import PUBLIC


def for_owner(corpus: Corpus) -> Corpus:
    """Return a corpus with the labels of all its splits read and shown.

    Raises
    ------
    HiddenLabelsError
        If ``TURNBENCH_MODE`` is not ``local``: a served corpus has visitors.

    References
    ----------
    DATA section 6, ``--owner``.
    """
    mode = environment.mode()
    if mode is not environment.Mode.LOCAL:
        raise HiddenLabelsError(f"--owner: expected TURNBENCH_MODE=local, found {mode}")
    splits = {name: replace(split.unsealed(), labels=PUBLIC) for name, split in corpus.splits.items()}
    return replace(corpus, splits=splits)
