"""One small interface to the direct solvers: factorise once, solve many times.

Small systems go dense through LAPACK, symmetric definite ones through CHOLMOD, the rest through PARDISO where it is
installed and UMFPACK elsewhere, or SuperLU where they are large, seem singular or have many right sides.
"""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec

import numpy as np
from scipy.sparse import diags_array

from .errors import SingularMatrix
from .ordering import elimination_order
from .sparse_cholesky import VANISHING, NotDefinite, SparseCholesky, Vanishing
from .sparse_lu import NotMet, SparseLU

DENSE = 300
"""Below this many unknowns a dense factorisation is faster than a sparse one."""
UNEVEN = 1e15
"""Pivots that differ by more than this are weighted, or the small ones are lost beside the large ones."""
MIXED = 10.0
"""So are pivots of a matrix that seems to lose its definiteness to rounding, where they differ by more than this."""
SPARSE_ROWS = 10
"""Entries by row, in the mean, from which systems that are not definite are dissected."""
DISSECTED = {"permc_spec": "NATURAL", "options": {"SymmetricMode": True}}
SMALLEST = (1e-8, 0.01)
"""Pivots of dissected systems stay on the diagonal as long as they are not smaller than this share of their column: another row's
undoes the order, and factors grow. Where pivots of the first share lose too many digits, those of the second are taken."""
EXACT, ENOUGH = 1e-13, 1e-9
"""What rounding leaves of a system (Arioli, Demmel and Duff 1989): less than the first is none, up to the second is taken back."""
SLIGHT, STEPS, MET = 1e-10, 5, 1e-10
"""Of the diagonal, what makes a semi-definite matrix definite; how often what that changes is taken back, until this share is left."""
MULTIFRONTAL = 40_000
"""Up to this many unknowns dense fronts make up for an order of minimum degree."""
PROBED = 50_000
"""Beyond this many unknowns a known solution tells whether a system is singular, and its pivots only if it is not met."""


def factorise(matrix, symmetric: bool = False, definite: bool = False):
    """A solver of `matrix` x = b, with method solve(b) for b (n,) or (n, k), and `definite` where the matrix proved to be so.

    `matrix` is sparse or dense, real or complex; `symmetric` and `definite` are the caller's promises; one that turns
    out not to be definite is factorised without that promise. Raises SingularMatrix.
    """
    n = matrix.shape[0]
    if n == 0:
        return _Empty()
    if not np.isfinite(matrix.data if hasattr(matrix, "indptr") else matrix).all():
        raise SingularMatrix("the matrix holds values that are not finite")
    weights = _weights(matrix)
    if weights is not None:
        return _weighted(matrix, weights, symmetric, definite)
    if n <= DENSE:
        dense = matrix.toarray() if hasattr(matrix, "toarray") else np.asarray(matrix)
        real = not np.iscomplexobj(dense)
        if symmetric and definite and real:
            try:
                return _DenseCholesky(dense)
            except NotDefinite:
                pass
        return _settled(_DenseLU, dense)
    if symmetric and definite and not np.iscomplexobj(matrix.data):
        found = _positive(matrix)
        if found is not None:
            return found
        return _general(matrix, _SymmetricLU)
    return _general(matrix, _SuperLU)


def _general(matrix, kind):
    """A solver of a sparse matrix that is not definite; its kind tells which are singular."""
    if find_spec("pypardiso"):
        return _Pardiso(matrix)
    if matrix.shape[0] <= MULTIFRONTAL:
        try:
            return SparseLU(matrix, partial(_settled, kind))
        except NotMet:
            pass
    return _settled(kind, matrix)


def _positive(matrix):
    """A solver of a sparse symmetric real matrix that is definite, None of one that is not.

    Unknowns of different units make pivots differ as much as those of a singular matrix do; then each is measured by its own diagonal.
    """
    diagonal = matrix.diagonal()
    if diagonal.min() <= 0.0:
        return None
    try:
        return SparseCholesky(matrix)
    except Vanishing:
        mixed = diagonal.max() > MIXED * diagonal.min()
    except NotDefinite:
        return None
    return _weighted(matrix, 1.0 / np.sqrt(diagonal), True, True) if mixed else None


def factorise_held(matrix, symmetric: bool, definite: bool):
    """As `factorise`, but up to six unknowns that nothing holds are held themselves: a motion that no force drives stays at rest."""
    for more in range(6, -1, -1):
        try:
            return factorise(matrix, symmetric, definite)
        except SingularMatrix as failure:
            if failure.equation is None or not more:
                raise
            held = np.zeros(matrix.shape[0])
            held[failure.equation] = abs(matrix.diagonal()).max()
            matrix = _with_diagonal(matrix, held)


