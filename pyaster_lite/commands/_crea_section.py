"""CREA_MAILLAGE/REPERE: a mesh of a cross-section in its principal axes, about its centre of gravity or of torsion (chcoma, chcomb)."""

from __future__ import annotations

from math import cos, radians, sin

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.concepts.mesh_building import with_cells

REPERE = FACT(
    TABLE=SIMP("o", typ="table_sdaster"),
    NOM_ORIG=SIMP(into=("CDG", "TORSION")),
    NOM_ROTA=SIMP(into=("INERTIE",), advisory=True),
    b_cdg=BLOC(equal("NOM_ORIG", "CDG"), GROUP_MA=SIMP(typ="grma")),
)


def section_axes(words, context, mesh):
    """A copy whose nodes are told in those axes; without NOM_ORIG nothing moves, as in code_aster."""
    made = with_cells(mesh, [])
    words.mark_read("GROUP_MA")
    if words.NOM_ORIG is None:
        return made
    row = _row(words)
    y, z = made.coordinates[:, 0].copy(), made.coordinates[:, 1].copy()
    if words.NOM_ORIG == "CDG":
        y, z = y - row["CDG_Y"], z - row["CDG_Z"]
        c, s = cos(radians(row["ALPHA"])), sin(radians(row["ALPHA"]))
        y, z = c * y + s * z, -s * y + c * z
    else:
        y, z = y + row["EY"], z + row["EZ"]
    made.coordinates[:, 0], made.coordinates[:, 1] = y, z
    return made


def _row(words):
    """What the table tells of the section."""
    name, rows = words.get("GROUP_MA"), words.TABLE.rows()
    if name is None:
        name = next((row.get("NOM_SD") for row in rows if row.get("TYPE_OBJET") == "MAILLAGE"), None)
    needed = ("CDG_Y", "CDG_Z", "ALPHA") if words.NOM_ORIG == "CDG" else ("EY", "EZ")
    row = next((row for row in rows if name is not None and row.get("LIEU") == name), {})
    if any(row.get(word) is None for word in needed):
        raise words.wrong("TABLE", f"the table does not tell {', '.join(needed)} of the section: POST_ELEM/CARA_GEOM and CARA_POUTRE do")
    return row
