"""Joints, large strains, rates and fields written in the language."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Plane, Space
from tests.mfront.written import at_rest, check_tangent, law, points

SPRINGS = """
@DSL DefaultCZM;
@Behaviour Springs;
@MaterialProperty real kn;
@MaterialProperty real kt;
@StateVariable real widest;
@Integrator {
  t_t = kt * (u_t + du_t);
  const real opening = u_n + du_n;
  t_n = opening < 0 ? 10 * kn * opening : kn * opening;
  widest = max(widest, opening);
  Dt_nn = opening < 0 ? 10 * kn : kn;
  Dt_tt = kt * tmatrix<N - 1, N - 1, real>::Id();
  Dt_tn = Dt_nt = tvector<N - 1, real>(real(0));
}
"""


@pytest.mark.parametrize("hypothesis,n", [("Tridimensional", 3), ("PlaneStrain", 2)])
def test_a_joint_is_stiffer_when_it_closes(hypothesis, n):
    behaviour, data = law(SPRINGS, hypothesis), points((3.0, 5.0))
    jump = np.random.default_rng(0).standard_normal((2, 3, n))
    stress, internal, tangent = behaviour.separate(jump, at_rest(behaviour, n), data)
    stiff = np.where(jump[..., 0] < 0, 30.0, 3.0)
    np.testing.assert_allclose(stress, np.concatenate([(stiff * jump[..., 0])[..., None], 5.0 * jump[..., 1:]], axis=-1))
    np.testing.assert_allclose(internal[..., 0], np.maximum(jump[..., 0], 0.0))
    np.testing.assert_allclose(tangent[..., 0, 0], stiff)
    assert not tangent[..., 0, 1:].any() and (tangent[..., 1, 1] == 5.0).all()


def test_an_interface_opens_as_its_traction_says():
    """At t = l + r d the law gives the opening; traction and its dual follow, and their rates."""
    behaviour = BEHAVIOURS["MFRONT"].law((("law.mfront", SPRINGS),), "PlaneStrain", interface=True)
    data = points((0.3, 0.5), mfront_penalty=2.0)
    held = np.random.default_rng(1).standard_normal((2, 3, 4))
    state = PointState(np.zeros((2, 3, 4)), np.zeros((2, 3, 4)), np.zeros((2, 3, 1)))
    stress, _, tangent = behaviour.cohere(held, state, data)
    t = held[..., 2:] + 2.0 * held[..., :2]
    opening = t * np.where(np.arange(2) == 0, np.where(t[..., :1] < 0, 3.0, 0.3), 0.5)
    np.testing.assert_allclose(stress, np.concatenate([t - 2.0 * opening, held[..., :2] - opening], axis=-1), atol=1e-14)
    for j in range(4):
        move = 1e-6 * np.eye(4)[j]
        ahead, behind = (behaviour.cohere(held + sign * move, state, data)[0] for sign in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-6, tangent[..., j], atol=1e-8)


KIRCHHOFF = """
@DSL DefaultFiniteStrain;
@Behaviour Kirchhoff;
@MaterialProperty stress lame;
@MaterialProperty stress mu;
@LocalVariable StiffnessTensor rate;
@Integrator {
  const auto e = computeGreenLagrangeTensor(F1);
  const StressStensor s = lame * trace(e) * Stensor::Id() + 2 * mu * e;
  sig = convertSecondPiolaKirchhoffStressToCauchyStress(s, F1);
  rate = lame / 2 * Stensor4::IxI() + mu * Stensor4::Id();
}
@TangentOperator<DS_DC> { Dt = rate; }
"""


OTHERWISE = KIRCHHOFF.replace("computeGreenLagrangeTensor(F1)", "(computeRightCauchyGreenTensor(F1) - Stensor::Id()) / 2")


@pytest.mark.parametrize("text", [KIRCHHOFF, OTHERWISE])
@pytest.mark.parametrize("continuum,hypothesis", [(Space(), "Tridimensional"), (Plane(), "PlaneStrain")])
def test_large_strains_give_the_second_stress(continuum, hypothesis, text):
    behaviour, n = law(text, hypothesis), len(continuum.strains)
    strain = 0.1 * np.random.default_rng(4).standard_normal((2, 3, n))
    data = points((2.0, 3.0))
    stress, _, _ = behaviour.integrate(strain, at_rest(behaviour, n), data, continuum)
    i = np.array([1.0, 1, 1, 0, 0, 0][:n])
    np.testing.assert_allclose(stress, 2.0 * strain[..., :3].sum(axis=-1)[..., None] * i + 6.0 * strain, atol=1e-13)
    check_tangent(behaviour, strain, at_rest(behaviour, n), data, continuum, 1.0)


RATES = """
@DSL RungeKutta;
@Behaviour Fading;
@Algorithm rk54;
@Epsilon 1e-12;
@MaterialProperty stress young;
@MaterialProperty real time;
@StateVariable Stensor ev;
@ComputeStress { sig = young * eel; }
@Derivative {
  dev = eel / time;
  deel = deto - dev;
}
"""


@pytest.mark.parametrize("word,order", [("euler", 1), ("rk2", 2), ("rk4", 4)])
def test_an_algorithm_without_watch_has_its_order(word, order):
    """e' = k - e/t over one step of 1 from nought: the series of t (1 - exp(-1/t)) up to its order."""
    behaviour, strain = law(RATES.replace("rk54", word)), np.full((2, 3, 6), 0.3)
    stress, _, _ = behaviour.integrate(strain, at_rest(behaviour, 6), points((7.0, 2.0)), Space())
    factorial = np.cumprod(np.arange(1.0, order + 1))
    np.testing.assert_allclose(stress, 7.0 * 0.3 * sum((-0.5) ** k / factorial[k] for k in range(order)))


