"""What a load is told of cells by CARA_ELEM and CHAM_MATER: their thickness and density."""

from __future__ import annotations

import numpy as np


def cells_told(args) -> dict[str, np.ndarray]:
    """EP, m, and RHO, kg/m3, (n_cells,) where the command has CARA_ELEM and CHAM_MATER; not a number on cells they leave out."""
    told, model = {}, args.MODELE
    given, field = args.get("CARA_ELEM"), args.get("CHAM_MATER")
    if given is not None:
        told["EP"] = np.full(model.mesh.n_cells, np.nan)
        for group in model.groups:
            known = given.on(group).get("thickness")
            if known is not None:
                told["EP"][group.cells] = known
    if field is not None:
        densities = [material.properties.get("density", np.nan) for material in field.materials]
        numbers = np.array([own if isinstance(own, (int, float)) else np.nan for own in densities] + [np.nan])
        told["RHO"] = numbers[field.index]
    return told
