"""What laws of discrete devices along their own axes share: everything that they do not say is elastic, by the element's own stiffness."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np

ROUNDING = np.finfo(float).eps


class Device:
    """A law over all discretes of a group, as fe.discrete asks for it; each is integrated by itself.

    Members say `act(parameters, link, e, held, own, before, data) -> force (nt,), stiffness (nt,), variables (nv,)` of discrete e, in
    its own axes: `held` (nt,) the force of the last instant, force and stiffness being elastic ones to start with.
    parameters  the property of the material that holds them
    turning  whether it acts on the rotations too, nt being 6; nothing elastic stands beside it then
    mingles  whether it goes on from the whole force, with that of the spring beside it, which is then added at each step anew
    """

    linear, symmetric, turning, mingles = False, True, False, False
    parameters = ""

    def __init__(self, tolerance: float = 1e-6, tries: int = 20):
        self.tolerance, self.tries = tolerance, tries

    def within(self, tolerance: float, tries: int) -> Device:
        """The law integrated to a relative tolerance, a step being cut `tries` times at most."""
        return type(self)(tolerance, abs(tries))

    @property
    def internal_size(self) -> int:
        """How many variables a node has."""
        return len(self.internal_names)

    def connect(self, data, link, own, before):
        """Forces (ne, nt), tangents (ne, nt, nt), variables (ne, nv) and whether what turns is held (ne,), in the local axes."""
        nt = own.shape[1]
        beside = np.zeros((len(own), nt)) if self.turning else data.property("spring_beside", np.zeros(3))[:, :nt]
        held = link.force if self.mingles else link.force - beside * link.earlier
        force, diagonal, after = held + own * (link.moved - link.earlier), own.copy(), before.copy()
        for e, owner in enumerate(data.owner):
            known = data.materials[owner][self.parameters]
            force[e], diagonal[e], after[e] = self.act(known, link, e, held[e], (force[e], diagonal[e]), before[e], data)
        tangent = np.zeros((len(own), nt, nt))
        tangent[:, np.arange(nt), np.arange(nt)] = diagonal + beside
        return force + beside * link.moved, tangent, after, np.ones(len(own), bool)

    def act(self, known, link, e, held, elastic, before, data):
        """See above."""
        raise NotImplementedError


def between(x, y, p: float) -> tuple[float, float]:
    """Value and slope at p of the straight lines through points (lists); the last but one line goes on."""
    i = min(max(bisect_right(x, p), 1), len(x) - 1)
    slope = (y[i] - y[i - 1]) / (x[i] - x[i - 1])
    return y[i - 1] + slope * (p - x[i - 1]), slope
