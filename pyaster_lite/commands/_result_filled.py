"""CREA_RESU, OPERATION='AFFE': a result filled with given fields."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._applied_laws import take_laws
from pyaster_lite.commands._reactions import excitations
from pyaster_lite.commands._result_store import check_name, empty_result, enriched, store_field
from pyaster_lite.commands._static_modes import label
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Excitation

_PLACE_WORDS = {"MODELE": "model", "CHAM_MATER": "material_field", "CARA_ELEM": "characteristics"}
_DIRECTIONS = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}


def filled(args, context):
    """Each field at the storage orders that its occurrence names; those not there yet are added at the end."""
    first = args.AFFE[0]
    result = enriched(args, context) or empty_result(args, first.MODELE, None, first, first.CHAM_GD)
    _rest(args, result)
    if not result.kind.startswith("mode_meca"):
        # they number the unknowns of an evolution, which its fields do here
        args.mark_read("MATR_RIGI", "MATR_MASS")
    if args.get("EXCIT"):
        result.excitations = excitations(args)
    if args.get("COMPORTEMENT"):
        take_laws(args, result)
    for occurrence in args.AFFE:
        _check(occurrence, result)
        field, name = occurrence.CHAM_GD, occurrence.NOM_CHAM
        if "NUME_MODE" in occurrence or result.kind in ("mult_elas", "fourier_elas", "fourier_ther", "mode_meca", "mode_meca_c"):
            places = [(_numbered_order(occurrence, result), _description(occurrence), None)]
        else:
            word, values = _abscissas(occurrence)
            orders = _orders(occurrence, result, word, values)
            places = [(order, {word: value}, value if word == "INST" else None) for order, value in zip(orders, values)]
        kept = field if field.functions else field.copy()
        for order, parameters, instant in places:
            if result.has_field(name, order):
                context.warn(occurrence, "NOM_CHAM", f"{name} was there already at the storage order {order}: it is replaced")
            store_field(result, order, parameters, name, _at_instant(occurrence, field, instant) if field.functions else kept)
            result.excitations += [Excitation(load, orders=(order,)) for load in occurrence.get("CHARGE") or ()]
    return result


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
    check_name(occurrence, "NOM_CHAM", kind, name)
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
    occurrence.mark_read("CRITERE", "PRECISION")  # they find orders that are there: the first ones have none to be found among
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
        known |= {"NOEUD_CMP": label("ACCE", occurrence.AXE), "TYPE_DEFO": "ACCE_IMPO"}
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
