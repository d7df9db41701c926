"""POST_BEREMIN, METHODE_2D: planes through a body that Weibull's stress is summed up on, cell by cell of their meshes (u4.81.08).

What is at the middle of a cell of the plane is what the cells around that place have at the nearest of their points, as a mean over
them where the plane runs between cells. It counts for all of the area of the cell.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, UN_PARMI
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.point_location import Cells, holders

METHODE_2D = FACT(
    "f",
    rules=(
        UN_PARMI("MAILLAGE_PLAN", "GROUP_NO_PLAN"),
        ENSEMBLE("MAILLAGE_PLAN", "NOM_MAIL_MED"),
        EXCLUS("MAILLAGE_PLAN", "FISSURE"),
    ),
    MAILLAGE_PLAN=SIMP("f", typ="maillage_sdaster", max="**"),
    NOM_MAIL_MED=SIMP("f", max="**"),
    GROUP_NO_PLAN=SIMP("f", typ="grno", max="**"),
    FISSURE=SIMP("f", typ="fond_fissure"),
    PRECISION=SIMP("f", typ="R", defaut=1e-6, val_min=1e-12),
    UNITE_RESU=SIMP("f", typ="I", defaut=0),
)
PLACES = ("COOR_X", "COOR_Y", "COOR_Z", "ABSC_CURV", "ABSC_CURV_NORM")
"""Where the front of a crack crosses the plane."""
_TRIES, _GROWTH = 5, 1.5


@dataclass
class Plane:
    """A plane by its cells: where their middles stand, their areas, and which points of the body (part, row, point) tell what is there."""

    name: str
    mesh: Mesh
    middles: np.ndarray
    areas: np.ndarray
    crossed: dict = field(default_factory=dict)
    sources: list = field(default_factory=list)

    def carried(self, values: list[np.ndarray]) -> np.ndarray:
        """(cells,) of values at the points of each part of the body."""
        found, counts = np.zeros(len(self.middles)), np.zeros(len(self.middles))
        for own, (cells, rows, points) in zip(values, self.sources):
            np.add.at(found, cells, own[rows, points])
            np.add.at(counts, cells, 1.0)
        return found / counts

    def total(self, values: list[np.ndarray]) -> float:
        """The integral over the plane."""
        return float(self.areas @ self.carried(values))

    def field(self, values, m) -> ElementField:
        """What is summed up, and its m-th root, as a field of the cells of the plane."""
        power = self.carried(values)
        blocks, start = [], 0
        for block in self.mesh.blocks:
            own = power[start : start + len(block)]
            start += len(block)
            blocks.append(ElementBlock(block.cells, np.stack([own, own ** (1.0 / m)], axis=-1)[:, None], ("SIXX", "SIYY")))
        return ElementField(self.mesh, "SIEF_R", "ELEM", blocks)


def planes_of(args, mesh, parts) -> list[Plane]:
    """Those that METHODE_2D names, through some parts (_weibull.Part) of a body."""
    if args.GROUP_NO_PLAN:
        made = [_plane(name, _faces_on(args, mesh, name), mesh.coordinates) for name in args.GROUP_NO_PLAN]
        for plane, name in zip(made, args.GROUP_NO_PLAN):
            plane.crossed = _crossing(args, mesh, name)
    else:
        if len(args.MAILLAGE_PLAN) != len(args.NOM_MAIL_MED):
            raise args.wrong("NOM_MAIL_MED", "one name goes with each mesh of MAILLAGE_PLAN")
        made = [_plane(name, _flat_cells(args, one), one.coordinates) for name, one in zip(args.NOM_MAIL_MED, args.MAILLAGE_PLAN)]
    for plane in made:
        _find_sources(args, plane, mesh, parts)
    return made


def _flat_cells(args, mesh):
    blocks = [block for block in mesh.blocks if block.dim == 2]
    if not blocks or any(block.dim == 3 for block in mesh.blocks):
        raise args.wrong("MAILLAGE_PLAN", f"{mesh.name} is no mesh of a surface")
    return {block.type: block.nodes for block in blocks}


def _faces_on(args, mesh, name):
    """{type: (n, nn) nodes} the faces of cells of the body whose nodes are all in a group, each once."""
    inside = np.zeros(mesh.n_nodes, bool)
    inside[mesh.node_group(name)] = True
    found: dict[str, list] = {}
    for block in mesh.blocks:
        if block.dim != 3:
            continue
        for face in reference_cell(block.type).faces:
            nodes = block.nodes[:, face]
            kind = _FACES[len(face)]
            found.setdefault(kind, []).append(nodes[inside[nodes].all(axis=1)])
    faces = {kind: np.concatenate(nodes) for kind, nodes in found.items()}
    if not any(len(nodes) for nodes in faces.values()):
        raise args.wrong("GROUP_NO_PLAN", f"no face of a cell has all of its nodes in {name}")
    for kind, nodes in faces.items():
        faces[kind] = nodes[np.unique(np.sort(nodes, axis=1), axis=0, return_index=True)[1]]
    return {kind: nodes for kind, nodes in faces.items() if len(nodes)}


_FACES = {3: "TRIA3", 4: "QUAD4", 6: "TRIA6", 7: "TRIA7", 8: "QUAD8", 9: "QUAD9"}


def _plane(name, faces, coordinates) -> Plane:
    used = np.unique(np.concatenate([nodes.ravel() for nodes in faces.values()]))
    place = np.full(len(coordinates), -1)
    place[used] = np.arange(len(used))
    blocks, middles, areas, start = [], [], [], 0
    for kind, nodes in faces.items():
        blocks.append(CellBlock(kind, place[nodes], np.arange(start, start + len(nodes))))
        start += len(nodes)
        x = coordinates[nodes]
        middles.append(x.mean(axis=1))
        corners = x[:, : CELL_TYPES[kind].corners]
        # By the corners alone: two triangles on the diagonals of a quadrangle
        across = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3 % corners.shape[1]] - corners[:, 1])
        areas.append(0.5 * np.linalg.norm(across, axis=1))
    mesh = Mesh(coordinates[used], blocks)
    mesh.name = name
    return Plane(name, mesh, np.concatenate(middles), np.concatenate(areas))


def _crossing(args, mesh, name) -> dict:
    """Where the front crosses the plane: zero without a crack."""
    if args.FISSURE is None:
        if len(args.GROUP_NO_PLAN) > 1:
            raise args.wrong("GROUP_NO_PLAN", "the front of a crack tells several planes apart: FISSURE")
        return dict.fromkeys(PLACES, 0.0)
    crack = args.FISSURE
    own = np.flatnonzero(np.isin(crack.nodes, mesh.node_group(name)))
    if not len(own):
        raise args.wrong("GROUP_NO_PLAN", f"{name} holds no node of the front of {crack.name}")
    along = float(crack.abscissas[own[0]])
    return dict(zip(PLACES, (*crack.points[own[0]].tolist(), along, along / float(crack.abscissas.max()))))


def _find_sources(args, plane, mesh, parts):
    """Set which points of the body tell what is at the middles of the cells of a plane."""
    x = mesh.coordinates
    cells = [Cells(part.element.cell, CELL_TYPES[part.element.cell].linear, part.cells, part.nodes) for part in parts]
    finest = min(_diameters(plane.mesh.coordinates[block.nodes]).min() for block in plane.mesh.blocks)
    tolerance = args.PRECISION * finest / max(_diameters(x[part.nodes]).max() for part in parts)
    left = np.arange(len(plane.middles))
    pairs = []
    for attempt in range(_TRIES):
        rows, numbers = holders(plane.middles[left], x, cells, tolerance * _GROWTH**attempt)
        pairs.append((left[rows], numbers))
        left = np.delete(left, rows)
        if not len(left):
            break
    else:
        raise args.wrong(None, f"{len(left)} cells of {plane.name} are outside the cells of WEIBULL/GROUP_MA")
    at, numbers = (np.concatenate(values) for values in zip(*pairs))
    row_of = np.full(mesh.n_cells, -1)
    for part in parts:
        row_of[:] = -1
        row_of[part.cells] = np.arange(len(part.cells))
        own = np.flatnonzero(row_of[numbers] >= 0)
        rows = row_of[numbers[own]]
        points = np.einsum("gn,end->egd", part.element.point_functions, x[part.nodes[rows]])
        nearest = np.linalg.norm(points - plane.middles[at[own]][:, None], axis=-1).argmin(axis=1)
        plane.sources.append((at[own], rows, nearest))


def _diameters(x):
    """(n,) the largest distance between the nodes (n, nn, 3) of cells."""
    return np.linalg.norm(x[:, :, None] - x[:, None], axis=-1).max(axis=(1, 2))
