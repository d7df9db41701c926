"""A field at points that is taken on to the nodes of elements, and from there to the nodes."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS
from pyaster_lite.fe.anelastic import causes

from ._option import Option


def extrapolated(element, data, given):
    """The values of the role "points" at the nodes of each cell; None for elements that do not say how.

    Of cells that cracks run through only stresses are known at nodes, the means of those of their pieces; of porous ones nothing.
    """
    if not hasattr(element, "points_to_nodes"):
        return None
    values, names = given.fields["points"]
    if hasattr(element, "enrichment"):
        from pyaster_lite.fe.extended.residual import at_nodes as at_nodes_of_pieces

        known = element.known_at_nodes and names[0].startswith("SI")
        return (at_nodes_of_pieces(element, data, values), names) if known else None
    if hasattr(element, "stresses_at_nodes") and names[0].startswith("SI"):
        found = element.stresses_at_nodes(data, values, given.subs["points"])
        rows = np.flatnonzero(given.moved) if given.moved is not None and given.u is not None else ()
        if len(rows):
            from pyaster_lite.fe.shell_rotating import RotatingShell

            found[rows] = RotatingShell(element.cell).cauchy_at_nodes(data.subset(rows), values[rows], given.subs["points"], given.u[rows])
        return found, names
    if hasattr(element, "values_at_nodes"):
        return element.values_at_nodes(values, names), names
    by_point = values.reshape(len(values), -1, given.subs["points"] * len(names))
    return np.einsum("ng,egc->enc", element.points_to_nodes(), by_point).reshape(len(values), -1, len(names)), names


def at_nodes(stem: str, quantity: str):
    """Register STEM_ELNO, extrapolated from STEM_ELGA, and its mean STEM_NOEU."""
    OPTIONS.add(f"{stem}_ELNO", Option("ELNO", quantity, extrapolated, {"points": f"{stem}_ELGA"}))
    mean(stem, quantity)


def mean(stem: str, quantity: str):
    """Register STEM_NOEU, the mean of STEM_ELNO."""
    OPTIONS.add(f"{stem}_NOEU", Option("NOEU", quantity, mean_of=f"{stem}_ELNO"))


def everywhere(stem: str, quantity: str, compute, **more):
    """Register STEM_ELGA that `compute` makes, and what follows from it at nodes."""
    OPTIONS.add(f"{stem}_ELGA", Option("ELGA", quantity, compute, **more))
    at_nodes(stem, quantity)


def layer_warming(element, data) -> np.ndarray:
    """(ne, points and sub-points) the strain of temperature in the layers of plates and shells and in the walls of pipes; NaN past the
    last layer."""
    if element.section_points == "pipe":
        return element.wall_warming(data)
    from pyaster_lite.fe.plate_section import PlateSection

    sub, points = element.sub_points(data), len(element.rule())
    thermal = causes(data.at_sub_points(points, sub))[0] if data.surroundings is not None else None
    there = np.where(np.isnan(PlateSection.of(data).heights()), np.nan, 0.0)
    return np.tile(there, (1, points)) + (0.0 if thermal is None else thermal[..., 0])


WALLS = ("layers", "pipe")
"""Sub-points that stand in layers, where strains are made of those along and across these."""


def along_line(element, data) -> np.ndarray:
    """(ne, points or 1, 1) the strain along bars, beams and sheets of reinforcement that no stress causes."""
    found = element.free_strain(data)
    found = np.zeros(len(data)) if found is None else np.asarray(found)
    return found.reshape(*found.shape, *(1,) * (3 - found.ndim))
