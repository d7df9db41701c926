"""Results that commands make from fields one by one: which fields they hold, how they start and how a field goes in."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import closest
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.dofs import Dofs


def _names(text, *places):
    return {name if place == "-" else f"{name}_{place}" for name in text.split() for place in (places or "-")}


_GRADIENTS = _names("FLUX GRAT", "ELGA", "ELNO", "NOEU") | _names("RESI_NOEU RESI_RELA_NOEU COMPORTHER")
_THERMAL = (
    _GRADIENTS
    | _names("META DURT ERTH HYDR", "ELNO", "NOEU")
    | _names("TEMP TEMP_ELGA HHO_TEMP COMPORMETA HYDR_ELGA SOUR_ELGA ETHE_ELEM ERTH_ELEM")
)
_DRYING = _GRADIENTS | _names("DIFF HYGR", "ELGA", "ELNO", "NOEU") | {"SECH"}
_VARIABLES = _names("IRRA TEMP HYDR_ELNO HYDR_NOEU EPSA_ELNO META_ELNO PTOT NEUT")
_LOADS = _names("FORC_NODA PRES FVOL_3D FVOL_2D FSUR_3D FSUR_2D VITE_VENT T_EXT COEF_H FLUN")
_ACOUSTIC = _names("PRAC INTE", "ELNO", "NOEU")
_EMPIRICAL = _names("DEPL TEMP FLUX_NOEU SIEF_NOEU SIEF_ELGA VARI_ELGA")
_ALSO_MECHANICAL = {"FORC_NODA", "EPSA_ELNO", "RESI_NOEU", "RESI_RELA_NOEU", "TEMP_ELGA"}
_NOT_MECHANICAL = (_THERMAL | _DRYING | _VARIABLES | _LOADS | _ACOUSTIC) - _ALSO_MECHANICAL
_HELD = {
    "evol_ther": _THERMAL,
    "fourier_ther": _THERMAL,
    "evol_sech": _DRYING,
    "evol_varc": _VARIABLES,
    "evol_char": _LOADS,
    "mode_empi": _EMPIRICAL,
}
_UTILITY = {f"UT{i:02d}_{place}" for i in range(1, 11) for place in ("ELGA", "ELNO", "ELEM", "NOEU")}


def check_name(level, word, kind: str, name: str):
    """Refuse a field that code_aster has no place for in a result of that kind."""
    held = _HELD.get(kind)
    held = held | _UTILITY if held and kind not in ("evol_varc", "evol_char", "mode_empi") else held
    if (name not in held) if held else (name in _NOT_MECHANICAL):
        likely = closest(name, held) if held else None
        raise level.wrong(word, f"a {kind} does not hold fields {name}", help=f"did you mean {likely}?" if likely else None)


def enriched(args, context):
    """The result given to `reuse`, or None; the user's mistake when RESULTAT and TYPE_RESU do not agree with it."""
    result = args.RESULTAT
    if context.reused is None:
        if result is not None:
            raise args.wrong("RESULTAT", f"{result.name} is enriched with `reuse={result.name}` only")
        args.mark_read("MATR_RIGI", "MATR_MASS")
        return None
    result = context.reused
    if result.kind != args.TYPE_RESU.lower():
        raise args.wrong("TYPE_RESU", f"{result.name} is a {result.kind}, but TYPE_RESU says {args.TYPE_RESU}")
    return result


def empty_result(args, model, mesh, level, field):
    """A result of TYPE_RESU that holds nothing yet; modes know the unknowns of their matrices, of the model or of their first field.

    `field` (at `level`.CHAM_GD or read from a file) is the first to go in; its mesh counts when nothing else names one.
    """
    kind = args.TYPE_RESU.lower()
    stiffness, mass = args.get("MATR_RIGI"), args.get("MATR_MASS")
    matrix = stiffness if stiffness is not None else mass
    model = model or (matrix.model if matrix is not None else None)
    mesh = model.mesh if model is not None else mesh or field.mesh
    if not kind.startswith("mode_meca"):
        return Result(kind, mesh, model)
    if model is not None:
        dofs = model.dofs
    elif isinstance(field, NodeField):
        dofs = Dofs(field.present, field.components)
    else:
        raise level.wrong("NOM_CHAM", "modes need their unknowns: give MATR_RIGI, MODELE, or a field at nodes first")
    return Modes(kind, dofs, mesh, model, stiffness=stiffness, mass=mass)


def store_field(result, order: int, parameters: dict, name: str, field):
    """Put a field in; the displacements of modes become vectors on their unknowns."""
    if not isinstance(result, Modes) or name != "DEPL" or not isinstance(field, NodeField):
        result.store(order, parameters, {name: field})
        return
    shape = {own: np.nan_to_num(field.component(own)) for own in field.components if own in result.dofs.components}
    vector = result.dofs.vector({own: column.real for own, column in shape.items()})
    if field.is_complex:
        vector = vector + 1j * result.dofs.vector({own: column.imag for own, column in shape.items()})
    result.store_mode(order, vector, parameters)
