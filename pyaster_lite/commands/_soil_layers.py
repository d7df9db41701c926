"""Layers of a soil cut where a buried foundation has its nodes, for DEFI_SOL_MISS/COUCHE_AUTO (u7.02.34).

A layer is a dict of the columns EPAIS, NUME_MATE, SOURCE, RECEPTEUR and, of the last one, SUBSTRATUM.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up

DECIMALS = 5
"""Heights are compared rounded to these."""


def automatic_layers(args, context, level, materials) -> tuple[list[dict], list]:
    """The layers of COUCHE_AUTO from top to bottom, and the materials with that of the half-space below a homogeneous soil."""
    buried, uniform = level.SURF == "NON", level.HOMOGENE == "OUI"
    heights = _given_heights(level) if buried else None
    top = level.Z0 if level.Z0 is not None else float(heights[0]) if buried else 0.0
    thicknesses = list(level.EPAIS_PHYS[:1] if uniform else level.EPAIS_PHYS)
    numbers = [1] if uniform else list(level.NUME_MATE)
    below = 2 if uniform else level.NUME_MATE_SUBSTRATUM
    if uniform:
        materials = [*materials, materials[0]]
    if len(numbers) < len(thicknesses) or (buried and len(numbers) != len(thicknesses)):
        raise level.wrong("NUME_MATE", f"{len(thicknesses)} layers have {len(numbers)} materials")
    # what the layers of a soil of several materials go down from is the highest node, not Z0, as code_aster has it
    start = float(heights[0]) if buried and not uniform else top
    listens = [False] * (len(thicknesses) + 1)
    if level.GROUP_MA_CONTROL is not None:
        thicknesses, numbers, listens = _with_control_points(level, top, start, thicknesses, numbers)
    if buried:
        layers, first = _around(level, heights, top, thicknesses, numbers, uniform)
    else:
        layers, first = [_layer(thicknesses[0], numbers[0], True, True)], 1
    layers += [_layer(thicknesses[i], numbers[i], listens[i], listens[i]) for i in range(first, len(thicknesses))]
    layers.append({**_layer(0.0, below, False, False), "SUBSTRATUM": "OUI"})
    if buried:
        _at_the_base(context, level, layers, top, float(heights[-1]))
    return layers, materials


def _layer(thickness, material, source, receiver):
    sends, listens = ("OUI" if word else "NON" for word in (source, receiver))
    return {"EPAIS": float(thickness), "NUME_MATE": material, "SOURCE": sends, "RECEPTEUR": listens}


def _heights_of_cells(level, word) -> np.ndarray:
    """From the top downwards, the lowest and highest heights of the cells of a group."""
    mesh, cells = level.MAILLAGE, look_up(level, word, level.MAILLAGE.cell_group)[0]
    found = []
    for block in mesh.blocks:
        z = np.round(mesh.coordinates[block.nodes[np.isin(block.cells, cells)], 2], DECIMALS)
        found += [z.min(axis=1), z.max(axis=1)] if len(z) else []
    return np.unique(np.concatenate(found))[::-1]


def _given_heights(level) -> np.ndarray:
    if level.GROUP_MA is not None:
        return _heights_of_cells(level, "GROUP_MA")
    nodes = look_up(level, "GROUP_NO", level.MAILLAGE.node_group)[0]
    return np.unique(np.round(level.MAILLAGE.coordinates[nodes, 2], DECIMALS))[::-1]


def _with_control_points(level, top, start, thicknesses, numbers):
    """Layers cut at points of control: their thicknesses and materials, and whether there is a point at the top of each."""
    points = _heights_of_cells(level, "GROUP_MA_CONTROL")
    soil = start - np.concatenate([[0.0], np.cumsum(thicknesses)])
    if points[0] > top:
        raise level.wrong("GROUP_MA_CONTROL", f"a point of control is above the surface of the soil, at {top:g}")
    if points[-1] < soil[-1]:
        raise level.wrong("GROUP_MA_CONTROL", "a point of control is below the last layer")
    cuts = np.union1d(soil, points)[::-1][1:]
    if np.isin(points, soil[1:]).any():
        raise level.wrong("GROUP_MA_CONTROL", "a point of control is where two layers meet")
    if cuts[0] in soil and len(cuts) > 1:
        raise level.not_yet("GROUP_MA_CONTROL", "code_aster has points of control in the first layer only")
    # as in code_aster all layers then take the material of the first one
    return list(-np.diff(cuts, prepend=top)), [numbers[0]] * len(cuts), [False, *np.isin(cuts, points)]


def _around(level, heights, top, thicknesses, numbers, uniform):
    """Layers between the nodes of the foundation, then what is left of the layer under it; and which one of the soil comes next."""
    if level.GROUP_MA_INTERF is None:
        raise level.wrong("GROUP_MA_INTERF", "a buried foundation needs the cells of its interface")
    if len(heights) < 2:
        raise level.wrong(None, "a buried foundation has nodes at several heights")
    if level.NOMBRE_RECEPTEUR % 2:
        raise level.wrong("NOMBRE_RECEPTEUR", "the number of receivers of an element is even")
    interface = _heights_of_cells(level, "GROUP_MA_INTERF")
    _compare(level, heights, interface)
    depths = top - (interface[0] - np.concatenate([[0.0], np.cumsum(thicknesses)]))
    if level.GROUP_MA_CONTROL is not None and _heights_of_cells(level, "GROUP_MA_CONTROL")[0] > heights[-1]:
        raise level.wrong("GROUP_MA_CONTROL", "points of control are below the foundation")
    layers, count = [], level.NOMBRE_RECEPTEUR
    for upper, lower in zip(heights[0] - heights[:-1], heights[0] - heights[1:]):
        if upper > depths[-1]:
            raise level.wrong("EPAIS_PHYS", "the foundation goes deeper than the layers")
        thickness = (lower - upper) / count
        for i in range(count):
            begin = upper + i * thickness
            material = numbers[0] if uniform else _material(level, depths, numbers, begin, begin + thickness)
            layers.append(_layer(thickness, material, i == count // 2, True))
    bottom = heights[0] - heights[-1]
    under = int(np.searchsorted(depths, bottom, side="right"))
    if under == len(depths):
        raise level.wrong("EPAIS_PHYS", "the foundation goes deeper than the layers")
    layers.append(_layer(depths[under] - bottom, numbers[0] if uniform else numbers[under - 1], True, True))
    return layers, under


def _compare(level, heights, interface):
    """Refuse heights that the interface does not have, but for those of nodes, as code_aster does."""
    off = np.abs(heights[:, None] - interface) / np.where(np.abs(interface) > 1.0, np.abs(interface), 1.0)
    outside = heights[0] < interface[0] or heights[-1] > interface[-1]
    if outside or (level.GROUP_MA is not None and (off.min(axis=1) > level.TOLERANCE).any()):
        raise level.wrong("GROUP_MA_INTERF", "the given heights are not those of the interface")


def _material(level, depths, numbers, begin, end):
    """Of the layer that a slice is in, or of the thicker part where it crosses a border."""
    upper, lower = (int(np.searchsorted(depths, depth, side="right")) for depth in (begin, end))
    if lower == len(depths):
        raise level.wrong("EPAIS_PHYS", "the foundation goes deeper than the layers")
    if lower - upper > 1:
        raise level.wrong("NOMBRE_RECEPTEUR", "a slice between two receivers has more than two materials: give more receivers")
    if lower - upper == 1 and end - depths[upper] > depths[upper] - begin:
        return numbers[upper]
    return numbers[upper - 1]


def _at_the_base(context, level, layers, top, base):
    """A layer that ends at the base of the foundation may take the material of the next one."""
    depth = top
    for layer, following in zip(layers[:-2], layers[1:]):
        depth = round(depth - layer["EPAIS"], DECIMALS)
        if depth == round(base, DECIMALS):
            if level.DECALAGE_AUTO == "OUI":
                context.warn(level, "DECALAGE_AUTO", f"the layer that ends at {depth:g} takes the material of the next one")
                layer["NUME_MATE"] = following["NUME_MATE"]
            else:
                context.warn(level, "DECALAGE_AUTO", "a layer ends at the base of the foundation")
