"""Cylinders that move across the fluid between them and a wall: pressures of potential flow (r4.07.04, section 4).

The velocity of each cylinder makes a potential whose series about every cylinder (and within a round wall about its centre) are cut
after three orders. A rectangular wall is replaced by images of the cylinders: two rings with each of them in its place, then eight
with all of them in the middle.
"""

from __future__ import annotations

from math import prod

import numpy as np

ORDERS = 3
RINGS, FAR_RINGS = 2, 8
ALIGNED = 1e-5


def _spread(n: int, m: int) -> float:
    return n * prod((n + i) / i for i in range(1, m))


def _narrow(n: int, m: int) -> float:
    return n * prod((n - i) / (m - i) for i in range(1, m))


def _angles(delta, distance):
    """In [0, 2 pi); what lies along the first axis but for a hair counts as if it did."""
    dx, dy = delta[..., 0], delta[..., 1]
    along = abs(distance - abs(dx)) <= ALIGNED
    angle = np.where(along, np.where(dx < 0.0, np.pi, 0.0), np.arccos(np.clip(dx / distance, -1.0, 1.0)))
    return np.where(dy < 0.0, 2 * np.pi - angle, angle)


def _add_sources(system, centres, radii, places, owner, strengths, turns, signs):
    """Add what sources (ns,) of the cylinders `owner` make about the cylinders (nc,) to `system` (nc, 3, 2, nc, 3, 2)."""
    delta = places - centres[:, None]
    distance = np.linalg.norm(delta, axis=-1)
    itself = distance == 0.0
    distance = np.where(itself, np.inf, distance)
    angle = _angles(delta, np.where(itself, 1.0, distance))
    onto = np.zeros((len(places), len(centres)))
    onto[np.arange(len(places)), owner] = 1.0
    for j in range(1, ORDERS + 1):
        for l in range(1, ORDERS + 1):  # noqa: E741
            size = _spread(l, j) * (-1) ** l * radii[:, None] ** (j - 1) * strengths ** (l + 1) / distance ** (j + l)
            turn = (j + l) * angle - l * turns
            cosine, sine = size * np.cos(turn), size * np.sin(turn)
            for row, column, value in ((0, 0, cosine), (1, 0, sine), (0, 1, signs * sine), (1, 1, -signs * cosine)):
                system[:, j - 1, row, :, l - 1, column] += value @ onto


def _solved(system, offset: int, groups):
    """The first orders (nc, 2, ng, 2) about the cylinders for unit velocities of groups along both axes."""
    count = len(groups)
    right = np.zeros((*system.shape[:3], groups.max() + 1, 2))
    for axis in range(2):
        right[offset + np.arange(count), 0, axis, groups, axis] = 1.0
    size = int(np.prod(system.shape[:3]))
    found = np.linalg.solve(system.reshape(size, size), right.reshape(size, -1)).reshape(right.shape)
    return found[offset:, 0]


def round_potential(centres, radii, groups, wall) -> np.ndarray:
    """First orders (nc, 2, ng, 2) in a round wall (x, y, radius), of cylinders at centres (nc, 2) in groups (nc,) from 0."""
    count, outer = len(centres), wall[2]
    system = np.zeros((count + 1, ORDERS, 2, count + 1, ORDERS, 2))
    inner = system[1:, :, :, 1:]
    _add_sources(inner, centres, radii, centres, np.arange(count), radii, np.zeros(count), np.ones(count))
    delta = centres - np.asarray(wall[:2])
    away = np.linalg.norm(delta, axis=1)
    angle = np.where(away > 0.0, np.mod(np.arctan2(delta[:, 1], delta[:, 0]), 2 * np.pi), 0.0)
    own = np.arange(count)
    for j in range(1, ORDERS + 1):
        system[0, j - 1, 0, 0, j - 1, 0], system[0, j - 1, 1, 0, j - 1, 1] = j, -j
        inner[own, j - 1, 0, own, j - 1, 0] = inner[own, j - 1, 1, own, j - 1, 1] = -j
        for l in range(1, j + 1):  # noqa: E741
            size = _narrow(j, l) * away ** (j - l) * radii ** (l + 1) / outer ** (j + 1)
            cosine, sine = size * np.cos((j - l) * angle), size * np.sin((j - l) * angle)
            system[0, j - 1, 0, 1:, l - 1, 0], system[0, j - 1, 1, 1:, l - 1, 0] = -cosine, sine
            system[0, j - 1, 0, 1:, l - 1, 1], system[0, j - 1, 1, 1:, l - 1, 1] = sine, cosine
        for l in range(j, ORDERS + 1):  # noqa: E741
            size = _narrow(l, j) * radii ** (j - 1) * away ** (l - j) / outer ** (l - 1)
            cosine, sine = size * np.cos((l - j) * angle), size * np.sin((l - j) * angle)
            system[1:, j - 1, 0, 0, l - 1, 0], system[1:, j - 1, 1, 0, l - 1, 0] = cosine, -sine
            system[1:, j - 1, 0, 0, l - 1, 1], system[1:, j - 1, 1, 0, l - 1, 1] = sine, cosine
    return _solved(system, 1, groups)


