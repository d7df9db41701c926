"""Damping that an evolution is given beside that of its elements: mode by mode, or as element matrices."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.direct_transient import ModalDamping


def modal_damping(args) -> ModalDamping | None:
    """The forces of AMOR_MODAL (r5.05.05).

    REAC_VITE says when velocities are taken anew; as in code_aster they always are.
    """
    given = args.get("AMOR_MODAL")
    if given is None:
        return None
    given.mark_read("REAC_VITE")
    if "MODE_MECA" not in given:
        raise given.wrong(None, "AMOR_MODAL needs the modes of MODE_MECA")
    modes, dofs = given.MODE_MECA, args.MODELE.dofs
    ratios = given.get("AMOR_REDUIT") or (list(given.LIST_AMOR.values) if "LIST_AMOR" in given else [])
    if not ratios:
        raise given.wrong(None, "AMOR_MODAL needs AMOR_REDUIT or LIST_AMOR")
    if modes.stiffness is None or modes.dofs.size != dofs.size:
        raise given.wrong("MODE_MECA", f"the modes of {modes.name} are not those of the model {args.MODELE.name}")
    number = min(given.get("NB_MODE", len(modes.orders)), len(modes.orders))
    ratios = np.array((list(ratios) + list(ratios[-1:]) * number)[:number], float)
    pulsations = 2 * np.pi * np.array([modes.parameter("FREQ", order) for order in modes.orders[:number]])
    masses = np.array([modes.parameter("MASS_GENE", order) for order in modes.orders[:number]])
    if not (pulsations > 0.0).all():
        raise given.wrong("MODE_MECA", f"{modes.name} holds a mode of no frequency, which cannot be damped this way")
    return ModalDamping(modes.stiffness.matrix @ modes.shapes[:, :number], 2 * ratios / (masses * pulsations**3))


def added_damping(args):
    """The matrix (n, n) of MATR_ELEM_AMOR, None when it is not given."""
    if "MATR_ELEM_AMOR" not in args:
        return None
    given = args.MATR_ELEM_AMOR
    if given.model is not args.MODELE:
        raise args.wrong("MATR_ELEM_AMOR", f"{given.name} was made on another model")
    return args.MODELE.assembler.matrix(given.blocks)
