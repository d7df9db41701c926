"""DEFI_PRES_EC8: the pressure on a tank under an earthquake as a formula, and tables of its parts (u4.31.09)."""

from __future__ import annotations

from functools import partial

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.formula import Formula
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.tank_pressure import TankQuake

_WORDS = {
    "Z_FOND": "floor", "RAYON": "radius", "HAUT_EAU": "depth", "RHO_EAU": "density", "ACCE_SP_H": "rigid", "ACCE_FLEX_H_N": "flexible",
    "ACCE_FLEX_V": "flexible_vertical", "ACCE_SP_V": "rigid_vertical", "ACCE_CONV_H": "sloshing", "GRAVITE": "gravity",
    "PRES_SURF_LIBR": "surface",
}  # fmt: skip
_COLUMNS = ("H", "R", "THETA", "PIR", "PIF", "PC1", "PRV", "PFV", "PHYDR", "PSURFLIB", "PTOT")


@operator(
    "DEFI_PRES_EC8",
    produces="formule",
    creates=lambda args: [(level.TABLE, "table_sdaster") for level in args.get("EVAL") or ()],
    keywords=dict(
        **{word: SIMP("o", typ="R") for word in list(_WORDS)[:9]},
        GRAVITE=SIMP("f", typ="R", defaut=0.0, val_min=0.0),
        PRES_SURF_LIBR=SIMP("f", typ="R", defaut=0.0),
        NEWMARK=SIMP("f", into=("PC+", "PC-"), defaut="PC+"),
        EVAL=FACT(
            "f",
            max="**",
            rules=UN_PARMI("LIST_H", "LIST_R_FOND"),
            RHO=SIMP("o", typ="R"),
            LIST_H=SIMP("f", typ="R", val_min=0.0, max="**"),
            LIST_R_FOND=SIMP("f", typ="R", val_min=0.0, max="**"),
            LIST_EPAIS=SIMP("o", typ="R", max="**"),
            THETA=SIMP("f", typ="R", defaut=0.0),
            TABLE=SIMP("o", typ="CO"),
        ),
    ),
)
def defi_pres_ec8(args, context):
    """A formula of X, Y, Z, of the thickness EP and the density RHO of the wall."""
    from pyaster_lite.syntax import formula

    for word in ("RAYON", "HAUT_EAU", "RHO_EAU"):
        if args[word] <= 0.0:
            raise args.wrong(word, "it must be above zero")
    tank = TankQuake(**{name: args[word] for word, name in _WORDS.items()}, sign=1.0 if args.NEWMARK == "PC+" else -1.0)
    for level in args.EVAL or ():
        context.create(level.TABLE, _table(level, tank))
    names = ("X", "Y", "Z", "EP", "RHO")
    compiler = partial(formula.Formula, span=args.span_of("RAYON"), python=context.options.python)
    return Formula(f"pressure({', '.join(names)})", names, {"pressure": tank}, False, compiler)


def _table(level, tank):
    word = "LIST_H" if "LIST_H" in level else "LIST_R_FOND"
    if len(level[word]) != len(level.LIST_EPAIS):
        raise level.wrong("LIST_EPAIS", f"{len(level.LIST_EPAIS)} thicknesses are given for {len(level[word])} values of {word}")
    places, nothing = np.array(level[word], float), np.zeros(len(level[word]))
    heights, radii = (places, nothing + tank.radius) if word == "LIST_H" else (nothing, places)
    cosine = np.where(radii**2 > 1e-6, np.cos(np.radians(level.THETA)), 1.0)
    found = tank.parts(radii, cosine, heights, np.array(level.LIST_EPAIS), level.RHO)
    found |= {"H": heights, "R": radii, "THETA": nothing + level.THETA, "PSURFLIB": nothing + tank.surface}
    found["PTOT"] = np.where(heights > tank.depth, tank.surface, found["PTOT"])
    return Table({name: ("R", found[name].tolist()) for name in _COLUMNS})
