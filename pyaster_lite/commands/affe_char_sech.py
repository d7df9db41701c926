"""AFFE_CHAR_SECH: imposed concentrations of water (u4.44.02)."""

from pyaster_lite.catalogue.command import operator

from ._loads import declaration, load_of, rule


@operator(
    "AFFE_CHAR_SECH",
    produces="char_ther",
    early=True,
    rules=(rule(False, "SECHAGE"),),
    keywords=declaration("R", False, "SECHAGE"),
)
def affe_char_sech(args, context):
    """The load."""
    return load_of(args, context, "SECHAGE")
