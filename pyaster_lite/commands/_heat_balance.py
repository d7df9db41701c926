"""Evolutions of heat, and of water in what dries, balanced by Newton's iterations: what THER_NON_LINE and SECH_NON_LINE share."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.affichage import affichage
from pyaster_lite.catalogue.commons.newton import line_search
from pyaster_lite.catalogue.commons.observation import observation
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.commands._elementary import given_equations, nodal_field
from pyaster_lite.commands._evolution_follow import Observations
from pyaster_lite.commands._heat_evolution import (
    HEAT,
    HeatArchive,
    Kind,
    heat_flow,
    initial_temperatures,
    instants,
    is_steady,
    order_of_state,
)
from pyaster_lite.commands._reduced_model import TABLE, reduced, reduced_model, shares_told
from pyaster_lite.concepts.step_list import StepList, of_stepper, rules_of_stepper
from pyaster_lite.fe.errors import NotConverged, SingularMatrix
from pyaster_lite.fe.heat_newton import HeatNewton, HeatOptions
from pyaster_lite.fe.line_search import LineSearch, ResidualSearch
from pyaster_lite.fe.time_list import Adaptation, Cutting, InsertedSteps, TimeList

OLD_NEWTON = (
    Renamed("NEWTON/RESI_LINE_RELA", "RECH_LINEAIRE/RESI_LINE_RELA", still=True),
    Renamed("NEWTON/ITER_LINE_MAXI", "RECH_LINEAIRE/ITER_LINE_MAXI", still=True),
)


def newton_keywords(kind: Kind) -> dict:
    """The keywords of the iterations and of what is followed."""
    return dict(
        # NEWTON_KRYLOV solves roughly while it is far from balance: solved well its corrections lead to the same balance
        METHODE=SIMP("f", into=("NEWTON", "NEWTON_KRYLOV", *(("MODELE_REDUIT",) if kind is HEAT else ())), defaut="NEWTON", advisory=True),
        b_meth_rom=BLOC(equal("METHODE", "MODELE_REDUIT"), MODELE_REDUIT=reduced_model(("TANGENTE",), ("TANGENTE",), 0)),
        NEWTON=FACT(
            "d",
            REAC_ITER=SIMP("f", typ="I", val_min=0, defaut=0),
            REAC_INCR=SIMP("f", typ="I", val_min=0, defaut=1),
            PREDICTION=SIMP("f", into=("TANGENTE",), defaut="TANGENTE", advisory=True),
            MATRICE=SIMP("f", into=("TANGENTE",), defaut="TANGENTE", advisory=True),
        ),
        RECH_LINEAIRE=line_search(),
        CONVERGENCE=FACT(
            "d",
            RESI_GLOB_MAXI=SIMP("f", typ="R"),
            RESI_GLOB_RELA=SIMP("f", typ="R"),
            ITER_GLOB_MAXI=SIMP("f", typ="I", val_min=1, defaut=10),
        ),
        OBSERVATION=observation((kind.field,), ()),
        AFFICHAGE=affichage(),
    )


def balanced_evolution(args, context, kind: Kind, by_norms: bool, materials=None, hydration=None):
    """The result: steady, from each instant to the next; in time, a theta scheme from the initial state on, which may be steady too.

    As in code_aster's older solver (by_norms, op0186) only the first instant of steady ones is so: from there time goes on, implicitly.

    materials  those of the cells, None for CHAM_MATER
    hydration  function (initial state, HeatFlow, model) giving the degrees of hydration, None where nothing hardens
    """
    model = args.MODELE
    steady = args.TYPE_CALCUL == "STAT"
    initial = None if steady else args.get("ETAT_INIT")
    searched = is_steady(initial)
    told = "INST_INIT" in args.INCREMENT or "NUME_INST_INIT" in args.INCREMENT
    goes_on = not searched and kind.word in initial and not told
    before, times = instants(args, initial[kind.word].parameter("INST", order_of_state(initial, kind)) if goes_on else None)
    with context.timer("assembly"):
        flow = heat_flow(args, nonlinear=True, materials=materials, newer=not by_norms)
    archive = HeatArchive(args, context, flow, before, kind=kind, materials=materials)
    context.keep(archive.result)
    theta = 1.0 if steady else args.SCHEMA_TEMPS.THETA
    if args.METHODE == "MODELE_REDUIT":
        flow.elimination = reduced(args, kind.field, flow.elimination)
        if steady and args.MODELE_REDUIT.get("CORR_COMPLET") == "OUI":
            raise args.MODELE_REDUIT.not_yet("CORR_COMPLET", "a steady flow is not corrected yet")
    newton = HeatNewton(flow, _options(args, by_norms), theta, given_equations(args.EXCIT))
    start = np.zeros(model.dofs.size) if searched else initial_temperatures(initial, model, kind)
    degrees = None if searched or hydration is None else hydration(initial, flow, model)
    state = newton.at(before, start, np.zeros(model.dofs.size), degrees)
    if searched:
        state = newton.steady(state, before)
    archive.store(0, before, state.temperature, state.reaction, hydration=state.hydration, PARM_THETA=theta)
    observations = Observations(args.OBSERVATION, model.mesh, int(context.reused is not None))

    def look(number, t, temperature):
        field = nodal_field(model, temperature)
        observations.look(number, t, {kind.field: field}.get)

    look(0, before, state.temperature)
    ends = getattr(flow.elimination, "corrected", None)
    ahead, cutting = (TimeList([before, *times]), None) if by_norms else _stepper(args.INCREMENT.LIST_INST, [before, *times])
    with context.progress("time", ahead.milestones[-1] - before) as line, context.timer("solution"):
        while not ahead.ended:
            number, t = ahead.number, ahead.current
            try:
                if ends is not None:
                    state = newton.corrected(state, t, ends)
                else:
                    state = newton.steady(state, t) if steady and not by_norms else newton.step(state, t)
            except (NotConverged, SingularMatrix):
                bound = newton.options.relative or newton.options.absolute
                if cutting is None or not ahead.cut(cutting, newton.residuals, bound, newton.options.most):
                    raise
                continue
            more = {"PARM_THETA": theta, "ITER_GLOB": newton.iterations}
            archive.store(number, t, state.temperature, state.reaction, ahead.is_last, state.hydration, **more)
            look(number, t, state.temperature)
            line.update(t - before, f"t = {t:.5g}, {newton.iterations} iterations")
            try:
                ahead.accept(newton.iterations, state.temperature)
            except ValueError as error:
                raise NotConverged(f"at t = {t:.6g}: {error}") from None
    table = observations.table(getattr(archive.result, "tables", {}).get("OBSERVATION"))
    made = {} if table is None else {"OBSERVATION": table}
    if args.METHODE == "MODELE_REDUIT":
        made[TABLE] = shares_told(archive.result, kind.field, flow.elimination, model.dofs)
    if made:
        archive.result.tables = getattr(archive.result, "tables", {}) | made
    return archive.result


def _stepper(listed, instants) -> tuple[TimeList, Cutting | None]:
    """How code_aster's TimeStepper walks the instants, and cuts a step without balance; None where it ends there."""
    if not isinstance(listed, StepList):
        listed = StepList(instants, [])
    failure = next(f for f in of_stepper(listed.failures) if f.event == "error")
    rules = [_grown(rule.growth) for rule in rules_of_stepper(listed.successes) if rule.growth is not None]
    bounds = listed.bounds
    steps = InsertedSteps(instants, rules, bounds.smallest, bounds.largest, bounds.most)
    return steps, failure.cutting if failure.action == "cut" else None


