"""RELATION='Iwan': soils in cyclic shear, N = 12 nested surfaces with kinematic hardening (r7.01.38).

With t_i = G g_i/(1 + (g_i/g_r)^n) at the distortions g_i below, t_0 = g_0 = 0:

1.  Y_i = sqrt(3/2) t_i,  C_0 = 2G,  1/C_i = (g_i - g_(i-1))/(2 (t_i - t_(i-1))) - sum_(j<i) 1/C_j
2.  de + sum_i p_i n_i = d(strain),  s the deviator of C e,  q_i = sqrt(3/2) |s - X_i|,  n_i = 3/2 (s - X_i)/q_i,
    p_i = <q_i - Y_i>/(3/2 C_i), of C_(i-1) where C_i is none
3.  X_i = X_i_ + C_i p_i n_i;  the tangent is that of 2.

Above |s| = t_i a first loading so goes on with the slope that the hyperbola |s| = t at |e'| = g/2 has between g_(i-1) and g_i.

Variables: e in Mandel's notation (4 in the plane, 6 in space), the sums of p_i, the X_i, the q_i - Y_i.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, norm

from ._implicit import Implicit, curvature
from ._law import moduli_of, strain_increment

DISTORTIONS = np.array(
    [1e-5, 2.15443469e-5, 4.64158883e-5, 1e-4, 2.15443469e-4, 4.64158883e-4, 1e-3, 2.15443469e-3, 4.64158883e-3, 1e-2, 2e-2, 2e-1]
)
N = len(DISTORTIONS)
LEAST = 1e-12
NAMES = (
    *(f"ELA{axes}" for axes in AXES),
    *(f"EPSP{i}" for i in range(1, N + 1)),
    *(f"X{i}{axes}" for i in range(1, N + 1) for axes in AXES),
    *(f"SEUIL{i}" for i in range(1, N + 1)),
)


def surfaces(shear, distortion, exponent):
    """Step 1: Y, C that flows follow and C that X follows, (..., N) each."""
    g = DISTORTIONS
    t = g * shear[..., None] / (1.0 + (g / distortion[..., None]) ** exponent[..., None])
    compliance = np.diff(g, prepend=0.0) / (2.0 * np.diff(t, prepend=0.0, axis=-1))
    # the compliances of the surfaces before add up to that of the line before
    ahead = np.concatenate([1.0 / (2.0 * shear)[..., None], compliance[..., :-1]], axis=-1)
    c = np.divide(1.0, compliance - ahead, out=np.full_like(compliance, np.inf), where=compliance != ahead)
    before = np.concatenate([2.0 * shear[..., None], c[..., :-1]], axis=-1)
    limits = np.sqrt(1.5) * t
    return limits, np.where(c < LEAST * limits, before, c), c


class NestedSurfaces(Implicit):
    """The law over all cells and points."""

    needs = {"iwan_young": "Iwan"}
    internal_names = NAMES

    def respond(self, strain, state, data, continuum):
        """Steps 1 to 3."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        young, poisson, distortion, exponent = (
            np.broadcast_to(data.at_points(f"iwan_{word}"), shape) for word in ("young", "poisson", "distortion", "exponent")
        )
        elasticity = moduli_of(young, poisson)
        two_mu = elasticity.two_mu
        stiffness = isotropic_stiffness(two_mu, elasticity.three_k, n)
        limits, flowing, hardening = surfaces(two_mu / 2.0, distortion, exponent)
        first, sums, centres = old[..., :n], slice(n, n + N), slice(n + N, n + N + N * n)
        back = old[..., centres].reshape(*shape, N, n)
        increment = strain_increment(strain, state, data, continuum)[0]

        def flows(elastic):
            shifted = two_mu[..., None, None] * deviator(elastic)[..., None, :] - back
            size = np.sqrt(1.5) * norm(shifted)
            own = np.where(size < LEAST, 1.0, size)
            along = np.where((size < LEAST)[..., None], 0.0, 1.5 * shifted / own[..., None])
            over = size - limits
            return along, own, np.where(over < LEAST, 0.0, over / (1.5 * flowing)), over

        def system(y, regime):
            along, size, p, _ = flows(first + y)
            f = y - increment + (p[..., None] * along).sum(axis=-2)
            bent = p[..., None, None] * curvature(along, size, 1.0, 0.0)
            bent = bent + np.where(p > 0.0, 1.0 / (1.5 * flowing), 0.0)[..., None, None] * (along[..., :, None] * along[..., None, :])
            return f, np.eye(n) + two_mu[..., None, None] * bent.sum(axis=-3)

        y, matrix, _ = self.solved(system, lambda y, regime: regime, np.zeros((*shape, 1)), shape, n)
        along, _, p, over = flows(first + y)
        internal = np.zeros_like(old)
        internal[..., :n] = first + y
        internal[..., sums] = old[..., sums] + p
        internal[..., centres] = (back + (np.where(p > 0.0, hardening * p, 0.0))[..., None] * along).reshape(*shape, N * n)
        internal[..., centres.stop : centres.stop + N] = over
        stress = (stiffness @ (first + y)[..., None])[..., 0]
        return stress, internal, self.driven(matrix, stiffness)


BEHAVIOURS.add("Iwan", NestedSurfaces())
