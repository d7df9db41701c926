"""aster.getvectjev: the numbers of a concept, by the name under which code_aster keeps them in memory."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.stored import numbers_of, split


@SERVED.register("aster.getvectjev")
def getvectjev(study):
    """getvectjev('F                  .VALE        '): abscissas, then ordinates of a function; the numbers of a list."""

    def numbers(name):
        called, part = split(name)
        concept = study.concepts.get(called)
        if concept is None:
            return None
        found = numbers_of(concept, part)
        if found is None:
            raise AttributeError(name=f"aster.getvectjev {part}", obj=concept)
        return tuple(found.tolist())

    return numbers
