"""AFFE_CHAR_THER: loads of heat and imposed temperatures (u4.44.02); its factor keywords are the open list loads/."""

from pyaster_lite.catalogue.command import operator

from ._loads import declaration, load_of, rule


@operator(
    "AFFE_CHAR_THER", produces="char_ther", early=True, rules=(rule(False, "THERMIQUE"),), keywords=declaration("R", False, "THERMIQUE")
)
def affe_char_ther(args, context):
    """The load, with real values."""
    return load_of(args, context, "THERMIQUE")
