"""CREA_CHAMP, OPERATION='EXTR', CHARGE: forces spread over cells, as charts of what the deck gave."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._champ_places import type_of
from pyaster_lite.concepts.field import ElementBlock, ElementField

FORCES = ("FX", "FY", "FZ")
CHARTS = {
    ".CHME.F1D2D": ("FORCE_CONTOUR", 2),
    ".CHME.F1D3D": ("FORCE_ARETE", 3),
    ".CHME.F2D2D": ("FORCE_INTERNE", 2),
    ".CHME.F2D3D": ("FORCE_FACE", 3),
    ".CHME.F3D3D": ("FORCE_INTERNE", 3),
}
"""The charts of forces by length, by area and by volume: the keyword that they hold, and the dimension of the models that have it."""


def of_load(args) -> ElementField:
    """FX, FY, FZ of a load of numbers; raises Refused where it has none of the kind, or functions."""
    load, name = args.CHARGE, args.NOM_CHAM
    if type_of(args) != ("CART", "FORC_R"):
        raise args.wrong("TYPE_CHAM", f"{name} is a field CART_FORC_R")
    word, dimension = CHARTS[name]
    blocks, data = [], load.model.data()
    for term in load.forces:
        if term.word != word or load.model.dimension != dimension:
            continue
        # a function of place has no value nowhere, one of time is no constant: both are told apart from numbers so
        for group, rows, values in term.values(data, 0.0, lambda element, part: np.full((len(part), 1, 3), np.nan)):
            own = {key: np.broadcast_to(values.get(key, 0.0), (len(rows), 1)) for key in FORCES}
            if not term.constant or any(np.isnan(column).any() for column in own.values()):
                raise args.not_yet("CHARGE", f"{word} of {load.name} is given by functions: charts of functions are not there yet")
            cells = load.model.groups[group].cells[rows]
            blocks.append(ElementBlock(cells, np.stack(list(own.values()), axis=-1), FORCES))
    if not blocks:
        raise args.wrong("NOM_CHAM", f"{load.name} has no {word} in {dimension}D, which {name} holds")
    return ElementField(load.model.mesh, "FORC_R", "CART", blocks)
