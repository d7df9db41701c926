"""AFFE_CHAR_CINE: imposed unknowns (u4.44.03)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.catalogue.types import kind_of

from ._imposed_motion import motion_load
from ._kinematic import declaration, kind, kinematic_load, words


def _kind(args):
    evolution = args.get("EVOL_IMPO")
    if evolution is None:
        return kind(args)
    return "char_cine_ther" if kind_of(evolution) == "evol_ther" else "char_cine_meca"


@operator(
    "AFFE_CHAR_CINE",
    produces=_kind,
    early=True,
    rules=(UN_PARMI(*words("R"), "EVOL_IMPO"),),
    keywords=dict(
        **declaration("R"),
        EVOL_IMPO=SIMP("f", typ=("evol_noli", "evol_elas", "evol_ther")),
        b_evol=BLOC(present("EVOL_IMPO"), NOM_CMP=SIMP("f", max="**")),
    ),
)
def affe_char_cine(args, context):
    """The load, with real values, or with the unknowns of an evolution."""
    return kinematic_load(args, context) if args.EVOL_IMPO is None else motion_load(args, _kind(args), context)
