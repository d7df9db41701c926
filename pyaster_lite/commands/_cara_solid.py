"""MASSIF of AFFE_CARA_ELEM: the material axes of solids (u4.42.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import ENSEMBLE, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.fe.frames import frames_around, rotation

MASSIF = FACT(
    "f",
    max="**",
    rules=(
        UN_PARMI("GROUP_MA", "TOUT"),
        UN_PARMI("ANGL_REP", "ORIG_AXE", "ANGL_EULER", "CHAM_ORIE"),
        PRESENT_PRESENT("ANGL_AXE", "ORIG_AXE"),
        ENSEMBLE("TOUT", "CHAM_ORIE"),
    ),
    TOUT=SIMP("f", into=("OUI",)),
    CHAM_ORIE=SIMP("f", typ="carte_sdaster"),
    GROUP_MA=SIMP("f", typ="grma", max="**", validators=CELL_WORDS["GROUP_MA"].validators),
    ANGL_REP=SIMP("f", typ="R", max=3),
    ANGL_EULER=SIMP("f", typ="R", max=3),
    ANGL_AXE=SIMP("f", typ="R", min=2, max=2),
    ORIG_AXE=SIMP("f", typ="R", min=2, max=3),
)
AXES_OF_POINT = FACT(
    "f",
    rules=(UN_PARMI("ANGL_REP", "ANGL_EULER"),),
    ANGL_REP=SIMP("f", typ="R", min=1, max=3),
    ANGL_EULER=SIMP("f", typ="R", min=1, max=3),
)
"""MASSIF of a point alone."""


def material_frames(occurrences, model) -> dict[str, list[tuple[np.ndarray, np.ndarray]]]:
    """Entries of Characteristics.values; in the plane only the turn in it counts.

    Axes around ORIG_AXE are those at the middle of each cell; heat takes them at each point.
    """
    frames, axes = [], []
    for occurrence in occurrences:
        if "CHAM_ORIE" in occurrence:
            occurrence.mark_read("TOUT")
            if len(occurrences) > 1:
                raise occurrence.wrong("CHAM_ORIE", "CHAM_ORIE tells the axes of all cells: it goes alone")
            chart = _charted(occurrence, model)
            frames.append(chart[:2])
            axes.append((chart[0], chart[2]))
            continue
        cells = cells_of(occurrence, model.mesh)
        plane = model.dimension == 2
        around = np.zeros((len(cells), 2, 3))
        if "ORIG_AXE" in occurrence:
            around[:] = _axis(occurrence, plane)
            own = _around_axis(occurrence, "ORIG_AXE", model.mesh, cells, around, plane)
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


def _charted(occurrence, model):
    """(cells, axes (k, 3, 3), axes to go around (k, 2, 3)) of a chart: where C is positive ALPHA, BETA, KAPPA are the nautical angles in
    degrees, elsewhere ALPHA, BETA those of an axis through X, Y, Z."""
    chart, mesh, plane = occurrence.CHAM_ORIE, model.mesh, model.dimension == 2
    if chart.mesh is not mesh or "C" not in chart.components:
        raise occurrence.wrong("CHAM_ORIE", f"a chart of CAMA_R on {mesh.name} is needed")
    known = chart.component("C")[:, 0]
    cells = np.flatnonzero(~np.isnan(known))
    values = np.zeros((len(cells), 6))
    for column, name in enumerate(("ALPHA", "BETA", "KAPPA", "X", "Y", "Z")):
        if name in chart.components:
            values[:, column] = np.nan_to_num(chart.component(name)[cells, 0])
    angles, around = np.radians(values[:, :3]) * ([1, 0, 0] if plane else 1), np.zeros((len(cells), 2, 3))
    frames = np.array([rotation(*own, tiny=0.0) for own in angles]).reshape(-1, 3, 3)
    turning = np.flatnonzero(known[cells] < 0.0)
    if len(turning):
        alpha, beta = angles[turning, :2].T * (0.0 if plane else 1.0)
        along = np.stack([np.cos(alpha) * np.cos(beta), np.sin(alpha) * np.cos(beta), -np.sin(beta)], axis=1)
        around[turning] = np.stack([values[turning, 3:], [[0.0, 0.0, 1.0]] * len(turning) if plane else along], axis=1)
        frames[turning] = _around_axis(occurrence, "CHAM_ORIE", mesh, cells[turning], around[turning], plane)
    return cells, frames, around


def _around_axis(occurrence, word, mesh, cells, around, plane):
    """(k, 3, 3) cylindrical axes at the middle of each cell."""
    middle = np.array([mesh.coordinates[mesh.cell_nodes(cell)].mean(axis=0) for cell in cells])
    frames = frames_around(middle - around[:, 0], around[:, 1], plane)
    lost = np.flatnonzero(np.isnan(frames).any(axis=(1, 2)))
    if len(lost):
        name = mesh.cell_names[cells[lost[0]]]
        raise occurrence.wrong(word, f"the middle of the cell {name} lies on the axis: it has no radial direction")
    return frames
