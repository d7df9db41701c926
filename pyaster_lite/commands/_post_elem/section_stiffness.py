"""CARA_POUTRE: torsion, shear and warping of the cross-section of a beam, from potentials that heat conduction solved (u4.81.22, r3.08.03).

    CARA_TORSION       JX = 2 int phi + 2 sum phi_hole A_hole         lapl phi = -2, phi = 0 on the outside, uniform around a hole
    CARA_CISAILLEMENT  AY = A int |grad psi_y|2 / IZ2, AZ alike, EY = int m(psi_z) / IY     lapl psi_y = -y, d psi_y / dn = 0
    CARA_GAUCHI        JG = int omega2                                 lapl omega = 0, d omega / dn = z ny - y nz

The table of CARA_GEOM is completed (pecapo, pecap1, pecap2, pecap3). For a group of cells among several, AY and AZ of the whole are
those of a beam as stiff as the network of them: K = 12 E I / (L3 (k + phi)), k 1 or 4.
"""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import ENSEMBLE, UN_PARMI
from pyaster_lite.commands._post_elem.quantity import PLACES, Quantity
from pyaster_lite.commands._post_elem.section_geometry import SECTION_WORDS
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe import plane_section
from pyaster_lite.fe.conduction import Conductor


def run(args, context):
    """The table with the values of one option in the row of the section."""
    words = args.CARA_POUTRE
    args.mark_read("MODE_FOURIER", "CHAM_MATER", "MODELE")
    words.mark_read("TOUT")
    known = words.CARA_GEOM
    rows = known.rows()
    meshes = [row["NOM_SD"] for row in rows if row.get("TYPE_OBJET") == "MAILLAGE"] if "TYPE_OBJET" in known.names else []
    if not meshes:
        raise words.wrong("CARA_GEOM", "a table that POST_ELEM/CARA_GEOM made is needed")
    whole = _row(words, rows, meshes[0])
    group = (words.get("GROUP_MA") or (None,))[0]
    own = whole if group is None else _row(words, rows, group)
    if "OPTION" not in words:
        raise words.wrong(None, "OPTION tells what is computed")
    if words.OPTION == "CARA_TORSION":
        found = {"JX": _torsion(words)} | ({"RT": words.RT} if "RT" in words else {})
    elif words.OPTION == "CARA_CISAILLEMENT":
        found = _shear(words, own)
    else:
        found = {"JG": sum(plane_section.total_of_squares(*part) for part in _parts(words, "LAPL_PHI"))}
    own |= {word: float(value) for word, value in found.items()}
    if own is not whole and words.OPTION == "CARA_CISAILLEMENT":
        whole |= {word: float(value) for word, value in _network(words, own, whole).items()}
    types = dict(known.types)
    types.setdefault("RT", "R")
    return Table.from_rows(rows, types, title=known.title, kind="table_container")


def _row(words, rows, name):
    for row in rows:
        if row.get("LIEU") == name:
            return row
    raise words.wrong("CARA_GEOM", f"the table has no row of {name or 'the whole mesh'}")


def _parts(words, *names):
    """(element, data, field of the nodes of each name ...) of the plane cells that conduct."""
    results = []
    for name in names:
        if name not in words:
            raise words.wrong(None, f"{words.OPTION} needs {name}")
        results.append(words[name])
        if len(results[-1].orders) != 1:
            raise words.wrong(name, f"a result of one storage order is needed, {results[-1].name} has {len(results[-1].orders)}")
    model = results[0].model
    fields = [np.nan_to_num(result.field("TEMP", result.orders[0]).component("TEMP")) for result in results]
    for group, data in zip(model.groups, model.data(None, None)):
        if isinstance(group.element, Conductor) and group.element.continuum.dim == 2:
            yield group.element, data, *(field[group.nodes] for field in fields)


