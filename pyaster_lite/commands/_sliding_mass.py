"""The mass of what slides on meshes that are cut finer and finer, until it stands (POST_NEWMARK, VERI_MASSE)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._sliding_zone import WHOLE
from pyaster_lite.concepts.material import MaterialField


def verified(args, context, zone, mass: float) -> float:
    """The mass on the last mesh: after ITER_MAXI of them, or once it changes by no more than RESI_RELA of itself."""
    field = args.CHAM_MATER if args.RESULTAT.material_field is None else args.RESULTAT.material_field
    args.mark_read("CHAM_MATER")
    if field is None:
        context.warn(args, "VERI_MASSE", "no material is known: the mass stays that of the mesh as it is")
        return mass
    mesh = zone.mesh
    for _ in range(args.ITER_MAXI):
        finer = _cut(context, zone, mesh)
        field = _taken_over(field, finer)
        zone.mark(finer)
        model = context.run(
            "AFFE_MODELE", MAILLAGE=finer, AFFE=[{"TOUT": "OUI", "PHENOMENE": "MECANIQUE", "MODELISATION": "D_PLAN"}], VERI_JACOBIEN="NON"
        )
        before, mesh = mass, finer
        mass = context.run("POST_ELEM", MODELE=model, CHAM_MATER=field, MASS_INER=[{"GROUP_MA": zone.name}])["MASSE", 1]
        if abs(mass - before) <= args.RESI_RELA * abs(mass):
            break
    level = args.get("MAILLAGE_RESU")
    if level is not None and level.get("MAILLAGE_MASSE") is not None:
        context.create(level.MAILLAGE_MASSE, mesh)
    return mass


def _cut(context, zone, mesh):
    """The mesh cut in a disc around what slides, or everywhere."""
    if zone.circle is None:
        words = {"ADAPTATION": "RAFFINEMENT_UNIFORME"}
    else:
        x, y, radius = zone.circle
        disc = {"TYPE": "DISQUE", "USAGE": "RAFFINEMENT", "X_CENTRE": x, "Y_CENTRE": y, "RAYON": 1.2 * radius}
        words = {"ADAPTATION": "RAFF_DERA_ZONE", "ZONE": [disc]}
    return context.made("MACR_ADAP_MAIL", "MAILLAGE_NP1", MAILLAGE_N=mesh, **words)


def _taken_over(field, finer):
    """The field of materials on the finer mesh, by the groups of cells that are of one material on the coarser one."""
    index = np.full(finer.n_cells, -1)
    for name, cells in field.mesh.cell_groups.items():
        own = np.unique(field.index[cells])
        if len(own) == 1 and name in finer.cell_groups and name != WHOLE:
            index[finer.cell_groups[name]] = own[0]
    return MaterialField(finer, field.materials, index)
