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


def _text(value):
    return "".join("".join(value).split()) if isinstance(value, (str, tuple)) else value


def _range(values):
    values = list(values)
    return f"they go from {values[0]:.9g} to {values[-1]:.9g}" if values else None
