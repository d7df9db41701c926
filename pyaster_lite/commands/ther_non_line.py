"""THER_NON_LINE: conduction of heat with laws and loads that depend on the temperature, steady or in time (u4.54.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.affichage import affichage
from pyaster_lite.catalogue.commons.newton import line_search
from pyaster_lite.catalogue.commons.observation import observation
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of, chosen
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._elementary import nodal_field
from pyaster_lite.commands._evolution_follow import Observations
from pyaster_lite.commands._heat_evolution import (
    OLD_HEAT,
    HeatArchive,
    heat_flow,
    initial_temperatures,
    instants,
    is_steady,
    keywords,
    order_of_state,
)
from pyaster_lite.fe.heat_newton import HeatNewton, HeatOptions
from pyaster_lite.fe.line_search import LineSearch

OLD_NEWTON = (
    Renamed("COMP_THER_NL", "COMPORTEMENT", last="12.0.11"),
    Renamed("NEWTON/RESI_LINE_RELA", "RECH_LINEAIRE/RESI_LINE_RELA", still=True),
    Renamed("NEWTON/ITER_LINE_MAXI", "RECH_LINEAIRE/ITER_LINE_MAXI", still=True),
)


@operator(
    "THER_NON_LINE",
    produces="evol_ther",
    reuse="RESULTAT",
    legacy=(*OLD_HEAT, *OLD_NEWTON),
    keywords=keywords(
        COMPORTEMENT=FACT(
            "d",
            max="**",
            rules=(EXCLUS("TOUT", "GROUP_MA"),),
            RELATION=SIMP("f", into=("THER_NL", "THER_HYDR"), defaut="THER_NL"),
            **chosen(CELL_WORDS, "TOUT", "GROUP_MA"),
        ),
        METHODE=SIMP("f", into=("NEWTON",), defaut="NEWTON", advisory=True),
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
        OBSERVATION=observation(("TEMP",), ()),
        AFFICHAGE=affichage(),
    ),
)
def ther_non_line(args, context):
    """Steady: from each instant to the next. In time: a theta scheme from the initial state on, which may be steady too."""
    model = args.MODELE
    steady = args.TYPE_CALCUL == "STAT"
    initial = None if steady else args.get("ETAT_INIT")
    searched = is_steady(initial)
    told = "INST_INIT" in args.INCREMENT or "NUME_INST_INIT" in args.INCREMENT
    goes_on = not searched and "EVOL_THER" in initial and not told
    before, times = instants(args, initial.EVOL_THER.parameter("INST", order_of_state(initial)) if goes_on else None)
    archive = HeatArchive(args, context, before)
    with context.timer("assembly"):
        flow = heat_flow(args, nonlinear=True)
    _check_laws(args)
    context.keep(archive.result)
    theta = 1.0 if steady else args.SCHEMA_TEMPS.THETA
    newton = HeatNewton(flow, _options(args), theta, _silent(args))
    start = np.zeros(model.dofs.size) if searched else initial_temperatures(initial, model)
    hydration = None if searched else _hydration(initial, flow, model)
    state = newton.at(before, start, np.zeros(model.dofs.size), hydration)
    if searched:
        state = newton.steady(state, before)
    archive.store(0, before, state.temperature, hydration=state.hydration, PARM_THETA=theta)
    observations = Observations(args.OBSERVATION, model.mesh, int(context.reused is not None))

    def look(number, t, temperature):
        field = nodal_field(model, temperature)
        observations.look(number, t, {"TEMP": field}.get)

    look(0, before, state.temperature)
    with context.progress("instants", len(times)) as line, context.timer("solution"):
        for number, t in enumerate(times, start=1):
            state = newton.steady(state, t) if steady else newton.step(state, t)
            more = {"PARM_THETA": theta, "ITER_GLOB": newton.iterations}
            archive.store(number, t, state.temperature, number == len(times), state.hydration, **more)
            look(number, t, state.temperature)
            line.update(number, f"t = {t:.5g}, {newton.iterations} iterations")
    table = observations.table(getattr(archive.result, "tables", {}).get("OBSERVATION"))
    if table is not None:
        archive.result.tables = {**getattr(archive.result, "tables", {}), "OBSERVATION": table}
    return archive.result


def _options(args) -> HeatOptions:
    """A search is also made where NEWTON is given without RECH_LINEAIRE, as in code_aster."""
    convergence, newton, search = args.CONVERGENCE, args.NEWTON, args.get("RECH_LINEAIRE")
    relative, absolute = convergence.RESI_GLOB_RELA, convergence.RESI_GLOB_MAXI
    found = LineSearch() if search is None and args.given("NEWTON") else None
    if search is not None and search.ITER_LINE_MAXI:
        bounds = (search.RHO_MIN, search.RHO_MAX, search.RHO_EXCL)
        found = LineSearch("secant", search.RESI_LINE_RELA, search.ITER_LINE_MAXI, *bounds)
    return HeatOptions(
        relative=1e-6 if relative is None and absolute is None else relative,
        absolute=absolute,
        most=convergence.ITER_GLOB_MAXI,
        by_norms=_judged_by_norms(args),
        every_iteration=newton.REAC_ITER,
        every_step=newton.REAC_INCR,
        line_search=found,
    )


def _silent(args) -> np.ndarray:
    """The equations whose temperatures AFFE_CHAR_CINE imposes."""
    found = [term.relations.matrix.indices for o in args.EXCIT if o.CHARGE.kind == "char_cine_ther" for term in o.CHARGE.terms]
    return np.concatenate([np.empty(0, int), *found])


def _judged_by_norms(args) -> bool:
    """Whether code_aster runs its older solver, which judges the residual by norms: for what the newer one does not do."""
    shown = args.AFFICHAGE
    laws = any(occurrence.RELATION != "THER_NL" for occurrence in args.COMPORTEMENT)
    return laws or bool(args.OBSERVATION) or shown.INFO_RESIDU == "OUI" or shown.UNITE is not None or shown.PAS is not None


def _check_laws(args):
    """THER_HYDR goes with materials that have it."""
    for occurrence in args.COMPORTEMENT:
        cells = cells_of(occurrence, args.MODELE.mesh) if "GROUP_MA" in occurrence else np.arange(args.MODELE.mesh.n_cells)
        known = {args.CHAM_MATER.of_cell(cell) for cell in cells}
        hardens = any(material is not None and "THER_HYDR" in material.laws for material in known)
        if hardens != (occurrence.RELATION == "THER_HYDR"):
            text = "none of these cells has a material THER_HYDR" if not hardens else "some of these cells have a material THER_HYDR"
            raise occurrence.wrong("RELATION", text)


def _hydration(initial, flow, model):
    """The degrees of hydration of EVOL_THER, None where it has none."""
    evolution = initial.get("EVOL_THER")
    order = None if evolution is None else order_of_state(initial)
    if order is None or not evolution.has_field("HYDR_ELGA", order):
        return None
    field, made = evolution.field("HYDR_ELGA", order), []
    for group, degree in zip(model.groups, flow.unhydrated()):
        held = None if degree is None else field.on(group.cells)
        made.append(degree if held is None else np.nan_to_num(held[0][..., 0]))
    return made
