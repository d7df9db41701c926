"""code_aster.Helpers.LogicalUnitFile: files that a deck's Python shares with commands by a logical unit."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.diagnostics import Refused


@SERVED.register("code_aster.Helpers.LogicalUnitFile", "code_aster.Helpers.LogicalUnit.LogicalUnitFile")
def logical_unit_file(study):
    """The class."""
    files = study.files

    class LogicalUnitFile:
        def __init__(self, unit):
            self._unit = unit

        @classmethod
        def new_free(cls, filename=None, typ=0, access=0):
            """A unit that nothing uses, for a file of that name, or for one of its own."""
            name = str(filename) if filename else None
            return cls(files.associate(None, name, {1: "APPEND", 2: "OLD"}.get(access, "NEW")))

        open = new_free

        @property
        def unit(self):
            """The number."""
            return self._unit

        @property
        def filename(self):
            """The file behind the unit, with all that commands have written to it so far."""
            try:
                return str(files.path(self._unit, "r"))
            except Refused:
                return str(files.path(self._unit, "w"))

        def release(self):
            """The unit stands for the file no longer."""
            files.release(self._unit)

    return LogicalUnitFile
