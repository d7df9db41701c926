"""Modes of chains of equal masses and springs, whose frequencies are known, small (dense) and large (sparse)."""

import numpy as np
import pytest
from scipy.sparse import block_diag, csr_array, diags_array

from pyaster_lite.fe.damped_modes import hysteretic_modes, polished, quadratic_modes, real_distance
from pyaster_lite.fe.eigen import DENSE, BucklingPencil, Pencil, residuals
from pyaster_lite.fe.errors import SingularMatrix
from pyaster_lite.fe.modal_counts import sturm, zeros_within

SIZES = (12, DENSE + 50)


def chain(n, free=False):
    """K and M of n unit masses on unit springs, held at both ends or not at all."""
    stiffness = diags_array([-np.ones(n - 1), 2.0 * np.ones(n), -np.ones(n - 1)], offsets=[-1, 0, 1]).tolil()
    if free:
        stiffness[0, 0] = stiffness[n - 1, n - 1] = 1.0
    return csr_array(stiffness), csr_array(diags_array(np.ones(n)))


def exact(n, free=False):
    i = np.arange(n) if free else np.arange(1, n + 1)
    return 4.0 * np.sin(i * np.pi / (2 * n if free else 2 * (n + 1))) ** 2


@pytest.mark.parametrize("n", SIZES)
def test_lowest_modes(n):
    pencil = Pencil(*chain(n))
    values, vectors = pencil.nearest(0.0, 5)
    np.testing.assert_allclose(values, exact(n)[:5], rtol=1e-9)
    np.testing.assert_allclose(vectors.T @ (pencil.mass @ vectors), np.eye(5), atol=1e-8)
    assert residuals(pencil.stiffness, pencil.mass, values, vectors, 1e-12).max() < 1e-8


@pytest.mark.parametrize("n", SIZES)
def test_band_centre_and_largest(n):
    pencil, known = Pencil(*chain(n)), exact(n)
    low, high = 0.5 * (known[2] + known[3]), 0.5 * (known[6] + known[7])
    assert pencil.count_below(high) - pencil.count_below(low) == 4
    np.testing.assert_allclose(pencil.between(low, high)[0], known[3:7], rtol=1e-9)
    np.testing.assert_allclose(pencil.nearest(known[5] * 1.0001, 1)[0], known[5:6], rtol=1e-9)
    np.testing.assert_allclose(pencil.largest(2)[0], known[-2:], rtol=1e-9)


@pytest.mark.parametrize("n", SIZES)
def test_a_free_chain_has_its_rigid_motion(n):
    values, vectors = Pencil(*chain(n, free=True)).nearest(0.0, 3)
    assert abs(values[0]) < 1e-9
    np.testing.assert_allclose(values[1:], exact(n, free=True)[1:3], rtol=1e-7)
    np.testing.assert_allclose(vectors[:, 0] / vectors[0, 0], 1.0, rtol=1e-6)


def test_unknowns_without_mass_give_no_mode():
    stiffness, mass = chain(9)
    mass = mass.tolil()
    mass[1::2, 1::2] = 0.0
    pencil = Pencil(stiffness, csr_array(mass))
    assert pencil.rank() == 5
    values, vectors = pencil.nearest(0.0, 99)
    assert len(values) == 5 and vectors.shape == (9, 5)
    # What stays, after static condensation, is a chain of five masses on springs of half the stiffness.
    np.testing.assert_allclose(np.sort(values)[:1], np.linalg.eigvalsh(_condensed())[:1], rtol=1e-10)


def _condensed():
    return np.diag([1.5, 1.0, 1.0, 1.0, 1.5]) - 0.5 * (np.eye(5, k=1) + np.eye(5, k=-1))


def test_no_shift_makes_a_stiffness_with_multipliers_definite():
    stiffness = np.array([[2.0, 0.5, 1.0], [0.5, 3.0, -1.0], [1.0, -1.0, -0.5]])
    pencil = Pencil(stiffness, np.diag([1.0, 1.0, 0.0]))
    values, vectors = pencil.all()
    # without the multiplier the stiffness is [[4, -1.5], [-1.5, 5]]
    np.testing.assert_allclose(values, [4.5 - np.sqrt(2.5), 4.5 + np.sqrt(2.5), np.inf])
    np.testing.assert_allclose(stiffness @ vectors, pencil.mass @ vectors * values[:2], atol=1e-14)


def test_multiple_modes_are_all_found():
    stiffness = csr_array(np.diag([4.0, 4.0, 4.0, 9.0]))
    values, vectors = Pencil(stiffness, csr_array(np.eye(4))).nearest(0.0, 4)
    np.testing.assert_allclose(values, [4.0, 4.0, 4.0, 9.0])
    np.testing.assert_allclose(abs(np.linalg.det(vectors)), 1.0)


def test_a_motion_without_stiffness_and_mass_is_said():
    with pytest.raises(SingularMatrix):
        Pencil(np.diag([1.0, 0.0]), np.diag([1.0, 0.0])).all()