def test_rates_are_followed_to_the_end_of_the_step():
    """e' = k - e/t from nought: e(1) = k t (1 - exp(-1/t))."""
    behaviour, continuum = law(RATES), Space()
    strain = np.random.default_rng(6).standard_normal((2, 3, 6))
    stress, internal, _ = behaviour.integrate(strain, at_rest(behaviour, 6), points((7.0, 0.2)), continuum)
    elastic = 0.2 * (1 - np.exp(-5.0)) * strain
    np.testing.assert_allclose(stress, 7.0 * elastic, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(internal[..., 6:], strain - elastic, rtol=1e-9, atol=1e-12)


PLAIN = """
@DSL Default;
@Behaviour Plain;
@MaterialProperty stress young;
@StateVariable real most;
@Integrator {
  const Stensor e = eto + deto;
  sig = young * (1 + (e | e)) * e;
  most = max(most, norm(e));
  %s
}
"""


@pytest.mark.parametrize("told", ["", "Dt = young * (1 + (e | e)) * Stensor4::Id() + 2 * young * (e ^ e);"])
def test_a_law_written_out_has_a_tangent_told_or_not(told):
    behaviour, data, continuum = law(PLAIN % told), points((7.0,)), Space()
    strain = np.random.default_rng(9).standard_normal((2, 3, 6))
    check_tangent(behaviour, strain, at_rest(behaviour, 6), data, continuum, 100.0)
    np.testing.assert_allclose(
        behaviour.integrate(strain, at_rest(behaviour, 6), data, continuum)[1][..., 0], np.linalg.norm(strain, axis=-1)
    )


FIELD = """
@DSL DefaultGenericBehaviour;
@Behaviour Coupled;
@MaterialProperty stress young;
@MaterialProperty real link;
@Gradient Stensor eto;
@Gradient real phi;
@ThermodynamicForce Stensor sig;
@ThermodynamicForce real a;
@AuxiliaryStateVariable real most;
@Integrator {
  const real size = (eto + deto) | (eto + deto);
  sig = young * (eto + deto) + 2 * link * (phi + dphi) * (eto + deto);
  a = link * size + (phi + dphi) * (phi + dphi);
  most = max(most, a);
}
@TangentOperator {
  dsig_ddeto = (young + 2 * link * (phi + dphi)) * Stensor4::Id();
  dsig_ddphi = 2 * link * (eto + deto);
  da_ddeto = 2 * link * (eto + deto);
  da_ddphi = 2 * (phi + dphi);
}
"""


def test_a_field_drives_a_law():
    behaviour, continuum = law(FIELD), Space()
    data = points((7.0, 0.4), gradient_cost=1.0, gradient_penalty=1.0)
    rng = np.random.default_rng(8)
    strain, field, penalty = rng.standard_normal((2, 3, 6)), rng.standard_normal((2, 3)), np.ones((2, 3))
    state = at_rest(behaviour, 6)
    answer = behaviour.driven(strain, field, penalty, state, data, continuum)
    np.testing.assert_allclose(answer.value, 0.4 * (strain**2).sum(axis=-1) + field**2)
    ahead, behind = (behaviour.driven(strain, field + sign * 1e-6, penalty, state, data, continuum) for sign in (1, -1))
    np.testing.assert_allclose((ahead.stress - behind.stress) / 2e-6, answer.by_field, atol=1e-8)
    np.testing.assert_allclose((ahead.value - behind.value) / 2e-6, answer.rate_by_field, atol=1e-8)
    np.testing.assert_allclose(answer.rate, answer.by_field)
