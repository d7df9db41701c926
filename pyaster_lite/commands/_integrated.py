"""PARM_THETA, ALGO_INTE, RESI_INTE and ITER_INTE_MAXI: how the equations of a law are solved."""

from __future__ import annotations


def integrated(occurrence, behaviour):
    """The law with these words, those of them that it has; raises Refused."""
    for word, method in (("PARM_THETA", "configured"), ("ALGO_INTE", "solved_by")):
        if hasattr(behaviour, method):
            try:
                behaviour = getattr(behaviour, method)(occurrence.get(word))
            except ValueError as refused:
                raise occurrence.wrong(word, str(refused)) from None
    occurrence.mark_read("PARM_THETA")
    if hasattr(behaviour, "within"):
        behaviour = behaviour.within(occurrence.get("RESI_INTE"), occurrence.get("ITER_INTE_MAXI"))
    return behaviour
