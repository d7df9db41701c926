"""FAISCEAU_TRANS: a tube of a bundle in a transverse flow."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from pyaster_lite.commands._flow_line import AXES, along, nodes_along, read_order, shapes_along, tube_section
from pyaster_lite.commands._flow_solve import at_each_velocity, unchanged
from pyaster_lite.commands.fonc_flui_stru import added_mass
from pyaster_lite.fe.flow import connors as criterion
from pyaster_lite.fe.flow.bundle import Flow, Zone, damping_correlation, stiffness_correlation, zone_means
from pyaster_lite.io.flow_coefficients import known_bundles, read_bundles

PITCHES = {"CARRE_LIGN": 1, "TRIA_LIGN": 2}
BROKEN_TUBE = 1006
LEAST_SHARE = 1e-18
"""Below this share of its mass a mode does not move along the force."""


@dataclass(frozen=True)
class Tube:
    """A tube along its abscissas (n,): the nodes' shapes (n, nm, 3), the profiles (n,) of its zones with their places (see `zone_means`),
    the densities (n,) outside, (outer diameter, thickness)."""

    abscissas: np.ndarray
    shapes: np.ndarray
    profiles: list
    places: tuple
    outside: np.ndarray
    section: tuple[float, float]


def tube(args, word, made) -> Tube:
    """The tube of modes in a bundle."""
    configuration, mesh = made.configuration, made.modes.mesh
    nodes, abscissas = nodes_along(args, word, mesh)
    shapes = shapes_along(made.modes, made.orders, read_order(mesh, nodes))
    profiles = [along(level["PROF_VITE_FLUI"], abscissas) for level in configuration.levels]
    if not all(profile.any() for profile in profiles):
        raise args.wrong(word, "a profile of the velocity is zero all along the tube")
    outside = along(configuration.value("PROF_RHO_F_EXT"), abscissas)
    section = tube_section(args, configuration.value("CARA_ELEM"))
    return Tube(abscissas, shapes, profiles, zone_means(abscissas, profiles), outside, section)


def bundle(args, context, made, dampings, constants_dampings):
    """Fill the modes in the flow."""
    configuration = made.configuration
    if not configuration.coupled:
        unchanged(made, dampings)
        return
    axis, line = AXES.index(configuration.value("NOM_CMP")), tube(args, "TYPE_FLUI_STRU", made)
    if dampings is not None:
        flow = _flow(args, context, configuration, line)
        masses = _directed_masses(made, axis)
        # only their ratio counts: a mode that hardly moves along the force is looked for as well as the others
        scales = np.where(masses > LEAST_SHARE * made.masses, made.masses / np.maximum(masses, LEAST_SHARE * made.masses), 1.0)
        scales = np.where(masses > 0.5 * made.masses, 1.0, scales)

        def added(s, velocity, i):
            damping, stiffness = flow.added(s, velocity, line.shapes[:, i, axis])
            return 0.0, scales[i] * damping, scales[i] * stiffness

        at_each_velocity(args, context, made, scales * masses, dampings, added)
        far = sum(flow.outside(f, v) for row, v in zip(made.frequencies, made.speeds) for f in row)
        if far:
            context.warn(args, "TYPE_FLUI_STRU", "reduced velocities leave the range of the experiments on which the correlations stand")
    if constants_dampings is not None:
        _connors(args, made, constants_dampings, axis, line)


def damping_of_flow(args, context, word, made, speed: float):
    """Function of (pulsation, shape (n,) on the modes) giving the damping that the flow of the modes of `word` adds, at a mean velocity."""
    axis, line = AXES.index(made.configuration.value("NOM_CMP")), tube(args, word, made)
    flow, shapes = _flow(args, context, made.configuration, line, word), line.shapes[:, :, axis]
    return lambda pulsation, shape: flow.added(1j * pulsation, speed, shapes @ shape)[0]


def _flow(args, context, configuration, line, word="TYPE_FLUI_STRU"):
    pitch = PITCHES[configuration.value("TYPE_PAS")]
    tables = [_tables(args, context, configuration, unit, word) for unit in ("UNITE_CD", "UNITE_CK")]
    ends, means, mean = line.places
    zones, profile, by_node = [], np.zeros(len(line.abscissas)), np.zeros(len(line.abscissas))
    for level, (first, last), own, own_mean in zip(configuration.levels, ends, line.profiles, means):
        part = slice(first, last + 1)
        if by_node[part].any():
            raise args.wrong(word, "the zones of PROF_VITE_FLUI overlap")
        profile[part], by_node[part] = own[part], own_mean
        if level.get("TYPE_RESEAU") is None:
            raise args.wrong(word, "every zone needs its TYPE_RESEAU")
        zones.append(_zone(args, (first, last), (pitch, level.get("TYPE_RESEAU")), tables, word))
    return Flow(line.abscissas, line.outside, line.section[0], tuple(zones), profile, by_node, mean)


def _zone(args, ends, kind, tables, word):
    if kind[1] == BROKEN_TUBE:
        raise args.not_yet(word, f"TYPE_RESEAU={BROKEN_TUBE}, a broken tube, is not there yet")
    for table in tables:
        if kind not in table:
            known = ", ".join(str(other[1]) for other in sorted(table) if other[0] == kind[0])
            raise args.wrong(word, f"no correlation is known of TYPE_RESEAU={kind[1]}", help=f"there are {known}")
    return Zone(ends, kind, damping_correlation(kind, *tables[0][kind]), stiffness_correlation(*tables[1][kind]))


def _tables(args, context, configuration, name, word):
    """The correlations of a unit's file, those that come along where no file is there."""
    unit = configuration.levels[0][name]
    path = context.files.known(unit)
    if path is None or not path.is_file() or not path.stat().st_size:
        return known_bundles("damping" if name == "UNITE_CD" else "stiffness")
    try:
        return read_bundles(path)
    except ValueError as reason:
        raise args.wrong(word, f"{path}, behind {name}={unit}, is no table of correlations: {reason}") from None


