"""Isotropic flows written in the language."""

from contextlib import nullcontext

import numpy as np
import pytest

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from tests.mfront.written import CONTINUA, MISES, at_rest, check_mises, check_tangent, law, points

NUMBERS = (2e8, 2e10, 2e11, 0.3)


@pytest.mark.parametrize("hypothesis", CONTINUA)
def test_a_mises_flow_is_vmis_isot_line(hypothesis):
    check_mises(law(MISES, hypothesis), hypothesis, NUMBERS, 1e-10, 1e-3, 1.0)


def test_variables_have_the_names_of_the_language():
    assert law(MISES, "PlaneStrain").internal_names == (*(f"ElasticStrain{axes}" for axes in ("XX", "YY", "ZZ", "XY")), "EquivalentPlasti")


CREEP = """
@DSL IsotropicMisesCreep;
@Behaviour Creep;
@MaterialProperty real rate;
@MaterialProperty real power;
@FlowRule {
  const real bare = rate * pow(seq, power - 1);
  f = bare * seq;
  df_dseq = power * bare;
}
"""


def test_creep_relaxes_as_norton_says_and_has_its_tangent():
    behaviour, continuum = law(CREEP), Space()
    data = points((1e-37, 4.0, 2e11, 0.3))
    strain = 1e-3 * np.random.default_rng(3).standard_normal((2, 3, 6))
    state = at_rest(behaviour, 6)
    check_tangent(behaviour, strain, state, data, continuum, 2e11)
    stress, internal, _ = behaviour.integrate(strain, state, data, continuum)
    middle = stress / 2
    deviator = middle.copy()
    deviator[..., :3] -= middle[..., :3].mean(axis=-1, keepdims=True)
    size = np.sqrt(1.5 * (deviator**2).sum(axis=-1))
    assert (internal[..., 6] > 1e-6).all()
    np.testing.assert_allclose(internal[..., 6], 1e-37 * size**4, rtol=1e-6)


BOUNDED = (
    MISES
    + """
@PhysicalBounds p in [0:*[;
@Bounds limit in [1e8:3e8];
"""
)


@pytest.mark.parametrize("limit,strict,passes", [(2e8, True, True), (4e8, True, False), (4e8, False, True)])
def test_a_variable_outside_its_bounds_has_no_answer(limit, strict, passes):
    behaviour, state = law(BOUNDED), at_rest(law(BOUNDED), 6)
    behaviour.strict = strict
    data = points((limit, 2e10, 2e11, 0.3))
    with nullcontext() if passes else pytest.raises(LawFailed, match="limit of Mises is outside its bounds"):
        behaviour.integrate(state.strain, state, data, Space())
    state.internal[0, 0, 6] = -1e-3
    with pytest.raises(LawFailed, match="outside its bounds"):
        behaviour.integrate(state.strain, state, data, Space())
