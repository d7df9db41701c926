"""Characteristics that AFFE_CARA_ELEM takes as numbers or, by the word with _FO, as functions of where cells are (u4.42.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.keywords import SIMP


def by_place(statut: str = "f", **words) -> dict:
    """Declarations of words that take a number, as told, and of those with _FO."""
    functions = {f"{word}_FO": SIMP("f", typ=FUNCTION) for word in words}
    return {**{word: SIMP(statut, typ="R", **more) for word, more in words.items()}, **functions}


def placed(occurrence, word: str, mesh, cells) -> np.ndarray:
    """(k,) the values on cells: the number, zero where nothing is given, or the function at the mean of each cell's nodes."""
    function = occurrence.get(f"{word}_FO")
    if function is None:
        return np.full(len(cells), occurrence.get(word) or 0.0)
    centres = np.array([mesh.coordinates[mesh.cell_nodes(int(cell))].mean(axis=0) for cell in cells])
    return np.broadcast_to(np.asarray(function.evaluate(X=centres[:, 0], Y=centres[:, 1], Z=centres[:, 2]), float), len(cells))
