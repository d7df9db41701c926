"""RELATION='JOINT_MECA_FROT': joints that slide by Coulomb's law with adhesion (r7.01.25).

With K_N, K_T the stiffnesses, m the friction, c the adhesion, h a small hardening, l the slip summed up, g the slip:

1. the rest position across loses sawn - opening before where that is positive; d is the jump from there;
2. t_n = min(K_N d_n, c/m), fully open at the bound;
3. trial t = K_T (d_t - g_), f = |t| + m t_n - h l_ - c; where f > 0 the slip grows by f/(K_T + h) along t, l by as much;
4. the pressure of a fluid is taken away from t_n.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._joint import FREE, JointLaw, read


class Friction(JointLaw):
    """The law over all cells and points."""

    internal_names = (
        "LAMBDA", "INDIPLAS", "DEPPLAS1", "DEPPLAS2", "INDIOUV", "SIGT", "SAUT_N", "SAUT_T1", "SAUT_T2", "EPAISSJO",
        "SIGN_GLO", "GRADP_X", "GRADP_Y", "GRADP_Z", "FH_X", "FH_Y", "FH_Z", "PRESF",
    )  # fmt: skip
    needs = {"joint_friction": "JOINT_MECA_FROT"}

    def dampers(self, data):
        """Damping across and along by area, N s/m3, and the share of it that an open joint keeps, (ne,); None where no material damps."""
        across, along = data.property("joint_damping", 0.0), data.property("joint_tangential_damping", 0.0)
        return (across, along, data.property("joint_open_damping", 0.0)) if across.any() or along.any() else None

    def separate(self, jump, state, data):
        """Steps 1 to 4."""
        shape, n, v = jump.shape[:2], jump.shape[-1], state.internal
        k_n, k_t, friction, adhesion, hardening = read(
            data, shape, joint_normal=None, joint_tangential=None, joint_friction=None, joint_adhesion=None, joint_hardening=None
        )
        fluid, sawn = read(data, shape, joint_fluid=0.0, joint_sawn=0.0)
        rest = v[..., 9] - np.maximum(0.0, sawn - np.maximum(0.0, state.strain[..., 0]))
        across, bound = jump[..., 0] - rest, adhesion / friction
        opened = k_n * across >= bound
        normal = np.where(opened, bound, k_n * across)
        trial = k_t[..., None] * (jump[..., 1:] - v[..., 2 : 1 + n])
        size = np.linalg.norm(trial, axis=-1)
        safe = np.where(size > 0, size, 1.0)
        excess = size + friction * normal - hardening * v[..., 0] - adhesion
        slides = v[..., 1] >= 0.5 if data.step.predicting else excess > 0.0

        tangent = np.zeros((*jump.shape, n))
        tangent[..., 0, 0] = np.where(opened, FREE * k_n, k_n)
        pull = -(hardening * v[..., 0] + adhesion - friction * normal) * k_t**2 / safe**3 / (k_t + hardening)
        even = hardening * k_t / (k_t + hardening) - pull * size**2
        identity, product = np.eye(n - 1), trial[..., :, None] * trial[..., None, :]
        plastic = pull[..., None, None] * product + even[..., None, None] * identity
        tangent[..., 1:, 1:] = np.where(slides[..., None, None], plastic, k_t[..., None, None] * identity)
        tangent[..., 1:, 1:] += np.where(hardening == 0.0, FREE * k_t, 0.0)[..., None, None] * identity
        coupling = -trial * (friction * k_n * k_t / safe / (k_t + hardening))[..., None]
        tangent[..., 1:, 0] = np.where((slides & ~opened)[..., None], coupling, 0.0)
        if data.step.predicting:
            return state.stress, v, tangent

        slip = np.where(slides, excess / (k_t + hardening), 0.0)
        moved = (slip / safe)[..., None] * trial
        stress = np.concatenate([normal[..., None], trial - k_t[..., None] * moved], axis=-1)
        out = np.zeros((*shape, 18))
        out[..., 0], out[..., 1] = v[..., 0] + slip, slides
        out[..., 2 : 1 + n] = v[..., 2 : 1 + n] + moved
        out[..., 4] = np.maximum(v[..., 4], opened)
        out[..., 5] = v[..., 5]
        for i in range(1, n):  # so that code_aster's V6 is met, which adds its last value
            out[..., 5] = np.sqrt(out[..., 5] + stress[..., i] ** 2)
        out[..., 6 : 6 + n] = jump
        out[..., 9], out[..., 10], out[..., 17] = rest, normal, fluid
        stress[..., 0] -= fluid
        return stress, out, tangent


BEHAVIOURS.add("JOINT_MECA_FROT", Friction())
