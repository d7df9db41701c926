"""FLHN_ELGA: flows of mass through the sides of porous media, along their normals (u4.81.04)."""

from pyaster_lite.catalogue.registry import OPTIONS

from ._option import Option


def flows(element, data, given):
    """From the mean flows at the nodes, on the flat side of the vertices; code_aster has them on no side that cracks run through."""
    if not hasattr(element, "outflow") or hasattr(element, "enrichment"):
        return None
    own = [f"{k}{j}" for k, j in element.layout.constituents]
    vectors = [given.components("stress", [f"FH{name}{axis}" for axis in "XYZ"[: element.layout.dim]]) for name in own]
    return element.through(data, vectors), tuple(f"FH{name}" for name in own)


OPTIONS.add("FLHN_ELGA", Option("ELGA", "FLHN_R", flows, {"stress": "SIEF_NOEU"}))
