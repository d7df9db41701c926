"""IMPR_RESU to I-DEAS files: what the header of a field tells of its storage order."""

from __future__ import annotations

from pyaster_lite.concepts.modes import Modes
from pyaster_lite.io.ideas_write import COMPLEX_MODE, IN_FREQUENCY, IN_TIME, MODE, STATIC, Step


def step_of(one) -> Step:
    """The step of a chosen field: a mode with FREQ, MASS_GENE and AMOR_REDUIT, an instant, a frequency, else a load case."""
    if one.result is None:
        return Step()

    def number(word):
        return float(one.result.parameter(word, one.order) or 0.0)

    if isinstance(one.result, Modes):
        mode = int(one.result.parameter("NUME_MODE", one.order) or one.order)
        numbers = (number("FREQ"), number("MASS_GENE"), number("AMOR_REDUIT"), 0.0)
        return Step(COMPLEX_MODE if one.field.is_complex else MODE, one.order, mode, numbers)
    for word, analysis in (("INST", IN_TIME), ("FREQ", IN_FREQUENCY)):
        if one.result.parameter(word, one.order) is not None:
            return Step(analysis, 1, one.order, (number(word),))
    return Step(STATIC, 1, one.order, (0.0,))
