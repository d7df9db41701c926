"""KIT_DDI: creep beside another law is the one where the other does nothing, and the other where nothing creeps."""

import numpy as np
import pytest

from pyaster_lite.behaviours.kit_ddi import Kit
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.concrete import E, follow, points
from tests.behaviours.test_beton_umlv import CREEPS

MAZARS = {
    "mazars_limit": 1e-4, "mazars_shear": 0.7, "mazars_tension_a": 0.8, "mazars_tension_b": 1e4, "mazars_compression_a": 1.4,
    "mazars_compression_b": 1900.0, "mazars_coupling": 0.4,
}  # fmt: skip
TORN = {"softening_slope": -E / 10, "tension_strength": 3e6}
DAMAGED = [("ENDO_ISOT_BETON", TORN), ("MAZARS", MAZARS)]
LAZY = dict.fromkeys(CREEPS, 1e30)
TIMES = [0.0, 1.0, 2.0, 3.0]
STRAIN = np.array([2e-4, -5e-5, 1e-5, 3e-5, -2e-5, 4e-5])


def at_rest(law, ns=6):
    return PointState(np.zeros((1, 1, ns)), np.zeros((1, 1, ns)), np.zeros((1, 1, law.internal_size)))


@pytest.mark.parametrize("word,damage", DAMAGED)
def test_damage_alone(word, damage):
    law, own, data = Kit().of_kit(("BETON_UMLV", word)), BEHAVIOURS[word], points(LAZY | damage)
    pairs = zip(*(follow(x, Space(), lambda t: t * STRAIN, data, TIMES, at_rest(x)) for x in (law, own)))
    for found, expected in pairs:
        np.testing.assert_allclose(found.stress, expected.stress, rtol=1e-9, atol=1e-3)
        np.testing.assert_allclose(found.internal[..., 21:], expected.internal, atol=1e-12)
    assert found.internal[0, 0, 21] > 0.1


@pytest.mark.parametrize("word,damage", [("ENDO_ISOT_BETON", TORN | {"tension_strength": 1e9}), ("MAZARS", MAZARS | {"mazars_limit": 1.0})])
def test_creep_alone(word, damage):
    law, own = Kit().of_kit((word, "BETON_UMLV")), BEHAVIOURS["BETON_UMLV"]
    data = points(CREEPS | damage, lambda t: 0.8)
    for found, expected in zip(*(follow(x, Space(), lambda t: min(t, 1.0) * STRAIN, data, TIMES, at_rest(x)) for x in (law, own))):
        np.testing.assert_allclose(found.stress, expected.stress, rtol=1e-9, atol=1e-3)
        np.testing.assert_allclose(found.internal[..., :21], expected.internal, atol=1e-14)


def test_the_tangent_of_damage_is_the_derivative_of_the_stress_where_axes_stay():
    """code_aster's leaves out that the stiffness at constant damage turns with the strain."""
    law, data, space = Kit().of_kit(("BETON_UMLV", "ENDO_ISOT_BETON")), points(CREEPS | TORN), Space()
    start = np.array([2e-4, -5e-5, 1e-5, 0, 0, 0])
    (state,) = follow(law, space, lambda t: start, data, TIMES[:2], at_rest(law))
    step = data.between(1.0, 2.0)

    def stress(strain):
        return law.integrate(np.broadcast_to(strain, (1, 1, 6)), state, step, space)

    last = 1.3 * start
    tangent = stress(last)[2][0, 0]
    for j in range(3):
        ahead = 1e-9 * np.eye(6)[j]
        slope = (stress(last + ahead)[0] - stress(last - ahead)[0])[0, 0] / 2e-9
        np.testing.assert_allclose(slope, tangent[:, j], atol=1e-6 * E)


def test_pairs_that_do_not_go_together():
    for kit, text in (
        (("BETON_UMLV", "VMIS_ISOT_LINE"), "does not go with"),
        (("MAZARS", "ELAS"), "no law of creep"),
        (("BETON_UMLV",), "a law of creep and another"),
    ):
        with pytest.raises(ValueError, match=text):
            Kit().of_kit(kit)
