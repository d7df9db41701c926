"""RELATION='HUJEUX': cyclic plasticity of soils by three deviatoric mechanisms and an isotropic one (r7.01.23).

With e the volumetric plastic strain, p_k and s_k the pressure and the deviator of the plane across axis k:

1. elasticity of rates C(p) = (p/PREF)^N C
2. plane k:   f = q(s_k) + sin(PHI) p_k (1 - B ln(p_k/pc)) r_k,  pc = PCO exp(-BETA e);  r' = g (1 - r)^2/a(r);
   flow along s_k, its volume by sin(ANGDIL) + q/p_k
3. pressure:  f = |p| + D pc r_4,  r' = g (1 - r)^2/c,  c = CMON pc/PREF
4. where a load turns, a cyclic surface starts there, smaller than the monotone one, which takes over where they meet (_memory)
5. a step is cut by what the elastic trial reaches (_reach) and by what solving tells (_steps); in each part mechanisms are foreseen
   (_mechanisms), the equations solved (_newton, _system), other mechanisms tried where there is no solution (_recovery) or where the
   solution says so (_turning)
6. tangent: that of rates at the end (_predictor).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.frames import mandel_rotation
from pyaster_lite.fe.tensors import mean

from .._law import Law, strain_increment
from ._memory import NAMES
from ._point import answered, begun, rates
from ._soil import Soil
from ._steps import Control

WORDS = tuple(f"hujeux_{name}" for name in Soil.__dataclass_fields__ if name != "elasticity")


class Hujeux(Law):
    """The law over all cells and points, those of one soil at once; the planes stand in the material's axes.

    pressed  that there is no law without a pressure, so at rest none
    approached  that a cell of one point is balanced no closer than RESI_GLOB_RELA says
    """

    plane_stress = symmetric = False
    pressed = localises = True
    approached = True
    internal_names = NAMES
    starts_media = False
    needs = {"elasticity": "ELAS", "hujeux_pco": "HUJEUX"}

    def __init__(self, precision: float = 1e-6, tries: int = 20):
        self.precision, self.tries = precision, tries

    def within(self, precision: float, tries: int) -> Hujeux:
        """The law with another precision, its steps cut as ITER_INTE_MAXI says."""
        return Hujeux(precision, tries)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 6."""
        shape, n = strain.shape[:2], strain.shape[-1]
        elasticity = np.broadcast_to(data.at_points("elasticity"), (*shape, 6, 6)).reshape(-1, 36)
        words = [np.broadcast_to(data.at_points(word), shape).reshape(-1, 1) for word in WORDS]
        words = np.concatenate([elasticity, *words], axis=1)
        stress, increment = np.zeros((2, len(words), 6))
        stress[:, :n] = state.stress.reshape(-1, n)
        values = state.internal.reshape(-1, self.internal_size)
        if not data.step.predicting:
            increment[:, :n] = strain_increment(strain, state, data, continuum)[0].reshape(-1, n)
        turn = _turn(data, shape)
        if turn is not None:
            stress, increment = (np.einsum("pij,pj->pi", turn, given) for given in (stress, increment))
        found, variables, tangent = stress.copy(), values.copy(), np.zeros((len(words), 6, 6))
        control = Control(self.precision, self.tries)
        soils, owner = np.unique(words, axis=0, return_inverse=True)
        lost = np.zeros(len(words), bool)
        with np.errstate(all="ignore"):
            for number, parameters in enumerate(soils):
                rows = np.flatnonzero(owner.ravel() == number)
                soil = Soil(parameters[:36].reshape(6, 6), *(float(x) for x in parameters[36:]))
                if data.step.predicting:
                    memory = begun(soil, stress[rows], values[rows])
                    tangent[rows], lost[rows] = rates(soil, stress[rows], memory, memory.plastic())
                else:
                    found[rows], variables[rows], tangent[rows], lost[rows] = answered(
                        soil, control, increment[rows], stress[rows], values[rows]
                    )
        if lost.any():
            raise LawFailed("HUJEUX: there is no answer close to traction", points=lost)
        if turn is not None:
            found, tangent = np.einsum("pij,pi->pj", turn, found), np.swapaxes(turn, 1, 2) @ tangent @ turn
        tangent = tangent[:, :n, :n].reshape(*shape, n, n)
        return found[:, :n].reshape(*shape, n), variables.reshape(state.internal.shape), tangent

    def elastic_tangent(self, state, data, continuum):
        """(ne, ng, n, n) step 1; at rest that of the reference pressure."""
        pressure, reference = mean(state.stress), data.at_points("hujeux_pref")
        share = np.where(pressure == 0.0, 1.0, pressure / reference) ** data.at_points("hujeux_n")
        return share[..., None, None] * continuum.elasticity(data.elasticity())


def _turn(data, shape):
    """(n, 6, 6) from the axes of the mesh to those of the planes, None where they are the same."""
    frames = data.characteristics.get("material_frame")
    if frames is None or not frames.any():
        return None
    given = frames.any(axis=(1, 2))
    turn = np.tile(np.eye(6), (len(frames), 1, 1))
    turn[given] = mandel_rotation(frames[given])
    return np.repeat(turn, shape[1], axis=0)


BEHAVIOURS.add("HUJEUX", Hujeux())
