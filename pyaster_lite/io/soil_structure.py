"""A substructure as text for a program of soil and structure: its interface, its modes and its matrices (u7.04.33, iredm1).

Numbers stand in lines of 6 (or 4 with all their figures), rows of nodes and cells under a word and a count.
"""

from __future__ import annotations

import numpy as np

SHORT, LONG = "1PE12.5", "1PE16.9"
ADDED = 1e-40
"""What code_aster adds to every term of a matrix."""
CORNERS = {3: (0, 2, 4), 4: (0, 2, 4, 6), 6: (0, 2, 4, 1, 3, 5), 8: (0, 2, 4, 6, 1, 3, 5, 7)}
"""Where the nodes of a cell stand among the 8 numbers of its row: corners and middles of sides in turn."""


def number(value: float, width: int, digits: int, letter: str = "D") -> str:
    """As Fortran writes it with one figure before the point; three figures of an exponent take the place of its letter."""
    mantissa, exponent = f"{value:.{digits}E}".split("E")
    sign, size = exponent[0], exponent[1:].lstrip("0").rjust(2, "0")
    return f"{mantissa}{letter if len(size) < 3 else ''}{sign}{size}".rjust(width)


def block(title: str, values, long: bool) -> str:
    """A title and numbers below it, an empty line where there are none."""
    count, space, width, digits = (4, "  ", 16, 9) if long else (6, " ", 12, 5)
    words = [space + number(value, width, digits) for value in np.ravel(values)]
    lines = ["".join(words[i : i + count]) for i in range(0, len(words), count)] or [""]
    return "\n".join([title, *lines]) + "\n"


def shape(title: str, values: np.ndarray) -> str:
    """A title and a line for each node with its first six components, those it lacks (NaN) left out; six zeros where it has none."""
    lines = [title]
    for row in values:
        own = row[~np.isnan(row)][:6]
        lines.append("".join(" " + number(value, 12, 5) for value in (own if len(own) else np.zeros(6))))
    return "\n".join(lines) + "\n"


def head(counts, kind: str, title: str | None) -> str:
    """How many dynamic and static modes there are, and of which kind of interface; the title."""
    lines = [f"{word} {count:6d} {kind:<8}" for word, count in zip(("DYNA", "STAT"), counts)]
    return "\n".join(lines + (["TITRE", f"{title:<80}"] if title is not None else [])) + "\n"


def nodes(coordinates: np.ndarray) -> str:
    """The coordinates (n, 3)."""
    lines = [f"NOEU {len(coordinates):6d}"]
    return "\n".join(lines + ["".join(" " + number(value, 12, 5, "E") for value in row) for row in coordinates]) + "\n"


def cells(rows: list[np.ndarray]) -> str:
    """The nodes (from 1) of cells of 3, 4, 6 or 8 nodes."""
    lines = [f"ELEM {len(rows):6d}"]
    for row in rows:
        table = np.zeros(8, int)
        table[list(CORNERS[len(row)])] = row
        lines.append("".join(f" {value:6d}" for value in table))
    return "\n".join(lines) + "\n"


def matrices(dynamic, ratios, frequencies, named: dict[str, np.ndarray], damped: bool, long: bool, between: str) -> str:
    """Frequencies, ratios of damping and diagonals of the first `dynamic` coordinates, `between`, then what the others have and share.

    named  MASS, RIGI and AMOR (n, n); the last one is told of static modes where there is some damping
    """
    first, others = slice(None, dynamic), slice(dynamic, None)
    named = {word: matrix + ADDED for word, matrix in named.items()}
    text = block("DYNA FREQ", frequencies, long) + block("DYNA AMOR", ratios, long)
    text += "".join(block(f"DYNA {word}", named[word].diagonal()[first], long) for word in ("MASS", "RIGI"))
    words = ("MASS", "RIGI", "AMOR") if damped else ("MASS", "RIGI")
    text += between + "".join(block(f"STAT {word}", named[word][others, others], long) for word in words)
    text += f"COUPL {dynamic:6d} {len(named['MASS']) - dynamic:6d}\n"
    text += "".join(block(f"COUPL {word}", named[word][first, others], long) for word in words)
    return text + ("FORMAT_REAL_LONG\n" if long else "FORMAT_REAL_COURT\n")
