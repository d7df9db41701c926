"""Numeric and LinearAlgebra: the packages of arrays that decks imported before numpy took their place (Python 2, versions up to 10).

Their functions are numpy's of today. Sums and their like run along the first axis unless another is named, and new arrays hold integers
unless a type is named (Numeric 24, its manual's chapters 4 to 6).
"""

from __future__ import annotations

from functools import partial

import numpy as np

_SAME = """
    absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh bitwise_and bitwise_or bitwise_xor ceil conjugate cos cosh divide
    equal exp fabs floor floor_divide fmod greater greater_equal hypot invert left_shift less less_equal log log10 logical_and logical_not
    logical_or logical_xor maximum minimum multiply negative not_equal power remainder right_shift sign sin sinh sqrt subtract tan tanh
    true_divide
    allclose argmax argmin argsort around choose clip compress concatenate convolve diagonal dot fromfunction identity indices ravel
    repeat reshape resize searchsorted shape size sort swapaxes trace transpose vdot where e pi
"""
_ALONG_FIRST = {"sum": "sum", "product": "prod", "cumsum": "cumsum", "cumproduct": "cumprod", "alltrue": "all", "sometrue": "any",
                "average": "average", "take": "take"}  # fmt: skip
_OTHERWISE = {
    "matrixmultiply": np.dot, "innerproduct": np.inner, "outerproduct": np.outer, "rank": np.ndim, "NewAxis": None, "ArrayType": np.ndarray,
    "Float": "d", "Float32": "f", "Float64": "d", "Int": "l", "Int32": "i", "Complex": "D", "Complex32": "F", "Complex64": "D",
}  # fmt: skip


def _typed(made, typecode=None):
    """The function of numpy, with the second argument's old name; `typecode` is what it is when nobody tells."""

    def make(given, typecode=typecode, **more):
        return made(given, dtype=typecode, **more)

    return make


def _arange(*bounds, typecode=None):
    return np.arange(*bounds, dtype=typecode)


def former_arrays() -> dict[str, dict]:
    """{package: {name: object}}."""
    numeric = {name: getattr(np, name) for name in _SAME.split()} | _OTHERWISE
    numeric |= {old: partial(getattr(np, new), axis=0) for old, new in _ALONG_FIRST.items()}
    numeric |= {"array": _typed(np.array), "asarray": _typed(np.asarray), "zeros": _typed(np.zeros, "l"), "ones": _typed(np.ones, "l")}
    numeric |= {"arange": _arange, "arrayrange": _arange, "nonzero": np.flatnonzero}
    linear = {
        "solve_linear_equations": np.linalg.solve,
        "inverse": np.linalg.inv,
        "eigenvalues": np.linalg.eigvals,
        "Heigenvalues": np.linalg.eigvalsh,
        "eigenvectors": _eigenvectors,
        "determinant": np.linalg.det,
        "singular_value_decomposition": partial(np.linalg.svd, full_matrices=False),
        "generalized_inverse": np.linalg.pinv,
    }
    return {"Numeric": numeric, "LinearAlgebra": linear}


def _eigenvectors(matrix):
    """Eigenvalues, and the eigenvectors as rows."""
    values, vectors = np.linalg.eig(matrix)
    return values, vectors.T
