"""Functions of two parameters: between, at and beyond the given values of the first."""

import numpy as np
import pytest

from pyaster_lite.concepts.function import Function, OutsideDomain, Properties
from pyaster_lite.concepts.function_family import FunctionFamily


def family(**words):
    functions = [Function([0, 1], [p, 2 * p], Properties("X", right="CONSTANT")) for p in (1.0, 10.0, 100.0)]
    return FunctionFamily([1, 2, 4], functions, Properties("TEMP", **words))


def test_linear_in_both_directions():
    assert family()(1.5, 0.5) == pytest.approx((1.5 + 15) / 2)
    assert family().evaluate(TEMP=np.array([1.0, 3.0]), X=np.array([0.0, 1.0]), INST=0.0) == pytest.approx([1, 110])


def test_logarithms_between_the_functions():
    assert family(interpolation=("LIN", "LOG"))(1.5, 0.0) == pytest.approx(np.sqrt(10))


def test_only_the_functions_beside_are_asked():
    narrow = Function([5, 6], [0, 0], Properties("X"))
    wide = Function([0, 1], [3, 4], Properties("X"))
    assert FunctionFamily([1, 2, 3], [wide, wide, narrow], Properties("TEMP"))(1.5, 0.0) == 3


def test_beyond_the_values():
    with pytest.raises(OutsideDomain, match="1 <= TEMP <= 4"):
        family()(0.5, 0.0)
    assert family(left="CONSTANT")(0.5, 0.0) == 1
    assert family(right="LINEAIRE", interpolation=("LOG", "LOG")).evaluate(TEMP=5.0, X=0.0) == pytest.approx(145)


def test_what_is_missing_is_named():
    with pytest.raises(OutsideDomain, match="depends on TEMP"):
        family().evaluate(X=0.0)


def test_sum_of_families_of_different_values():
    one = FunctionFamily([1, 3], [Function([0, 1], [v, v], Properties("X")) for v in (1.0, 3.0)], Properties("TEMP"))
    two = FunctionFamily([1, 2, 3], [Function([0, 1], [v, v], Properties("X")) for v in (10.0, 20.0, 40.0)], Properties("TEMP"))
    total = one.with_values(two) + two
    assert total.values.tolist() == [1, 2, 3]
    assert [f.y.tolist() for f in total.functions] == [[11, 11], [22, 22], [43, 43]]


def test_many_points_at_once_have_the_values_of_each():
    """A table of lines is read at once; what it does not hold, and what changes later, is read as before."""
    functions = [Function([0.0, 1.0, 3.0], [k, k + 2.0, k * k], Properties("X", right="LINEAIRE")) for k in (1.0, 2.0, 4.0)]
    made = FunctionFamily([1.0, 2.0, 4.0], functions, Properties("TEMP"))
    p, x = np.array([[1.0, 1.5, 2.0], [2.5, 4.0, 4.0]]), np.array([[0.0, 2.5, 3.0], [1.0, 1.5, 3.0]])

    def one_by_one():
        return [made.evaluate(TEMP=a, X=b) for a, b in zip(p.ravel(), x.ravel())]

    found = made.evaluate(TEMP=p, X=x)
    np.testing.assert_allclose(found.ravel(), one_by_one(), rtol=1e-14)
    assert found[0, 1] == 0.5 * (1.5 + 4.0)
    functions[0].setValues([0.0, 1.0, 3.0], [5.0, 6.0, 7.0])
    np.testing.assert_allclose(made.evaluate(TEMP=p, X=x).ravel(), one_by_one(), rtol=1e-14)
    x = x + 0.5
    np.testing.assert_allclose(made.evaluate(TEMP=p, X=x).ravel(), one_by_one(), rtol=1e-14)
    with pytest.raises(OutsideDomain):
        made.evaluate(TEMP=p - 0.5, X=x)


@pytest.mark.parametrize("left, right", [("CONSTANT", "LINEAIRE"), ("LINEAIRE", "CONSTANT")])
def test_many_points_beyond_a_table_have_the_values_of_each(left, right):
    functions = [Function([0.0, 1.0, 3.0], [k, k + 2.0, k * k], Properties("X", left=right, right=left)) for k in (1.0, 2.0, 4.0)]
    made = FunctionFamily([1.0, 2.0, 4.0], functions, Properties("TEMP", left=left, right=right))
    p, x = (grid.ravel() for grid in np.meshgrid([0.5, 1.5, 4.0, 7.0], [-1.0, 0.0, 2.0, 3.5]))
    np.testing.assert_allclose(made.evaluate(TEMP=p, X=x), [made.evaluate(TEMP=a, X=b) for a, b in zip(p, x)], rtol=1e-14)
    assert made._of_lines() is not None


def test_beyond_its_values_python_extrapolates_by_logarithms_and_mechanics_straight_on():
    family = FunctionFamily(
        [1.0, 2.0],
        [Function([0, 1], [1, 1], Properties("INST")), Function([0, 1], [2, 2], Properties("INST"))],
        Properties("X", interpolation=("LIN", "LOG"), left="LINEAIRE", right="LINEAIRE"),
    )
    assert family(0.0, 0.5) == pytest.approx(0.5) and family(3.0, 0.5) == pytest.approx(4.0)
    assert family.evaluate(X=np.array([0.0, 1.5, 3.0]), INST=0.5) == pytest.approx([0.0, 2**0.5, 3.0])
