"""DYNA_NON_LINE: the motion of a structure with nonlinear laws or contact, step by step (u4.53.01, r5.05.05)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.schema_temps import schema_temps
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import SCHEMES
from pyaster_lite.commands._evolution import keywords, run_evolution
from pyaster_lite.fe.explicit import Explicit
from pyaster_lite.fe.newton import Newton

UNKNOWNS = {"DEPLACEMENT": "displacement", "ACCELERATION": "acceleration"}


@operator(
    "DYNA_NON_LINE",
    produces="evol_noli",
    reuse="RESULTAT",
    keywords=keywords(
        True,
        SCHEMA_TEMPS=schema_temps(),
        MASS_DIAG=SIMP("f", into=("OUI", "NON")),
        AMOR_RAYL_RIGI=SIMP("f", into=("TANGENTE", "ELASTIQUE"), defaut="ELASTIQUE"),
        VNOR=SIMP("f", typ="R", into=(1.0, -1.0), defaut=1.0, advisory=True),
    ),
)
def dyna_non_line(args, context):
    """The evolution by the chosen scheme."""
    words = args.SCHEMA_TEMPS
    member = SCHEMES[words.SCHEMA]
    scheme = member.scheme(words, UNKNOWNS[words.FORMULATION])
    lumped = args.get("MASS_DIAG") == "OUI"
    if lumped and not member.explicit:
        raise args.wrong("MASS_DIAG", "a diagonal mass is for explicit schemes only")
    if "CONTACT" in args:
        _check_contact(args, words, member)
    options = dict(dynamic=True, lumped=lumped)
    if member.explicit:
        return run_evolution(args, context, scheme, Explicit, **options)
    return run_evolution(args, context, scheme, Newton, **options)


def _check_contact(args, words, member):
    if member.explicit:
        raise args.wrong("CONTACT", f"contact cannot be solved with the explicit scheme {words.SCHEMA}")
    if words.FORMULATION != "DEPLACEMENT":
        raise words.wrong("FORMULATION", "contact needs FORMULATION='DEPLACEMENT'")
    if args.NEWTON.REAC_INCR == 0:
        raise args.NEWTON.wrong("REAC_INCR", "penalised contact changes the matrix: REAC_INCR must not be 0")
