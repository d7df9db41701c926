"""What the Python of decks asks of DEFI_CONT: its zones, their parameters, and the pairs found on nodes that have moved."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import OnModel
from pyaster_lite.concepts.contact_words import ContactAlgo, ContactParameter, CoordinatesSpace, FrictionParameter, PairingParameter
from pyaster_lite.concepts.mesh_methods import Coordinates
from pyaster_lite.concepts.mesh_pairing import MeshPairing

SIZE = 60
"""Values of a pair in the field of contact's data."""


class ZoneMethods(OnModel):
    """The questions about one zone; it has `model`, `masters`, `slaves` and `said`."""

    @property
    def _answers(self):
        """Parameters, made when they are first asked for."""
        if "_kept" not in vars(self):
            kept = {"contact": ContactParameter.of(self.said), "friction": FrictionParameter.of(self.said)}
            kept |= {"pairing": PairingParameter.of(self.said), "mesh": MeshPairing(), "level": self.said.get("INFO", 1)}
            kept["mesh"].setMesh(self.model.mesh)
            kept["mesh"].setVerbosity(kept["level"])
            kept["mesh"].take(self.slaves, self.masters)
            kept |= {"checks": self.said["VERI_NORM"] == "OUI", "smooth": self.said["LISSAGE"] == "OUI"}
            self._kept = kept
        return self._kept

    def saved_state(self) -> dict:
        """What a saved base keeps."""
        return {name: value for name, value in vars(self).items() if name != "_kept"}

    def getVerbosity(self):
        """How much is told."""
        return self._answers["level"]

    def setVerbosity(self, level):
        """How much is told."""
        self._answers["level"] = level
        self._answers["mesh"].setVerbosity(level)

    @property
    def checkNormals(self):
        """Whether normals were checked."""
        return self._answers["checks"]

    @checkNormals.setter
    def checkNormals(self, value):
        self._answers["checks"] = value

    @property
    def hasSmoothing(self):
        """Whether normals are those of nodes."""
        return self._answers["smooth"]

    @hasSmoothing.setter
    def hasSmoothing(self, value):
        self._answers["smooth"] = value

    @property
    def hasFriction(self):
        """Whether the zone rubs."""
        return self._answers["friction"].hasFriction

    @hasFriction.setter
    def hasFriction(self, value):
        self._answers["friction"].hasFriction = value

    def getContactParameter(self):
        """How it presses."""
        return self._answers["contact"]

    def getFrictionParameter(self):
        """How it rubs."""
        return self._answers["friction"]

    def setFrictionParameter(self, parameter):
        """How it rubs."""
        self._answers["friction"] = parameter

    def getPairingParameter(self):
        """How its sides find each other."""
        return self._answers["pairing"]

    def getMeshPairing(self):
        """The pairs of its cells."""
        return self._answers["mesh"]

    def setSlaveGroupOfCells(self, group):
        """Another slave side."""
        self.slaves = self.model.mesh.cell_group(group)
        self._answers["mesh"].take(self.slaves, self.masters)

    def setMasterGroupOfCells(self, group):
        """Another master side."""
        self.masters = self.model.mesh.cell_group(group)
        self._answers["mesh"].take(self.slaves, self.masters)

    def getSlaveNodes(self):
        """The nodes of the slave side."""
        return self.model.mesh.nodes_of_cells(self.slaves).tolist()

    def getSlaveCells(self):
        """The cells of the slave side."""
        return np.sort(self.slaves).tolist()


class DefinitionMethods(OnModel):
    """The questions about all zones."""

    def getNumberOfContactZones(self):
        """How many zones."""
        return len(self.zones)

    def getContactZones(self):
        """The zones."""
        return list(self.zones)

    def getContactZone(self, index):
        """One of them."""
        return self.zones[index]

    def appendContactZone(self, zone):
        """One more."""
        self.zones.append(zone)

    def getVerbosity(self):
        """How much is told."""
        return self.level

    def setVerbosity(self, level):
        """How much is told, of the zones too."""
        self.level = level
        for zone in self.zones:
            zone.setVerbosity(level)

    @property
    def hasFriction(self):
        """Whether some zone rubs; setting it tells all of them."""
        return any(zone.hasFriction for zone in self.zones)

    @hasFriction.setter
    def hasFriction(self, value):
        for zone in self.zones:
            zone.hasFriction = value

    @property
    def hasSmoothing(self):
        """Whether some zone has the normals of nodes; setting it tells all of them."""
        return any(zone.hasSmoothing for zone in self.zones)

    @hasSmoothing.setter
    def hasSmoothing(self, value):
        for zone in self.zones:
            zone.hasSmoothing = value


