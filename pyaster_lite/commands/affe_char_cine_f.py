"""AFFE_CHAR_CINE_F: imposed unknowns given by functions of time and space (u4.44.03)."""

from pyaster_lite.catalogue.command import operator

from ._kinematic import RULE, declaration, kind, kinematic_load

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")


@operator("AFFE_CHAR_CINE_F", produces=kind, early=True, rules=(RULE,), keywords=declaration(FUNCTION))
def affe_char_cine_f(args, context):
    """The load, with functions for values."""
    return kinematic_load(args, context)
