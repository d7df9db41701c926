"""Functions: interpolation, extrapolation and the operations on them."""

import numpy as np
import pytest

from pyaster_lite.concepts.function import Constant, Function, OutsideDomain, Properties


def function(x, y, **words):
    return Function(x, y, Properties("INST", **words))


def test_linear_inside_and_exactly_at_its_points():
    f = function([0, 1, 3], [0, 2, 4])
    assert f(0.5) == 1.0
    assert f(3.0) == 4.0
    assert f.evaluate(INST=[0.0, 2.0, 3.0]) == pytest.approx([0, 3, 4])


def test_mechanics_ask_by_name_of_parameter():
    with pytest.raises(OutsideDomain, match="depends on INST"):
        function([0, 1], [0, 1]).evaluate(X=1.0)


@pytest.mark.parametrize(
    "pair, expected",
    [
        (("LIN", "LOG"), np.exp(np.log(100) / 2)),
        (("LOG", "LIN"), 1 + 99 * np.log(5.5) / np.log(10)),
        (("LOG", "LOG"), 5.5**2),
    ],
)
def test_logarithmic_axes(pair, expected):
    assert function([1, 10], [1, 100], interpolation=pair)(5.5) == pytest.approx(expected, rel=1e-14)


def test_beyond_an_excluded_end_only_rounding_is_forgiven():
    f = function([0, 1], [5, 6])
    assert f.evaluate(INST=1 + 1e-9) == 6
    assert f(1 + 5e-7) == 6
    with pytest.raises(OutsideDomain, match="0 <= INST <= 1"):
        f.evaluate(INST=1 + 1e-7)
    with pytest.raises(OutsideDomain):
        f(-1e-5)


def test_properties_of_heat_have_the_end_value_at_the_very_end_only():
    """Close to the end, where code_aster's mechanics takes its value, the line goes on."""
    line = Function([0.0, 660.0], [0.0, 1.98e9], Properties(parameter="TEMP", left="LINEAIRE"))
    near = np.array([-1e-6, 1e-6])
    np.testing.assert_allclose(line.evaluate(TEMP=near), [0.0, 3.0], rtol=1e-12)
    np.testing.assert_allclose(line.exactly(TEMP=near), [-3.0, 3.0], rtol=1e-12)
    assert Constant(5.0).exactly(TEMP=near).tolist() == [5.0, 5.0]
    with pytest.raises(OutsideDomain):
        Function([0.0, 1.0], [0.0, 1.0], Properties(parameter="TEMP")).exactly(TEMP=np.array([-1e-12]))


def test_extrapolations():
    f = function([0, 1, 2], [0, 1, 4], left="CONSTANT", right="LINEAIRE")
    assert f([-3.0, 4.0]) == pytest.approx([0, 10])


def test_a_jump_gives_the_right_value_to_mechanics_and_the_left_one_to_decks():
    f = function([0, 1, 1, 2], [0, 0, 5, 5])
    assert f.evaluate(INST=1.0) == 5
    assert f(1.0) == 0


def test_one_point():
    f = function([2.0], [7.0], right="CONSTANT")
    assert f(3.0) == f(2.0) == 7
    with pytest.raises(OutsideDomain):
        f(1.0)


def test_not_a_number_has_no_value():
    with pytest.raises(OutsideDomain):
        function([0, 1], [0, 1], left="CONSTANT", right="CONSTANT")(float("nan"))


def test_a_constant_answers_whatever_it_is_asked():
    assert Constant(3.0).evaluate(X=np.zeros((2, 3))).shape == (2, 3)
    assert Constant(3.0)(17.0) == 3.0


def test_complex_values():
    f = function([0, 1], [0, 2 + 4j])
    assert f.kind == "fonction_c"
    assert f(0.5) == 1 + 2j
    assert f.getValues() == [0, 1, 0, 0, 2, 4]


def test_derivative_of_primitive():
    x = np.linspace(0, 3, 301) ** 1.2
    f = function(x, np.cos(x), result="VITE")
    assert f.trapeze(2.0).properties.result == "DEPL"
    assert f.trapeze(2.0).y == pytest.approx(2 + np.sin(x), abs=3e-5)
    even = np.linspace(0, 3, 301)
    assert function(even, np.cos(even)).simpson(2.0).y == pytest.approx(2 + np.sin(even), abs=1e-6)
    assert f.derive().y[1:-1] == pytest.approx(-np.sin(x[1:-1]), abs=2e-3)


def test_sum_lives_where_both_are_known():
    f = function([0, 1, 2], [1, 1, 1])
    g = function([1, 3], [0, 2], left="CONSTANT")
    total = f + g
    assert total.x.tolist() == [0, 1, 2]
    assert total.y.tolist() == [1, 1, 2]
    assert total.properties.left == "EXCLU"


