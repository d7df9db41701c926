"""NEWTON, CONVERGENCE, RECH_LINEAIRE and INCREMENT in the words of the nonlinear loop."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.newton import REFERENCES
from pyaster_lite.concepts.step_list import StepList, of_stepper, rules_of_stepper
from pyaster_lite.fe.balance import Criteria
from pyaster_lite.fe.errors import NoReference
from pyaster_lite.fe.line_search import LineSearch
from pyaster_lite.fe.newton import Options
from pyaster_lite.fe.time_list import Adaptation, InsertedSteps, TimeList, foreseen_growth

MATRICES = {"TANGENTE": "tangent", "ELASTIQUE": "elastic", "EXTRAPOLE": "extrapolate"}
SNES_REST = 1e-8
SNES = {"SNES": "", "RASPEN": "gsnes_"}
"""What PETSc's options about the iterations over the whole structure begin with, by METHODE."""
COMPARISONS = {"LT": np.less, "LE": np.less_equal, "GT": np.greater, "GE": np.greater_equal}


def newton_options(args, structure, integrated: bool) -> Options:
    """How the steps are balanced; `integrated`: they start from what the laws answer while nothing moves."""
    newton, convergence, dofs = args.NEWTON, args.CONVERGENCE, args.MODELE.dofs
    if args.METHODE == "MODELE_REDUIT":
        newton = args.MODELE_REDUIT
    prediction = newton.PREDICTION or newton.MATRICE
    if prediction == "DEPL_CALCULE":
        if "EVOL_NOLI" not in newton:
            raise newton.wrong("PREDICTION", "DEPL_CALCULE needs the displacements of EVOL_NOLI")
        prediction = _displacements_of(newton, dofs)
    else:
        prediction = MATRICES[prediction]
        newton.mark_read("EVOL_NOLI")
    short = newton.get("PAS_MINI_ELAS", -1.0)
    if short < 0.0:
        convergence.mark_read("ITER_GLOB_ELAS")
    once = args.METHODE == "IMPLEX"
    most = 1 if once else _most(args)
    if once:
        convergence.mark_read("ITER_GLOB_MAXI", "ARRET")
    # beside DIS_CHOC code_aster makes tangents anew at every iteration, whatever NEWTON says (getMatrTypeCorr, isMatrUpdate)
    shocks = any(occurrence.RELATION == "DIS_CHOC" for occurrence in args.COMPORTEMENT)
    every = (newton.REAC_INCR, newton.REAC_ITER)
    return Options(
        criteria=_criteria(convergence, structure, dofs),
        prediction=prediction,
        tangent=newton.MATRICE == "TANGENTE" or shocks,
        every_step=1 if shocks else every[0],
        every_iteration=1 if shocks else every[1],
        elastic_below=-1.0 if shocks else short,
        every_elastic_iteration=newton.get("REAC_ITER_ELAS", 0),
        most=most,
        most_elastic=convergence.ITER_GLOB_ELAS if short >= 0.0 else most,
        accept_anyway=once or convergence.ARRET == "NON",
        line_search=None if args.get("PILOTAGE") is not None else line_search_of(args.get("RECH_LINEAIRE")),
        symmetrised=newton.get("MATR_RIGI_SYME") == "OUI",
        resting=_resting(args),
        lenient=args.METHODE != "MODELE_REDUIT" and args.SOLVEUR.get("NPREC", 0) < 0,
        integrated=integrated,
    )


def rests(structure) -> bool:
    """Whether a step over which nothing moves leaves every internal force as it was, so that laws need not be asked."""
    acting = [part.behaviour for part in structure.parts if part.behaviour is not None]
    return not structure.surrounded and all(law.linear or getattr(law, "rests", False) for law in acting)


def _resting(args):
    """PETSc's SNES takes an iterate that hardly moves any more, unless its options say how little that is."""
    own = args.METHODE in SNES and "snes_stol" not in args.SOLVEUR.get("OPTION_PETSC", "")
    return SNES_REST if own else 0.0


def _most(args) -> int:
    """How many iterations a step may take; PETSc's options have the last word on its own."""
    most = args.CONVERGENCE.ITER_GLOB_MAXI
    if args.METHODE not in SNES:
        return most
    return int(_petsc_options(args.SOLVEUR.get("OPTION_PETSC", "")).get(f"{SNES[args.METHODE]}snes_max_it", most))


def _petsc_options(text: str) -> dict[str, str]:
    """PETSc's options `-name value` by name, those between -prefix_push and -prefix_pop with what their names begin with."""
    words, prefixes, found = text.split(), [], {}
    for word, value in zip(words, [*words[1:], ""]):
        if word == "-prefix_push":
            prefixes = [*prefixes, value]
        elif word == "-prefix_pop":
            prefixes = prefixes[:-1]
        elif word.startswith("-"):
            found["".join(prefixes) + word[1:]] = value
    return found


def _criteria(convergence, structure, dofs):
    any_one = convergence.VERIF == "AU_MOINS_UN"
    relative, absolute = convergence.get("RESI_GLOB_RELA"), convergence.get("RESI_GLOB_MAXI")
    if "RESI_REFE_RELA" in convergence:
        given = {name: convergence[word] for word, name in REFERENCES.items() if word in convergence}
        try:
            reference = structure.reference_forces(given)
        except NoReference as lacking:
            raise convergence.not_yet("RESI_REFE_RELA", str(lacking)) from None
        except KeyError as missing:
            word = next(word for word, name in REFERENCES.items() if name == missing.args[0])
            raise convergence.wrong("RESI_REFE_RELA", f"the elements of the model need {word}") from missing
        return Criteria(None, absolute, any_one, referred=convergence.RESI_REFE_RELA, reference=reference)
    if "RESI_COMP_RELA" in convergence:
        nodes = np.arange(dofs.n_nodes)
        found = (dofs.index(nodes, name) for name in dofs.components)
        components = tuple(equations[equations >= 0] for equations in found)
        return Criteria(relative, absolute, any_one, convergence.RESI_COMP_RELA, components)
    return Criteria(1e-6 if relative is None and absolute is None else relative, absolute, any_one)


