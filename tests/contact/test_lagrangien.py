"""Exact contact with Coulomb friction: nodes that stick, slide and lift on a floor."""

import numpy as np
import pytest

from pyaster_lite.contact.lagrangien import Multipliers

from .bodies import KX, KY, TIE, press_row

MU = 0.3
STIFFNESS = KX + 2 * TIE
HEIGHT = 0.1
PRESSED = 200.0 - HEIGHT * (KY + 2 * TIE)


def test_friction_holds_up_to_its_limit_and_slides_beyond():
    stuck, _, contact = press_row(Multipliers, MU, [HEIGHT], lambda t: [[50.0 * (t - 1) if t > 1 else 0.0, -200.0]])
    assert stuck[-1] == pytest.approx(np.array([[0.0, -HEIGHT]]), abs=1e-14)
    assert (contact.pressed, abs(contact.rubbed[0])) == (pytest.approx([PRESSED]), pytest.approx([50.0]))
    assert contact.report(np.zeros(6)).status.tolist() == [1.0]
    slid, _, contact = press_row(Multipliers, MU, [HEIGHT], lambda t: [[500.0 * (t - 1) if t > 1 else 0.0, -200.0]])
    assert slid[-1][0, 0] == pytest.approx((500.0 - MU * PRESSED) / STIFFNESS)
    report = contact.report(np.zeros(6))
    assert report.status.tolist() == [2.0] and abs(report.sliding).max() == pytest.approx(MU * PRESSED)


def test_a_node_that_comes_back_rubs_the_other_way():
    path = [100.0, 300.0, 290.0, 100.0]
    u, _, contact = press_row(Multipliers, MU, [HEIGHT], lambda t: [[path[round(t) - 1] if t else 0.0, -200.0]], (0, 1, 2, 3, 4))
    there, back = (300.0 - MU * PRESSED) / STIFFNESS, (100.0 + MU * PRESSED) / STIFFNESS
    assert [step[0, 0] for step in u[1:]] == pytest.approx([there, there, back])


def test_without_friction_or_contact_there_is_no_force():
    free, _, _ = press_row(Multipliers, 0.0, [0.0], lambda t: [[500.0 * t, -200.0]])
    assert free[-1][0, 0] == pytest.approx(1000.0 / STIFFNESS)
    _, _, contact = press_row(Multipliers, MU, [0.0], lambda t: [[500.0 * t, 5.0]])
    assert contact.pressed.tolist() == [0.0] and contact.rubbed.tolist() == [[0.0]]
