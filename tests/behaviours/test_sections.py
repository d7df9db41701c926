"""Laws of sections of reinforced concrete: calm at rest, consistent tangents, damage that never heals."""

import numpy as np
import pytest

from pyaster_lite.behaviours._bending_cracks import Sides, cracked
from pyaster_lite.behaviours._johansen import crossings
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData, Step
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.plate import turned_forces
from pyaster_lite.fe.plate_section import PlateSection

RNG = np.random.default_rng(5)
GLRC = {
    "young": 3.2e10, "poisson": 0.18, "bending_young": 3.9e10, "bending_poisson": 0.17, "glrc.gamma_t": 0.02, "glrc.gamma_c": 0.7,
    "glrc.gamma_f": 0.3, "glrc.nyt": 3.7e5, "glrc.myf": 9.0e3, "glrc.alpha_c": 1.3, "glrc.epsi_c": 2e-3, "glrc.epsi_els": 1e-3,
    "glrc.epsi_lim": 1e-2, "glrc.rx": 0.8,
}  # fmt: skip


def _pairs(low, high, shape):
    values = RNG.uniform(low, high, shape)
    return 0.5 * (values + values.swapaxes(-1, -2))


A0 = np.diag([4.2e9, 4.1e9, 1.7e9, 5.0e6, 4.9e6, 2.0e6])
A0[0, 1] = A0[1, 0] = 7e8
A0[3, 4] = A0[4, 3] = 8e5
DHRC = {
    "plate_membrane": A0[:3, :3], "plate_coupling": A0[:3, 3:], "plate_bending": A0[3:, 3:], "plate_shear_flexibility": np.eye(2) * 1e-9,
    "dhrc.nyd": np.array([1.5, 1.6]), "dhrc.scrit": np.full((2, 2), 2e3),
    **{f"dhrc.{word}": _pairs(0.8, 1.5, (2, 6, 6)) for word in ("aa_c", "aa_t")},
    "dhrc.ga_c": _pairs(0.6, 0.8, (2, 6, 6)), "dhrc.ga_t": _pairs(0.2, 0.4, (2, 6, 6)),
    "dhrc.ab": RNG.uniform(0.8, 1.5, (2, 6, 2)), "dhrc.gb": RNG.uniform(-1, 1, (2, 6, 2)) * np.array([2e8] * 3 + [8e6] * 3)[:, None],
    "dhrc.c0": np.tile(np.diag([8e8, 8e8]), (2, 1, 1)), "dhrc.ac": np.ones((2, 2, 2)), "dhrc.gc": np.full((2, 2, 2), 0.4),
}  # fmt: skip
CASES = [("GLRC_DM", GLRC), ("DHRC", DHRC)]
cases = pytest.mark.parametrize("word,material", CASES, ids=[word for word, _ in CASES])
POINTS = 12
SIZES = np.array([1e-4] * 3 + [1.5e-3] * 3)


def plates(material):
    """A cell of 12 points, its section and the turn to axes at 25 degrees."""
    square = np.array([[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]], float)
    data = ElementData(np.zeros(1, int), square, [material], np.zeros(1, int), {"thickness": np.array([0.12])}, None).between(0.0, 1.0)
    c, s = np.cos(np.radians(25.0)), np.sin(np.radians(25.0))
    return data, PlateSection.of(data), np.array([[[c, s], [-s, c]]])


def answer(word, material, strain, internal=None, predicting=False):
    law = BEHAVIOURS[word].within(1e-13, 100)
    data, section, user = plates(material)
    internal = np.zeros((1, POINTS, law.internal_size)) if internal is None else internal
    step = data.between(0.0, 1.0, predicting=predicting)
    assert isinstance(step.step, Step)
    return law.resist(strain, PointState(strain, np.zeros((1, POINTS, 8)), internal), step, section, user)


def strains(seed, size=1.0):
    return size * SIZES * np.random.default_rng(seed).standard_normal((1, POINTS, 6))


@cases
def test_no_force_without_strain_and_elastic_at_first(word, material):
    forces, internal, tangent = answer(word, material, np.zeros((1, POINTS, 6)))
    assert abs(forces).max() == 0.0 and abs(internal).max() < 1e-12
    assert (np.linalg.eigvalsh(tangent) > 0.0).all()
    small = strains(1, 1e-3)
    np.testing.assert_allclose(
        answer(word, material, small)[0], np.einsum("egij,egj->egi", answer(word, material, small)[2], small), rtol=1e-9
    )


