"""RELATION='POLYCRISTAL': an aggregate of crystals (r5.03.11); DEFI_COMPOR says which, crystals/aggregate.py how it behaves."""

from pyaster_lite.catalogue.registry import BEHAVIOURS


class Polycristal:
    """Nothing of its own: COMPOR has the law."""

    linear, symmetric, composed = False, True, "POLYCRISTAL"
    internal_names, internal_size = ("VIDE",), 1


BEHAVIOURS.add("POLYCRISTAL", Polycristal())
