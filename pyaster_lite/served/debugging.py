"""code_aster.Helpers.debugging: how long parts of a deck's Python take."""

from __future__ import annotations

import pickle
import time
from contextlib import contextmanager

from pyaster_lite.catalogue.registry import SERVED


@SERVED.register("code_aster.Helpers.debugging.DebugChrono")
def debug_chrono(study):
    """The class: `with DebugChrono.measure("title"):` tells the seconds spent inside to whoever asked for details."""

    class DebugChrono:
        data: list[list] = []

        @classmethod
        @contextmanager
        def measure(cls, title):
            """Measure what is inside."""
            start = time.perf_counter()
            yield
            cls.data.append([title, time.perf_counter() - start])
            study.say(f"{title}: {cls.data[-1][1]:.6f} s")

        @classmethod
        def save(cls, filename):
            """Keep the titles and seconds in a file."""
            with open(filename, "wb") as file:
                pickle.dump(cls.data, file)

    return DebugChrono


@SERVED.register(*(f"code_aster.Utilities.mpi_utils.mpi_{word}" for word in ("sum", "min", "max")))
def over_processes(study):
    """mpi_sum(hpc=...): a decorator of functions whose values are summed over processes: with one, they are the sum."""
    return lambda hpc=True: lambda function: function
