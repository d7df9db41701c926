"""What lives on a reduced basis: the numbering of its coordinates, and transients in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.matrix import GeneralisedMatrix
from pyaster_lite.concepts.modes import Modes


class GeneralisedNumbering(Concept):
    """The numbering of generalised coordinates: one per vector of the basis, or those of linked substructures.

    links  the motions in which linked substructures stay together (fe.substructures), None on a basis
    """

    kind = "nume_ddl_gene"
    links = None

    def __init__(self, basis: Modes, size: int, diagonal: bool):
        self.basis, self.size, self.diagonal = basis, size, diagonal

    def getModalBasis(self):
        """The basis."""
        return self.basis


@dataclass
class DeviceHistory:
    """What a localised device did: its `relation`, `title`, the `nodes` it holds, the obstacle's type, archived
    `variables` (n_times, n_variables) in code_aster's order, the substructures of its nodes, if any, its `owners`, and the
    `numbers` of its nodes in their mesh, from 1."""

    relation: str
    title: str
    nodes: tuple[str, ...]
    obstacle: str
    variables: np.ndarray
    owners: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass
class SupportMotion:
    """Motion of supports that is not in the basis: `shapes` (size, s) per unit of each, and the functions of time
    giving (s,) displacements, velocities and accelerations."""

    shapes: np.ndarray
    displacement: Callable
    velocity: Callable
    acceleration: Callable


@dataclass(eq=False)
class Transient(Concept):
    """A transient in generalised coordinates (tran_gene).

    orders (nt,) step numbers, times and steps (nt,) s; displacements, velocities, accelerations (nt, n);
    devices  histories of the localised devices; supports the motion to add for absolute quantities (MULT_APPUI), and
    correction what completes the basis (CORR_STAT), or None
    regular  whether a scheme of constant steps made it
    """

    basis: Modes
    mass: GeneralisedMatrix
    stiffness: GeneralisedMatrix
    orders: np.ndarray
    times: np.ndarray
    steps: np.ndarray
    displacements: np.ndarray
    velocities: np.ndarray
    accelerations: np.ndarray
    devices: list[DeviceHistory] = field(default_factory=list)
    supports: SupportMotion | None = None
    correction: SupportMotion | None = None
    regular: bool = True
    kind = "tran_gene"

    def of(self, name: str) -> np.ndarray:
        """(nt, n) of DEPL, VITE or ACCE."""
        return {"DEPL": self.displacements, "VITE": self.velocities, "ACCE": self.accelerations}[name]

    def rows(self, equations) -> np.ndarray:
        """(k, n): what physical unknowns see of the generalised coordinates."""
        return self.basis.shapes[equations][:, : self.displacements.shape[1]]

    def extend(self, other: Transient) -> Transient:
        """This transient up to where `other` starts, followed by it (a march taken up again)."""
        kept = self.times < other.times[0] - 1e-9 * max(abs(other.times[0]), 1e-300)
        for name in ("times", "steps", "displacements", "velocities", "accelerations"):
            setattr(self, name, np.concatenate((getattr(self, name)[kept], getattr(other, name))))
        last = self.orders[kept][-1] + 1 if kept.any() else 0
        self.orders = np.concatenate((self.orders[kept], other.orders + last))
        for mine, new in zip(self.devices, other.devices):
            mine.variables = np.concatenate((mine.variables[kept], new.variables))
        self.supports, self.correction, self.regular = other.supports, other.correction, other.regular
        return self

    def getNumberOfModes(self) -> int:
        """How many vectors the basis has."""
        return self.displacements.shape[1]

    def getTimes(self) -> list[float]:
        """The instants (s)."""
        return self.times.tolist()

    def getIndexes(self) -> list[int]:
        """The numbers of the instants."""
        return self.orders.tolist()

    def getDisplacementValues(self, idx=None) -> list[float]:
        """Generalised displacements at all instants, one after the other, or at the one of an index from 0."""
        return _listed(self.displacements, idx)

    def getVelocityValues(self, idx=None) -> list[float]:
        """As getDisplacementValues, of velocities."""
        return _listed(self.velocities, idx)

    def getAccelerationValues(self, idx=None) -> list[float]:
        """As getDisplacementValues, of accelerations."""
        return _listed(self.accelerations, idx)

    def setDisplacementValues(self, idx, values):
        """Give an instant, by its index from 0, other generalised displacements."""
        self.displacements[idx] = values

    def setVelocityValues(self, idx, values):
        """Give an instant, by its index from 0, other generalised velocities."""
        self.velocities[idx] = values

    def setAccelerationValues(self, idx, values):
        """Give an instant, by its index from 0, other generalised accelerations."""
        self.accelerations[idx] = values

    def INFO_NONL(self):
        """Print what localised devices there are; [[relation, title, node 1, node 2, sub-structure 1, 2], ...], or None."""
        if not self.devices:
            print("Linear calculation, no nonlinearities used or can be printed.")
            return None
        ends = [[*device.nodes, "-"][:2] for device in self.devices]
        rows = [[device.relation, device.title, *end, "-", "-"] for device, end in zip(self.devices, ends)]
        print(f" | {'IND':^5} | {'TYPE':^17} | {'NO1':^9} | {'NO2':^9} | {'TITLE':^25}")
        for index, (relation, title, first, second, *_) in enumerate(rows, 1):
            print(f" | {index:^5} | {relation:^17} | {first:^9} | {second:^9} | {title:^25}")
        return rows

    def device(self, node: str, title: str | None = None, owner: str | None = None) -> DeviceHistory | None:
        """The first device that holds a node, of that title and in that substructure when they are asked for."""
        for device in self.devices:
            places = zip(device.nodes, device.owners or (None,) * len(device.nodes))
            if (node, owner) in places and (title is None or title.rstrip() == device.title):
                return device
        return None


@dataclass(eq=False)
class Harmonic(Concept):
    """The response to harmonic excitations in generalised coordinates (harm_gene).

    orders (nf,), from 0 or, of measured responses, from 1; frequencies (nf,) Hz; displacements (nf, n) complex amplitudes;
    names of the fields that were asked for
    harmonics  (nf, H + 1, n) all amplitudes of a periodic response, of which displacements are number 1; tables of what its
               contacts did; None and empty for a linear response
    transformed  amplitudes by name where each has its own, as those that come from a transient
    """

    basis: Modes
    mass: GeneralisedMatrix
    stiffness: GeneralisedMatrix
    orders: np.ndarray
    frequencies: np.ndarray
    displacements: np.ndarray
    names: tuple[str, ...] = ("DEPL", "VITE", "ACCE")
    harmonics: np.ndarray | None = None
    tables: dict = field(default_factory=dict)
    transformed: dict = field(default_factory=dict)
    kind = "harm_gene"

    def of(self, name: str) -> np.ndarray:
        """(nf, n) of DEPL, VITE or ACCE; raises KeyError for a field that was not asked for."""
        if name not in self.names:
            raise KeyError(name)
        if self.transformed:
            return self.transformed[name]
        return derivative(self.displacements, self.frequencies[:, None], name)

    def rows(self, equations) -> np.ndarray:
        """(k, n): what physical unknowns see of the generalised coordinates."""
        return self.basis.shapes[equations][:, : self.displacements.shape[1]]

    def getDisplacement(self) -> list[complex]:
        """Generalised displacements at all frequencies, one after the other."""
        return _listed(self.of("DEPL"), None)

    def getVelocity(self) -> list[complex]:
        """As getDisplacement, of velocities."""
        return _listed(self.of("VITE"), None)

    def getAcceleration(self) -> list[complex]:
        """As getDisplacement, of accelerations."""
        return _listed(self.of("ACCE"), None)

    def extend(self, other: Harmonic) -> Harmonic:
        """This response followed by another one on the same basis."""
        self.orders = np.concatenate((self.orders, other.orders - other.orders[0] + self.orders[-1] + 1))
        for name in ("frequencies", "displacements"):
            setattr(self, name, np.concatenate((getattr(self, name), getattr(other, name))))
        self.names = tuple(name for name in self.names if name in other.names)
        return self


def _listed(values, idx):
    return (values if idx is None else values[idx]).ravel().tolist()


def derivative(amplitudes, frequency, name: str):
    """Amplitudes of displacement at `frequency` (Hz) as those of DEPL, VITE or ACCE."""
    pulsation = 2.0 * np.pi * frequency
    return {"DEPL": 1.0, "VITE": 1j * pulsation, "ACCE": -(pulsation**2)}[name] * amplitudes
