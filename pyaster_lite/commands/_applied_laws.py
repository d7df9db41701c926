"""Which laws an evolution applies, for those who read its result."""

from __future__ import annotations

from pyaster_lite.behaviours._breaking import ADDED as BREAKING
from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.concepts.result import AppliedLaw, followed_cells


def applied_laws(args, mesh) -> list[AppliedLaw]:
    """What COMPORTEMENT says, in its order."""
    found = []
    for occurrence in args.COMPORTEMENT:
        named = any(word in occurrence for word in ("TOUT", "GROUP_MA", "MAILLE"))
        kit = tuple(occurrence.get("RELATION_KIT") or ())
        cells = cells_of(occurrence, mesh) if named else None
        added = BREAKING if occurrence.get("POST_ITER") else ()
        concept = occurrence.get("COMPOR_MFRONT")
        sources = () if concept is None or kit else concept.sources
        found.append(AppliedLaw(occurrence.RELATION, occurrence.DEFORMATION, cells, kit, added, sources))
    return found


def take_laws(args, result):
    """Keep the laws of COMPORTEMENT with a result that a deck fills, and which of its cells have moved."""
    result.laws = applied_laws(args, result.mesh)
    args.mark_read("COMPORTEMENT")
    moved = followed_cells(result.laws, result.mesh.n_cells)
    if moved.size:
        result.moving_cells = moved