def _grown(growth) -> Adaptation:
    return Adaptation(lambda step, *_: step * (1 + growth))


def _options(args, by_norms) -> HeatOptions:
    """A search is also made where NEWTON is given without RECH_LINEAIRE, as in code_aster."""
    convergence, newton, search = args.CONVERGENCE, args.NEWTON, args.get("RECH_LINEAIRE")
    if args.METHODE == "MODELE_REDUIT":
        newton = args.MODELE_REDUIT
        newton.mark_read("PREDICTION", "MATRICE")
    relative, absolute = convergence.RESI_GLOB_RELA, convergence.RESI_GLOB_MAXI
    found = LineSearch() if search is None and args.given("NEWTON") else None
    if search is not None:
        search.mark_read()  # the secant is the one method, and nothing is searched with ITER_LINE_MAXI=0
        if search.ITER_LINE_MAXI:
            bounds = (search.RHO_MIN, search.RHO_MAX, search.RHO_EXCL)
            found = LineSearch("secant", search.RESI_LINE_RELA, search.ITER_LINE_MAXI, *bounds)
    if by_norms and found is not None:
        found = ResidualSearch(found.tolerance, found.most)
    return HeatOptions(
        relative=1e-6 if relative is None and absolute is None else relative,
        absolute=absolute,
        most=convergence.ITER_GLOB_MAXI,
        by_norms=by_norms,
        every_iteration=newton.REAC_ITER,
        every_step=newton.REAC_INCR,
        line_search=found,
    )
