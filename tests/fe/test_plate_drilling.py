"""Turns about the normal as unknowns of the membrane: what rigid motions and plain strains leave of them."""

from dataclasses import replace

import numpy as np

from pyaster_lite.fe.plate_drilling import DrillingMembrane
from pyaster_lite.fe.plate_section import PlateSection

from .test_plate import one


def quadrangle(share, word="DKT"):
    element, data = one(word, "QUAD4")
    return element, replace(data, characteristics={**data.characteristics, "drilling": np.array([share])})


def added(element, data, stiff):
    return DrillingMembrane(element.shape(data), PlateSection.of(data), element.rule().weights, stiff)


def test_a_common_turn_strains_nothing():
    element, data = quadrangle(-1e-6)
    for stiff in (True, False):
        np.testing.assert_allclose(added(element, data, stiff).strain.sum(axis=-1), 0.0, atol=1e-14)


def test_a_rigid_turn_does_not_slip_and_a_mean_turn_is_not_strained():
    element, data = quadrangle(-1e-6)
    found, plane = added(element, data, False), element.shape(data).plane[0]
    rigid = np.column_stack([-plane[:, 1], plane[:, 0], np.ones(4)]).ravel()
    np.testing.assert_allclose(found.slip[0] @ rigid, 0.0, atol=1e-14)
    np.testing.assert_allclose(np.einsum("eg,egin->ein", found.weight, found.strain), 0.0, atol=1e-14)


def test_the_turns_replace_the_springs():
    element, data = quadrangle(-1e-6)
    turns = np.arange(5, 24, 6)
    stiffness, mass = (element.local_stiffness(data)[0], element.local_mass(data)[0])
    for matrix in (stiffness, mass):
        np.testing.assert_allclose(matrix, matrix.T, atol=1e-12 * abs(matrix).max())
        assert np.linalg.eigvalsh(matrix).min() > -1e-9 * abs(matrix).max()
        assert abs(matrix[np.ix_(turns, turns - 5)]).max() > 0.0
    _, plain = quadrangle(0.0)
    others = np.setdiff1d(np.arange(24), turns)
    rest = element.local_stiffness(plain)[0]
    np.testing.assert_allclose(stiffness[np.ix_(others, others)], rest[np.ix_(others, others)], atol=1e-5 * abs(rest).max())
    assert abs(stiffness[5, 5] - element.local_stiffness(quadrangle(1e-6)[1])[0][5, 5]) > 0.0
