"""CALC_BT: struts and ties of a reinforced concrete plate, by its elastic stresses (u4.84.51)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.concepts.mesh import CellBlock, Mesh, UnknownGroup
from pyaster_lite.concepts.mesh_lines import NoLine, ordered_line
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe import strut_tie
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.strut_tie import Search, Strengths, Truss

_ENDS = ("COORD_X NOEUD_I", "COORD_Y NOEUD_I", "COORD_X NOEUD_J", "COORD_Y NOEUD_J")
_NUMBERS = ("N", "A", "L", "ENEL_ELEM")


@operator(
    "CALC_BT",
    produces="table_sdaster",
    creates=lambda args: [(args.RESU_BT, "evol_elas")] if args.get("RESU_BT") is not None else [],
    keywords=dict(
        RESU_BT=SIMP("f", typ="CO"),
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli")),
        INST=SIMP("f", typ="R", defaut=0.0),
        DDL_IMPO=FACT("o", max="**", GROUP_NO=SIMP("o", typ="grno"), DX=SIMP("f", typ="R"), DY=SIMP("f", typ="R")),
        FORCE_NODALE=FACT(
            "o", max="**", GROUP_NO=SIMP("o", typ="grno"), FX=SIMP("f", typ="R", defaut=0.0), FY=SIMP("f", typ="R", defaut=0.0)
        ),
        BETON=SIMP("o", typ="mater_sdaster"),
        ACIER=SIMP("o", typ="mater_sdaster"),
        GROUP_MA_EXT=SIMP("o", typ="grma"),
        GROUP_MA_INT=SIMP("f", typ="grma", max="**"),
        SCHEMA=SIMP("f", into=("SECTION", "TOPO"), defaut="SECTION"),
        SIGMA_C=SIMP("o", typ="R", val_min=0.0),
        SIGMA_Y=SIMP("o", typ="R", val_min=0.0),
        PAS_X=SIMP("o", typ="R", val_min=0.0),
        PAS_Y=SIMP("o", typ="R", val_min=0.0),
        TOLE_BASE=SIMP("f", typ="R", val_min=0.0, defaut=0.01),
        TOLE_BT=SIMP("f", typ="R", val_min=0.0),
        NMAX_ITER=SIMP("f", typ="I", val_min=1, defaut=150),
        RESI_RELA_TOPO=SIMP("f", typ="R", val_min=0.0, defaut=1e-6),
        RESI_RELA_SECTION=SIMP("f", typ="R", val_min=0.0, defaut=1e-5),
        CRIT_SECTION=SIMP("f", typ="R", val_min=0.0, defaut=0.5),
        CRIT_ELIM=SIMP("f", typ="R", val_min=0.0, defaut=0.5),
        SECTION_MINI=SIMP("o", typ="R", val_min=0.0),
        LONGUEUR_MAX=SIMP("o", typ="R", val_min=0.0),
        INIT_ALEA=SIMP("f", typ="I"),
    ),
)
def calc_bt(args, context):
    """A row for each bar: its ends, whether it is a strut or a tie, its force, section, length and energy."""
    _check(args, context)
    mesh = args.RESULTAT.model.mesh
    if np.ptp(mesh.coordinates[:, 2]) != 0.0:
        raise args.wrong("RESULTAT", "struts and ties are found in a plane: the mesh is not in one parallel to XY", known_as="CALCBT_9")
    truss = _ground(args, context, mesh)
    if not len(truss.bars):
        raise args.wrong("LONGUEUR_MAX", "no bar is that short, or none is clear of the holes", known_as="CALCBT_10")
    moduli = {word: args[word].getValueReal("ELAS", "E") for word in ("ACIER", "BETON")}
    strengths = Strengths(moduli["ACIER"], moduli["BETON"], args.SIGMA_Y, args.SIGMA_C, args.SECTION_MINI, args.CRIT_SECTION)
    lighter = (args.CRIT_ELIM, args.INIT_ALEA) if args.SCHEMA == "TOPO" else None
    # TOLE_BASE, where TOLE_BT tells another reach, is of cells around the extremes, of which nothing comes in code_aster either
    args.mark_read("CRIT_ELIM", "INIT_ALEA", "TOLE_BASE")
    strut_tie.optimise(truss, strengths, Search(args.NMAX_ITER, args.RESI_RELA_TOPO, lighter))
    if args.get("RESU_BT") is not None:
        context.create(args.RESU_BT, _computed(args, context, truss))
    # The table tells the sections that the last forces ask for, of which the result does not know yet
    truss.resize(strengths)
    return _told(truss, strengths)


def _check(args, context):
    for word in ("PAS_X", "PAS_Y", "SIGMA_C", "SIGMA_Y", "SECTION_MINI"):
        if args[word] <= 0.0:
            raise args.wrong(word, "this must be above zero")
    if args.SCHEMA == "TOPO" and args.RESI_RELA_TOPO <= args.RESI_RELA_SECTION:
        text = "bars are left out before sections settle: it must be above RESI_RELA_SECTION"
        raise args.wrong("RESI_RELA_TOPO", text, known_as="CALCBT_3")
    if args.SCHEMA == "SECTION":
        for word, usual, known in (("RESI_RELA_SECTION", 1e-6, "CALCBT_4"), ("CRIT_ELIM", 0.5, "CALCBT_8")):
            if args[word] != usual:
                context.warn(args, word, "this is for SCHEMA='TOPO'", known_as=known)


def _ground(args, context, mesh) -> Truss:
    """All bars between the valleys of the least principal stress, corners of holes and loads."""
    nodes, holes = mesh.coordinates[:, :2], _holes(args, mesh)
    corners = np.concatenate([hole[:-1] for hole in holes]) if holes else np.empty(0, int)
    holes = [nodes[hole] for hole in holes]
    groups = {level.GROUP_NO: mesh.node_group(level.GROUP_NO) for level in (*args.DDL_IMPO, *args.FORCE_NODALE)}
    held = np.concatenate([groups[name] for name in dict.fromkeys(level.GROUP_NO for level in args.DDL_IMPO)])
    loaded = np.concatenate([groups[name] for name in dict.fromkeys(level.GROUP_NO for level in args.FORCE_NODALE)])
    told = np.concatenate([held, loaded, corners])
    valleys = _valleys(args, context, nodes, holes)
    for hole in holes:
        valleys = valleys[~strut_tie.in_polygon(valleys, hole, True)]
    size = np.ptp(nodes, axis=0).max()
    reach = size * (args.TOLE_BASE if args.TOLE_BT is None else args.TOLE_BT) / 2.0
    merged = strut_tie.merged(valleys, reach, strut_tie.standing_on(valleys, nodes[told]))
    # Valleys come a second time as they are: code_aster means the peaks of the largest stress there, but takes these (calc_bt_ops)
    points = strut_tie.distinct(np.round(np.concatenate([merged, valleys, nodes[corners], nodes[loaded]]), 3))
    if reach:
        # code_aster looks at the nodes that come after these in the mesh (calc_bt_ops, second_)
        after = told + 1
        points = strut_tie.merged(points, reach, strut_tie.standing_on(points, nodes[after[after < len(nodes)]]))
    bars = strut_tie.bars_between(points, args.LONGUEUR_MAX, holes)
    truss = Truss(points, bars, *_acting(args, points, nodes, groups))
    truss.keep(np.arange(len(bars)))
    return truss


def _holes(args, mesh):
    """The nodes of the outlines of holes, each closed."""
    for word in ("GROUP_MA_EXT", "GROUP_MA_INT"):
        names = args[word] or ()
        outlines = []
        for name in (names,) if isinstance(names, str) else names:
            try:
                nodes = ordered_line(mesh, mesh.cell_group(name), closed=True)[0]
            except (NoLine, UnknownGroup) as reason:
                raise args.wrong(word, str(reason)) from None
            if nodes[0] != nodes[-1]:
                raise args.wrong(word, f"the outline {name} is not closed", known_as="CALCBT_5")
            outlines.append(nodes)
    return outlines


def _valleys(args, context, nodes, holes):
    """(n, 2) where the least principal stress has valleys on a grid."""
    where = {"RESULTAT": args.RESULTAT, "INST": args.INST}
    stresses = context.run("CALC_CHAMP", CONTRAINTE="SIGM_ELNO", CRITERES="SIEQ_NOEU", **where)
    (order,) = stresses.orders_at("INST", args.INST, 1e-6, "RELATIF")
    field = stresses.field("SIEQ_NOEU", order)
    (left, low), (right, high) = nodes.min(axis=0), nodes.max(axis=0)
    grid_x, grid_y = np.mgrid[left : right : args.PAS_X, low : high : args.PAS_Y]
    inside = np.ones(grid_x.size, bool)
    for hole in holes:
        inside &= ~strut_tie.in_polygon(np.column_stack([grid_x.ravel(), grid_y.ravel()]), hole)
    try:
        values = strut_tie.on_grid(nodes, field.component("PRIN_1"), grid_x, grid_y, inside.reshape(grid_x.shape))
    except ComputationFailed as reason:
        raise args.wrong("PAS_X", str(reason)) from None
    chosen = strut_tie.valleys(values)
    if not chosen.any():
        raise args.wrong("PAS_X", "the grid shows no valley of the least principal stress")
    return np.column_stack([grid_x[chosen], grid_y[chosen]])


def _acting(args, points, nodes, groups):
    """(supports, loads): at the points nearest to the nodes of the groups."""
    near = {}
    for name, own in groups.items():
        apart = np.abs(points[None] - nodes[own][:, None]).sum(axis=2)
        # Of several as near the sum of their places is taken, as code_aster does
        places = [int(np.flatnonzero(row == row.min()).sum()) for row in apart]
        near[name] = np.unique(places).tolist()
    supports, loads = {}, {}
    for level in args.DDL_IMPO:
        values = np.array([np.nan if level[word] is None else level[word] for word in ("DX", "DY")])
        supports[level.GROUP_NO] = [(point, values) for point in near[level.GROUP_NO]]
    for level in args.FORCE_NODALE:
        if len(near[level.GROUP_NO]) != 1:
            raise level.wrong("GROUP_NO", "a load acts at one node: make a group of each")
        loads[level.GROUP_NO] = (near[level.GROUP_NO][0], np.array([level.FX, level.FY]))
    flat = [one for own in supports.values() for one in own]
    if any(point >= len(points) for point, _ in (*flat, *loads.values())):
        raise args.wrong("TOLE_BT", "several nodes of the truss are as near to a support or a load")
    return flat, list(loads.values())


def _computed(args, context, truss):
    """The truss, all of steel, as a linear result of bars."""
    sections, place = np.unique(truss.sections, return_inverse=True)
    cells = {f"EG_{i + 1}": np.flatnonzero(place == i) for i in range(len(sections))}
    ends = [("SUP", truss.supports), ("LOAD", truss.loads)]
    nodes = {f"{name}_{i + 1}": np.array([point]) for name, own in ends for i, (point, _) in enumerate(own)}
    block = CellBlock("SEG2", truss.bars.astype(np.int32), np.arange(len(truss.bars)))
    mesh = Mesh(truss.points, [block], nodes, cells, space_dimension=2)
    model = context.run("AFFE_MODELE", MAILLAGE=mesh, AFFE={"TOUT": "OUI", "PHENOMENE": "MECANIQUE", "MODELISATION": "2D_BARRE"})
    bars = [{"GROUP_MA": f"EG_{i + 1}", "SECTION": "RECTANGLE", "CARA": "H", "VALE": float(s)} for i, s in enumerate(sections)]
    acting = {
        "DDL_IMPO": [
            {"GROUP_NO": f"SUP_{i + 1}"} | {word: float(x) for word, x in zip(("DX", "DY"), values) if not np.isnan(x)}
            for i, (_, values) in enumerate(truss.supports)
        ],
        "FORCE_NODALE": [{"GROUP_NO": f"LOAD_{i + 1}", "FX": float(v[0]), "FY": float(v[1])} for i, (_, v) in enumerate(truss.loads)],
    }
    load = context.run("AFFE_CHAR_MECA", MODELE=model, **acting)
    steel = context.run("AFFE_MATERIAU", MAILLAGE=mesh, AFFE={"TOUT": "OUI", "MATER": args.ACIER})
    section = context.run("AFFE_CARA_ELEM", MODELE=model, BARRE=bars)
    made = context.run("MECA_STATIQUE", MODELE=model, CHAM_MATER=steel, CARA_ELEM=section, EXCIT={"CHARGE": load})
    return context.run("CALC_CHAMP", reuse=made, RESULTAT=made, CONTRAINTE="EFGE_ELGA") or made


def _told(truss, strengths) -> Table:
    length = strut_tie.lengths(truss.points, truss.bars)
    moduli = np.where(truss.forces >= 0.0, strengths.steel, strengths.concrete)
    energy = truss.forces**2 / (truss.sections * moduli / length)
    columns = {name: ("R", values.tolist()) for name, values in zip(_ENDS, truss.points[truss.bars].reshape(-1, 4).T)}
    columns["TYPE"] = ("K8", ["TIRANT" if force > 0.0 else "BIELLE" for force in truss.forces])
    columns |= {name: ("R", values.tolist()) for name, values in zip(_NUMBERS, (truss.forces, truss.sections, length, energy))}
    return Table(columns)
