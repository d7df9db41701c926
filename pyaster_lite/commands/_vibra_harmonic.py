"""DYNA_VIBRA, TYPE_CALCUL='HARM': the response to harmonic excitations, on unknowns or on a reduced basis."""

from __future__ import annotations

from cmath import exp
from math import pi, radians

import numpy as np

from pyaster_lite.commands._modal_matrices import agree
from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.commands._vibra_loads import made_of, physical_loads
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.generalised import Harmonic, derivative
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.constraints import Elimination
from pyaster_lite.fe.errors import ComputationFailed, SingularMatrix
from pyaster_lite.fe.harmonic import HarmonicSystem

FIELDS = ("DEPL", "VITE", "ACCE")
MATRICES = ("MATR_RIGI", "MATR_MASS", "MATR_AMOR", "MATR_IMPE_PHI")


def harmonic(args, context):
    """Solve at every frequency, one after the other."""
    frequencies, names = wanted(args, context)
    for level in args.EXCIT or ():
        if level.NUME_HARM != 1:
            text = "the response is linear, of one harmonic: NUME_HARM goes with EQUI_HARM"
            raise level.wrong("NUME_HARM", text)
    links = args.MATR_MASS.links if args.BASE_CALCUL == "GENE" else None
    if args.BASE_CALCUL == "GENE":
        system, force = _on_basis(args, links)
    else:
        system, force = _on_unknowns(args)
    responses = []
    with context.progress("frequency", len(frequencies)) as progress, context.timer("harmonic response"):
        for number, frequency in enumerate(frequencies, 1):
            try:
                responses.append(system.response(2.0 * pi * frequency, *force(frequency)))
            except SingularMatrix:
                raise ComputationFailed(f"nothing limits the response at {frequency:g} Hz: the dynamic stiffness is singular") from None
            progress.update(number)
    if args.BASE_CALCUL == "GENE":
        orders = np.arange(len(frequencies))
        responses = np.array(responses) if links is None else np.array(responses) @ links.transform.T
        made = Harmonic(args.MATR_MASS.basis, args.MATR_MASS, args.MATR_RIGI, orders, frequencies, responses, names)
        return made if context.reused is None else context.reused.extend(made)
    return _fields(args, context, frequencies, responses, names)


def wanted(args, context):
    """(frequencies in Hz, names of the fields) that the deck asks for."""
    if args.RESULTAT is not None and context.reused is not args.RESULTAT:
        raise args.wrong("RESULTAT", "a harmonic calculation goes on with a response by reuse=")
    agree(args, *MATRICES)
    frequencies = np.array([float(f) for f in (args.FREQ if "FREQ" in args else args.LIST_FREQ.values)])
    names = tuple(args.NOM_CHAM) if "NOM_CHAM" in args else FIELDS
    args.mark_read("TOUT_CHAM", "AMOR_FLUI")
    return frequencies, names


def basis_matrices(args):
    """Stiffness, mass, damping and impedance on the basis, the last two may be None; all (n,) or all (n, n)."""
    basis = args.MATR_MASS.basis
    if args.MATR_RIGI.basis is not basis:
        raise args.wrong("MATR_RIGI", f"{args.MATR_RIGI.name} and {args.MATR_MASS.name} are not projected on the same basis")
    matrices = [None if args[word] is None else args[word].matrix for word in MATRICES]
    if args.AMOR_MODAL is not None:
        matrices[2] = _modal_damping(args.AMOR_MODAL, *matrices[:2])
    if any(matrix.ndim == 2 for matrix in matrices if matrix is not None):
        matrices = [np.diag(m) if m is not None and m.ndim == 1 else m for m in matrices]
    return matrices


def basis_vector(level, args):
    """(n,) the projected vector of an excitation."""
    given = level.VECT_ASSE_GENE
    if given.basis is not args.MATR_MASS.basis or len(given.vector) != args.MATR_MASS.size:
        raise level.wrong("VECT_ASSE_GENE", f"{given.name} is not projected on the basis of the matrices")
    return given.vector


def _on_basis(args, links):
    """(system, f(frequency) -> (force,)), in the coordinates that remain once substructures are linked."""
    matrices, n = basis_matrices(args), args.MATR_MASS.size
    loads = []
    for level in args.EXCIT or ():
        vector = basis_vector(level, args)
        loads.append((lambda f, vector=vector: vector, factor(level)))
    for level in args.EXCIT_RESU or ():
        loads.append(_of_response(level, level.RESULTAT.frequencies, lambda row, of=level.RESULTAT: of.displacements[row]))
    if links is None:
        return HarmonicSystem(*matrices), lambda frequency: (summed(loads, frequency, n),)
    system = HarmonicSystem(*(None if matrix is None else links.reduce_matrix(matrix) for matrix in matrices))
    return system, lambda frequency: (links.transform.T @ summed(loads, frequency, n),)


