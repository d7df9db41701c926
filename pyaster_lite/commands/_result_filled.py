"""CREA_RESU, OPERATION='AFFE': a result filled with given fields."""

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
_ALSO_MECHANICAL = {"FORC_NODA", "EPSA_ELNO", "RESI_NOEU", "RESI_RELA_NOEU", "TEMP_ELGA"}
_NOT_MECHANICAL = (_THERMAL | _DRYING | _VARIABLES | _LOADS | _ACOUSTIC) - _ALSO_MECHANICAL
_HELD = {"evol_ther": _THERMAL, "fourier_ther": _THERMAL, "evol_sech": _DRYING, "evol_varc": _VARIABLES, "evol_char": _LOADS}
_UTILITY = {f"UT{i:02d}_{place}" for i in range(1, 11) for place in ("ELGA", "ELNO", "ELEM", "NOEU")}

_PLACE_WORDS = {"MODELE": "model", "CHAM_MATER": "material_field", "CARA_ELEM": "characteristics"}
_DIRECTIONS = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}


def filled(args, context):
    """Each field at the storage orders that its occurrence names; those not there yet are added at the end."""
    result = args.RESULTAT if context.reused is not None else _empty(args)
    if context.reused is None and args.RESULTAT is not None:
        raise args.wrong("RESULTAT", f"{args.RESULTAT.name} is enriched with `reuse={args.RESULTAT.name}` only")
    if result.kind != args.TYPE_RESU.lower():
        raise args.wrong("RESULTAT", f"{result.name} is a {result.kind}, but TYPE_RESU says {args.TYPE_RESU}")
    _rest(args, result)
    for occurrence in args.AFFE:
        _check(occurrence, result)
        field, name = occurrence.CHAM_GD, occurrence.NOM_CHAM
        if "NUME_MODE" in occurrence or result.kind in ("mult_elas", "fourier_elas", "fourier_ther", "mode_meca", "mode_meca_c"):
            places = [(_numbered_order(occurrence, result), _description(occurrence), None)]
        else:
            word, values = _abscissas(occurrence)
            orders = _orders(occurrence, result, word, values)
            places = [(order, {word: value}, value if word == "INST" else None) for order, value in zip(orders, values)]
        for order, parameters, instant in places:
            if result.has_field(name, order):
                context.warn(occurrence, "NOM_CHAM", f"{name} was there already at the storage order {order}: it is replaced")
            _store(result, order, parameters, name, _at_instant(occurrence, field, instant) if field.functions else field)
    return result


def _empty(args):
    """A result that holds nothing yet; modes know the unknowns of their matrices, model or first field."""
    kind, first = args.TYPE_RESU.lower(), args.AFFE[0]
    matrix = args.get("MATR_RIGI") or args.get("MATR_MASS")
    model = first.MODELE or (matrix.model if matrix is not None else None)
    mesh = model.mesh if model is not None else first.CHAM_GD.mesh
    if not kind.startswith("mode_meca"):
        args.mark_read("MATR_RIGI", "MATR_MASS")
        return Result(kind, mesh, model)
    if model is not None:
        dofs = model.dofs
    elif isinstance(first.CHAM_GD, NodeField):
        dofs = Dofs(first.CHAM_GD.present, first.CHAM_GD.components)
    else:
        raise first.wrong("CHAM_GD", "modes need their unknowns: give MATR_RIGI, MODELE, or a field at nodes first")
    return Modes(kind, dofs, mesh, model, stiffness=args.MATR_RIGI, mass=args.MATR_MASS)


def _rest(args, result):
    """The model, materials and characteristics that the occurrences name; all must name the same."""
    for word, attribute in _PLACE_WORDS.items():
        for occurrence in args.AFFE:
            given, known = occurrence[word], getattr(result, attribute)
            if given is None:
                continue
            if word == "MODELE" and given.mesh is not result.mesh:
                raise occurrence.wrong(word, f"{given.name} does not stand on the mesh of the fields")
            if known is not None and known is not given:
                raise occurrence.not_yet(word, f"pyaster-lite keeps one {word} for all storage orders of a result")
            setattr(result, attribute, given)


