"""Finding the modes that a deck asks for, checking them, and storing them with their parameters."""

from __future__ import annotations

from math import pi

import numpy as np

from pyaster_lite.catalogue.versions import version
from pyaster_lite.commands._modal_matrices import elimination, reduced, unit_motions, whole
from pyaster_lite.concepts.matrix import AssembledMatrix
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.fe.damped_modes import hysteretic_modes, quadratic_modes, real_distance
from pyaster_lite.fe.eigen import BucklingPencil, Pencil, residuals
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.indefinite_modes import IndefinitePencil
from pyaster_lite.fe.modal_parameters import DIRECTIONS, parameters

TURNED = version("14.0.7")
"""Since then critical loads have the sign by which the applied one is multiplied."""
INVERSE = ("SEPARE", "AJUSTE", "PROCHE")
GUESSED = 0.02
"""The reduced damping near which code_aster looks for the damped mode of an undamped one."""


def pulsation2(frequency: float) -> float:
    """The eigenvalue of a frequency; a negative frequency stands for a negative eigenvalue, as in code_aster."""
    return float(np.copysign((2.0 * pi * frequency) ** 2, frequency))


def frequency(eigenvalue):
    """The frequency of an eigenvalue, negative when that is."""
    return np.copysign(np.sqrt(abs(eigenvalue)), eigenvalue) / (2.0 * pi)


def find_vibration(args, context) -> Modes:
    """Undamped modes: K x = omega^2 M x."""
    stiffness, mass = args.MATR_RIGI, args.MATR_MASS
    eliminated = elimination(stiffness)
    with context.timer("modes"):
        pencil = pencil_of(reduced(stiffness, eliminated), reduced(mass, eliminated))
        values, vectors, first = _select(args, args.CALC_FREQ, pencil, "FREQ", pulsation2)
        threshold = pulsation2(args.CALC_FREQ.SEUIL_FREQ)
        values, vectors = pencil.refined(values, vectors, threshold)
    _verify(args, context, pencil, values, vectors, threshold)
    if args.OPTION == "PLUS_GRANDE":
        # as in code_aster, the largest comes first, as number one
        values, vectors, first = values[::-1], vectors[:, ::-1], 1
    vectors = vectors if eliminated is None else eliminated.transform @ vectors
    physical = "mode_acou" if stiffness.kind == "matr_asse_pres_r" else "mode_meca"
    modes = _empty(args, physical if isinstance(stiffness, AssembledMatrix) else "mode_gene", stiffness, mass)
    rest = undamped_parameters(stiffness, mass, vectors)
    for i, value in enumerate(values):
        shared = {"NUME_MODE": first + i, "FREQ": float(frequency(value)), "OMEGA2": float(value), "AMOR_REDUIT": 0.0}
        shared |= {"TYPE_MODE": "MODE_DYN", "METHODE": _method(args)}
        modes.store_mode(i + 1, vectors[:, i], shared | {word: float(column[i]) for word, column in rest.items()})
    return modes


def pencil_of(stiffness, mass):
    """By the sign of the mass. In a fluid of potentials of velocity alone (FORMULATION='U_PSI') both matrices are negative: the modes are
    those of their opposites."""
    diagonals = stiffness.diagonal(), mass.diagonal()
    if all(diagonal.any() and (diagonal <= 0.0).all() for diagonal in diagonals):
        return Pencil(-stiffness, -mass)
    return (IndefinitePencil if (mass.diagonal() < 0.0).any() else Pencil)(stiffness, mass)


def find_buckling(args, context, rigid: str, geometric: str) -> Modes:
    """Critical loads: (A + lambda B) x = 0, the smallest |lambda| first found, stored by ascending lambda.

    Up to version 14.0.6 it was (A - lambda B) x = 0.
    """
    sign = 1.0 if context.time is not None and context.time < TURNED else -1.0
    stiffness, other = args[rigid], args[geometric]
    eliminated = elimination(stiffness)
    with context.timer("modes"):
        pencil = BucklingPencil(reduced(stiffness, eliminated), reduced(other, eliminated))
        values, vectors, first = _select(args, args.CALC_CHAR_CRIT, pencil, "CHAR_CRIT", lambda load: sign * load)
        values, vectors = pencil.refined(values, vectors, args.CALC_CHAR_CRIT.SEUIL_CHAR_CRIT)
    _verify(args, context, pencil, values, vectors, args.CALC_CHAR_CRIT.SEUIL_CHAR_CRIT)
    order = np.argsort(sign * values, kind="stable")
    vectors = vectors if eliminated is None else eliminated.transform @ vectors
    modes = _empty(args, "mode_flamb", stiffness, None)
    for i, place in enumerate(order):
        modes.store_mode(i + 1, vectors[:, place], {"NUME_MODE": i + 1, "CHAR_CRIT": float(sign * values[place])})
    return modes


