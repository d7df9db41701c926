"""Hybrid modelisations: one for each degree, chosen by FORMULATION."""

from __future__ import annotations

from collections.abc import Callable

from pyaster_lite.fe.hho.cell import served
from pyaster_lite.fe.kinematics import Continuum

from ._family import Modelisation

DEGREES = {"LINEAIRE": 1, "CONSTANTE": 0, "QUADRATIQUE": 2, "CUBIQUE": 3, "QUARTIQUE": 4}
"""By word; the first one is meant when none is said."""
CELLS = {2: (("TRIA7", "QUAD9"), ("SEG3",)), 3: (("TETRA15", "PYRAM19", "PENTA21", "HEXA27"), ("TRIA7", "QUAD9"))}
"""The cells and the sides in each dimension."""


def hybrid(words, continuum: Continuum, cell: Callable, side: Callable) -> Modelisation:
    """Of the degrees named; `cell` and `side` make an element from (type, continuum, degree)."""
    family = {word: _of_degree(DEGREES[word], continuum, cell, side) for word in DEGREES if word in words}
    first = next(iter(family.values()))
    return Modelisation(first.elements, first.space, first.waiting, family)


def _of_degree(degree, continuum, cell, side):
    volumes, sides = CELLS[continuum.dim]
    elements = {name: cell(name, continuum, degree) for name in volumes if served(name, degree)}
    elements |= {name: side(name, continuum, degree) for name in sides}
    return Modelisation(elements, continuum.dim, frozenset(name for name in volumes if not served(name, degree)))
