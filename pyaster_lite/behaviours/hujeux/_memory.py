"""The fifty internal variables of Hujeux's law, by name, and how the law remembers where a load turned."""

from __future__ import annotations

import numpy as np

from ._soil import EPS, Soil, in_planes, size

COUNT = 50
NAMES = (
    *(f"FECR{kind}{state}{k}" for state in "MC" for kind, k in (("DV", 1), ("DV", 2), ("DV", 3), ("IS", 1))),
    *(f"HIS{k}" for k in range(9, 23)),
    "EPSPVOL",
    *(f"INDETA{state}{k}" for state in "MC" for k in range(1, 5)),
    "CRITHILL",
    "DETOPTG",
    "HIS34",
    "NBITER",
    *(f"{word}{plane}{end}" for plane in ("YZ", "XZ", "XY") for word, end in (("XH", 1), ("XH", 2), ("TH", 1), ("TH", 2), ("RH", ""))),
)
TOLD = slice(31, 35)
"""Those that are told and not read again."""


class Memory:
    """Views of the variables (..., 50); planes are 0, 1, 2, the isotropic mechanism is 3.

    radius, cyclic   (..., 4) the mobilised radii r of the monotone and of the cyclic surfaces
    history          (..., 3, 4) of each cyclic surface: where it touches the older one (2) and the direction to its centre (2)
    older            (..., 3, 5) the same of the surface before it, and its radius
    centre, sense    (...) of the isotropic cyclic surface: where it starts and, -1 or 1, which way it grows
    swelling         (...) the volumetric plastic strain
    monotone, turned (..., 4) states: 1 acts, 0 does not, -1 has given way to the cyclic one
    """

    def __init__(self, values):
        self.values = values

    @property
    def radius(self):
        return self.values[..., 0:4]

    @property
    def cyclic(self):
        return self.values[..., 4:8]

    @property
    def history(self):
        return self.values[..., 8:20].reshape(*self.values.shape[:-1], 3, 4)

    @property
    def centre(self):
        return self.values[..., 20]

    @property
    def sense(self):
        return self.values[..., 21]

    @property
    def swelling(self):
        return self.values[..., 22]

    @property
    def monotone(self):
        return self.values[..., 23:27]

    @property
    def turned(self):
        return self.values[..., 27:31]

    @property
    def older(self):
        return self.values[..., 35:50].reshape(*self.values.shape[:-1], 3, 5)

    def copy(self) -> Memory:
        """Another memory of the same."""
        return Memory(self.values.copy())

    def of(self, rows) -> Memory:
        """Some of the points, copied (a view where `rows` is one point)."""
        return Memory(self.values[rows])

    def plastic(self):
        """(n,) whether some mechanism acts."""
        return ((self.monotone == 1.0) | ((self.monotone == -1.0) & (self.turned != 0.0))).any(axis=-1)

    def forget(self, k, rows, soil: Soil):
        """The cyclic surface of plane k is no more."""
        self.history[rows, k] = 0.0
        self.cyclic[rows, k] = soil.rd_cyc

    def mark(self, k, rows, soil: Soil, stress):
        """A load turns in plane k at these stresses: the surface becomes the older one, a new one starts there."""
        if not len(rows):
            return
        across, along, pressure = (part[:, k] for part in in_planes(stress))
        pressure = pressure - soil.ptrac
        size_of_one = soil.friction * pressure * (1 - soil.b * np.log(pressure / soil.consolidation(self.swelling[rows])))
        history, radius = self.history[rows, k], self.cyclic[rows, k]
        self.older[rows, k, :4], self.older[rows, k, 4] = history, radius
        out = (
            across - size_of_one * (history[:, 0] - history[:, 2] * radius),
            along - size_of_one * (history[:, 1] - history[:, 3] * radius),
        )
        far = size(*out)
        safe = np.where(abs(far) > EPS, far, np.inf)
        self.history[rows, k] = np.stack([across / size_of_one, along / size_of_one, -out[0] / safe, -out[1] / safe], axis=-1)
        self.cyclic[rows, k] = soil.rd_cyc

    def turn(self, rows, soil: Soil):
        """The pressure turns: a new isotropic surface starts where the last one is."""
        if not len(rows):
            return
        centre, sense = self.centre[rows], self.sense[rows]
        self.values[rows, 20] = np.where(centre == 0.0, self.radius[rows, 3], centre - sense * self.cyclic[rows, 3])
        self.values[rows, 21] = np.where(sense == 0.0, 1.0, -sense)
        self.cyclic[rows, 3] = soil.ri_cyc
