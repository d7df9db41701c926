"""Which storage orders an output command means; what is not there is said and passed over, as code_aster does."""

from __future__ import annotations

_BY_VALUE = {"INST": "LIST_INST", "FREQ": "LIST_FREQ", "ANGLE": None}
_BY_NAME = ("NUME_MODE", "NOM_CAS")


def output_orders(args, result, context) -> list[int]:
    """The storage orders that the keywords name: ascending, each once; all when none does."""
    found, named = set(), False
    for word, shown, orders in orders_by_word(args, result):
        named = True
        if not orders:
            context.warn(args, word, f"{result.name} has nothing at {word} {shown}")
        found.update(orders)
    return sorted(found) if named else list(result.orders)


def some_orders(args, result, context) -> list[int]:
    """The storage orders that the keywords name, those of LIST_MODE among them; none at all is refused."""
    if args.LIST_MODE is not None:
        return [order for order in args.LIST_MODE if order in result.orders]
    orders = output_orders(args, result, context)
    if not orders:
        raise args.wrong("RESULTAT", f"{result.name} has none of these storage orders")
    return orders


def orders_by_word(args, result):
    """(word, value as a text, storage orders there) of each value that the keywords name."""
    for word, values in _named(args):
        for value in values:
            shown = f"{value:.9g}" if isinstance(value, float) else " ".join(value) if isinstance(value, tuple) else str(value)
            yield word, shown, _matching(args, result, word, value)


def _named(args):
    """(word, values) of each way that was taken."""
    for word in ("NUME_ORDRE", "LIST_ORDRE"):
        if args.get(word) is not None:
            yield word, list(args[word])
    for word, listed in _BY_VALUE.items():
        for name in (word, listed):
            if name and args.get(name) is not None:
                yield name, [float(value) for value in args[name]]
    for word in _BY_NAME:
        if args.get(word) is not None:
            yield word, list(args[word])
    if args.get("NOEUD_CMP") is not None:
        names = args.NOEUD_CMP
        if len(names) % 2:
            raise args.wrong("NOEUD_CMP", "NOEUD_CMP takes pairs: a node and a component")
        yield "NOEUD_CMP", list(zip(names[::2], names[1::2]))


def _matching(args, result, word, value):
    word = word.removeprefix("LIST_")
    if word in ("NUME_ORDRE", "ORDRE"):
        return [value] if value in result.orders else []
    if word in _BY_VALUE:
        return result.orders_at(word, value, args.get("PRECISION", 1e-6), args.get("CRITERE", "RELATIF"))
    wanted = _text(value)
    return [order for order in result.orders if _text(result.parameter(word, order)) == wanted]


def _text(value):
    """A value for comparison: the blanks inside a text or between the parts of one do not count."""
    return "".join("".join(value).split()) if isinstance(value, (str, tuple)) else value
