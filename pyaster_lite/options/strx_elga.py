"""STRX_ELGA: what structural elements keep at their points beside stresses (u4.81.04); nonlinear evolutions store their own."""

from pyaster_lite.catalogue.registry import OPTIONS

from ._option import Option


def kept(element, data, given):
    """Of a linear element at the displacements."""
    if given.u is None or not element.structural:
        return None
    return element.elastic_state(data, given.u).structural, element.structural


OPTIONS.add("STRX_ELGA", Option("ELGA", "STRX_R", kept))
