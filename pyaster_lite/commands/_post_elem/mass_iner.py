"""MASS_INER: mass, centre of gravity, moments of inertia and their principal axes (u4.81.22).

The moments are integrals of y2 + z2, z2 + x2, x2 + y2 and of x y, x z, y z by mass, about the centre (_G) or a point (_P).
"""

from __future__ import annotations

from math import atan2, degrees, hypot

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._post_elem.quantity import (
    PLACES,
    Quantity,
    data_of,
    layered_words,
    model_of,
    orders,
    orders_of,
    places,
    sources,
    table,
)
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.fe.jacobi import eigen

MOMENTS = ("IX", "IY", "IZ", "IXY", "IXZ", "IYZ")
_MOVES = ("DX", "DY", "DZ")
_NEGLIGIBLE, _LIGHT = 1e-12, 1e-6
"""Moments below the one have no axes; below the other mass the centre is not divided by it (both absolute)."""


def run(args, context):
    """A row for each place."""
    model = model_of(args)
    moved = _displacements(args, context) if args.GEOMETRIE == "DEFORMEE" else None
    args.mark_read("RESULTAT", "CHAM_GD", "TOUT_ORDRE", "NUME_ORDRE", "INST", "NUME_MODE")
    inertia = np.zeros((model.mesh.n_cells, 10))
    for group, data in zip(model.groups, data_of(args, model)):
        if hasattr(group.element, "inertia"):
            if moved is not None:
                data = data.moved(moved[group.nodes])
            inertia[group.cells] = group.element.inertia(data)
        elif not getattr(group.element, "loaded_only", False):
            raise args.not_yet(None, f"the mass of {group.modelisation} on {group.cell_type} is not there yet")
    rows = []
    for occurrence in args.MASS_INER:
        for name, kind, cells in places(occurrence, model.mesh, context):
            rows.append({"LIEU": name, "ENTITE": kind, **_totals(inertia[cells], occurrence.ORIG_INER)})
    return table(rows, {"LIEU": "K24", "ENTITE": "K8"})


def _displacements(args, context):
    """(n, 3) of the nodes, by which the shape is deformed: those of CHAM_GD, or of the one storage order that is meant."""
    field = args.get("CHAM_GD")
    if field is None:
        if "RESULTAT" not in args:
            raise args.wrong("GEOMETRIE", "the deformed shape is that of CHAM_GD or of RESULTAT")
        chosen = orders_of(args, context)
        if len(chosen) != 1:
            raise args.wrong("RESULTAT", f"the deformed shape is that of one storage order, {len(chosen)} are meant")
        field = args.RESULTAT.field("DEPL", chosen[0])
    if not isinstance(field, NodeField) or "DX" not in field.components:
        raise args.wrong("CHAM_GD", "the deformed shape needs displacements at nodes")
    known = [field.component(name) if name in field.components else np.zeros(field.mesh.n_nodes) for name in _MOVES]
    return np.nan_to_num(np.stack(known, axis=1))


def _totals(parts, origin):
    mass, centres = parts[:, 0], parts[:, 1:4]
    total = mass.sum()
    centre = mass @ centres
    if abs(total) > _LIGHT:
        centre = centre / total
    moments = parts[:, 4:].sum(axis=0) + _transport(mass, centres - centre).sum(axis=0)
    row = {"MASSE": total, **dict(zip(("CDG_X", "CDG_Y", "CDG_Z"), centre)), **{f"{n}_G": v for n, v in zip(MOMENTS, moments)}}
    values, angles = _axes(moments)
    row |= dict(zip(("IX_PRIN_G", "IY_PRIN_G", "IZ_PRIN_G", "ALPHA", "BETA", "GAMMA"), (*values, *angles)))
    if origin is not None:
        about = moments + _transport(np.array([total]), (centre - np.array(origin))[None])[0]
        row |= dict(zip(("X_P", "Y_P", "Z_P"), origin)) | {f"{n}_P": v for n, v in zip(MOMENTS, about)}
    return {name: float(value) for name, value in row.items()}


def _transport(mass, d):
    """(n, 6) moments of points of mass at distances d (n, 3)."""
    x, y, z = d.T
    return mass[:, None] * np.stack([y * y + z * z, x * x + z * z, x * x + y * y, x * y, x * z, y * z], axis=1)


def _axes(moments):
    """Principal moments, and the nautical angles of their axes, in degrees."""
    if (abs(moments) < _NEGLIGIBLE).all():
        return np.zeros(3), np.zeros(3)
    xx, yy, zz, xy, xz, yz = moments
    values, vectors = eigen(np.array([[[xx, -xy, -xz], [-xy, yy, -yz], [-xz, -yz, zz]]]))
    first, second = vectors[0, :, 0], vectors[0, :, 1]
    alpha = atan2(first[1], first[0]) if hypot(first[0], first[1]) > 0.0 else 0.0
    beta = -atan2(first[2], hypot(first[0], first[1]))
    ca, sa, cb, sb = np.cos(alpha), np.sin(alpha), np.cos(beta), np.sin(beta)
    along = np.array([-sa, ca, 0.0]) @ second
    up = np.array([sb * ca, sb * sa, cb]) @ second
    gamma = 0.0 if along == 0.0 and up == 0.0 else atan2(up, along)
    return values[0], (degrees(alpha), degrees(beta), degrees(gamma))


QUANTITIES = {
    "MASS_INER": Quantity(
        FACT(
            "f",
            max="**",
            rules=UN_PARMI("TOUT", "GROUP_MA", "MAILLE"),
            **PLACES,
            MAILLE=CELL_WORDS["MAILLE"],
            ORIG_INER=SIMP("f", typ="R", min=3, max=3),
        ),
        run,
        {
            **layered_words(),
            **sources(),
            **orders(),
            "GEOMETRIE": SIMP("f", into=("INITIALE", "DEFORMEE"), defaut="INITIALE"),
        },
    )
}
