"""The tools by which decks compare laws: columns side by side, rotated vectors, errors."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.served.testcomp_utils import relative_error, vect_prod_rot

DECK = """
from code_aster.MacroCommands.Utils.testcomp_utils import rename_components
one = CREA_TABLE(LISTE=(_F(PARA="INST", LISTE_R=(0.0, 1.0)), _F(PARA="V1", LISTE_R=(5.0, 6.0)), _F(PARA="X", LISTE_R=(0.0, 0.0))))
two = CREA_TABLE(LISTE=(_F(PARA="INST", LISTE_R=(0.0, 1.0)), _F(PARA="V1", LISTE_R=(7.0, 8.0))))
R = [None]
for i in range(2):
    R = rename_components(i, [1, 10], ["_a_", "_b_"], ["V1"], [one, two], R)
T = R[0]
"""


def test_columns_come_side_by_side(tmp_path):
    (tmp_path / "deck.comm").write_text(DECK)
    table = pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")["T"]
    assert table.names == ["INST", "V1_a_1", "V1_b_10"]
    assert (table.column("V1_a_1"), table.column("V1_b_10")) == ([5.0, 6.0], [7.0, 8.0])


def test_products_turn_strains():
    a, b = np.array([1.0, 2.0, 3.0]), np.array([-1.0, 0.5, 2.0])
    xx, yy, zz, xy, xz, yz = vect_prod_rot(a, b)
    assert (xx, yy, zz) == pytest.approx(tuple(a * b))
    assert (xy, xz, yz) == pytest.approx((1.0 * 0.5 - 2.0, 1.0 * 2.0 - 3.0, 2.0 * 2.0 + 3.0 * 0.5))
    with pytest.raises(ValueError):
        vect_prod_rot(a[:2], b)


def test_errors_are_relative_but_to_nothing():
    assert relative_error(2.0, 1.0) == 1.0
    assert relative_error(2.0, 1e6, coef=1e6) == 1.0
    assert relative_error(2.0, 1e-9, prec_zero=1e-6) == 0.0
