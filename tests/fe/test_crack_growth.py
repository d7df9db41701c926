"""How cracks turn and grow."""

import numpy as np
import pytest

from pyaster_lite.fe import crack_growth as growth


def test_where_a_crack_turns():
    assert growth.hoop_angle(1.0, 0.0) == 0.0
    assert growth.hoop_angle(0.0, 1.0) == pytest.approx(-np.degrees(np.arctan(np.sqrt(8.0))))
    assert growth.turned_angle(1.0, 0.0, True) == growth.turned_angle(1.0, 0.0, False) == 0.0
    assert abs(growth.turned_angle(0.0, 1.0, True)) == 80.0 and abs(growth.turned_angle(0.0, 1.0, False)) == 80.0
    turn, twist = growth.turned_and_twisted(1.0, 1e-9, 0.0, 0.3)
    assert abs(turn) < 1e-6 and twist == 0.0


def test_factors_count_together():
    assert growth.together("LINEAIRE", [-1.0, -2.0]) == 2.0 and growth.together("MODE_I", [5.0]) == 5.0
    assert growth.together("QUADRATIQUE", [3.0, 4.0]) == 5.0
    assert growth.together("QUADRATIQUE", [0.0, 3.0, 4.0], 0.0) == 5.0


def test_a_closed_crack_still_slides():
    assert growth.released(2.0, 0.0, 4.0, 0.5, True) == 1.0
    assert growth.released(2.0, 4.0, 4.0, 0.5, False) == 0.75 + 6.0
