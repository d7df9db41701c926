"""CARA_GEOM: area, centre and moments of inertia of the cross-section of a beam that is drawn in the plane (u4.81.22).

The names of the columns are code_aster's: those in _M are of the mesh as it is drawn, the others of the section that it is a half or a
quarter of; _G about the centre, _P about ORIG_INER. The axes of the plane are Y and Z of the section (pemica, pecag2, pecag3).
"""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN
from pyaster_lite.commands._post_elem.quantity import PLACES, Quantity, model_of
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.jacobi import eigen
from pyaster_lite.fe.plane_section import shape

NUMBERS = (
    "A_M", "CDG_Y_M", "CDG_Z_M", "IY_G_M", "IZ_G_M", "IYZ_G_M", "Y_MAX", "Z_MAX", "Y_MIN", "Z_MIN", "R_MAX", "A", "CDG_Y", "CDG_Z",
    "IY_G", "IZ_G", "IYZ_G", "IY", "IZ", "ALPHA", "Y_P", "Z_P", "IY_P", "IZ_P", "IYZ_P", "JX", "AY", "AZ", "EY", "EZ", "PCTY", "PCTZ",
    "JG", "KY", "KZ", "IYR2_G", "IZR2_G", "IYR2", "IZR2", "IYR2_P", "IZR2_P", "RY", "RZ",
)  # fmt: skip
_BOOK = {"LIEU": "K24", "ENTITE": "K8", **dict.fromkeys(NUMBERS, "R"), "NOM_OBJET": "K16", "TYPE_OBJET": "K16", "NOM_SD": "K8"}
_NEGLIGIBLE, _LIGHT = 1e-12, 1e-6
"""Moments below the one have no axes; below the other area the centre is not divided by it (both absolute)."""


def run(args, context):
    """A row that tells the mesh, then a row for each place."""
    model = model_of(args)
    mesh = model.mesh
    args.mark_read("CHAM_MATER", "MODE_FOURIER")
    parts = np.zeros((mesh.n_cells, 12))
    for group, data in zip(model.groups, model.data(None, None)):
        if group.modelisation.startswith("D_PLAN") and hasattr(group.element, "inertia_of"):
            parts[group.cells] = shape(group.element, data)
    mesh.row_name = context.inner_name(mesh)
    rows = [{"NOM_OBJET": "MAILLAGE", "TYPE_OBJET": "MAILLAGE", "NOM_SD": mesh.row_name}]
    for occurrence in args.CARA_GEOM:
        halves = occurrence.SYME_X == "OUI", occurrence.SYME_Y == "OUI"
        places = [(mesh.row_name, "TOUT", np.arange(mesh.n_cells), np.arange(mesh.n_nodes))] if occurrence.get("TOUT") else []
        for name in occurrence.get("GROUP_MA") or ():
            cells = mesh.cell_group(name)
            places.append((name, "GROUP_MA", cells, mesh.nodes_of_cells(cells)))
        for name, kind, cells, nodes in places:
            row = _moments(_summed(parts[cells]), halves, occurrence.ORIG_INER)
            row |= _extent(mesh.coordinates[nodes], row, halves)
            rows.append({"LIEU": name, "ENTITE": kind, **{word: float(value) for word, value in row.items()}})
    return Table.from_rows(rows, _BOOK, kind="table_container")


def _summed(parts):
    """(area, y, z, Iy, Iz, Iyz, IYR2, IZR2, IYR2 and IZR2 in the principal axes) of several cells (n, 12).

    As in code_aster, what the cells themselves have of IYR2 is the integral of y r2, that of IZR2 of z r2, while their distances to the
    centre enter the other way round.
    """
    area, centres = parts[:, 0], parts[:, 1:3]
    total, centre = area.sum(), area @ centres
    if abs(total) > _LIGHT:
        centre = centre / total
    dx, dy = (centres - centre).T
    ixx, iyy, ixy, thirds = parts[:, 4], parts[:, 5], parts[:, 7], parts[:, 10:12]
    moments = np.array([(ixx + area * dy**2).sum(), (iyy + area * dx**2).sum(), (ixy + area * dx * dy).sum()])
    if (abs(moments) < _NEGLIGIBLE).all():
        return (total, *centre, *moments, 0.0, 0.0, 0.0, 0.0)
    r2 = dx**2 + dy**2
    of_y = (thirds[:, 0] + dy * (3.0 * ixx + iyy) + area * dy * r2 + 2.0 * dx * ixy).sum()
    of_z = (thirds[:, 1] + dx * (3.0 * iyy + ixx) + area * dx * r2 + 2.0 * dy * ixy).sum()
    _, vectors = eigen(_tensor(*moments)[None])
    return (total, *centre, *moments, of_y, of_z, *_turned(_angle(vectors[0, :, 0]), of_y, of_z))


