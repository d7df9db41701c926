"""AFFE_CHAR_SECH_F: imposed concentrations of water, and flows of it, by functions of time and space (u4.44.02)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.excit import FUNCTION

from ._loads import declaration, load_of, rule


@operator(
    "AFFE_CHAR_SECH_F",
    produces="char_ther",
    early=True,
    rules=(rule(True, "SECHAGE"),),
    keywords=declaration(FUNCTION, True, "SECHAGE"),
)
def affe_char_sech_f(args, context):
    """The load, with functions for values."""
    return load_of(args, context, "SECHAGE")
