"""Blocks of code: what C++ means by them, at all points at once."""

import numpy as np
import pytest

from pyaster_lite.mfront.code import compiled
from pyaster_lite.mfront.errors import MFrontError, Place
from pyaster_lite.mfront.space import SPACES
from pyaster_lite.mfront.values import Tensor

X = np.array([-2.0, -0.5, 0.5, 3.0])
START = Place("law.mfront", 1, 1)


def run(text, space="Tridimensional", **names):
    """The names after a block; x is there."""
    names = {"x": X, "y": 0.0, "z": 0.0, **names}
    return compiled(text, START, SPACES[space], names).run(names)


CASES = {
    "y = 1 / 2;": 0.0,
    "y = real(1) / real(2);": 0.5,
    "const real c = 1; y = c / 2;": 0.5,
    "z = 3; y = z / 2;": 1.5,
    "y = x > 0 ? x : -x;": abs(X),
    "if (x > 0) { y = x; } else if (x < -1) { y = 7; }": [7.0, 0.0, 0.5, 3.0],
    "y = 1; if (x > 0) { if (x > 1) y = 2; else y = 3; }": [1.0, 1.0, 3.0, 2.0],
    "for (unsigned short i = 0; i != 3; ++i) { y += i * x; }": 3 * X,
    "real a[2]; a[0] = x; a[1] = 2 * x; y = a[0] + a[1];": 3 * X,
    "y = 5; { const real y = 9; z = y; } y += z;": 14.0,
    "y = 2; if (x > 0) { y = 4; return true; } y = 6;": [6.0, 6.0, 4.0, 4.0],
    "y = z = 3; y += z * 2; y -= 1; y *= 2; y /= 4;": 4.0,
    "y = -x - -x + !(x > 0);": [1.0, 1.0, 0.0, 0.0],
    "y = max(x, 0, 1) + min(x, 2) + power<2>(x) + pow(x, 2);": np.maximum(X, 1) + np.minimum(X, 2) + 2 * X**2,
    "using namespace tfel::math; const auto v = std::abs(x) + tfel::math::stdfunctions::power<3>(x); y = v;": abs(X) + X**3,
    "y = static_cast<real>(x > 0 && x < 1 || x < -1);": [1.0, 0.0, 1.0, 0.0],
    "tvector<2u, real> v; v(0) = x; v(1) = 2; y = v | v;": X**2 + 4,
    "tvector<2u, real> v; v(0) = x; v(1) = 2; for (const auto part : v) { y += part; }": X + 2,
    'x; static_cast<void>(x); cout << "x = " << x << endl; y = 1\'000;': 1000.0,
    'if (x > 0) { throw(std::runtime_error("too much")); } y = 1;': [1.0, 1.0, 0.0, 0.0],
}


@pytest.mark.parametrize("text", CASES)
def test_a_block_means_what_it_says(text):
    np.testing.assert_allclose(np.broadcast_to(run(text).names["y"], 4), np.broadcast_to(CASES[text], 4))


def test_points_that_fail_are_told():
    frame = run("if (x > 1) { return false; } y = 1;")
    np.testing.assert_array_equal(frame.failed, X > 1)
    np.testing.assert_array_equal(frame.names["y"], [1, 1, 1, 0])


def test_tensors_obey_their_algebra():
    rng = np.random.default_rng(0)
    a, b = (Tensor(rng.standard_normal((4, 6))) for _ in range(2))
    c = Tensor(rng.standard_normal((4, 6, 6)), 2)
    names = run("y = (a ^ b) * a | b; z = c * a - (a | c);", a=a, b=b, c=c).names
    np.testing.assert_allclose(names["y"], (a.values * b.values).sum(-1) * (b.values * a.values).sum(-1))
    np.testing.assert_allclose(
        names["z"].values, (c.values @ a.values[..., None] - c.values.swapaxes(-1, -2) @ a.values[..., None])[..., 0]
    )
    names = run("y = sigmaeq(a); z = sqrt(a | Stensor4::M() * a);", a=a).names
    np.testing.assert_allclose(names["y"], names["z"])
    names = run("y = trace(Stensor::Id()) + det(2 * Stensor::Id()); z = (Stensor4::J() + Stensor4::K()) * a - a;", a=a).names
    assert names["y"] == pytest.approx(11.0) and abs(names["z"].values).max() < 1e-15


def test_hill_is_mises_when_nothing_is_apart():
    a = Tensor(np.random.default_rng(1).standard_normal((4, 6)))
    names = run("y = sqrt(a | hillTensor<N, real>(0.5, 0.5, 0.5, 1.5, 1.5, 1.5) * a); z = sigmaeq(a);", a=a).names
    np.testing.assert_allclose(names["y"], names["z"])


def test_the_stress_of_gurson_makes_his_limit_vanish():
    names = run("y = computeFlowStressGTN(3 + x, 2 * x, 0.05, 1.5, 1.1);").names
    s, f = names["y"], 0.05
    held = ((3 + X) / s) ** 2 + 2 * 1.5 * f * np.cosh(1.1 * 2 * X / (2 * s)) - 1 - (1.5 * f) ** 2
    np.testing.assert_allclose(held, 0.0, atol=1e-12)


def test_the_second_derivative_of_a_determinant():
    a, move = np.random.default_rng(2).standard_normal((2, 6))

    def adjoint(values):
        names = run("z = square(a) - trace(a) * a + (trace(a) * trace(a) - trace(square(a))) / 2 * Stensor::Id();", a=Tensor(values)).names
        return names["z"].values

    found = run("z = computeDeterminantSecondDerivative(a);", a=Tensor(a)).names["z"].values @ move
    np.testing.assert_allclose((adjoint(a + 1e-6 * move) - adjoint(a - 1e-6 * move)) / 2e-6, found, atol=1e-8)


REFUSED = {
    "y = w;": "law.mfront:1:5: w is not known here",
    "y = 1\nz = 2;": "law.mfront:2:1: z is not understood here",
    "auto v;": "law.mfront:1:6: v is auto and is given no value",
    "Wavelet v;": "law.mfront:1:1: there is no type Wavelet yet",
    "y = std::lerp(x, 1, 2);": "law.mfront:1:5: there is no function lerp yet",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_is_refused_where_it_stands(text):
    with pytest.raises(MFrontError) as refused:
        run(text)
    assert str(refused.value) == REFUSED[text]
