"""RELATION='KICHENIN_NL': a plastic branch with kinematic hardening beside a Maxwell branch with a nonlinear dashpot (r5.03.36).

With e the strain less what no stress causes, s the deviator, tr the trace:

plastic branch, p its plastic strain, moduli of ELAS:
1.  y = 2mu (e - p_)' - C p_,  q its equivalent;  dp = 0 where q <= SIGC, else dp = (1 - SIGC/q) y/(2mu + C)
2.  s1 = 3K tr e/3 1 + 2mu (e - p)'

viscoelastic branch, v its viscous strain, C its elasticity (E_VISC, NU_VISC), V = (1 - 2 NU_AMOR) on the mean part and (1 + NU_AMOR) on
the deviator, G = 1/N_AMOR:
3.  dv = k V s2,  k = dt N^(G-1)/ETA^G,  N = sqrt(s2 : V s2);  s2 = C (e - v_ - dv):
    with s^e = C (e - v_), h its mean part, d its deviator, a = 1 - 2 NU_AMOR and b = 1 + NU_AMOR, N solves
    a |h|^2/(1 + 3K a k)^2 + b |d|^2/(1 + 2mu b k)^2 = N^2
4.  tangent of 1 and of 3, (C^-1 + k V + (G-1) k/N^2 (V s2)(V s2))^-1
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mandel_factors, norm, outer

from ._bracket import Bracket, search
from ._law import moduli, moduli_of
from ._restarting import Restarting

EDGE = 1e-6
"""Rates are plastic from this share below the yield stress on, as in code_aster."""
CLOSE, TRIES = 1e-15, 200


class Branches(Restarting):
    """The law over all cells and points."""

    plane_stress = False
    needs = {"young": "ELAS", "branches_limit": "KICHENIN_NL"}
    internal_names = ("EPSPEQ", *(f"EPSP{axes}" for axes in AXES), "EPSVEQ", *(f"EPV{axes}" for axes in AXES))

    def respond(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        caused = anelastic_strain(data, continuum.strains)
        strain = strain if caused is None else strain - caused
        scale = mandel_factors()[:n]
        plastic, viscous = old[..., 1 : 1 + n] * scale, old[..., 8 : 8 + n] * scale
        first, grown, stiff = self._plastic(strain, plastic, data, shape)
        second, flown, soft = self._viscoelastic(strain - viscous, data, shape)
        internal = old.copy()
        for at, before, change in ((0, plastic, grown), (7, viscous, flown)):
            internal[..., at] += np.sqrt(2 / 3) * norm(change)
            internal[..., at + 1 : at + 1 + n] = (before + change) / scale
        return first + second, internal, stiff + soft

    def _plastic(self, strain, before, data, shape):
        """Stress, growth of the plastic strain and tangent of the first branch."""
        n = strain.shape[-1]
        limit, prager = (np.broadcast_to(data.at_points(f"branches_{name}"), shape) for name in ("limit", "prager"))
        own = moduli(data)
        two_mu, three_k = (np.broadcast_to(value, shape) for value in (own.two_mu, own.three_k))
        elastic = isotropic_stiffness(two_mu, three_k, n)
        away = two_mu[..., None] * deviator(strain - before) - prager[..., None] * before
        size = np.sqrt(1.5) * norm(away)
        kept = np.minimum(1.0, limit / np.where(size > 0.0, size, 1.0))
        kept = np.where(size > limit, kept, 1.0)
        growth = ((1 - kept) / (two_mu + prager))[..., None] * away
        stress = (elastic @ strain[..., None])[..., 0] - two_mu[..., None] * (before + growth)
        flows = size > ((1 - EDGE) * limit if data.step.predicting else limit)
        kept, share = np.where(flows & (size > 0.0), limit / np.where(size > 0.0, size, 1.0), 1.0), two_mu / (two_mu + prager)
        bent = isotropic_stiffness(share * (kept * two_mu + prager), three_k, n)
        along = away / np.where(size > 0.0, size, 1.0)[..., None]
        bent = bent - (1.5 * two_mu * kept * share)[..., None, None] * outer(along, along)
        return stress, growth, np.where(flows[..., None, None], bent, elastic)

    def _viscoelastic(self, strain, data, shape):
        """Stress, growth of the viscous strain and tangent of the second branch, step 3."""
        n, dt = strain.shape[-1], data.step.after - data.step.before
        young, poisson, lateral, viscosity, exponent = (
            np.broadcast_to(data.at_points(f"branches_{name}"), shape)
            for name in ("young", "poisson", "dashpot_poisson", "viscosity", "exponent")
        )
        own, power = moduli_of(young, poisson), 1.0 / exponent
        pace = dt / viscosity**power
        elastic = isotropic_stiffness(own.two_mu, own.three_k, n)
        flow = isotropic_stiffness(1 + lateral, 1 - 2 * lateral, n)
        trial = (elastic @ strain[..., None])[..., 0]
        shear = deviator(trial)
        parts = (1 - 2 * lateral) * norm(trial - shear) ** 2, (1 + lateral) * norm(shear) ** 2
        size = np.sqrt(parts[0] + parts[1])
        moves = (size > 0.0) & (pace > 0.0)
        safe = np.where(moves, size, 1.0)
        share = [np.where(moves, part / safe**2, 0.0) for part in parts]
        base = pace * safe ** (power - 1)
        rates = own.three_k * (1 - 2 * lateral) * base, own.two_mu * (1 + lateral) * base

        def excess(x):
            x = np.maximum(x, np.finfo(float).tiny)
            grown = x ** (power - 1)
            down = [1 + rate * grown for rate in rates]
            value = x**2 - sum(a / d**2 for a, d in zip(share, down))
            slope = 2 * x + sum(2 * a * rate / d**3 for a, rate, d in zip(share, rates, down)) * (power - 1) * grown / x
            return np.where(moves, value, 0.0), slope

        one = np.ones(shape)
        x = search(excess, one, Bracket(0.0 * one, one), CLOSE, TRIES)
        k = np.where(moves, base * x ** (power - 1), 0.0)
        eye = np.eye(n)
        stress = np.linalg.solve(eye + k[..., None, None] * (elastic @ flow), trial[..., None])[..., 0]
        along = (flow @ stress[..., None])[..., 0]
        bent = np.where(moves, (power - 1) * k / np.where(moves, safe * x, 1.0) ** 2, 0.0)
        compliance = k[..., None, None] * flow + bent[..., None, None] * outer(along, along)
        return stress, k[..., None] * along, np.linalg.solve(eye + elastic @ compliance, elastic)


BEHAVIOURS.add("KICHENIN_NL", Branches())