def _tensor(ixx, iyy, ixy, izz=None):
    return np.array([[ixx, -ixy, 0.0], [-ixy, iyy, 0.0], [0.0, 0.0, ixx + iyy if izz is None else izz]])


def _angle(axis) -> float:
    return atan2(axis[1], axis[0]) if axis[0] or axis[1] else 0.0


def _turned(angle, of_y, of_z):
    return cos(angle) * of_y - sin(angle) * of_z, sin(angle) * of_y + cos(angle) * of_z


def _moments(summed, halves, origin) -> dict:
    area, y, z, iy, iz, iyz, r2_y, r2_z, principal_y, principal_z = summed
    row = {"A_M": area, "CDG_Y_M": y, "CDG_Z_M": z, "IY_G_M": iy, "IZ_G_M": iz, "IYZ_G_M": iyz}
    mirrored, count = halves, 2 ** sum(halves)
    iy, iz = count * (iy + area * z**2 * mirrored[0]), count * (iz + area * y**2 * mirrored[1])
    if all(mirrored):
        iyz = 0.0
    area, y, z = count * area, 0.0 if mirrored[1] else y, 0.0 if mirrored[0] else z
    row |= {"A": area, "CDG_Y": y, "CDG_Z": z, "IY_G": iy, "IZ_G": iz, "IYZ_G": iyz, "IYR2_G": r2_y, "IZR2_G": r2_z}
    p, q = (origin[0] - y, origin[1] - z) if origin is not None else (0.0, 0.0)
    row |= {"Y_P": y + p, "Z_P": z + q, "IY_P": iy + area * q * q, "IZ_P": iz + area * p * p, "IYZ_P": iyz + area * p * q}
    row["IYR2_P"] = r2_y - q * (3.0 * iy + iz) - area * q * (p * p + q * q) - 2.0 * p * iyz
    row["IZR2_P"] = r2_z - p * (3.0 * iz + iy) - area * p * (p * p + q * q) - 2.0 * q * iyz
    if max(abs(iy), abs(iz), abs(iyz)) < _NEGLIGIBLE:
        return row | dict.fromkeys(("IY", "IZ", "ALPHA", "IYR2", "IZR2"), 0.0)
    values, vectors = (found[0] for found in eigen(_tensor(iy, iz, iyz)[None], ordered=False))
    first, second = (0, 1) if values[0] < values[1] else (1, 0)
    angle = _angle(vectors[:, first])
    if first == 1:
        principal_y, principal_z = _turned(angle, r2_y, r2_z)
    return row | {"IY": values[first], "IZ": values[second], "ALPHA": degrees(angle), "IYR2": principal_y, "IZR2": principal_z}


def _extent(coordinates, row, halves) -> dict:
    """How far the nodes reach in the principal axes."""
    c, s = cos(radians(row["ALPHA"])), sin(radians(row["ALPHA"]))
    y, z = (coordinates[:, :2] - [row["CDG_Y"], row["CDG_Z"]]).T
    along = np.stack([c * y + s * z, c * z - s * y])
    low, high = along.min(axis=1), along.max(axis=1)
    reach = np.maximum(abs(low), abs(high))
    # which of the principal axes the mirror lies along; seen in the axes of the mesh it is one of them
    turned = abs(abs(c) - 1.0) > 1e-5
    for mirrored, axis in zip(halves, (0, 1) if turned else (1, 0)):
        if mirrored:
            low[axis], high[axis] = -reach[axis], reach[axis]
    farthest = np.sqrt((along**2).sum(axis=0).max())
    return {"Y_MAX": high[0], "Z_MAX": high[1], "Y_MIN": low[0], "Z_MIN": low[1], "R_MAX": farthest, "RY": reach[0], "RZ": reach[1]}


SECTION_WORDS = dict(
    MODELE=SIMP("f", typ="modele_sdaster"), CHAM_MATER=SIMP("f", typ="cham_mater"), MODE_FOURIER=SIMP("f", typ="I", defaut=0)
)
QUANTITIES = {
    "CARA_GEOM": Quantity(
        FACT(
            "f",
            max="**",
            rules=AU_MOINS_UN("TOUT", "GROUP_MA"),
            **PLACES,
            SYME_X=SIMP("f", into=("OUI", "NON"), defaut="NON"),
            SYME_Y=SIMP("f", into=("OUI", "NON"), defaut="NON"),
            ORIG_INER=SIMP("f", typ="R", min=2, max=2),
        ),
        run,
        SECTION_WORDS,
    )
}
