"""MODE_STATIQUE: static modes of a structure on its supports (u4.52.14)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import NODE_WORDS, chosen, nodes_of
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._static_modes import AXES, label, unit_direction
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.fe.constraints import Elimination
from pyaster_lite.fe.errors import ComputationFailed, SingularMatrix
from pyaster_lite.fe.interface_modes import interface_modes
from pyaster_lite.fe.static_modes import StaticResponses, lone_supports, unit_motion

COMPONENTS = {word: SIMP("f", max="**") for word in ("AVEC_CMP", "SANS_CMP")} | {"TOUT_CMP": SIMP("f", into=("OUI",))}
NODES = chosen(NODE_WORDS, "TOUT", "GROUP_NO", "NOEUD")
ONE_WAY = UN_PARMI("TOUT_CMP", "AVEC_CMP", "SANS_CMP")


def _unknowns():
    return FACT("f", max="**", rules=(UN_PARMI("TOUT", "NOEUD", "GROUP_NO"), ONE_WAY), **NODES, **COMPONENTS)


@operator(
    "MODE_STATIQUE",
    produces="mode_meca",
    rules=(
        UN_PARMI("MODE_STAT", "FORCE_NODALE", "PSEUDO_MODE", "MODE_INTERF"),
        PRESENT_PRESENT("MODE_INTERF", "MATR_MASS"),
        PRESENT_PRESENT("PSEUDO_MODE", "MATR_MASS"),
    ),
    keywords=dict(
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        MATR_RIGI=SIMP("o", typ="matr_asse_depl_r"),
        MATR_MASS=SIMP("f", typ="matr_asse_depl_r"),
        MODE_STAT=_unknowns(),
        FORCE_NODALE=_unknowns(),
        PSEUDO_MODE=FACT(
            "f",
            max="**",
            rules=UN_PARMI("AXE", "DIRECTION", "TOUT", "GROUP_NO"),
            AXE=SIMP("f", max=3, into=("X", "Y", "Z")),
            DIRECTION=SIMP("f", typ="R", min=3, max=3),
            b_dir=BLOC(present("DIRECTION"), NOM_DIR=SIMP("f")),
            **chosen(NODE_WORDS, "TOUT", "GROUP_NO"),
            b_cmp=BLOC(present("TOUT") | present("GROUP_NO"), rules=ONE_WAY, **COMPONENTS),
        ),
        MODE_INTERF=FACT(
            "f",
            rules=(UN_PARMI("TOUT", "GROUP_NO"), ONE_WAY),
            **chosen(NODE_WORDS, "TOUT", "GROUP_NO"),
            **COMPONENTS,
            NB_MODE=SIMP("f", typ="I", defaut=1),
            SHIFT=SIMP("f", typ="R", defaut=1.0),
        ),
        SOLVEUR=solveur(),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def mode_statique(args, context):
    """Displacements under unit motions of supports, unit forces, or unit accelerations; or modes of an interface."""
    modes = _empty(args)
    if args.MATR_MASS is not None and args.MATR_MASS.matrix.shape != args.MATR_RIGI.matrix.shape:
        raise args.wrong("MATR_MASS", f"{args.MATR_MASS.name} and {args.MATR_RIGI.name} do not live on the same unknowns")
    try:
        responses = StaticResponses(args.MATR_RIGI.matrix, Elimination(args.MATR_RIGI.relations))
    except SingularMatrix as failure:
        raise args.wrong("MATR_RIGI", f"{args.MATR_RIGI.name} has no static modes: {failure}") from None
    with context.timer("solver"):
        if args.MODE_STAT:
            _add(modes, "DEPL_IMPO", *_moved_supports(args.MODE_STAT, modes, responses))
        if args.FORCE_NODALE:
            _add(modes, "FORC_IMPO", *_unit_forces(args.FORCE_NODALE, modes, responses))
        if args.PSEUDO_MODE:
            _accelerated(args, modes, responses)
        if args.MODE_INTERF is not None:
            _interface(args.MODE_INTERF, args.MATR_MASS, modes, responses)
    return modes


def _empty(args):
    stiffness, mass = args.MATR_RIGI, args.MATR_MASS
    model = stiffness.model
    modes = Modes("mode_meca", stiffness.dofs, model.mesh, model, stiffness, mass)
    modes.material_field = args.CHAM_MATER or stiffness.origin.material_field
    modes.characteristics = args.CARA_ELEM or stiffness.origin.characteristics
    return modes


def _add(modes, kind, names, vectors, more=None):
    for i, (name, vector) in enumerate(zip(names, vectors.T)):
        order = len(modes.orders) + 1
        own = more[i] if more else {}
        shared = {"NUME_MODE": order, "FREQ": 0.0, "NOEUD_CMP": name, "TYPE_DEFO": kind, "TYPE_MODE": "MODE_STA"}
        modes.store_mode(order, vector, shared | own)


def _moved_supports(levels, modes, responses):
    supports = lone_supports(responses.elimination.relations)
    unknowns = _chosen(levels, modes, supports, "is not held: it has no mode of imposed displacement")
    return _labels(modes, unknowns), responses.to_supports([supports[unknown] for unknown in unknowns])


def _unit_forces(levels, modes, responses):
    held = np.diff(responses.elimination.relations.matrix.tocsc().indptr) > 0
    free = dict.fromkeys(np.flatnonzero(~held).tolist())
    unknowns = _chosen(levels, modes, free, "is held by a support: a force on it moves nothing")
    forces = np.zeros((modes.dofs.size, len(unknowns)))
    forces[unknowns, np.arange(len(unknowns))] = 1.0
    return _labels(modes, unknowns), responses.to_forces(forces)


def _accelerated(args, modes, responses):
    """Accelerated supports one by one first, then uniform accelerations."""
    mass = args.MATR_MASS.matrix
    single = [level for level in args.PSEUDO_MODE if "AXE" not in level and "DIRECTION" not in level]
    if single:
        names, motions = _moved_supports(single, modes, responses)
        _add(modes, "ACCE_DDL_IMPO", names, responses.to_forces(mass @ motions))
    uniform: list[tuple[str, np.ndarray]] = []
    for level in args.PSEUDO_MODE:
        for axis in level.get("AXE", ()):
            uniform.append((axis, np.eye(3)["XYZ".index(axis)]))
        if "DIRECTION" in level:
            uniform.append((level.get("NOM_DIR", f"DIR_{len(uniform) + 1}"), unit_direction(level)))
    if uniform:
        motions = np.column_stack([unit_motion(modes.dofs, direction) for _, direction in uniform])
        directions = [dict(zip(("COEF_X", "COEF_Y", "COEF_Z"), map(float, direction))) for _, direction in uniform]
        _add(modes, "ACCE_IMPO", [label("ACCE", name) for name, _ in uniform], responses.to_forces(mass @ motions), directions)


def _interface(level, mass, modes, responses):
    """The first modes of an interface that supports hold."""
    supports, dofs = lone_supports(responses.elimination.relations), modes.dofs
    unknowns = _chosen([level], modes, supports, "is not held: it is not of an interface")
    if not unknowns:
        raise level.wrong(None, "no support holds an unknown of the interface")
    held, places = {unknown: supports[unknown] for unknown in unknowns}, modes.mesh.coordinates
    try:
        frequencies, vectors = interface_modes(responses, mass.matrix, held, dofs, places, level.NB_MODE, level.SHIFT)
    except ComputationFailed as failure:
        raise level.wrong("GROUP_NO" if "GROUP_NO" in level else "TOUT", str(failure)) from None
    more = [{"TYPE_MODE": "MODE_INT", "FREQ": float(frequency)} for frequency in frequencies]
    _add(modes, "DEPL_IMPO", [""] * len(more), vectors, more)


def _chosen(levels, modes, allowed, refusal):
    """The unknowns that the levels name, ascending; `allowed` holds those that may be named."""
    dofs, found = modes.dofs, set()
    for level in levels:
        names = _components(level, dofs)
        for node in nodes_of(level, modes.mesh):
            for name in names:
                unknown = int(dofs.index([node], name)[0])
                if unknown in allowed:
                    found.add(unknown)
                elif unknown >= 0 and "TOUT" not in level:
                    raise level.wrong(None, f"{dofs.describe(unknown, modes.mesh.node_names)} {refusal}")
    return sorted(found)


def _components(level, dofs):
    if "AVEC_CMP" in level:
        for item, name in enumerate(level.AVEC_CMP):
            if name not in dofs.components and name not in AXES:
                raise level.wrong("AVEC_CMP", f"no unknown is called {name}, they are {', '.join(dofs.components)}", item=item)
        return level.AVEC_CMP
    if "SANS_CMP" in level:
        return [name for name in dofs.components if name not in level.SANS_CMP]
    level.mark_read("TOUT_CMP")
    return dofs.components


def _labels(modes, unknowns):
    dofs = modes.dofs
    return [label(int(dofs.node[i]) + 1, dofs.components[dofs.component[i]]) for i in unknowns]
