"""COQ_3D of LIAISON_ELEM: the edge of a shell ends on the face of a solid (raco3d, te0231 of code_aster).

On the strip that the thickness h of the shell draws along its edge the displacement of the shell, u + z B r, is that of the solid, in the
mean weighted by each function of the shell: six relations at each of its nodes,

    sum over points of J w (N, z N B)^T (sum N (u + z B r) - sum M v) = 0,     z in [-h/2, h/2]

with (s, t, n) the normal of the face, the tangent of the edge and the direction of the thickness, B = s t^T - t s^T + c n n^T: c, small,
holds the rotation about n. Only the points of the strip that stand on a face count, of each face near the edge in its turn.
"""

import numpy as np

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.quadrature import quadrature
from pyaster_lite.fe.shapes import shape_derivatives, shape_functions, shape_second_derivatives

from ._member import DISPLACEMENTS, ROTATIONS

_FAMILY = {"SEG2": "FPG2", "SEG3": "FPG4"}
_ACROSS = 1e-10
"""Of the tangent, the sine of its angle with the normal of the face below which the edge does not end on the face."""
_CLOSE = 1e-6
"""The step, in reference coordinates, that ends the search of a place on a face."""
_STEPS = 30
_PARALLEL = 1e-8
"""Of the squared length of the edge of a face, a determinant below which two segments are parallel."""


def join(occurrence, model, unknown, rows):
    """Six relations at each node of the edges; `unknown` gives the equation of a component at a node."""
    mesh = model.mesh
    places = mesh.coordinates
    edges = np.asarray(mesh.cell_group(occurrence.GROUP_MA_COQUE))
    faces = np.asarray(mesh.cell_group(occurrence.GROUP_MA_MASSIF))
    for cell in edges:
        if mesh.cell_type(cell) not in _FAMILY:
            raise occurrence.wrong("GROUP_MA_COQUE", "give the edges of the shell: segments of two or three nodes")
    for cell in faces:
        if mesh.cell_dim([cell])[0] != 2:
            raise occurrence.wrong("GROUP_MA_MASSIF", "give the faces of the solid: triangles and quadrangles")
    walls = _thicknesses(occurrence, mesh, edges)
    reach = 0.5 * walls.max()
    around = 1.01 * reach
    lows, highs = (np.array([side(places[mesh.cell_nodes(face)], axis=0) for face in faces]) for side in (np.min, np.max))
    relations = {}
    for edge, wall in zip(edges, walls):
        own = mesh.cell_nodes(edge)
        low, high = places[own].min(axis=0) - around, places[own].max(axis=0) + around
        for face in faces[((lows <= high) & (highs >= low)).all(axis=1)]:
            other = mesh.cell_nodes(face)
            if not _near(places[other], places[own], reach):
                continue
            matrix = link(mesh.cell_type(edge), places[own], mesh.cell_type(face), places[other], wall, occurrence.COEF_RIGI_DRZ)
            columns = [(node, name) for node in own for name in (*DISPLACEMENTS, *ROTATIONS)]
            columns += [(node, name) for node in other for name in DISPLACEMENTS]
            equations = [unknown(node, name) for node, name in columns]
            for i, node in enumerate(own.tolist()):
                for j in range(6):
                    relations.setdefault(node, [[] for _ in range(6)])[j] += zip(equations, matrix[6 * i + j])
    for node in mesh.nodes_of_cells(edges).tolist():
        for terms in relations.get(node, [[]]):
            if not any(factor for _, factor in terms):
                raise occurrence.wrong(
                    "GROUP_MA_COQUE",
                    f"no face of the solid stands where the shell ends at node {mesh.node_names[node]}",
                    help="GROUP_MA_MASSIF names the faces; they are looked for within half the thickness of the edge",
                )
            rows.add(terms, 0.0, normed=True)


