"""RELATION='ELAS_POUTRE_GR': elasticity of beams whose displacements and rotations are large (r5.03.40)."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._law import Law


class TurningElastic(Law):
    """The element knows it: forces and moments by the strains of its section; its variables are the curvature in space."""

    internal_names = ("GR1", "GR2", "GR3")
    needs = {"young": "ELAS"}
    bends = True


BEHAVIOURS.add("ELAS_POUTRE_GR", TurningElastic())
