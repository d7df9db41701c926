"""Contact with Coulomb friction at several points at once."""

import numpy as np
import pytest

from pyaster_lite.fe.coulomb import Problem, rub


def box(nt, half=0.15, height=0.05, mass=1.0):
    """Compliance of the four corners of a rigid box's foot, and their rows (normals downwards, so that closing is positive)."""
    inertia = mass / 12 * np.array([0.3**2 + 0.1**2, 0.3**2 + 0.1**2, 2 * 0.3**2])
    inverse = np.diag(np.concatenate([np.full(3, 1 / mass), 1 / inertia]))
    corners = np.array([[x, y, -height] for x in (-half, half) for y in (-half, half)])
    axes = np.array([[0.0, 0, -1], [1, 0, 0], [0, 1, 0]])[: nt + 1]
    rows = np.array([[*axis, *np.cross(corner, axis)] for axis in axes for corner in corners])
    return rows @ inverse @ rows.T, rows, inverse


def check(compliance, free, friction, forces):
    """The laws, point by point."""
    n = len(friction)
    moved = (free + compliance @ forces).reshape(-1, n)
    p, q = forces[:n], forces[n:].reshape(-1, n)
    scale = abs(forces).max() + 1e-300
    speed = abs(free).max()
    assert p.min() >= -1e-10 * scale and moved[0].min() >= -1e-10 * speed
    assert abs(p * moved[0]).max() <= 1e-9 * scale * speed
    size, slip = np.linalg.norm(q, axis=0), np.linalg.norm(moved[1:], axis=0)
    assert (size <= friction * p + 1e-9 * scale).all()
    slides = slip > 1e-8 * speed
    assert size[slides] == pytest.approx((friction * p)[slides], abs=1e-9 * scale)
    assert (q * moved[1:]).sum(axis=0)[slides] == pytest.approx(-(size * slip)[slides], abs=1e-9 * scale * speed)


@pytest.mark.parametrize("nt", (0, 1, 2))
def test_laws_hold_for_bodies_of_any_make(nt):
    generator = np.random.default_rng(nt)
    for _ in range(30):
        n = generator.integers(1, 6)
        root = generator.normal(size=((nt + 1) * n, (nt + 1) * n + 2))
        free, friction = generator.normal(size=(nt + 1) * n), generator.uniform(0.0, 0.6, n)
        compliance = root @ root.T
        forces, _ = rub(compliance, free, friction, np.zeros((nt + 1) * n))
        check(compliance, free, friction, forces)


@pytest.mark.parametrize("push", [0.0, 0.004, 0.007, 0.007848, 0.009, 0.03])
@pytest.mark.parametrize("angle", [0.0, 0.4, 2.0])
def test_a_box_sticks_or_slides_as_one(push, angle):
    """Weight and a side push over a step of 1 ms: impulses of 9.81e-3 and `push` N s on 1 kg."""
    compliance, rows, inverse = box(2)
    sideways = push * np.array([np.cos(angle), np.sin(angle)])
    velocity = np.array([*sideways, -9.81e-3, 0, 0, 0])
    free, friction = -rows @ velocity, np.full(4, 0.8)
    forces, _ = rub(compliance, free, friction, np.zeros(12))
    check(compliance, free, friction, forces)
    end = velocity - inverse @ rows.T @ forces
    assert end[2:] == pytest.approx(np.zeros(4), abs=1e-12)
    left = max(push - 0.8 * 9.81e-3, 0.0)
    assert end[:2] == pytest.approx(left * np.array([np.cos(angle), np.sin(angle)]), abs=1e-12)
    carried = forces[:4] @ np.array([-1, -1, 1, 1])
    assert carried * 0.15 == pytest.approx(min(push, 0.8 * 9.81e-3) * 0.05 * np.cos(angle), abs=1e-12)


def test_a_box_that_is_pushed_high_enough_tips():
    """No friction law holds it down: the rear corners open."""
    compliance, rows, inverse = box(2, height=0.4)
    velocity = np.array([0.007, 0, -9.81e-3, 0, 0, 0])
    forces, judged = rub(compliance, -rows @ velocity, np.full(4, 0.8), np.zeros(12))
    check(compliance, -rows @ velocity, np.full(4, 0.8), forces)
    assert judged.touching.tolist() == [False, False, True, True]


def test_sweeps_alone_find_the_same_forces():
    generator = np.random.default_rng(3)
    root = generator.normal(size=(9, 12))
    compliance, free, friction = root @ root.T, generator.normal(size=9), np.full(3, 0.4)
    problem = Problem(compliance, friction)
    found, _ = problem.settle(free, np.zeros(9))
    assert problem.sweep(np.zeros(9)) == pytest.approx(found, abs=1e-6)