def find_complex(args, context) -> Modes:
    """Damped modes, modes of a complex stiffness, or those of unsymmetric matrices."""
    option, search = args.OPTION, args.CALC_FREQ
    stiffness, mass, damping = args.MATR_RIGI, args.MATR_MASS, args.MATR_AMOR
    if option not in ("PLUS_PETITE", "CENTRE", "TOUT", "PROCHE") and (damping is None or option not in INVERSE):
        raise args.not_yet("OPTION", f"OPTION='{option}' is not there yet for complex modes")
    unsymmetric = damping is None and not np.iscomplexobj(whole(stiffness))
    args.mark_read("STOP_BANDE_VIDE")
    search.mark_read("NMAX_FREQ")
    eliminated = elimination(stiffness)
    k, m = reduced(stiffness, eliminated), reduced(mass, eliminated)
    number = None if option == "TOUT" else search.NMAX_FREQ
    centres = [search.FREQ] if option == "CENTRE" else search.FREQ if option == "PROCHE" else [0.0]
    ratios = search.get("AMOR_REDUIT")
    if option in ("SEPARE", "AJUSTE"):
        if ratios is not None:
            raise search.wrong("AMOR_REDUIT", f"AMOR_REDUIT is for OPTION='PROCHE', not '{option}'")
        # of each undamped mode of the band the damped one
        centres = frequency(_select(args, search, pencil_of(k, m), "FREQ", pulsation2)[0])
        ratios = [GUESSED] * len(centres)
    ratios = [0.0] * len(centres) if ratios is None else np.atleast_1d(ratios)
    if len(ratios) != len(centres):
        raise search.wrong("AMOR_REDUIT", f"AMOR_REDUIT gives {len(ratios)} ratios of {len(centres)} frequencies")
    found, errors = [], []
    with context.timer("modes"):
        for centre, ratio in zip(centres, ratios):
            omega, wanted = 2.0 * pi * centre, 1 if option in INVERSE else number
            if damping is None:
                values, vectors = hysteretic_modes(k, m, omega**2, wanted)
                found += [(*_hysteretic(value), vector) for value, vector in zip(values, vectors.T)]
                errors += residuals(k, m, values, vectors / abs(vectors).max(axis=0), pulsation2(search.SEUIL_FREQ)).tolist()
            else:
                shift = omega * complex(-ratio, np.sqrt(1.0 - ratio**2))
                c = reduced(damping, eliminated)
                values, vectors = quadratic_modes(k, m, c, shift, wanted, _distance(args) if shift else None)
                errors += [_error(k @ x, v * (c @ x + v * (m @ x)), abs(v), search) for v, x in zip(values, vectors.T)]
                found += [(v.imag / (2.0 * pi), v.imag**2, -v.real / abs(v), x) for v, x in zip(values, vectors.T)]
    _judge(args, context, _too_large(args.VERI_MODE, np.array(errors)))
    kind = "mode_gene" if not isinstance(stiffness, AssembledMatrix) else "mode_meca" if unsymmetric else "mode_meca_c"
    modes = _empty(args, kind, stiffness, mass, damping)
    given = {"MASS_GENE": mass, "RIGI_GENE": stiffness} | ({"AMOR_GENE": damping} if damping is not None else {})
    for i, (freq, omega2, reduced_damping, vector) in enumerate(found):
        vector = vector if eliminated is None else eliminated.transform @ vector
        generalised = {word: float((vector.conj() @ (whole(m) @ vector)).real) for word, m in given.items()}
        values = generalised | {"NUME_MODE": i + 1, "FREQ": float(freq), "OMEGA2": float(omega2), "AMOR_REDUIT": float(reduced_damping)}
        modes.store_mode(i + 1, vector, values | {"TYPE_MODE": "MODE_DYN"})
    return modes


def _distance(args):
    """What decides which damped modes are nearest to FREQ: the operator that the method works with.

    APPROCHE='IMAG' works with the imaginary part, and yet code_aster's tests of it (sdll123b) find the modes of the real part.
    """
    sought = args.SOLVEUR_MODAL
    plain = args.OPTION != "CENTRE" or sought.METHODE == "QZ" or sought.APPROCHE == "COMPLEXE"
    return None if plain else real_distance


def _error(elastic, rest, pulsation, search):
    """How far the forces of a damped mode are from balance, compared with the elastic ones, or times the pulsation of a rigid mode."""
    gap = np.linalg.norm(elastic + rest)
    return gap / np.linalg.norm(elastic) if pulsation > 2.0 * pi * search.SEUIL_FREQ else gap * pulsation


def _hysteretic(value):
    root = np.sqrt(complex(value))
    return abs(root) / (2.0 * pi), value.real, root.imag / abs(root)