def line_search_of(search):
    """The search along corrections that RECH_LINEAIRE asks for, None where there is none."""
    if search is None or search.METHODE == "PILOTAGE":
        return None
    method = {"CORDE": "secant", "MIXTE": "mixed"}[search.METHODE]
    bounds = (search.RHO_MIN, search.RHO_MAX, search.RHO_EXCL)
    return LineSearch(method, search.RESI_LINE_RELA, search.ITER_LINE_MAXI, *bounds)


def _displacements_of(newton, dofs):
    evolution = newton.EVOL_NOLI

    def displacements(t):
        found = evolution.orders_at("INST", t)
        if not found:
            raise newton.wrong("EVOL_NOLI", f"{evolution.name} has no displacements at t = {t:.9g}")
        field = evolution.field("DEPL", found[0])
        return dofs.vector({name: np.nan_to_num(field.component(name)) for name in field.components if name in dofs.components})

    return displacements


def computed_instants(args, begin: float | None, measure, stepper=False) -> tuple[np.ndarray, TimeList, list]:
    """All instants, those to compute as a list the loop can walk (without its remedies), and the failures' rules.

    begin    where the initial state stands, None when it says nothing of time
    measure  function of a concepts.step_list.Quantity giving what measures its change (see _step_measures.largest)
    stepper  whether steps fail and go well as code_aster's TimeStepper has it
    """
    increment = args.INCREMENT
    given = increment.LIST_INST
    rich = isinstance(given, StepList)
    instants = np.array(given.instants if rich else given.values, float)
    if len(instants) < 2 or (np.diff(instants) <= 0.0).any():
        raise increment.wrong("LIST_INST", "the instants must be two at least, and ascend")
    width = np.diff(instants).min() * increment.get("PRECISION", 1e-6)
    first = _first(increment, instants, width, begin)
    last = _last(increment, instants, width)
    if first >= last:
        raise increment.wrong(None, f"there is no step to compute between t = {instants[first]:.9g} and t = {instants[last]:.9g}")
    chosen = instants[first : last + 1]
    if not rich:
        return chosen, TimeList(chosen), of_stepper([]) if stepper else []
    bounds = given.bounds
    successes = rules_of_stepper(given.successes) if stepper else given.successes
    rules = [_adaptation(success, args, bounds.smallest, measure) for success in successes]
    kind, failures = (InsertedSteps, of_stepper(given.failures)) if stepper else (TimeList, given.failures)
    return chosen, kind(chosen, rules, bounds.smallest, bounds.largest, bounds.most), failures


def _first(increment, instants, width, begin):
    if "NUME_INST_INIT" in increment:
        if len(instants) <= increment.NUME_INST_INIT:
            raise increment.wrong(
                "NUME_INST_INIT", f"the list has no instant {increment.NUME_INST_INIT}, they go from 0 to {len(instants) - 1}"
            )
        return increment.NUME_INST_INIT
    wanted = increment.get("INST_INIT", begin)
    if wanted is None:
        return 0
    near = np.flatnonzero(abs(instants - wanted) <= width)
    if len(near):
        return int(near[abs(instants[near] - wanted).argmin()])
    later = np.flatnonzero(instants >= wanted)
    if not len(later) or later[0] == 0:
        raise increment.wrong("INST_INIT" if "INST_INIT" in increment else "LIST_INST", f"t = {wanted:.9g} is outside the list of instants")
    return int(later[0]) - 1


def _last(increment, instants, width):
    if "NUME_INST_FIN" in increment:
        if len(instants) <= increment.NUME_INST_FIN:
            raise increment.wrong(
                "NUME_INST_FIN", f"the list has no instant {increment.NUME_INST_FIN}, they go from 0 to {len(instants) - 1}"
            )
        return increment.NUME_INST_FIN
    if "INST_FIN" not in increment:
        return len(instants) - 1
    distance = abs(instants - increment.INST_FIN)
    if distance.min() > width:
        raise increment.wrong("INST_FIN", f"t = {increment.INST_FIN:.9g} is not in the list of instants")
    return int(distance.argmin())


def _adaptation(success, args, smallest, measure):
    half = args.CONVERGENCE.ITER_GLOB_MAXI // 2
    accepts, count = None, 1
    if success.trigger is not None:
        comparison, bound, count = success.trigger
        bound = half if bound is None else bound

        def accepts(iterations):
            return bool(COMPARISONS[comparison](iterations - 1, bound))

    if success.foreseen and args.METHODE != "IMPLEX":
        raise args.INCREMENT.wrong("LIST_INST", "MODE_CALCUL_TPLUS='IMPLEX' of the list goes with METHODE='IMPLEX'")

    measured = measure(success.quantity) if success.quantity else None

    def next_step(step, iterations, increment, states):
        if success.foreseen:
            return max(step * foreseen_growth(*states), smallest)
        if success.growth is not None:
            return step * (1 + success.growth)
        if success.iterations is not None:
            return step * np.sqrt(success.iterations / (iterations + 1))
        change = measured(increment, states)
        return step * success.bound / change if change else None

    return Adaptation(next_step, accepts, count)
