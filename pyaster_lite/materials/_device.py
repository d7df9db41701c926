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


def points(occurrence, word: str, least: int, parameter: str, known_as="", beyond=("EXCLU", "CONSTANT", "LINEAIRE")):
    """Abscissas and ordinates of a function by points.

    beyond    what it may be beyond its ends
    known_as  the message of code_aster that counts how the function is given as its condition 2, the number of points as 3
    Raises Refused where it depends on something else, is read otherwise than by straight lines, or has fewer points than `least`.
    """
    function = occurrence[word]
    given = function.properties
    broken = None
    if function.type_word != "FONCTION":
        broken = "is given by points"
    elif given.parameter != parameter:
        broken = f"is a function of {parameter}, not of {given.parameter}"
    elif given.interpolation != ("LIN", "LIN"):
        broken = "is linear between its points"
    elif not {given.left, given.right} <= set(beyond):
        broken = f"is {' or '.join(beyond)} beyond its ends"
    if broken:
        raise occurrence.wrong(word, f"{word} {broken}", known_as=known_as, condition=2)
    if len(function.x) < least:
        text = f"{word} needs {least} points at least, and has {len(function.x)}"
        raise occurrence.wrong(word, text, known_as=known_as, condition=3)
    return np.asarray(function.x, float), np.asarray(function.y, float)
