"""code_aster.CA.raiseAsterError, Messages.MessageLog: errors that a deck raises, warnings it looks at, by the name of their message."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.diagnostics import Diagnostic, Refused, Severity


@SERVED.register("code_aster.CA.raiseAsterError")
def raise_aster_error(study):
    """raiseAsterError("SUPERVIS_2"): stops the study unless the deck catches it; the texts of messages are not known here."""

    def stop(idmess="VIDE_1"):
        raise Refused([Diagnostic(Severity.ERROR, "S026", f"the deck raises the error {idmess}", study.span)], idmess)

    return stop


@SERVED.register("code_aster.CA.onFatalError")
def on_fatal_error(study):
    """onFatalError("ABORT"): what becomes of an error; here a deck may always catch it, and one that nobody catches ends the study."""
    last = ["ABORT"]

    def choose(behaviour=""):
        if behaviour not in ("", "ABORT", "EXCEPTION", "EXCEPTION+VALID", "INIT"):
            raise ValueError(f"an error ends in ABORT or EXCEPTION, not in {behaviour}")
        before, last[0] = last[0], behaviour or last[0]
        return before

    return choose


@SERVED.register("code_aster.Messages.MessageLog")
def message_log(study):
    """MessageLog.get_info_alarm(): (name, how often, 0) of each warning that is known by its name."""

    class MessageLog:
        @staticmethod
        def get_info_alarm(only_ignored=False):
            """None of them is ever ignored."""
            return [] if only_ignored else [(name, count, 0) for name, count in study.alarms.items()]

    return MessageLog
