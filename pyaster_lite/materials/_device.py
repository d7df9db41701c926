"""What materials of discrete devices share: a spring beside the device."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP

BESIDE = {word: SIMP("f", typ="R", defaut=0.0) for word in ("KP", "KT", "KT1", "KT2")}


def beside(occurrence) -> dict:
    """The stiffness along each axis of the spring beside; raises Refused where it is said twice."""
    across = [occurrence.KT1, occurrence.KT2]
    if occurrence.KT and any(across):
        raise occurrence.wrong("KT", "KT stands for both KT1 and KT2: give the one or the others")
    return {"spring_beside": [occurrence.KP, *([occurrence.KT] * 2 if occurrence.KT else across)]}


def points(occurrence, word: str, least: int, parameter: str):
    """Abscissas and ordinates of a function by points; raises Refused where it has fewer than `least` or depends on something else."""
    function = occurrence[word]
    if function.properties.parameter != parameter:
        raise occurrence.wrong(word, f"{word} is a function of {parameter}, not of {function.properties.parameter}")
    if len(function.x) < least:
        raise occurrence.wrong(word, f"{word} needs {least} points at least, and has {len(function.x)}")
    return np.asarray(function.x, float), np.asarray(function.y, float)
