"""POST_RCCM: the rules of RCC-M for stresses and moments (u4.83.11)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._rccm_combined import B3200, combined
from pyaster_lite.commands._rccm_evolution import WORDS as EVOLUTION
from pyaster_lite.commands._rccm_evolution import evolution
from pyaster_lite.commands._rccm_moment import MOMENTS, moments
from pyaster_lite.commands._rccm_pipes import ZE200A, ZE200B
from pyaster_lite.commands._rccm_piping import WORDS as PIPING
from pyaster_lite.commands._rccm_piping import piping

_PIPES = BLOC(
    equal("TYPE_RESU_MECA", "B3600"),
    OPTION=SIMP("o", into=("FATIGUE", "MOMENT_EQUIVALENT")),
    ZONE_ANALYSE=FACT(
        "o", rules=UN_PARMI("TOUT", "GROUP_MA"), TOUT=SIMP(into=("OUI",)), GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,))
    ),
    b_momeq=BLOC(equal("OPTION", "MOMENT_EQUIVALENT"), RESU_MECA=MOMENTS),
    b_fatigue=BLOC(equal("OPTION", "FATIGUE"), **PIPING),
)


@operator(
    "POST_RCCM",
    produces="table_sdaster",
    keywords=dict(
        TYPE_RESU=SIMP("f", into=("VALE_MAX", "DETAILS", "SYSTUS"), defaut="VALE_MAX"),
        TYPE_RESU_MECA=SIMP("o", into=("EVOLUTION", "ZE200a", "ZE200b", "B3200", "B3600")),
        AXIS=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        b_evolution=EVOLUTION,
        b_b3200=B3200,
        b_ze200a=ZE200A,
        b_ze200b=ZE200B,
        b_pipes=_PIPES,
        INFO=SIMP("f", typ="I", into=(1, 2), advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def post_rccm(args, context):
    """A table of what the rules ask for."""
    if args.TYPE_RESU == "SYSTUS" and args.TYPE_RESU_MECA in ("EVOLUTION", "B3600"):
        raise args.wrong("TYPE_RESU", "SYSTUS goes with TYPE_RESU_MECA='B3200', 'ZE200a' and 'ZE200b'")
    if args.AXIS == "OUI" and args.TYPE_RESU_MECA != "EVOLUTION":
        raise args.wrong("AXIS", "walls of revolution go with TYPE_RESU_MECA='EVOLUTION'")
    if args.TYPE_RESU_MECA == "EVOLUTION":
        return evolution(args, context)
    if args.TYPE_RESU_MECA != "B3600":
        return combined(args, context)
    return piping(args, context) if args.OPTION == "FATIGUE" else moments(args, context)
