"""RELATION='VISCOCHAB': viscoplasticity of Chaboche with memory of the largest strains and recovery (r5.03.12).

The equations, and how they are solved, are in _viscochab_points; the tangent of rates is elastic.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, norm, unit

from ._explicit import Explicit
from ._law import Law, Moduli, moduli, strain_increment
from ._viscochab_points import Points

WORDS = (
    "k_0", "k", "n", "b", "q_m", "q_0", "c1", "g1_0", "c2", "g2_0", "a_k", "a_r", "alp", "m_r", "g_r", "mu", "qr_0", "eta", "m_1", "d1",
    "g_x1", "m_2", "d2", "g_x2", "a_i",
)  # fmt: skip
PRECISION, MOST = 1e-6, 20
"""RESI_INTE and ITER_INTE_MAXI where nobody tells."""


class _Flow:
    """Rates of the variables, for the explicit rule (rkdcha of code_aster): the plastic strain, a_i with X_i = 2/3 C_i a_i, k, R, Q, p.

    Nothing recovers where nothing flows, and D_1 stands for D_2 in what turns a_2, as in code_aster.
    """

    needs = {"young": "ELAS", "recovery.k_0": "VISCOCHAB"}
    internal_names = tuple(f"VISCHA{i}" for i in range(1, 29))
    words = tuple(f"recovery.{word}" for word in WORDS)
    followed, damage = 27, None

    @staticmethod
    def rates(values, known, stress):
        """Those of the module's head."""
        w = {name.removeprefix("recovery."): value for name, value in values.items()}
        strain, *backs, k = (known[:, 6 * i : 6 * i + 6] for i in range(4))
        r, q, p = known[:, 24], known[:, 25], known[:, 26]
        shear = deviator(stress) - sum((w[f"c{i}"] / 1.5)[:, None] * back for i, back in enumerate(backs, 1))
        size = np.sqrt(1.5) * norm(shear)
        over = size - r - w["k"]
        flows = over > 0.0
        z = np.where(flows, over, 0.0) / (w["k_0"] + w["a_k"] * r)
        d = z ** w["n"] * np.exp(np.where(w["alp"] > 1e-30, w["alp"] * z ** (w["n"] + 1), 0.0))
        along = shear / np.where(flows, size, 1.0)[:, None]
        flow, unit_ = 1.5 * along * d[:, None], np.sqrt(1.5) * along
        fade = w["a_i"] + (1 - w["a_i"]) * np.exp(-w["b"] * p)
        moved = [flow]
        for i, back in enumerate(backs, 1):
            turned = ((1 - w["d1"]) * (back * unit_).sum(axis=-1))[:, None] * unit_
            rate = flow - (w[f"g{i}_0"] * fade * d)[:, None] * (w[f"d{i}"][:, None] * back + turned)
            far = w[f"c{i}"] * norm(back) / np.sqrt(1.5)
            pulls = far > 1e-30
            loss = np.where(pulls, w[f"g_x{i}"] * np.where(pulls, far, 1.0) ** (w[f"m_{i}"] - 1), 0.0)
            moved.append(rate - loss[:, None] * back)
        goal = w["q_0"] + (w["q_m"] - w["q_0"]) * (1 - np.exp(-2 * w["mu"] * q))
        far = goal - w["qr_0"] * (1 - ((w["q_m"] - goal) / w["q_m"]) ** 2) - r
        hardening = w["b"] * (goal - r) * d + w["g_r"] * np.copysign(abs(far) ** w["m_r"], far)
        away = strain - k
        reach = np.sqrt(1.5) * norm(away)
        beyond = reach / 1.5 > q
        m = np.where(beyond[:, None], np.sqrt(1.5) * away / np.where(beyond, reach, 1.0)[:, None], 0.0)
        turned = np.maximum((unit_ * m).sum(axis=-1), 0.0)
        moved.append((np.sqrt(1.5) * (1 - w["eta"]) * turned * d)[:, None] * m)
        found = np.column_stack([*moved, hardening, w["eta"] * turned * d, d])
        return np.where(flows[:, None], found, 0.0)


class Recovering(Law):
    """The law over all cells and points; `broken`: of material that has lost its stiffness, see _breaking."""

    plane_stress, symmetric, elastic_rates, secant = False, True, True, True
    explicit = True
    needs = {"young": "ELAS", "recovery.k_0": "VISCOCHAB"}
    internal_names = tuple(f"VISCHA{i}" for i in range(1, 29))

    def __init__(self, lost: bool = False, precision: float = PRECISION, most: int = MOST):
        self.lost, self.precision, self.most = lost, precision, most

    def broken(self):
        """The law of material that is broken."""
        return Recovering(True, self.precision, self.most)

    def within(self, precision, tries):
        """The law with another precision of its equations."""
        return Recovering(self.lost, precision, abs(tries))

    def solved_by(self, algorithm):
        """The law by another of the algorithms."""
        return Explicit(_Flow()) if algorithm == "RUNGE_KUTTA" else self

    def cumulated(self, internal, n):
        """p among the variables."""
        return internal[..., 2 * n]

    def _moduli(self, data, before=False):
        found = moduli(data, before)
        loss = data.at_points("breaking_loss", before=before) if self.lost else 1.0
        return Moduli(found.two_mu / loss, found.three_k / loss)

    def integrate(self, strain, state, data, continuum):
        """From the stress and the strain at the start; elastic where the trial stays within the threshold."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        now, was = self._moduli(data), self._moduli(data, True)
        two_mu, three_k = (np.broadcast_to(value, shape) for value in (now.two_mu, now.three_k))
        tangent = np.broadcast_to(isotropic_stiffness(two_mu, three_k, n), (*shape, n, n)).copy()
        dt = data.step.after - data.step.before
        if data.step.predicting:
            # the elasticity before the step (lcotan)
            return state.stress, old, np.broadcast_to(isotropic_stiffness(was.two_mu, was.three_k, n), tangent.shape)
        driven = strain_increment(strain, state, data, continuum)[0]
        held = (now.two_mu / was.two_mu)[..., None] * deviator(state.stress)
        held = held + (now.three_k / was.three_k * mean(state.stress))[..., None] * unit(n)
        kept = isotropic_stiffness(1 / was.two_mu, 1 / was.three_k, n) @ state.stress[..., None]
        caused = anelastic_strain(data, continuum.strains, before=True)
        plastic = state.strain - (0.0 if caused is None else caused) - kept[..., 0]
        w, before = self._words(data, shape, False), self._words(data, shape, True)
        strains = (v.reshape(-1, n) for v in (driven, state.stress, held, plastic))
        internal, tangent = old.reshape(-1, 28).copy(), tangent.reshape(-1, n, n)
        points = Points(w, before, (two_mu.reshape(-1), three_k.reshape(-1)), *strains, internal, dt)
        stress, turns = points.trial(), 3 * n + 3
        flows = points.over(stress, internal) >= 0.0 if dt > 0.0 else np.zeros(len(stress), bool)
        internal[:, turns] = 0.0
        if flows.any():
            points = points.at(flows)
            y, iterations = points.solved(self.precision, self.most)
            stress[flows] = points.stress + y[:, :n]
            internal[flows, :turns] += y[:, n:]
            internal[flows, turns] = iterations
            tangent[flows] = points.tangent(y)
        return stress.reshape(*shape, n), internal.reshape(*shape, 28), tangent.reshape(*shape, n, n)

    @staticmethod
    def _words(data, shape, before):
        return {word: np.broadcast_to(data.at_points(f"recovery.{word}", before=before), shape).reshape(-1) for word in WORDS}


BEHAVIOURS.add("VISCOCHAB", Recovering())
