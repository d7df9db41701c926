"""RELATION='MULTIFIBRE': beams every fibre of which obeys a law of its own (r3.08.08); DEFI_COMPOR says which."""

from pyaster_lite.catalogue.registry import BEHAVIOURS


class Multifibre:
    """Nothing of its own: the materials of the fibres have the laws."""

    linear, symmetric, fibrous = False, True, True
    internal_names, internal_size = ("VIDE",), 1


BEHAVIOURS.add("MULTIFIBRE", Multifibre())
