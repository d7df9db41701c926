"""code_aster.CA.saveObjects and Supervis.FinalizeOptions: the base in the middle of a study."""

from __future__ import annotations

from enum import IntFlag, auto

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.diagnostics import Diagnostic, Refused, Severity


class FinalizeOptions(IntFlag):
    """How a study is saved, in code_aster's order (Supervis/Serializer.py).

    SaveBase   the base is written
    InfoResu   results tell of themselves
    Repack     the base is made as small as it can be, which one that is written anew is
    OnlyProc0  the first process alone saves, and it is the only one here
    InfoBase   the base tells of itself
    Set        there are options
    """

    SaveBase = auto()
    InfoResu = auto()
    Repack = auto()
    OnlyProc0 = auto()
    InfoBase = auto()
    Set = auto()


@SERVED.register("code_aster.Supervis.FinalizeOptions")
def finalize_options(study):
    """The names of the options."""
    return FinalizeOptions


@SERVED.register("code_aster.CA.saveObjects")
def save_objects(study):
    """saveObjects(): as FIN does, but the study goes on; whatever is known is saved, and nothing is deleted."""

    def save(level=1, delete=False, options=None):
        options = FinalizeOptions(options or FinalizeOptions.SaveBase)
        for told in (FinalizeOptions.InfoResu, FinalizeOptions.InfoBase):
            if options & told:
                text = f"pyaster-lite has no {told.name}: results and bases do not tell of themselves"
                raise Refused([Diagnostic(Severity.MISSING, "S022", text, study.span, feature=f"FinalizeOptions.{told.name}")])
        if options & FinalizeOptions.SaveBase:
            study.save()

    return save
