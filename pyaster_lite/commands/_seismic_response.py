"""Peak responses to response spectra, direction by direction (r4.05.03).

Mode i of frequency f_i, w_i = 2 pi f_i, moved by the ground with participation p_i, answers a spectrum S of pseudo accelerations
with r_i = p_i S(f_i) / w_i^2 times its shape (times its shape w_i for velocities, w_i^2 for absolute accelerations). What
the modes left out would do, up to the cutting frequency, follows the ground: the pseudo-mode less its modal part.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.commands._seismic_old import LOWERED
from pyaster_lite.commands._static_modes import label
from pyaster_lite.fe.modal_combination import together

DISPLACEMENT_LIKE = ("DEPL", "VITE", "ACCE_ABSOLU")
AXES = ("X", "Y", "Z")
HOW = {"QUAD": "square", "LINE": "sum", "ABS": "absolute"}


@dataclass
class Direction:
    """The response to one direction: of each mode by support, and its parts on the values of the field, all (n,).

    dynamic    the oscillators
    followed   what follows the ground
    primary    both
    secondary  differential motion of the supports
    """

    spectral: dict[str, np.ndarray]
    dynamic: np.ndarray
    followed: np.ndarray
    primary: np.ndarray
    total: np.ndarray
    secondary: np.ndarray | None = None


@dataclass
class _Spectrum:
    """A spectrum read at the modes: `values` (m,) pseudo accelerations, `pulsations` (m,) rad/s as the response takes them,
    `raw_cut` its value at the cutting frequency and `cut` the acceleration there."""

    values: np.ndarray
    pulsations: np.ndarray
    raw_cut: float
    cut: float


@dataclass
class _Setting:
    """What the modes are, for one field."""

    option: str
    frequencies: np.ndarray
    dampings: np.ndarray
    shapes: np.ndarray
    example: object
    cutting: float
    rule: object
    too_low: bool = field(init=False)

    def __post_init__(self):
        self.too_low = self.cutting < self.frequencies[0]

    def over(self, pulsations):
        """(m,): what turns accelerations of the oscillators into the field."""
        return pulsations ** {"VITE": -1.0, "ACCE_ABSOLU": 0.0}.get(self.option, -2.0)

    def held_back(self, responses):
        """Responses, zero when the cutting frequency is below the first mode."""
        return np.zeros_like(responses) if self.too_low else responses


def _setting(args, context, option, orders, frequencies, dampings, rule):
    modes = args.MODE_MECA
    name = "DEPL" if option in DISPLACEMENT_LIKE else option
    if not all(modes.has_field(name, order) for order in orders):
        raise args.wrong("OPTION", f"{modes.name} has no field {name}: compute it with CALC_CHAMP first")
    fields = [modes.field(name, order) for order in orders]
    cutting = args.get("FREQ_COUP") or frequencies[-1]
    made = _Setting(option, frequencies, dampings, np.array([f.toNumpy() for f in fields]), fields[0], cutting, rule)
    if made.too_low:
        context.warn(args, "FREQ_COUP", f"no mode is below {made.cutting:.9g} Hz: the response has no part of oscillators")
    return made


def _read(level, setting) -> _Spectrum:
    function, frequencies, dampings = level.SPEC_OSCI, setting.frequencies, setting.dampings
    damped = np.sqrt(1.0 - dampings**2)
    read = damped if level.CORR_FREQ == LOWERED else np.ones_like(damped)
    values = level.ECHELLE * np.array([float(function(a, f)) for a, f in zip(dampings, frequencies * read)])
    raw = cut = float(function(dampings[-1], setting.cutting * read[-1])) * level.ECHELLE
    pulsations = 2.0 * np.pi * frequencies
    power = {"ACCE": 0, "VITE": 1, "DEPL": 2}[level.NATURE]
    values, cut = values * pulsations**power, cut * (2.0 * np.pi * setting.cutting) ** power
    if level.CORR_FREQ != "NON":
        pulsations = pulsations * damped
    if level.CORR_FREQ == "OUI":
        values, cut = values * damped, cut * damped[-1]
    return _Spectrum(values, pulsations, raw, cut)


def _by_direction(args):
    found = {axis: [level for level in args.SPECTRE if axis in level.LIST_AXE] for axis in AXES}
    return {axis: levels for axis, levels in found.items() if levels}


def one_support(args, context, option, orders, frequencies, dampings, rule) -> dict[str, Direction]:
    """All supports move together, under one spectrum or under the envelope of several."""
    setting = _setting(args, context, option, orders, frequencies, dampings, rule)
    args.mark_read("APPUIS", "GROUP_APPUI_CORRELE", "COMB_DDS_CORRELE", "CUMUL_INTRA", "CUMUL_INTER", "DEPL_MULT_APPUI")
    found = {}
    for axis, levels in _by_direction(args).items():
        for level in levels:
            level.mark_read("NOM_APPUI")
        participation = np.array([args.MODE_MECA.parameter(f"FACT_PARTICI_D{axis}", order) or 0.0 for order in orders])
        found[axis] = _one_direction(args, setting, axis, _envelope(args, levels, setting), participation)
    return found


def _envelope(args, levels, setting) -> _Spectrum:
    if args.TYPE_ANALYSE == "MONO_APPUI" and len(levels) > 1:
        raise levels[1].wrong("LIST_AXE", "a direction has one spectrum when all supports move together")
    for word in ("NATURE", "CORR_FREQ"):
        if len({level[word] for level in levels}) > 1:
            raise levels[1].wrong(word, f"the spectra of an envelope must have the same {word}")
    spectra = [_read(level, setting) for level in levels]
    highest = max(spectra, key=lambda s: s.raw_cut)
    return _Spectrum(np.max([s.values for s in spectra], axis=0), spectra[0].pulsations, highest.raw_cut, highest.cut)


def _one_direction(args, setting, axis, spectrum, participation):
    weights = participation * setting.over(spectrum.pulsations)
    responses = (spectrum.values * weights)[:, None] * setting.shapes
    square, rigid = setting.rule(setting.held_back(responses))
    if setting.option == "ACCE_ABSOLU":
        # what the modes do not carry moves with the ground
        carried = setting.held_back(weights[:, None] * setting.shapes).sum(axis=0)
        square = square + ((_uniform(setting, axis) - carried) * spectrum.raw_cut) ** 2
    followed = np.zeros(setting.shapes.shape[1])
    if args.MODE_CORR == "OUI" and setting.option != "ACCE_ABSOLU":
        if setting.option == "VITE":
            raise args.wrong("OPTION", "VITE cannot be corrected by pseudo-modes: give MODE_CORR='NON'")
        shape = _static_field(args, "PSEUDO_MODE", args.PSEUDO_MODE, label("ACCE", axis), setting)
        followed = (shape - _modal_part(setting, participation)) * spectrum.cut
    primary = np.sqrt(square + (rigid + followed) ** 2)
    return Direction({"": responses}, np.sqrt(square), followed, primary, primary)


def _modal_part(setting, participation):
    weights = participation / (2.0 * np.pi * setting.frequencies) ** 2
    return setting.held_back(weights[:, None] * setting.shapes).sum(axis=0)


def _uniform(setting, axis):
    unit = setting.example.copy()
    # as in code_aster, components other than the one that moves keep what the first mode has there
    unit.setValues({f"D{axis}": 1.0})
    return unit.toNumpy()


def _static_field(args, word, source, name, setting):
    """The values of the field in the static mode of that NOEUD_CMP."""
    order = next((o for o in source.orders if source.parameter("NOEUD_CMP", o) == name), None)
    if order is None:
        raise args.wrong(word, f"{source.name} has no static mode {' '.join(name.split())}")
    if not source.has_field(setting.option, order):
        raise args.wrong(word, f"{source.name} has no field {setting.option}: compute it with CALC_CHAMP first")
    return source.field(setting.option, order).toNumpy()


@dataclass
class _Support:
    """A support that moves on its own: its `nodes`, the responses of the modes, and what follows the ground or its offset."""

    name: str
    responses: np.ndarray
    followed: np.ndarray
    displaced: np.ndarray


def several_supports(args, context, option, orders, frequencies, dampings, rule) -> dict[str, Direction]:
    """Supports that move on their own, put together within groups, then group by group."""
    if option == "ACCE_ABSOLU" or (option == "VITE" and args.MODE_CORR == "OUI"):
        raise args.wrong("OPTION", f"{option} is not there for supports that move on their own")
    setting = _setting(args, context, option, orders, frequencies, dampings, rule)
    mesh = args.MODE_MECA.mesh
    supports = {}
    for level in args.APPUIS:
        supports[level.NOM] = mesh.nodes_in(level.GROUP_NO)
    together_nodes = np.concatenate(list(supports.values()))
    if len(together_nodes) != len(np.unique(together_nodes)):
        raise args.wrong("APPUIS", "a node belongs to two supports")
    groups = _groups(args)
    offsets = {level.NOM_APPUI: level for level in args.get("DEPL_MULT_APPUI", ())}
    for level in offsets.values():
        # as in code_aster, an offset across the spectra, or of a support without any, says nothing
        level.mark_read("MODE_STAT", "DX", "DY", "DZ")
    found = {}
    for axis, levels in _by_direction(args).items():
        moved = [_support(args, setting, axis, level, orders, supports, offsets) for level in levels]
        found[axis] = _groups_together(args, setting, moved, groups)
    return found


def _groups(args):
    """Names of supports, group by group; those that are in no group make one of their own."""
    names = list(dict.fromkeys(level.NOM_APPUI for level in args.SPECTRE))
    groups = []
    for level in args.GROUP_APPUI_CORRELE:
        level.mark_read("NOM")
        groups.append(list(names) if level.get("TOUT") == "OUI" else list(level.LIST_APPUI))
    left = [name for name in names if not any(name in group for group in groups)]
    return groups + ([left] if left else [])


def _support(args, setting, axis, level, orders, supports, offsets):
    name, modes = level.NOM_APPUI, args.MODE_MECA
    if name not in supports:
        raise level.wrong("NOM_APPUI", f"APPUIS has no support {name}")
    nodes = supports[name]
    if not all(modes.has_field("REAC_NODA", order) for order in orders):
        raise args.wrong("MODE_MECA", f"{modes.name} has no field REAC_NODA: compute it with CALC_CHAMP first")
    spectrum = _read(level, setting)
    reactions = np.array([np.nansum(modes.field("REAC_NODA", order).component(f"D{axis}")[nodes]) for order in orders])
    masses = np.array([modes.parameter("MASS_GENE", order) for order in orders])
    participation = -reactions / (masses * spectrum.pulsations**2)
    responses = (spectrum.values * participation * setting.over(spectrum.pulsations))[:, None] * setting.shapes
    followed, displaced = np.zeros(setting.shapes.shape[1]), np.zeros(setting.shapes.shape[1])
    names = [label(int(node) + 1, f"D{axis}") for node in nodes]
    if args.MODE_CORR == "OUI":
        shape = sum(_static_field(args, "PSEUDO_MODE", args.PSEUDO_MODE, one, setting) for one in names)
        followed = (shape - _modal_part(setting, participation)) * spectrum.cut
    offset = offsets.get(name)
    if offset is not None and offset.get(f"D{axis}"):
        if setting.option == "VITE":
            raise args.wrong("OPTION", "VITE has no part of differential motion of supports")
        shapes = [_static_field(offset, "MODE_STAT", offset.MODE_STAT, one, setting) for one in names]
        displaced = sum(shapes) * offset[f"D{axis}"]
    return _Support(name, setting.held_back(responses), followed, displaced)


def _groups_together(args, setting, moved, groups):
    parts = []
    for group in groups:
        own = [support for support in moved if support.name in group]
        if not own:
            continue
        square, rigid = setting.rule(together([s.responses for s in own], HOW[args.CUMUL_INTRA]))
        followed = together([s.followed for s in own], HOW[args.CUMUL_INTRA])
        displaced = together([s.displaced for s in own], HOW[args.COMB_DDS_CORRELE])
        primary = np.sqrt(square + (rigid + followed) ** 2)
        parts.append((np.sqrt(square), followed, primary, np.sqrt(primary**2 + displaced**2), displaced))
    between = HOW[args.CUMUL_INTER]
    one = [column[0] if len(column) == 1 else together(column, between) for column in zip(*parts)]
    return Direction({support.name: support.responses for support in moved}, *one)
