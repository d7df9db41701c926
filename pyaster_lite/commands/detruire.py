"""DETRUIRE removes concepts (u4.14.01)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import AU_MOINS_UN


def _names(args):
    return [concept.name for concept in args.get("NOM", ())]


@operator(
    "DETRUIRE",
    deletes=_names,
    legacy=(
        Renamed("CONCEPT/NOM", "NOM", last="15.2.17+", still=True),
        Renamed("ALARME", None, last="11.1.18"),
    ),
    rules=AU_MOINS_UN("NOM", "OBJET"),
    keywords=dict(
        NOM=SIMP("f", typ="concept", max="**", validators=(no_repeat,)),
        # objects of code_aster's memory, which have no counterpart here
        OBJET=FACT(
            "f",
            max="**",
            advisory=True,
            CLASSE=SIMP(advisory=True),
            CHAINE=SIMP(max="**", advisory=True),
            POSITION=SIMP(typ="I", advisory=True),
        ),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def detruire(args, context):
    """The names are free again; other concepts that stand on the removed ones keep what they need."""
    for concept in args.NOM or ():
        context.remove(concept)
