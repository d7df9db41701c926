"""Diagrams of interaction as decks ask for them."""

import numpy as np

from pyaster_lite.concepts.interaction_diagram import dintels, dintelu


def test_a_symmetric_section_has_a_symmetric_diagram_of_service():
    forces, moments = (np.array(values) for values in dintels(15.0, 0.5, 0.3, 0.04, 0.04, 20e6, 20e6, 400e6, 0, 1e-3, 1e-3))
    assert np.isclose(max(moments), -min(moments), rtol=1e-2)  # the points of the two halves are not the same
    assert np.isclose(max(forces), 0.5 * 0.3 * 20e6 + 2e-3 * 15 * 20e6)


def test_bare_concrete_resists_its_strength_and_no_tension():
    forces, moments = dintelu(2, 1.0, 0.5, 0.3, 0.04, 0.04, 500e6, 30e6, 1.15, 1.5, 1, 210e9, 2, 0, 0.0, 0.0)
    assert np.isclose(max(forces), 0.5 * 0.3 * 20e6)
    assert min(forces) >= -1e-6
    assert max(moments) > 0
