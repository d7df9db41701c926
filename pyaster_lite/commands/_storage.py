"""Which storage orders of a result a deck names: NUME_ORDRE, INST, FREQ, NUME_MODE, NOM_CAS, ..."""

from __future__ import annotations

ACCESS = ("NUME_ORDRE", "INST", "FREQ", "NUME_MODE", "NOEUD_CMP", "NOM_CAS", "ANGLE")


def order_of(args, result, precision=1e-6, criterion="RELATIF"):
    """(order, access in words) of the one storage order that the keywords name; the user's mistake when none or several do."""
    word = next(word for word in ACCESS if args.get(word) is not None)
    value = args[word]
    shown = " ".join(value) if isinstance(value, tuple) else value
    access = f"{word} {shown:.9g}" if isinstance(shown, float) else f"{word} {shown}"
    if word == "NUME_ORDRE":
        if value not in result.orders:
            raise args.wrong(word, f"{result.name} has no storage order {value}", help=_range(result.orders))
        return value, access
    column = result.parameters.get(word)
    if not column:
        raise args.wrong(word, f"{result.name} has no {word}")
    if word in ("INST", "FREQ", "ANGLE"):
        found = result.orders_at(word, value, precision, criterion)
        help = _range([column[order] for order in result.orders if order in column])
    else:
        wanted = _text(value)
        found = [order for order in result.orders if _text(column.get(order)) == wanted]
        help = None
    if len(found) != 1:
        count = "no" if not found else f"{len(found)}"
        plural = "" if len(found) == 0 else "s"
        raise args.wrong(word, f"{result.name} has {count} storage order{plural} at {access}", help=help)
    return found[0], access


def orders_of(args, result):
    """The storage orders that TOUT_ORDRE, NUME_ORDRE, INST, FREQ, MODE or a list of them name, in the deck's order.

    Without any of them, all orders. The user's mistake when one is not there.
    """
    for word, listed in (("NUME_ORDRE", "LIST_ORDRE"), ("MODE", "LIST_MODE"), ("INST", "LIST_INST"), ("FREQ", "LIST_FREQ")):
        for name in (word, listed):
            if args.get(name) is not None:
                return [_order_at(args, result, name, word, value, i) for i, value in enumerate(args[name])]
    return list(result.orders)


def _order_at(args, result, name, word, value, item):
    if word == "NUME_ORDRE":
        found = [value] if value in result.orders else []
    elif word == "MODE":
        found = [order for order in result.orders if result.parameter("NUME_MODE", order) == value]
    else:
        found = result.orders_at(word, value, args.get("PRECISION", 1e-6), args.get("CRITERE", "RELATIF"))
    if len(found) != 1:
        count = "no" if not found else str(len(found))
        raise args.wrong(name, f"{result.name} has {count} storage order at {word} = {value:.9g}", item=item)
    return found[0]


def _text(value):
    return "".join("".join(value).split()) if isinstance(value, (str, tuple)) else value


def _range(values):
    values = list(values)
    return f"they go from {values[0]:.9g} to {values[-1]:.9g}" if values else None
