"""DHRC: homogenised sections of reinforced concrete that crack and whose bars slip (u4.43.01, r7.01.36)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw

SIZES = {"NYD": 2, "SCRIT": 4, "AA_C": 42, "AA_T": 42, "GA_C": 42, "GA_T": 42, "AB": 24, "GB": 24, "C0": 8, "AC": 8, "GC": 8}


def properties(occurrence):
    """The tables by their names: AA_ and GA_ (2, 6, 6) by side of the section, AB and GB (2, 6, 2), C0, AC and GC (2, 2, 2)."""
    made = {"dhrc.nyd": np.array(occurrence.NYD), "dhrc.scrit": np.array(occurrence.SCRIT).reshape(2, 2)}
    for word in ("AA_C", "AA_T", "GA_C", "GA_T"):
        made[f"dhrc.{word.lower()}"] = np.array([_symmetric(part) for part in np.split(np.array(occurrence[word]), 2)])
    for word, size in (("AB", 6), ("GB", 6), ("C0", 2), ("AC", 2), ("GC", 2)):
        made[f"dhrc.{word.lower()}"] = np.array(occurrence[word]).reshape(2, 2, size).transpose(0, 2, 1)
    return made


def _symmetric(values):
    whole = np.zeros((6, 6))
    whole[np.triu_indices(6)] = values
    return whole + np.triu(whole, 1).T


MATERIALS.add("DHRC", MaterialLaw(FACT("f", **{word: SIMP("o", typ="R", min=size, max=size) for word, size in SIZES.items()}), properties))