def test_buckling_loads_of_both_signs():
    stiffness, geometric = np.diag([6.0, 6.0, 5.0]), np.diag([2.0, -3.0, 0.0])
    values, _ = BucklingPencil(stiffness, geometric).nearest(0.0, 3)
    np.testing.assert_allclose(values, [-2.0, 3.0])


@pytest.mark.parametrize("n", (8, 320))
def test_damped_modes_of_proportional_damping(n):
    stiffness, mass = chain(n)
    values, vectors = quadratic_modes(stiffness, mass, 0.02 * stiffness + 0.01 * mass, 0.0, 3)
    pulsation = np.sqrt(exact(n)[:3])
    ratio = 0.5 * (0.02 * pulsation + 0.01 / pulsation)
    np.testing.assert_allclose(values, pulsation * (-ratio + 1j * np.sqrt(1.0 - ratio**2)), rtol=1e-6)
    left = stiffness @ vectors + (mass @ vectors) * values**2 + ((0.02 * stiffness + 0.01 * mass) @ vectors) * values
    assert abs(left).max() < 1e-6 * abs(vectors).max()


def test_damped_modes_near_a_frequency_by_the_operator_of_the_method():
    """Of 1, 20 and 90 rad/s about 35, the real part of 1/(K + s C + s^2 M) sees those of 20 and 90, by s / (35^2 - s^2)."""
    pulsations = np.array([1.0, 20.0, 90.0])
    near = {None: [1.0, 20.0], real_distance: [20.0, 90.0]}
    for measure, expected in near.items():
        values, _ = quadratic_modes(np.diag(pulsations**2), np.eye(3), np.zeros((3, 3)), 35j, 2, measure)
        np.testing.assert_allclose(values, 1j * np.array(expected), atol=1e-9)


