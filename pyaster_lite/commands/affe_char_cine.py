"""AFFE_CHAR_CINE: imposed unknowns (u4.44.03)."""

from pyaster_lite.catalogue.command import operator

from ._kinematic import RULE, declaration, kind, kinematic_load


@operator("AFFE_CHAR_CINE", produces=kind, early=True, rules=(RULE,), keywords=declaration("R"))
def affe_char_cine(args, context):
    """The load, with real values."""
    return kinematic_load(args, context)
