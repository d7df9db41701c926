"""Straight pipes full of a fluid that sounds: beams of Timoshenko whose bore holds a pressure and a potential (r4.02.02).

The fluid goes with the pipe across its axis, and along it through its potential where the bore narrows or ends: with A the area of
the bore, linear in its square root along the axis where the section goes as both of its dimensions do,

    K_pp = int A N^T N / (rho c^2)     M_p,phi = int A N^T N / c^2     M_phi,phi = -rho int A N'^T N'

and M_phi,u by what its ends and walls push. As in code_aster the walls of a cone push the way its wider end does, where
int N'^T A N would have them push the other way: its tests hold such frequencies (fdll200c).
"""

from __future__ import annotations

import numpy as np

from . import beam_mass
from .beam import UNKNOWNS, Beam
from .beam_section import CONSTANT, HOMOTHETIC
from .data import ElementData

STRUCTURE = [*range(6), *range(8, 14)]
PRESSURE, POTENTIAL, ALONG = [6, 14], [7, 15], [0, 8]
"""Where the unknowns stand, in the order of the ends."""
ACROSS = [1, 2, 4, 5, 7, 8, 10, 11]
"""The unknowns of a beam that do not move or turn along its axis."""
TWIST = [3, 9]


class FluidBeam(Beam):
    """A pipe: the 6 unknowns of a beam, PRES and PHI at both ends."""

    translations = ()

    def __init__(self):
        super().__init__(shears=True)
        self.components = ((*UNKNOWNS, "PRES", "PHI"),) * 2

    def local_stiffness(self, data):
        """That of the beam, and of the fluid that gives way."""
        result = np.zeros((len(data), 16, 16))
        result[np.ix_(range(len(data)), STRUCTURE, STRUCTURE)] = super().local_stiffness(data)
        held = self._held(data) / data.property("fluid_density")[:, None, None]
        result[np.ix_(range(len(data)), PRESSURE, PRESSURE)] = held
        return result

    def mass(self, data):
        """Across its axis the pipe carries its fluid; where the section varies it does so in its twist too, as in code_aster."""
        section, length, density = self._plain(data), self.length(data), data.property("density")
        wet = density + data.property("fluid_density") * self._filling(section)
        own, carried = (beam_mass.consistent_mass(section, length, rho, *self.moduli(data), True) for rho in (density, wet))
        own[:, ACROSS] = carried[:, ACROSS]
        own[:, :, ACROSS] = carried[:, :, ACROSS]
        tapered = (section.variation != CONSTANT)[:, None, None]
        twist = np.ix_(range(len(data)), TWIST, TWIST)
        own[twist] = np.where(tapered, carried[twist], own[twist])
        result = np.zeros((len(data), 16, 16))
        cells = range(len(data))
        result[np.ix_(cells, STRUCTURE, STRUCTURE)] = own
        result[np.ix_(cells, POTENTIAL, POTENTIAL)], along = self._flowing(data)
        result[np.ix_(cells, POTENTIAL, ALONG)] = along
        result[np.ix_(cells, ALONG, POTENTIAL)] = along.transpose(0, 2, 1)
        held = self._held(data)
        result[np.ix_(cells, PRESSURE, POTENTIAL)] = result[np.ix_(cells, POTENTIAL, PRESSURE)] = held
        return self.turned(data, result)

    @staticmethod
    def _filling(section) -> np.ndarray:
        """(ne,) the volume of the fluid over that of the pipe."""
        (bore, last), (area, end) = section.bore.T, section.area.T
        outer = np.sqrt((area + bore) * (end + last))
        inner = np.sqrt(bore * last)
        constant = bore / area
        return np.where(section.variation == CONSTANT, constant, (bore + last + inner) / (area + end + outer - inner))

    def _bores(self, data: ElementData):
        """(ne,) the area of the bore at both ends and in the middle."""
        section = self._plain(data)
        first, last = section.bore.T
        both = section.variation == HOMOTHETIC
        return first, last, np.where(both, (first + last + 2.0 * np.sqrt(first * last)) / 4.0, (first + last) / 2.0)

    def _held(self, data):
        """(ne, 2, 2) int A N^T N / c^2, by Simpson's rule."""
        first, last, middle = self._bores(data)
        share = self.length(data) / (60.0 * data.property("fluid_speed") ** 2)
        own, other, between = 9 * first - last + 12 * middle, 9 * last - first + 12 * middle, first + last + 8 * middle
        return np.moveaxis(share * np.array([[own, between], [between, other]]), -1, 0)

    def _flowing(self, data):
        """(ne, 2, 2) -rho int A N'^T N', and what motions along the axis push at each end, rows of potentials."""
        first, last, middle = self._bores(data)
        density, (r, s) = data.property("fluid_density"), (np.sqrt(area / np.pi) for area in (first, last))
        slope = density * (first + last + 4.0 * middle) / (6.0 * self.length(data))
        grows = np.pi * (s - r) / 6.0
        along = density * np.array([[-first + grows * (3 * r + s), grows * (r + s)], [grows * (r + s), last + grows * (r + 3 * s)]])
        return tuple(np.moveaxis(block, -1, 0) for block in (np.array([[-slope, slope], [slope, -slope]]), along))

    def lumped_mass(self, data):
        """None: there is no diagonal mass of a fluid."""
        return None
