"""code_aster.CA.MPI and mpi4py.MPI: communication of a process with itself, or of two programs that a deck couples."""

from __future__ import annotations

import operator
import sys
from functools import reduce
from types import SimpleNamespace

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.base import failure

OPERATIONS = {
    "SUM": operator.add,
    "PROD": operator.mul,
    "MAX": max,
    "MIN": min,
    "LAND": lambda one, other: bool(one and other),
    "LOR": lambda one, other: bool(one or other),
}
"""How values of several processes become one."""
KINDS = {"DOUBLE": 8, "INT": 4, "BOOL": 1, "CHAR": 1}
"""Kinds of values and how many bytes each takes."""


class Communicator:
    """One process: what is sent comes back."""

    rank, size = 0, 1

    def Get_rank(self):
        """The number of this process."""
        return self.rank

    def Get_size(self):
        """How many processes there are."""
        return self.size

    def exchange(self, value):
        """The values of all processes, by rank."""
        return [value]

    def Barrier(self):
        """Wait for the others."""
        self.exchange(None)

    barrier = Barrier

    def bcast(self, value, root=0):
        """The value of one of the processes."""
        return self.exchange(value)[root]

    def allgather(self, value):
        """The values of all processes, by rank."""
        return self.exchange(value)

    def allreduce(self, value, op="SUM"):
        """What an operation makes of the values of all processes."""
        return reduce(OPERATIONS[op], self.exchange(value))

    def gather(self, value, root=0):
        """As allgather, for one of the processes; None for the others."""
        values = self.exchange(value)
        return values if self.rank == root else None

    def reduce(self, value, op="SUM", root=0):
        """As allreduce, for one of the processes; None for the others."""
        made = self.allreduce(value, op)
        return made if self.rank == root else None

    def scatter(self, values, root=0):
        """The value of a list that one of the processes has for this one."""
        return self.exchange(values)[root][self.rank]

    def Split(self, color=0, key=0):
        """The processes that call the same color: one alone, unless two are asked (see World)."""
        return Communicator()

    def Dup(self):
        """The same processes."""
        return self

    Clone = Dup

    def Free(self):
        """Nothing to do."""

    def send(self, value, dest, tag=0):
        """Nobody else is there; raises Refused."""
        raise failure(f"there is no process {dest}: one process runs the whole deck")

    def recv(self, source=None, tag=0):
        """Nobody else is there; raises Refused."""
        raise failure(f"there is no process {source}: one process runs the whole deck")


class World(Communicator):
    """All processes: this one, or two where the deck couples two programs, which it has told by asking for code_aster.Coupling.

    Programs of several processes each are run by one process each.
    """

    def __init__(self, study):
        self._study = study

    @property
    def _partner(self):
        coupled = "code_aster.Coupling" in sys.modules
        return self._study.partner if coupled else None

    @property
    def rank(self):
        """0, or 1 for the second of two."""
        partner = self._partner
        return partner.rank if partner else 0

    @property
    def size(self):
        """1 or 2."""
        return 2 if self._partner else 1

    def exchange(self, value):
        """The values of all processes, by rank."""
        partner = self._partner
        return partner.exchange(value) if partner else [value]

    def Split(self, color=0, key=0):
        """The processes that call the same color."""
        colors = self.exchange(color)
        return self if len(colors) == 2 and colors[0] == colors[1] else Communicator()

    def send(self, value, dest, tag=0):
        """Give a value to the other process; raises Refused when there is none."""
        self._other(dest).send(value)

    def recv(self, source=None, tag=0):
        """The value that the other process has sent; raises Refused when there is none."""
        return self._other(source).receive()

    def _other(self, rank):
        partner = self._partner
        if partner is None or rank not in (None, 1 - partner.rank):
            raise failure(f"there is no process {rank} to talk to")
        return partner


def _names(world):
    kinds = {name: SimpleNamespace(name=name, size=size, Get_size=lambda size=size: size) for name, size in KINDS.items()}
    return {"COMM_WORLD": world, "COMM_SELF": Communicator(), **{name: name for name in OPERATIONS}, **kinds}


@SERVED.register("code_aster.CA.MPI", "code_aster.Utilities.MPI", "code_aster.Utilities.mpi_utils.MPI")
def mpi(study):
    """The communicator of this program and the names of operations and kinds."""
    own = Communicator()
    return SimpleNamespace(**_names(own), ASTER_COMM_WORLD=own, ASTER_COMM_SELF=own)


@SERVED.register("mpi4py.MPI")
def mpi4py(study):
    """The communicator of all processes and the names of operations and kinds."""
    return SimpleNamespace(**_names(World(study)))
