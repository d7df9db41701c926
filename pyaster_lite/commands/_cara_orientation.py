"""ORIENTATION of AFFE_CARA_ELEM: the local axes of segments and points (u4.42.01).

By default a segment's first axis runs along it, without a turn about itself, and a point has the global axes.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import LONE, NODE_WORDS, cells_of, chosen, lone_points_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe.frames import angles_of_axes, angles_of_axis, rotation

COUNTS = {"VECT_Y": 3, "VECT_Z": 3, "ANGL_VRIL": 1, "VECT_X_Y": 6, "ANGL_NAUT": 3}
WHOLE = ("ANGL_NAUT", "VECT_X_Y")
"""Those that tell all three axes: of points, and of bundles of tubes."""
OF_SECTION = {"VECT_MAIL_Y": "VECT_Y", "VECT_MAIL_Z": "VECT_Z"}
"""Those that tell an axis of the mesh of the section, from which its table tells the angle of the principal axes."""
ORIENTATION = FACT(
    "f",
    max="**",
    CARA=SIMP("o", into=(*COUNTS, "GENE_TUYAU", *OF_SECTION)),
    **{
        f"b_{word}": BLOC(
            equal("CARA", word),
            GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
            TABLE_CARA=SIMP("o", typ="table_sdaster"),
            NOM_SEC=SIMP("o"),
            VALE=SIMP("o", typ="R", min=3, max=3),
            PRECISION=SIMP("f", typ="R"),
        )
        for word in OF_SECTION
    },
    **{
        f"b_{word}": BLOC(
            equal("CARA", word),
            rules=UN_PARMI("GROUP_MA", *LONE),
            GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
            **chosen(NODE_WORDS, *LONE),
            VALE=SIMP("o", typ="R", min=count, max=count),
            PRECISION=SIMP("f", typ="R"),
        )
        for word, count in COUNTS.items()
    },
    b_gene_tuyau=BLOC(
        equal("CARA", "GENE_TUYAU"),
        GROUP_NO=SIMP("o", typ="grno", max="**", validators=(no_repeat,)),
        VALE=SIMP("o", typ="R", min=3, max=3),
        PRECISION=SIMP("f", typ="R", defaut=1e-4),
        CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
    ),
)


def local_frames(occurrences, mesh) -> np.ndarray:
    """(n_cells, 3, 3) the local axes of every cell, as rows; raises Refused."""
    angles = np.zeros((mesh.n_cells, 3))
    axes = np.zeros((mesh.n_cells, 3))
    segments = mesh.block("SEG2")
    if segments is not None:
        ends = mesh.coordinates[segments.nodes]
        axes[segments.cells] = ends[:, 1] - ends[:, 0]
        for cell in segments.cells:
            angles[cell, :2] = angles_of_axis(axes[cell])
    for occurrence in (o for o in occurrences if o.CARA != "GENE_TUYAU"):
        turn = _turn_of_section(occurrence) if occurrence.CARA in OF_SECTION else 0.0
        for cell in np.union1d(cells_of(occurrence, mesh), lone_points_of(occurrence, mesh)):
            _orient(occurrence, mesh, cell, axes[cell], angles, turn)
    frames = np.broadcast_to(np.eye(3), (mesh.n_cells, 3, 3)).copy()
    for cell in np.flatnonzero(angles.any(axis=1)):
        frames[cell] = rotation(*angles[cell], tiny=0.0)
    return frames


def _turn_of_section(occurrence) -> float:
    """The angle of the principal axes in the mesh of the section, radians."""
    table, name = occurrence.TABLE_CARA, occurrence.NOM_SEC
    rows = [row for row in table.rows() if str(row.get("LIEU") or "").strip() == name]
    if not rows or rows[0].get("ALPHA") is None:
        raise occurrence.wrong("NOM_SEC", f"the table tells no ALPHA of a section {name}")
    return float(np.radians(rows[0]["ALPHA"]))


def _orient(occurrence, mesh, cell, axis, angles, turn):
    word, values = OF_SECTION.get(occurrence.CARA, occurrence.CARA), np.atleast_1d(occurrence.VALE).astype(float)
    kind, name = mesh.cell_type(cell), mesh.cell_names[cell]
    if kind.startswith("HEXA") and word in WHOLE:
        angles[cell] = _all_angles(word, values)
    if kind not in ("SEG2", "POI1"):
        return
    length = np.linalg.norm(axis)
    short = length <= max(occurrence.PRECISION if occurrence.PRECISION is not None else -1.0, 0.0)
    if word in ("ANGL_VRIL", "VECT_Y", "VECT_Z"):
        if kind != "SEG2" or short:
            raise occurrence.wrong("CARA", f"{word} turns a segment about itself, but cell {name} is a {kind} of length {length:g}")
        if word == "ANGL_VRIL":
            angles[cell, 2] = np.radians(values[0])
        elif word == "VECT_Y":
            angles[cell, 2] = angles_of_axes(axis, values)[2]
        else:
            angles[cell, 2] = angles_of_axes(axis, np.cross(values, axis))[2]
        angles[cell, 2] += turn
        return
    if kind == "SEG2" and not short:
        raise occurrence.wrong("CARA", f"{word} is for points and segments of no length, but cell {name} is {length:g} long")
    angles[cell] = _all_angles(word, values)


def _all_angles(word, values):
    return np.radians(values) if word == "ANGL_NAUT" else angles_of_axes(values[:3], values[3:])
