"""FIN closes a study (u4.11.02)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.legacy import Renamed


@operator(
    "FIN",
    legacy=(Renamed("FORMAT_HDF", None, last="15.2.17+", still=True),),
    keywords=dict(
        RETASSAGE=SIMP(into=("OUI", "NON"), defaut="NON", advisory=True),
        INFO_BASE=SIMP(into=("OUI", "NON"), advisory=True),
        INFO_RESU=SIMP(into=("OUI", "NON"), defaut="NON", advisory=True),
        PROC0=SIMP(into=("OUI", "NON"), advisory=True),
    ),
)
def fin(args, context):
    """What follows in the command file is not run; the base is saved when the user asked for one."""
    context.end()
