"""Moving supports (MULT_APPUI) and static correction (CORR_STAT) of DYNA_VIBRA on a reduced basis."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.commands._static_modes import driven_by, unit_direction
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.concepts.generalised import SupportMotion


def supports(args) -> SupportMotion | None:
    """The motion of the supports of every excitation with MULT_APPUI='OUI'; None when there is none."""
    moving = [level for level in args.EXCIT if level.MULT_APPUI == "OUI"]
    if not moving:
        args.mark_read("MODE_STAT")
        for level in args.EXCIT:
            level.mark_read("DEPL", "VITE")
        return None
    if args.MODE_STAT is None:
        raise moving[0].wrong("MULT_APPUI", "MULT_APPUI needs the static modes of the supports: give MODE_STAT")
    for level in moving:
        if level.ACCE is None:
            raise level.wrong("MULT_APPUI", "MULT_APPUI needs the motion of the support: give ACCE, VITE and DEPL")
    shapes = np.column_stack([_driven(level, args.MODE_STAT) for level in moving])
    motions = ([scalar_function(level[word], "INST") for level in moving] for word in ("DEPL", "VITE", "ACCE"))
    return SupportMotion(shapes, *(_gathered(functions) for functions in motions))


def _gathered(functions):
    return lambda t: np.array([function(t) for function in functions])


def _driven(level, modes):
    """The motion that the group's nodes drive in the direction of an excitation."""
    if not level.DIRECTION:
        raise level.wrong("MULT_APPUI", "MULT_APPUI needs DIRECTION")
    return driven_by(level, modes, unit_direction(level))


def correction(args, basis, n, stiffness) -> SupportMotion | None:
    """What the basis lacks of the static response to every excitation with CORR_STAT; None when there is none."""
    completed = [(i, level) for i, level in enumerate(args.EXCIT, 1) if level.CORR_STAT == "OUI"]
    if not completed:
        args.mark_read("MODE_CORR")
        return None
    if args.MODE_CORR is None:
        raise completed[0][1].wrong("CORR_STAT", "CORR_STAT needs the static responses to the excitations: give MODE_CORR")
    rigidity = stiffness if stiffness.ndim == 1 else stiffness.diagonal()
    columns = []
    for order, level in completed:
        if order not in args.MODE_CORR.orders:
            raise level.wrong(None, f"{args.MODE_CORR.name} has no response number {order}, that of this excitation")
        for word in ("VECT_ASSE_GENE", "FONC_MULT"):
            if word not in level:
                raise level.wrong("CORR_STAT", f"CORR_STAT needs {word}")
        static = vector_of(args.MODE_CORR.field("DEPL", order), basis.dofs)
        columns.append(static - basis.shapes[:, :n] @ (level.VECT_ASSE_GENE.vector / rigidity))
    words = ("FONC_MULT", "D_FONC_DT", "D_FONC_DT2")
    motions = ([scalar_function(level[word], "INST") for _, level in completed] for word in words)
    return SupportMotion(np.column_stack(columns), *(_gathered(functions) for functions in motions))
