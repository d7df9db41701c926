"""POST_ELEM: masses, energies, integrals, norms and extremes over parts of a model (u4.81.22)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._post_elem import (
    distribution,
    energies,
    external_work,
    extremes,
    integrals,
    limit_load,
    mass_iner,
    proportionality,
    rice_tracey,
    section_geometry,
    section_hole,
    section_stiffness,
    total_energy,
    weibull,
)

_FAMILIES = (
    mass_iner,
    energies,
    total_energy,
    external_work,
    integrals,
    extremes,
    weibull,
    rice_tracey,
    limit_load,
    distribution,
    proportionality,
    section_geometry,
    section_stiffness,
    section_hole,
)
QUANTITIES = {word: quantity for family in _FAMILIES for word, quantity in family.QUANTITIES.items()}


@operator(
    "POST_ELEM",
    produces=lambda args: "table_container" if "CARA_GEOM" in args or "CARA_POUTRE" in args else "table_sdaster",
    legacy=(Renamed("CHARGE", None, last="13.2.16"),),
    rules=UN_PARMI(*QUANTITIES),
    keywords=dict(
        **{word: quantity.fact for word, quantity in QUANTITIES.items()},
        **{f"b_{word.lower()}": BLOC(present(word), **quantity.words) for word, quantity in QUANTITIES.items() if quantity.words},
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def post_elem(args, context):
    """The table of the one quantity that is asked for."""
    word = next(word for word in QUANTITIES if word in args)
    if args.get("RESULTAT") is None:
        args.mark_read("CRITERE", "PRECISION")
    return QUANTITIES[word].run(args, context)