def rectangular_potential(centres, radii, groups, corners) -> np.ndarray:
    """First orders (nc, 2, ng, 2) in a rectangle of corners (4, 2), one after another."""
    count = len(centres)
    near, far = images(centres, corners)
    system = np.zeros((count, ORDERS, 2, count, ORDERS, 2))
    own = np.arange(count)
    places = np.concatenate([part[0] for part in near])
    turns, signs = (np.repeat([part[i] for part in near], count) for i in (1, 2))
    _add_sources(system, centres, radii, places, np.tile(own, len(near)), np.tile(radii, len(near)), turns, signs)
    middle, middle_turns, middle_signs = (np.repeat(np.array([part[i] for part in far]), count, axis=0) for i in range(3))
    _add_sources(system, centres, radii, middle, np.tile(own, len(far)), np.tile(radii, len(far)), middle_turns, middle_signs)
    for j in range(1, ORDERS + 1):
        system[own, j - 1, 0, own, j - 1, 0] -= j
        system[own, j - 1, 1, own, j - 1, 1] -= j
    return _solved(system, 0, groups)


def images(centres, corners) -> tuple[list[tuple], list[tuple]]:
    """Mirror images in the sides: [(places (nc, 2), angle, sign)] of all cylinders, themselves first, and of the middle beyond."""
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    turns = [_side_angle(side) for side in (first, second)]
    near, corner = [(np.asarray(centres, float), 0.0, 1.0)], np.array(corners[0], float)

    def mirrored(block, side, origin):
        places, angle, sign = block
        normal, turn = (second, turns[0]) if side is second else (first, turns[1])
        moved = places - 2 * np.outer((places - origin) @ normal, normal) / (normal @ normal)
        return moved, _wrapped(-angle + 2 * turn), -sign

    for ring in range(1, RINGS + 1):
        before = near[-1] if ring == 1 else near[-8 * (ring - 1)]
        start = mirrored(before, second, corner)
        near.append((start[0], start[1], (-1.0) ** ring))
        corner = corner - second
        for _ in range(ring):
            corner = corner + first
            near.append(mirrored(near[-1], first, corner))
        corner = corner + first
        for side, sense in ((second, 1.0), (first, -1.0), (second, -1.0)):
            for _ in range(2 * ring):
                corner = corner + sense * side
                near.append(mirrored(near[-1], side, corner))
            corner = corner + sense * side
        for _ in range(ring - 1):
            corner = corner + first
            near.append(mirrored(near[-1], first, corner))
        corner = corner + first
    return near, _far_images(near, 0.5 * (corners[0] + corners[2]), first, second, turns)


def _far_images(near, centre, first, second, turns):
    far = []
    for ring in range(RINGS + 1, RINGS + FAR_RINGS + 1):
        before = near[-8 * RINGS] if ring == RINGS + 1 else far[-8 * (ring - 1)]
        far.append((centre - ring * second, _wrapped(-before[1] + 2 * turns[0]), (-1.0) ** ring))
        steps = [(first, turns[1])] * ring + [(second, turns[0])] * (2 * ring) + [(-first, turns[1])] * (2 * ring)
        steps += [(-second, turns[0])] * (2 * ring) + [(first, turns[1])] * (ring - 1)
        for step, turn in steps:
            place, angle, sign = far[-1]
            far.append((place + step, _wrapped(-angle + 2 * turn), -sign))
    return far


def _side_angle(side):
    angle = np.arccos(np.clip(side[0] / np.linalg.norm(side), -1.0, 1.0))
    return np.pi - angle if side[1] < 0.0 else angle


def _wrapped(angle):
    return angle - np.trunc(angle / (2 * np.pi)) * 2 * np.pi


def coupling(orders, radii, groups) -> tuple[np.ndarray, np.ndarray]:
    """(pressures, velocities), each (ng, 2, ng, 2), of groups that move, by first orders (nc, 2, ng, 2); r^2 times them is symmetric."""
    count = groups.max() + 1
    pressures = 2.0 * orders
    for axis in range(2):
        pressures[np.arange(len(groups)), axis, groups, axis] += 1.0
    summed = np.zeros((count, 2, count, 2))
    np.add.at(summed, groups, pressures)
    weights = np.repeat(group_radii(radii, groups) ** 2, 2)
    whole = summed.reshape(2 * count, 2 * count) * weights[:, None]
    pressure = (0.5 * (whole + whole.T) / weights[:, None]).reshape(count, 2, count, 2)
    velocity = 0.5 * pressure
    tubes = np.bincount(groups)
    for axis in range(2):
        velocity[np.arange(count), axis, np.arange(count), axis] += 0.5 * tubes
    return pressure, velocity


def group_radii(radii, groups) -> np.ndarray:
    """(ng,) the radius of the tubes of each group."""
    found = np.zeros(groups.max() + 1)
    found[groups] = radii
    return found
