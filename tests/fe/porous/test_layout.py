"""Where generalised strains and stresses stand."""

from pyaster_lite.fe.kinematics import Plane, Space
from pyaster_lite.fe.porous.layout import Layout


def test_names_follow_the_order_of_code_aster():
    saturated = Layout(Plane(), True, (1, 0), False)
    assert saturated.names[-3:] == ("M11", "FH11X", "FH11Y") and saturated.unknowns == ("PRE1",)
    whole = Layout(Space(), True, (2, 2), True)
    assert whole.names[12:17] == ("M11", "FH11X", "FH11Y", "FH11Z", "ENT11")
    assert whole.names[-5:] == ("ENT22", "QPRIM", "FHTX", "FHTY", "FHTZ")
    assert whole.n_stresses == len(whole.names) == 12 + 4 * 5 + 4 and whole.n_strains == 3 + 6 + 3 * 4


def test_a_medium_that_does_not_move_has_no_stress():
    still = Layout(Plane(), False, (2, 1), True)
    assert "skeleton" not in still.stress and still.scalars == ("p1", "p2", "t")
    assert still.stress["heat flow"].stop == still.n_stresses and still.mandel.shape == (still.n_stresses,)
