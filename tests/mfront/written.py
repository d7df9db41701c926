"""Laws of short texts, and points that obey them."""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData, Step
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, Space
from pyaster_lite.materials._law import isotropic
from pyaster_lite.mfront.law import source

ONE = Step(0.0, 1.0)
STEEL = {"young": 2e11, "poisson": 0.3, "elasticity": isotropic(2e11, 0.3), "yield_stress": 2e8, "traction_slope": 2e10}
CONTINUA = {"Tridimensional": Space(), "PlaneStrain": Plane(), "Axisymmetrical": Axisymmetric()}

MISES = """
@DSL IsotropicPlasticMisesFlow;
@Behaviour Mises;
@MaterialProperty stress limit;
@MaterialProperty stress slope;
@FlowRule {
  const real hardening = young * slope / (young - slope);
  f = seq - hardening * p - limit;
  df_dseq = 1;
  df_dp = -hardening;
}
"""


def law(text, hypothesis="Tridimensional", **files):
    """The law of a text, as elements ask it; `files` are the texts that it calls, by name without .mfront."""
    others = tuple((f"{name}.mfront", other) for name, other in files.items())
    return BEHAVIOURS["MFRONT"].law((("law.mfront", text), *others), hypothesis)


def found(text, hypothesis="Tridimensional"):
    """The law of a text in a space, by itself."""
    return source((("law.mfront", text),)).law(hypothesis)


def points(numbers, step=ONE, surroundings=None, **properties):
    """Two cells of three points made of a material with these numbers."""
    material = {"mfront": np.array(numbers, float), **properties}
    return ElementData(np.arange(2), np.zeros((2, 1, 3)), [material], np.zeros(2, int), surroundings=surroundings, step=step)


def at_rest(behaviour, n):
    """No strain nor stress yet."""
    none = np.zeros((2, 3, n))
    return PointState(none, none, np.zeros((2, 3, behaviour.internal_size)))


def check_tangent(behaviour, strain, state, data, continuum, scale, size=1e-7, rtol=1e-6):
    """The tangent is the derivative of the stress."""
    tangent = behaviour.integrate(strain, state, data, continuum)[2]
    for j in range(strain.shape[-1]):
        move = np.zeros(strain.shape[-1])
        move[j] = size
        ahead, behind = (behaviour.integrate(strain + sign * move, state, data, continuum)[0] for sign in (1, -1))
        np.testing.assert_allclose((ahead - behind) / (2 * size), tangent[..., j], atol=rtol * scale)


def check_mises(own, hypothesis, numbers, rtol, stress, slope):
    """The law goes the way of VMIS_ISOT_LINE over four steps; `stress` and `slope` are what these may be off by (Pa)."""
    continuum, known = CONTINUA[hypothesis], BEHAVIOURS["VMIS_ISOT_LINE"]
    n, data = len(continuum.strains), points(numbers, **STEEL)
    strain = 3e-3 * np.random.default_rng(2).standard_normal((2, 3, n))
    states = [at_rest(each, n) for each in (own, known)]
    for factor in (0.5, 1.0, 0.7, 2.0):
        (a, mine, moduli), (b, theirs, rate) = (
            each.integrate(factor * strain, state, data, continuum) for each, state in zip((own, known), states)
        )
        np.testing.assert_allclose(a, b, rtol=rtol, atol=stress)
        np.testing.assert_allclose(mine[..., n], theirs[..., 0], rtol=rtol, atol=1e-15)
        np.testing.assert_allclose(moduli, np.broadcast_to(rate, moduli.shape), atol=slope)
        states = [PointState(factor * strain, sigma, kept) for sigma, kept in ((a, mine), (b, theirs))]
