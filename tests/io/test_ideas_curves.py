"""Curves of sensors in universal files."""

import numpy as np
import pytest

from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.ideas_curves import read_curves

HEAD = "    -1\n    58\n" + "NONE\n" * 5 + "    1         0    0         0 N3        {label:>10}{direction:>4} NONE               0   0\n"
NATURE = "{nature:>10}         3{even:>10}  1.00000E+00  5.00000E-01  0.00000E+00\n        17    0    0    0 NONE                 s\n"
TAIL = "{quantity:>10}    0    0    0 NONE                 NONE\nNONE\nNONE\n{values}\n    -1\n"


def curve(tmp_path, values, nature=2, even=1, label=0, direction=1, quantity=8):
    path = tmp_path / "curves.unv"
    text = HEAD.format(label=label, direction=direction) + NATURE.format(nature=nature, even=even)
    path.write_text(text + TAIL.format(quantity=quantity, values=values))
    return path


def test_an_even_curve_of_a_named_node(tmp_path):
    (found,) = read_curves(curve(tmp_path, "  1.00000E+00 -2.00000E+00  3.00000E+00"))
    assert (found.node, found.direction, found.quantity) == ("N3", 1, 8)
    np.testing.assert_allclose(found.abscissas, [1.0, 1.5, 2.0])
    np.testing.assert_allclose(found.values, [1.0, -2.0, 3.0])


def test_an_uneven_complex_curve_of_a_numbered_node(tmp_path):
    rows = "  1.00000E+00  1.00000E+00  2.00000E+00  4.00000E+00  3.00000E+00 -1.00000E+00\n  9.00000E+00  0.00000E+00  5.00000E+00"
    (found,) = read_curves(curve(tmp_path, rows, nature=5, even=0, label=7, direction=-2))
    assert (found.node, found.direction) == ("N7", -2)
    np.testing.assert_allclose(found.abscissas, [1.0, 4.0, 9.0])
    np.testing.assert_allclose(found.values, [1 + 2j, 3 - 1j, 5j])


def test_double_values_stand_in_wider_columns(tmp_path):
    rows = "".join(f"{value:20.12E}" for value in (1.0, -2.0, 3.0))
    np.testing.assert_allclose(read_curves(curve(tmp_path, rows, nature=4))[0].values, [1.0, -2.0, 3.0])


def test_a_curve_cut_short_is_told(tmp_path):
    with pytest.raises(FileProblem, match="cut short"):
        read_curves(curve(tmp_path, "  1.00000E+00 -2.00000E+00"))
