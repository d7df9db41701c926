"""IMPR_JEVEUX: code_aster's own memory and database, told to its developers; there is none here, and nothing hangs on it."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP

_WORDS = ("NOMOBJ", "NOMOC", "NOMATR", "COMMENTAIRE")


@operator(
    "IMPR_JEVEUX",
    keywords=dict(
        ENTITE=SIMP("o", into=("DISQUE", "MEMOIRE", "REPERTOIRE", "OBJET", "ATTRIBUT", "SYSTEME", "ENREGISTREMENT")),
        CLASSE=SIMP("f", into=("G", "V", " "), advisory=True),
        **{word: SIMP("f", advisory=True) for word in _WORDS},
        **{word: SIMP("f", typ="I", advisory=True) for word in ("NUMOC", "NUMERO", "INFO")},
        IMPRESSION=FACT("f", advisory=True, NOM=SIMP("f"), UNITE=SIMP("f", typ="I")),
    ),
)
def impr_jeveux(args, context):
    """Say that there is nothing to print."""
    context.say(f"IMPR_JEVEUX: {args.ENTITE} is code_aster's own: nothing to print")
