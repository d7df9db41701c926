"""COQUE of AFFE_CARA_ELEM: thickness, offset and axes of plates and shells (u4.42.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._cara_functions import by_place, placed
from pyaster_lite.fe.heat_shell import HeatShell
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.plate_layers import LayeredPlate
from pyaster_lite.fe.shell import Shell
from pyaster_lite.fe.shell_edge import ShellEdge
from pyaster_lite.fe.shell_of_revolution import ShellOfRevolution

_SHELLS = (Plate, Shell, ShellEdge, ShellOfRevolution, HeatShell)

COQUE = FACT(
    "f",
    max="**",
    rules=(
        UN_PARMI("EPAIS", "EPAIS_FO"),
        EXCLUS("ANGL_REP", "VECTEUR"),
        EXCLUS("EXCENTREMENT", "EXCENTREMENT_FO"),
        PRESENT_PRESENT("EXCENTREMENT", "INER_ROTA"),
        PRESENT_PRESENT("EXCENTREMENT_FO", "INER_ROTA"),
    ),
    GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
    **by_place(EPAIS={"val_min": 0.0}, EXCENTREMENT={}),
    ANGL_REP=SIMP("f", typ="R", min=2, max=2),
    VECTEUR=SIMP("f", typ="R", min=3, max=3),
    A_CIS=SIMP("f", typ="R", defaut=0.8333333),
    COEF_RIGI_DRZ=SIMP("f", typ="R", defaut=1e-5),
    COQUE_NCOU=SIMP("f", typ="I", defaut=1, val_min=1),
    INER_ROTA=SIMP("f", into=("OUI",)),
    MODI_METRIQUE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
)


def shell_values(occurrences, model) -> dict:
    """Entries of Characteristics.values; raises Refused."""
    entries = {}
    group, _ = model.place_of_cells
    for occurrence in occurrences:
        cells = cells_of(occurrence, model.mesh)
        cells = cells[[group[cell] >= 0 and isinstance(model.groups[group[cell]].element, _SHELLS) for cell in cells]]
        if not cells.size:
            raise occurrence.wrong("GROUP_MA", "none of these cells carries a plate nor a shell in this model")
        thickness = placed(occurrence, "EPAIS", model.mesh, cells)
        if not (thickness > 0.0).all():
            raise occurrence.wrong("EPAIS" if "EPAIS" in occurrence else "EPAIS_FO", "the thickness must be above zero")
        if occurrence.COEF_RIGI_DRZ < 0.0:
            _check_turns(occurrence, [model.groups[index] for index in np.unique(group[cells])])
        values = {
            "thickness": thickness,
            "plate_offset": placed(occurrence, "EXCENTREMENT", model.mesh, cells),
            "drilling": occurrence.COEF_RIGI_DRZ,
            "shear_factor": occurrence.A_CIS,
            "rotary": float(occurrence.INER_ROTA == "OUI"),
            "layers": float(occurrence.COQUE_NCOU),
            "metric": float(occurrence.MODI_METRIQUE == "OUI"),
            "direction": _direction(occurrence),
        }
        for name, value in values.items():
            shape = np.shape(value) if name not in ("thickness", "plate_offset") else ()
            entries.setdefault(name, []).append((cells, np.broadcast_to(value, (len(cells), *shape))))
    return entries


def _check_turns(occurrence, groups):
    """Turns about the normal are unknowns of the membrane of quadrangles that do not shear."""
    if any(type(group.element) not in (Plate, LayeredPlate, ShellEdge) for group in groups):
        raise occurrence.not_yet("COEF_RIGI_DRZ", "turns about the normal are unknowns of the membrane of DKT alone")
    if all(group.cell_type != "QUAD4" for group in groups):
        raise occurrence.wrong("COEF_RIGI_DRZ", "triangles have no turns about the normal as unknowns of the membrane")


def _direction(occurrence) -> np.ndarray:
    """(3,) whose part in the plane is the first axis of results."""
    if occurrence.VECTEUR is not None:
        vector = np.array(occurrence.VECTEUR, float)
        if not vector.any():
            raise occurrence.wrong("VECTEUR", "a direction cannot be the zero vector")
        return vector / np.linalg.norm(vector)
    alpha, beta = np.radians(occurrence.ANGL_REP or (0.0, 0.0))
    return np.array([np.cos(beta) * np.cos(alpha), np.cos(beta) * np.sin(alpha), -np.sin(beta)])
