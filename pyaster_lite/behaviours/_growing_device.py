"""What laws of discretes share whose forces grow over a step by a stiffness of each unknown (diecci, dibili, diarm0 of code_aster).

Along each own axis F' = F + k (u' - u), k being the secant over the step, which is also the tangent; a spring KP, KT1, KT2 may
stand beside.

As in code_aster, forces grow from all that the discrete bore at the last instant, the spring's pull included, and the whole pull of the
spring is added again: a law with a spring beside it holds over one step only.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.discrete import TRANSLATIONS
from pyaster_lite.fe.errors import LawFailed

ROUNDING = 16.0 * np.finfo(float).eps


class GrowingDevice:
    """A law over all discretes of a group, as fe.discrete asks for it; members say `secants(data, link, own, before)`.

    own  (ne, nt) the elastic stiffness along each axis
    secants -> stiffness (ne, nt) over the step, and the variables (ne, nv)
    told_once  whether code_aster tells the variables at the first node alone, and zeros at the second
    """

    linear, symmetric, turning, grows = False, True, "own", True
    told_once = False

    @property
    def internal_size(self) -> int:
        """How many variables a node has."""
        return len(self.internal_names)

    def connect(self, data, link, own, before):
        """Forces (ne, nt), tangents (ne, nt, nt), variables (ne, nv) and whether what turns is held (ne,), in the local axes."""
        secants, after = self.secants(data, link, own, before)
        return with_spring(data, link, link.force + secants * (link.moved - link.earlier), secants, after)

    def secants(self, data, link, own, before):
        """See above."""
        raise NotImplementedError


def step_of(link):
    """(ne, nt) how far the ends move over the step, rounding left out: a secant over it would be anything."""
    step, size = link.moved - link.earlier, np.maximum(abs(link.moved), abs(link.earlier)).max(axis=1, keepdims=True)
    return np.where(abs(step) > ROUNDING * size, step, 0.0)


def with_spring(data, link, force, stiffness, after):
    """What `connect` answers of forces and stiffnesses (ne, nt), a spring standing beside the translations."""
    beside = np.zeros(stiffness.shape)
    moves = sum(name in TRANSLATIONS for name in link.names)
    beside[:, :moves] = data.property("spring_beside", np.zeros(3))[:, :moves]
    each = np.arange(stiffness.shape[1])
    tangent = np.zeros((*stiffness.shape, len(each)))
    tangent[:, each, each] = stiffness + beside
    return force + beside * link.moved, tangent, after, np.ones(len(force), bool)


def refuse_others(names, given: dict[str, np.ndarray], law: str):
    """Raises LawFailed where a material acts along unknowns that discretes of `names` have not; `given` tells of each where it acts."""
    others = [name for name, acts in given.items() if name not in names and acts.any()]
    if others:
        raise LawFailed(f"{law} acts along {others[0]}, which these discretes do not have")
