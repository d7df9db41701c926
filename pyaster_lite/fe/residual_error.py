"""What a computed stress lacks of equilibrium, cell by cell (r4.10.02, r4.10.06).

With h the diameter of a cell K or of a side F, s the stress at the nodes, f the force by volume and t the force by area:

    inner    h_K^2   int_K |f + div s|^2
    jumps    h_F     int_F |[s.n]|^2          sides between two cells
    outer    h_F     int_F |t - s.n|^2        sides that carry forces

In the plane the estimate is sqrt(inner + sum jumps / 2 + sum outer) / sqrt(c E / (1 - nu)), in space (sqrt(inner) +
sum sqrt(jumps) / 2 + sum sqrt(outer)) / sqrt(c), c = 24 for linear cells and 96 for quadratic ones. For a quantity of interest,
with the residuals r of a problem and q of its dual one, a quarter of the difference of the norms of s r + q/s and of s r - q/s,
s^2 = |q| / |r|.
"""

from __future__ import annotations

import numpy as np

from .cells import reference_cell
from .crack_energy import Cells

PARTS = ("inner", "outer", "jumps")


def diameter(element, coordinates: np.ndarray) -> np.ndarray:
    """(ne,) the largest distance between vertices."""
    corners = reference_cell(element.cell).corners
    places = coordinates[:, :corners]
    return np.max([np.linalg.norm(places[:, i] - places[:, j], axis=-1) for i in range(corners) for j in range(i)], axis=0)


def imbalance(cells: Cells, stress: np.ndarray, force: np.ndarray | None) -> np.ndarray:
    """(ne, ng, 3) f + div s, of tensors (ne, nn, 3, 3) and forces (ne, nn, 3) at the nodes."""
    slope = cells.scalar_slope(stress)
    found = np.einsum("egijj->egi", slope)
    if cells.element.continuum.revolves:
        here = np.einsum("gn,enij->egij", cells.functions, stress)
        found[..., 0] += (here[..., 0, 0] - here[..., 2, 2]) / cells.radius
        found[..., 1] += here[..., 0, 1] / cells.radius
        found[..., 2] = 0.0
    return found if force is None else found + np.einsum("gn,enk->egk", cells.functions, force)


def stress_norm(cells: Cells, stress: np.ndarray) -> np.ndarray:
    """(ne,) integral of the square of the stress; in the plane the shear counts once, as in code_aster."""
    here = np.einsum("gn,enij->egij", cells.functions, stress)
    square = (here**2).sum(axis=(-2, -1))
    if cells.element.dim == 2:
        square = square - here[..., 0, 1] ** 2
    return (square * cells.volume).sum(axis=1)


def volume_term(cells: Cells, size: np.ndarray, lacking: np.ndarray) -> np.ndarray:
    """(ne,) the inner part."""
    return size**2 * ((lacking**2).sum(axis=-1) * cells.volume).sum(axis=1)


def side_term(shape, lacking: np.ndarray) -> np.ndarray:
    """(ne,) h_F int_F |lacking|^2, of vectors (ne, ns, 3) at the nodes of sides (fe.sides.SideGeometry)."""
    return shape.size * ((lacking**2).sum(axis=-1) * shape.weights).sum(axis=1)


def constant(element) -> float:
    """c."""
    return 24.0 if reference_cell(element.cell).n_nodes == reference_cell(element.cell).corners else 96.0


class Balance:
    """Sums up the three parts over the cells of one group; in space the roots are summed up."""

    def __init__(self, count: int, roots: bool):
        self.roots = roots
        self.parts = {name: np.zeros(count) for name in PARTS}

    def add(self, name: str, rows, values: np.ndarray, share: float = 1.0):
        """Add a share of a part (m,), or of its root, on some cells."""
        np.add.at(self.parts[name], rows, share * (np.sqrt(values) if self.roots else values))

    def estimates(self, scale: np.ndarray) -> dict[str, np.ndarray]:
        """(ne,) of the whole and of each part, by name; `scale` is what the estimate is divided by."""
        total = {"whole": sum(self.parts.values()), **self.parts}
        return {name: (value if self.roots else np.sqrt(value)) / scale for name, value in total.items()}


def relative(estimate: np.ndarray, norm: np.ndarray) -> np.ndarray:
    """Per cent of the whole, of an estimate and of the square of the stress."""
    whole = estimate**2 + norm
    return 100.0 * np.sqrt(np.divide(estimate**2, whole, out=np.zeros_like(whole), where=whole > 0.0))
