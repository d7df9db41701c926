"""SING_ELEM: how fast the error of a result goes down with the size of its cells, and the sizes that are wanted (u4.81.06, r4.10.04).

The order of a cell is the degree p of its shapes, less where a vertex of it is singular. A vertex of a plane mesh is singular where
the error by area around it is twice that of the mesh, goes down from one ring of cells to the next, and is three times that of the
third ring; there the mean of the energy within a radius r goes as c + b r^(2 (order - 1)).
The sizes are those which a least number of cells of a wanted share of the error would have (singum, dalp2d, rsingu).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe.errors import ComputationFailed

COMPONENTS = ("DEGRE", "RAPPORT", "TAILLE")
_ABOVE = {1: 3.0, 2: 2.0}
"""In space, how many times the error of the mesh the error around a singular vertex is, by the degree."""
_FLAT, _ROUND, _RADII = 1e-5, 1.0 + 1e-15, 10


def singularities(model, error: ElementField, energy: ElementField, share: float, interest: bool) -> ElementField:
    """The field of SING_ELEM.

    error     a field of estimates (ERREST, TAILLE);  energy  that of the energies of cells (TOTALE)
    share     the wanted error over the one that is there;  interest  whether the error is one of a quantity of interest
    Raises ComputationFailed for meshes that code_aster does not look at, and for singular edges in space, which are not there yet.
    """
    mesh, dim = model.mesh, model.dimension
    found, size, work = (_of_cells(field, name) for field, name in ((error, "ERREST"), (error, "TAILLE"), (energy, "TOTALE")))
    kept = ~np.isnan(size)
    rings = _Rings(mesh, dim)
    found, size, work = (np.nan_to_num(values) for values in (found, size, work))
    order, singular = _orders(rings, found, work, dim)
    ratio = np.ones(mesh.n_cells)
    ratio[kept] = _ratios(np.abs(found[kept]), np.sqrt((found**2).sum()), order[kept], rings.degree, dim, share, singular, interest)
    values = np.stack([order, 1.0 / ratio, ratio * size], axis=1)
    blocks = [ElementBlock(b.cells, values[b.cells][:, None], COMPONENTS, b.element) for b in error.blocks if "TAILLE" in b.components]
    return ElementField(mesh, "SING_R", "ELEM", blocks)


def _of_cells(field, name):
    return field.component(name)[:, 0]


class _Rings:
    """The cells of the dimension of the model, by their vertices: `corners` of each, `around` each vertex, `measure` (n_cells,)."""

    def __init__(self, mesh, dim):
        self.mesh, self.corners, self.around, self.degree = mesh, {}, {}, 0
        self.measure = np.zeros(mesh.n_cells)
        for cell in range(mesh.n_cells):
            kind = CELL_TYPES[mesh.cell_type(cell)]
            if kind.linear in ("HEXA8", "PENTA6", "PYRAM5"):
                raise ComputationFailed("SING_ELEM looks at triangles, quadrangles and tetrahedra only")
            # code_aster takes the degree of the first face or volume of the mesh for all
            self.degree = self.degree or (0 if kind.dim < 2 else 1 if kind.name == kind.linear else 2)
            if kind.dim == dim:
                self.corners[cell] = nodes = mesh.cell_nodes(cell)[: kind.corners].tolist()
                self.measure[cell] = _measure(mesh.coordinates[nodes], dim)
                for node in nodes:
                    self.around.setdefault(node, []).append(cell)

    def of(self, vertex):
        """([cells of the first three rings], [vertices of each, but for the first vertex]) around a vertex."""
        cells, known = [list(self.around[vertex])], set(self.around[vertex])
        for _ in range(2):
            more = []
            for cell in cells[-1]:
                for node in self.corners[cell]:
                    for other in self.around[node]:
                        if other not in known:
                            known.add(other)
                            more.append(other)
            cells.append(more)
        nodes, known = [], {vertex}
        for ring in cells:
            nodes.append([n for n in dict.fromkeys(n for cell in ring for n in self.corners[cell]) if n not in known])
            known.update(nodes[-1])
        return cells, nodes

    def density(self, error, cells):
        """The error by the root of the measure, of some cells."""
        total = np.sqrt((error[cells] ** 2).sum()) if len(cells) else 0.0
        return total / np.sqrt(self.measure[cells].sum()) if total else 0.0

    def at_border(self, vertex):
        """Whether a face at a vertex belongs to one cell alone."""
        faces = [frozenset(self.corners[cell]) - {n} for cell in self.around[vertex] for n in self.corners[cell] if n != vertex]
        return any(faces.count(face) == 1 for face in faces)


def _measure(points, dim):
    sides = points[1:] - points[0]
    if dim == 3:
        return abs(np.linalg.det(sides)) / 6.0
    area = _cross(sides[0], sides[-1])
    if len(points) == 4:
        area += _cross(points[3] - points[2], points[1] - points[2])
    return abs(area) / 2.0


def _orders(rings, error, energy, dim):
    """((n_cells,) the orders of the cells, whether one is singular)."""
    orders = dict.fromkeys(rings.around, float(rings.degree))
    mean = np.sqrt((error**2).sum() / rings.measure.sum())
    edgy = set()
    for vertex in sorted(rings.around):
        near = rings.density(error, rings.around[vertex])
        if dim == 3:
            if near >= _ABOVE[rings.degree] * mean and rings.at_border(vertex):
                edgy.add(vertex)
            continue
        if near <= 2.0 * mean:
            continue
        cells, nodes = rings.of(vertex)
        second = rings.density(error, cells[1]) or near
        if second >= near:
            continue
        third = min(rings.density(error, cells[2]) or second, second)
        if near / third < 3.0:
            continue
        order = _order_at(rings, vertex, cells, nodes, energy)
        orders[vertex] = max(order, 0.5) if order < 0.95 else orders[vertex] * 0.9999
    if any(len(edgy & set(corners)) > 1 for corners in rings.corners.values()):
        raise ComputationFailed("SING_ELEM: orders of singular edges in space are not there yet")
    found = np.full(rings.mesh.n_cells, float(rings.degree))
    for cell, corners in rings.corners.items():
        found[cell] = min(orders[node] for node in corners)
    return found, bool((found < rings.degree).any())


def _order_at(rings, vertex, cells, nodes, energy):
    """1 + a / 2 of the mean energy c + b r^a within circles about a vertex, from the first ring to the third (dfort2, dcalph)."""
    places = rings.mesh.coordinates[:, :2]
    centre = places[vertex]
    reach = [min((np.linalg.norm(centre - places[node]) for node in ring), default=1e10) for ring in nodes]
    radii = reach[0] + (reach[2] - reach[0]) * np.arange(_RADII) / (_RADII - 1)
    chosen = [cell for ring in cells for cell in ring]
    means = []
    for radius in radii:
        inside = np.array([_inside(places[rings.corners[cell]], centre, radius, rings.measure[cell]) for cell in chosen])
        mean = (energy[chosen] * inside / rings.measure[chosen]).sum() / inside.sum()
        means.append(min(mean, means[-1]) if means else mean)
    return max(_slope(np.log(radii), np.array(means)) / 2.0 + 1.0, 0.4)


def _slope(x, y):
    """a of y = c + b exp(a x), by least squares of the logarithms; c goes by the mean of what is left, five times at most."""
    c = 0.0
    for _ in range(5):
        log = np.log(y - c)
        a = ((x.mean() - x) * (log.mean() - log)).sum() / ((x.mean() - x) ** 2).sum()
        b = np.exp(log.mean() - a * x.mean())
        left = (y - c - b * np.exp(a * x)).mean()
        if not (0.0 < left < y.min() and abs((left - c) / left) > 1.0):
            break
        c = left
    return a


def _inside(corners, centre, radius, area):
    """The area of a cell within a circle, whose arc is taken for its chord."""
    count = len(corners)
    within = np.linalg.norm(corners - centre, axis=1) <= radius * _ROUND
    n = int(within.sum())
    if n in (0, count):
        return area if n else 0.0

    def cut(start, end):
        return _crossing(centre, radius, corners[start % count], corners[end % count])

    if n == count - 1:
        out = int(np.flatnonzero(~within)[0])
        return area - _triangle(corners[out], cut(out, out + 1), cut(out, out - 1))
    if n == 1:
        # code_aster turns about the first three vertices of quadrangles too
        at = int(np.flatnonzero(within)[0])
        return _triangle(corners[at], cut(at, (at + 1) % 3), cut(at, (at + 2) % 3))
    first, last = np.flatnonzero(within)
    if last - first == 3:
        first, last = last, first
    elif last - first != 1:
        raise ComputationFailed("SING_ELEM: a circle leaves a quadrangle through two opposite vertices")
    a, b = corners[last], corners[first]
    p, q = cut(last, last + 1), cut(first, first - 1)
    return abs(_cross(p - a, b - a) + _cross(b - q, p - q)) / 2.0


def _cross(u, v):
    return u[0] * v[1] - u[1] * v[0]


def _triangle(a, b, c):
    return abs(_cross(b - c, a - c)) / 2.0


def _crossing(centre, radius, start, end):
    """Where a circle crosses a side."""
    along, from_centre = end - start, start - centre
    a, b, c = along @ along, along @ from_centre, from_centre @ from_centre - radius**2
    root = np.sqrt(max(b * b - a * c, 0.0))
    for share in ((-b + root) / a, (-b - root) / a):
        if share * np.sqrt(a) >= -_FLAT and (share - 1.0) * np.sqrt(a) <= _FLAT:
            return start + share * along
    raise ComputationFailed("SING_ELEM: a circle about a singular vertex does not cross a side that it should")


def _ratios(error, total, order, degree, dim, share, singular, interest):
    """(n,) the wanted sizes over the sizes that are there (rsingu)."""
    p, d, wanted = float(degree), float(dim), share * total
    power = 1.0 if interest else 2.0
    if not singular:
        whole = (error ** (power * d / (2.0 * p + d))).sum() ** (1.0 / (2.0 * p))
        # for errors of the energy code_aster raises to the power p / 2
        return wanted ** (1.0 / p if interest else 0.5 * p) / (error ** (power / (2.0 * p + d)) * whole)
    a = 2.0 * order / (2.0 * order + d)
    b = (d * error ** (power * d / (2.0 * order)) / (2.0 * order)) ** a
    mu = d / (2.0 * p) * ((error ** (2.0 * p / (2.0 * p + d))).sum() / wanted**2) ** ((2.0 * p + d) / (2.0 * p))
    for _ in range(15):
        left = (b / mu**a).sum() - wanted**power
        if abs(left) <= 1e-6:
            break
        mu = mu + left / (a * b / mu ** (a + 1.0)).sum() if left >= 0.0 else mu / 2.0
    else:
        raise ComputationFailed("SING_ELEM: the sizes of cells for that PREC_ERR have not been found in 15 turns")
    return (d / (2.0 * mu * order * error**power)) ** (1.0 / (2.0 * order + d))