@cases
def test_the_tangent_is_the_derivative_of_the_forces(word, material):
    if word == "DHRC":  # its tangent leaves out, as code_aster's, that coefficients follow the signs of strains: alike here
        material = material | {"dhrc.ga_c": material["dhrc.ga_t"], "dhrc.aa_c": material["dhrc.aa_t"]}
    first = strains(2)
    _, internal, _ = answer(word, material, first)
    strain = 1.5 * first + 0.2 * strains(3)
    _, after, tangent = answer(word, material, strain, internal)
    assert (after[..., :2] > internal[..., :2]).any()
    scale = abs(tangent).max()
    for j in range(6):
        step = np.zeros(6)
        step[j] = 1e-6 * SIZES[j]
        ahead, behind = (answer(word, material, strain + sign * step, internal)[0] for sign in (1, -1))
        np.testing.assert_allclose((ahead - behind) / (2 * step[j]), tangent[..., j], atol=1e-5 * scale)


@cases
def test_damage_grows_and_stays(word, material):
    _, loaded, _ = answer(word, material, strains(4))
    forces, unloaded, _ = answer(word, material, 0.3 * strains(4), loaded)
    np.testing.assert_allclose(unloaded[..., :2], loaded[..., :2])
    assert (loaded[..., :2] >= 0).all() and loaded[..., :2].max() > 0.1
    law, (data, section, _) = BEHAVIOURS[word], plates(material)
    assert (law.dissipated(data, section.thickness, loaded) > 0).any()
    _, _, rate = answer(word, material, 0.3 * strains(4), unloaded, predicting=True)
    assert np.isfinite(rate).all()


def test_forces_of_glrc_turn_with_the_strains():
    c, s = np.cos(0.7), np.sin(0.7)
    turn = np.array([[c * c, s * s, c * s], [s * s, c * c, -c * s], [-2 * c * s, 2 * c * s, c * c - s * s]])
    both = np.kron(np.eye(2), turn)
    forces = answer("GLRC_DM", GLRC, strains(6))[0]
    turned = answer("GLRC_DM", GLRC, strains(6) @ both.T)[0]
    np.testing.assert_allclose(turned @ both, forces, rtol=1e-6, atol=1e-6 * abs(forces).max())


LAYERED = {
    "young": 3.2e10, "poisson": 0.18, "bending_young": 3.9e10, "bending_poisson": 0.17, "glrc_damage.membrane": A0[:3, :3],
    "glrc_damage.thickness": 0.12, "glrc_damage.cracking": np.array([9.0e3, -8.0e3]),
    "glrc_damage.yield_moments": np.array([[[4e4, 0, 0, 0, 1, 2], [-4e4, 0, 0, 0, 1, 2]]] * 2), "glrc_damage.fading": 0.1,
    "glrc_damage.left": np.array([0.2, 0.3]), "glrc_damage.extremes": np.array([[4e4, 4e4], [-4e4, -4e4]]),
    "glrc_damage.norms": np.array([4e4, 1.0]), "glrc_damage.prager": np.zeros((2, 6)),
}  # fmt: skip


def layered(strain, steps=1, user=None, **changed):
    """A section from rest to strains, in steps; `user` turns to the user's axes, at 25 degrees unless told."""
    data, section, given = plates(LAYERED | changed)
    user = given if user is None else user[None]
    law = BEHAVIOURS["GLRC_DAMAGE"]
    before, stress, internal = np.zeros_like(strain), np.zeros((1, POINTS, 8)), np.zeros((1, POINTS, law.internal_size))
    for part in np.arange(1, steps + 1) / steps:
        state = PointState(before, stress, internal)
        before = part * strain
        forces, internal, tangent = law.resist(before, state, data, section, user)
        stress = turned_forces(np.pad(forces, ((0, 0), (0, 0), (0, 2))), user)
    return forces, internal, tangent


def test_a_layered_section_is_elastic_in_the_axes_of_the_user():
    small = strains(1, 1e-2)
    forces, internal, tangent = layered(small)
    np.testing.assert_allclose(forces, np.einsum("egij,egj->egi", tangent, small), rtol=1e-12)
    np.testing.assert_allclose(tangent, tangent.swapaxes(-1, -2), rtol=1e-12, atol=1e-6)
    bent = 3.9e10 * 0.12**3 / 12 / (1 - 0.17**2)
    np.testing.assert_allclose(tangent[0, 0, 3:, 3:], bent * np.array([[1, 0.17, 0], [0.17, 1, 0], [0, 0, 0.415]]), atol=1e-6)
    assert internal[0, 0, 10] == pytest.approx(np.radians(25.0))