def _select(args, search, pencil, word, eigenvalue):
    """(values ascending, vectors, rank of the first mode in the whole spectrum)."""
    option = args.OPTION
    if search.get("AMOR_REDUIT") is not None:
        raise search.wrong("AMOR_REDUIT", "AMOR_REDUIT needs a damping matrix (MATR_AMOR)")
    if option == "TOUT":
        search.mark_read(f"NMAX_{word}")
        values, vectors = pencil.nearest(0.0, pencil.rank())
        return values, vectors, 1
    if option in ("PLUS_PETITE", "PLUS_GRANDE", "CENTRE") and not search[f"NMAX_{word}"]:
        raise ComputationFailed(f"no mode is asked for: NMAX_{word} is 0")
    if option == "PLUS_PETITE":
        values, vectors = pencil.nearest(0.0, min(search[f"NMAX_{word}"], pencil.rank()))
        return values, vectors, 1
    if option == "PLUS_GRANDE":
        values, vectors = pencil.largest(search[f"NMAX_{word}"])
        return values, vectors, pencil.rank() - len(values) + 1
    if option == "CENTRE":
        values, vectors = pencil.nearest(eigenvalue(search[word]), search[f"NMAX_{word}"])
        return values, vectors, _rank(pencil, values)
    if option == "PROCHE":
        search.mark_read(f"NMAX_{word}")
        pairs = [pencil.nearest(eigenvalue(target), 1) for target in search[word]]
        values = np.concatenate([value for value, _ in pairs])
        return values, np.column_stack([vector for _, vector in pairs]), _rank(pencil, values)
    bounds = sorted(eigenvalue(bound) for bound in (search[word][0], search[word][-1]))
    # a bound at zero holds the rigid motions, which are not found at exactly zero
    near = abs(eigenvalue(search[f"SEUIL_{word}"]))
    bounds = [sign * near if abs(bound) < near else bound for bound, sign in zip(bounds, (-1, 1))]
    values, vectors = pencil.between(*bounds)
    if option in INVERSE and search[f"NMAX_{word}"]:
        values, vectors = values[: search[f"NMAX_{word}"]], vectors[:, : search[f"NMAX_{word}"]]
    if not values.size and (option in INVERSE or args.STOP_BANDE_VIDE == "OUI") and len(search[word]) == 2:
        raise ComputationFailed(f"there is no mode between {search[word][0]:g} and {search[word][-1]:g}: the band is empty")
    args.mark_read("STOP_BANDE_VIDE")
    return values, vectors, pencil.count_below(bounds[0]) + 1 if values.size else 1


def _rank(pencil, values):
    if not values.size:
        return 1
    return pencil.count_below(values[0] - 1e-6 * max(abs(values[0]), 1e-6 * pencil.scale())) + 1


def _verify(args, context, pencil, values, vectors, threshold):
    """VERI_MODE: the residual of every mode, and the number of modes that the spectrum holds between the ends."""
    checks = args.VERI_MODE
    errors = residuals(pencil.stiffness, pencil.mass, values, vectors, threshold)
    problems = _too_large(checks, errors)
    if checks.STURM != "NON" and args.OPTION not in INVERSE and values.size > 1 and not pencil.dense:
        missed = pencil.missed(values, vectors, args.OPTION != "BANDE")
        if missed:
            problems.append(f"{len(values)} modes were found where the spectrum holds {len(values) + missed} or more")
    _judge(args, context, problems)
    args.mark_read("STOP_BANDE_VIDE")


def _too_large(checks, errors):
    if not errors.size or errors.max() <= checks.SEUIL:
        return []
    return [f"mode {int(errors.argmax()) + 1} is found with an error of {errors.max():.3g}, above {checks.SEUIL:g}"]


def _judge(args, context, problems):
    """Stop at the first problem, or warn of each, as VERI_MODE says."""
    checks = args.VERI_MODE
    for problem in problems:
        if checks.STOP_ERREUR == "OUI":
            raise ComputationFailed(problem)
        context.warn(checks, None, problem)
    checks.mark_read()


def undamped_parameters(stiffness, mass, vectors):
    """MASS_GENE, RIGI_GENE, AMOR_GENE, participation factors and effective masses, each (k,)."""
    found = parameters(whole(stiffness), whole(mass), vectors, unit_motions(mass))
    columns = {"MASS_GENE": found.mass, "RIGI_GENE": found.stiffness, "AMOR_GENE": np.zeros(len(found.mass))}
    for i, direction in enumerate(DIRECTIONS):
        columns[f"MASS_EFFE_{direction}"] = found.effective[i]
        columns[f"FACT_PARTICI_{direction}"] = found.participation[i]
        columns[f"MASS_EFFE_UN_{direction}"] = found.fraction[i]
    return columns


def _empty(args, kind, stiffness, mass, damping=None):
    """Modes without any mode yet, on the unknowns of the stiffness."""
    if isinstance(stiffness, AssembledMatrix):
        model = stiffness.model
        mesh = model.mesh if model is not None else None
        return Modes(kind, stiffness.dofs, mesh, model, stiffness, mass, damping)
    basis = stiffness.basis
    return Modes(kind, basis.dofs, basis.mesh, basis.model, stiffness, mass, damping, basis=basis)


def _method(args):
    return args.SOLVEUR_MODAL.METHODE
