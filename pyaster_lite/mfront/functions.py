"""The functions of tensors and numbers that a law's code may call.

FUNCTIONS  by name: of values
TEMPLATES  by name: of the space and the arguments of the template (none where there is none), giving a function of values
CONSTANTS  by the name after a type and ::, of the type's axes
FILLED     by name: of the space, then of the values behind the first argument, which gets the answer
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, norm, unit, von_mises, without_across

from .values import Tensor, mandel, square_matrix


def _of(function):
    """A function of a symmetric tensor's values."""

    def applied(tensor):
        if not isinstance(tensor, Tensor) or tensor.order != 1:
            raise TypeError("it takes a symmetric tensor")
        return function(tensor.values)

    return applied


def trace(tensor):
    """Of symmetric tensors and of gradients."""
    if tensor.order == 2:
        return np.trace(tensor.values, axis1=-2, axis2=-1)
    return 3.0 * mean(tensor.values)


def determinant(tensor):
    """Of symmetric tensors and of gradients."""
    return np.linalg.det(tensor.values if tensor.order == 2 else square_matrix(tensor.values))


def squared(value):
    """A tensor's product with itself, or a number's."""
    if not isinstance(value, Tensor):
        return value * value
    matrix = square_matrix(value.values)
    return Tensor(mandel(matrix @ matrix, value.shape[0]))


def green_lagrange(space, arguments):
    """(F^T F - 1) / 2."""

    def strain(gradient):
        f = gradient.values
        return Tensor(mandel((f.swapaxes(-1, -2) @ f - np.eye(3)) / 2.0, space.size))

    return strain


def right_cauchy_green(space, arguments):
    """F^T F."""

    def stretch(gradient):
        f = gradient.values
        return Tensor(mandel(f.swapaxes(-1, -2) @ f, space.size))

    return stretch


def to_cauchy(second, gradient):
    """F S F^T / J."""
    f = gradient.values
    stress = f @ square_matrix(second.values) @ f.swapaxes(-1, -2)
    return Tensor(mandel(stress / np.linalg.det(f)[..., None, None], second.shape[0]))


def determinant_curvature(tensor):
    """d^2 det(a) / da da = 1 x 1 tr a - ... : the rate of a^2 - tr(a) a + I2(a) 1 with a."""
    a, n = tensor.values, tensor.shape[0]
    i = unit(n)
    first = 3.0 * mean(a)
    outer = a[..., :, None] * i + i[:, None] * a[..., None, :]
    return Tensor(_products(a) - first[..., None, None] * np.eye(n) - outer + first[..., None, None] * np.outer(i, i), 2)


def _products(a):
    """(..., n, n) the rate b -> a b + b a."""
    n = a.shape[-1]
    basis = square_matrix(np.eye(n))
    matrix = square_matrix(a)[..., None, :, :]
    return mandel(matrix @ basis + basis @ matrix, n).swapaxes(-1, -2)


def gurson_stress(equivalent, first, voids, q1, q2):
    """s with (equivalent/s)^2 + 2 q1 f cosh(q2 first/(2 s)) - 1 - (q1 f)^2 = 0, by Newton's method on 1/s."""
    a, b, f = np.broadcast_arrays(*(np.asarray(value, float) for value in (equivalent, q2 * first / 2.0, q1 * voids)))
    none = (a == 0.0) & (b == 0.0)
    a = np.where(none, 1.0, a)
    x = 0.5 / np.maximum(abs(a), abs(b))
    # convex in x and rising: from above the answer, each try comes nearer to it
    top = (1.0 - f) ** 2
    for _ in range(200):
        held = (a * x) ** 2 + 2.0 * f * (np.cosh(b * x) - 1.0)
        if (held >= top).all():
            break
        x = np.where(held < top, 2.0 * x, x)
    for _ in range(60):
        gap = (a * x) ** 2 + 2.0 * f * (np.cosh(b * x) - 1.0) - top
        rate = 2.0 * a * a * x + 2.0 * f * b * np.sinh(b * x)
        step = np.where(rate > 0.0, gap / np.where(rate > 0.0, rate, 1.0), 0.0)
        x = x - step
        if (abs(step) <= 1e-15 * abs(x)).all():
            break
    return np.where(none, 0.0, 1.0 / x)


