"""ELAS_HYPER_VISC: its tangent, and branches that relax as they should whatever the steps."""

import numpy as np

from pyaster_lite.behaviours.elas_hyper import energy_rates
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space

from .steel import STEEL

SHARES, TIMES = np.array([0.5, 0.3]), np.array([0.5, 5.0])
RUBBER = STEEL | {"relaxing_share": np.array([*SHARES, *[0.0] * 8]), "relaxing_time": np.array([*TIMES, *[1.0] * 8])}
DATA = ElementData(np.zeros(1, int), np.zeros((1, 4, 3)), [RUBBER], np.zeros(1, int))
LAW = BEHAVIOURS["ELAS_HYPER_VISC"]
STRAIN = np.array([[[0.1, -0.05, 0.02, 0.04, 0.0, -0.03]]])


def rest():
    return PointState(0 * STRAIN, 0 * STRAIN, np.zeros((1, 1, LAW.internal_size)))


def isochoric(strain):
    return energy_rates(strain, *(np.array(RUBBER[f"relaxing_{word}"]) for word in ("c10", "c01", "c20")), np.array(0.0))[0]


def test_the_tangent_is_the_derivative_of_the_stress():
    state = PointState(STRAIN, *LAW.integrate(STRAIN, rest(), DATA.between(0.0, 1.0), Space())[:2])
    step = DATA.between(1.0, 3.0)
    tangent = LAW.integrate(1.3 * STRAIN, state, step, Space())[2][0, 0]
    for j in range(6):
        move = 1e-6 * np.eye(6)[j]
        ahead, behind = (LAW.integrate(1.3 * STRAIN + s * move, state, step, Space())[0][0, 0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-6, tangent[:, j], atol=1e-6 * STEEL["young"])


def test_a_strain_that_is_held_relaxes_to_the_last():
    """After a sudden strain each branch holds its share exp(-t/tau) of the isochoric stress, in one step or in many."""
    for count in (1, 7):
        state = PointState(STRAIN, *LAW.integrate(STRAIN, rest(), DATA.between(0.0, 1e-9), Space())[:2])
        times = np.linspace(1e-9, 3.0, count + 1)
        for before, after in zip(times[:-1], times[1:]):
            state = PointState(STRAIN, *LAW.integrate(STRAIN, state, DATA.between(before, after), Space())[:2])
        plain = BEHAVIOURS["ELAS_HYPER_VISC"].integrate(STRAIN, rest(), DATA.between(0.0, 0.0), Space())[0]
        held = (SHARES * np.exp(-3.0 / TIMES)).sum()
        np.testing.assert_allclose(state.stress, plain + held * isochoric(STRAIN), rtol=1e-7)
