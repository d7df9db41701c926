"""AFFE_CHAR_CINE: imposed displacements (u4.44.03)."""

from pyaster_lite.catalogue.command import operator

from ._kinematic import declaration, kinematic_load


@operator("AFFE_CHAR_CINE", produces="char_cine_meca", early=True, keywords=declaration("R"))
def affe_char_cine(args, context):
    """The load, with real values."""
    return kinematic_load(args, context)
