"""CALC_PRESSION: PRES_NOEU, the normal and tangential parts of the stress on sides of solids (u4.81.05).

    p = n . s n     t = s n - p n

n the mean normal at each node of the sides, where they stand or have moved to; s the stresses SIEF_NOEU.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._champ_changed import normal_field
from pyaster_lite.commands._derived_fields import Derivation
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.concepts.field import NodeField

_SHEARS = {"SIXY": (0, 1), "SIXZ": (0, 2), "SIYZ": (1, 2)}


@operator(
    "CALC_PRESSION",
    produces=lambda args: kind_of(args.get("RESULTAT")) or "evol_noli",
    reuse="RESULTAT",
    rules=UN_PARMI("TOUT_ORDRE", "INST"),
    keywords=dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli")),
        GROUP_MA=SIMP("o", typ="grma", max="**", validators=CELL_WORDS["GROUP_MA"].validators),
        INST=SIMP("f", typ="R", max="**"),
        TOUT_ORDRE=SIMP("f", into=("OUI",)),
        GEOMETRIE=SIMP("f", into=("INITIALE", "DEFORMEE"), defaut="DEFORMEE"),
        CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
        b_prec_rela=BLOC(equal("CRITERE", "RELATIF"), PRECISION=SIMP("f", typ="R", defaut=1e-6)),
        b_prec_abso=BLOC(equal("CRITERE", "ABSOLU"), PRECISION=SIMP("o", typ="R")),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calc_pression(args, context):
    """The field at each storage order; the result is enriched, with SIEF_NOEU too where it lacks it."""
    result, mesh = context.reused or args.RESULTAT, args.MAILLAGE
    if result.mesh is not mesh:
        raise args.wrong("MAILLAGE", f"{result.name} is on another mesh")
    args.mark_read("TOUT_ORDRE")
    cells = cells_of(args, mesh)
    model = result.model
    derivation = Derivation(args, result, model, model.data(result.material_field, result.characteristics))
    for order in output_orders(args, result, context):
        stress = derivation.field("SIEF_NOEU", order)
        result.store(order, fields={"SIEF_NOEU": stress})
        stands = mesh if args.GEOMETRIE == "INITIALE" else _moved(mesh, result.field("DEPL", order))
        result.store(order, fields={"PRES_NOEU": _parts(stress, normal_field(args, stands, cells))})
    return result


def _moved(mesh, displacement):
    moved = mesh.copy()
    moved.coordinates = mesh.coordinates.copy()
    for axis, name in enumerate(("DX", "DY", "DZ")):
        if name in displacement.components:
            moved.coordinates[:, axis] += np.nan_to_num(displacement.component(name))
    return moved


def _parts(stress, normals):
    """PRES, with CISA and its vector VX, VY in the plane."""
    normal = normals.values
    dim = normal.shape[1]
    tensor = np.zeros((len(normal), dim, dim))
    for axis, name in enumerate(("SIXX", "SIYY", "SIZZ")[:dim]):
        tensor[:, axis, axis] = stress.component(name)
    for name, (i, j) in _SHEARS.items():
        if j < dim:
            tensor[:, i, j] = tensor[:, j, i] = stress.component(name)
    force = np.einsum("nij,nj->ni", tensor, normal)
    pressure = np.einsum("ni,ni->n", force, normal)
    if dim == 3:
        return NodeField(stress.mesh, "PRES_R", ("PRES",), pressure[:, None])
    tangent = force - pressure[:, None] * normal
    shear = np.linalg.norm(tangent, axis=1)
    return NodeField(stress.mesh, "PRES_R", ("PRES", "CISA", "VX", "VY"), np.column_stack([pressure, shear, tangent]))
