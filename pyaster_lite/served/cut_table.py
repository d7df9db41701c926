"""code_aster.MacroCommands.crea_coupe_ops: which columns a table of cuts has."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.cut_path import COLUMNS


class TableCoupes:
    """The columns, in order."""

    ALL_KEYWORDS = list(COLUMNS)


@SERVED.register("code_aster.MacroCommands.crea_coupe_ops.TableCoupes")
def table_coupes(study):
    """The class."""
    return TableCoupes