@pytest.mark.parametrize("moment,side", [(8.9e3, None), (9.1e3, 0), (-7.9e3, None), (-8.1e3, 1)])
def test_a_layered_section_cracks_at_its_moments(moment, side):
    # the moment of the first crack is that of one curvature alone
    strain = np.zeros((1, POINTS, 6))
    strain[..., 3] = moment / (3.9e10 * 0.12**3 / 12 / (1 - 0.17**2))
    _, internal, _ = layered(strain)
    assert [bool((internal[..., 7 + s] > 0).all()) for s in (0, 1)] == [side == 0, side == 1]
    assert ((internal[..., 9] > 0) == (side is not None)).all()


def test_moments_of_a_cracked_section_are_those_of_its_damage():
    """Of one curvature k in small steps: M = D (1 + g d)/(1 + d) k with 1 + d = D k/Mf, no more than QP allows at last; L = K d."""
    bent, strain, g = 3.9e10 * 0.12**3 / 12 / (1 - 0.17**2), np.zeros((1, POINTS, 6)), 0.1
    strain[..., 3] = 2.5 * 9.0e3 / bent
    forces, internal, _ = layered(strain, steps=800, user=np.eye(2))
    d = 2.5 - 1.0
    assert internal[0, 0, 16] == pytest.approx(bent * (1 + g * d) / (1 + d) * strain[0, 0, 3], rel=2e-3)
    assert forces[0, 0, 3] == pytest.approx(internal[0, 0, 16])
    assert internal[0, 0, 7] == pytest.approx(d * (0.2 - g) / (1 - 0.2), rel=1e-9)
    assert internal[0, 0, 9] == pytest.approx((1 - g) / 4 * 9.0e3**2 / (bent / 2) * d, rel=1e-9)
    _, broken, _ = layered(8.0 * strain, steps=50, user=np.eye(2))
    assert broken[0, 0, 7] == 1.0 and broken[0, 0, 8] == 0.0


def test_cracks_of_bending_have_a_rate_and_no_axes():
    n = 40
    random = np.random.default_rng(4)
    data = [np.full(n, value) for value in (3e10, 0.2, 0.1)]
    sides = Sides.made(*data, np.tile([9e3, -8e3], (n, 1)), np.full(n, 0.1), np.tile([0.2, 0.3], (n, 1)))
    curvature = 2e-2 * random.standard_normal((n, 3))
    d, c = cracked(sides, curvature, 1e-9 * curvature, np.zeros((n, 2)))
    assert (d >= 0).all() and (d > 0).any(axis=0).all()
    same, secant = cracked(sides, curvature, 1e-9 * curvature, d)
    np.testing.assert_allclose(same, d)
    rate, size = np.zeros((n, 3, 3)), 1e-7
    for j, unit in enumerate(np.eye(3)):
        moments = []
        for sign in (1.0, -1.0):
            k = curvature + sign * size * unit
            grown, stiff = cracked(sides, k, 1e-9 * k, np.zeros((n, 2)))
            moments.append(np.einsum("nij,nj->ni", cracked(sides, k, 1e-9 * k, grown)[1], k))
        rate[:, :, j] = (moments[0] - moments[1]) / (2 * size)
    np.testing.assert_allclose(c, rate, rtol=1e-5, atol=1e-5 * abs(c).max())
    np.testing.assert_allclose(secant, secant.swapaxes(1, 2), rtol=1e-9, atol=1e-9 * abs(c).max())


@pytest.mark.parametrize("hard", [0.0, 0.05])
def test_a_section_that_does_not_crack_yields_on_its_criterion(hard):
    """N, M = (B, D)(E - Ep); less what hardening carries they are on the surface; what is dissipated is their work, slopes of N too."""
    d, axial = 3.9e10 * 0.12**3 / 12 / (1 - 0.17**2), 1e-3
    stiff = np.zeros((6, 6))
    stiff[:3, :3], stiff[3:, 3:] = A0[:3, :3], d * np.array([[1, 0.17, 0], [0.17, 1, 0], [0, 0, 0.415]])
    curve = [4e4, -1e-3, -1e-9, -1e7, 1e7, 200]
    curves, prager = np.array([[curve, [-v for v in curve[:3]] + curve[3:]]] * 2), np.tile(hard * np.diag(stiff), (2, 1))
    changed = {"yield_moments": curves, "prager": prager, "cracking": np.array([1e9, -1e9]), "norms": np.array([4e4, 6e6])}
    strain = np.zeros((1, POINTS, 6))
    strain[..., 0], strain[..., 3:] = axial, np.array([2.5, 1.0, 0.6]) * 4e4 / d
    forces, internal, _ = layered(strain, steps=60, user=np.eye(2), **{f"glrc_damage.{word}": value for word, value in changed.items()})
    plastic, y = internal[0, 0, :6], internal[0, 0, 13:]
    assert abs(plastic[3]) > 1e-3 * abs(strain[0, 0, 3]) and plastic[0] != 0.0
    np.testing.assert_allclose(forces[0, 0], stiff @ (strain[0, 0] - plastic), rtol=1e-9, atol=1e-6)
    np.testing.assert_allclose(y, forces[0, 0] - prager[0] * plastic, rtol=1e-9, atol=1e-6)
    away = y[3:5] - (4e4 - 1e-3 * y[:2] - 1e-9 * y[:2] ** 2)
    assert abs(y[5] ** 2 - away[0] * away[1]) < 1e-5 * 4e4**2 and away.sum() < 1.0
    assert internal[0, 0, 6] == pytest.approx(y @ plastic, rel=0.3) and internal[0, 0, 6] > 0.0
    assert (internal[..., 7:10] == 0.0).all()


