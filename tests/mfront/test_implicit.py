"""Implicit laws: residuals of a text, solved at all points at once."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import PlaneStress, Space
from tests.mfront.written import CONTINUA, STEEL, at_rest, check_mises, check_tangent, law, points

NUMBERS = (2e11, 0.3, 2e8, 2e10)
MISES = """
@DSL Implicit;
@Behaviour Mises;
@Algorithm %s;
@Theta 1;
@Epsilon 1e-13;
@ModellingHypotheses {".+"};
@MaterialProperty stress young;
@MaterialProperty real nu;
@MaterialProperty stress limit;
@MaterialProperty stress slope;
@StateVariable real p;
@LocalVariable stress lambda, mu;
@LocalVariable bool flows;
@InitLocalVariables {
  lambda = computeLambda(young, nu);
  mu = computeMu(young, nu);
  const StressStensor trial = lambda * trace(eel + deto) * Stensor::Id() + 2 * mu * (eel + deto);
  const real h = young * slope / (young - slope);
  flows = sigmaeq(trial) > limit + h * p;
}
@Predictor { deel = deto; }
@ComputeStress { sig = lambda * trace(eel) * Stensor::Id() + 2 * mu * eel; }
@Integrator {
  feel = deel - deto;
  if (flows) {
    const real h = young * slope / (young - slope);
    const auto seq = max(sigmaeq(sig), 1e-10 * young);
    const Stensor n = 3 * deviator(sig) / (2 * seq);
    feel += dp * n;
    fp = (seq - limit - h * (p + theta * dp)) / young;
    %s
  }
}
@TangentOperator {
  StiffnessTensor De;
  Stensor4 Je;
  computeElasticStiffness<N, Type>::exe(De, lambda, mu);
  getPartialJacobianInvert(Je);
  Dt = De * Je;
}
"""
RATES = """
    dfeel_ddeel += 2 * mu * theta * dp / seq * (Stensor4::M() - (n ^ n));
    dfeel_ddp = n;
    dfp_ddeel = 2 * mu * theta / young * n;
    dfp_ddp = -h * theta / young;
"""
TEXTS = {"numerical": MISES % ("NewtonRaphson_NumericalJacobian", ""), "analytic": MISES % ("NewtonRaphson", RATES)}


@pytest.mark.parametrize("hypothesis", CONTINUA)
@pytest.mark.parametrize("kind", TEXTS)
def test_mises_is_vmis_isot_line(kind, hypothesis):
    check_mises(law(TEXTS[kind], hypothesis), hypothesis, NUMBERS, 1e-8, 1.0, 4e5)


FLAT = """
@StateVariable<PlaneStress> real etozz;
@Integrator<PlaneStress, Append, AtEnd> {
  fetozz = ((lambda + 2 * mu) * (eel(2) + deel(2)) + lambda * (eel(0) + deel(0) + eel(1) + deel(1))) / young;
  feel(2) -= detozz;
}
"""


def test_a_law_may_know_plane_stress_itself():
    own, known, continuum = law(TEXTS["numerical"] + FLAT, "PlaneStress"), BEHAVIOURS["VMIS_ISOT_LINE"], PlaneStress()
    strain = 3e-3 * np.random.default_rng(5).standard_normal((2, 3, 4))
    strain[..., 2] = 0.0
    data = points(NUMBERS, **STEEL)
    a, mine, slope = own.integrate(strain, at_rest(own, 4), data, continuum)
    b, theirs, rate = known.integrate(strain, at_rest(known, 4), data, continuum)
    np.testing.assert_allclose(a, b, rtol=1e-7, atol=10.0)
    np.testing.assert_allclose(mine[..., 4], theirs[..., 0], rtol=1e-7, atol=1e-14)


MAXWELL = """
@DSL Implicit;
@Behaviour Maxwell;
@Theta 0.5;
@Epsilon 1e-14;
@MaterialProperty stress young;
@MaterialProperty real nu;
@MaterialProperty real times[2];
@StateVariable StrainStensor ev[2];
@AuxiliaryStateVariable real warmth;
@ExternalStateVariable real water;
water.setEntryName("ConcreteDrying");
@LocalVariable stress lambda, mu;
@InitLocalVariables {
  lambda = computeLambda(young, nu);
  mu = computeMu(young, nu);
}
@ComputeStress { sig = lambda * trace(eel) * Stensor::Id() + 2 * mu * eel; }
@Integrator {
  feel = deel - deto;
  const Stensor e = eel + theta * deel;
  for (unsigned short i = 0; i != 2; ++i) {
    feel += dev[i];
    fev[i] = dev[i] - dt / times[i] * deviator(e);
    dfeel_ddev(i) = Stensor4::Id();
    dfev_ddeel(i) = -dt * theta / times[i] * Stensor4::K();
  }
}
@UpdateAuxiliaryStateVariables { warmth += T + dT + water; }
"""


def test_arrays_of_tensors_flow_and_what_surrounds_is_seen():
    """de/dt = - (1/t1 + 1/t2) dev e by the rule of the middle."""
    behaviour, continuum = law(MAXWELL), Space()
    levels = {0.0: (20.0, 1.0), 1.0: (50.0, 3.0)}
    data = points(
        (1e3, 0.25, 2.0, 4.0),
        surroundings=lambda t: {
            "TEMP": np.full((2, 3), levels[t][0]),
            "SECH": np.full((2, 3), levels[t][1]),
            "TEMP_REF": np.full((2, 3), 20.0),
        },
    )
    data.materials[0]["expansion"] = 0.0
    strain = 1e-3 * np.random.default_rng(1).standard_normal((2, 3, 6))
    state = at_rest(behaviour, 6)
    stress, internal, _ = behaviour.integrate(strain, state, data, continuum)
    check_tangent(behaviour, strain, state, data, continuum, 1e3)
    shear = strain.copy()
    shear[..., :3] -= strain[..., :3].mean(axis=-1, keepdims=True)
    np.testing.assert_allclose(internal[..., 6:12], shear / (1 + 0.5 * 0.75) * 0.25, rtol=1e-9, atol=1e-15)
    np.testing.assert_allclose(internal[..., 18], 51.0)
    assert behaviour.internal_names[6] == "ev[0]XX" and behaviour.internal_names[18] == "warmth"


def test_points_without_answer_are_told():
    behaviour = law(TEXTS["numerical"].replace("feel += dp * n;", "return false;"))
    with pytest.raises(LawFailed):
        behaviour.integrate(np.full((2, 3, 6), 3e-2) * [1, 0, 0, 0, 0, 0], at_rest(behaviour, 6), points(NUMBERS), Space())