def _check(occurrence, result):
    field, name, kind = occurrence.CHAM_GD, occurrence.NOM_CHAM, result.kind
    if field.mesh is not result.mesh:
        raise occurrence.wrong("CHAM_GD", f"{field.name} does not stand on the mesh of the result")
    held = _HELD.get(kind)
    held = held | _UTILITY if held and kind not in ("evol_varc", "evol_char") else held
    if (name not in held) if held else (name in _NOT_MECHANICAL):
        likely = closest(name, held) if held else None
        raise occurrence.wrong("NOM_CHAM", f"a {kind} does not hold fields {name}", help=f"did you mean {likely}?" if likely else None)
    if kind == "evol_char" and field.quantity == "NEUT_R":
        raise occurrence.wrong("CHAM_GD", "a field of NEUT_R says nothing of a load")
    if field.functions:
        if not isinstance(field, NodeField):
            raise occurrence.wrong("CHAM_GD", f"{field.name} holds functions: only fields at nodes are evaluated")
        if kind == "evol_varc" and name[:4] != field.quantity[:4]:
            raise occurrence.wrong("CHAM_GD", f"{name} cannot be made from functions of {field.quantity}")


def _abscissas(occurrence):
    """(INST or FREQ, their values)."""
    word = "INST" if "INST" in occurrence or "LIST_INST" in occurrence else "FREQ"
    if occurrence.get(word) is not None:
        values = list(occurrence[word])
        for bound in ("NUME_INIT", "NUME_FIN"):
            if occurrence.get(bound) is not None:
                raise occurrence.wrong(bound, f"{bound} goes with LIST_{word}")
        return word, values
    values = [float(value) for value in occurrence[f"LIST_{word}"]]
    first, last = occurrence.get("NUME_INIT") or 1, occurrence.get("NUME_FIN") or len(values)
    if last < first:
        raise occurrence.wrong("NUME_FIN", f"NUME_FIN = {last} comes before NUME_INIT = {first}")
    if first > len(values):
        raise occurrence.wrong("NUME_INIT", f"the list has {len(values)} values")
    return word, values[first - 1 : last]


def _orders(occurrence, result, word, values):
    """The storage order of each value: where it stands already, or a new one."""
    known, last, orders = bool(result.orders), max(result.orders, default=0), []
    for value in values:
        found = result.orders_at(word, value, occurrence.PRECISION, occurrence.CRITERE) if known else []
        if len(found) > 1:
            raise occurrence.wrong(word if word in occurrence else f"LIST_{word}", f"{len(found)} storage orders are at {word} {value:.9g}")
        last += not found
        orders.append(found[0] if found else last)
    return orders


def _numbered_order(occurrence, result):
    """The storage order of a mode or of a load case: where it is known already, or a new one."""
    word = {"mode_meca": "NUME_MODE", "mult_elas": "NOM_CAS"}.get(result.kind)
    if word and occurrence.get(word) is not None:
        for order in result.orders:
            if result.parameter(word, order) == occurrence[word]:
                return order
    return max(result.orders, default=0) + 1


def _description(occurrence):
    """The parameters of a mode or of a load case."""
    names = ("NOM_CAS", "NUME_MODE", "TYPE_MODE", "FREQ", "AMOR_REDUIT")
    known = {word: occurrence[word] for word in names if occurrence.get(word) is not None}
    if "FREQ" in known:
        known["TYPE_DEFO"] = "PROPRE"
    if occurrence.get("AXE") is not None:
        known |= {"NOEUD_CMP": f"ACCE    {occurrence.AXE}", "TYPE_DEFO": "ACCE_IMPO"}
        known |= dict(zip(("COEF_X", "COEF_Y", "COEF_Z"), _DIRECTIONS[occurrence.AXE]))
    return known


def _at_instant(occurrence, field, instant):
    """A field of functions of INST, X, Y, Z at an instant."""
    places = dict(zip("XYZ", field.mesh.coordinates.T))
    values = np.full(field.values.shape, np.nan)
    for number in np.unique(field.values[field.present]).astype(int):
        function = field.functions[number]
        nodes, columns = np.nonzero(field.values == number)
        given = {}
        for word in function.parameters:
            if word not in places and (word != "INST" or instant is None):
                raise occurrence.wrong("CHAM_GD", f"{function.name} depends on {word}; here it may depend on INST, X, Y, Z")
            given[word] = places[word][nodes] if word in places else np.full(len(nodes), instant)
        values[nodes, columns] = function.evaluate(**given) if given else function.evaluate()
    return NodeField(field.mesh, field.quantity.removesuffix("_F") + "_R", field.components, values)


def _store(result, order, parameters, name, field):
    if not isinstance(result, Modes) or name != "DEPL" or not isinstance(field, NodeField):
        result.store(order, parameters, {name: field})
        return
    shape = {own: np.nan_to_num(field.component(own)) for own in field.components if own in result.dofs.components}
    vector = result.dofs.vector({own: column.real for own, column in shape.items()})
    if field.is_complex:
        vector = vector + 1j * result.dofs.vector({own: column.imag for own, column in shape.items()})
    result.store_mode(order, vector, parameters)
