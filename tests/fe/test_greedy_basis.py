"""A basis of a damped chain for drawn frequencies holds the responses that it was made of."""

import numpy as np
import pytest
from scipy.sparse import csr_array, diags_array

from pyaster_lite.fe.greedy_basis import greedy_basis

SIZE = 8
STIFFNESS = csr_array(diags_array([np.full(SIZE - 1, -1.0), np.full(SIZE, 2.1), np.full(SIZE - 1, -1.0)], offsets=[-1, 0, 1]))
MASS = csr_array(np.diag(np.linspace(1.0, 2.0, SIZE)))
DAMPING = csr_array(0.1 * STIFFNESS)
FORCE = np.eye(SIZE)[0]
DRAWN = [[0.2], [0.9, 1.6], [0.4, 1.1]]


def factors(pulsation):
    return [1.0, -(pulsation**2), 1j * pulsation], [1.0]


def response(pulsation):
    return np.linalg.solve((STIFFNESS - pulsation**2 * MASS + 1j * pulsation * DAMPING).toarray(), FORCE.astype(complex))


def basis(turns=3, tolerance=1e-10, **more):
    return greedy_basis((STIFFNESS, MASS, DAMPING), [FORCE], lambda turn: [factors(w) for w in DRAWN[turn]], turns, tolerance, **more)


@pytest.mark.parametrize("orthogonal", [False, True])
def test_the_responses_are_in_the_span(orthogonal):
    found = basis(orthogonal=orthogonal)
    assert found.shape == (SIZE, 3)
    np.testing.assert_allclose(np.linalg.norm(found, axis=0), 1.0)
    span, _ = np.linalg.qr(found)
    apart = [np.linalg.norm(u - span @ (span.conj().T @ u)) for u in (response(w) for turn in DRAWN for w in turn)]
    assert apart[0] < 1e-12 and np.count_nonzero(np.array(apart) < 1e-12) == 3
    if orthogonal:
        np.testing.assert_allclose(found.conj().T @ found, np.eye(3), atol=1e-12)


def test_it_stops_when_nothing_is_left():
    assert basis(tolerance=10.0).shape == (SIZE, 1)


def test_parts_make_vectors_of_their_own():
    part = np.arange(SIZE) < 3
    found = basis(turns=2, parts=(part, ~part))
    assert found.shape == (SIZE, 4)
    np.testing.assert_allclose(found[~part, ::2], 0.0)
    np.testing.assert_allclose(found[part, 1::2], 0.0)
    first = response(0.2)
    np.testing.assert_allclose(found[:, 0], np.where(part, first, 0.0) / np.linalg.norm(first[part]))
