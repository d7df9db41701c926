"""ETAT_INIT: the state an evolution starts from, and its initial acceleration."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pyaster_lite.concepts.field_places import moved
from pyaster_lite.fe.algebra import solve_consistent
from pyaster_lite.fe.errors import SingularMatrix
from pyaster_lite.fe.iteration_matrix import IterationMatrix
from pyaster_lite.fe.newton import State

_KEPT = {"SIGM": "stress", "VARI": "internal", "STRX": "structural"}
"""Where fields at points of ETAT_INIT are kept."""


@dataclass
class Given:
    """What the deck gives of the initial state.

    vectors   u, v, a (n,) by deck word, None where nothing is given
    stress, internal, structural  fields at points, or None
    time      where it stands, None when nothing says so;  order: that of the evolution it is taken from
    resumed   whether it goes on from another instant of an evolution
    mended    whether fields given by themselves carry on an evolution that is there, as code_aster's multi-step schemes take them:
              what they resist is found anew at their displacements
    origin    (n,) displacements that differential imposed ones are counted from, None for those of the initial state
    added     stresses of loads (fe.terms.StressTerm) that the computation starts from besides
    increment (n,) displacements of the last step before, which steered loads may go on from; None where nobody asks
    """

    vectors: dict
    stress: object = None
    internal: object = None
    structural: object = None
    time: float | None = None
    order: int | None = None
    resumed: bool = False
    mended: bool = False
    origin: np.ndarray | None = None
    added: tuple = ()
    increment: np.ndarray | None = None


def read_state(args, dofs, dynamic: bool, cut=None) -> Given:
    """The fields of ETAT_INIT; those of EVOL_NOLI give way to those given by themselves.

    cut  the evolution that is taken up, where what comes after INST_INIT is forgotten before the initial state is read; or None
    """
    words = ("DEPL", "VITE", "ACCE") if dynamic else ("DEPL",)
    given = Given(dict.fromkeys(words), added=tuple(term for occurrence in args.EXCIT for term in occurrence.CHARGE.stresses))
    for occurrence in args.EXCIT:
        if getattr(occurrence.CHARGE, "impedances", ()):
            raise occurrence.not_yet("CHARGE", "IMPE_FACE is for IMPE_MECA of CALC_MATR_ELEM: in evolutions it is not there yet")
    initial = args.get("ETAT_INIT")
    if initial is None:
        return given
    evolution = initial.get("EVOL_NOLI")
    if "NUME_DIDI" in initial:
        if evolution is None or not evolution.has_field("DEPL", initial.NUME_DIDI):
            raise initial.wrong("NUME_DIDI", f"no evolution of EVOL_NOLI has displacements at its storage order {initial.NUME_DIDI}")
        given.origin = _vector(evolution.field("DEPL", initial.NUME_DIDI), dofs)
    if evolution is not None:
        order = _order(initial, evolution, _kept(args.INCREMENT, evolution) if evolution is cut else evolution.orders)
        given.order, given.time, given.resumed = order, evolution.parameter("INST", order), order > min(evolution.orders)
        for word in words:
            if evolution.has_field(word, order):
                given.vectors[word] = _vector(evolution.field(word, order), dofs)
        if _by_angle(args):
            given.increment = given.vectors["DEPL"] - _vector(_field_before(initial, evolution, order), dofs)
        given.stress = evolution.field("SIEF_ELGA", order) if evolution.has_field("SIEF_ELGA", order) else None
        given.internal = evolution.field("VARI_ELGA", order) if evolution.has_field("VARI_ELGA", order) else None
        given.structural = evolution.field("STRX_ELGA", order) if evolution.has_field("STRX_ELGA", order) else None
    for word in words:
        if word in initial:
            given.vectors[word] = _known_vector(initial, word, dofs, args.MODELE.mesh)
    for word, quantity in (("SIGM", "SIEF_R"), ("VARI", "VARI_R"), ("STRX", "STRX_R")):
        if word in initial:
            setattr(given, _KEPT[word], _point_field(initial, word, initial[word], quantity, args.MODELE))
    return given


def _by_angle(args):
    """Whether the first step has to go on as the last one did."""
    steered = args.get("PILOTAGE")
    return steered is not None and steered.TYPE == "LONG_ARC" and steered.SELECTION == "ANGL_INCR_DEPL"


def _field_before(initial, evolution, order):
    if not evolution.has_field("DEPL", order - 1):
        raise initial.wrong("EVOL_NOLI", f"SELECTION='ANGL_INCR_DEPL' goes on from two storage orders, {evolution.name} has one")
    return evolution.field("DEPL", order - 1)


def _point_field(initial, word, field, quantity, model):
    """A field at points; one at the nodes of elements is taken over to them by the shape functions."""
    if field.quantity != quantity:
        raise initial.wrong(word, f"{field.name} is of {field.quantity}, not of {quantity}")
    if field.mesh is not model.mesh:
        raise initial.wrong(word, f"{field.name} stands on another mesh than the model")
    if field.location == "ELNO":
        return moved(field, "ELGA", model)
    if field.location not in ("ELGA", "CART"):
        raise initial.wrong(
            word, f"{word} is a field {field.location}: it must be one at points", help="CREA_CHAMP makes a field ELGA of it"
        )
    return field


def _kept(increment, evolution):
    """The storage orders up to the initial instant; by NUME_INST_INIT code_aster counts storage orders (stat_non_line.create_result)."""
    if "NUME_INST_INIT" in increment:
        return [order for order in evolution.orders if order <= increment.NUME_INST_INIT]
    if "INST_INIT" not in increment:
        return evolution.orders
    found = evolution.orders_at("INST", increment.INST_INIT, increment.get("PRECISION", 1e-6), increment.get("CRITERE", "RELATIF"))
    return [order for order in evolution.orders if not found or order <= found[0]]


def _order(initial, evolution, kept):
    """The storage order of the initial state among those `kept`; raises Refused when it is not among them."""
    if not kept:
        raise initial.wrong("EVOL_NOLI", f"{evolution.name} holds nothing")
    if "NUME_ORDRE" in initial:
        if initial.NUME_ORDRE not in kept:
            raise initial.wrong("NUME_ORDRE", f"{evolution.name} has no storage order {initial.NUME_ORDRE}{_cut(evolution, kept)}")
        return initial.NUME_ORDRE
    if "INST" in initial:
        found = [order for order in evolution.orders_at("INST", initial.INST, initial.PRECISION, initial.CRITERE) if order in kept]
        if len(found) != 1:
            count = "no" if not found else str(len(found))
            raise initial.wrong("INST", f"{evolution.name} has {count} instants at t = {initial.INST:.9g}{_cut(evolution, kept)}")
        return found[0]
    return max(kept)


def _cut(evolution, kept):
    """How a message goes on where part of an evolution is forgotten."""
    if len(kept) == len(evolution.orders):
        return ""
    return f" up to the initial instant of INCREMENT, t = {evolution.parameter('INST', max(kept)):.9g}: it is taken up there"


def _known_vector(initial, word, dofs, mesh):
    field = initial[word]
    if field.mesh is not mesh:
        raise initial.wrong(word, f"{field.name} stands on another mesh than the model")
    if not set(field.components) & set(dofs.components):
        carried = ", ".join(field.components)
        raise initial.wrong(word, f"{field.name} carries {carried}, none of the unknowns of the model")
    return _vector(field, dofs)


def _vector(field, dofs):
    known = [name for name in field.components if name in dofs.components]
    return dofs.vector({name: np.nan_to_num(field.component(name)) for name in known})


def start_state(given: Given, structure, time: float, fields) -> State:
    """The initial state; stresses make internal forces. `fields` turns fields at points into states of the parts."""
    n = structure.size
    u = given.vectors["DEPL"] if given.vectors["DEPL"] is not None else np.zeros(n)
    v = given.vectors.get("VITE")
    a = given.vectors.get("ACCE")
    internal = structure.rest()
    if u.any() or given.stress is not None or given.internal is not None:
        internal = fields(given, u, internal)
    for term in given.added:
        internal = _stressed(structure, internal, term)
    force = structure.nodal_forces(internal) if given.stress is not None or given.added else np.zeros(n)
    zero = np.zeros(n)
    if given.mended and given.stress is not None:
        force = structure.assembler.vector(structure.respond(u, internal, False, time, time)[0])
    external = structure.dead_loads(time) if given.resumed or given.mended else force
    v = zero if v is None else v
    return State(time, u, v, zero if a is None else a, zero, force, external, internal, increment=given.increment)


def initial_acceleration(structure, state: State, warn, damping=None, strict=False) -> np.ndarray:
    """a with M a = fext(t) - fint - C v, the relations holding still; zero, with a warning, along what has no mass (tldlg3).

    All of it is zero where forces drive more of that than single unknowns, and, by a `strict` solver, where an unknown has no mass.
    C is the structure's damping, or that given.
    """
    pushed = structure.dead_loads(state.time) - state.force
    following = structure.following_loads(state.time, state.u, state.v, state.a)
    if following is not None:
        pushed = pushed + following
    damping = structure.damping if damping is None else damping
    if damping is not None:
        pushed = pushed - damping @ state.v
    if not structure.elimination.reduce_vector(pushed).any():
        return np.zeros(structure.size)
    try:
        return IterationMatrix(structure.mass, structure.elimination, True).solve(pushed)
    except SingularMatrix:
        pass
    mass = structure.elimination.reduce_matrix(structure.mass)
    light = np.asarray(abs(mass).sum(axis=1)).ravel() == 0.0
    try:
        if strict and light.any():
            raise SingularMatrix("some unknowns have no mass")
        found = solve_consistent(mass, np.where(light, 0.0, structure.elimination.reduce_vector(pushed)))
    except SingularMatrix:
        warn("some unknowns have no mass: the initial acceleration is taken as zero")
        return np.zeros(structure.size)
    warn("some unknowns have no mass: their initial acceleration is taken as zero")
    return structure.elimination.expand(found)


def _stressed(structure, states, term):
    """The states with the normal forces of a term added to those of its bars."""
    forces = dict(zip(term.cells.tolist(), term.forces.tolist()))
    made = []
    for part, state in zip(structure.parts, states):
        rows = np.flatnonzero(np.isin(part.data.cells, term.cells))
        if state is not None and len(rows):
            stress = state.stress.copy()
            stress[rows, :, 0] += np.array([forces[cell] for cell in part.data.cells[rows].tolist()])[:, None]
            state = replace(state, stress=stress)
        made.append(state)
    return made