def solve_consistent(matrix, b: np.ndarray) -> np.ndarray:
    """x (n,) of a positive semi-definite system M x = b, still along what M does not see.

    Each step solves M + s D, D the diagonal and s very small, for what is left. Raises SingularMatrix where b drives what M does not see.
    """
    diagonal = matrix.diagonal()
    added = SLIGHT * np.where(diagonal > 0.0, diagonal, diagonal.max(initial=1.0))
    solver = factorise(_with_diagonal(matrix, added), True, True)
    x, left = np.zeros(len(b)), b
    for _ in range(STEPS):
        x = x + solver.solve(left)
        left = b - matrix @ x
        if abs(left).max() <= MET * abs(b).max():
            return x
    raise SingularMatrix("forces drive motions that the matrix does not see")


def _with_diagonal(matrix, added):
    """A sparse or dense matrix with (n,) values more on its diagonal."""
    return matrix + (diags_array(added, format="csr") if hasattr(matrix, "indptr") else np.diag(added))


def _settled(kind, matrix):
    """A solver of its kind; where pivots seem to vanish the matrix is equilibrated first: unknowns may differ in their units."""
    try:
        return kind(matrix)
    except SingularMatrix:
        return _equilibrated(kind, matrix)


def _equilibrated(kind, matrix):
    """A solver of its kind on rows and columns scaled until the largest entry of each is one (Ruiz 2001)."""
    rows, columns = np.ones(matrix.shape[0]), np.ones(matrix.shape[0])
    for _ in range(10):
        scaled = abs(matrix * rows[:, None] * columns[None, :])
        for scales, axis in ((rows, 1), (columns, 0)):
            largest = scaled.max(axis=axis)
            largest = np.asarray(largest.toarray() if hasattr(largest, "toarray") else largest).ravel()
            scales /= np.sqrt(np.where(largest > 0.0, largest, 1.0))
    return _Scaled(kind(matrix * rows[:, None] * columns[None, :]), rows, columns)


class _Scaled:
    """A solver of the matrix whose rows and columns are multiplied by scales (n,) each."""

    def __init__(self, solver, rows, columns):
        self._solver, self._rows, self._columns = solver, rows, columns
        self.definite = getattr(solver, "definite", False)

    def solve(self, b):
        rows, columns = (scales.reshape(-1, *[1] * (np.ndim(b) - 1)) for scales in (self._rows, self._columns))
        return columns * self._solver.solve(rows * b)


def is_symmetric(matrix) -> bool:
    """Whether a sparse matrix equals its transpose within rounding; values that are no numbers do not tell against it.

    Both are multiplied with a vector of random numbers about one: to subtract them takes longer than to assemble them.
    """
    if not matrix.nnz:
        return True
    probe = np.random.default_rng(0).uniform(0.5, 1.5, matrix.shape[0])
    return not abs(matrix @ probe - matrix.T @ probe).max() > 1e-12 * abs(matrix.data).max()


def _weights(matrix):
    """(n,) weights of rows and columns that bring a diagonal of very different units to ones; None where there is no need."""
    diagonal = abs(matrix.diagonal())
    if not diagonal.all() or diagonal.max() < UNEVEN * diagonal.min():
        return None
    return 1.0 / np.sqrt(diagonal)


def _weighted(matrix, weights, symmetric, definite):
    """A system whose unknowns are of very different units, displacements beside pressures: each measured by its own pivot."""
    scaled = diags_array(weights) @ matrix @ diags_array(weights) if hasattr(matrix, "indptr") else weights[:, None] * matrix * weights
    return _Scaled(factorise(scaled, symmetric, definite), weights, weights)


class _Empty:
    def solve(self, b):
        return np.array(b)


class _DenseCholesky:
    definite = True

    def __init__(self, matrix):
        from scipy.linalg import lapack

        factor, info = lapack.dpotrf(matrix, lower=1, clean=0)
        pivots = np.diagonal(factor) if info == 0 else None
        if info or (pivots**2 <= VANISHING * abs(np.diagonal(matrix))).any():
            raise NotDefinite
        self._factor, self._dpotrs = factor, lapack.dpotrs

    def solve(self, b):
        return self._dpotrs(self._factor, b, lower=1)[0]


