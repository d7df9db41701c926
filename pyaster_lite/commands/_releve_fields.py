"""The fields that one ACTION of POST_RELEVE_T reads, each with the cells that say where it comes from."""

from __future__ import annotations

from pyaster_lite.catalogue.commons.field_choice import ORDER_WORDS
from pyaster_lite.commands._output_orders import output_orders

ACCESS_OF_KIND = {
    "mode_meca": ("NUME_MODE", "FREQ", "NOEUD_CMP"),
    "mode_meca_c": ("NUME_MODE", "FREQ", "NOEUD_CMP"),
    "mode_flamb": ("NUME_MODE",),
    "mode_acou": ("NUME_MODE", "FREQ", "NOEUD_CMP"),
    "dyna_harmo": ("FREQ",),
    "acou_harmo": ("FREQ",),
    "mult_elas": ("NOM_CAS",),
    "fourier_elas": ("NUME_MODE",),
    "fourier_ther": ("NUME_MODE",),
    "comb_fourier": ("ANGLE",),
}
"""Parameters by which the fields of a type of result are found; INST for all others."""
COLUMN_TYPES = {"NUME_MODE": "I", "INST": "R", "FREQ": "R", "NOM_CAS": "K16", "NOEUD_CMP": "K16", "ANGL": "R"}


def access_words(result) -> tuple[str, ...]:
    """The parameters by which the fields of a result are found."""
    return ACCESS_OF_KIND.get(result.kind, ("INST",))


def column_of(word: str) -> str:
    """The column of an access parameter."""
    return "ANGL" if word == "ANGLE" else word


def fields_of(action, context, every_access=False):
    """Yields ({column: cell}, field); a field that is asked for and not there is said.

    Orders asked for by INST, FREQ or NUME_MODE bear the asked value; the others all access parameters (`every_access`: always).
    """
    title = {"INTITULE": action.INTITULE}
    if action.CHAM_GD is not None:
        yield {**title, "CHAM_GD": action.CHAM_GD.name}, action.CHAM_GD
        return
    result, name = action.RESULTAT, action.NOM_CHAM
    if not any(result.has_field(name, order) for order in result.orders):
        known = ", ".join(result.field_names())
        raise action.wrong("NOM_CHAM", f"{result.name} has no field {name}", help=f"it has {known}" if known else None)
    action.mark_read("TOUT_ORDRE", "CRITERE", "PRECISION")
    origin = {**title, "RESU": result.name, "NOM_CHAM": name}
    found = False
    for access, order in _accesses(action, result, context, every_access):
        if result.has_field(name, order):
            found = True
            yield {**origin, **access}, result.field(name, order)
        else:
            context.warn(action, "NOM_CHAM", f"{result.name} has no field {name} at order {order}")
    if not found:
        word = next((word for word in (*ORDER_WORDS, "LIST_MODE") if action.get(word) is not None), "NOM_CHAM")
        raise action.wrong(word, f"{result.name} has no {name} there")


def _accesses(action, result, context, every_access):
    if not every_access:
        for word, listed, numbered in (("INST", "LIST_INST", True), ("FREQ", "LIST_FREQ", False), ("NUME_MODE", "LIST_MODE", True)):
            asked = action[word] if action[word] is not None else action[listed]
            if asked is not None:
                for value in asked:
                    yield from _asked(action, result, context, word, value, numbered)
                return
    for order in _in_deck_order(action, result, context):
        held = {column_of(word): result.parameter(word, order) for word in access_words(result)}
        yield {"NUME_ORDRE": order, **held}, order


def _asked(action, result, context, word, value, numbered):
    if word == "NUME_MODE":
        orders = [order for order in result.orders if result.parameter(word, order) == value]
    else:
        orders = result.orders_at(word, float(value), action.PRECISION, action.CRITERE)
    if not orders:
        context.warn(action, word, f"{result.name} has nothing at {word} {value:.9g}")
    for order in orders:
        yield {**({"NUME_ORDRE": order} if numbered else {}), word: value}, order


def _in_deck_order(action, result, context):
    """Storage orders given by number keep the deck's order."""
    for word in ("NUME_ORDRE", "LIST_ORDRE"):
        if action[word] is not None:
            known = [order for order in action[word] if order in result.orders]
            for order in action[word]:
                if order not in known:
                    context.warn(action, word, f"{result.name} has no storage order {order}")
            return known
    return output_orders(action, result, context)
