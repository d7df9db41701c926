"""AFFE_CHAR_MECA_C: mechanical loads and imposed displacements with complex values (u4.44.05)."""

from pyaster_lite.catalogue.command import operator

from ._loads import declaration, load_of, rule


@operator("AFFE_CHAR_MECA_C", produces="char_meca", early=True, rules=(rule(False, complexes=True),), keywords=declaration("C", False))
def affe_char_meca_c(args, context):
    """The load, with complex values."""
    return load_of(args, context)
