"""SECH_NON_LINE: drying, water that diffuses by a law that depends on it and on the temperature, steady or in time (u4.54.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of, chosen
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._heat_balance import OLD_NEWTON, balanced_evolution, newton_keywords
from pyaster_lite.commands._heat_evolution import OLD_HEAT, WATER, keywords
from pyaster_lite.concepts.material import Material, MaterialField


def _laws():
    return tuple(word for word in MATERIALS if word.startswith("SECH_"))


@operator(
    "SECH_NON_LINE",
    produces="evol_sech",
    reuse="RESULTAT",
    legacy=(*OLD_HEAT, *OLD_NEWTON),
    keywords=keywords(
        WATER,
        COMPORTEMENT=FACT(
            "o",
            max="**",
            rules=(EXCLUS("TOUT", "GROUP_MA"),),
            RELATION=SIMP("o", into=_laws),
            **chosen(CELL_WORDS, "TOUT", "GROUP_MA"),
        ),
        **newton_keywords(WATER),
    ),
)
def sech_non_line(args, context):
    """As THER_NON_LINE, the cells following the law of diffusion that COMPORTEMENT says."""
    if "SECH" not in args.MODELE.dofs.components:
        raise args.wrong("MODELE", f"{args.MODELE.name} does not dry: its MODELISATION has no _SECH")
    return balanced_evolution(args, context, WATER, True, _obeying(args))


def _obeying(args) -> MaterialField:
    """The materials of the cells, each with the one law of diffusion that is followed; the last occurrence that names a cell holds."""
    field, mesh = args.CHAM_MATER, args.MODELE.mesh
    materials, index = list(field.materials), field.index.copy()
    for occurrence in args.COMPORTEMENT:
        word = occurrence.RELATION
        cells = cells_of(occurrence, mesh) if "GROUP_MA" in occurrence or "TOUT" in occurrence else np.arange(mesh.n_cells)
        for owner in np.unique(field.index[cells]):
            if owner < 0:
                continue
            material = field.materials[owner]
            law = material.properties.get(f"diffusion_{word.removeprefix('SECH_').lower()}")
            if law is None:
                raise occurrence.wrong("RELATION", f"{material.name} of some of these cells has no {word}")
            index[cells[field.index[cells] == owner]] = len(materials)
            materials.append(Material(material.laws, material.properties | {"diffusion": law}))
    return MaterialField(field.mesh, materials, index, field.variables)
