"""EXTR_CONCEPT: one result of several that go by name."""

from copy import copy

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP


@operator("EXTR_CONCEPT", produces="evol_ther", keywords=dict(DICT=SIMP("o", typ="evol_ther_dict"), NOM=SIMP("o")))
def extr_concept(args, context):
    """The result, under a name of its own; raises Refused where there is none of that name."""
    found = args.DICT.get(args.NOM)
    if found is None:
        raise args.wrong("NOM", f"{args.DICT.name} has no result {args.NOM}", help=f"it has {', '.join(args.DICT.keys())}")
    return copy(found)
