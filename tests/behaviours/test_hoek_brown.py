"""Rocks by Hoek and Brown: their strength before, at and past the peak, their dilatancy, what they cannot bear."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.behaviours.porous._medium import Medium
from pyaster_lite.catalogue.registry import BEHAVIOURS, FLUIDS, RETENTIONS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Plane, Space
from tests.fe.porous.medium import cells

E, NU = 5e9, 0.25
ROCK = {
    "young": E, "poisson": NU, "rock_peak": 4e-3, "rock_last": 2e-2, "rock_first_s": 2e14, "rock_s": 4e14, "rock_first_m": 1e7,
    "rock_m": 5e7, "rock_residual": 5e6, "rock_ratio": 3.0, "rock_first_angle": 0.1, "rock_angle": 0.25, "rock_last_angle": 0.25,
}  # fmt: skip
LAW = BEHAVIOURS["HOEK_BROWN"]
CONFINED = -4e6


def squeezed(shortening, steps=50):
    """(stress along, strain across, variables) of a sample under CONFINED pressure that is shortened."""
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [ROCK], np.zeros(1, int))
    stress, strain, internal = np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, 3))
    stress[..., :3] = CONFINED
    for _ in range(steps):
        state = PointState(strain, stress, internal)
        strain = strain.copy()
        strain[..., 0] -= shortening / steps
        for _ in range(30):
            stress, internal, tangent = LAW.integrate(strain, state, data, Space())
            off = stress[0, 0, 1] - CONFINED
            if abs(off) < 1e-6:
                break
            strain[..., 1:3] -= off / (tangent[0, 0, 1, 1] + tangent[0, 0, 1, 2])
    return stress[0, 0, 0], strain[0, 0, 1], internal[0, 0]


def test_elastic_up_to_the_first_strength():
    strength = np.sqrt(ROCK["rock_first_s"] - ROCK["rock_first_m"] * CONFINED)
    along, across, internal = squeezed(0.99 * strength / E)
    assert not internal.any()
    assert along - CONFINED == pytest.approx(-0.99 * strength)
    assert across == pytest.approx(NU * 0.99 * strength / E)


@pytest.mark.parametrize("shortening", [6e-3, 1.2e-2, 4e-2])
def test_the_stress_stays_on_the_surface(shortening):
    along, _, (slip, _, flag) = squeezed(shortening)
    share = min(slip / 4e-3, 1.0)
    after = min(max(slip - 4e-3, 0.0) / 1.6e-2, 1.0)
    s, m = 2e14 + 2e14 * share, 1e7 + 4e7 * share
    b = (5e6 - np.sqrt(4e14)) * after * (2.0 - after)
    limit = (5e7 + np.sqrt(5e7**2 + 16.0 * 4e14)) / 8.0
    assert flag == 1.0
    assert CONFINED - along == pytest.approx(b * (1 + CONFINED / limit) + np.sqrt(s - m * CONFINED), rel=1e-9)


def test_it_swells_by_the_angle():
    _, _, before = squeezed(2.0e-2)
    _, _, after = squeezed(2.5e-2, 100)
    h = 2 * np.sin(0.25) / (3 + np.sin(0.25))
    np.testing.assert_allclose((after - before)[1] / (after - before)[0], 3 * h / (1 + h), rtol=1e-2)


def test_no_stress_is_so_pulled():
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [ROCK], np.zeros(1, int))
    zero = np.zeros((1, 1, 6))
    pull = zero.copy()
    pull[..., :3] = 1e-1
    with pytest.raises(LawFailed, match="surface of strength"):
        LAW.integrate(pull, PointState(zero, zero, np.zeros((1, 1, 3))), data, Space())


def in_pores(word):
    """Two cells of rock whose pores hold a liquid, and their medium."""
    element, data = cells("QUAD8", "LIQU_SATU")
    data = replace(data, materials=[data.materials[0] | ROCK | {"skeleton.biot_coef": 0.8}])
    return element, data.between(0.0, 1.0), Medium(BEHAVIOURS[word], FLUIDS["LIQU_SATU"], RETENTIONS["HYDR_UTIL"])


def pressed(word, size):
    """(stresses, strains, variables, layout, how to ask again) of cells that are sheared and whose pores are under pressure."""
    element, data, law = in_pores(word)
    layout, rest = element.layout, element.start(data, law)
    strain = element.strains_of(data, np.zeros((2, element.size))).copy()
    strain[..., layout.strain["strain"]] = size * np.array([1.0, -2.0, 0.0, 0.7])
    strain[..., layout.strain["p1"]] += 3e6

    def ask(own, tangent=False):
        return law.follow(own, rest, data, layout, element.n_solid, tangent)

    return strain, layout, ask


def test_total_stresses_obey_the_law_and_effective_ones_do_in_the_other_one():
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [ROCK], np.zeros(1, int)).between(0.0, 1.0)
    for word, borne in (("HOEK_BROWN_EFF", 0.0), ("HOEK_BROWN_TOT", -0.8 * 3e6)):
        strain, layout, ask = pressed(word, 4e-3)
        stress, variables = ask(strain)
        start = np.array([1.0, 1.0, 1.0, 0.0]) * borne
        state = PointState(np.zeros((1, 1, 4)), start[None, None], np.zeros((1, 1, 3)))
        own = strain[:1, :1, layout.strain["strain"]]
        expected, slid, _ = LAW.integrate(own, state, data, Plane())
        np.testing.assert_allclose(stress[:1, :1, layout.stress["skeleton"]] + start, expected, rtol=1e-9)
        np.testing.assert_allclose(stress[0, 0, layout.stress["pores"]][:3], -0.8 * 3e6)
        assert slid[0, 0, 2] == 1.0 and variables[0, 0, 0] == pytest.approx(slid[0, 0, 0])


@pytest.mark.parametrize("size", [1e-4, 4e-3])
def test_effective_stresses_follow_pores_and_strains_by_their_slopes(size):
    strain, layout, ask = pressed("HOEK_BROWN_TOT", size)
    slope = ask(strain, True)[0].slope[..., layout.stress["skeleton"], :]
    steps = [
        (i, 1e-8) for i in range(layout.strain["strain"].start, layout.strain["strain"].stop) if i != layout.strain["strain"].start + 2
    ]
    for index, step in (*steps, (layout.strain["p1"].start, 1e2)):
        change = np.zeros(layout.n_strains)
        change[index] = step
        up, down = (ask(strain + sign * change)[0][..., layout.stress["skeleton"]] for sign in (1, -1))
        scale = 1.0 if step > 1.0 else E
        np.testing.assert_allclose((up - down) / (2 * step), slope[..., index], atol=1e-5 * scale)


def test_without_shears_the_tangent_is_the_derivative_but_for_its_last_term():
    """h = 0 leaves no last term, and axes of the mesh no shear that counts for less."""
    level = {**ROCK, "rock_first_angle": 0.0, "rock_angle": 0.0, "rock_last_angle": 0.0}
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [level], np.zeros(1, int))
    stress, zero = np.zeros((1, 1, 6)), np.zeros((1, 1, 6))
    stress[..., :3] = CONFINED
    state, strain = PointState(zero, stress, np.zeros((1, 1, 3))), zero.copy()
    strain[..., :3] = -8e-3, 1e-3, 2e-3
    tangent = LAW.integrate(strain, state, data, Space())[2][0, 0]
    for i in range(3):
        step = np.zeros(6)
        step[i] = 1e-8
        up, down = (LAW.integrate(strain + sign * step, state, data, Space())[0][0, 0] for sign in (1, -1))
        np.testing.assert_allclose((up - down)[:3] / 2e-8, tangent[:3, i], atol=1e-6 * E)


def test_the_slip_is_searched_to_a_precision():
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [ROCK], np.zeros(1, int))
    zero = np.zeros((1, 1, 6))
    stress, strain = zero.copy(), zero.copy()
    stress[..., :3] = CONFINED
    strain[..., 0] = -8e-3
    state = PointState(zero, stress, np.zeros((1, 1, 3)))
    laws = (LAW, LAW.within(1e-9, 20), LAW.within(0.1, 20))
    exact, close, far = (law.integrate(strain, state, data, Space())[1][0, 0, 0] for law in laws)
    assert close == pytest.approx(exact, rel=1e-8) and far != pytest.approx(exact, rel=1e-8)
