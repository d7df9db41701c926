"""THER_NON_LINE: conduction of heat with laws and loads that depend on the temperature, steady or in time (u4.54.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of, chosen
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._heat_balance import OLD_NEWTON, balanced_evolution, newton_keywords
from pyaster_lite.commands._heat_evolution import HEAT, OLD_HEAT, keywords, order_of_state


@operator(
    "THER_NON_LINE",
    produces="evol_ther",
    reuse="RESULTAT",
    legacy=(*OLD_HEAT, Renamed("COMP_THER_NL", "COMPORTEMENT", last="12.0.11"), *OLD_NEWTON),
    keywords=keywords(
        COMPORTEMENT=FACT(
            "d",
            max="**",
            rules=(EXCLUS("TOUT", "GROUP_MA"),),
            RELATION=SIMP("f", into=("THER_NL", "THER_HYDR"), defaut="THER_NL"),
            **chosen(CELL_WORDS, "TOUT", "GROUP_MA"),
        ),
        **newton_keywords(HEAT),
    ),
)
def ther_non_line(args, context):
    """Steady: from each instant to the next. In time: a theta scheme from the initial state on, which may be steady too."""
    _check_laws(args)
    return balanced_evolution(args, context, HEAT, _judged_by_norms(args), hydration=_hydration)


def _judged_by_norms(args) -> bool:
    """Whether code_aster runs its older solver, which judges the residual by norms: for what the newer one does not do."""
    shown = args.AFFICHAGE
    laws = any(occurrence.RELATION != "THER_NL" for occurrence in args.COMPORTEMENT)
    laws = laws or args.METHODE in ("MODELE_REDUIT", "NEWTON_KRYLOV")
    laws = laws or any(term.word == "EVOL_CHAR" for occurrence in args.EXCIT for term in occurrence.CHARGE.forces)
    return laws or shown.INFO_RESIDU == "OUI" or shown.UNITE is not None or shown.PAS is not None


def _check_laws(args):
    """THER_HYDR goes with materials that have it."""
    for occurrence in args.COMPORTEMENT:
        cells = (
            cells_of(occurrence, args.MODELE.mesh)
            if "GROUP_MA" in occurrence or "TOUT" in occurrence
            else np.arange(args.MODELE.mesh.n_cells)
        )
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
