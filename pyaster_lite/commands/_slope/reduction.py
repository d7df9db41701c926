"""METHODE_STAB='SRM': the strength of the ground is divided by a growing factor until the evolution finds no balance any more."""

from __future__ import annotations

from math import atan, degrees, radians, sqrt, tan

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.concepts.material import Material, MaterialField
from pyaster_lite.concepts.table import Table
from pyaster_lite.diagnostics import Refused, Severity

LAWS = ("MOHR_COULOMB", "DRUCK_PRAGER")
_CLOSE = 1e-10


def run(args, context):
    """The factors that held, each with the largest displacement; the last one is the factor of safety.

    1. The evolution is computed with the strength divided by F, from FS_INIT on by steps d of INCR_INIT.
    2. Where it fails, the step shrinks (halved, or by as much each time) and F goes back by the old one, until d reaches RESI_MAXI.
    3. Where it holds, F grows by d; next to a factor that failed, the step shrinks first.
    """
    field = args.CHAM_MATER
    mesh = field.mesh
    if args.MODELE.mesh is not mesh:
        raise args.wrong("MODELE", "the model and the materials stand on different meshes")
    cells = cells_of(args, mesh)
    law = _law(args, mesh, cells)
    for index in np.unique(field.index[cells]):
        if index >= 0 and law not in field.materials[index].laws:
            raise args.wrong("CHAM_MATER", f"{field.materials[index].name} has no {law}, whose strength is to be reduced")
    nodes = mesh.nodes_of_cells(cells)
    words = _evolution(args)
    search = args.FS
    factor, step, failed = search.FS_INIT, search.INCR_INIT, -1.0
    finest = min(search.RESI_MAXI, step)
    if factor <= 0.0:
        raise search.wrong("FS_INIT", f"the first factor must be positive, not {factor:g}")
    even = (step - finest) / search.ITER_RAFF_LINE if search.METHODE == "LINEAIRE" else None
    rows, result = [], None
    while True:
        if len(rows) == search.ITER_MAXI:
            raise search.wrong("ITER_MAXI", f"the slope still holds after {len(rows)} factors, the last one being {rows[-1]['FS']:g}")
        context.say(f"strength divided by {factor:g}")
        try:
            result = context.run("STAT_NON_LINE", CHAM_MATER=_weakened(field, cells, law, factor), **words)
        except Refused as refused:
            if any(d.severity is not Severity.FAILED for d in refused.diagnostics):
                raise
            if not rows:
                raise search.wrong("FS_INIT", f"the slope does not hold at the first factor {factor:g}") from refused
            if step - finest <= _CLOSE:
                break
            failed = factor
            factor, step = _finer(factor, step, even)
            continue
        shift = result.field("DEPL", result.orders[-1])
        largest = np.hypot(shift.component("DX")[nodes], shift.component("DY")[nodes]).max()
        rows.append({"NUMERO": len(rows) + 1, "FS": factor, "DISP_TOT_MAXI": float(largest)})
        factor += step
        if abs(failed - factor) < step:
            factor, step = _finer(factor, step, even)
    if args.CHAM_DEFO is not None:
        context.create(args.CHAM_DEFO, context.run("CALC_CHAMP", reuse=result, RESULTAT=result, VARI_INTERNE="VARI_NOEU"))
    return Table.from_rows(rows, {"NUMERO": "I", "FS": "R", "DISP_TOT_MAXI": "R"})


def _finer(factor, step, even):
    finer = step / 2 if even is None else step - even
    return factor - step + finer, finer


def _evolution(args):
    """The words of STAT_NON_LINE that go along."""
    words = {"MODELE": args.MODELE, "INCREMENT": args.INCREMENT.as_dict(), "CONVERGENCE": args.CONVERGENCE.as_dict()}
    return words | {word: [level.as_dict() for level in args[word]] for word in ("COMPORTEMENT", "EXCIT") if args.get(word)}


def _law(args, mesh, cells):
    """The one law whose strength is reduced on the cells."""
    relations = np.full(mesh.n_cells, "", object)
    for level in args.COMPORTEMENT:
        somewhere = "GROUP_MA" in level or "MAILLE" in level
        relations[cells_of(level, mesh) if somewhere else slice(None)] = level.RELATION
    solid = cells[mesh.cell_dim(cells) > 1]
    found = sorted(set(relations[solid]))
    strange = [word for word in found if word not in LAWS]
    if strange or len(found) != 1:
        raise args.wrong("COMPORTEMENT", f"the ground must obey one of {' or '.join(LAWS)}, here {', '.join(w or 'none' for w in found)}")
    return found[0]


def _weakened(field, cells, law, factor):
    """The materials with those of the cells having their strength divided."""
    index, materials = field.index.copy(), list(field.materials)
    for own in np.unique(field.index[cells]):
        if own >= 0:
            index[cells[field.index[cells] == own]] = len(materials)
            materials.append(_weaker(field.materials[own], law, factor))
    made = MaterialField(field.mesh, materials, index, field.variables)
    made.name = field.name
    return made


def _weaker(material, law, factor):
    given = material.laws[law]
    words = given | (_less_friction(given, factor) if law == "MOHR_COULOMB" else _smaller_cone(given, factor))
    made = Material(material.laws | {law: words}, material.properties | MATERIALS[law].properties(_Words(words)))
    made.name = material.name
    return made


class _Words(dict):
    """Words of a law as attributes."""

    __getattr__ = dict.get


def _less_friction(given, factor):
    angle = degrees(atan(tan(radians(given["PHI"])) / factor))
    return {"PHI": angle, "ANGDIL": angle, "COHESION": given["COHESION"] / factor}


def _smaller_cone(given, factor):
    """The cone through the compression corners of Mohr and Coulomb's pyramid, whose tan phi and c are divided."""
    slope, yields = given["ALPHA"], given["SY"]
    root = 2 * sqrt((2 * slope + 1) * (1 - slope))
    friction, cohesion = 3 * slope / root / factor, yields / root / factor
    sine, cosine = friction / sqrt(1 + friction**2), 1 / sqrt(1 + friction**2)
    turned = degrees(atan(tan(radians(given["DILAT"])) / factor)) if given.get("DILAT") else 0.0
    return {"ALPHA": 2 * sine / (3 - sine), "SY": 6 * cohesion * cosine / (3 - sine), "DILAT": turned}
