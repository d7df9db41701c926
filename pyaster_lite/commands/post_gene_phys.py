"""POST_GENE_PHYS: a table of what some places see of a calculation in generalised coordinates (u4.84.61)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import cells_of, nodes_of
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, PRESENT_PRESENT
from pyaster_lite.commands._storage_selection import precision, select
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.generalised import Transient
from pyaster_lite.concepts.table import Table

MOTIONS = ("DEPL", "VITE", "ACCE")
ABSOLUTE = tuple(f"{name}_ABSOLU" for name in MOTIONS)
AT_ELEMENTS = ("EFGE_ELNO", "SIPO_ELNO", "SIGM_ELNO", "EFGE_ELGA", "SIGM_ELGA")
ORDERS = ("INST", "LIST_INST", "TOUT_INST", "NUME_ORDRE", "TOUT_ORDRE", "FREQ", "LIST_FREQ")
FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")
COLUMNS = {
    "NUME_OBSE": "I", "INST": "R", "FREQ": "R", "NOM_CHAM": "K16", "NOM_CMP": "K8", "NOEUD": "K8", "MAILLE": "K8", "POINT": "K8",
    "VALE_R": "R", "VALE_C": "C",
}  # fmt: skip


def _names(typ):
    return SIMP("f", typ=typ, max="**", validators=(no_repeat,))


@operator(
    "POST_GENE_PHYS",
    produces="table_sdaster",
    keywords=dict(
        RESU_GENE=SIMP("o", typ=("tran_gene", "harm_gene")),
        MODE_MECA=SIMP("f", typ="mode_meca"),
        OBSERVATION=FACT(
            "o",
            max="**",
            rules=(
                EXCLUS(*ORDERS),
                EXCLUS("NOEUD", "GROUP_NO", "MAILLE", "GROUP_MA"),
                AU_MOINS_UN("NOEUD", "GROUP_NO", "MAILLE", "GROUP_MA"),
            ),
            NOM_CHAM=SIMP("f", defaut="DEPL", into=(*MOTIONS, *ABSOLUTE, "FORC_NODA", *AT_ELEMENTS)),
            NOM_CMP=SIMP("f", max=20),
            TOUT_INST=SIMP("f", into=("OUI",)),
            TOUT_ORDRE=SIMP("f", into=("OUI",)),
            NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
            **{word: SIMP("f", typ="R", max="**", validators=(no_repeat,)) for word in ("INST", "FREQ")},
            **{word: SIMP("f", typ="listr8_sdaster") for word in ("LIST_INST", "LIST_FREQ")},
            b_prec=BLOC(present("INST") | present("LIST_INST") | present("FREQ") | present("LIST_FREQ"), **precision()),
            NOEUD=_names("no"),
            GROUP_NO=_names("grno"),
            MAILLE=_names("ma"),
            GROUP_MA=_names("grma"),
            b_acce_abs=BLOC(
                equal("NOM_CHAM", "ACCE_ABSOLU"),
                rules=PRESENT_PRESENT("ACCE_MONO_APPUI", "DIRECTION"),
                ACCE_MONO_APPUI=SIMP("f", typ=FUNCTION, max=3),
                DIRECTION=SIMP("f", typ="R", min=3, max=9),
            ),
        ),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def post_gene_phys(args, context):
    """One row for each component at each place at each instant or frequency."""
    source, basis = args.RESU_GENE, args.MODE_MECA or args.RESU_GENE.basis
    rows = []
    for number, level in enumerate(args.OBSERVATION, 1):
        places, matrix = _seen(level, basis, source.of("DEPL").shape[1])
        if isinstance(source, Transient):
            word, abscissas = "INST", source.times
        else:
            word, abscissas = "FREQ", source.frequencies
        chosen = select(level, source.name, source.orders, {word: abscissas}, False)
        x, name = abscissas[chosen.first], level.NOM_CHAM
        motion = name.removesuffix("_ABSOLU")
        values = source.of(motion if motion in MOTIONS else "DEPL")[chosen.first] @ matrix.T
        if word == "INST" and motion in MOTIONS:
            values = values + _beyond(level, source, motion, basis, places, x)
        kind = "VALE_C" if np.iscomplexobj(values) else "VALE_R"
        fixed = {"NUME_OBSE": number, "NOM_CHAM": name}
        for t, own in zip(x, values.tolist()):
            rows += [{**fixed, word: float(t), **place, kind: value} for place, value in zip(places, own)]
    return Table.from_rows(rows, COLUMNS)


def _seen(level, basis, size):
    """The places, as parts of rows, and (n_places, size) what they see of the generalised coordinates."""
    below = basis if basis.basis is None else basis.basis
    name = level.NOM_CHAM
    if name in (*MOTIONS, *ABSOLUTE):
        dofs, mesh = below.dofs, below.mesh
        shapes = basis.shapes[:, :size] if basis.basis is None else below.shapes @ basis.shapes[:, :size]
        places, equations = [], []
        for node in nodes_of(level, mesh):
            for component in level.NOM_CMP or dofs.components:
                equation = int(dofs.index([node], component)[0])
                if equation >= 0:
                    places.append({"NOEUD": str(node + 1), "NOM_CMP": component, "_": equation})
                    equations.append(equation)
        if not places:
            raise level.wrong("NOM_CMP", "none of these nodes carries such a component")
        return places, shapes[equations]
    if basis.basis is not None:
        raise level.not_yet("NOM_CHAM", "derived fields of bases on other bases are not there yet")
    orders = basis.orders[:size]
    lost = [order for order in orders if not basis.has_field(name, order)]
    if lost:
        raise level.wrong("NOM_CHAM", f"{basis.name} holds no {name} at its storage order {lost[0]}: compute it with CALC_CHAMP")
    fields = [basis.field(name, order) for order in orders]
    if isinstance(fields[0], NodeField):
        return _at_nodes(level, basis.mesh, fields)
    return _at_elements(level, basis.mesh, fields)


def _at_nodes(level, mesh, fields):
    names = level.NOM_CMP or fields[0].components
    nodes = nodes_of(level, mesh)
    table = np.stack([[field.component(name)[nodes] for name in names] for field in fields], axis=-1).transpose(1, 0, 2)
    places = [{"NOEUD": str(node + 1), "NOM_CMP": name} for node in nodes for name in names]
    return _there(places, table.reshape(len(places), -1))


def _at_elements(level, mesh, fields):
    names, cells = level.NOM_CMP or fields[0].components, cells_of(level, mesh)
    # (cell, point, name, mode)
    table = np.stack([np.stack([field.component(name, cells) for name in names], axis=-1) for field in fields], axis=-1)
    at_nodes = fields[0].location == "ELNO"
    places = []
    for cell in cells:
        for point in range(table.shape[1]):
            where = {"MAILLE": str(cell + 1)}
            if at_nodes:
                nodes = mesh.cell_nodes(cell)
                where["NOEUD"] = str(nodes[point] + 1) if point < len(nodes) else ""
            else:
                where["POINT"] = f"PT {point + 1}"
            places += [{**where, "NOM_CMP": name} for name in names]
    return _there(places, table.reshape(len(places), -1))


def _there(places, values):
    """Without the places that carry nothing."""
    kept = np.flatnonzero(~np.isnan(values).any(axis=1))
    return [places[row] for row in kept], values[kept]


def _beyond(level, source, motion, basis, places, times):
    """(n_times, n_places) of what is not in the basis: static correction, moving supports, the acceleration of the ground."""
    equations = [place.pop("_") for place in places]
    added = source.correction
    if added is None and level.NOM_CHAM in ABSOLUTE:
        added = source.supports
        if added is None:
            return _ground(level, places, times)
    if added is None:
        return 0.0
    of_time = {"DEPL": added.displacement, "VITE": added.velocity, "ACCE": added.acceleration}[motion]
    return np.array([of_time(t) for t in times]) @ added.shapes[equations].T


def _ground(level, places, times):
    if level.get("ACCE_MONO_APPUI") is None:
        raise level.wrong("NOM_CHAM", f"{level.NOM_CHAM} needs moving supports, or ACCE_MONO_APPUI for an acceleration")
    functions = [scalar_function(function, "INST") for function in level.ACCE_MONO_APPUI]
    if len(level.DIRECTION) != 3 * len(functions):
        raise level.wrong("DIRECTION", f"give three components per function: {3 * len(functions)}, not {len(level.DIRECTION)}")
    directions = np.reshape(level.DIRECTION, (-1, 3))
    directions = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    axes = {"DX": 0, "DY": 1, "DZ": 2}
    shares = np.array([directions[:, axes[p["NOM_CMP"]]] if p["NOM_CMP"] in axes else np.zeros(len(functions)) for p in places])
    return np.array([[function(t) for function in functions] for t in times]) @ shares.T
