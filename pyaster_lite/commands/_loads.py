"""What AFFE_CHAR_MECA and AFFE_CHAR_MECA_F share: the open list of loads as factor keywords."""

from __future__ import annotations

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN
from pyaster_lite.concepts.load import Load


def members(functions: bool) -> list[str]:
    """The factor keywords that the command has."""
    return [word for word in LOADS if LOADS[word].functions or not functions]


def declaration(values, functions: bool) -> dict:
    """The keywords of the command, `values` being the type of the values."""
    return dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        DOUBLE_LAGRANGE=SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        **{word: LOADS[word].declare(values) for word in members(functions)},
    )


def rule(functions: bool) -> AU_MOINS_UN:
    """A load has at least one factor keyword."""
    return AU_MOINS_UN(*members(functions))


def load_of(args, functions: bool) -> Load:
    """The load that the keywords describe."""
    terms = []
    for word in members(functions):
        if word in args:
            occurrences = args[word]
            terms += LOADS[word].terms(occurrences if isinstance(occurrences, list) else [occurrences], args.MODELE)
    return Load("char_meca", args.MODELE, terms)
