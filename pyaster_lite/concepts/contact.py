"""What DEFI_CONTACT says: which surfaces may touch, how they are paired, and by which law they act on each other."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.sparse import csr_array

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.contact_methods import DefinitionMethods, ZoneMethods
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.contact_geometry import Renewal


@dataclass
class ContactZone:
    """One pair of surfaces.

    masters, slaves  cells of the mesh, in the order of their groups;  excluded  nodes that take no part
    pairing     options of fe.pairing.Zone (nodal, normal, smooth, direction, overhang, reach)
    play        functions whose values are taken off the gap
    thickness   (n_slaves,) radius of beams and half thickness of shells (m) on the slave side, taken off likewise, or None
    law         penalties and friction, as the algorithm asks for them
    rule        where contact is integrated over the slave side (fe.contact_rules), None when it acts at nodes
    resolved    False: the gaps are only looked at, `tolerance` being the penetration allowed
    linear      quadrangles with eight nodes count as their four vertices, their middle nodes being tied to these
    bare        middle nodes of cells that have no displacements: the cells count as those without them
    """

    masters: np.ndarray
    slaves: np.ndarray
    excluded: np.ndarray
    pairing: dict
    play: tuple
    law: object
    resolved: bool = True
    tolerance: float = 0.0
    rule: tuple[str, int] | None = None
    linear: bool = False
    bare: np.ndarray = field(default_factory=lambda: np.empty(0, int))
    thickness: np.ndarray | None = None


@dataclass(eq=False)
class ContactDefinition(Concept):
    """Zones of contact on a model.

    algorithm  the word of contact/ that solves them;  loops: how it settles statuses and friction, None when that is not said
    renewal    when the geometry is renewed;  stops: whether a penetration in a zone that is not resolved ends the computation
    ties       (nt, 3) nodes of which the first moves as the mean of the two others
    """

    model: object
    algorithm: str
    zones: list[ContactZone]
    renewal: Renewal = field(default_factory=Renewal)
    stops: bool = False
    loops: object = None
    ties: np.ndarray = field(default_factory=lambda: np.empty((0, 3), int))

    kind = "char_contact"

    def relations(self) -> Relations:
        """The relations that the ties are, on the displacements of the model."""
        dofs = self.model.dofs
        equations = np.concatenate([dofs.index(self.ties.ravel(), name).reshape(-1, 3) for name in ("DX", "DY", "DZ")])
        rows = np.repeat(np.arange(len(equations)), 3)
        weights = np.tile([1.0, -0.5, -0.5], len(equations))
        matrix = csr_array((weights, (rows, equations.ravel())), shape=(len(equations), dofs.size))
        return Relations(matrix, lambda t: np.zeros(len(equations)))


@dataclass
class PatchZone:
    """One pair of surfaces whose slave side is cut into patches.

    masters, slaves  cells of the mesh;  law  how its patches start
    smooth, follows  whether normals are those of nodes, and weights those of the cells as they are
    tolerance        how closely cells are projected on each other
    """

    masters: np.ndarray
    slaves: np.ndarray
    law: object
    smooth: bool = False
    follows: bool = False
    tolerance: float = 1e-8


@dataclass(eq=False)
class PatchDefinition(Concept):
    """Zones of patches on a model; `algorithm` is the word of contact/ that solves them.

    calm  corrections are elastic until statuses have stayed this many iterations
    tolerance  of the last correction of a step, as a share of its displacements
    """

    model: object
    algorithm: str
    zones: list[PatchZone]
    calm: int = 0
    tolerance: float = 1e-6

    kind = "char_contact"


@dataclass
class SurfaceZone(ZoneMethods):
    """One pair of surfaces of a model paired with each other.

    masters, slaves  cells of the mesh;  law  what acts between them, None where that is not there yet
    reach            cells farther apart than this many diameters of the larger one are not paired, none if negative
    said             the words of the zone
    """

    model: object
    masters: np.ndarray
    slaves: np.ndarray
    law: object
    reach: float = -1.0
    said: dict = field(default_factory=dict)


@dataclass(eq=False)
class SurfaceDefinition(DefinitionMethods, Concept):
    """Zones of surfaces on a model; `level` is how much it tells."""

    model: object
    zones: list[SurfaceZone]
    level: int = 1

    @property
    def kind(self) -> str:
        """char_frot where some zone rubs, else char_cont."""
        return "char_frot" if any(zone.said.get("FROTTEMENT") == "OUI" for zone in self.zones) else "char_cont"


@dataclass
class UnilateralZone:
    """Conditions  sum a_i(t) u_i <= b(t, x)  at nodes (nl,), on their unknowns at equations (nl, k), -1 for none.

    weights  k functions a_i;  bound  the function b;  law: the penalty, or that there is none
    """

    nodes: np.ndarray
    equations: np.ndarray
    weights: tuple
    bound: object
    law: object


@dataclass(eq=False)
class UnilateralDefinition(Concept):
    """Unilateral conditions on a model; `algorithm` is the word of contact/ that solves them."""

    model: object
    algorithm: str
    zones: list[UnilateralZone]

    kind = "char_contact"
