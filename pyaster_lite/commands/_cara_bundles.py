"""POUTRE_FLUI of AFFE_CARA_ELEM: what the fluid around the tubes of a bundle does (u4.42.01)."""

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.fe.tube_bundle import TubeBundle

from ._cara_beams import verify_cells

WORDS = ("B_T", "B_N", "B_TN", "A_FLUI", "A_CELL", "COEF_ECHELLE")
POUTRE_FLUI = FACT(
    "f",
    max="**",
    GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
    **{word: SIMP("o", typ="R") for word in WORDS if word != "B_TN"},
    B_TN=SIMP("f", typ="R", defaut=0.0),
)


def bundle_values(occurrences, model) -> dict:
    """Entries of Characteristics.values; raises Refused."""
    entries = {}
    for occurrence in occurrences:
        cells = cells_of(occurrence, model.mesh)
        verify_cells(occurrence, model, cells, TubeBundle, "bundle of tubes")
        if occurrence.A_CELL <= 0.0:
            raise occurrence.wrong("A_CELL", "the area of a cell must be above zero")
        given = np.tile([occurrence[word] for word in WORDS], (len(cells), 1))
        entries.setdefault("bundle", []).append((cells, given))
    return entries
