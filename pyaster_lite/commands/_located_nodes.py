"""Nodes of one mesh or model looked for in another one, as PROJ_CHAMP's words say."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of, nodes_of
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.correspondence import Correspondence
from pyaster_lite.fe.point_location import Cells, Located, locate

_DIMENSIONS = {"2D": 2, "3D": 3, "2.5D": 2, "1.5D": 1}
_AXES = "XYZ"


def correspondence(args, context, target=None) -> Correspondence:
    """Of the whole MODELE_1 or MAILLAGE_1, or of the pairs VIS_A_VIS, later ones counting.

    target  a mesh to take instead of MODELE_2 or MAILLAGE_2
    """
    source = args.get("MODELE_1") or args.MAILLAGE_1
    target = target or args.get("MODELE_2") or args.MAILLAGE_2
    found = Correspondence(mesh_of(source), mesh_of(target))
    far = np.zeros(found.target.n_nodes, bool)
    cells, nodes = _cells(source), _nodes(target)
    if not args.VIS_A_VIS:
        _add(args, args, found, far, cells, nodes)
    for pair in args.VIS_A_VIS:
        for word in ("TRANSF_GEOM_1", "TRANSF_GEOM_2"):
            if word in args:
                raise args.wrong(word, f"with VIS_A_VIS, {word} stands in it")
        own = _found(pair, "_1", found.source, cells, True)
        wanted = np.intersect1d(_found(pair, "_2", found.target, nodes, False), nodes)
        if not len(wanted):
            raise pair.wrong(None, "none of the nodes belongs to the second model")
        _add(args, pair, found, far, own, wanted, known=found.cells >= 0)
    if (found.cells < 0).all():
        raise args.wrong(None, "none of the nodes is in a cell of the first mesh, nor near enough to one")
    if far.any() and args.get("ALARME") != "NON":
        first = found.target.node_names[np.flatnonzero(far)[0]]
        context.warn(args, None, f"{far.sum()} nodes (first: {first}) are far outside every cell of the first mesh")
    return found


def mesh_of(place):
    """The mesh of a model, or the mesh itself."""
    return getattr(place, "mesh", place)


def _cells(place):
    groups = getattr(place, "groups", None)
    return np.arange(place.n_cells) if groups is None else np.unique(np.concatenate([group.cells for group in groups]))


def _nodes(place):
    return np.arange(place.n_nodes) if not hasattr(place, "groups") else place.mesh.nodes_of_cells(_cells(place))


def _found(pair, suffix, mesh, everything, wants_cells):
    """Cells (or nodes) that the words of one side of VIS_A_VIS name."""
    if pair.get(f"TOUT{suffix}") is not None:
        return everything
    words = _Side(pair, suffix)
    if wants_cells and not any(pair.get(f"{word}_1") for word in ("GROUP_MA", "MAILLE")):
        raise pair.wrong(None, "this METHODE takes values from cells: name them by GROUP_MA_1")
    if wants_cells:
        return np.intersect1d(cells_of(words, mesh), everything)
    cells = cells_of(words, mesh)
    if len(cells):
        top = mesh.cell_dim(cells).max()
        cells = cells[mesh.cell_dim(cells) == top]
    words.without_cells = True
    return np.union1d(nodes_of(words, mesh), mesh.nodes_of_cells(cells))


def nodes_beside(pair, suffix, mesh):
    """All nodes that the words of one side of VIS_A_VIS name, directly or by cells."""
    return np.arange(mesh.n_nodes) if pair.get(f"TOUT{suffix}") is not None else nodes_of(_Side(pair, suffix), mesh)


class _Side:
    """The words of one side under their plain names."""

    without_cells = False

    def __init__(self, pair, suffix):
        self._pair, self._suffix = pair, suffix

    def get(self, word, default=None):
        if self.without_cells and word in ("GROUP_MA", "MAILLE"):
            return ()
        return self._pair.get(word + self._suffix, default)

    def wrong(self, word, text, **more):
        return self._pair.wrong(word + self._suffix, text, **more)


def _add(args, level, found, far, cells, nodes, known=None):
    """Look for nodes in cells and put down what is found."""
    case = level.get("CAS_FIGURE") or args.get("CAS_FIGURE") or _case(found.source, cells)
    start, end = (_places(level, suffix, mesh, case) for suffix, mesh in (("_1", found.source), ("_2", found.target)))
    if case == "0D":
        located = _nearest_points(level, found.source, cells, start, end[nodes])
    else:
        chosen = cells[found.source.cell_dim(cells) == _DIMENSIONS[case]]
        parts = [Cells(b.type, CELL_TYPES[b.type].linear, b.cells, b.nodes) for b in found.source.select(chosen)]
        if not parts:
            raise level.wrong(
                "CAS_FIGURE" if level.get("CAS_FIGURE") else None, f"the first side has no cell of dimension {_DIMENSIONS[case]}"
            )
        axes = 2 if case == "2D" else 3
        located = locate(end[nodes][:, :axes], start[:, :axes], parts, args.get("DISTANCE_MAX"), args.get("DISTANCE_ALARME", -1.0))
    if known is not None:
        located.cells[located.far & known[nodes]] = -1
    far[nodes] = located.far & (located.cells >= 0)
    found.add(nodes, located)


def _case(mesh, cells):
    """2D, 3D, 2.5D (surfaces in space) or 1.5D (lines), by the cells of highest dimension."""
    top = int(mesh.cell_dim(cells).max()) if len(cells) else 0
    if top < 2:
        return "1.5D"
    if top == 3:
        return "3D"
    z = mesh.coordinates[:, 2]
    return "2D" if abs(z).max() <= 1e-8 * max(np.ptp(mesh.coordinates[:, :2]), 1e-300) else "2.5D"


def _places(level, suffix, mesh, case):
    """(n_nodes, 3) coordinates, moved by TRANSF_GEOM_."""
    functions = level.get(f"TRANSF_GEOM{suffix}")
    if not functions:
        return mesh.coordinates
    if len(functions) < 3 and case != "2D":
        raise level.wrong(f"TRANSF_GEOM{suffix}", "in space three functions are needed")
    given = dict(zip(_AXES, mesh.coordinates.T))
    made = np.zeros_like(mesh.coordinates)
    for axis, function in enumerate(functions):
        known = given | {"TOUTPARA": given["X"]}
        words = {word: known[word] for word in function.parameters if word in known}
        lacking = [word for word in function.parameters if word not in known]
        if lacking:
            raise level.wrong(f"TRANSF_GEOM{suffix}", f"{function.name} depends on {lacking[0]}; X, Y and Z are known", item=axis)
        made[:, axis] = function.evaluate(**words)
    return made


def _nearest_points(level, mesh, cells, start, points):
    """0D: the node of the nearest POI1, at DISTANCE_0D at most."""
    chosen = cells[mesh.cell_dim(cells) == 0]
    if not len(chosen):
        raise level.wrong("CAS_FIGURE", "the first side has no cell POI1")
    nodes = np.concatenate([block.nodes[:, 0] for block in mesh.select(chosen)])
    numbers = np.concatenate([block.cells for block in mesh.select(chosen)])
    distances = np.linalg.norm(points[:, None] - start[nodes], axis=-1)
    nearest = distances.argmin(axis=1)
    least = distances[np.arange(len(points)), nearest]
    if (least > level.DISTANCE_0D).any():
        raise level.wrong("DISTANCE_0D", f"a node is {least.max():.6g} away from the nearest POI1")
    weights = np.ones((len(points), 1))
    return Located(numbers[nearest], nodes[nearest][:, None], weights, least, np.zeros(len(points), bool))
