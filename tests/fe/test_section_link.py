"""Sections joined to the node of a beam: what they weigh, and that rigid motions agree."""

import numpy as np
import pytest

from pyaster_lite.fe.section_link import pipe_link, section_link

SQUARE = np.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]])
TWO = [("QUAD4", np.array([[0, 4, 5, 3]])), ("TRIA3", np.array([[4, 1, 2], [4, 2, 5]]))]


def test_a_rectangle_in_two_kinds_of_cells():
    link = section_link(TWO, SQUARE)
    assert link.size == pytest.approx(2.0) and link.weights.sum() == pytest.approx(2.0)
    np.testing.assert_allclose(link.centre, [1.0, 0.5, 0.0], atol=1e-14)
    np.testing.assert_allclose(np.diag(link.inertia), [2 / 12, 8 / 12, 10 / 12], rtol=1e-12)
    np.testing.assert_allclose(link.arms.sum(axis=0), 0.0, atol=1e-14)
    np.testing.assert_allclose(link.tangents, [[1, 0, 0], [0, 1, 0]], atol=1e-14)


def test_rigid_motions_of_the_section_are_those_of_its_node():
    turn = np.linalg.qr(np.random.default_rng(1).standard_normal((3, 3)))[0]
    places = SQUARE @ turn.T + [3.0, -1.0, 2.0]
    link = section_link(TWO, places)
    shift, spin = np.array([0.3, -0.2, 0.5]), np.array([0.1, 0.7, -0.4])
    u = shift + np.cross(spin, places[link.nodes] - link.centre)
    np.testing.assert_allclose(link.weights @ u, link.size * shift, atol=1e-12)
    np.testing.assert_allclose(np.cross(link.arms, u).sum(axis=0), link.inertia @ spin, atol=1e-12)


def test_a_line_in_the_plane():
    link = section_link([("SEG2", np.array([[0, 1]]))], np.array([[0.0, -1.0, 0.0], [0.0, 2.0, 0.0]]))
    assert link.size == pytest.approx(3.0) and link.inertia[2, 2] == pytest.approx(27 / 12)


def circle(n=48, radius=0.4):
    """The edges of a shell round a pipe along (0.6, 0.8, 0): axis, second and third axes, coordinates, cells."""
    axis, third = np.array([0.6, 0.8, 0.0]), np.array([0.0, 0.0, 1.0])
    second = np.cross(third, axis)
    angle = 2 * np.pi * np.arange(2 * n) / (2 * n)
    x = np.array([1.0, 2.0, 3.0]) + radius * (np.cos(angle)[:, None] * second + np.sin(angle)[:, None] * third)
    corners = 2 * np.arange(n)
    return axis, second, third, angle, x, [("SEG3", np.stack([corners, (corners + 2) % (2 * n), corners + 1], axis=1))]


def test_the_edge_of_a_shell_turns_as_a_rigid_body():
    axis, _, _, _, x, cells = circle()
    link = section_link(cells, x, [np.full(48, 0.05)], axis)
    spin, shift = np.array([0.3, -0.2, 0.5]), np.array([1.0, 2.0, -1.0])
    u = np.cross(spin, x[link.nodes] - link.centre) + shift
    np.testing.assert_allclose(link.weights @ u, link.size * shift, rtol=1e-10)
    turned = np.cross(link.arms, u).sum(axis=0) + np.einsum("kij,j->i", link.turns, spin)
    # what a uniform motion makes of the arms is nothing: they are about the centre
    np.testing.assert_allclose(turned, link.inertia @ spin, rtol=1e-4)
    assert link.size == pytest.approx(2 * np.pi * 0.4 * 0.05, rel=1e-4)
    assert (axis @ link.turns.sum(axis=0) @ axis) == pytest.approx(2 * np.pi * 0.4 * 0.05**3 / 12, rel=1e-4)


@pytest.mark.parametrize("mode, kind, name", [(2, "w", "cos"), (3, "u", "sin"), (2, "v", "sin"), (1, "w", "cos")])
def test_a_pipe_follows_the_modes_of_its_section(mode, kind, name):
    axis, second, third, _, x, cells = circle()
    link = section_link(cells, x, [np.full(48, 0.05)], axis)
    found = pipe_link(cells, x, link, axis, -third, True)
    away = (x[link.nodes] - link.centre) / 0.4
    angle = np.arctan2(np.cross(away, -third) @ axis, away @ -third)
    direction = {"u": np.broadcast_to(axis, away.shape), "v": np.cross(away, axis), "w": away}[kind]
    u = {"cos": np.cos, "sin": np.sin}[name](mode * angle)[:, None] * direction
    for key, shares in found.shares.items():
        assert (shares * u).sum() == pytest.approx(1.0 if key == (mode, kind, name) else 0.0, abs=2e-3)
