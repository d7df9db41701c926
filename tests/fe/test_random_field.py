"""Random fields by their Karhunen-Loeve terms."""

import numpy as np
import pytest

from pyaster_lite.fe.random_field import Direction, RandomField


def test_the_terms_of_a_direction_add_up_to_the_correlation():
    length = 4.0
    own = Direction(length, -1.0, 3.0, 400)
    # poles of the tangent are among what counts as roots, with terms of their own: most of the variance is there all the same
    x = np.array([-1.0, 0.0, 1.0, 2.5])
    modes = own.at(x)
    assert own.strengths[0] == own.strengths.max() and modes.shape == (400, 4)
    np.testing.assert_allclose(own.at(np.array([3.0])), own.at(np.array([5.0])))
    # phi is of norm one over the range 0 to 1
    first = modes[0] / np.sqrt(own.strengths[0])
    assert abs(first).max() < 1.5 and first[2] == pytest.approx(abs(first).max())


def test_it_is_lognormal_about_its_median():
    field = [RandomField([Direction(1.0, 0.0, 1.0, 20)], 5.0, 0.3, seed) for seed in range(200)]
    logs = np.log(np.array([own(0.4) for own in field]) / 5.0)
    assert abs(logs.mean()) < 0.1 and 0.15 < logs.std() < 0.45
    assert RandomField(field[0].directions, 5.0, 0.0, 3)(0.7) == 5.0


@pytest.mark.parametrize("count", [1, 2, 3])
def test_arrays_and_numbers_agree_and_the_seed_decides(count):
    directions = [Direction(0.5 + i, 0.0, 1.0, 4 + i) for i in range(count)]
    field, again, other = (RandomField(directions, 2.0, 0.2, seed) for seed in (7, 7, 8))
    places = np.random.default_rng(0).random((count, 5))
    values = field(*places)
    np.testing.assert_allclose(values, [field(*place) for place in places.T])
    np.testing.assert_array_equal(values, again(*places))
    assert (abs(values - other(*places)) > 1e-6).all()


@pytest.mark.parametrize("count", [2, 3])
def test_the_strongest_terms_are_kept(count):
    directions = [Direction(1.0 + i, 0.0, 1.0, 6) for i in range(count)]
    few, share = RandomField(directions, 1.0, 0.2, 1, 10), RandomField(directions, 1.0, 0.2, 1, 0.8)
    strengths = directions[0].strengths
    for own in directions[1:]:
        strengths = strengths[..., None] * own.strengths
    assert np.count_nonzero(few.weights) == 10
    assert strengths[few.weights != 0].min() >= strengths[few.weights == 0].max()
    held = strengths[share.weights != 0].sum() / strengths.sum()
    assert held <= 0.8 < held + strengths[share.weights == 0].max() / strengths.sum()
