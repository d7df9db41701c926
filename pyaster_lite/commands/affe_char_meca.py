"""AFFE_CHAR_MECA: mechanical loads and imposed displacements (u4.44.01); its factor keywords are the open list loads/."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.legacy import Renamed

from ._loads import declaration, load_of, rule


def blocked(value):
    """ENCASTRE, the one value that LIAISON had, blocks what a node carries."""
    return ("DEPLACEMENT", "ROTATION") if value == "ENCASTRE" else value


@operator(
    "AFFE_CHAR_MECA",
    produces="char_meca",
    early=True,
    rules=(rule(False),),
    keywords=declaration("R", False),
    legacy=(Renamed("DDL_IMPO/LIAISON", "DDL_IMPO/BLOCAGE", blocked),),
)
def affe_char_meca(args, context):
    """The load, with real values."""
    return load_of(args, False)
