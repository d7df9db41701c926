"""CREA_RESU, OPERATION='CONV_RESU': fields of a transient as forces at nodes or displacements, scaled, at chosen instants."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import PRESENT_ABSENT, UN_PARMI
from pyaster_lite.commands._mesh_words import node_groups
from pyaster_lite.commands._storage_selection import select
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result

COMPONENTS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
_LAW = SIMP(typ=("nappe_sdaster", "formule"))
CONVERSION = BLOC(
    equal("OPERATION", "CONV_RESU") & is_in("TYPE_RESU", "EVOL_CHAR", "DYNA_TRANS"),
    CONV_RESU=FACT(
        "o",
        rules=(UN_PARMI("MATR_RIGI", "NUME_DDL"), UN_PARMI("INST", "LIST_INST"), PRESENT_ABSENT("GROUP_NO_INTERF", "FONC_DX")),
        RESU_INIT=SIMP("o", typ=("dyna_trans", "evol_char", "evol_noli")),
        NOM_CHAM_INIT=SIMP("o", into=("DEPL", "ACCE", "FORC_NODA", "REAC_NODA")),
        DDL_EXCLUS=SIMP(into=("DX", "DY", "DZ", "DRX", "DRY", "DRZ")),
        MATR_RIGI=SIMP(typ="matr_asse_depl_r"),
        NUME_DDL=SIMP(typ="nume_ddl_sdaster"),
        INST=SIMP(typ="R", max="**", validators=(no_repeat,)),
        LIST_INST=SIMP(typ="listr8_sdaster"),
        PRECISION=SIMP(typ="R", defaut=1e-6),
        CRITERE=SIMP(into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
        COEF=SIMP(typ="R", defaut=1.0),
        GROUP_NO_INTERF=SIMP(typ="grno"),
        b_onde=BLOC(
            present("GROUP_NO_INTERF"),
            DIRECTION=SIMP("o", typ="R", min=3, max=3),
            VITE_ONDE=SIMP("o", typ="R", val_min=0.0),
            COOR_REFE=SIMP("o", typ="R", min=3, max=3),
        ),
        FONC_DX=_LAW,
        b_fonc_dx=BLOC(present("FONC_DX"), **{f"FONC_{name}": _LAW for name in COMPONENTS[1:]}),
    ),
)


def converted(args):
    """Forces at nodes of a load (EVOL_CHAR) or displacements (DYNA_TRANS) on the unknowns of a numbering, orders from 1."""
    level = args.CONV_RESU
    source, name = level.RESU_INIT, level.NOM_CHAM_INIT
    numbering = level.NUME_DDL if level.NUME_DDL is not None else level.MATR_RIGI
    dofs, mesh = numbering.dofs, source.mesh
    if numbering.model.mesh is not mesh:
        raise level.wrong("RESU_INIT", f"{source.name} does not stand on the mesh of the numbering")
    times = source.access("INST")
    chosen = select(level, source.name, source.orders, {"INST": times}, False)
    rows, instants = chosen.first, chosen.abscissas
    missing = [source.orders[row] for row in rows if not source.has_field(name, source.orders[row])]
    if missing:
        raise level.wrong("NOM_CHAM_INIT", f"{source.name} has no field {name} at order {missing[0]}")

    def vector(row):
        field = source.field(name, source.orders[row])
        return dofs.vector({component: np.nan_to_num(field.component(component)) for component in field.components})

    laws = {part: level[f"FONC_{part}"] for part in COMPONENTS if level.get(f"FONC_{part}") is not None}
    late = _delays(level, mesh, dofs, times, instants) if level.GROUP_NO_INTERF is not None else None
    result = Result(args.TYPE_RESU.lower(), mesh, numbering.model)
    made = "FORC_NODA" if args.TYPE_RESU == "EVOL_CHAR" else name if laws else "DEPL"
    left_out = [i for i, component in enumerate(dofs.components) if component == level.DDL_EXCLUS]
    for order, (row, instant) in enumerate(zip(rows, instants), 1):
        values = vector(row)
        values[np.isin(dofs.component, left_out)] = 0.0
        if late is not None:
            late(vector, values, instant)
        if laws:
            values = _followed(dofs, laws, vector(row), float(instant))
        table = dofs.at_nodes(level.COEF * values)
        result.store(order, {"INST": float(instant)}, {made: NodeField(mesh, "DEPL_R", dofs.components, table)})
    return result


def _followed(dofs, laws, values, instant):
    """The values with those of the components that laws give, by the components that have a law and by INST.

    The values of all others are nothing to the laws; as in code_aster (crcore) a law sees what DDL_EXCLUS leaves out.
    """
    nodes = np.arange(dofs.n_nodes)
    places = {name: dofs.index(nodes, name) for name in COMPONENTS if name in dofs.components}
    seen = {name: np.zeros(dofs.n_nodes) for name in COMPONENTS}
    for name in laws:
        if name in places:
            seen[name] = np.where(places[name] >= 0, values[places[name]], 0.0)
    found = values.copy()
    for name, law in laws.items():
        carrying = np.flatnonzero(places[name] >= 0) if name in places else ()
        for node in carrying:
            found[places[name][node]] = law.evaluate(INST=instant, **{word: float(column[node]) for word, column in seen.items()})
    return found


def _delays(level, mesh, dofs, times, instants):
    """What sets the values of nodes that a wave reaches later: those of whole steps before, nothing before the first."""
    if len(instants) < 2:
        raise level.wrong("GROUP_NO_INTERF", "a wave that travels needs two instants at least")
    step = instants[1] - instants[0]
    direction = np.array(level.DIRECTION) / (np.linalg.norm(level.DIRECTION) or 1.0)
    nodes = node_groups(level, "GROUP_NO_INTERF", mesh)[0]
    places = np.zeros((len(nodes), 3))
    places[:, : mesh.coordinates.shape[1]] = mesh.coordinates[nodes]
    steps = np.trunc((places - np.array(level.COOR_REFE)) @ direction / level.VITE_ONDE / step).astype(int)
    width = level.PRECISION if level.CRITERE == "ABSOLU" else None

    def place(vector, values, instant):
        for count in np.unique(steps):
            moved = np.isin(dofs.node, nodes[steps == count])
            before = instant - step * count
            near = int(np.argmin(np.abs(times - before)))
            found = abs(times[near] - before) <= (width if width is not None else level.PRECISION * abs(before))
            values[moved] = vector(near)[moved] if found else 0.0

    return place
