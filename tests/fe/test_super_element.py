"""Condensed structures as elements: which of them can be moved without a force."""

import numpy as np

from pyaster_lite.fe.super_element import SuperElement

SPRING = np.array([[1.0, -1.0], [-1.0, 1.0]])


def test_a_free_spring_moves_freely_and_a_held_one_does_not():
    ends = (("DX",), ("DX",))
    assert SuperElement(ends, 3.0 * SPRING).translations == ("DX",)
    assert SuperElement(ends, 3.0 * SPRING + np.diag([0.0, 1e-3])).translations == ()
    assert SuperElement((("DX", "DY"), ("DX",)), np.diag([1.0, 2.0, 3.0])).translations == ()
