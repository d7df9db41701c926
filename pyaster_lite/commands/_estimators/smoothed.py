"""SIZ1_NOEU, SIZ2_NOEU and ERZ1_ELEM, ERZ2_ELEM: smoothed stresses and how far the computed ones are from them (u4.81.06, r4.10.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._estimators.residual import COMPONENTS
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.fe import residual_error as error
from pyaster_lite.fe.algebra import factorise
from pyaster_lite.fe.assembly import Assembler
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.patch_recovery import recovered
from pyaster_lite.fe.solid import Solid


def _solids(model):
    return [(i, g) for i, g in enumerate(model.groups) if isinstance(g.element, Solid)]


def _names(group):
    return tuple(f"SI{axes}" for axes in group.element.continuum.strains)


def _at_points(field, group):
    """(ne, ng, ns) the stresses at the points of the cells of a solid."""
    values, names = field.on(group.cells)
    return values[..., [names.index(name) for name in _names(group)]]


def by_least_squares(args, model, data, stress) -> NodeField:
    """The nodal stresses whose interpolation meets the stresses at points best, over the whole model."""
    groups = _solids(model)
    used = np.unique(np.concatenate([g.nodes.ravel() for _, g in groups]))
    number = np.full(model.mesh.n_nodes, -1)
    number[used] = np.arange(len(used))
    assembler = Assembler(len(used), [number[g.nodes] for _, g in groups])
    masses, right = [], np.zeros((len(used), len(_names(groups[0][1]))))
    for i, g in groups:
        _, functions, _, volume = g.element.geometry(data[i], "mass")
        masses.append(np.einsum("eg,gn,gm->enm", volume, functions, functions))
        _, functions, _, volume = g.element.geometry(data[i])
        np.add.at(right, number[g.nodes], np.einsum("eg,gn,egc->enc", volume, functions, _at_points(stress, g)))
    solver = factorise(assembler.matrix(masses), symmetric=True, definite=True)
    values = np.zeros((model.mesh.n_nodes, right.shape[1]))
    values[used] = np.stack([solver.solve(column) for column in right.T], axis=1)
    return NodeField(model.mesh, "SIEF_R", _names(groups[0][1]), values)


def by_patches(args, model, data, stress) -> NodeField:
    """The second version, cells of one kind in the plane."""
    groups = _solids(model)
    if any(g.element.dim != 2 for _, g in groups):
        raise args.wrong("OPTION", "the second version of Zienkiewicz and Zhu's estimator is for the plane")
    kinds = {g.element.cell for _, g in groups}
    if len(kinds) > 1 or kinds & {"TRIA7"}:
        raise args.wrong("OPTION", f"the second version of Zienkiewicz and Zhu's estimator is for cells of one kind, not {sorted(kinds)}")
    nodes = np.concatenate([g.nodes for _, g in groups])
    points = np.concatenate([g.element.points(data[i].coordinates)[..., :2] for i, g in groups])
    values = np.concatenate([_at_points(stress, g) for _, g in groups])
    try:
        found = recovered(reference_cell(kinds.pop()).corners, nodes, model.mesh.coordinates, points, values)
    except ValueError as why:
        raise args.wrong("RESULTAT", str(why)) from None
    return NodeField(model.mesh, "SIEF_R", _names(groups[0][1]), found)


SMOOTHED = {"SIZ1_NOEU": by_least_squares, "SIZ2_NOEU": by_patches}


def estimate(model, data, stress, smooth: NodeField, t: float) -> ElementField:
    """The field of ERZ1_ELEM: energies of smooth - stress, and of the stress, both (s : S : s)."""
    blocks = []
    for i, g in _solids(model):
        own = data[i].between(t, t)
        _, functions, _, volume = g.element.geometry(own)
        computed = _at_points(stress, g)
        nodal = np.stack([smooth.component(name)[g.nodes] for name in _names(g)], axis=-1)
        young, poisson = (np.broadcast_to(own.at_points(name), volume.shape) for name in ("young", "poisson"))

        def energy(s, young=young, poisson=poisson, volume=volume):
            trace, direct = s[..., :3].sum(axis=-1), (s[..., :3] ** 2).sum(axis=-1) + 2 * (s[..., 3:] ** 2).sum(axis=-1)
            return (((1 + poisson) * direct - poisson * trace**2) / young * volume).sum(axis=1)

        lacking, norm = energy(np.einsum("gn,enc->egc", functions, nodal) - computed), energy(computed)
        values = np.zeros((len(g.cells), 1, len(COMPONENTS)))
        values[:, 0, 0], values[:, 0, 2] = np.sqrt(lacking), np.sqrt(norm)
        values[:, 0, 1] = error.relative(np.sqrt(lacking), norm)
        values[:, 0, -1] = error.diameter(g.element, own.coordinates)
        blocks.append(ElementBlock(g.cells, values, COMPONENTS, g.element))
    return ElementField(model.mesh, "ERRE_R", "ELEM", blocks)