class _DenseLU:
    def __init__(self, matrix):
        import warnings

        from scipy.linalg import lu_factor, lu_solve

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._factors = lu_factor(matrix, check_finite=False)
        self._lu_solve = lu_solve
        pivots = abs(np.diagonal(self._factors[0]))
        scale = abs(matrix).max(axis=0)
        weak = np.flatnonzero(pivots <= VANISHING * np.where(scale > 0, scale, 1.0))
        if weak.size:
            raise SingularMatrix("the matrix is singular", _null_equation(matrix, int(weak[0])))

    def solve(self, b):
        return self._lu_solve(self._factors, b, check_finite=False)


def _null_equation(matrix, default):
    """The unknown that moves most in the null vector of a small matrix."""
    try:
        _, _, right = np.linalg.svd(matrix)
    except np.linalg.LinAlgError:
        return default
    return int(abs(right[-1]).argmax())


class _SuperLU:
    choices: dict = {}

    def __init__(self, matrix):
        from scipy.sparse.linalg import splu

        self._order = elimination_order(matrix, SPARSE_ROWS)
        ordered = matrix if self._order is None else matrix.tocsr()[self._order][:, self._order]
        columns = ordered.tocsc()
        self._refined = None
        try:
            if self._order is None:
                self._lu = splu(columns, **self.choices)
            else:
                self._lu = self._on_the_diagonal(columns)
        except RuntimeError:
            raise SingularMatrix("the matrix is singular", _empty_row(matrix)) from None
        except SystemError as overflow:
            # the size of its factors does not fit the integers that SuperLU counts with
            raise MemoryError("too large factors") from overflow
        if matrix.shape[0] <= PROBED or not self._meets(columns):
            self._check_pivots(columns)

    def _on_the_diagonal(self, columns):
        """The factors of a dissected matrix, of the smallest pivots that serve."""
        from scipy.sparse.linalg import splu

        b = columns @ np.ones(columns.shape[0])
        for share in SMALLEST:
            factors = None  # memory has room for those of one share
            factors = splu(columns, diag_pivot_thresh=share, **DISSECTED)
            found = factors.solve(b)
            weight = abs(columns) @ abs(found) + abs(b)
            left = (abs(b - columns @ found) / np.where(weight > 0.0, weight, 1.0)).max()
            if left <= ENOUGH:
                break
        self._refined = None if left <= EXACT else columns
        return factors

    def _check_pivots(self, columns):
        pivots, place = abs(self._lu.U.diagonal()), self._lu.perm_c.argsort()
        scale = abs(columns).max(axis=0).toarray().ravel()[place]
        weak = np.flatnonzero(pivots <= VANISHING * np.where(scale > 0, scale, 1.0))
        if weak.size:
            first = place[weak[0]]
            raise SingularMatrix("the matrix is singular", int(first if self._order is None else self._order[first]))

    def _meets(self, columns):
        """Whether a known solution is found again: looking at the pivots of a large system would copy its factors."""
        found = self._solved(columns @ np.ones(columns.shape[0]))
        return bool(abs(found - 1.0).max() < 1e-2)

    def solve(self, b):
        if self._order is None:
            return self._lu.solve(np.ascontiguousarray(b))
        found = self._solved(np.ascontiguousarray(b[self._order]))
        result = np.empty_like(found)
        result[self._order] = found
        return result

    def _solved(self, b):
        """x of the ordered system, what pivots have lost being taken back."""
        found = self._lu.solve(b)
        return found if self._refined is None else found + self._lu.solve(b - self._refined @ found)


class _SymmetricLU(_SuperLU):
    """For a stiffness that has lost its definiteness: an order that keeps pivots on the diagonal as long as they are not too small."""

    choices = {"permc_spec": "MMD_AT_PLUS_A", "diag_pivot_thresh": 0.01, "options": {"SymmetricMode": True}}


def _empty_row(matrix):
    """The first row without any entry, None when there is none."""
    largest = abs(matrix).max(axis=1).toarray().ravel()
    empty = np.flatnonzero(largest == 0)
    return int(empty[0]) if empty.size else None


class _Pardiso:
    def __init__(self, matrix):
        import pypardiso

        self._matrix = matrix.tocsr()
        self._solver = pypardiso.PyPardisoSolver()
        self._solver.factorize(self._matrix)
        probe = np.ones(matrix.shape[0])
        solution = self._solver.solve(self._matrix, probe)
        if not np.isfinite(solution).all():
            raise SingularMatrix("the matrix is singular", _empty_row(matrix))

    def solve(self, b):
        return self._solver.solve(self._matrix, np.asarray(b))
