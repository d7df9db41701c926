"""METHODE='IMPLEX' in the words of the nonlinear loop."""

from __future__ import annotations

from pyaster_lite.behaviours._foreseen import FORESEEN, FORESEEN_ALONG
from pyaster_lite.catalogue.registry import BEHAVIOURS, origin_of
from pyaster_lite.fe.bar import Bar
from pyaster_lite.fe.solid import Solid


def foresee(args, structure):
    """Have every law that is not linear foreseen; refuse those that cannot be."""
    for word in ("CONTACT", "PILOTAGE", "RECH_LINEAIRE"):
        if args.get(word) is not None:
            raise args.wrong(word, f"{word} does not go with METHODE='IMPLEX'")
    for part in structure.parts:
        if part.behaviour is None or part.behaviour.linear or part.behaviour is BEHAVIOURS["SANS"]:
            continue
        members = FORESEEN_ALONG if type(part.element) is Bar else FORESEEN
        law = origin_of(part.behaviour)
        maker = next((maker for word, maker in members.items() if BEHAVIOURS[word] is law), None)
        if maker is None:
            words = ", ".join(members)
            raise args.not_yet("METHODE", "IMPLEX does not know the law of some of the cells", help=f"it knows ELAS, {words}")
        if type(part.element) not in (Solid, Bar):
            raise args.not_yet("METHODE", "IMPLEX is there for bars and solids in small strain only, other elements being elastic")
        part.behaviour = maker(law)