def test_inverse_swaps_axes():
    f = function([1, 2, 4], [8, 4, 1], interpolation=("LIN", "LOG"), left="CONSTANT")
    inverse = f.inverse()
    assert inverse.x.tolist() == [1, 4, 8]
    assert inverse.properties.interpolation == ("LOG", "LIN")
    assert inverse(4.0) == 2.0


@pytest.mark.parametrize("count", [16, 17])
def test_fourier_and_back(count):
    f = function(0.1 * np.arange(count), np.sin(np.arange(count)) + 0.3)
    spectrum = f.fft("COMPLET")
    assert spectrum.properties.parameter == "FREQ"
    back = spectrum.fft("COMPLET", "OUI")
    assert back.x == pytest.approx(f.x)
    assert back.y == pytest.approx(f.y)


def test_a_function_is_filled_by_python():
    f = Function([], [])
    f.setInterpolation("LIN LOG")
    f.setExtrapolation("CL")
    f.setValues([0.0, 1.0], [1.0, 2.0])
    assert f.getProperties()[1] == "LIN LOG"
    assert f(0.5) == pytest.approx(np.sqrt(2.0))
    with pytest.raises(RuntimeError, match="function size is 2"):
        f.setValues([0.0], [1.0])
    with pytest.raises(RuntimeError, match="must be equal"):
        f.setValues([0.0, 1.0], [1.0])
    with pytest.raises(RuntimeError, match="is no interpolation"):
        f.setInterpolation("CURVED")
    g = Function([], np.empty(0, complex))
    g.setValues([0.0, 1.0], [1.0, 2.0, 3.0, 4.0])
    assert g(1.0) == 3.0 + 4.0j
    with pytest.raises(RuntimeError, match="twice"):
        g.setValues([0.0, 1.0], [1.0, 2.0])


def test_the_points_are_printed_as_a_table(capsys):
    function([0, 1], [5, 6]).Trace()
    assert capsys.readouterr().out.split() == ["INST", "TOUTRESU", "0.000000e+00", "5.000000e+00", "1.000000e+00", "6.000000e+00"]
    with pytest.raises(AttributeError):
        function([0, 1], [5, 6]).Trace(FORMAT="XMGRACE")


def test_a_copy_is_changed_alone():
    f = function([0, 1], [5, 6])
    g = f.copy()
    g.setValues([0.0, 2.0], [5.0, 7.0])
    assert (f(1.0), g(2.0)) == (6.0, 7.0)


@pytest.mark.parametrize("asked", ["deck", "mechanics"])
def test_one_number_gives_what_an_array_of_it_gives(asked):
    generator = np.random.default_rng(2)
    x = np.sort(np.concatenate([generator.random(8), [0.4, 0.4]]))
    function = Function(x, generator.random(10), Properties("X", left="LINEAIRE", right="CONSTANT"))
    for value in np.concatenate([x, x + 1e-9, x - 1e-9, generator.random(40) * 1.4 - 0.2]):
        one, array = (function(given) if asked == "deck" else function.evaluate(X=given) for given in (float(value), np.array([value])))
        assert type(one) is float and one == array[0]


def test_values_within_do_not_depend_on_what_is_asked_beside_them():
    ramp = Function([0.0, 0.0, 1.0, 2.0, 2.0, 5.0], [9.0, 3.0, 0.1, 0.7, -4.0, 8.0], Properties("X", left="CONSTANT", right="CONSTANT"))
    inside = np.array([[0.3, 1.0], [2.0, 4.9], [1e-300, 0.7]])
    beside = ramp.evaluate(X=np.append(inside, 7.0))[:-1]
    np.testing.assert_array_equal(ramp.evaluate(X=inside), beside.reshape(inside.shape))
    np.testing.assert_array_equal(ramp.evaluate(X=np.array([0.0, 2.0])), [9.0, -4.0])


def test_the_trend_of_code_aster_is_taken_off():
    x, y = np.array([0.0, 1.0, 2.0, 3.0]), np.array([1.0, 3.0, 4.0, 8.0])
    slope = 2.2
    level = (x @ x * x.sum() - x.sum() * (x @ y)) / (4 * x @ x - x.sum() ** 2)
    assert function(x, y).suppr_tend().y == pytest.approx(y - slope * x - level)


def test_simpsons_rule_over_unequal_intervals_has_code_asters_weight_in_the_middle():
    made = function([0.0, 1.0, 3.0], [1.0, 2.0, 4.0]).simpson(0.0)
    assert made.y == pytest.approx([0.0, 1.5, 3.0 / 6.0 * (0.0 + 2.5 * 2.0 + 1.5 * 4.0)])
