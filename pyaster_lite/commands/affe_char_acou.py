"""AFFE_CHAR_ACOU: imposed pressures and speeds of sound (u4.44.04); its factor keywords are the open list loads/."""

from pyaster_lite.catalogue.command import operator

from ._loads import declaration, load_of, rule
from ._loads_old import OLD_IMPEDANCE


@operator(
    "AFFE_CHAR_ACOU",
    produces="char_acou",
    early=True,
    legacy=(OLD_IMPEDANCE,),
    rules=(rule(False, "ACOUSTIQUE"),),
    keywords=declaration("C", False, "ACOUSTIQUE"),
)
def affe_char_acou(args, context):
    """The load, with complex values."""
    return load_of(args, context, "ACOUSTIQUE")
