"""AFFE_MATERIAU: which material each cell is made of (u4.43.03)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of, chosen
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.concepts.material import MaterialField


@operator(
    "AFFE_MATERIAU",
    produces="cham_mater",
    early=True,
    rules=(AU_MOINS_UN("MAILLAGE", "MODELE"),),
    keywords=dict(
        MAILLAGE=SIMP("f", typ="maillage_sdaster"),
        MODELE=SIMP("f", typ="modele_sdaster"),
        AFFE=FACT(
            "o",
            max="**",
            rules=(UN_PARMI("TOUT", "GROUP_MA"),),
            **chosen(CELL_WORDS, "TOUT", "GROUP_MA"),
            MATER=SIMP("o", typ="mater_sdaster", max=30),
        ),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def affe_materiau(args, context):
    """Go through AFFE in order: on each cell the last material holds."""
    mesh = args.MAILLAGE or args.MODELE.mesh
    if args.MODELE is not None and args.MODELE.mesh is not mesh:
        raise args.wrong("MODELE", "the model does not stand on this mesh")
    materials, index = [], np.full(mesh.n_cells, -1)
    for occurrence in args.AFFE:
        material, *more = occurrence.MATER
        if more:
            raise occurrence.not_yet("MATER", "pyaster-lite does not put several materials on one cell yet")
        if material not in materials:
            materials.append(material)
        index[cells_of(occurrence, mesh)] = materials.index(material)
    return MaterialField(mesh, materials, index)
