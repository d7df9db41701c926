"""From the deck's model, material, laws and loads to the structure that a nonlinear loop works on."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._contact import definition_of
from pyaster_lite.commands._elementary import given_equations
from pyaster_lite.commands._evolution_damping import added_damping, modal_damping
from pyaster_lite.commands._laws import parts_of
from pyaster_lite.commands._super_cells import case_course
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.concepts.super_cells import tied_relations
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.rigid_links import RigidLinks
from pyaster_lite.fe.structure import FiniteElements


def make_structure(args, dynamic: bool, start: np.ndarray, lumped: bool = False) -> FiniteElements:
    """The structure of a command with MODELE, CHAM_MATER, CARA_ELEM, COMPORTEMENT and EXCIT.

    `start` (n,) are the displacements that loads of TYPE_CHARGE='DIDI' are counted from.
    """
    model = args.MODELE
    whole = model.data(args.CHAM_MATER, args.get("CARA_ELEM"))
    parts = parts_of(args, model, whole)
    loads, flows, followers, steered, relations = case_forces(args, model), [], [], [], tied_relations(model)
    bodies = []
    for occurrence in args.EXCIT:
        load = occurrence.CHARGE
        if load.model is not model:
            raise occurrence.wrong("CHARGE", f"the load {load.name} is on another model")
        given = next((occurrence[word] for word in ("FONC_MULT", "ACCE") if word in occurrence), None)
        course = None if given is None else scalar_function(given, "INST")
        if load.imposes:
            moves = occurrence.TYPE_CHARGE == "SUIV"
            relations.append(_following(occurrence, load, bodies) if moves else _imposed(occurrence, load, course, start))
            if relations[-1].steered is not None:
                steered.append((None, None))
        for term in load.forces:
            if term.started and occurrence.TYPE_CHARGE != "SUIV":
                raise occurrence.wrong("TYPE_CHARGE", f"{term.word} goes by the unknowns: give TYPE_CHARGE='SUIV'")
            if occurrence.TYPE_CHARGE == "SUIV_PILO":
                steered.append(_follower(occurrence, term, whole, course))
            elif occurrence.TYPE_CHARGE == "FIXE_PILO":
                steered.append((_unmoved(_force(term, whole, course)), None))
            elif term.started or (term.flows and occurrence.TYPE_CHARGE != "SUIV"):
                flows.append(_flow(term, whole, course))
            elif occurrence.TYPE_CHARGE == "SUIV":
                followers.append(_follower(occurrence, term, whole, course))
            else:
                loads.append(_force(term, whole, course))
    if hasattr(contact := definition_of(args), "relations"):
        relations.append(contact.relations())
    elimination = Elimination(Relations.stacked(model.dofs.size, relations))
    given = given_equations(args.EXCIT)
    modal = modal_damping(args) if dynamic else None
    added = added_damping(args) if dynamic else None
    modal_force = modal and modal.force
    by_tangents = args.get("AMOR_RAYL_RIGI") == "TANGENTE"
    beside = modal_force, dynamic, lumped, given, added, steered, flows, by_tangents
    structure = FiniteElements(model.dofs.size, parts, elimination, loads, followers, *beside)
    structure.links = RigidLinks(bodies) if bodies else None
    return structure


def case_forces(args, model) -> list:
    """Functions t -> (n,): the load cases of condensed substructures."""
    forces = []
    for level in args.get("SOUS_STRUC", ()):
        force = case_course(level, model)
        course = scalar_function(level.FONC_MULT, "INST") if "FONC_MULT" in level else None
        forces.append(force if course is None else (lambda t, f=force, c=course: c(t) * f(t)))
    return forces


def moving_cells(structure) -> np.ndarray:
    """(n,) the cells whose forces act where they have moved to."""
    return np.concatenate([np.empty(0, int), *(part.data.cells for part in structure.parts if part.element.forces_move)])


def _unmoved(force):
    return lambda t, u, v, a: force(t)


def _force(term, data, course):
    """f(t) times the term's vector, which is computed once when it is constant."""
    if not term.constant:
        if course is None:
            return lambda t: term.vector(data, t, None)
        return lambda t: course(t) * term.vector(data, t, None)
    kept = term.vector(data, 0.0, None)
    return (lambda t: kept) if course is None else (lambda t: course(t) * kept)


def _flow(term, data, course):
    """f(t) times the term's vector, at the unknowns where the step starts if it depends on them."""
    factor = course or (lambda t: 1.0)
    if term.started:
        return lambda t, u: factor(t) * term.vector(data, t, u)
    force = _force(term, data, None)
    return lambda t, u: factor(t) * force(t)


def _follower(occurrence, term, data, course):
    """(force, less its derivative or None) at an instant of a term that follows the motion."""
    if not term.follows:
        raise occurrence.wrong("TYPE_CHARGE", f"{term.word} cannot follow the motion")
    factor = course or (lambda t: 1.0)
    stiffness = term.stiffness and (lambda t, u: factor(t) * term.stiffness(data, t, u))
    if term.moving:
        return (lambda t, u, v, a: factor(t) * term.vector(data, t, u, v, a)), stiffness
    return (lambda t, u, v, a: factor(t) * term.vector(data, t, u)), stiffness


def _imposed(occurrence, load, course, start):
    relations = load.relations(course)
    if occurrence.TYPE_CHARGE == "FIXE_PILO":
        if load.kind == "char_cine_meca":
            raise occurrence.wrong("TYPE_CHARGE", "values imposed by AFFE_CHAR_CINE cannot be steered", help="use AFFE_CHAR_MECA")
        return Relations(relations.matrix, lambda t: np.zeros(len(relations)), relations.value)
    if occurrence.TYPE_CHARGE == "SUIV_PILO":
        raise occurrence.not_yet("TYPE_CHARGE", "relations that follow the motion and are steered are not there yet")
    if occurrence.TYPE_CHARGE == "DIDI":
        origin = relations.matrix @ start
        return Relations(relations.matrix, lambda t: relations.value(t) + origin)
    return relations


UNABLE = ("LIAISON_RBE3", "LIAISON_ELEM", "LIAISON_COQUE", "RELA_CINE_BP")
"""Relations that would change with the motion, but do not know how (cldual_maj)."""


def _following(occurrence, load, bodies):
    """The linear relations of a load that follows the motion; the pairs of points of its rigid bodies go to `bodies`."""
    if load.kind == "char_cine_meca":
        raise occurrence.wrong("TYPE_CHARGE", "values imposed by AFFE_CHAR_CINE cannot follow the motion")
    parts = []
    for term in load.relation_terms:
        if term.word in UNABLE:
            raise occurrence.wrong("TYPE_CHARGE", f"{term.word} cannot follow the motion")
        if term.following is None:
            parts.append(_at_zero(occurrence, term.relations))
        else:
            relations, pairs = term.following()
            parts.append(relations)
            bodies.extend(pairs)
    return Relations.stacked(load.model.dofs.size, parts)


def _at_zero(occurrence, relations):
    """Relations that are linear anyhow: code_aster imposes what they tell on each correction, the same only where that is zero."""

    def value(t):
        told = relations.value(t)
        if np.any(told):
            raise occurrence.not_yet("TYPE_CHARGE", "values other than zero of a load that follows the motion are not there yet")
        return told

    return Relations(relations.matrix, value)
