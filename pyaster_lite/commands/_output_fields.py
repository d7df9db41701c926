"""The fields that an output command means: one given by itself, or those of a result by name and storage order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pyaster_lite.commands._output_orders import output_orders

_INSTANTS = ("INST", "FREQ", "CHAR_CRIT")
_PARTS = {"REEL": np.real, "IMAG": np.imag, "MODULE": np.abs, "PHASE": lambda values: np.degrees(np.angle(values))}


@dataclass
class ChosenField:
    """One field to write: `name` as in the result (or its own), `order` None for a field given by itself."""

    name: str
    field: object
    order: int | None = None
    result: object = None

    def instant(self, default: float) -> float:
        """INST, else FREQ, else CHAR_CRIT of its storage order."""
        values = [self.result.parameter(word, self.order) for word in _INSTANTS] if self.result is not None else []
        return float(next((value for value in values if value is not None), default))

    @property
    def title(self) -> str:
        """Where it comes from, in one line."""
        if self.result is None:
            return f"{self.name} ({self.field.quantity})"
        words = [f"{self.result.name} {self.name}", f"NUME_ORDRE {self.order}"]
        for word in _INSTANTS:
            value = self.result.parameter(word, self.order)
            if value is not None:
                words.append(f"{word} {value:.9g}")
        return ", ".join(words)


def mesh_of(args):
    """The mesh behind one occurrence of RESU."""
    for word in ("RESULTAT", "CHAM_GD"):
        if args[word] is not None:
            return args[word].mesh
    return args.MAILLAGE


def chosen_fields(args, context) -> Iterator[ChosenField]:
    """The fields of one occurrence of RESU, by storage order; what is asked for and not there is said."""
    if args.CHAM_GD is not None:
        yield ChosenField(args.CHAM_GD.name, args.CHAM_GD)
    result = args.RESULTAT
    if result is None or args.TOUT_CHAM == "NON":
        return
    names = args.NOM_CHAM or result.field_names()
    args.mark_read("TOUT_ORDRE")
    orders = output_orders(args, result, context)
    for name in args.NOM_CHAM or ():
        missing = [order for order in orders if not result.has_field(name, order)]
        if missing:
            where = "any order asked for" if len(missing) == len(orders) else f"order {missing[0]}"
            context.warn(args, "NOM_CHAM", f"{result.name} has no field {name} at {where}")
    for order in orders:
        for name in names:
            if result.has_field(name, order):
                yield ChosenField(name, result.field(name, order), order, result)


def part_of(args, field, required=False):
    """The real field to write: the part that PARTIE names of a complex one; of a real one, itself or that part.

    `required`: a complex field without PARTIE is the user's mistake.
    """
    part = args.PARTIE
    if part is None:
        if required and field.is_complex:
            raise args.wrong(None, f"the field is complex: give PARTIE ({', '.join(_PARTS)})")
        return field
    return field.mapped(_PARTS[part])
