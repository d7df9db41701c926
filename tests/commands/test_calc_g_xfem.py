"""CALC_G_XFEM: from what extensions of a crack of level sets release to values along its front."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.commands._calc_g.level_sets import LevelSetExtension
from pyaster_lite.commands._calc_g.release import _Volume
from pyaster_lite.commands._calc_g.sides import _pass_over
from pyaster_lite.commands._distributed_loads import Loads
from pyaster_lite.commands.calc_g_xfem import _check_law, _rows
from pyaster_lite.fe.terms import ForceTerm


def _front(smoothing):
    front = object.__new__(LevelSetExtension)
    front.flat, front.closed, front.smoothing = False, False, smoothing
    front.abscissas = np.array([0.0, 1.0, 3.0, 4.0, 6.0])
    return front


def _released(front, values):
    """What hats about the points release, for values (m,) that are linear between them."""
    lengths = np.diff(front.abscissas)
    own = np.zeros(len(values))
    own[:-1] += lengths * (2 * values[:-1] + values[1:]) / 6
    own[1:] += lengths * (values[:-1] + 2 * values[1:]) / 6
    return own[:, None] * np.ones(7)


def test_values_that_are_linear_between_points_are_found_from_what_hats_release():
    front = _front("LAGRANGE")
    values = np.array([2.0, -1.0, 3.0, 0.5, 1.0])
    assert front.along(_released(front, values), corrected=False)[:, 0] == pytest.approx(values)


@pytest.mark.parametrize("smoothing", ["LAGRANGE", "LAGRANGE_NO_NO"])
def test_ends_follow_from_the_points_next_to_them_for_stress_intensity_factors_only(smoothing):
    front = _front(smoothing)
    released = _released(front, np.ones(5))
    other = released.copy()
    other[[0, -1]] *= 3.0
    corrected, straight = (front.along(released, kept)[:, 1] for kept in (True, False))
    assert front.along(other, True)[:, 1] == pytest.approx(corrected)
    assert abs(front.along(other, False)[:, 1] - straight).max() > 0.5


def test_the_energy_of_the_factors_may_be_negative_at_an_end():
    front = _front("LAGRANGE_NO_NO")
    released = _released(front, np.ones(5)) * np.array([1.0, 1.0, 2.0, 1.0, 1.0])[:, None]
    at_points = front.along(released, False)[:, 4]
    assert at_points == pytest.approx(3.0 * np.array([1.0, 1.0, 4.0, 1.0, 1.0]))
    assert front.along(released)[[0, -1], 4] == pytest.approx([3.0 - 9.0 / 2.0, 3.0 - 9.0 * 2.0])


@pytest.mark.parametrize("option, expected", [("CALC_G", 6.0), ("CALC_K_G", 3.0)])
def test_the_energy_alone_is_by_radian_of_a_front_of_revolution(option, expected):
    class Flat:
        number, flat, points, abscissas = 1, True, np.array([[2.0, 0.0, 0.0]]), np.zeros(1)

        @staticmethod
        def along(released, corrected):
            return released

    class Revolving:
        radius = 2.0

        @staticmethod
        def terms(order, option):
            return np.array([[3.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0]])

        @staticmethod
        def time(order):
            return 0.0

    (row,) = _rows(option, Flat, Revolving, 1, False)
    assert row["G"] == expected


class Given(SimpleNamespace):
    def get(self, word, otherwise=None):
        return getattr(self, word, otherwise)

    def mark_read(self, *words):
        pass

    def not_yet(self, word, text, help=None):
        return NotImplementedError(word)

    def wrong(self, word, text, help=None):
        return ValueError(word)


@pytest.mark.parametrize(
    "relation, group, laws, refused",
    [
        ("ELAS", None, (), None),
        ("ELAS", "SKIN", ("ELAS",), None),
        ("ELAS_VMIS_LINE", None, ("VMIS_ISOT_LINE",), None),
        ("ELAS_VMIS_LINE", None, ("ELAS_VMIS_LINE",), None),
        ("ELAS_VMIS_LINE", "BODY", ("ELAS_VMIS_LINE",), "GROUP_MA"),
        ("ELAS", None, ("VMIS_ISOT_LINE",), "RELATION"),
        ("ELAS_VMIS_TRAC", None, (), "RELATION"),
    ],
)
def test_the_law_that_is_named_is_that_of_the_cells(relation, group, laws, refused):
    args = Given(COMPORTEMENT=Given(RELATION=relation, GROUP_MA=group), CALCUL_CONTRAINTE="OUI")
    result = SimpleNamespace(name="RESU", laws=[SimpleNamespace(relation=word) for word in laws])
    if refused is None:
        _check_law(args, result)
    else:
        with pytest.raises(NotImplementedError, match=refused):
            _check_law(args, result)


def test_stresses_of_cracks_of_level_sets_are_made_anew():
    args = Given(COMPORTEMENT=Given(RELATION="ELAS"), CALCUL_CONTRAINTE="NON")
    with pytest.raises(ValueError, match="CALCUL_CONTRAINTE"):
        _check_law(args, SimpleNamespace(name="RESU", laws=[]))


@pytest.mark.parametrize(("cell", "functions", "option"), [("QUAD4", False, "K"), ("QUAD8", True, "G"), ("TRIA3", True, "K")])
def test_forces_on_enriched_sides_that_nobody_counts(cell, functions, option):
    release = SimpleNamespace(args=Given(), loads=SimpleNamespace(by_functions=functions), left_out=set())
    with pytest.raises(NotImplementedError, match="RESULTAT"):
        _pass_over(release, SimpleNamespace(cell=cell), option)
    release.loads.by_functions = True
    _pass_over(release, SimpleNamespace(cell="QUAD4"), "K")
    assert len(release.left_out) == 1


def test_loads_by_functions_are_told_apart():
    def loads(functions):
        term = ForceTerm(None, word="FORCE_FACE", by_functions=functions)
        return Loads([SimpleNamespace(load=SimpleNamespace(forces=[ForceTerm(None), term]))], [])

    assert loads(True).by_functions and not loads(False).by_functions


def test_strains_of_a_stress_at_rest_count_shear_twice():
    """With E = 2 and nu = 0.25, in Mandel's notation: (s - nu of the others) / E, and for shear twice (1 + nu) / E times it."""
    volume = _Volume.__new__(_Volume)
    volume.moduli = np.full((1, 1), 2.0), np.full((1, 1), 0.25)
    found = volume._compliance(np.array([[[4.0, 1.0, -1.0, 3.0, 0.0, 8.0]]]))
    assert found.ravel().tolist() == [2.0, 0.125, -1.125, 3.75, 0.0, 10.0]
