"""The numbers of a concept under the names by which code_aster keeps them in memory: one function for each name."""

from __future__ import annotations

import re

import numpy as np

from .field import NodeField
from .function import Function
from .generalised import Harmonic, Transient
from .lists import NumberList
from .material import Material
from .matrix import AssembledMatrix, ElementaryMatrix, GeneralisedMatrix
from .mesh import Mesh
from .result import Result

NUMBERED = (
    "DEPL", "VITE", "ACCE", "DEPL_ABSOLU", "VITE_ABSOLU", "ACCE_ABSOLU", "EFGE_ELNO", "EFGE_NOEU", "EGRU_ELNO", "EPSI_ELGA", "EPSI_ELNO",
    "EPSI_NOEU", "SIEF_ELGA", "SIMY_ELGA", "SIGM_ELGA", "EFGE_ELGA", "SIEF_ELNO", "SIEF_NOEU", "SIGM_ELNO", "SIGM_NOEU",
)  # fmt: skip
"""The first fields of a mechanical evolution, in the order in which code_aster numbers them from one (rscrsd)."""
EVOLUTIONS = ("evol_elas", "evol_noli", "mult_elas", "fourier_elas", "dyna_trans")

PARTS: dict[str, list[tuple]] = {}
"""Name of a part, without blanks -> (class of concept, function(concept) -> numbers or None where they have no counterpart here)."""


def _part(name, kind):
    def decorate(function):
        PARTS.setdefault(name, []).append((kind, function))
        return function

    return decorate


def split(name: str) -> tuple[str, str]:
    """The concept and the part that a name such as "MA      .COORDO    .VALE" means, without blanks."""
    concept = re.match(r"[^\s.]*", name)[0]
    return concept, re.sub(r"\s", "", name[len(concept) :])


def numbers_of(concept, part: str) -> np.ndarray | None:
    """The numbers of a part of a concept, None where this program has nothing that corresponds."""
    if isinstance(concept, Material) and (rank := re.fullmatch(r"\.CPT\.(\d{6})\.VALR", part)):
        return _parameters(concept, int(rank[1]))
    if isinstance(concept, Result) and (named := re.fullmatch(r"\.(\d{3})\.(\d{6})\.(VALE|CELV)", part)):
        return _stored(concept, int(named[1]), int(named[2]), named[3] == "VALE")
    return next((function(concept) for kind, function in PARTS.get(part, ()) if isinstance(concept, kind)), None)


def _parameters(material, rank):
    """The real numbers of the factor keyword of that rank, counted from one."""
    if not 1 <= rank <= len(material.laws):
        return None
    given = list(material.laws.values())[rank - 1]
    return np.array([float(value) for value in given.values() if isinstance(value, (int, float))])


def _stored(result, number, rank, at_nodes):
    """The values of a field by its number, at a storage order by its rank from zero; at nodes those of the multipliers stand among them."""
    if result.kind not in EVOLUTIONS or not 1 <= number <= len(NUMBERED) or rank >= len(result.orders):
        return None
    name, order = NUMBERED[number - 1], result.orders[rank]
    field = result.field(name, order) if result.has_field(name, order) else None
    if at_nodes != hasattr(field, "values"):
        return None
    if at_nodes:
        return np.concatenate([field.values[field.present], [] if field.held is None else field.held])
    values = np.concatenate([block.values.ravel() for block in field.blocks]) if hasattr(field, "blocks") else None
    return None if values is None else values[~np.isnan(values)]


@_part(".VALE", NumberList)
def _list(numbers):
    return numbers.values


@_part(".VALE", Function)
def _function(function):
    """Abscissas, then ordinates."""
    return np.array(function.getValues())


@_part(".VALE", NodeField)
def _nodal(field):
    """The values at nodes, and twice what each relation imposes over its largest coefficient; what multipliers are is not known."""
    if field.pulled is not None:
        return None
    imposed = [2.0 * np.asarray(values) / abs(matrix).max(axis=1).toarray().ravel() for matrix, values in field.imposed]
    return np.concatenate([field.values[field.present], *imposed, *([] if field.held is None else [field.held])])


@_part(".COORDO.VALE", Mesh)
def _coordinates(mesh):
    return mesh.coordinates.ravel()


@_part(".ME001.RESL", ElementaryMatrix)
def _elements(matrix):
    """Element after element, of symmetric matrices one half."""
    return np.concatenate([values for term in matrix.getElementaryTerms() for values in term.getValues()])


@_part(".VALM", AssembledMatrix)
def _assembled(matrix):
    """One half of a symmetric matrix, both halves of any other, each with the diagonal; relations are numbered otherwise there."""
    if len(matrix.relations):
        return None
    whole = matrix.matrix.tocoo()
    upper, lower = (whole.data[whole.row <= whole.col], whole.data[whole.row >= whole.col])
    mirrored = abs(matrix.matrix - matrix.matrix.T).max() <= 1e-12 * abs(whole.data).max(initial=0.0)
    return upper if mirrored else np.concatenate([upper, lower])


@_part(".VALM", GeneralisedMatrix)
def _generalised(matrix):
    """The diagonal, or one half of a full symmetric matrix."""
    if matrix.matrix.ndim == 1:
        return matrix.matrix
    symmetric = abs(matrix.matrix - matrix.matrix.T).max(initial=0.0) <= 1e-12 * abs(matrix.matrix).max(initial=0.0)
    return matrix.matrix[np.tril_indices(matrix.size)] if symmetric else None


@_part(".CONL", GeneralisedMatrix)
def _scales(matrix):
    """One for each coordinate: nothing scales them."""
    return np.ones(matrix.size)


@_part(".SMOS.SMDI", GeneralisedMatrix)
def _filled(matrix):
    """(n,) where the rows of a half end in its storage, counted from one."""
    return np.arange(1, matrix.size + 1) if matrix.matrix.ndim == 1 else np.cumsum(np.arange(1, matrix.size + 1))


@_part(".SMOS.SMDE", GeneralisedMatrix)
def _sizes(matrix):
    """How many coordinates, how many values, and one block."""
    return np.array([matrix.size, _filled(matrix)[-1], 1])


def _of_response(name):
    """Generalised coordinates at all orders; of complex ones real and imaginary parts, which code_aster adds up alike (tstvec)."""

    def numbers(response):
        try:
            values = np.asarray(response.of(name)).ravel()
        except KeyError:
            return None
        return np.concatenate([values.real, values.imag]) if np.iscomplexobj(values) else values

    for kind in (Harmonic, Transient):
        _part(f".{name}", kind)(numbers)


for _name in ("DEPL", "VITE", "ACCE"):
    _of_response(_name)


@_part(".RSPI", Result)
def _harmonics(result):
    """The harmonic of each order: of the parameters of Fourier's analyses the only one that is an integer (utpar1)."""
    if result.kind not in ("fourier_elas", "fourier_ther"):
        return None
    told = [result.parameter("NUME_MODE", order) for order in result.orders]
    return None if None in told else np.array(told)


@_part(".ORDR", Harmonic)
@_part(".ORDR", Transient)
def _orders(response):
    return response.orders


@_part(".DISC", Harmonic)
def _frequencies(response):
    return response.frequencies


@_part(".DISC", Transient)
def _times(response):
    return response.times
