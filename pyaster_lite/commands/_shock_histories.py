"""The histories of shocks that a transient on a reduced basis keeps."""

from __future__ import annotations

import numpy as np


def kept_instants(given, transient) -> slice:
    """The archived instants from INST_INIT to INST_FIN, to the last without this word; raises Refused."""
    times = transient.times
    last = given.get("INST_FIN")
    start, end = max(given.INST_INIT, times[0]), times[-1] if last is None else min(last, times[-1])
    if start >= end:
        text = f"{transient.name} goes from {times[0]:g} to {times[-1]:g}: there is nothing between INST_INIT and INST_FIN"
        raise given.wrong("INST_FIN" if given.given("INST_FIN") else "INST_INIT", text)
    steps = np.diff(times)
    if transient.regular and len(times) >= 4 and abs(steps - steps[0]).max() <= 1e-6 * steps[0]:
        first, last = (round((value - times[0]) / steps.mean()) for value in (start, end))
        return slice(first, min(last + 1, len(times)))
    first, last = np.searchsorted(times, (start, end))
    return slice(int(first), min(int(last) + 1, len(times)))


class Contact:
    """The history of one shock: forces (N, T1, T2), local places, velocities (normal, 1, 2), whether it sticks, what buckled."""

    def __init__(self, history, kept):
        values = history.variables[kept]
        self.title, self.buckles = history.title, history.relation == "FLAMBAGE"
        self.nodes = [str(number) for number in history.numbers]
        still = np.zeros((len(values), 2))
        if self.buckles:
            self.force, self.place = np.column_stack((values[:, 0], still)), values[:, 1:4]
            self.velocity, self.sticks = np.column_stack((values[:, 7], still)), np.zeros(len(values), bool)
            self.crushed = values[:, 8]
        else:
            self.force, self.place, self.velocity = values[:, :3], values[:, 3:6], values[:, 9:12]
            self.sticks, self.crushed = values[:, 12] != 0.0, np.zeros(len(values))


def contacts(transient, kept) -> list[Contact]:
    """The shocks, then what buckles."""
    return [
        Contact(history, kept) for relation in ("DIS_CHOC", "FLAMBAGE") for history in transient.devices if history.relation == relation
    ]