def _torsion(words):
    constant = 2.0 * sum(plane_section.total(*part) for part in _parts(words, "LAPL_PHI"))
    result = words.LAPL_PHI
    mesh, field = result.model.mesh, result.field("TEMP", result.orders[0]).component("TEMP")
    for name in words.get("GROUP_MA_INTE") or ():
        ends = np.concatenate([block.nodes[:, :2] for block in mesh.select(mesh.cell_group(name))])
        (x1, y1), (x2, y2) = (mesh.coordinates[ends, :2] - mesh.coordinates[:, :2].min(axis=0)).transpose(1, 2, 0)
        first = mesh.select(mesh.cell_group(name)[:1])[0].nodes[0, 0]
        constant += 2.0 * field[first] * abs(((x1 + x2) * (y2 - y1)).sum() / 2.0)
    return constant


def _shear(words, row):
    """Of one section, with the place of its centre of torsion; EY, EZ and PCT go from that centre to the centre of gravity."""
    sums = sum(plane_section.shear(*part) for part in _parts(words, "LAPL_PHI_Y", "LAPL_PHI_Z"))
    area, iy, iz, angle = row["A"], row["IY"], row["IZ"], radians(row["ALPHA"])
    ey, ez = sums[0] / iy, sums[1] / iz
    c, s = cos(angle), sin(angle)
    place = c * ey - s * ez + row["CDG_Y"], s * ey + c * ez + row["CDG_Z"]
    factors = {"AY": sums[3] * area / iz**2, "AZ": sums[2] * area / iy**2}
    return {**factors, "EY": -ey, "EZ": -ez, "PCTY": -place[0], "PCTZ": -place[1], "KY": 0.0, "KZ": 0.0}


def _network(words, own, whole):
    """What a section adds to the stiffness of all, and the factors of the shear of the whole; only the ratio of E to G counts."""
    length = words.get("LONGUEUR")
    if length is None:
        raise words.wrong(None, "a group among several needs LONGUEUR, LIAISON and MATERIAU")
    shear = 0.5 / (1.0 + words.MATERIAU.getValueReal("ELAS", "NU"))
    ends = 4.0 if words.LIAISON == "ROTULE" else 1.0
    stiffness = []
    for inertia, factor in ((own["IZ"], own["AY"]), (own["IY"], own["AZ"])):
        bending = 12.0 * inertia
        stiffness.append(bending / (length**3 * (ends + bending * factor / (own["A"] * shear * length**2))))
    c2 = cos(radians(own["ALPHA"] - whole["ALPHA"])) ** 2
    ky = (whole.get("KY") or 0.0) + stiffness[0] * c2 + stiffness[1] * (1.0 - c2)
    kz = (whole.get("KZ") or 0.0) + stiffness[0] * (1.0 - c2) + stiffness[1] * c2

    def factor(inertia, k):
        bending = 12.0 * inertia
        return (bending / k / length**3 - 1.0) * shear * whole["A"] * length**2 / bending

    return {"AY": factor(whole["IZ"], ky), "AZ": factor(whole["IY"], kz), "KY": ky, "KZ": kz}


QUANTITIES = {
    "CARA_POUTRE": Quantity(
        FACT(
            "f",
            rules=(UN_PARMI("TOUT", "GROUP_MA"), ENSEMBLE("LONGUEUR", "LIAISON", "MATERIAU")),
            **PLACES,
            GROUP_MA_INTE=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
            CARA_GEOM=SIMP("o", typ="table_sdaster"),
            RT=SIMP("f", typ="R"),
            LAPL_PHI=SIMP("f", typ="evol_ther"),
            LAPL_PHI_Y=SIMP("f", typ="evol_ther"),
            LAPL_PHI_Z=SIMP("f", typ="evol_ther"),
            LIAISON=SIMP("f", into=("ROTULE", "ENCASTREMENT")),
            LONGUEUR=SIMP("f", typ="R"),
            MATERIAU=SIMP("f", typ="mater_sdaster"),
            OPTION=SIMP("f", into=("CARA_TORSION", "CARA_CISAILLEMENT", "CARA_GAUCHI")),
        ),
        run,
        SECTION_WORDS,
    )
}
