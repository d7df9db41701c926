"""aster.getvectjev: the numbers of a concept, by the name under which old versions kept them in memory."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.function import Function
from pyaster_lite.concepts.lists import NumberList


@SERVED.register("aster.getvectjev")
def getvectjev(study):
    """getvectjev('F                  .VALE        '): abscissas, then ordinates of a function; the numbers of a list."""

    def numbers(name):
        concept, part = study.concepts.get(name[:8].strip()), name[19:].strip()
        if concept is None:
            return None
        if part == ".VALE" and isinstance(concept, Function) and not concept.is_complex:
            return tuple(concept.x.tolist()) + tuple(concept.y.tolist())
        if part == ".VALE" and isinstance(concept, NumberList):
            return tuple(concept.values.tolist())
        raise AttributeError(name=f"aster.getvectjev {part}", obj=concept)

    return numbers
