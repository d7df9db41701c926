"""What an extension of a crack releases on the sides that carry forces."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.fe import crack_tip as tip
from pyaster_lite.fe.crack_energy import SideFrame, of_lips
from pyaster_lite.fe.quadrature import quadrature
from pyaster_lite.fe.shapes import shape_derivatives

_ON_LIP = 1e-8
"""m: nearer to the plane of the crack, and behind its front, a side is a lip."""


def terms(release, index, rows, order, option) -> np.ndarray:
    """(n_thetas, 7) of the sides `rows` of a group of the model."""
    group, extension = release.model.groups[index], release.extension
    element, nodes = group.element, group.nodes[rows]
    t = release.time(order)
    data = release.data[index]
    if option == "K" and release.material is not None:
        data = replace(data, surroundings=release.material.surroundings(group, on_sides=True))
    data = data.subset(rows).between(t, t)
    found = np.zeros((len(extension.thetas), 7))
    rule = quadrature(element.cell, element.family)
    derivatives, functions = shape_derivatives(element.cell, rule.points), element.point_functions
    every = SideFrame.of(functions, derivatives, rule.weights, release.data[index].coordinates, element.continuum.revolves)
    along = np.stack([-every.normal[..., 1], every.normal[..., 0], np.zeros(every.normal.shape[:2])], axis=-1) if element.dim == 1 else None
    forces = release.loads.side_forces(index, t, order, every.normal, along)
    if forces is None:
        return found
    points, nodal = (values[rows] for values in forces)
    if hasattr(element, "enrichment"):
        if points.any() or nodal.any():
            _pass_over(release, element, option)
        return found
    frame = SideFrame(every.normal[rows], every.area[rows], every.reciprocal[rows], every.radius[rows])
    u = release.derivation.vector("DEPL", order)[release.model.assembler.equations[index][rows]].reshape(*nodes.shape, -1)
    change = np.einsum("gdn,egnk->egkd", derivatives, nodal)
    moved = np.zeros((*points.shape[:2], 3))
    moved[..., : u.shape[-1]] = np.einsum("gn,enk->egk", functions, u)
    works = [of_lips(element, data.coordinates, moved, points, change, frame)]
    factors = np.zeros(3)
    if option == "K":
        modes, factors = _modes(release, index, rows, data, functions, frame)
        works += [of_lips(element, data.coordinates, 0.5 * own, points, change, frame) for own in modes]
    for row, theta in enumerate(extension.thetas):
        if not theta.reaches(nodes).any():
            continue
        value, slope = theta.at(nodes, functions, derivatives[None])
        forms = np.stack([work(value, slope) for work in works])
        found[row, 0] = forms[0].sum()
        if option == "K":
            found[row, 1:4] = (forms[1:] * factors).sum(axis=1)
            found[row, 4:] = (forms[1:] * np.sqrt(factors)).sum(axis=1)
    return found


def _pass_over(release, element, option):
    """What code_aster does not count, with an alarm (te0580): forces by functions on quadrangles that cracks enrich."""
    if not (release.loads.by_functions and element.cell.startswith("QUAD") and option == "K"):
        raise release.args.not_yet("RESULTAT", "forces on sides that cracks enrich, about the front, are not there yet")
    release.left_out.add("forces by functions on quadrangles that cracks enrich, about the front, are not counted, as in code_aster")


def _modes(release, index, rows, data, functions, frame):
    """(displacements of the modes (3, ne, ng, 3), what turns the forms into factors (3, ne)).

    As in code_aster, sides in the plane take the factors of plane stress, those of a solid of revolution of plane strain, and those of
    the last point of each side hold for all of it.
    """
    element, nodes = release.model.groups[index].element, release.model.groups[index].nodes[rows]
    axes = release.extension.crack.axes
    directions, normals = axes.directions[nodes], axes.normals[nodes]
    ahead = np.einsum("enk,enk->en", data.coordinates - axes.places[nodes], directions)
    across = np.einsum("enk,enk->en", data.coordinates - axes.places[nodes], normals)
    if element.dim == 1:
        normals = np.stack([-directions[..., 1], directions[..., 0], np.zeros(directions.shape[:2])], axis=-1)
    tips = tip.TipFrame.at(functions, data.coordinates, axes.places[nodes], directions, normals)
    young, poisson = (np.broadcast_to(data.at_points(name), (len(data), len(functions))) for name in ("young", "poisson"))
    thick = element.dim == 2 or element.continuum.revolves
    kolosov = 3 - 4 * poisson if thick else (3 - poisson) / (1 + poisson)
    plane = young / (1 - poisson**2) if thick else young
    lip = (abs(across @ functions.T) < _ON_LIP) & (ahead @ functions.T < 0.0)
    if element.dim == 1:
        away = np.linalg.norm(data.coordinates[:, :2] - axes.places[nodes[:, :1]], axis=-1)
        below = (away[:, 1] > away[:, 0])[:, None]
    else:
        below = np.einsum("egk,egk->eg", tips.axes[..., 1], np.broadcast_to(frame.normal, (*lip.shape, 3))) > np.finfo(float).eps
    angle = np.where(lip, np.where(below, -abs(tips.t), abs(tips.t)), tips.t)
    own = tip.displacements(tips.r, angle, kolosov, young / (2 * (1 + poisson)))
    shear = young / (1 + poisson) if element.dim == 2 else np.zeros_like(young)
    return np.einsum("egik,megk->megi", tips.axes, own), np.stack([plane, plane, shear])[..., -1]
