"""The tangent of a cell beside that by differences: which terms are told."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.concepts.compared_tangents import apart
from pyaster_lite.diagnostics import Refused


def test_terms_that_differ_are_told():
    own = np.array([[2.0, 1e-14], [1.0, 4.0]])
    other = np.array([[2.0, 0.0], [1.5, 4.0]])
    (row,) = apart(own, other, False, 1e-12)
    assert (row["I"], row["J"], row["MAT_TGTE"], row["MAT_PERT"]) == (2, 1, 1.0, 1.5)
    assert row["MAT_DIFF"] == pytest.approx(0.2)
    assert [(row["I"], row["J"]) for row in apart(own, other, True, 1e-12)] == [(1, 1), (1, 2), (2, 2), (2, 1)]


def test_a_deck_that_has_compared_nothing_is_told(tmp_path):
    (tmp_path / "deck.comm").write_text(
        "from code_aster.MacroCommands.Utils.veri_matr_tang import VERI_MATR_TANG\n"
        "for i in range(1):\n    T = VERI_MATR_TANG(DIFFERENCE='OUI')\n"
    )
    with pytest.raises(Refused, match="no evolution has compared tangents"):
        pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")