def link(edge: str, x, face: str, y, thickness: float, drill: float) -> np.ndarray:
    """(6 n, 6 n + 3 m) coefficients of the relations of the edge at x (n, 3) with the face at y (m, 3)."""
    rule = quadrature(edge, _FAMILY[edge])
    values, slopes = shape_functions(edge, rule.points), shape_derivatives(edge, rule.points)[:, 0]
    bends = shape_second_derivatives(edge, rule.points)[:, 0, 0] @ x
    result = np.zeros((6 * len(x), 6 * len(x) + 3 * len(y)))
    normal = np.cross(y[1] - y[0], y[2] - y[0])
    normal /= np.linalg.norm(normal)
    tangents = slopes @ x
    across = np.cross(normal, tangents)
    size = np.linalg.norm(across, axis=1)
    if (size <= _ACROSS * np.linalg.norm(tangents, axis=1)).any():
        return result
    across /= size[:, None]
    turned = np.cross(normal, bends)
    turned = (turned - np.sum(turned * across, axis=1)[:, None] * across) / size[:, None]
    for z, share in zip(rule.points[:, 0] * 0.5 * thickness, rule.weights):
        areas = 0.5 * thickness * np.linalg.norm(tangents + z * turned, axis=1) * share * rule.weights
        spots, inside = _on_face(face, y, values @ x + z * across)
        of_face = shape_functions(face, spots)
        for point in np.flatnonzero(inside):
            t = tangents[point] / np.linalg.norm(tangents[point])
            n = across[point]
            turning = z * (np.outer(normal, t) - np.outer(t, normal) + drill * np.outer(n, n))
            shell = np.kron(values[point], np.hstack([np.eye(3), turning]))
            solid = np.kron(of_face[point], -np.eye(3))
            result += areas[point] * shell.T @ np.hstack([shell, solid])
    return result


def _on_face(face: str, y, points):
    """Reference coordinates (n, 2) of the places of a face nearest to points (n, 3), and whether they are on it."""
    spots = np.zeros((len(points), 2))
    open_ = np.ones(len(points), bool)
    for _ in range(_STEPS):
        away = shape_functions(face, spots) @ y - points
        tangents = shape_derivatives(face, spots) @ y
        step = np.linalg.solve(tangents @ tangents.transpose(0, 2, 1), -(tangents @ away[:, :, None]))[:, :, 0]
        spots[open_] += step[open_]
        open_ &= np.abs(step).max(axis=1) >= _CLOSE
        if not open_.any():
            break
    low = reference_cell(face).nodes.min()
    return spots, ~open_ & (spots >= low).all(axis=1) & (spots <= 1.0).all(axis=1)


def _near(face, edge, reach: float) -> bool:
    """Whether a side of a face, the last one left out, comes within reach of an edge, both cut at their nodes."""
    return any(_distance(*pair, *own) <= reach for pair in zip(face, face[1:]) for own in zip(edge, edge[1:]))


def _distance(p1, p2, q1, q2) -> float:
    """From a segment to another, as code_aster measures it."""
    ends = min(np.linalg.norm(p - q) for p in (p1, p2) for q in (q1, q2))
    u, v, w = p2 - p1, q2 - q1, p1 - q1
    a, b, c, d, e = u @ u, u @ v, v @ v, u @ w, v @ w
    det = a * c - b * b
    if det > _PARALLEL * a:
        s, t = (b * e - c * d) / det, (a * e - b * d) / det
    elif 0.0 <= -d / a <= 1.0:
        s, t = -d / a, 0.0
    elif 0.0 <= e / c <= 1.0:
        s, t = 0.0, e / c
    else:
        s = t = 0.0
    s, t = min(max(s, 0.0), 1.0), min(max(t, 0.0), 1.0)
    return min(ends, np.linalg.norm(p1 + s * u - q1 - t * v))


def _thicknesses(occurrence, mesh, edges):
    """Of each edge the thickness of the first cell of the shell that it bounds."""
    known = {}
    for numbers, values in occurrence.CARA_ELEM.values.get("thickness", ()):
        known |= dict(zip(numbers.tolist(), values.tolist()))
    start, around = mesh.cells_of_nodes()
    found = []
    for edge in edges:
        beside = [set(around[start[node] : start[node + 1]].tolist()) for node in mesh.cell_nodes(edge)]
        walls = [known[cell] for cell in sorted(set.intersection(*beside)) if cell in known and mesh.cell_dim([cell])[0] == 2]
        if not walls:
            raise occurrence.wrong(
                "CARA_ELEM", "an edge bounds no shell of known thickness", help="GROUP_MA_COQUE names edges of shells, COQUE gives theirs"
            )
        found.append(walls[0])
    return np.array(found)
