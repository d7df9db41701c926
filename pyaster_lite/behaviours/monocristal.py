"""RELATION='MONOCRISTAL': one crystal (r5.03.11); DEFI_COMPOR says which, crystals/single.py how it behaves."""

from pyaster_lite.catalogue.registry import BEHAVIOURS


class Monocristal:
    """Nothing of its own: COMPOR has the law."""

    linear, symmetric, composed = False, True, "MONOCRISTAL"
    internal_names, internal_size = ("VIDE",), 1


BEHAVIOURS.add("MONOCRISTAL", Monocristal())
