"""AFFE_CHAR_CINE_F: imposed unknowns given by functions of time and space (u4.44.03)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.rules import UN_PARMI

from ._kinematic import declaration, kind, kinematic_load, words

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")


@operator("AFFE_CHAR_CINE_F", produces=kind, early=True, rules=(UN_PARMI(*words(FUNCTION)),), keywords=declaration(FUNCTION))
def affe_char_cine_f(args, context):
    """The load, with functions for values."""
    return kinematic_load(args, context)
