"""Conduction in shells: in the surface by shape functions, across the thickness by a parabola (r3.11.01).

T(x, z) = P_m T_m + P_i T_i + P_s T_s over the middle, the lower and the upper face, with h half the thickness

    P_m = 1 - (z/h)^2,   P_i = -z/(2h) (1 - z/h),   P_s = z/(2h) (1 + z/h)

    A_pq = int k P_p P_q dz multiplies grad N . grad N,   B_pq = int k P_p' P_q' dz multiplies N N,   M_pq = int rho c P_p P_q dz

or the material gives A, B and M (shell_conduction, shell_crossing, shell_capacity), A along the direction of the shell and perhaps
another one aside of it (shell_conduction_aside).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .cells import reference_cell
from .conduction import Thermal
from .contraction import contracted
from .data import ElementData
from .errors import ComputationFailed
from .extrapolation import points_to_nodes
from .quadrature import Rule, quadrature
from .shapes import shape_derivatives, shape_functions

ACROSS = ("TEMP_MIL", "TEMP_INF", "TEMP_SUP")
VALUES = np.array([[16.0, 2.0, 2.0], [2.0, 4.0, -1.0], [2.0, -1.0, 4.0]]) / 15.0
"""int P P dz/h."""
SLOPES = np.array([[16.0, -8.0, -8.0], [-8.0, 7.0, 1.0], [-8.0, 1.0, 7.0]]) / 6.0
"""h int P' P' dz."""
MEANS = np.array([4.0, 1.0, 1.0]) / 3.0
"""int P dz/h."""


class LayeredHeat(Thermal):
    """Cells in space (or lines in the plane) of one type, with three temperatures at a node; families of the conduction in the surface,
    and of what values make."""

    def __init__(self, cell: str, conduction: str, values: str, space: int = 3):
        self.cell, self.families, self.space = cell, {"stiffness": conduction, "mass": values}, space
        self.dim = quadrature(cell, values).points.shape[1]
        self.components = (ACROSS,) * self._functions["mass"].shape[1]

    def rule(self, purpose: str = "stiffness") -> Rule:
        """The quadrature of the conduction or of values."""
        return quadrature(self.cell, self.families[purpose])

    @cached_property
    def _functions(self):
        return {p: shape_functions(self.cell, self.rule(p).points) for p in self.families}

    @property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) the functions of the nodes at the points that weigh, where values are summed up."""
        return self._functions["mass"]

    def _surface(self, data, purpose):
        """(ne, ng, 3, dim) the tangents, (ne, ng, dim, dim) their metric, (ne, ng) the weighted area or length.

        The sides of surfaces are straight between their corners, wherever their middle nodes stand (routine cq3d2d).
        """
        straight = reference_cell(self.cell).straight if self.dim == 2 else self.cell
        derivatives = shape_derivatives(straight, self.rule(purpose).points)
        tangents = np.einsum("gdn,enk->egkd", derivatives, data.coordinates[:, : derivatives.shape[-1]])
        metric = np.einsum("egki,egkj->egij", tangents, tangents)
        return tangents, metric, np.sqrt(np.linalg.det(metric)) * self.rule(purpose).weights

    def surface_gradients(self, data: ElementData) -> np.ndarray:
        """(ne, ng, 3, nn) of the shape functions at the points of the conduction."""
        tangents, metric, _ = self._surface(data, "stiffness")
        derivatives = shape_derivatives(self.cell, self.rule().points)
        return contracted("egki,egij,gjn->egkn", tangents, np.linalg.inv(metric), derivatives)

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the points of values stand: those at which loads are read."""
        return np.einsum("gn,enk->egk", self._functions["mass"], coordinates)

    def point_weights(self, data: ElementData) -> np.ndarray:
        """(ne, ng) the weighted area or length at the points of values."""
        return self._surface(data, "mass")[2]

    def _spread(self, data, across, purpose="mass"):
        """(ne, nd) of values (ne, ng, 3) at the points of values or of the conduction, for each of P."""
        nodal = contracted("eg,gn,egp->enp", self._surface(data, purpose)[2], self._functions[purpose], across)
        return nodal.reshape(len(data), -1)

    def _coupled(self, data, across, weights=None):
        """(ne, nd, nd) of N N times a matrix (ne, ng, 3, 3) across, at the points of values, by other weights than theirs if given."""
        functions = self._functions["mass"]
        weights = self.point_weights(data) if weights is None else weights
        matrix = contracted("eg,gn,gm,egpq->enpmq", weights, functions, functions, across)
        return matrix.reshape(len(data), self.size, self.size)


class HeatShell(LayeredHeat):
    """A shell that conducts."""

    FACES = ("FLUX", "FLUY", "FLUZ", "FLUX_INF", "FLUY_INF", "FLUZ_INF", "FLUX_SUP", "FLUY_SUP", "FLUZ_SUP")

    def _half(self, data):
        thickness = data.characteristics.get("thickness")
        if thickness is None or not (thickness > 0.0).all():
            raise ComputationFailed("shells need their thickness: AFFE_CARA_ELEM gives it (COQUE/EPAIS)")
        return thickness / 2.0

    def _conductivity(self, data):
        """(ne,) that of a material that is the same in all directions."""
        value = data.overall("conductivity")
        if (value != value[:, :1, :1] * np.eye(3)).any():
            raise ComputationFailed("shells of a conductivity that differs along axes are not there yet")
        return value[:, 0, 0]

    def _across(self, data, own, plain):
        """(ne, 3, 3) a matrix across that the material gives by the name `own`, or that `plain` makes of the half thickness."""
        found = np.zeros((len(data), 3, 3))
        for rows, material in data.by_material():
            part = data.subset(rows)
            found[rows] = part.overall(own) if material.get(own) is not None else plain(part, self._half(part))
        return found

    def conduction(self, data, temperature=None):
        """A grad N . grad N and B N N."""
        gradient, weight = self.surface_gradients(data), self._surface(data, "stiffness")[2]
        plane = self._across(data, "shell_conduction", lambda part, h: (self._conductivity(part) * h)[:, None, None] * VALUES)
        through = self._across(data, "shell_crossing", lambda part, h: (self._conductivity(part) / h)[:, None, None] * SLOPES)
        if any(own.get("shell_conduction_aside") is not None for _, own in data.by_material()):
            matrix = self._by_direction(data, weight, gradient, plane)
        else:
            matrix = contracted("eg,egkn,egkm,epq->enpmq", weight, gradient, gradient, plane)
        return matrix.reshape(len(data), self.size, self.size) + self._coupled(data, through[:, None], self._crossed(data))

    def _by_direction(self, data, weight, gradient, along):
        """(ne, nn, 3, nn, 3) of conduction along the direction of the shell by a matrix (ne, 3, 3), and by another one aside."""
        if self.dim < 2:
            # lines of the plane and meridians have no other direction (te0101)
            return contracted("eg,egkn,egkm,epq->enpmq", weight, gradient, gradient, along)
        aside = along.copy()
        for rows, material in data.by_material():
            if material.get("shell_conduction_aside") is not None:
                aside[rows] = data.subset(rows).overall("shell_conduction_aside")
        # as in code_aster the second angle of the shell counts the other way here than in mechanics (mudirx)
        given = data.characteristics.get("direction", np.broadcast_to([1.0, 0.0, 0.0], (len(data), 3))) * [1.0, 1.0, -1.0]
        tangents = self._surface(data, "stiffness")[0]
        normal = np.cross(tangents[..., 0], tangents[..., 1])
        normal = normal / np.linalg.norm(normal, axis=-1, keepdims=True)
        first = given[:, None] - np.einsum("ek,egk->eg", given, normal)[..., None] * normal
        first = first / np.linalg.norm(first, axis=-1, keepdims=True)
        total = 0.0
        for direction, matrix in ((first, along), (np.cross(normal, first), aside)):
            slope = np.einsum("egkn,egk->egn", gradient, direction)
            total = total + contracted("eg,egn,egm,epq->enpmq", weight, slope, slope, matrix)
        return total

    def _crossed(self, data):
        """(ne, ng) the weights at the points of values for what flows across."""
        return self.point_weights(data)

    def capacity(self, data, temperature=None):
        """M N N."""
        held = self._across(data, "shell_capacity", lambda part, h: (part.overall("heat_capacity") * h)[:, None, None] * VALUES)
        return self._coupled(data, held[:, None])

    def conducted(self, data, temperature):
        """Conductivities do not depend on the temperature here."""
        return np.einsum("eij,ej->ei", self.conduction(data), temperature)

    def stored(self, data, temperature, hydration=None):
        """Nor do capacities."""
        return np.einsum("eij,ej->ei", self.capacity(data), temperature)

    def inflow(self, data: ElementData, lower, upper) -> np.ndarray:
        """(ne, nd) heat of flows into the lower and the upper face, numbers or (ne, ng) at the points of the conduction, W/m2."""
        shape = len(data), len(self.rule())
        return self._spread(data, np.stack([np.broadcast_to(own, shape) for own in (0.0, lower, upper)], axis=-1), "stiffness")

    def inflow_points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where those of the conduction stand: flows into the faces are told there (te0105, te0107)."""
        return np.einsum("gn,enk->egk", self._functions["stiffness"], coordinates)

    def exchange(self, data: ElementData, lower, upper) -> np.ndarray:
        """(ne, nd, nd) h N N on the lower and the upper face, W/(m2 K)."""
        shape = len(data), len(self.rule("mass"))
        across = np.zeros((*shape, 3, 3))
        across[..., 1, 1], across[..., 2, 2] = lower, upper
        return self._coupled(data, across)

    def temperatures(self, data: ElementData, temperature: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) those in the middle and on the faces at the points of values, from unknowns (ne, nd)."""
        return np.einsum("gn,enp->egp", self._functions["mass"], temperature.reshape(len(data), -1, 3))

    def flow(self, data: ElementData, temperature: np.ndarray) -> np.ndarray:
        """(ne, ng, 9) the flow of heat in the middle, at the lower and the upper face, at the points of the conduction."""
        nodal, h = temperature.reshape(len(data), -1, 3), self._half(data)[:, None]
        along = np.einsum("egkn,enp->egpk", self.surface_gradients(data), nodal)
        middle, low, high = np.moveaxis(np.einsum("gn,enp->egp", self._functions["stiffness"], nodal), -1, 0)
        slopes = ((high - low) / (2 * h), (4 * middle - 3 * low - high) / (2 * h), (3 * high + low - 4 * middle) / (2 * h))
        tangents = self._surface(data, "stiffness")[0]
        normal = np.cross(tangents[..., 0], tangents[..., 1])
        normal = normal / np.linalg.norm(normal, axis=-1, keepdims=True)
        parts = [along[:, :, p] + slope[..., None] * normal for p, slope in enumerate(slopes)]
        return -self._conductivity(data)[:, None, None] * np.concatenate(parts, axis=-1)

    def points_to_nodes(self) -> np.ndarray:
        """(nn, ng) from the points of the conduction to the nodes."""
        return points_to_nodes(self.cell, self.families["stiffness"])


class HeatShellOfRevolution(HeatShell):
    """A shell of revolution that conducts, by its meridian, for one radian."""

    def _surface(self, data, purpose):
        tangents, metric, weight = super()._surface(data, purpose)
        return tangents, metric, weight * np.einsum("gn,en->eg", self._functions[purpose], data.coordinates[..., 0])

    def _crossed(self, data):
        """As in te0101 what flows across is not weighed by the radius."""
        return super()._surface(data, "mass")[2]


class HeatShellEdge(LayeredHeat):
    """An edge of a shell, whose exchange is told by length: the coefficient times the thickness."""

    loaded_only = True

    def _even(self, data, value, matrix):
        shape = len(data), len(self.rule("mass"))
        return np.broadcast_to(value, shape).reshape(*shape, *(1,) * matrix.ndim) / 2.0 * matrix

    def inflow(self, data: ElementData, flow) -> np.ndarray:
        """(ne, nd) heat of a flow by length, W/m."""
        return self._spread(data, self._even(data, flow, MEANS))

    def exchange(self, data: ElementData, coefficient) -> np.ndarray:
        """(ne, nd, nd) h N N P P, h by length, W/(m K)."""
        return self._coupled(data, self._even(data, coefficient, VALUES))