def _directed_masses(made, axis):
    """(nm,) sum of phi^2 M e over all unknowns, e the unit motion along the axis."""
    modes = made.modes
    unit = np.zeros(modes.dofs.size)
    own = modes.dofs.index(np.arange(modes.mesh.n_nodes), AXES[axis])
    unit[own[own >= 0]] = 1.0
    weight = modes.mass.matrix @ unit
    return np.array([modes.vectors[order] ** 2 @ weight for order in made.orders])


def _connors(args, made, dampings, axis, line):
    configuration = made.configuration
    ranges = [(level.get("CSTE_CONNORS"), level.get("NB_CONNORS")) for level in configuration.levels]
    if any(None in pair for pair in ranges):
        raise args.wrong("TYPE_FLUI_STRU", "AMOR_REDUIT_CONN needs CSTE_CONNORS and NB_CONNORS in every zone")
    steps = [np.linspace(*ends, count) for ends, count in ranges]
    constants = np.array(list(itertools.product(*steps)))
    inside = along(configuration.value("PROF_RHO_F_INT"), line.abscissas)
    density, (outer, thickness) = configuration.levels[0]["RHO_TUBE"], line.section
    mass = criterion.line_mass(inside, line.outside, outer, outer - 2 * thickness, density, added_mass(configuration))
    mean, rho = (criterion.mean_over(line.abscissas, values) for values in (mass, line.outside))
    along_force, given = line.shapes[:, :, [axis]], (line.abscissas, line.outside, np.sum(line.profiles, axis=0), line.places[0])
    energies, every = (criterion.flow_energies(*given, shapes) for shapes in (along_force, line.shapes))
    frequencies = np.array([float(made.modes.parameter("FREQ", order)) for order in made.orders])
    made.critical = criterion.critical_velocities(energies, constants, frequencies, dampings, mean, rho)
    own = criterion.modal_line_mass(line.abscissas, mass, along_force[..., 0])
    pairs = ((energies, own), (every, made.masses))
    made.felt = np.array([criterion.felt_velocities(*pair, mean, rho) for pair in pairs])
    made.constants = steps[0]
