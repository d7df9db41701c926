"""Plates of three layers: what is found balances what acts, with no more stress than there may be."""

import numpy as np
import pytest

from pyaster_lite.fe.reinforcement.sandwich import SandwichRules, sandwich_bars
from pyaster_lite.fe.reinforcement.sandwich_grids import Plate, both_compressed, one_stretched, stretched

GIVEN = dict(
    concrete=35.0, steel=500.0, concrete_safety=1.5, steel_safety=1.0, membrane=True, turn=5.0, depth=0.01, ratio=0.1, mega=True,
    compressed=False, symmetric=None, added=False, pushed=False, least=None,
)  # fmt: skip


def plate(**words):
    return Plate(SandwichRules(**GIVEN | words), 200.0, 40.0, 30.0)


def test_pure_tension_is_shared_by_the_levers():
    found = stretched(plate(), np.array([700.0, 0, 0, 0, 0, 0]))
    # The middle of the plate is 60 and 70 from the bars
    assert found.areas == pytest.approx([700.0 * 70 / 130 / 500, 700.0 * 60 / 130 / 500, 0, 0]) and found.error == 0


def test_sheared_membrane_has_bars_in_both_directions():
    found = stretched(plate(), np.array([0, 0, 300.0, 0, 0, 0]))
    # Struts at 45 degrees: each direction takes the shear, and the struts twice as much of it as compression
    assert found.areas.sum() * 500.0 == pytest.approx(600.0, rel=1e-2)
    assert found.lower + found.upper == pytest.approx(600.0 / (0.6 * (1 - 35 / 250) * 35 / 1.5), rel=1e-2)


@pytest.mark.parametrize("above", [True, False])
def test_bending_leaves_a_block_of_concrete(above):
    moment = 4e4 if above else -4e4
    found = one_stretched(plate(membrane=False), np.array([0, 0, 0, moment, 0, 0]), above)
    bars, thick, arm = (found.areas[1], found.lower, 70.0) if above else (found.areas[0], found.upper, 60.0)
    force, strength = bars * 500.0, 35.0 / 1.5
    assert thick * strength == pytest.approx(force, rel=1e-3)
    assert force * (arm + 100.0 - 0.5 * thick) == pytest.approx(4e4, rel=1e-3)


def test_compressed_plates_need_no_bars():
    found = both_compressed(plate(membrane=False), np.array([-2000.0, -100.0, 0, 0, 0, 0]))
    assert found.error == 0 and not found.areas.any()
    lost = both_compressed(plate(membrane=False), np.array([-9000.0, -100.0, 0, 0, 0, 0]))
    assert lost.error == 1
    helped = both_compressed(plate(membrane=False, compressed=True, ratio=0.2), np.array([-9000.0, -100.0, 0, 0, 0, 0]))
    assert helped.error == 0 and helped.areas.sum() > 0.0


@pytest.mark.parametrize("above", [True, False])
def test_more_bars_where_one_face_is_not_enough(above):
    acting = np.array([0, 0, 0, 5e5 if above else -5e5, 0, 0])
    assert one_stretched(plate(membrane=False), acting, above).error == 1
    found = one_stretched(plate(membrane=False, compressed=True, ratio=0.2), acting, above)
    assert found.error == 0
    signs = np.where(found.pulled, 1.0, -1.0) * found.areas * 500.0
    far = found.lower if above else found.upper
    struts = -far * 35.0 / 1.5
    assert signs[0] + signs[1] + struts == pytest.approx(0.0, abs=1.0)


def test_shear_beyond_concrete_is_taken_by_ties():
    rules = SandwichRules(**GIVEN)
    areas, _, crushed = sandwich_bars(rules, 200.0, (40.0, 40.0), (1000.0, 0, 0, 0, 0, 0, 300.0, 0))
    assert not crushed and areas[:4] == pytest.approx([1.0, 0, 1.0, 0]) and areas[4] > 0.0 and areas[5] == pytest.approx(0.0, abs=1e-12)
    least, _, _ = sandwich_bars(SandwichRules(**GIVEN | {"least": (0.02, 0.01)}), 200.0, (40.0, 40.0), (1000.0, 0, 0, 0, 0, 0, 0, 0))
    assert least[:4] == pytest.approx([1.6, 1.6, 1.6, 1.6]) and least[4:] == pytest.approx([1.0, 1.0])


def test_shear_and_twist_balance_over_the_grid():
    acting = np.array([100.0, 50.0, 200.0, 3000.0, 0.0, 6000.0])
    found = stretched(plate(compressed=True), acting)
    assert found.error == 0 and found.lower >= 0.0 and found.upper >= 0.0
