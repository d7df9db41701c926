"""ENERGIE: whether the energies of an evolution are kept, as the table PARA_CALC."""

from pyaster_lite.catalogue.keywords import FACT, SIMP


def energie():
    """The occurrence itself asks for them."""
    return FACT("f", CALCUL=SIMP("f", into=("OUI",), defaut="OUI", advisory=True))
