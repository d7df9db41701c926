"""NORM_MODE: change the norm of modes (u4.52.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._field_values import node_of
from pyaster_lite.commands._modal_search import undamped_parameters
from pyaster_lite.commands._mode_norms import NORMS, norm_by, norm_by_components, norm_by_unknowns

REAL = ("matr_asse_depl_r", "matr_asse_gene_r", "matr_asse_pres_r")


@operator(
    "NORM_MODE",
    produces=lambda args: kind_of(args.get("MODE")) or "mode_meca",
    reuse="MODE",
    rules=UN_PARMI("NORME", "GROUP_NO", "AVEC_CMP", "SANS_CMP"),
    keywords=dict(
        MODE=SIMP("o", typ=("mode_meca", "mode_flamb")),
        NORME=SIMP("f", into=NORMS),
        GROUP_NO=SIMP("f", typ="grno"),
        b_noeud=BLOC(present("GROUP_NO"), NOM_CMP=SIMP("o")),
        AVEC_CMP=SIMP("f", max="**", validators=(no_repeat,)),
        SANS_CMP=SIMP("f", max="**", validators=(no_repeat,)),
        MASSE=SIMP("f", typ=REAL),
        RAIDE=SIMP("f", typ=REAL),
        AMOR=SIMP("f", typ=REAL),
        MODE_SIGNE=FACT(
            "f",
            rules=UN_PARMI("GROUP_NO", "NOEUD"),
            GROUP_NO=SIMP("f", typ="grno"),
            NOEUD=SIMP("f", typ="no"),
            NOM_CMP=SIMP("o"),
            SIGNE=SIMP("f", defaut="POSITIF", into=("NEGATIF", "POSITIF")),
        ),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def norm_mode(args, context):
    """Norm the modes, in place with `reuse`, else as a new concept."""
    modes = args.MODE
    if context.reused is None:
        modes = modes.duplicate()
    _other_matrices(args, modes)
    if "NORME" in args:
        norm_by(args, modes, args.NORME)
    elif "GROUP_NO" in args:
        equation, place = _unknown(args, modes)
        norm_by_unknowns(args, modes, np.array([equation]), f"NOEUD: {place} {args.NOM_CMP}", "GROUP_NO")
    elif "AVEC_CMP" in args:
        norm_by_components(args, modes, args.AVEC_CMP, f"AVEC_CMP: {' '.join(args.AVEC_CMP)}"[:24], "AVEC_CMP")
    else:
        label = f"SANS_CMP: {' '.join(args.SANS_CMP)}"[:24]
        norm_by_components(args, modes, args.SANS_CMP, label, "SANS_CMP", without=True)
    if args.MODE_SIGNE is not None:
        _sign(args.MODE_SIGNE, modes)
    return modes


def _other_matrices(args, modes):
    """MASSE, RAIDE and AMOR take the place of the matrices that the modes come from; their parameters follow."""
    given = {name: args[word] for name, word in (("mass", "MASSE"), ("stiffness", "RAIDE"), ("damping", "AMOR")) if args[word] is not None}
    if not given:
        return
    if modes.kind != "mode_meca":
        raise args.wrong("MODE", f"MASSE, RAIDE and AMOR go with real modes of vibration, {modes.name} is a {modes.kind}")
    for name, matrix in given.items():
        if matrix.matrix.shape[0] != modes.dofs.size:
            word = {"mass": "MASSE", "stiffness": "RAIDE", "damping": "AMOR"}[name]
            raise args.wrong(word, f"{matrix.name} has {matrix.matrix.shape[0]} unknowns, the modes have {modes.dofs.size}")
        setattr(modes, name, matrix)
    if modes.mass is None or modes.stiffness is None:
        raise args.wrong("MODE", f"{modes.name} comes without matrices: give MASSE and RAIDE")
    columns = undamped_parameters(modes.stiffness, modes.mass, modes.shapes)
    for i, order in enumerate(modes.orders):
        modes.store(order, {word: float(column[i]) for word, column in columns.items()})


def _unknown(args, modes):
    if "NOEUD" in args:
        node, place = modes.mesh.find_node(args.NOEUD), args.NOEUD
    else:
        node, place = node_of(args, modes.mesh)
    equation = int(modes.dofs.index([node], args.NOM_CMP)[0])
    if equation < 0:
        raise args.wrong("NOM_CMP", f"the modes carry no {args.NOM_CMP} at {place}")
    return equation, modes.mesh.node_names[node]


def _sign(args, modes):
    """Turn the modes so that a component has the sign that is asked for."""
    equation, _ = _unknown(args, modes)
    wanted = 1.0 if args.SIGNE == "POSITIF" else -1.0
    for order in modes.orders:
        value = modes.vectors[order][equation]
        if not np.iscomplexobj(value) and value * wanted < 0.0:
            modes.rescale(order, -1.0, modes.parameter("NORME", order))
