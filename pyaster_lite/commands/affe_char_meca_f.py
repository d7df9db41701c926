"""AFFE_CHAR_MECA_F: mechanical loads and imposed displacements given by functions of time and space (u4.44.01)."""

from pyaster_lite.catalogue.command import operator

from ._loads import declaration, load_of, rule
from ._loads_old import OLD_BLOCKING, DistanceOfWave, order_of_multipliers

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")


@operator(
    "AFFE_CHAR_MECA_F",
    produces="char_meca",
    early=True,
    rules=(rule(True),),
    keywords=declaration(FUNCTION, True),
    legacy=(OLD_BLOCKING, DistanceOfWave(), *order_of_multipliers("LIAISON_SOLIDE", "LIAISON_COQUE")),
)
def affe_char_meca_f(args, context):
    """The load, with functions for values."""
    return load_of(args, context)