def _modal_damping(given, stiffness, mass):
    """2 xi sqrt(k m) (n,) of AMOR_REDUIT or LIST_AMOR; the last of them goes on."""
    k, m = (x if x.ndim == 1 else x.diagonal() for x in (stiffness, mass))
    ratios = list(given.AMOR_REDUIT if "AMOR_REDUIT" in given else given.LIST_AMOR if "LIST_AMOR" in given else ())
    if not ratios:
        raise given.wrong(None, "AMOR_MODAL needs AMOR_REDUIT or LIST_AMOR")
    ratios = np.array((ratios + ratios[-1:] * len(m))[: len(m)], float)
    return 2.0 * ratios * np.sqrt(abs(k * m))


def _on_unknowns(args):
    """(system, f(frequency) -> (force, imposed))."""
    stiffness, dofs = args.MATR_RIGI, args.MATR_RIGI.dofs
    forces, relations = physical_loads(args, dofs, stiffness.model.mesh, factor, stiffness.relations)
    # Loads that depend on time are taken at the start, as in code_aster.
    loads = [(lambda f, at=vector: at(0.0), factor) for vector, factor in forces]
    for level in args.EXCIT_RESU or ():
        source = level.RESULTAT
        read = lambda row, of=source: vector_of(of.field("DEPL", of.orders[row]), dofs)  # noqa: E731
        loads.append(_of_response(level, source.access("FREQ"), read))
    matrices = [None if args[word] is None else args[word].matrix for word in MATRICES]
    elimination = Elimination(relations)
    system = HarmonicSystem(*matrices, elimination)
    return system, lambda frequency: (summed(loads, frequency, dofs.size), elimination.offset(frequency))


def summed(loads, frequency, size):
    total = np.zeros(size, complex)
    for vector, factor in loads:
        total += factor(frequency) * vector(frequency)
    return total


def factor(level, harmonic: int = 1):
    """The complex factor of an excitation, a function of the frequency; PUIS_PULS is a power of that of its harmonic."""
    turn, power = exp(1j * radians(level.PHAS_DEG)), level.PUIS_PULS
    function = next((level[word] for word in ("FONC_MULT", "FONC_MULT_C") if level.get(word) is not None), None)
    if function is None:
        given = (level[word] for word in ("COEF_MULT", "COEF_MULT_C") if level.get(word) is not None)
        constant = complex(next(given, 1.0)) * turn
        return lambda frequency: constant * (2.0 * pi * harmonic * frequency) ** power
    return lambda frequency: complex(function.evaluate(FREQ=frequency)) * turn * (2.0 * pi * harmonic * frequency) ** power


def _of_response(level, known, read):
    """The displacements of another response at the same frequency, as forces."""

    def vector(frequency):
        near = np.flatnonzero(abs(known - frequency) <= max(1e-6 * abs(frequency), 1e-12))
        if not near.size:
            raise level.wrong("RESULTAT", f"{level.RESULTAT.name} has no frequency {frequency:g}")
        return read(int(near[0]))

    coefficient = complex(level.COEF_MULT_C)
    return vector, lambda frequency: coefficient


def _fields(args, context, frequencies, responses, names):
    """The result on physical unknowns, after what it holds when it is reused."""
    model, dofs = args.MODELE or args.MATR_RIGI.model, args.MATR_RIGI.dofs
    sound = model is not None and model.phenomenon == "ACOUSTIQUE"
    result = context.reused or Result("acou_harmo" if sound else "dyna_harmo", model.mesh, model, *made_of(args))
    for order, (frequency, amplitudes) in enumerate(zip(frequencies, responses), max(result.orders, default=0) + 1):
        makers = {name: field_maker(model.mesh, dofs, amplitudes, float(frequency), name) for name in names}
        if sound:
            makers = {"PRES": pressure_maker(model.mesh, dofs, amplitudes)}
        result.store(order, {"FREQ": float(frequency)}, makers)
    return result


def pressure_maker(mesh, dofs, amplitudes):
    return lambda: NodeField(mesh, "PRES_C", dofs.components, dofs.at_nodes(amplitudes))


def field_maker(mesh, dofs, amplitudes, frequency, name):
    return lambda: NodeField(mesh, "DEPL_C", dofs.components, dofs.at_nodes(derivative(amplitudes, frequency, name)))