def test_a_rotor_that_may_turn_has_no_mode_for_that():
    """Its double zero does not oscillate, whatever rounding makes of it."""
    stiffness, mass = 1e9 * np.array([[1.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]), np.diag([1.0, 2.0, 1.0])
    values, _ = quadratic_modes(stiffness, mass, np.zeros((3, 3)), 0.0, None)
    np.testing.assert_allclose(values, 1j * np.sqrt([1e9, 1.5e9]), rtol=1e-6)


def test_modes_of_unsymmetric_matrices():
    """Two equal masses whose springs also push across, as a bearing does: k +- i h."""
    values, _ = hysteretic_modes(np.array([[400.0, 50.0], [-50.0, 400.0]]), np.eye(2), 0.0, 2)
    np.testing.assert_allclose(sorted(values, key=np.imag), [400.0 - 50.0j, 400.0 + 50.0j], rtol=1e-12)


def test_hysteretic_modes():
    stiffness, mass = chain(8)
    values, _ = hysteretic_modes(stiffness * (1.0 + 0.1j), mass, 0.0, 2)
    np.testing.assert_allclose(values, exact(8)[:2] * (1.0 + 0.1j), rtol=1e-9)


@pytest.mark.parametrize("n", (12, 320))
def test_counts_by_signs_and_by_argument(n):
    stiffness, mass = chain(n)
    known = exact(n)
    bound = 0.5 * (known[3] + known[4])
    assert sturm(stiffness, mass, bound, 1e-9, 0.05, 3, 1.0) == (4, bound)
    # A bound on a mode moves outwards, so that the mode is counted.
    count, moved = sturm(stiffness.toarray(), mass.toarray(), known[3], 1e-12, 1e-3, 3, 1.0)
    assert count == 4 and moved >= known[3]
    matrix_at = lambda z: (stiffness - z * mass).astype(complex)  # noqa: E731
    assert zeros_within(matrix_at, 0.0, bound, 40) == 4


def test_a_low_mode_among_stiff_ones_is_refined():
    n = 40
    chain = 2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
    scale = np.geomspace(1.0, 1e6, n)
    pencil = Pencil(chain * scale[:, None] * scale + np.diag(scale**2), np.diag(scale))
    values, vectors = pencil.all()
    blurred = vectors[:, :1] + 1e-9 * vectors[:, -1:] * 1.0
    before = residuals(pencil.stiffness, pencil.mass, values[:1], blurred, 0.0)
    refined = pencil.refined(values[:1], blurred, 0.0)
    assert before[0] > 1e-7 > residuals(pencil.stiffness, pencil.mass, *refined, 0.0)[0]


def test_refining_leaves_what_rounding_allows():
    """A soft mode beside springs 1e12 as stiff: its residual comes down to the rounding of the products, and never goes up."""
    rng = np.random.default_rng(3)
    ways = np.linalg.qr(rng.normal(size=(30, 30)))[0]
    stiffness = ways * np.geomspace(1.0, 1e12, 30) @ ways.T
    pencil = Pencil((stiffness + stiffness.T) / 2, np.eye(30))
    exact = np.linalg.eigh(pencil.stiffness)[1][:, :1]
    for blur in (0.0, 1e-12, 1e-8):
        start = exact + blur * rng.normal(size=(30, 1))
        start /= np.linalg.norm(start)
        value = pencil.rayleigh(start)[1]
        before = residuals(pencil.stiffness, pencil.mass, value, start, 0.0)[0]
        after = residuals(pencil.stiffness, pencil.mass, *pencil.refined(value, start, 0.0), 0.0)[0]
        assert after <= before and after < 3e-4


def test_a_mode_that_was_not_found_is_missed(monkeypatch):
    """Of the largest pencils by a second search, of the others by a count; each mode of two equal chains is double."""
    pencil = Pencil(*(csr_array(block_diag([part, part])) for part in chain(DENSE + 50)))
    values, vectors = pencil.nearest(0.0, 6)
    kept = np.arange(6) != 2
    for counted in (pencil.size, 0):
        monkeypatch.setattr("pyaster_lite.fe.eigen.COUNTED", counted)
        assert pencil.missed(values, vectors, True) == 0
        assert pencil.missed(values[kept], vectors[:, kept], False) == 1


def test_rigid_motions_below_a_low_band_are_not_missed():
    """The first frequency of the band is small beside the last, and there is a motion without any below it."""
    values = np.concatenate([[0.0], 1e3 * np.arange(1, 400) ** 4.0])
    pencil = Pencil(csr_array(np.diag(values)), csr_array(np.eye(400)))
    found, vectors = pencil.between(500.0, 1e3 * 8.5**4)
    assert len(found) == 8 and pencil.missed(found, vectors, False) == 0
    assert pencil.missed(found[:-2], vectors[:, :-2], False) == 0
    some = [0, 1, 2, 4, 5, 6, 7]
    assert pencil.missed(found[some], vectors[:, some], False) == 1


def test_many_damped_modes_settle_however_fast_they_are():
    from pyaster_lite.fe.damped_modes import DENSE, quadratic_modes

    n = DENSE + 100
    pulsations = 1e4 * np.sqrt(1.0 + np.arange(n))
    stiffness, mass, damping = (csr_array(np.diag(d)) for d in (pulsations**2, np.ones(n), 0.1 * pulsations))
    values, _ = quadratic_modes(stiffness, mass, damping, 1e4j, 10)
    np.testing.assert_allclose(values, pulsations[:10] * (-0.05 + 1j * np.sqrt(1 - 0.05**2)), rtol=1e-9)


def test_polishing_brings_rough_eigenpairs_into_balance():
    stiffness, mass = (a.toarray() for a in chain(12))
    scale = np.diag(np.where(np.arange(12) % 2, 1e6, 1e-6))
    stiffness, mass = scale @ stiffness @ scale, scale @ mass @ scale
    vectors = np.linalg.solve(scale, np.linalg.eigh(chain(12)[0].toarray())[1])
    rough = vectors[:, :3] * (1.0 + 1e-3 * np.random.default_rng(0).standard_normal((12, 3)))
    values, found = polished(exact(12)[:3] * 1.0003, rough, stiffness, -mass)
    np.testing.assert_allclose(values, exact(12)[:3], rtol=1e-10)
    np.testing.assert_allclose(found / found[0], vectors[:, :3] / vectors[0, :3], rtol=1e-7)


def test_a_rigid_motion_among_unknowns_of_very_different_units_keeps_an_eigenvalue_of_nothing():
    """Every other unknown of a free chain is counted in units of its own, as pressures beside displacements are."""
    n = 12
    chain = np.diag(np.full(n, 2.0)) - np.eye(n, k=1) - np.eye(n, k=-1)
    chain[0, 0] = chain[-1, -1] = 1.0
    units = np.where(np.arange(n) % 2, 1e6, 1e-6)
    stiffness, mass = 4e4 * chain * units * units[:, None], np.diag(units**2)
    exact = 4e4 * (2.0 - 2.0 * np.cos(np.pi * np.arange(2) / n))
    values, vectors = hysteretic_modes(stiffness, mass, 1.2 * exact[1], 2)
    assert abs(values[0]) < 1e-9 and values[1] == pytest.approx(exact[1], rel=1e-9)
    assert np.allclose(vectors[:, 0] * units, vectors[0, 0] * units[0], rtol=1e-9)


def test_modes_settle_among_motions_that_creep():
    n, oscillating = 900, 5
    stiffness, mass = chain(n)
    pulsation = np.sqrt(exact(n))
    alpha = 4.0 / (pulsation[oscillating - 1] + pulsation[oscillating])
    values, _ = quadratic_modes(stiffness, mass, alpha * stiffness, 1j * pulsation[1], 10, real_distance)
    own, share = pulsation[:oscillating], alpha * pulsation[:oscillating] / 2.0
    exactly = own * (-share + 1j * np.sqrt(1.0 - share**2))
    np.testing.assert_allclose(values, exactly[np.argsort(exactly.imag)], rtol=1e-7)
