"""MeshPairing: which cells of two groups face each other, as the Python of decks asks for it (r5.03.55)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.contact_words import CoordinatesSpace, PairingMethod
from pyaster_lite.fe.mortar_front import by_front, neighbours
from pyaster_lite.fe.mortar_pairing import FacingCells, along_rays
from pyaster_lite.fe.mortar_skin import Skin
from pyaster_lite.fe.pairing_space import Facets


def make_skin(mesh, cells, dimension: int) -> Skin:
    """The surface of some cells."""
    return Skin(Facets.of(list(zip(mesh.cell_type(cells), (mesh.cell_nodes(cell) for cell in cells)))), dimension == 3)


class MeshPairing:
    """Two groups of cells and, once they are computed, their pairs; `slaves` and `masters` are cells of the mesh."""

    def __init__(self, *name):
        self.mesh, self.level, self.method = None, 1, PairingMethod.Fast
        self.slaves = self.masters = np.empty(0, int)
        self.coordinates: np.ndarray | None = None
        self.pairs: FacingCells | None = None

    def setMesh(self, mesh):
        """The mesh that the groups are of."""
        self.mesh = mesh

    def getMesh(self):
        """The mesh."""
        return self.mesh

    def setVerbosity(self, level):
        """How much is told."""
        self.level = level

    def getVerbosity(self):
        """How much is told."""
        return self.level

    def setPair(self, slave, master):
        """The groups of the slave and of the master side."""
        self.take(self.mesh.cell_group(slave), self.mesh.cell_group(master))

    def setMethod(self, method):
        """In which order pairs are found: that of a front, or cell by cell."""
        self.method = method

    def take(self, slaves, masters):
        """The cells of both sides."""
        self.slaves, self.masters = np.sort(slaves), np.sort(masters)

    def _skins(self):
        return (make_skin(self.mesh, cells, self.mesh.dimension) for cells in (self.slaves, self.masters))

    def compute(self, ratio: float = -1.0, tolerance: float = 1e-8):
        """Find the pairs; those farther apart than `ratio` diameters are not."""
        x = self.mesh.coordinates if self.coordinates is None else self.coordinates
        order = along_rays if self.method is PairingMethod.BrutForce else by_front
        self.pairs = order(*self._skins(), x, ratio, tolerance)
        return True

    def getNumberOfPairs(self):
        """How many pairs."""
        return 0 if self.pairs is None else len(self.pairs.slaves)

    def getListOfPairs(self):
        """[(slave cell, master cell)]."""
        return list(zip(self.slaves[self.pairs.slaves].tolist(), self.masters[self.pairs.masters].tolist()))

    def getNumberOfIntersectionPoints(self, pair=None):
        """How many vertices the overlap of a pair has, or those of all pairs."""
        counts = self.pairs.overlap.count.tolist()
        return counts if pair is None else counts[pair]

    def getIntersectionPoints(self, pair, space=CoordinatesSpace.Global):
        """The vertices of an overlap: in the slave's reference cell, or where they stand."""
        vertices = self.pairs.overlap.vertices[pair, : self.pairs.overlap.count[pair]]
        if space is CoordinatesSpace.Slave:
            return vertices.tolist()
        return self._places(pair, vertices)

    def getIntersectionArea(self, pair):
        """The size of an overlap in the slave's reference cell."""
        return float(self.pairs.overlap.kept([pair]).sizes(self.mesh.dimension == 3)[0])

    def getQuadraturePoints(self, pair):
        """Where the integration points of a pair stand."""
        slaves, masters = self._skins()
        curved = slaves.quadratic[self.pairs.slaves[pair]] or masters.quadratic[self.pairs.masters[pair]]
        family = ("FPG7" if curved else "FPG4") if slaves.flat else ("FPG4" if curved else "FPG3")
        return self._places(pair, self.pairs.overlap.kept([pair]).points(family, slaves.flat, about_mean=True)[1])

    def _places(self, pair, xi):
        slaves, _ = self._skins()
        x = self.mesh.coordinates if self.coordinates is None else self.coordinates
        return slaves.places(x, np.full(len(xi), self.pairs.slaves[pair]), xi).tolist()

    def getMasterCellsFromNode(self, node):
        """The master cells around a node."""
        return [int(cell) for cell in self.masters if node in self.mesh.cell_nodes(cell)]

    def getSlaveCellsFromNode(self, node):
        """The slave cells around a node."""
        return [int(cell) for cell in self.slaves if node in self.mesh.cell_nodes(cell)]

    def getMasterCellNeighbors(self, cell):
        """The master cells next to one of them."""
        return self._around(self.masters, cell)

    def getSlaveCellNeighbors(self, cell):
        """The slave cells next to one of them."""
        return self._around(self.slaves, cell)

    def _around(self, cells, cell):
        ranks = neighbours(make_skin(self.mesh, cells, self.mesh.dimension))[int(np.searchsorted(cells, cell))]
        return [int(cells[rank]) for rank in ranks if rank >= 0]
