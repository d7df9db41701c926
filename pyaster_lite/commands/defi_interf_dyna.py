"""DEFI_INTERF_DYNA: the interfaces of a substructure (u4.64.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import NODE_WORDS, chosen, look_up, nodes_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import ENSEMBLE, UN_PARMI
from pyaster_lite.concepts.substructuring import ATTACHED, HELD, NONE, SHAKEN, Interface, Interfaces
from pyaster_lite.fe.static_modes import lone_supports


@operator(
    "DEFI_INTERF_DYNA",
    produces="interf_dyna_clas",
    keywords=dict(
        NUME_DDL=SIMP("o", typ="nume_ddl_sdaster"),
        INTERFACE=FACT(
            "o",
            max="**",
            rules=(ENSEMBLE("NOM", "TYPE"), UN_PARMI("NOEUD", "GROUP_NO")),
            NOM=SIMP("o"),
            TYPE=SIMP("o", into=(ATTACHED, HELD, SHAKEN, NONE)),
            **chosen(NODE_WORDS, "NOEUD", "GROUP_NO"),
            MASQUE=SIMP("f", max="**"),
        ),
        FREQ=SIMP("f", typ="R", defaut=1.0),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_interf_dyna(args, context):
    """Which unknowns of which nodes: held ones for CRAIGB and CB_HARMO, free ones for MNEAL and AUCUN."""
    numbering = args.NUME_DDL
    held = np.zeros(numbering.dofs.size, bool)
    held[list(lone_supports(numbering.relations))] = True
    parts: list[Interface] = []
    kinds: dict[int, str] = {}
    for level in args.INTERFACE:
        if any(part.name == level.NOM for part in parts):
            raise level.wrong("NOM", f"there is an interface {level.NOM} already")
        parts.append(_interface(level, numbering, held))
        for node in parts[-1].nodes.tolist():
            if level.TYPE != NONE and kinds.setdefault(node, level.TYPE) != level.TYPE:
                name = numbering.model.mesh.node_names[node]
                raise level.wrong("TYPE", f"node {name} is in an interface of type {kinds[node]} already")
    return Interfaces(numbering, parts, args.FREQ)


def _interface(level, numbering, held):
    dofs = numbering.dofs
    nodes = nodes_of(level, numbering.model.mesh)
    wanted = np.ones((len(nodes), len(dofs.components)), bool)
    for name in level.get("MASQUE", ()):
        if name in dofs.components:
            wanted[:, dofs.components.index(name)] = False
    equations = dofs.table[nodes]
    is_held = (equations >= 0) & held[equations]
    fits = is_held if level.TYPE in (HELD, SHAKEN) else (equations >= 0) & ~is_held
    active = wanted & fits
    if not active.any():
        lack = "no unknown that is held" if level.TYPE in (HELD, SHAKEN) else "no unknown that is free"
        raise level.wrong("TYPE", f"interface {level.NOM} of type {level.TYPE} has {lack}")
    named = nodes
    if "GROUP_NO" in level:
        named = np.array(list(dict.fromkeys(np.concatenate(look_up(level, "GROUP_NO", numbering.model.mesh.node_group)).tolist())))
    return Interface(level.NOM, level.TYPE, nodes, active, named)
