"""Tables as LaTeX, for papers: booktabs, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "–": "--",
    "−": "$-$",
}


def escaped(text: str) -> str:
    r"""Return a text as LaTeX prints it: nothing in it is a command, and it stays on its line.

    Examples
    --------
    >>> print(escaped("50 % of {a_b}"), escaped("\\input{x}\n−7"))
    50 \% of \{a\_b\} \textbackslash{}input\{x\} $-$7
    """
    return "".join(_ESCAPES.get(one, one if one.isprintable() else " ") for one in text)


def comment(text: str) -> str:
    """Return a text as one line of comment."""
    return "% " + "".join(one if one.isprintable() else " " for one in text)


def tabular(
    header: Sequence[str],
    blocks: Iterable[tuple[str, Sequence[Sequence[str]]]],
    *,
    last_is_text: bool = False,
) -> str:
    """Return a table of blocks of rows, a rule between them.

    Parameters
    ----------
    header
        The columns' names: a rank, a name, and numbers from there on.
    blocks
        Title (empty: none) and rows of each; rows are plain texts.
    last_is_text
        Whether the last column is a text, too.
    """
    columns = len(header)
    layout = "rl" + "r" * (columns - 2 - last_is_text) + "l" * last_is_text
    lines = [
        rf"\begin{{tabular}}{{{layout}}}",
        r"\toprule",
        _row(header),
    ]
    for title, rows in blocks:
        lines.append(r"\midrule")
        if title:
            lines.append(rf"\multicolumn{{{columns}}}{{l}}{{\emph{{{escaped(title)}}}}} \\")
        lines += [_row(row) for row in rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _row(cells: Sequence[str]) -> str:
    return " & ".join(map(escaped, cells)) + r" \\"
