"""AFFE_CHAR_CINE: imposed unknowns (u4.44.03)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.rules import UN_PARMI

from ._kinematic import declaration, kind, kinematic_load, words


@operator("AFFE_CHAR_CINE", produces=kind, early=True, rules=(UN_PARMI(*words("R")),), keywords=declaration("R"))
def affe_char_cine(args, context):
    """The load, with real values."""
    return kinematic_load(args, context)
