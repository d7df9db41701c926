"""GonfElas: the swelling of a clay whose capillary pressure falls, by quadrature of its rate."""

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.steel import STEEL, at_rest, points


def test_the_swelling_is_the_integral_of_its_rate():
    law, data, continuum = BEHAVIOURS["GonfElas"], points(STEEL), Space()
    state = at_rest(law, continuum)
    shape = state.stress.shape[:2]
    step = data.step
    pressures = {step.before: -2e5, step.after: 3e6}
    around = replace(data, surroundings=lambda t: {"PCAP": np.full(shape, pressures[t])})
    stress, internal, _ = law.integrate(state.strain, state, around, continuum)
    p = np.linspace(0.0, 3e6, 20001)
    rate = (1 + p / 1e6) * np.exp(-0.1 * (p / 1e6) ** 2)
    np.testing.assert_allclose(stress[..., :3], 2e5 + np.trapezoid(rate, p), rtol=1e-7)
    np.testing.assert_allclose(stress[..., 3:], 0.0)
    np.testing.assert_allclose(internal[..., 0], rate[-1])
