"""METHODE='IMPLEX' in the words of the nonlinear loop."""

from __future__ import annotations

from pyaster_lite.behaviours._foreseen import FORESEEN
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.solid import Solid


def foresee(args, structure):
    """Have every law that is not linear foreseen; refuse those that cannot be."""
    for word in ("CONTACT", "PILOTAGE", "RECH_LINEAIRE"):
        if args.get(word) is not None:
            raise args.wrong(word, f"{word} does not go with METHODE='IMPLEX'")
    makers = {id(BEHAVIOURS[word]): maker for word, maker in FORESEEN.items()}
    for part in structure.parts:
        if part.behaviour is None or part.behaviour.linear or part.behaviour is BEHAVIOURS["SANS"]:
            continue
        maker = makers.get(id(part.behaviour))
        if maker is None:
            words = ", ".join(FORESEEN)
            raise args.not_yet("METHODE", "IMPLEX does not know the law of some of the cells", help=f"it knows ELAS, {words}")
        if type(part.element) is not Solid:
            raise args.not_yet("METHODE", "IMPLEX is there for solids in small strain only, other elements being elastic")
        part.behaviour = maker(part.behaviour)
