"""DIFF and HYGR at points and nodes: the diffusion of water in what dries, how humid its pores are (u4.81.04)."""

import numpy as np

from ._family import everywhere


def diffusion(element, data, given):
    """All of it, that of the liquid and that of the vapour."""
    water = _water(element, given)
    if water is None:
        return None
    parts = element.diffusion(data, water)
    return np.concatenate([parts.sum(axis=-1, keepdims=True), parts], axis=-1), ("DIFT", "DIFL", "DIFV")


def humidity(element, data, given):
    """The relative humidity and the capillary pressure."""
    water = _water(element, given)
    return None if water is None else (element.humidity(data, water), ("HUMR", "PCAP"))


def _water(element, given):
    """(ne, nn) at the nodes of cells that dry."""
    return given.fields["water"][0][..., 0] if hasattr(element, "diffusion") else None


everywhere("DIFF", "DIFF_R", diffusion, needs={"water": "SECH"})
everywhere("HYGR", "HYGR_R", humidity, needs={"water": "SECH"})
