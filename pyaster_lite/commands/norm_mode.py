"""NORM_MODE: change the norm of modes (u4.52.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._field_values import node_of
from pyaster_lite.commands._mode_norms import NORMS, norm_by, norm_by_components, norm_by_unknowns


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
        MODE_SIGNE=FACT(
            "f",
            GROUP_NO=SIMP("o", typ="grno"),
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


def _unknown(args, modes):
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
