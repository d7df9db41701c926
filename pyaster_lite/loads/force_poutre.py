"""FORCE_POUTRE: forces and moments by length of beams, bars and cables (u4.44.01).

FX .. MZ are in the global axes, N .. MFZ in those of the beam; MGX, MGY, MGZ, the moments on the grids that hold bundles of beams, are
in the axes of the others, alone in those of the beam, as in code_aster (cachre). A function is read at the ends and is linear
between; for cables it is read in the middle.
A load that follows the motion (TYPE_CHARGE='SUIV') is read where the ends are, X, Y, Z; its functions may also depend on the
vector DX, DY, DZ from one end to the other, on velocities VITE_X, .. and accelerations ACCE_X, ..
A wind (TYPE_CHARGE='VENT' of a load, functions only) pushes by what of FX, FY, FZ is across the beam, and by the sine of their angle less.
"""

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_ABSENT, UN_PARMI
from pyaster_lite.fe.fibres.skeleton import SkeletonBeam
from pyaster_lite.fe.pipe.element import Pipe

from ._member import LoadKeyword
from ._surface import Reading, by_component, spread

GLOBAL = ("FX", "FY", "FZ", "MX", "MY", "MZ")
LOCAL = ("N", "VY", "VZ", "MT", "MFY", "MFZ")
GRIDS = ("MGX", "MGY", "MGZ")
WIND = {"FX": "WIND_X", "FY": "WIND_Y", "FZ": "WIND_Z"}
"""The names of the components of a wind among the values of an occurrence."""


def declare(value):
    """The declaration."""
    exclusive = [PRESENT_ABSENT(word, *LOCAL) for word in GLOBAL] + [PRESENT_ABSENT(word, *GLOBAL) for word in LOCAL]
    kinds, wind = ("FORCE",), {}
    if value not in ("R", "C"):
        ours, theirs = GLOBAL[:3], LOCAL[:3]
        rules = [PRESENT_ABSENT(word, *theirs) for word in ours] + [PRESENT_ABSENT(word, *ours) for word in theirs]
        words = {word: SIMP("f", typ=value) for word in (*ours, *theirs)}
        kinds, wind = ("FORCE", "VENT"), {"b_vent": BLOC(equal("TYPE_CHARGE", "VENT"), rules=(AU_MOINS_UN(*words), *rules), **words)}
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("TOUT", "GROUP_MA"),),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        TYPE_CHARGE=SIMP("f", into=kinds, defaut="FORCE"),
        b_force=BLOC(
            equal("TYPE_CHARGE", "FORCE"),
            rules=(AU_MOINS_UN(*GLOBAL, *LOCAL, *GRIDS), *exclusive),
            **{word: SIMP("f", typ=value) for word in (*GLOBAL, *LOCAL, *GRIDS)},
        ),
        **wind,
    )


def force(element, data, values, read):
    """(ne, nd) nodal forces of one occurrence."""
    blown = bool(set(values) & set(WIND.values()))
    words = (*WIND.values(), *GLOBAL[3:]) if blown else GLOBAL if set(values) & set(GLOBAL) else LOCAL
    if read.moved is None:
        by_length = np.stack([read(values.get(word, 0.0)) for word in words], axis=-1)
    else:
        here, more = Reading(read.t, read.moved), _motion(data, read)
        by_length = np.stack([here(values.get(word, 0.0), **more) for word in words], axis=-1)
        data = turned(data)
    if blown:
        by_length[..., :3] = _across(by_length[..., :3], data.coordinates[:, 1] - data.coordinates[:, 0])
    if not (set(values) & set(GRIDS) and isinstance(element, SkeletonBeam)):
        return element.beam_force(data, by_length[..., :3], by_length[..., 3:], words is LOCAL)
    of_grids = np.stack([read(values.get(word, 0.0)) for word in GRIDS], axis=-1)
    return element.beam_force(data, by_length[..., :3], by_length[..., 3:], words is LOCAL, of_grids)


def _across(wind, chord):
    """(ne, points, 3) the part of a wind across beams, by the sine of the angle between them."""
    along = (chord / np.linalg.norm(chord, axis=1, keepdims=True))[:, None]
    across = wind - np.sum(wind * along, axis=-1, keepdims=True) * along
    size = np.linalg.norm(wind, axis=-1, keepdims=True)
    return across * np.linalg.norm(across, axis=-1, keepdims=True) / np.where(size > 0.0, size, 1.0)


def _motion(data, read):
    """What the functions of a following load may depend on, (ne, points) by name."""
    chord, count = data.coordinates[:, 1] - data.coordinates[:, 0], read.moved.shape[1]
    found = {name: np.repeat(chord[:, i, None], count, axis=1) for i, name in enumerate(("DX", "DY", "DZ"))}
    for word, rates in (("VITE", read.velocities), ("ACCE", read.accelerations)):
        values = np.zeros(read.moved.shape) if rates is None else rates.reshape(len(rates), 2, -1)[..., :3]
        values = values if values.shape[1] == count else values.mean(axis=1, keepdims=True)
        found |= {f"{word}_{axis}": values[..., i] for i, axis in enumerate("XYZ")}
    return found


def turned(data):
    """The data of beams whose ends have moved, their axes along the chord and turned about it as little as possible."""
    along = data.coordinates[:, 1] - data.coordinates[:, 0]
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    across = data.characteristics["frame"][:, 1]
    across = across - np.einsum("ei,ei->e", across, along)[:, None] * along
    across = across / np.linalg.norm(across, axis=1, keepdims=True)
    frame = np.stack([along, across, np.cross(along, across)], axis=1)
    return replace(data, characteristics=data.characteristics | {"frame": frame}, _kept={})


def terms(occurrences, model):
    """One force term."""
    for occurrence in occurrences:
        occurrence.mark_read("TYPE_CHARGE")
        elements = [model.groups[group].element for group, _ in model.rows(cells_of(occurrence, model.mesh))]
        word = next((word for word in GRIDS if word in occurrence), None)
        if word is not None and not any(isinstance(element, SkeletonBeam) for element in elements):
            raise occurrence.wrong(word, "none of these cells is a bundle of beams held by grids (POU_D_SQUE)")
        word = next((word for word in LOCAL if not isinstance(occurrence.get(word, 0.0), (float, complex, int))), None)
        if word is not None and any(isinstance(element, Pipe) for element in elements):
            raise occurrence.wrong(word, "pipes bear functions along the axes of all only: FX, FY, FZ")
    merged = by_component(GLOBAL, LOCAL, (*WIND.values(), *GLOBAL[3:]))
    return spread(occurrences, model, "FORCE_POUTRE", _values, "beam_force", force, moving=True, merged=merged)


def _values(occurrence):
    """The values of an occurrence by name; those of a wind along the axes of all by names of their own."""
    given = {word: occurrence[word] for word in (*GLOBAL, *LOCAL, *GRIDS) if word in occurrence}
    return {WIND.get(word, word): value for word, value in given.items()} if occurrence.TYPE_CHARGE == "VENT" else given


LOADS.add("FORCE_POUTRE", LoadKeyword(declare, terms, complexes=True))
