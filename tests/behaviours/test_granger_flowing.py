"""BETON_GRANGER beside a law of plasticity: creep is that of the stress, and the stress that of the strain which does not creep."""

import numpy as np
import pytest

from pyaster_lite.behaviours.kit_ddi import Kit
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.steel import STEEL, SY, at_rest, points

SPACE = Space()
AROUND = {"SECH": np.ones((1, 1)), "SECH_REF": np.ones((1, 1)), "TEMP": np.zeros((1, 1)), "TEMP_REF": np.zeros((1, 1))}


def pulled(law, material=STEEL, sizes=(0.5, 1.0, 1.5, 1.5)):
    """States under strains that grow, then stay."""
    data, state, states = points(material, lambda t: AROUND, cells=1), at_rest(law, SPACE, (1, 1)), []
    unit = 4e-3 * np.array([1.0, -0.3, -0.2, 0.1, 0.0, 0.3])
    for step, size in enumerate(sizes):
        strain = np.broadcast_to(size * unit, (1, 1, 6))
        state = PointState(strain, *law.integrate(strain, state, data.between(step, step + 1.0), SPACE)[:2])
        states.append(state)
    return states


@pytest.mark.parametrize("other", ["BETON_DOUBLE_DP", "ROUSS_PR", "VMIS_ISOT_LINE", "VMIS_ISOT_PUIS", "VMIS_ISOT_TRAC"])
def test_both_laws_tell_the_same_stress(other):
    law = Kit().of_kit((other, "BETON_GRANGER")).within(1e-12, 200)
    states, data = pulled(law), points(STEEL, lambda t: AROUND, cells=1)
    crept = [law.basic_creep(state.internal, data, 6) for state in states]
    own = at_rest(BEHAVIOURS[other], SPACE, (1, 1))
    for step, (state, creep) in enumerate(zip(states, crept)):
        alone = BEHAVIOURS[other].integrate(state.strain - creep, own, data.between(step, step + 1.0), SPACE)
        own = PointState(state.strain - creep, *alone[:2])
        np.testing.assert_allclose(state.stress, own.stress, atol=1e-7 * SY)
        np.testing.assert_allclose(state.internal[..., 55:], own.internal, atol=1e-9)
    assert abs(crept[-1]).max() > 1e-4 and own.internal.any()


def test_without_plasticity_it_is_creep_alone():
    strong = STEEL | {"yield_stress": 1e3 * SY}
    for found, expected in zip(
        pulled(Kit().of_kit(("BETON_GRANGER", "VMIS_ISOT_LINE")), strong), pulled(BEHAVIOURS["BETON_GRANGER"], strong)
    ):
        np.testing.assert_allclose(found.stress, expected.stress, rtol=1e-9)
        np.testing.assert_allclose(found.internal[..., :55], expected.internal, rtol=1e-6, atol=1e-3)


def test_plasticity_feels_the_strain_of_temperature_as_one_of_stress():
    """Held while it warms by 100 degrees, strong concrete has no stress: its pair takes the expansion off creep alone, as code_aster."""
    metal = STEEL | {"yield_stress": 1e3 * SY, "expansion": 1e-5}

    def around(t):
        return AROUND | {"TEMP": np.full((1, 1), 100.0 * t)}

    stress = {}
    for name, law in (("pair", Kit().of_kit(("BETON_GRANGER", "VMIS_ISOT_LINE"))), ("creep", BEHAVIOURS["BETON_GRANGER"])):
        data, rest = points(metal, around, cells=1), at_rest(law, SPACE, (1, 1))
        stress[name] = law.integrate(np.zeros((1, 1, 6)), rest, data.between(0.0, 1.0), SPACE)[0]
    assert abs(stress["creep"]).max() > SY / 10
    np.testing.assert_allclose(stress["pair"], 0.0, atol=1e-9 * SY)


def test_other_laws_are_refused():
    with pytest.raises(ValueError, match="does not go with MAZARS"):
        Kit().of_kit(("BETON_GRANGER", "MAZARS"))
