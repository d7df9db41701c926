"""Sections of reinforced concrete that are damaged and yield: GLRC_DM beside a plasticity of the membrane (r7.01.32).

Both carry the same forces N, C the section's first stiffness, h its thickness:

1. strains are  e = e_d + e_p,  e_d those of GLRC_DM, N(e_d) its forces;  the plasticity sees  e - e_d + C^-1 N  of the membrane in
   plane stress, and N/h;  bending does not yield
2. e_d is where the forces of both are the same: Newton's method from the increment of e, each point until the work of what is left of
   the forces in its last step is below RESI_INTE
3. tangent: the inverse of  K_p^-1 - C^-1 + K_d^-1
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import PlaneStress
from pyaster_lite.fe.large_strain import ROOT

_PLACES = np.array([0, 1, 3])
_SCALE = np.array([1.0, 1.0, 1 / ROOT])


class YieldingSection:
    """The law of plates that are seen by their forces; its variables are those of both, then e_d."""

    linear, symmetric = False, True

    def __init__(self, section, plasticity, precision: float = 1e-6, tries: int = 20):
        self.section, self.plasticity, self.precision, self.tries = section, plasticity, precision, tries
        strains = tuple(f"EPSD{name}" for name in ("XX", "YY", "XY", "KXX", "KYY", "KXY"))
        self.internal_names = (*section.internal_names, *plasticity.internal_names, *strains)
        self.internal_size = len(self.internal_names)
        self.needs = section.needs | plasticity.needs

    def within(self, precision, tries):
        """The law with another precision, sought in so many tries."""
        return type(self)(self.section.within(precision, tries), self.plasticity, precision, tries)

    def dissipated(self, data, thickness, internal):
        """(ne, ng) the energy by area that damage has taken, J/m2."""
        return self.section.dissipated(data, thickness, internal[..., : self.section.internal_size])

    def resist(self, strain, state, data, section, user):
        """Forces (ne, ng, 6), internal variables and tangent (ne, ng, 6, 6) at strains (ne, ng, 6) in the plate's own axes."""
        predicting, data = data.step.predicting, data.between(data.step.before, data.step.after)
        v, n = state.internal, self.section.internal_size
        damaged, yielded, before = v[..., :n], v[..., n:-6], v[..., -6:]
        forces, old = state.stress[..., :6], state.strain[..., :6]
        increment = np.zeros_like(strain) if predicting else strain - old
        none, calm = np.zeros_like(strain), PointState(np.zeros_like(strain), np.zeros_like(forces), np.zeros_like(damaged))
        flexible = np.linalg.inv(self.section.resist(none, calm, data, section, user)[2])

        def eased(n):
            return (flexible @ n[..., None])[..., 0]

        elastic = eased(forces)
        held = PointState(before, forces, damaged)
        point = self._point(old - before + elastic, forces, yielded, section)
        own, step = increment.copy(), increment
        for _ in range(self.tries):
            found, inner, soft = self.section.resist(before + own, held, data, section, user)
            seen = increment - own + eased(found) - elastic
            carried, outer, hard = self._yields(seen, point, forces, flexible, data, section)
            off = carried - found
            open_ = abs((off * step).sum(axis=-1)) >= self.precision
            if not open_.any() or predicting:
                break
            change = np.linalg.solve(hard + soft - hard @ flexible @ soft, off[..., None])[..., 0]
            step = np.where(open_[..., None], change, 0.0)
            own = own + step
        else:
            raise LawFailed(f"GLRC_DM and its plasticity do not carry the same forces after {self.tries} tries")
        tangent = np.linalg.inv(np.linalg.inv(hard) - flexible + np.linalg.inv(soft))
        if predicting:
            return forces, v, tangent
        return found, np.concatenate([inner, outer, before + own], axis=-1), tangent

    @staticmethod
    def _point(seen, forces, yielded, section):
        """What the plasticity remembers, in Mandel's notation."""
        strain, stress = (np.zeros((*seen.shape[:2], 4)) for _ in range(2))
        strain[..., _PLACES] = seen[..., :3] * _SCALE
        stress[..., _PLACES] = forces[..., :3] / _SCALE / section.thickness[:, None, None]
        return PointState(strain, stress, yielded)

    def _yields(self, seen, point, forces, flexible, data, section):
        """Forces, variables and tangent (ne, ng, 6, 6) of the plasticity after an increment (ne, ng, 6) of what it sees."""
        strain = point.strain.copy()
        strain[..., _PLACES] += seen[..., :3] * _SCALE
        stress, internal, tangent = self.plasticity.integrate(strain, point, data, PlaneStress())
        h = section.thickness[:, None, None]
        whole = np.linalg.inv(flexible)
        hard = np.zeros((*seen.shape, 6))
        hard[..., 3:, 3:] = whole[..., 3:, 3:]
        tangent = np.broadcast_to(tangent, (*seen.shape[:2], 4, 4))
        hard[..., :3, :3] = tangent[..., _PLACES[:, None], _PLACES] * np.outer(_SCALE, _SCALE) * h[..., None]
        carried = np.concatenate([stress[..., _PLACES] * _SCALE * h, forces[..., 3:]], axis=-1)
        carried[..., 3:] += (whole[..., 3:, 3:] @ seen[..., 3:, None])[..., 0]
        return carried, internal, hard