class ContactPairing:
    """The pairs of all zones of a definition, on nodes that may move."""

    def __init__(self, definition, *_):
        self.definition, self.mesh = definition, definition.getMesh()
        self.coordinates = self.mesh.coordinates.copy()

    def setVerbosity(self, level):
        """How much is told."""
        self.definition.setVerbosity(level)

    def updateCoordinates(self, displacement):
        """Move the nodes by a field."""
        self.coordinates = self.mesh.coordinates.copy()
        for axis, name in enumerate(("DX", "DY", "DZ")):
            if name in displacement.components:
                self.coordinates[:, axis] += np.nan_to_num(displacement.component(name))

    def getCoordinates(self):
        """Where the nodes are."""
        return Coordinates(self.coordinates)

    def compute(self, index=None):
        """Pair one zone, or all."""
        for zone in self.definition.zones if index is None else [self.definition.zones[index]]:
            pairing = zone.getMeshPairing()
            pairing.coordinates = self.coordinates
            pairing.compute(zone.getPairingParameter().getDistanceRatio())
        return True

    def getNumberOfZones(self):
        """How many zones."""
        return len(self.definition.zones)

    def getNumberOfPairs(self, index=None):
        """How many pairs a zone has, or all together."""
        zones = self.definition.zones if index is None else [self.definition.zones[index]]
        return sum(zone.getMeshPairing().getNumberOfPairs() for zone in zones)

    def getListOfPairs(self, index=None):
        """[(slave cell, master cell)] of a zone, or of all."""
        zones = self.definition.zones if index is None else [self.definition.zones[index]]
        return [pair for zone in zones for pair in zone.getMeshPairing().getListOfPairs()]

    def getNumberOfIntersectionPoints(self, index):
        """How many vertices the overlap of each pair of a zone has."""
        return self.definition.zones[index].getMeshPairing().getNumberOfIntersectionPoints()

    def getIntersectionPoints(self, index, space=CoordinatesSpace.Slave):
        """The vertices of the overlaps of a zone, one after another."""
        pairing = self.definition.zones[index].getMeshPairing()
        found = (pairing.getIntersectionPoints(pair, space) for pair in range(pairing.getNumberOfPairs()))
        return [tuple(value for point in points for value in point) for points in found]

    def getFiniteElementDescriptor(self):
        """The contact elements that the pairs make."""
        return ContactElements(self)


class ContactElements:
    """One element for each pair, and one for each node of a slave side with multipliers that no pair holds."""

    def __init__(self, pairing: ContactPairing):
        self._kinds, self._nodes = [], []
        mesh = pairing.mesh
        for zone in pairing.definition.zones:
            cells = zone.getMeshPairing().getListOfPairs()
            for slave, master in cells:
                self._kinds.append((mesh.cell_type(slave), mesh.cell_type(master)))
                self._nodes.append([*mesh.cell_nodes(slave), *mesh.cell_nodes(master)])
            if zone.getContactParameter().getAlgorithm() is ContactAlgo.Lagrangian:
                held = mesh.nodes_of_cells(np.array([slave for slave, _ in cells], int))
                for node in np.setdiff1d(mesh.nodes_of_cells(zone.slaves), held):
                    self._kinds.append(("", ""))
                    self._nodes.append([node])

    def getVirtualCellsDescriptor(self):
        """For each element its nodes, counted from 1, and the number of its kind."""
        kinds = sorted(set(self._kinds))
        return [[*(int(node) + 1 for node in nodes), kinds.index(kind) + 1] for kind, nodes in zip(self._kinds, self._nodes)]

    def getListOfGroupsOfElements(self):
        """For each kind its elements, counted from -1 down, and its number."""
        kinds = sorted(set(self._kinds))
        return [[*(-i - 1 for i, own in enumerate(self._kinds) if own == kind), rank + 1] for rank, kind in enumerate(kinds)]


class ContactComputation:
    """What the elements of a definition are computed from."""

    def __init__(self, definition):
        self.definition = definition

    def contactData(self, pairing: ContactPairing, material, first):
        """For each element 60 values: how many vertices its overlap has, their first coordinates (8), their second ones (8), zeros."""
        elements = pairing.getFiniteElementDescriptor().getVirtualCellsDescriptor()
        values = np.zeros((len(elements), SIZE))
        rank = 0
        for zone in self.definition.zones:
            overlap = zone.getMeshPairing().pairs.overlap
            rows = slice(rank, rank + len(overlap.count))
            values[rows, 0], values[rows, 1:9], values[rows, 9:17] = overlap.count, overlap.vertices[:, :, 0], overlap.vertices[:, :, 1]
            rank += len(overlap.count)
        return ContactData(values)


class ContactData:
    """Values (n, 60) of contact elements."""

    def __init__(self, values):
        self.values = values

    def size(self):
        """How many values."""
        return self.values.size

    def getValues(self):
        """All of them, element by element."""
        return self.values.ravel().tolist()
