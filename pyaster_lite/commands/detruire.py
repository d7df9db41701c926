"""DETRUIRE removes concepts (u4.14.01)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed


def _names(args):
    return [concept.name for concept in args.NOM]


@operator(
    "DETRUIRE",
    deletes=_names,
    legacy=(
        Renamed("CONCEPT/NOM", "NOM", last="15.2.17+", still=True),
        Renamed("OBJET", None, last="15.2.13", still=True),
        Renamed("ALARME", None, last="11.1.18"),
    ),
    keywords=dict(
        NOM=SIMP("o", typ="concept", max="**", validators=(no_repeat,)), INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True)
    ),
)
def detruire(args, context):
    """The names are free again; other concepts that stand on the removed ones keep what they need."""
    for name in _names(args):
        context.remove(name)
