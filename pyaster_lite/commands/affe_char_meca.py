"""AFFE_CHAR_MECA: mechanical loads and imposed displacements (u4.44.01); its factor keywords are the open list loads/."""

from pyaster_lite.catalogue.command import operator

from ._contact_old import ContactOfLoads
from ._loads import declaration, load_of, rule
from ._loads_old import OLD_LOADS


@operator(
    "AFFE_CHAR_MECA",
    produces="char_meca",
    early=True,
    rules=(rule(False),),
    keywords=declaration("R", False),
    legacy=(*OLD_LOADS, ContactOfLoads()),
)
def affe_char_meca(args, context):
    """The load, with real values."""
    return load_of(args, context)
