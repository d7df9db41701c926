"""aster_core: what older versions told of their own process."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.diagnostics import Diagnostic, Refused, Severity

from .utilities import basedir


@SERVED.register("aster_core.matfpe", "aster.matfpe")
def matfpe(study):
    """matfpe(-1) and matfpe(1): which exceptions of arithmetic stop code_aster's process; Python's own never do."""
    return lambda sign: None


@SERVED.register("aster_core.MPI_CommRankSize")
def rank_and_size(study):
    """(0, 1): the first process, which is the only one."""
    return lambda: (0, 1)


@SERVED.register("aster_core.get_option")
def get_option(study):
    """get_option("rcdir"): the folder of the deck, where its data stand."""

    def option(name):
        if name != "rcdir":
            text = f"pyaster-lite has no option {name} of a process of code_aster"
            raise Refused([Diagnostic(Severity.MISSING, "S022", text, study.span, feature=f"aster_core.get_option({name!r})")])
        return str(basedir(study))

    return option
