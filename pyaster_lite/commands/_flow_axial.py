"""FAISCEAU_AXIAL: tubes in a flow along them, between a wall and grids."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.flow import FlowModes
from pyaster_lite.concepts.matrix import GeneralisedMatrix
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.beam_section import NAMES
from pyaster_lite.fe.flow import axial_potential as potential
from pyaster_lite.fe.flow.axial_bundle import GRAVITY, AxialFlow, Grids, Wall, complex_modes

TURNED = ((1, 2, 0), (2, 0, 1), (0, 1, 2))
"""The axes across and along tubes that lie along X, Y and Z."""
HALF = 1e-5
"""How far apart, m, nodes of a straight tube may be across it."""


def axial(args, context, made: FlowModes, dampings, constants_dampings):
    """Fill the modes in the flow: they mix."""
    flow, parts = _flow(args, made)
    modes, orders = made.modes, made.orders
    own_mass = np.array([float(modes.parameter("MASS_GENE", order)) for order in orders])
    own_stiffness = np.array([float(modes.parameter("RIGI_GENE", order)) for order in orders])
    frequencies = np.array([float(modes.parameter("FREQ", order)) for order in orders])
    own_damping = 4 * np.pi * own_mass * dampings * frequencies

    def whole(speed, damping):
        mass, more, stiffness = flow.matrices(speed)
        return mass + np.diag(own_mass), more + np.diag(damping), stiffness + np.diag(own_stiffness)

    try:
        still = complex_modes(*whole(0.0, own_damping))[0]
        damping = own_damping + flow.still_damping(still)
        matrices = [whole(speed, damping) for speed in made.speeds]
        found = [complex_modes(*own) for own in matrices]
    except np.linalg.LinAlgError as reason:
        raise args.wrong("TYPE_FLUI_STRU", f"the modes in the flow are not found: {reason}") from None
    made.frequencies, made.dampings, made.mixtures = (np.array(values) for values in zip(*found))
    driven = np.array([mass @ x for (mass, *_), x in zip(matrices, made.mixtures)])
    made.masses = np.einsum("vmi,vmi->vi", made.mixtures, driven)
    made.participations = np.einsum("vmi,md->vid", driven, parts)
    made.tables["MATR_GENE"] = _table(made, matrices)


def _table(made, matrices):
    """The matrices by the number of the velocity, which is not zero."""
    rows, objects = [], {}
    for number, (speed, own) in enumerate(zip(made.speeds, matrices), 1):
        if speed == 0.0:
            continue
        row = {"NUME_VITE": number, "VITE_FLUI": float(speed)}
        for word, matrix in zip(("MATR_MASS", "MATR_AMOR", "MATR_RIGI"), own):
            row[word] = f"{word[5:]}{number:04d}"
            objects[row[word]] = GeneralisedMatrix("matr_asse_gene_r", made.modes, matrix)
        rows.append(row)
    types = {"NUME_VITE": "I", "VITE_FLUI": "R", "MATR_MASS": "K24", "MATR_AMOR": "K24", "MATR_RIGI": "K24"}
    table = Table.from_rows(rows, types)
    table.objects.update(objects)
    return table


def _flow(args, made):
    """(the flow, participation factors (nm, 3) of the modes)."""
    configuration, mesh = made.configuration, made.modes.mesh
    axis = _axis(args, configuration)
    across, along = list(TURNED[axis][:2]), TURNED[axis][2]
    bundles = [_tubes(args, mesh, level, across, along) for level in configuration.levels]
    tubes = [tube for bundle in bundles for tube in bundle]
    centres = np.array([place for _, places, _ in tubes for place in places])
    groups = np.repeat(np.arange(len(tubes)), [len(places) for _, places, _ in tubes])
    radii = np.repeat([radius for *_, radius in tubes], [len(places) for _, places, _ in tubes])
    wall, orders = _wall(args, configuration, centres, radii, groups)
    pressure, velocity = potential.coupling(orders, radii, groups)
    heights = [mesh.coordinates[nodes, along] for nodes, *_ in tubes]
    low, high = max(own.min() for own in heights), min(own.max() for own in heights)
    z = np.linspace(low, high, max(len(own) for own in heights))
    shapes = _shapes(made, [nodes for nodes, *_ in tubes], heights, z, across)
    density, viscosity = (_profile(args, configuration, word, "XYZ"[axis], z) for word in ("PROF_RHO_FLUI", "PROF_VISC_CINE"))
    flow = AxialFlow(
        z, shapes, potential.group_radii(radii, groups), np.bincount(groups), pressure, velocity, density, viscosity,
        _needed(args, configuration, "RUGO_TUBE"), _gravity(configuration, along), wall, _grids(args, configuration, z),
    )  # fmt: skip
    words = [f"FACT_PARTICI_D{letter}" for letter in "XYZ"]
    parts = np.array([[float(made.modes.parameter(word, order) or 0.0) for word in words] for order in made.orders])
    return flow, parts


def _needed(args, configuration, word):
    value = configuration.value(word)
    if value is None:
        raise args.wrong("TYPE_FLUI_STRU", f"FAISCEAU_AXIAL needs {word}")
    return value


def _axis(args, configuration):
    vector = np.asarray(_needed(args, configuration, "VECT_X"), float)
    axis = int(abs(vector).argmax())
    if np.delete(vector, axis).any():
        raise args.wrong("TYPE_FLUI_STRU", "VECT_X of FAISCEAU_AXIAL must be an axis of the mesh")
    return axis


def _tubes(args, mesh, level, across, along):
    """[(nodes, centres across, radius)] of the tubes of an occurrence, of its one group when it stands for several tubes."""
    if level.get("GROUP_MA") is not None:
        names = [level["GROUP_MA"]] if isinstance(level["GROUP_MA"], str) else list(level["GROUP_MA"])
    else:
        root = level["TRI_GROUP_MA"].strip().rstrip("*")
        names = sorted(name for name in mesh.cell_groups if name.startswith(root))
    if not names:
        raise args.wrong("TYPE_FLUI_STRU", "no group of cells is called so")
    found = []
    for name in names:
        cells = mesh.cell_group(name)
        nodes = mesh.nodes_of_cells(cells)
        if level.get("COOR_TUBE") is not None:
            places = np.reshape(level["COOR_TUBE"], (-1, 2))
            found.append((nodes, places, level["RAYON_TUBE"]))
            continue
        places = mesh.coordinates[nodes][:, across]
        if (np.ptp(places, axis=0) > HALF).any() or np.ptp(mesh.coordinates[nodes, along]) == 0.0:
            raise args.wrong("TYPE_FLUI_STRU", f"the tube {name} does not lie along VECT_X")
        found.append((nodes, places[:1], _radius(args, level["CARA_ELEM"], cells, name)))
    return found


def _radius(args, characteristics, cells, name):
    for own, values in characteristics.values.get("section", ()):
        rows = np.flatnonzero(np.isin(own, cells[:1]))
        if len(rows):
            return float(values[rows[-1]].reshape(-1, len(NAMES))[0, NAMES.index("extreme_y")])
    raise args.wrong("TYPE_FLUI_STRU", f"{characteristics.name} gives no section to {name}")


def _wall(args, configuration, centres, radii, groups):
    """(what the fluid wets, first orders of its potential)."""
    words, values = _needed(args, configuration, "CARA_PAROI"), _needed(args, configuration, "VALE_PAROI")
    given = dict(zip(words, values))
    needed = ("YC", "ZC", "R") if "R" in given else ("YC", "ZC", "HY", "HZ")
    if len(words) != len(values) or set(needed) != set(given):
        raise args.wrong("TYPE_FLUI_STRU", "CARA_PAROI is YC, ZC and R of a round wall, or YC, ZC, HY and HZ of a rectangle")
    centre = np.array([given["YC"], given["ZC"]])
    _apart(args, centres, radii)
    if "R" in given:
        if (np.linalg.norm(centres - centre, axis=1) + radii > given["R"]).any():
            raise args.wrong("TYPE_FLUI_STRU", "a tube reaches through the wall")
        orders = potential.round_potential(centres, radii, groups, (*centre, given["R"]))
        return Wall.round(given["R"], radii), orders
    turn = np.radians(configuration.value("ANGL_VRIL") or 0.0)
    frame = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    sizes = np.array([given["HY"], given["HZ"]])
    if (abs((centres - centre) @ frame.T) + radii[:, None] > 0.5 * sizes).any():
        raise args.wrong("TYPE_FLUI_STRU", "a tube reaches through the wall")
    corners = centre + 0.5 * np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) * sizes @ frame
    return Wall.rectangle(*sizes, radii), potential.rectangular_potential(centres, radii, groups, corners)


def _apart(args, centres, radii):
    distance = np.linalg.norm(centres[:, None] - centres, axis=-1) + np.diag(np.full(len(centres), np.inf))
    if (distance <= radii[:, None] + radii).any():
        raise args.wrong("TYPE_FLUI_STRU", "two tubes touch")


def _shapes(made, nodes, heights, z, across):
    """(nz, ng, 2, nm) displacements across, linear between the nodes of each tube."""
    found = np.zeros((len(z), len(nodes), 2, len(made.orders)))
    for m, order in enumerate(made.orders):
        field = made.modes.field("DEPL", order)
        for c, axis in enumerate(across):
            values = np.nan_to_num(field.component(("DX", "DY", "DZ")[axis]))
            for g, (own, height) in enumerate(zip(nodes, heights)):
                rank = np.argsort(height, kind="stable")
                found[:, g, c, m] = np.interp(z, height[rank], values[own][rank])
    return found


def _profile(args, configuration, word, axis, z):
    function = _needed(args, configuration, word)
    return np.broadcast_to(np.asarray(function.evaluate(**{axis: z}), float), z.shape)


def _gravity(configuration, along):
    """Along the tubes, m/s2; down the third axis where nothing is said."""
    given = configuration.value("PESANTEUR") or (GRAVITY, 0.0, 0.0, -1.0)
    direction = np.asarray(given[1:], float)
    return given[0] * direction[along] / np.linalg.norm(direction)


def _grids(args, configuration, z):
    heights = configuration.value("COOR_GRILLE")
    if heights is None:
        return None
    words = ("LONG_TYPG", "LARG_TYPG", "EPAI_TYPG", "RUGO_TYPG", "COEF_TRAI_TYPG", "COEF_DPOR_TYPG")
    kinds = [np.array(_many(configuration.value(word)), float) for word in words]
    heights, types = np.array(_many(heights), float), np.array(_many(configuration.value("TYPE_GRILLE"))) - 1
    if len({len(own) for own in kinds}) > 1 or len(types) != len(heights) or types.max() >= len(kinds[0]):
        raise args.wrong("TYPE_FLUI_STRU", "the words of grids do not have as many values as each other")
    half = 0.5 * kinds[0][types]
    if (heights - half < z[0]).any() or (heights + half > z[-1]).any():
        raise args.wrong("TYPE_FLUI_STRU", "a grid reaches beyond the tubes")
    order = np.argsort(heights)
    if ((heights - half)[order][1:] <= (heights + half)[order][:-1]).any():
        raise args.wrong("TYPE_FLUI_STRU", "two grids overlap")
    return Grids(heights, types, *kinds)


def _many(value):
    return list(value) if isinstance(value, (tuple, list)) else [value]
