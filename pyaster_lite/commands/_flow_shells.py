"""COQUE_COAX: two coaxial shells with a fluid that flows between them (u4.25.01, r4.07.04)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._flow_solve import at_each_velocity
from pyaster_lite.concepts.mesh import UnknownGroup
from pyaster_lite.fe.flow.coaxial_shells import EXACT, STILL, Fluid, Gap, ShellMotion, around, transfer, wave_number, waves

MOVES = 1e-4
"""A shell that moves less than this part of what the other one does stands still."""
AXES = ((1, 2), (2, 0), (0, 1))
"""The directions across shells along X, Y and Z."""
LEAST_AROUND, LEAST_ALONG = 9, 4


def shells(args, context, made, dampings, constants_dampings):
    """Fill the modes in the flow; with MASS_AJOU the fluid at rest mixes them first.

    These are scaled so that each has as much of its largest mode as that mode itself.
    """
    level = made.configuration.levels[0]
    if (made.speeds < 0.0).any() and (made.speeds > 0.0).any():
        raise args.wrong("VITE_FLUI", "the velocities along coaxial shells are all of one sign")
    gap, groups, axis = _gap(args, made, level)
    losses = tuple(level[word] for word in ("PDC_MOY_1", "PDC_DYN_1", "PDC_MOY_2", "PDC_DYN_2"))
    fluid = Fluid(level["RHO_FLUI"], level["VISC_CINE"], level["RUGOSITE"], losses)
    frequencies = np.array([float(made.modes.parameter("FREQ", order)) for order in made.orders])
    backwards = bool((made.speeds < 0.0).any())
    laws = [_elasticity(args, level[word]) for word in ("MATER_INT", "MATER_EXT")]
    modes = [_motions(args, made, order, f, gap, groups, axis, backwards, laws) for order, f in zip(made.orders, frequencies)]
    still, mixed = -transfer(gap, fluid, modes).real, made.configuration.value("MASS_AJOU") != "NON"
    shapes, added = np.eye(len(modes)), np.diagonal(still)
    if mixed:
        still = (still + still.T) / 2.0
        masses = np.diag(made.masses)
        shapes, frequencies, dampings = _at_rest(masses, still, frequencies, dampings)
        added = np.einsum("ji,jk,ki->i", shapes, still, shapes)
        whole = (masses + still) @ shapes
        made.participations = whole.T @ (made.participations / made.masses[:, None])
        made.masses = np.einsum("ji,ji->i", shapes, whole)
        made.mixtures = np.tile(shapes, (len(made.speeds), 1, 1))

    def terms(s, velocity, i):
        speed = abs(velocity)
        part = np.flatnonzero(abs(shapes[:, i]) > EXACT)
        pushed = transfer(gap, fluid, [modes[one] for one in part], speed, s)
        own = shapes[part, i] @ pushed @ shapes[part, i]
        return -added[i], 0.0, -own * (s * s if speed < STILL else 1.0)

    def start(velocity, i):
        resisted = mixed and abs(velocity) < STILL
        more = fluid.still_damping(gap) * added[i] / (4.0 * np.pi * frequencies[i] * made.masses[i]) if resisted else 0.0
        return frequencies[i], dampings[i] + more

    at_each_velocity(args, context, made, made.masses, dampings, terms, start, frequencies)


def _at_rest(masses, added, frequencies, dampings):
    """(shapes (nm, nm) on the modes, frequencies, dampings) of the modes in the fluid at rest."""
    from scipy.linalg import eigh

    own = np.diagonal(masses)
    stiffness = np.diag((2.0 * np.pi * frequencies) ** 2 * own)
    squares, shapes = eigh(stiffness, masses + added)
    shapes = shapes / abs(shapes).max(axis=0)
    found = np.sqrt(squares) / (2.0 * np.pi)
    whole = np.einsum("ji,jk,ki->i", shapes, masses + added, shapes)
    rubbed = np.einsum("j,ji->i", frequencies * dampings * own, shapes**2)
    return shapes, found, rubbed / (found * whole)


def _gap(args, made, level):
    """(where the shells face each other, the nodes of both, their axis)."""
    mesh, vector = made.modes.mesh, np.asarray(level["VECT_X"], float)
    axis = int(abs(vector).argmax())
    if np.delete(vector, axis).any():
        raise args.wrong("TYPE_FLUI_STRU", "VECT_X of COQUE_COAX must be an axis of the mesh")
    nodes, radii, thicknesses, ends = [], [], [], []
    for word in ("GROUP_MA_INT", "GROUP_MA_EXT"):
        try:
            cells = mesh.cell_group(level[word])
        except UnknownGroup as unknown:
            raise args.wrong("TYPE_FLUI_STRU", str(unknown)) from None
        own = mesh.nodes_of_cells(cells)
        places = mesh.coordinates[own]
        nodes.append(own)
        radii.append(float(np.hypot(*places[0, list(AXES[axis])])))
        thicknesses.append(_thickness(args, level["CARA_ELEM"], cells, level[word]))
        ends.append((places[:, axis].min(), places[:, axis].max()))
    gap = Gap(max(low for low, _ in ends), min(high for _, high in ends), tuple(radii), tuple(thicknesses))
    if gap.length <= 0.0 or gap.height <= 0.0:
        raise args.wrong("TYPE_FLUI_STRU", "no fluid is between the shells: they do not face each other, or have no gap")
    return gap, nodes, axis


def _thickness(args, characteristics, cells, name):
    """What most cells of a shell have: code_aster reads the value that is given to the group."""
    found = np.full(len(cells), np.nan)
    for own, values in characteristics.values.get("thickness", ()):
        rows = {int(cell): row for row, cell in enumerate(own)}
        for place, cell in enumerate(map(int, cells)):
            if cell in rows:
                found[place] = np.ravel(values[rows[cell]])[0]
    if np.isnan(found).any():
        raise args.wrong("TYPE_FLUI_STRU", f"{characteristics.name} gives no thickness to {name}")
    return float(np.median(found))


def _elasticity(args, material):
    try:
        return tuple(float(material.laws["ELAS"][word]) for word in ("E", "NU", "RHO"))
    except (KeyError, TypeError):
        raise args.wrong("TYPE_FLUI_STRU", f"{material.name} needs E, NU and RHO of ELAS, as numbers") from None


def _motions(args, made, order, frequency, gap, groups, axis, backwards, laws) -> list[ShellMotion]:
    """Those of the shells that move in a mode."""
    field, mesh = made.modes.field("DEPL", order), made.modes.mesh
    across = np.stack([np.nan_to_num(field.component("D" + "XYZ"[i])) for i in AXES[axis]], axis=1)
    largest = [np.linalg.norm(across[nodes], axis=1).max() for nodes in groups]
    found = []
    for shell, nodes in enumerate(groups):
        if largest[shell] < MOVES * largest[1 - shell]:
            continue
        try:
            found.append(_motion(mesh.coordinates, nodes, across, shell, gap, axis, backwards, frequency, laws[shell]))
        except ValueError as reason:
            raise args.wrong("BASE_MODALE", f"mode {order} of {made.modes.name}: {reason}") from None
    return found


def _motion(places, nodes, across, shell, gap, axis, backwards, frequency, law) -> ShellMotion:
    """The order around at the height where the shell moves most, and the wave along the line where it moves most there."""
    height = places[nodes[np.linalg.norm(across[nodes], axis=1).argmax()], axis]
    circle = nodes[abs(places[nodes, axis] - height) < EXACT]
    if len(circle) < LEAST_AROUND:
        raise ValueError(f"a circle of {len(circle)} nodes is too coarse")
    flat = places[:, list(AXES[axis])]
    angles = np.arctan2(flat[circle, 1], flat[circle, 0])
    angles = np.where(angles < 0.0, angles + 2.0 * np.pi, angles)
    ascending = np.argsort(angles, kind="stable")
    circle, angles = circle[ascending], angles[ascending]
    radial = np.cos(angles) * across[circle, 0] + np.sin(angles) * across[circle, 1]
    order, amplitude, phase = around(angles, radial)
    crest = circle[_nearest(angles, phase)]
    number = wave_number(gap, shell, order, frequency, *law)
    line = nodes[(abs(flat[nodes] - flat[crest]) < EXACT).all(axis=1)]
    line = line[(places[line, axis] >= gap.low) & (places[line, axis] <= gap.high)]
    if len(line) < LEAST_ALONG:
        raise ValueError(f"a line of {len(line)} nodes along a shell is too coarse")

    def ratio(node):
        return ((gap.high - places[node, axis]) if backwards else (places[node, axis] - gap.low)) / gap.length

    moved = across[line] @ (np.cos(phase), np.sin(phase))
    functions = waves(number * ratio(line))
    shares = np.linalg.solve(functions.T @ functions, functions.T @ moved)
    there = float(waves(number * ratio(crest)) @ shares)
    if abs(there) < amplitude * EXACT:
        raise ValueError("a shell does not move where it should move most")
    return ShellMotion(shell, order, phase, number, shares * amplitude / there)


def _nearest(angles, wanted) -> int:
    """The place of the ascending angle that is nearest to another one around the circle, the later one of two."""
    after = int(np.searchsorted(angles, wanted, side="right"))
    before, following = (after - 1) % len(angles), after % len(angles)
    back, forth = (wanted - angles[before]) % (2.0 * np.pi), (angles[following] - wanted) % (2.0 * np.pi)
    return before if back < forth else following
