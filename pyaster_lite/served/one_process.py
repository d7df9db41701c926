"""code_aster.CA.MPI: communication of a single process with itself."""

from __future__ import annotations

from types import SimpleNamespace

from pyaster_lite.catalogue.registry import SERVED


class Communicator:
    """One process: what is sent comes back."""

    rank, size = 0, 1

    def Get_rank(self):
        """0."""
        return 0

    def Get_size(self):
        """1."""
        return 1

    def Barrier(self):
        """Nobody to wait for."""

    def bcast(self, value, root=0):
        """The value."""
        return value

    def allreduce(self, value, op=None):
        """The value: it is the sum, the least and the greatest one."""
        return value

    def reduce(self, value, op=None, root=0):
        """The value."""
        return value

    def allgather(self, value):
        """The value alone."""
        return [value]

    def gather(self, value, root=0):
        """The value alone."""
        return [value]


@SERVED.register("code_aster.CA.MPI", "code_aster.Utilities.MPI")
def mpi(study):
    """The communicator and the names of operations."""
    own = Communicator()
    operations = {name: name for name in ("SUM", "MAX", "MIN", "PROD", "LAND", "LOR")}
    return SimpleNamespace(ASTER_COMM_WORLD=own, COMM_WORLD=own, COMM_SELF=own, **operations)
