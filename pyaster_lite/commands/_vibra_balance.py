"""DYNA_VIBRA, TYPE_CALCUL='HARM' with EQUI_HARM: periodic responses with contacts that stick, slip and lift off."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from math import pi

import numpy as np

from pyaster_lite.commands._vibra_balance_contacts import contacts_of, in_space, never_closed
from pyaster_lite.commands._vibra_balance_points import branch, sweep
from pyaster_lite.commands._vibra_balance_tables import tables_of
from pyaster_lite.commands._vibra_harmonic import MATRICES, basis_matrices, basis_vector, factor, field_maker, summed, wanted
from pyaster_lite.commands._vibra_loads import made_of, physical_loads
from pyaster_lite.commands._vibra_sites import Places
from pyaster_lite.concepts.generalised import Harmonic
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe import trigonometric as series
from pyaster_lite.fe.condensation import Condensation
from pyaster_lite.fe.constraints import Elimination
from pyaster_lite.fe.floquet import Variation
from pyaster_lite.fe.floquet_steps import SteppedVariation
from pyaster_lite.fe.harmonic_balance import HarmonicBalance
from pyaster_lite.fe.periodic_contact import PeriodicContacts

POWERS = (0, 2, 1, 3)
INSTANTS_PER_HARMONIC = 8
"""Instants a period below which the states of motions of one harmonic could be missed."""
USUAL_INSTANTS = 256
SMALL = 400
"""How many physical unknowns at most are advanced in time for their stability."""


@dataclass
class Linear:
    """The linear part: K, M, C, Y (None where there is none), what moves where, and the excitations of every harmonic."""

    matrices: list
    places: Places
    force: Callable
    elimination: Elimination | None = None
    imposed: Callable | None = None

    def mobility(self, row) -> float:
        """How much of what can move, or is moved, a row sees; 0 when nothing."""
        if self.elimination is None:
            return float(abs(row).max(initial=0.0))
        driven = (abs(row @ self.imposed(h, 1.0)) for h in range(self.imposed.harmonics + 1))
        return float(max(abs(self.elimination.reduce_vector(row)).max(initial=0.0), *driven))

    def dense(self):
        """M, C and K on the unknowns that remain."""
        stiffness, mass, damping, _ = self.matrices
        damping = 0.0 * mass if damping is None else damping
        found = []
        for matrix in (mass, damping, stiffness):
            if self.elimination is not None:
                matrix = self.elimination.reduce_matrix(matrix)
            matrix = matrix.toarray() if hasattr(matrix, "toarray") else matrix
            found.append(np.diag(matrix) if matrix.ndim == 1 else matrix)
        return found


def periodic_response(args, context):
    """Balance the harmonics at every frequency, or along the branch."""
    frequencies, names = wanted(args, context)
    if args.RESULTAT is not None:
        raise args.not_yet("RESULTAT", "a periodic response (EQUI_HARM) makes a new concept")
    if args.EXCIT_RESU:
        raise args.not_yet("EXCIT_RESU", "a periodic response (EQUI_HARM) takes its excitations from EXCIT only yet")
    given = args.EQUI_HARM
    harmonics, instants = given.NB_HARM, _instants(given)
    given.mark_read("METHODE")
    if (frequencies <= 0.0).any():
        raise args.wrong("FREQ" if "FREQ" in args else "LIST_FREQ", "a periodic response has a positive frequency")
    for level in args.EXCIT or ():
        if harmonics < level.NUME_HARM:
            help = f"increase NB_HARM to {level.NUME_HARM}"
            raise level.wrong("NUME_HARM", f"NB_HARM={harmonics} keeps the harmonics 0 to {harmonics}, not {level.NUME_HARM}", help=help)
    linear = _on_basis(args) if args.BASE_CALCUL == "GENE" else _on_unknowns(args, harmonics)
    contacts = contacts_of(args, linear)
    powers = [(power, matrix) for power, matrix in zip(POWERS, linear.matrices) if matrix is not None]
    system = Condensation(powers, contacts.rows, contacts.held, linear.force, linear.elimination, linear.imposed)
    march = harmonics, instants, given.NB_PERIODE
    spatial = in_space(list(contacts.outlines.values()), *march)
    balance = HarmonicBalance(system, PeriodicContacts(contacts.springs, *march), contacts.rough, spatial)
    variation = _variation(args, linear, balance, contacts, march)
    responses = []
    with context.progress("frequency", len(frequencies)) as progress, context.timer("harmonic balance"):
        points = branch if args.CONTINUATION is not None else sweep
        for frequency, unknowns in points(args, balance, frequencies):
            responses.append((frequency, balance.response(unknowns, 2.0 * pi * frequency)))
            progress.update(min(len(responses), len(frequencies)))
    never_closed(args, contacts, [response for _, response in responses])
    multipliers = None
    if variation is not None:
        with context.timer("stability"):
            multipliers = [variation.largest(response) for _, response in responses]
    context.say(f"{len(responses)} periodic responses of {balance.shape[0]} rows and {harmonics} harmonics")
    tables = tables_of(args, linear, contacts, balance, responses, multipliers)
    return _result(args, linear, responses, names, tables)


def _instants(given):
    least = INSTANTS_PER_HARMONIC * given.NB_HARM
    if "NB_INST" not in given:
        return max(USUAL_INSTANTS, 2 * least)
    if least > given.NB_INST:
        text = f"{given.NB_INST} instants a period are too few for the states of a motion of {given.NB_HARM} harmonics"
        help = f"increase NB_INST to at least {least}, or reduce NB_HARM to {given.NB_INST // INSTANTS_PER_HARMONIC}"
        raise given.wrong("NB_INST", text, help=help if given.NB_INST >= INSTANTS_PER_HARMONIC else f"increase NB_INST to at least {least}")
    return given.NB_INST


def _on_basis(args):
    matrices, n = basis_matrices(args), args.MATR_MASS.size
    loads = [(level.NUME_HARM, basis_vector(level, args), factor(level, level.NUME_HARM)) for level in args.EXCIT or ()]

    def force(h, pulsation):
        total = np.zeros(n, complex)
        for harmonic, vector, of in loads:
            if harmonic == h:
                total += of(pulsation / (2.0 * pi)) * vector
        return total

    basis = args.MATR_MASS.basis
    shapes = basis.shapes[:, :n] if basis.basis is None else basis.basis.shapes @ basis.shapes[:, :n]
    return Linear(matrices, Places.on_basis(basis, shapes), force)


class _Imposed:
    """The imposed amplitudes of every harmonic, function of the harmonic and the pulsation."""

    def __init__(self, offsets, harmonics):
        self._offsets, self.harmonics = offsets, harmonics

    def __call__(self, h, pulsation):
        return self._offsets[h](pulsation / (2.0 * pi))


def _on_unknowns(args, harmonics):
    stiffness, dofs = args.MATR_RIGI, args.MATR_RIGI.dofs
    mesh = stiffness.model.mesh
    loads, eliminations = [], []
    for h in range(harmonics + 1):
        of = lambda level, h=h: factor(level, h) if h == level.NUME_HARM else lambda frequency: 0.0  # noqa: E731
        forces, relations = physical_loads(args, dofs, mesh, of, stiffness.relations)
        # Loads that depend on time are taken at the start, as in code_aster.
        loads.append([(lambda f, at=vector: at(0.0), coefficient) for vector, coefficient in forces])
        # The relations are the same for all harmonics, their values are not.
        eliminations.append(copy(eliminations[0]) if h else Elimination(relations))
        eliminations[h].relations = relations
    imposed = _Imposed([elimination.offset for elimination in eliminations], harmonics)
    matrices = [None if args[word] is None else args[word].matrix for word in MATRICES]
    force = lambda h, pulsation: summed(loads[h], pulsation / (2.0 * pi), dofs.size)  # noqa: E731
    return Linear(matrices, Places.on_unknowns(mesh, dofs), force, eliminations[0], imposed)


class _Stability:
    """The largest Floquet multiplier of responses: exact when every contact slides in one direction."""

    def __init__(self, linear, balance):
        mass, damping, stiffness = linear.dense()
        rows = balance.system.seen
        self._balance = balance
        self._variation = Variation(mass, damping, stiffness, rows, balance.contacts.springs, balance.rough)

    def largest(self, response) -> float:
        """The modulus of the largest multiplier."""
        approach, sliding = response.motion[: self._balance.count], self._balance.sliding(response.motion)
        found = self._variation.multipliers(response.pulsation, approach, sliding, response.cycle)
        return float(abs(found[0]))


class _SteppedStability:
    """The largest Floquet multiplier of responses, all contacts being followed from instant to instant."""

    def __init__(self, linear, contacts, march):
        outlines = contacts.all_in_space()
        self._rows = np.array([outline.rows for outline in outlines])
        self._contacts = in_space(outlines, *march)
        seen = self._rows
        if linear.elimination is not None:
            seen = np.array([[linear.elimination.reduce_vector(row) for row in rows] for rows in seen])
        self._variation = SteppedVariation(*linear.dense(), seen)

    def largest(self, response) -> float:
        """The modulus of the largest multiplier."""
        motion = series.to_real(np.einsum("hn,cin->cih", response.whole, self._rows))
        return float(abs(self._variation.multipliers(response.pulsation, self._contacts(motion))[0]))


def _variation(args, linear, balance, contacts, march):
    if args.STABILITE == "NON":
        return None
    stiffness, *_, impedance = linear.matrices
    if impedance is not None or np.iscomplexobj(stiffness):
        word = "MATR_RIGI" if impedance is None else "MATR_IMPE_PHI"
        text = "stability is judged in time, where a hysteretic stiffness or an impedance has no meaning"
        raise args.wrong(word, text, help="give STABILITE='NON', or damp with MATR_AMOR")
    if linear.elimination is not None and linear.elimination.size > SMALL:
        text = f"stability is judged on at most {SMALL} physical unknowns, here are {linear.elimination.size}"
        raise args.wrong("STABILITE", text, help="project the model on a basis (PROJ_BASE, BASE_CALCUL='GENE')")
    return _Stability(linear, balance) if balance.spatial is None else _SteppedStability(linear, contacts, march)


def _result(args, linear, responses, names, tables):
    frequencies = np.array([frequency for frequency, _ in responses])
    whole = np.array([response.whole for _, response in responses])
    if args.BASE_CALCUL == "GENE":
        orders = np.arange(1, len(frequencies) + 1)
        made = Harmonic(args.MATR_MASS.basis, args.MATR_MASS, args.MATR_RIGI, orders, frequencies, whole[:, 1], names)
    else:
        model, dofs = args.MODELE or args.MATR_RIGI.model, args.MATR_RIGI.dofs
        made = Result("dyna_harmo", model.mesh, model, *made_of(args))
        for order, (frequency, amplitudes) in enumerate(zip(frequencies.tolist(), whole[:, 1]), 1):
            made.store(order, {"FREQ": frequency}, {name: field_maker(model.mesh, dofs, amplitudes, frequency, name) for name in names})
    made.harmonics, made.tables = whole, tables
    return made
