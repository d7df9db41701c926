"""Stand-ins for concepts that only the run will make, so that the check can go on with their types."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue.types import is_unknown

ON_SEVERAL = ("modele_gene", "vect_asse_gene", "vect_asse_gene_r", "vect_asse_gene_c")
"""Types of concepts that may stand on several meshes at once."""


@dataclass(frozen=True)
class Promise:
    """A concept to come: its type, its name, and the mesh it will stand on when that is known."""

    kind: str
    name: str
    mesh: object = None


def is_settled(keywords) -> bool:
    """Whether no value of checked keywords is still to come."""
    return not any(_open(value) for *_, value in keywords.leaves())


def _open(value):
    if isinstance(value, (tuple, list)):
        return any(map(_open, value))
    return isinstance(value, Promise) or is_unknown(value)


def mesh_of(value):
    """The mesh behind a concept (itself, or its `mesh`, or that of its model), or None."""
    if getattr(value, "kind", None) in ("maillage_sdaster", "squelette"):
        return value
    if getattr(value, "kind", None) in ON_SEVERAL:
        return None
    mesh = getattr(value, "mesh", None)
    return mesh if mesh is not None else getattr(getattr(value, "model", None), "mesh", None)
