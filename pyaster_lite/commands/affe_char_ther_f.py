"""AFFE_CHAR_THER_F: loads of heat and imposed temperatures given by functions of time and space (u4.44.02)."""

from pyaster_lite.catalogue.command import operator

from ._loads import declaration, load_of, rule

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")


@operator(
    "AFFE_CHAR_THER_F",
    produces="char_ther",
    early=True,
    rules=(rule(True, "THERMIQUE"),),
    keywords=declaration(FUNCTION, True, "THERMIQUE"),
)
def affe_char_ther_f(args, context):
    """The load, with functions for values."""
    return load_of(args, context, "THERMIQUE", by_functions=True)
