"""Steel whose phases change as MFront has it: tangent, hardening, plasticity of transformation, and the law of code_aster it follows."""

import numpy as np
import pytest

from pyaster_lite.behaviours._phases import Phased
from pyaster_lite.behaviours.meta_acier_epil_pt import MixedSteel
from pyaster_lite.fe.data import ElementData, Step
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Axisymmetric, Space
from pyaster_lite.materials.meta_acier_epil_pt import OfShare

LAW = MixedSteel()
E, NU = 2e5, 0.3


def points(first=(0.1, 0.2, 0.0, 0.0), last=(0.3, 0.2, 0.1, 0.0)):
    material = {"epil_youngmodulus": E, "epil_poissonratio": NU, "epil_metaf1": OfShare(0.4), "young": E, "poisson": NU}
    for k in range(5):
        material |= {f"epil_syy_{k}": 100.0 + 40 * k, f"epil_ett_{k}": 2000.0 + 500 * k}
    for k in range(4):
        material |= {f"epil_fk_{k}": 1e-4, f"epil_metafdf_{k}": OfShare(0.5)}
    for k, suffix in enumerate(("F1", "F2", "F3", "F4", "C")):
        material |= {f"phase_yield_{suffix}": 100.0 + 40 * k, f"phase_slope_{suffix}": 2000.0 + 500 * k}
        material |= {f"transformation_{suffix}": 1e-4, f"transformation_rate_{suffix}": OfShare(0.5)}
    material["phase_yield_mixture"] = OfShare(0.4)

    def around(t):
        shares = np.array(first) + (np.array(last) - np.array(first)) * t
        named = dict(zip(("PFERRITE", "PPERLITE", "PBAINITE", "PMARTENS"), shares)) | {"PCOLDSUM": shares.sum()}
        return {name: np.full((1, 2), share) for name, share in (named | {"PAUSTENI": 1.0 - shares.sum()}).items()}

    return ElementData(np.arange(1), np.zeros((1, 8, 3)), [material], np.zeros(1, int), surroundings=around, step=Step(0.0, 1.0))


def at_rest(continuum, law=LAW):
    ns = len(continuum.strains)
    return PointState(np.zeros((1, 2, ns)), np.zeros((1, 2, ns)), np.zeros((1, 2, law.internal_size)))


@pytest.mark.parametrize("continuum", [Axisymmetric(), Space()], ids=["axis", "space"])
@pytest.mark.parametrize("size", [1e-4, 3e-3])
def test_the_tangent_is_the_derivative_of_the_stress(continuum, size):
    data, ns = points(), len(continuum.strains)
    strain = size * np.random.default_rng(3).standard_normal((1, 2, ns))
    _, _, tangent = LAW.integrate(strain, at_rest(continuum), data, continuum)
    for j in range(ns):
        step = np.zeros(ns)
        step[j] = 1e-8
        ahead, behind = (LAW.integrate(strain + side * step, at_rest(continuum), data, continuum)[0] for side in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-8, tangent[..., j], atol=1e-5 * E)


def test_it_answers_what_code_aster_s_own_law_does():
    own, data = Phased(False, False, True, False), points()
    strain = 3e-3 * np.random.default_rng(4).standard_normal((1, 2, 6))
    stress, internal, _ = LAW.integrate(strain, at_rest(Space()), data, Space())
    other, variables, _ = own.integrate(strain, at_rest(Space(), own), data, Space())
    np.testing.assert_allclose(stress, other, rtol=1e-10)
    np.testing.assert_allclose(internal[..., 7:12], variables[..., :5], rtol=1e-10)
    assert (internal[..., 12] == 1.0).all() and (internal[..., 10] == 0.0).all()


def test_growth_relaxes_stress_below_the_yield_stress():
    strain = np.zeros((1, 2, 6))
    strain[..., 0] = 1e-4
    still, _, _ = LAW.integrate(strain, at_rest(Space()), points(last=(0.1, 0.2, 0.0, 0.0)), Space())
    grown, internal, _ = LAW.integrate(strain, at_rest(Space()), points(), Space())
    two_mu, transformed = E / (1 + NU), 1e-4 * 0.5 * 0.3
    np.testing.assert_allclose(
        (still - grown)[..., 0] - (still - grown)[..., 1], (still[..., 0] - still[..., 1]) * (1 - 1 / (1 + 1.5 * two_mu * transformed))
    )
    assert (internal[..., 6:] == 0.0).all()


def test_the_phases_must_be_known():
    data = points()
    bare = ElementData(
        data.cells, data.coordinates, [{"epil_youngmodulus": E}], np.zeros(1, int), surroundings=lambda t: {}, step=data.step
    )
    with pytest.raises(LawFailed, match="M_ACIER"):
        LAW.integrate(np.zeros((1, 2, 6)), at_rest(Space()), bare, Space())
