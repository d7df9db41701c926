"""GRAPPE: a control rod in the flow through its guide plate, and turbulence at places of rods."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._flow_solve import at_each_velocity, unchanged
from pyaster_lite.fe.beam_section import NAMES
from pyaster_lite.fe.flow.control_rod import ControlRod, excitation
from pyaster_lite.fe.line_element import LineElement
from pyaster_lite.io.flow_coefficients import known_rods, read_rod_dampings, read_rod_stiffnesses

ARRANGEMENTS = ("ASC_CEN", "ASC_EXC", "DES_CEN", "DES_EXC")
ACROSS = ((("DY", "DZ"), ("DRZ", "DRY")), (("DZ", "DX"), ("DRX", "DRZ")), (("DX", "DY"), ("DRY", "DRX")))
"""The displacements and the rotations across rods along X, Y and Z."""
COEFFICIENT = 1.078014 * np.pi
"""Of the mass that the fluid adds, where nothing else is said."""


def rod(args, context, made, dampings, constants_dampings):
    """Fill the modes in the flow."""
    configuration = made.configuration
    if not configuration.coupled:
        unchanged(made, dampings)
        return
    if (made.speeds < 1e-5).any():
        raise args.wrong("VITE_FLUI", "the velocities along a control rod must be positive")
    level = configuration.levels[0]
    place, axis, diameter = rod_place(args, level["MODELE"], level["CARA_ELEM"], level["GROUP_NO"], True)
    which = ARRANGEMENTS.index(level["GRAPPE_2"])
    tables = [_table(args, context, configuration, word)[which] for word in ("UNITE_CA", "UNITE_KA")]
    own = ControlRod(diameter, level["RHO_FLUI"], *tables)
    motions = np.array([[(_at(made, order, place, names) ** 2).sum() for names in ACROSS[axis]] for order in made.orders])
    still = made.masses
    at_each_velocity(args, context, made, still, dampings, lambda s, v, i: (0.0, *own.added(s, v, motions[i])))
    coefficient = COEFFICIENT if level.get("COEF_MASS_AJOU") is None else level.get("COEF_MASS_AJOU")
    made.masses = still + own.added_mass(coefficient, motions)
    made.participations = made.participations * (made.masses / still)[:, None]


def _table(args, context, configuration, word):
    unit = configuration.levels[0][word]
    path = context.files.known(unit)
    damping = word == "UNITE_CA"
    if path is None or not path.is_file() or not path.stat().st_size:
        return known_rods("damping" if damping else "stiffness")
    try:
        return (read_rod_dampings if damping else read_rod_stiffnesses)(path)
    except ValueError as reason:
        raise args.wrong("TYPE_FLUI_STRU", f"{path}, behind {word}={unit}, is no table of correlations: {reason}") from None


def _at(made, order, node, names):
    """(n,) components of a mode at a node, zero where there are none."""
    field = made.shape(order)
    return np.array([np.nan_to_num(field.component(name)[node]) if name in field.components else 0.0 for name in names])


def rod_place(args, model, characteristics, group, inside: bool):
    """(node, axis 0 to 2, diameter) of a rod at the one node of a group; `inside`: two cells of one diameter meet there."""
    found = model.mesh.node_group(group)
    if len(found) != 1:
        raise args.wrong(None, f"the group {group} has {len(found)} nodes: a rod is held by the flow at one")
    node, ends, radii = int(found[0]), [], []
    for part in model.groups:
        rows = np.flatnonzero((part.nodes == node).any(axis=1)) if isinstance(part.element, LineElement) else ()
        if len(rows):
            section = characteristics.on(part).get("section")
            radii += [] if section is None else section[rows, 0, NAMES.index("extreme_y")].tolist()
            ends += [model.mesh.coordinates[part.nodes[row]] for row in rows]
    if not radii or (inside and (len(ends) != 2 or np.ptp(radii) > 1e-12 * max(radii))):
        raise args.wrong(None, f"two beams of the same diameter must meet at the node {group}")
    along = np.flatnonzero(abs(ends[0][1] - ends[0][0]) > 1e-6 * np.linalg.norm(ends[0][1] - ends[0][0]))
    if len(along) != 1:
        raise args.wrong(None, "a control rod must lie along X, Y or Z")
    return node, int(along[0]), 2 * radii[0]


def at_places(args, made, spectrum, frequencies) -> np.ndarray:
    """(nf, nm, nm) spectra of the modes' forces by turbulence at places of a rod (SPEC_EXCI_POINT)."""
    value = spectrum.values
    if made.configuration.word != "GRAPPE":
        raise args.wrong("SPEC_TURB", f"{spectrum.name} goes with modes of a GRAPPE")
    known = value.get("GRAPPE_2") is not None
    groups = [value["GROUP_NO"]] if isinstance(value["GROUP_NO"], str) else list(value["GROUP_NO"])
    places = [rod_place(args, value["MODELE"], value["CARA_ELEM"], group, known) for group in groups]
    if known:
        node, axis, diameter = places[0]
        shows = np.array([[_at(made, order, node, names).sum() for names in ACROSS[axis]] for order in made.orders])
        terms = excitation(value.get("GRAPPE_2"), frequencies, args.VITE_FLUI, diameter, value["RHO_FLUI"])
        return np.einsum("fp,ip,jp->fij", terms, shows, shows).astype(complex)
    shows = np.zeros((len(made.orders), len(places)))
    for p, ((node, axis, _), nature, angle) in enumerate(zip(places, _listed(value["NATURE"]), _listed(value["ANGLE"]))):
        turn = np.radians(angle)
        for i, order in enumerate(made.orders):
            shows[i, p] = _at(made, order, node, ACROSS[axis][nature == "MOMENT"]) @ (np.cos(turn), np.sin(turn))
    return np.einsum("ip,fpq,jq->fij", shows, read_spectra(value["INTE_SPEC"], len(places), frequencies), shows)


def _listed(value):
    return value if isinstance(value, (tuple, list)) else [value]


def read_spectra(spectra, count, frequencies) -> np.ndarray:
    """(nf, n, n) of numbered spectra at other frequencies, linear between theirs and even beyond."""
    found = np.zeros((len(frequencies), count, count), complex)
    for i in range(count):
        for j in range(count):
            own = spectra.term(i + 1, j + 1)
            found[:, i, j] = np.interp(frequencies, spectra.frequencies, own.real) + 1j * np.interp(
                frequencies, spectra.frequencies, own.imag
            )
    return found