def test_two_conics_cross_where_their_equations_hold():
    circle, line = np.array([-25.0, 0, 0, 0, 1, 1]), np.array([-1.0, -1, 1, 0, 0, 0])
    np.testing.assert_allclose(np.sort(crossings(np.array([circle, line])), axis=0), [[-4, -3], [3, 4]])
    np.testing.assert_allclose(abs(crossings(np.array([circle, [-12.0, 0, 0, 1, 0, 0]]))).sum(axis=1), [7, 7, 7, 7])


def test_a_layered_section_tells_where_it_yields_and_what_it_is_not():
    strain = np.zeros((1, POINTS, 6))
    strain[..., 4] = 5e3 / 5e6
    curves = LAYERED["glrc_damage.yield_moments"] * np.array([0.01, 1, 1, 1, 1, 1])
    with pytest.raises(LawFailed, match="12 points are not followed beyond where they yield"):
        layered(strain, **{"glrc_damage.yield_moments": curves})
    with pytest.raises(LawFailed, match="a section 0.2 thick, the plate is 0.12 thick"):
        layered(strain, **{"glrc_damage.thickness": 0.2})


YIELDING = GLRC | {"traction_slope": 3.2e9, "yield_stress": 4.5e6, "expansion": 0.0, "hardening_coefficient": 1.0}


def yielding(strain, state, predicting=False, word="VMIS_CINE_LINE"):
    law = BEHAVIOURS["KIT_DDI"].of_kit(("GLRC_DM", word)).within(1e-16, 100)
    data, section, user = plates(YIELDING)
    state = state or PointState(np.zeros((1, POINTS, 6)), np.zeros((1, POINTS, 8)), np.zeros((1, POINTS, law.internal_size)))
    forces, internal, tangent = law.resist(strain, state, data.between(0.0, 1.0, predicting=predicting), section, user)
    return PointState(strain, np.concatenate([forces, np.zeros((1, POINTS, 2))], axis=-1), internal), tangent


@pytest.mark.parametrize("word", ["VMIS_CINE_LINE", "VMIS_ISOT_LINE"])
def test_a_damaged_section_yields_with_a_consistent_tangent(word):
    """What it keeps strains GLRC_DM to its forces; the tangent is their derivative."""
    first, _ = yielding(strains(3, 3.0), None, word=word)
    then = first.strain + strains(4, 0.5)
    state, tangent = yielding(then, first, word=word)
    damage = PointState(None, None, first.internal[..., :18])
    data, section, user = plates(YIELDING)
    told = BEHAVIOURS["GLRC_DM"].within(1e-16, 100).resist(state.internal[..., -6:], damage, data, section, user)[0]
    np.testing.assert_allclose(state.stress[..., :6], told, rtol=1e-9)
    apart = (then - state.internal[..., -6:])[..., :3]
    assert abs(apart).max() > 1e-5
    for j in range(6):
        step = np.zeros(6)
        step[j] = 1e-6 * SIZES[j]
        ahead, behind = (yielding(then + sign * step, first, word=word)[0].stress[..., :6] for sign in (1, -1))
        slope = (ahead - behind) / (2 * step[j])
        np.testing.assert_allclose(tangent[..., j], slope, atol=2e-4 * abs(tangent[..., j]).max())
    again, _ = yielding(then, state, word=word)
    np.testing.assert_allclose(again.stress, state.stress, rtol=1e-8)


def test_a_kit_of_sections_takes_plasticity_that_it_knows():
    with pytest.raises(ValueError, match="VMIS_CINE_LINE or VMIS_ISOT_LINE"):
        BEHAVIOURS["KIT_DDI"].of_kit(("GLRC_DM", "MAZARS"))
