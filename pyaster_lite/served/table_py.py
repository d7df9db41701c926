"""code_aster.Objects.table_py: tables that Python makes itself."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.row_table import RowTable


@SERVED.register("code_aster.Objects.table_py.Table", "Utilitai.Table.Table")
def table(study):
    """The class of tables by rows."""
    return RowTable


@SERVED.register("code_aster.Objects.table_py.merge")
def merge(study):
    """merge(first, second, labels): both tables in one."""
    return RowTable.merge
