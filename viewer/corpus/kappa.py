"""Chance-corrected agreement: Fleiss' kappa of many raters, Cohen's kappa of two.

Conventions: counts in, one number out; what has no value is None.

References
----------
J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76, 1971.
J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement 20, 1960.
"""

from __future__ import annotations

import numpy as np

from viewer.dialogue.segments import IntArray


def fleiss_kappa(votes: IntArray, items: IntArray) -> float | None:
    """Return Fleiss' kappa of items that were rated in a number of patterns.

    ``(P - Pe) / (1 - Pe)``, with P the mean share of agreeing pairs of raters per item, and Pe the sum of the
    squared shares of the symbols among all ratings.

    Parameters
    ----------
    votes
        Shape ``(patterns, symbols)``: how many raters give each symbol; equal row sums of at least 2.
    items
        Shape ``(patterns,)``: how many items were rated in that pattern, at least 0.

    Returns
    -------
    float or None
        At most 1.0; None without items, or where only one symbol was ever given.

    References
    ----------
    PROTOCOL section 7, "Agreement"; Fleiss 1971.

    Examples
    --------
    >>> fleiss_kappa(np.array([[3, 0], [0, 3]]), np.array([5, 5]))
    1.0
    >>> fleiss_kappa(np.array([[3, 0], [0, 3]]), np.array([5, 0])) is None
    True
    """
    given = items @ votes
    if np.count_nonzero(given) <= 1:
        return None
    raters = int(votes[0].sum())
    agreeing = items @ (votes * (votes - 1)).sum(axis=1) / (items.sum() * raters * (raters - 1))
    by_chance = np.square(given / given.sum()).sum()
    return float((agreeing - by_chance) / (1 - by_chance))


def cohen_kappa(confusion: IntArray) -> float | None:
    """Return Cohen's kappa of two raters.

    ``(P - Pe) / (1 - Pe)``, with P the share of items that both gave the same symbol, and Pe the same share
    if each kept its own frequencies and chose at random.

    Parameters
    ----------
    confusion
        Shape ``(symbols, symbols)``: items by the first rater's symbol (row) and the second's (column).

    Returns
    -------
    float or None
        At most 1.0; None without items, or where both gave one and the same symbol throughout.

    References
    ----------
    PROTOCOL section 7, "Agreement"; Cohen 1960.

    Examples
    --------
    >>> cohen_kappa(np.array([[2, 0], [0, 2]]))
    1.0
    >>> cohen_kappa(np.array([[1, 1], [1, 1]]))
    0.0
    >>> cohen_kappa(np.array([[4, 0], [0, 0]])) is None
    True
    """
    items = confusion.sum()
    if items == 0 or np.trace(confusion) == items == confusion.max():
        return None
    same = np.trace(confusion) / items
    by_chance = (confusion.sum(axis=0) / items) @ (confusion.sum(axis=1) / items)
    return float((same - by_chance) / (1 - by_chance))
