"""THER_NON_LINE_MO: steady conduction around a source that moves, laws and sides depending on the temperature (u4.54.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.commands._elementary import nodal_field
from pyaster_lite.commands._heat_evolution import heat_flow, initial_temperatures
from pyaster_lite.commands._reactions import excitation
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.moving_source import MovingSource


@operator(
    "THER_NON_LINE_MO",
    produces="evol_ther",
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        EXCIT=FACT("o", max="**", CHARGE=SIMP("o", typ="char_ther"), FONC_MULT=SIMP("f", typ=FUNCTION)),
        ETAT_INIT=FACT("f", EVOL_THER=SIMP("o", typ="evol_ther"), NUME_ORDRE=SIMP("f", typ="I", defaut=0)),
        CONVERGENCE=FACT(
            "d",
            CRIT_TEMP_RELA=SIMP("f", typ="R", defaut=1e-3),
            CRIT_ENTH_RELA=SIMP("f", typ="R", defaut=1e-2),
            ITER_GLOB_MAXI=SIMP("f", typ="I", val_min=1, defaut=10),
            ARRET=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        ),
        SOLVEUR=solveur(),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), advisory=True),
    ),
)
def ther_non_line_mo(args, context):
    """The temperatures at the one order 0, of instant 0."""
    model = args.MODELE
    with context.timer("assembly"):
        flow = heat_flow(args, nonlinear=True, moving=True)
    for occurrence in args.EXCIT:
        curved = [term.word for term in occurrence.CHARGE.forces if term.word in ("RAYONNEMENT", "SOUR_NL")]
        if curved:
            raise occurrence.wrong(
                "CHARGE", f"{curved[0]} is not for sources that move", help="FLUX_NL takes any function of the temperature"
            )
    source = MovingSource(flow, _velocities(args, model))
    bounds = args.CONVERGENCE
    with context.timer("solution"):
        wanted = bounds.CRIT_TEMP_RELA, bounds.CRIT_ENTH_RELA, bounds.ITER_GLOB_MAXI, bounds.ARRET == "NON"
        found = source.searched(0.0, _start(args, model), *wanted)
    result = Result("evol_ther", model.mesh, model, args.CHAM_MATER)
    result.excitations = [excitation(occurrence) for occurrence in args.EXCIT]
    result.store(0, {"INST": 0.0}, {"TEMP": nodal_field(model, found)})
    return result


def _velocities(args, model):
    """Per group of cells, at their nodes."""
    given = [(occurrence, term) for occurrence in args.EXCIT for term in occurrence.CHARGE.transports]
    if not given:
        raise args.EXCIT[0].wrong("CHARGE", "no load has CONVECTION, the velocity of the source")
    if len(given) > 1:
        raise given[1][0].wrong("CHARGE", "one load at most may have CONVECTION")
    ((_, term),) = given
    return [term.velocity[group.nodes][..., : model.dimension] for group in model.groups]


def _start(args, model):
    """Zero, or the temperatures of ETAT_INIT."""
    initial = args.get("ETAT_INIT")
    return np.zeros(model.dofs.size) if initial is None else initial_temperatures(initial, model)
