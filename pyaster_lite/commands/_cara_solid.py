"""MASSIF of AFFE_CARA_ELEM: the material axes of solids (u4.42.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI
from pyaster_lite.fe.frames import frames_around, rotation

MASSIF = FACT(
    "f",
    max="**",
    rules=(UN_PARMI("ANGL_REP", "ORIG_AXE", "ANGL_EULER"), PRESENT_PRESENT("ANGL_AXE", "ORIG_AXE")),
    GROUP_MA=SIMP("o", typ="grma", max="**", validators=CELL_WORDS["GROUP_MA"].validators),
    ANGL_REP=SIMP("f", typ="R", max=3),
    ANGL_EULER=SIMP("f", typ="R", max=3),
    ANGL_AXE=SIMP("f", typ="R", min=2, max=2),
    ORIG_AXE=SIMP("f", typ="R", min=2, max=3),
)


def material_frames(occurrences, model) -> dict[str, list[tuple[np.ndarray, np.ndarray]]]:
    """Entries of Characteristics.values; in the plane only the turn in it counts.

    Axes around ORIG_AXE are those at the middle of each cell; heat takes them at each point.
    """
    frames, axes = [], []
    for occurrence in occurrences:
        cells = cells_of(occurrence, model.mesh)
        plane = model.dimension == 2
        around = np.zeros((len(cells), 2, 3))
        if "ORIG_AXE" in occurrence:
            around[:] = _axis(occurrence, plane)
            own = _around_axis(occurrence, model.mesh, cells, around, plane)
        else:
            own = np.broadcast_to(frame_of(occurrence, plane), (len(cells), 3, 3))
        frames.append((cells, own))
        axes.append((cells, around))
    found = {"material_frame": frames}
    if model.phenomenon == "THERMIQUE" and any(around.any() for _, around in axes):
        found["material_axis"] = axes
    return found


def frame_of(occurrence, plane: bool = False) -> np.ndarray:
    """The axes (3, 3), as rows, of ANGL_REP or ANGL_EULER; in the plane only the turn in it counts."""
    angles = np.zeros(3)
    given = occurrence.ANGL_REP if "ANGL_REP" in occurrence else occurrence.ANGL_EULER
    angles[: len(given)] = np.radians(given)
    if "ANGL_EULER" in occurrence:
        return _euler(*angles)
    return rotation(*(angles * [1, 0, 0] if plane else angles), tiny=0.0)


def _euler(psi, theta, phi):
    """Turns about z, then the new x, then the new z."""
    turn = lambda a: np.array([[np.cos(a), np.sin(a), 0], [-np.sin(a), np.cos(a), 0], [0, 0, 1]])  # noqa: E731
    tilt = np.array([[1, 0, 0], [0, np.cos(theta), np.sin(theta)], [0, -np.sin(theta), np.cos(theta)]])
    return turn(phi) @ tilt @ turn(psi)


def _axis(occurrence, plane) -> np.ndarray:
    """(2, 3) a point of the axis and its direction."""
    if plane == ("ANGL_AXE" in occurrence):
        text = "a plane model has its axis across: ANGL_AXE is for space" if plane else "in space ORIG_AXE needs ANGL_AXE"
        raise occurrence.wrong("ORIG_AXE", text)
    origin = np.zeros(3)
    origin[: len(occurrence.ORIG_AXE)] = occurrence.ORIG_AXE
    if plane:
        return np.array([origin, [0.0, 0.0, 1.0]])
    alpha, beta = np.radians(occurrence.ANGL_AXE)
    return np.array([origin, [np.cos(alpha) * np.cos(beta), np.sin(alpha) * np.cos(beta), -np.sin(beta)]])


def _around_axis(occurrence, mesh, cells, around, plane):
    """(k, 3, 3) cylindrical axes at the middle of each cell."""
    middle = np.array([mesh.coordinates[mesh.cell_nodes(cell)].mean(axis=0) for cell in cells])
    frames = frames_around(middle - around[:, 0], around[:, 1], plane)
    lost = np.flatnonzero(np.isnan(frames).any(axis=(1, 2)))
    if len(lost):
        name = mesh.cell_names[cells[lost[0]]]
        raise occurrence.wrong("ORIG_AXE", f"the middle of the cell {name} lies on the axis: it has no radial direction")
    return frames
