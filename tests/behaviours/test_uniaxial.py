"""Laws along a line: tangents, and cycles against what is known."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed

LAWS = [word for word in BEHAVIOURS if hasattr(BEHAVIOURS[word], "stretch") and "pinto_sy" not in BEHAVIOURS[word].needs]
BARS = {"young": 200.0, "traction_slope": 20.0, "yield_stress": 0.4}


def data(**more):
    return ElementData(np.array([0]), np.zeros((1, 4, 3)), [BARS | more], np.array([0]))


def stretched(word, increments, own):
    stress, internal, tangent = np.zeros((1, 1)), np.zeros((1, 1, BEHAVIOURS[word].internal_size)), None
    for increment in increments:
        stress, internal, tangent = BEHAVIOURS[word].stretch(np.full((1, 1), increment), stress, internal, own)
    return stress, internal, tangent


@pytest.mark.parametrize("word", LAWS)
@pytest.mark.parametrize("increments", [[0.001], [0.004], [0.004, -0.001], [0.004, -0.006]])
def test_the_tangent_is_the_derivative_of_the_stress(word, increments):
    own = data()
    *first, last = increments
    ahead, behind = (stretched(word, [*first, last + step], own)[0] for step in (1e-8, -1e-8))
    tangent = stretched(word, increments, own)[2]
    np.testing.assert_allclose((ahead - behind) / 2e-8, tangent, rtol=1e-6)


@pytest.mark.parametrize("word", LAWS)
def test_the_tangent_of_rates_is_that_of_the_last_step(word):
    own = data()
    for increments, expected in (([0.001], 200.0), ([0.004], 20.0)):
        stress, internal, _ = stretched(word, increments, own)
        rate = BEHAVIOURS[word].stretch(np.zeros((1, 1)), stress, internal, own.between(0.0, 1.0, predicting=True))[2]
        np.testing.assert_allclose(rate, expected)


@pytest.mark.parametrize("word,back", [("GRILLE_ISOT_LINE", -0.472), ("GRILLE_CINE_LINE", -0.4)])
def test_a_cycle(word, back):
    stress, internal, _ = stretched(word, [0.004, -0.006], data())
    np.testing.assert_allclose(stress, back)
    assert internal[0, 0, 1] == 1.0


def test_a_slope_above_the_modulus_is_refused():
    with pytest.raises(ComputationFailed, match="D_SIGM_EPSI"):
        stretched(LAWS[0], [0.001], data(traction_slope=300.0))


def test_a_slope_above_young_s_modulus_is_refused_where_it_counts():
    stress, *_ = stretched("GRILLE_ISOT_LINE", [1e-3], data(traction_slope=400.0))
    assert stress[0, 0] == pytest.approx(0.2)
    with pytest.raises(ComputationFailed, match="below Young"):
        stretched("GRILLE_ISOT_LINE", [1e-2], data(traction_slope=400.0))
