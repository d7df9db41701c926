"""The condensed harmonics of a chain whose end is driven: by full and by sparse solutions, with their derivatives."""

import numpy as np
import pytest
from scipy.sparse import csr_array, diags_array

from pyaster_lite.fe import condensation
from pyaster_lite.fe.condensation import Condensation
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.errors import SingularMatrix

SIZE = 6
STIFFNESS = csr_array(diags_array([np.full(SIZE - 1, -3.0), np.full(SIZE, 6.0), np.full(SIZE - 1, -3.0)], offsets=[-1, 0, 1]))
MASS = csr_array(np.diag(np.linspace(1.0, 2.0, SIZE)))
DAMPING = csr_array(0.05 * STIFFNESS)
ROWS = np.zeros((2, SIZE))
ROWS[0, 2], ROWS[0, 4], ROWS[1, 5] = 1.0, -1.0, 1.0


def system(held=(0.0, 0.0)):
    """Node 0 is moved by 0.2 w cos(w t), node 3 is pushed."""
    force = lambda h, w: np.eye(SIZE)[3] * ((2.0 + 0.1 * w) * (h == 1) + 0.5j * (h == 2) + 4.0 * (h == 0))  # noqa: E731
    imposed = lambda h, w: np.eye(SIZE)[0] * (0.2 * w * (h == 1) + 0j)  # noqa: E731
    elimination = Elimination(Relations.imposed(SIZE, [0], lambda t: np.zeros(1)))
    return Condensation([(0, STIFFNESS), (2, MASS), (1, DAMPING)], ROWS, np.array(held), force, elimination, imposed)


@pytest.mark.parametrize("held", [(0.0, 0.0), (2.0, 7.0)])
def test_against_the_whole_system(held):
    """Forces on the rows put back into the whole balance leave no residual."""
    found, pulsation = system(held).at(0.9, 2), 0.9
    random = np.random.default_rng(2)
    departures = random.normal(size=(3, 2)) + 1j * random.normal(size=(3, 2))
    departures[0] = departures[0].real
    whole = found.whole(departures)
    for h in range(3):
        seen = ROWS @ whole[h]
        np.testing.assert_allclose(seen, found.motion[h] - found.flexibility[h] @ departures[h], rtol=1e-12)
        dynamic = STIFFNESS - (h * pulsation) ** 2 * MASS + 1j * h * pulsation * DAMPING
        force = np.eye(SIZE)[3] * (2.09, 0.5j)[h - 1] if h else np.eye(SIZE)[3] * 4.0
        answer = departures[h] + np.array(held) * seen
        residual = dynamic @ whole[h] - force + ROWS.T @ answer
        assert abs(residual[1:]).max() < 1e-12 * abs(whole[h]).max() * 10
    assert whole[1, 0] == pytest.approx(0.18) and whole[2, 0] == 0.0


def test_sparse_and_full_solutions_agree(monkeypatch):
    full = system((1.0, 2.0)).at(1.3, 3)
    monkeypatch.setattr(condensation, "DENSE", 0)
    sparse = system((1.0, 2.0)).at(1.3, 3)
    for name in ("flexibility", "motion", "flexibility_slope", "motion_slope"):
        np.testing.assert_allclose(getattr(sparse, name), getattr(full, name), rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("dense", [0, 300])
def test_derivatives(monkeypatch, dense):
    monkeypatch.setattr(condensation, "DENSE", dense)
    made, step = system((1.0, 2.0)), 1e-5
    here, before, after = (made.at(0.8 + shift, 2) for shift in (0.0, -step, step))
    np.testing.assert_allclose((after.flexibility - before.flexibility) / (2 * step), here.flexibility_slope, atol=1e-6)
    np.testing.assert_allclose((after.motion - before.motion) / (2 * step), here.motion_slope, atol=1e-5)


def test_a_free_system_is_told_unless_its_contacts_hold_it():
    force = lambda h, w: np.ones(1, complex)  # noqa: E731
    free = [(0, np.zeros(1)), (2, np.ones(1))]
    with pytest.raises(SingularMatrix):
        Condensation(free, np.ones((1, 1)), np.zeros(1), force).at(1.0, 1)
    assert Condensation(free, np.ones((1, 1)), np.full(1, 5.0), force).at(1.0, 1).motion[0, 0] == pytest.approx(0.2)
