"""Quadrature rules of higher order on triangles, tetrahedra, prisms and pyramids, in code_aster's order of the points.

Sources: Bathe (triangle, 13 points); Dunavant 1985 (triangle, 16 points); Keast 1986 (tetrahedron, 11 points); Jaskowiec and
Sukumar 2020 (tetrahedron, 24 points); Witherden and Vincent 2015 (prism, 29 points; pyramid, 24 points).
"""

from __future__ import annotations

from math import sqrt

import numpy as np


def triangle13():
    """Order 7."""
    a, b, c, d = 0.0651301029022, 0.3128654960049, 0.0486903154253, 0.2603459660790
    e = 1 - b - c
    points = [
        [a, a],
        [1 - 2 * a, a],
        [a, 1 - 2 * a],
        [b, c],
        [e, b],
        [c, e],
        [e, c],
        [b, e],
        [c, b],
        [d, d],
        [1 - 2 * d, d],
        [d, 1 - 2 * d],
    ]
    weights = [0.0533472356088] * 3 + [0.0771137608903] * 6 + [0.1756152574332] * 3 + [-0.1495700444677]
    return np.array([*points, [1 / 3, 1 / 3]]), 0.5 * np.array(weights)


def triangle16():
    """Order 8."""
    points = [[1 / 3, 1 / 3]]
    for a, b in ((0.081414823414554, 0.459292588292723), (0.658861384496480, 0.170569307751760), (0.898905543365938, 0.050547228317031)):
        points += [[a, b], [b, a], [b, b]]
    a, b, c = 0.008394777409958, 0.728492392955404, 0.263112829634638
    points += [[a, b], [b, a], [c, a], [a, c], [c, b], [b, c]]
    weights = [0.144315607677787] + [0.095091634267285] * 3 + [0.103217370534718] * 3 + [0.032458497623198] * 3 + [0.027230314174435] * 6
    return np.array(points), 0.5 * np.array(weights)


_TETRA11 = (
    (0.097204644587583, 0.106604172561993, 0.684390415453040, 0.106468034155490),
    (0.029569495206479, 0.329232959742646, 0.317903560213394, 0.110234232428497),
    (0.432710239047768, 0.103844116410993, 0.353823239209297, 0.154976116016246),
    (0.240276664928072, 0.304448402434496, 0.126801725915392, 0.193410812049634),
    (0.129411373788910, 0.538007203916185, 0.330190414837464, 0.076162715245558),
    (0.121541991333927, 0.008991260093335, 0.306493988429690, 0.079426680068025),
    (0.450765876091276, 0.432953490481355, 0.059456616299433, 0.069469965937635),
    (0.419266313879513, 0.053341239535745, 0.047781435559086, 0.059933185146559),
    (0.067223294893383, 0.741228882093622, 0.035183929773598, 0.055393798871576),
    (0.752508507009654, 0.081404918402859, 0.068099370938206, 0.055273369155936),
    (0.040490506727590, 0.174694058697230, 0.013560701879802, 0.039251090924839),
)


def tetra11():
    """Order 4."""
    table = np.array(_TETRA11)
    return table[:, :3], table[:, 3] / 6


def tetra24():
    """Order 6."""
    points, weights = [], []
    for a, b, weight in (
        (0.040673958534611353, 0.877978124396165940, 0.001679535175886774),
        (0.322337890142275510, 0.032986329573173468, 0.009226196923942455),
        (0.214602871259152029, 0.356191386222543912, 0.006653791709694583),
    ):
        points += [[a, a, a], [b, a, a], [a, b, a], [a, a, b]]
        weights += [weight] * 4
    a, b, c = 0.063661001875017525, 0.603005664791649141, 0.269672331458315808
    points += [[b, a, a], [a, b, a], [a, a, b]]
    for axis in range(3):
        for place in range(3):
            point = [a, a, a]
            if place:
                point[[i for i in range(3) if i != axis][place - 1]] = b
            points.append([c if i == axis else x for i, x in enumerate(point)])
    return np.array(points), np.array(weights + [0.008035714285714287] * 12)


def prism6():
    """Order 3 along the axis, 2 across, the points of a section within the triangle."""
    line, a, b = (-1 / sqrt(3), 1 / sqrt(3)), 1 / 6, 2 / 3
    return np.array([[x, *p] for x in line for p in ([a, a], [b, a], [a, b])]), np.full(6, 1 / 6)


def prism29():
    """Order 6."""

    def three(a, b):
        return [[a, b], [b, a], [b, b]]

    def six(a, b):
        c = 1 - a - b
        return [[a, b], [a, c], [b, c], [c, b], [c, a], [b, a]]

    middle = [*three(0.895512822481133, 0.052243588759434), *six(0.198304865473555, 0.270635256143164)]
    points = [[0.0, *p] for p in middle]
    weights = [0.027191062410231] * 3 + [0.040636041641220] * 6
    for sign in (1.0, -1.0):
        points.append([sign * 0.936241512371697, 1 / 3, 1 / 3])
        points += [[sign * 0.948681147283254, *p] for p in three(0.841699897299232, 0.079150051350384)]
        points += [[sign * 0.600638052820557, *p] for p in six(0.054831294873304, 0.308513201856883)]
        weights += [0.050275140937507] + [0.011774414962347] * 3 + [0.041951149272741] * 6
    return np.array(points), np.array(weights)


def pyramid24():
    """Order 6."""
    points, weights = [], []
    for z, weight in (
        (0.8076457976939595, 0.01697526244176133),
        (0.0017638088528196, 0.0107023421167942),
        (0.1382628064637306, 0.0797197029683492),
        (0.4214239119356371, 0.0687071134661012),
    ):
        points.append([0.0, 0.0, z])
        weights.append(weight)
    for a, z, weight in (
        (0.4172976755573542, 0.097447341025462, 0.02463372529088633),
        (0.2169627046883496, 0.5660745906233009, 0.02105838632544886),
    ):
        points += [[-a, -a, z], [-a, a, z], [a, a, z], [a, -a, z]]
        weights += [weight] * 4
    for a, z, weight in (
        (0.5656808544256755, 0.0294777308457207, 0.0248000862596322),
        (0.4980790917807059, 0.2649158632121295, 0.04925492311795127),
        (0.9508994872144825, 0.048249070631936, 0.0028934404244966),
    ):
        points += [[-a, 0, z], [0, -a, z], [0, a, z], [a, 0, z]]
        weights += [weight] * 4
    return np.array(points), np.array(weights)