def eigenvalues(tensor, count):
    """The three of them, the least first: as one vector, or one by one where `count` is three."""
    found = np.linalg.eigvalsh(square_matrix(tensor.values))
    return [Tensor(found)] if count == 1 else [found[..., k] for k in range(3)]


def largest(*values):
    """Of numbers."""
    return reduce(np.maximum, values)


def smallest(*values):
    """Of numbers."""
    return reduce(np.minimum, values)


def hill(space, arguments):
    """F (s11 - s22)^2 + G (s22 - s33)^2 + H (s33 - s11)^2 + 2 L s12^2 + 2 M s13^2 + 2 N s23^2 as s:H:s."""

    def tensor(*numbers):
        f, g, h, *shears = np.broadcast_arrays(*(np.asarray(number, float) for number in numbers))
        result = np.zeros((*f.shape, space.size, space.size))
        result[..., 0, 0], result[..., 1, 1], result[..., 2, 2] = f + h, g + f, h + g
        result[..., 0, 1] = result[..., 1, 0] = -f
        result[..., 0, 2] = result[..., 2, 0] = -h
        result[..., 1, 2] = result[..., 2, 1] = -g
        for i in range(3, space.size):
            result[..., i, i] = shears[i - 3]
        return Tensor(result, 2)

    return tensor


def elasticity(space, first, second):
    """Of Lame's coefficients."""
    two_mu = 2.0 * np.asarray(second, float)
    return Tensor(isotropic_stiffness(two_mu, 3.0 * np.asarray(first) + two_mu, space.size), 2)


def altered_elasticity(space, first, second):
    """That of plane stress where the law is asked in it."""
    whole = elasticity(space, first, second)
    return Tensor(without_across(whole.values), 2) if space.hypothesis == "PlaneStress" else whole


def _spheric(axes):
    i = unit(axes[0])
    return Tensor(np.outer(i, i) / 3.0, 2)


def _unit(axes):
    return Tensor(unit(axes[0])) if len(axes) == 1 else Tensor(np.eye(*axes), 2)


def _deviatoric(axes):
    return Tensor(np.eye(axes[0]) - _spheric(axes).values, 2)


FUNCTIONS = {
    "sigmaeq": _of(von_mises),
    "deviator": lambda tensor: Tensor(_of(deviator)(tensor)),
    "norm": _of(norm),
    "trace": trace,
    "tr": trace,
    "det": determinant,
    "square": squared,
    "max": largest,
    "min": smallest,
    "max_element": lambda vector, *_: vector.values.max(axis=-1),
    "min_element": lambda vector, *_: vector.values.min(axis=-1),
    "abs": np.abs,
    "fabs": np.abs,
    "pow": lambda base, power: np.power(np.asarray(base, float), power),
    "cbrt": np.cbrt,
    "computeLambda": lambda young, poisson: young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)),
    "computeMu": lambda young, poisson: young / (2.0 * (1.0 + poisson)),
    "computeFlowStressGTN": gurson_stress,
    "convertSecondPiolaKirchhoffStressToCauchyStress": to_cauchy,
    "computeDeterminantSecondDerivative": determinant_curvature,
    **{
        name: getattr(np, other)
        for name, other in {
            **{word: word for word in ("exp", "log", "log10", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
            **{"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2"},
        }.items()
    },
}
TEMPLATES = {
    "power": lambda space, arguments: lambda value: np.asarray(value, float) ** arguments[0],
    "hillTensor": hill,
    "static_cast": lambda space, arguments: lambda value: np.asarray(value, float),
    "computeGreenLagrangeTensor": green_lagrange,
    "computeRightCauchyGreenTensor": right_cauchy_green,
}
CONSTANTS = {
    "Id": _unit,
    "J": _spheric,
    "K": _deviatoric,
    "M": lambda axes: 1.5 * _deviatoric(axes),
    "IxI": lambda axes: 3.0 * _spheric(axes),
}
FILLED = {
    "computeElasticStiffness::exe": elasticity,
    "computeUnalteredElasticStiffness::exe": elasticity,
    "computeAlteredElasticStiffness::exe": altered_elasticity,
}
METHODS = {"computeEigenValues": eigenvalues}
"""Of a value and the number of arguments, into these."""
SAME = frozenset(("begin", "end"))
"""Methods that tell where a vector starts and ends."""
