"""COMPORTEMENT/RESI_RADI_RELA: how far the direction of plastic flow may turn within a step (u4.51.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.fe.tensors import deviator

WATCHED = ("VMIS_ISOT_LINE", "VMIS_ISOT_TRAC", "VMIS_ISOT_PUIS", "VMIS_CINE_LINE", "VMIS_ECMI_LINE", "VMIS_ECMI_TRAC")


class RadialSteps:
    """Judges balanced steps: |n - n'|/2 stays below a limit at each point, n = dev(stress - X)/|.| before, n' after.

    Points that do not flow before and after are free; X is the centre of kinematic hardening.
    """

    def __init__(self, args, context, structure, n_cells: int):
        limits = np.full(n_cells, np.inf)
        for occurrence in args.COMPORTEMENT:
            named = any(word in occurrence for word in ("TOUT", "GROUP_MA", "MAILLE"))
            limit = occurrence.get("RESI_RADI_RELA")
            if limit is not None and occurrence.RELATION not in WATCHED:
                context.warn(occurrence, "RESI_RADI_RELA", f"{occurrence.RELATION} does not look at it: it has no effect")
                limit = None
            cells = cells_of(occurrence, args.MODELE.mesh) if named else slice(None)
            limits[cells] = np.inf if limit is None else limit
        self._parts = [
            None if part.behaviour is None or not np.isfinite(limits[part.data.cells]).any() else (part, limits[part.data.cells])
            for part in structure.parts
        ]

    def __bool__(self):
        return any(part is not None for part in self._parts)

    def __call__(self, before, after) -> str | None:
        """What is wrong with a step from the states of the parts `before` to those `after`, None when nothing is."""
        for known, first, last in zip(self._parts, before, after):
            if known is None:
                continue
            part, limits = known
            names = part.behaviour.internal_names
            turn = _turn(_flow(first, names), _flow(last, names))
            if (turn > limits[:, None]).any():
                return f"the direction of plastic flow turns by {turn.max():.3g} in this step, more than RESI_RADI_RELA"
        return None


def _flow(state, names):
    """(ne, ng, ns) the direction of the deviator about the centre, NaN where nothing flows."""
    about = deviator(state.stress)
    centre = [i for i, name in enumerate(names) if name.startswith("XCIN")]
    if centre:
        back = state.internal[..., centre[: about.shape[-1]]].copy()
        back[..., 3:] *= np.sqrt(2.0)
        about = about - deviator(back)
    size = np.linalg.norm(about, axis=-1, keepdims=True)
    flows = (np.round(state.internal[..., names.index("INDIPLAS")]) > 0)[..., None] & (size > 0.0)
    return np.where(flows, about / np.where(size > 0.0, size, 1.0), np.nan)


def _turn(first, last):
    """(ne, ng) half the distance of two directions, zero where one of them is missing."""
    return np.nan_to_num(0.5 * np.linalg.norm(last - first, axis=-1))
