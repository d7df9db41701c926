"""MACR_CARA_POUTRE: the characteristics of the cross-section of a beam from a plane mesh of it (u4.42.02, r3.08.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS
from pyaster_lite.commands import _section_problems as problems
from pyaster_lite.commands._post_elem.section_geometry import NUMBERS
from pyaster_lite.concepts.mesh_building import with_cells
from pyaster_lite.concepts.table import Table

_GROUPS = SIMP("f", typ="grma", max="**", validators=(no_repeat,))
_POSITIVE = ("A", "IY", "IZ", "AY", "AZ", "JX", "JG")
_OF_SHAPE = tuple(word for word in NUMBERS if word not in ("JX", "AY", "AZ", "EY", "EZ", "PCTY", "PCTZ", "JG", "KY", "KZ"))
_OF_MECHANICS = (*NUMBERS[:6], "PCT_M_Y", "PCT_M_Z", *NUMBERS[6:], "RT")
_OF_NETWORK = tuple(word for word in (*NUMBERS, "RT") if word != "JG")
_FOR_BEAMS = ("A", "IY", "IZ", "AY", "AZ", "EY", "EZ", "JX", "JG", "IYR2", "IZR2", "RY", "RZ", "RT", "ALPHA", "CDG_Y", "CDG_Z")
"""What AFFE_CARA_ELEM/POUTRE/TABLE_CARA reads."""


@operator(
    "MACR_CARA_POUTRE",
    produces="table_sdaster",
    rules=(EXCLUS("SYME_Y", "GROUP_MA_BORD"), EXCLUS("SYME_Z", "GROUP_MA_BORD")),
    keywords=dict(
        MAILLAGE=SIMP("f", typ="maillage_sdaster"),
        b_maillage=BLOC(~present("MAILLAGE"), FORMAT=SIMP("f", into=("ASTER", "MED"), defaut="MED"), UNITE=SIMP("f", typ="I")),
        ORIG_INER=SIMP("f", typ="R", max=3, defaut=(0.0, 0.0)),
        QUADRANT=SIMP("f", typ="I", into=(1, 2, 3, 4)),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TABLE_CARA=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        SYME_Y=SIMP("f", into=("OUI",)),
        SYME_Z=SIMP("f", into=("OUI",)),
        GROUP_MA=_GROUPS,
        GROUP_MA_BORD=_GROUPS,
        b_nom=BLOC(~(equal("TABLE_CARA", "OUI") & present("GROUP_MA")), NOM=SIMP("o")),
        b_gma_bord=BLOC(present("GROUP_MA_BORD"), GROUP_NO=SIMP("f", typ="grno", max="**"), GROUP_MA_INTE=_GROUPS),
        b_reseau=BLOC(
            present("GROUP_MA_BORD") & present("GROUP_MA"),
            rules=ENSEMBLE("LONGUEUR", "LIAISON", "MATERIAU"),
            LONGUEUR=SIMP("f", typ="R"),
            MATERIAU=SIMP("f", typ="mater_sdaster"),
            LIAISON=SIMP("f", into=("ROTULE", "ENCASTREMENT")),
        ),
    ),
)
def macr_cara_poutre(args, context):
    """A row for the section, and one for each group of cells."""
    mesh = _mesh(args, context)
    geometry = _geometry(args, context, mesh)
    whole = geometry.rows()[0]["NOM_SD"]
    mechanics, groups = args.get("GROUP_MA_BORD"), args.get("GROUP_MA")
    for word in ("GROUP_MA_BORD", "GROUP_MA", "GROUP_MA_INTE"):
        for name in args.get(word) or ():
            if name not in mesh.cell_groups:
                raise args.wrong(word, f"the mesh has no group of cells {name}", known_as="POUTRE0_20")
    if mechanics and groups:
        made = _network(args, context, mesh, geometry)
        columns = _OF_NETWORK
    elif mechanics:
        made = _one(args, context, mesh, geometry)
        columns = _OF_MECHANICS
    else:
        made, columns = geometry, _OF_SHAPE
    rows = [row for row in made.rows() if row.get("LIEU") is not None]
    for row in rows:
        if row["LIEU"] == whole and mechanics and not groups:
            row["PCT_M_Y"], row["PCT_M_Z"] = row["CDG_Y_M"] - row["PCTY"], row["CDG_Z_M"] - row["PCTZ"]
    own = args.get("NOM")
    if args.TABLE_CARA == "OUI":
        if groups:
            rows = [row for row in rows if row["LIEU"] != whole]
        columns = tuple(word for word in _FOR_BEAMS if word in columns)
    for row in rows:
        if row["LIEU"] == whole:
            row["LIEU"] = own
        if args.get("QUADRANT"):
            row |= _turned(row, args.QUADRANT)
    texts = {"LIEU": "K24"} if args.TABLE_CARA == "OUI" else {"LIEU": "K24", "ENTITE": "K8"}
    if args.TABLE_CARA == "OUI":
        _verify(args, context, next((row for row in rows if row["LIEU"] == own), None), columns)
    return Table.from_rows(rows, {**texts, **dict.fromkeys(columns, "R")})


def _mesh(args, context):
    """A copy of the mesh that is given or read."""
    if "MAILLAGE" in args:
        return with_cells(args.MAILLAGE, [])
    return context.run("LIRE_MAILLAGE", UNITE=args.get("UNITE") or 20, FORMAT=args.FORMAT)


def _geometry(args, context, mesh):
    plane = {"TOUT": "OUI", "PHENOMENE": "MECANIQUE", "MODELISATION": "D_PLAN"}
    model = context.run("AFFE_MODELE", MAILLAGE=mesh, AFFE=plane)
    words = {"TOUT": "OUI", "ORIG_INER": tuple(args.ORIG_INER[:2])}
    args.mark_read("SYME_Y", "SYME_Z")
    words |= {other: "OUI" for own, other in (("SYME_Y", "SYME_X"), ("SYME_Z", "SYME_Y")) if own in args}
    if args.get("GROUP_MA"):
        words["GROUP_MA"] = tuple(args.GROUP_MA)
    return context.run("POST_ELEM", MODELE=model, CARA_GEOM=words)


def _one(args, context, mesh, geometry):
    """Torsion, shear and warping of a section in one piece."""
    pin = None
    if args.get("GROUP_NO"):
        nodes = mesh.node_groups.get(args.GROUP_NO[0])
        if nodes is None:
            raise args.wrong("GROUP_NO", f"the mesh has no group of nodes {args.GROUP_NO[0]}", known_as="POUTRE0_8")
        if len(args.GROUP_NO) != 1 or len(nodes) != 1:
            raise args.wrong("GROUP_NO", "a section in one piece is held at one node", known_as="POUTRE0_3")
        pin = int(nodes[0])
    section = problems.Section(context, mesh, geometry, edges=args.GROUP_MA_BORD, holes=args.get("GROUP_MA_INTE") or ())
    table = section.torsion(geometry)
    table = section.shear(table, pin)
    return section.warping(table)


def _network(args, context, mesh, table):
    """Torsion and shear of each piece of a section, and the shear of all as a network of beams."""
    edges, groups = args.GROUP_MA_BORD, args.GROUP_MA
    if len(edges) != len(groups):
        raise args.wrong("GROUP_MA_BORD", "each group of cells has its edge", known_as="POUTRE0_1")
    pins = []
    for name in args.get("GROUP_NO") or ():
        if name not in mesh.node_groups:
            raise args.wrong("GROUP_NO", f"the mesh has no group of nodes {name}", known_as="POUTRE0_8")
        pins += mesh.node_groups[name].tolist()
    if pins and len(pins) != len(groups):
        raise args.wrong("GROUP_NO", "each group of cells is held at one node", known_as="POUTRE0_5")
    together = {word: args.get(word) for word in ("LONGUEUR", "MATERIAU", "LIAISON")}
    if len(edges) > 1 and None in together.values():
        raise args.wrong(None, "several pieces need LONGUEUR, MATERIAU and LIAISON", known_as="POUTRE0_6")
    if len(edges) == 1:
        if any(value is not None for value in together.values()):
            context.warn(args, "LONGUEUR", "LONGUEUR, MATERIAU and LIAISON do not count for one piece", known_as="POUTRE0_7")
        elastic = context.run("DEFI_MATERIAU", ELAS={"E": 1.0, "NU": 0.123, "RHO": 1.0})
        together = {"LONGUEUR": 123.0, "MATERIAU": elastic, "LIAISON": "ENCASTREMENT"}
    geometry = table
    for number, (edge, group) in enumerate(zip(edges, groups)):
        # as in code_aster, the edges of holes only enter the radius of torsion here, each with the piece of its rank
        holes = (args.get("GROUP_MA_INTE") or ())[number : number + 1]
        section = problems.Section(context, mesh, geometry, edges=(edge,), measured=holes, group=group)
        table = section.torsion(table)
        table = section.shear(table, pins[number] if pins else None, together)
    return table


def _turned(row, quadrant) -> dict:
    """The row with its axes turned by right angles so that the first is in a quadrant."""
    angle = row["ALPHA"] + (360.0 if row["ALPHA"] < 0.0 else 0.0)
    turns, made = int(angle // 90.0), {}
    vectors = {("EY", "EZ"): 1.0, ("IYR2", "IZR2"): 1.0}
    pairs = [("IY", "IZ"), ("AY", "AZ"), ("RY", "RZ")]
    count = (quadrant - 1 - turns) % 4
    for one, other in pairs:
        made[one], made[other] = (row.get(other), row.get(one)) if count % 2 else (row.get(one), row.get(other))
    for one, other in vectors:
        place = np.array([np.nan if row.get(name) is None else row[name] for name in (one, other)])
        for _ in range(count):
            place = np.array([place[1], -place[0]])
        made[one], made[other] = (None if np.isnan(value) else float(value) for value in place)
    return made | {"ALPHA": angle - 90.0 * turns + 90.0 * (quadrant - 1)}


def _verify(args, context, row, columns):
    """What a beam cannot have, and what the user should know of its axes."""
    if row is None:
        return
    bad = [word for word in _POSITIVE if word in columns and row[word] <= 0.0]
    if bad:
        told = ", ".join(f"{word} = {row[word]:g}" for word in bad)
        raise args.wrong(None, f"what must be positive is not: {told}; is the mesh fine enough?", known_as="POUTRE0_11")
    if (row["CDG_Y"] ** 2 + row["CDG_Z"] ** 2) / row["A"] > 1e-8:
        text = f"the centre of gravity is not the origin of the mesh, but at ({row['CDG_Y']:g}, {row['CDG_Z']:g})"
        context.warn(args, None, text, known_as="POUTRE0_12")
    if abs(row["ALPHA"]) > 1e-3:
        text = f"the principal axes are turned by {row['ALPHA']:g} degrees from those of the mesh"
        context.warn(args, None, text, known_as="POUTRE0_13")
