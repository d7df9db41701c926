"""code_aster.CA.raiseAsterError, Messages: errors that a deck raises, warnings it looks at, by the name of their message."""

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


@SERVED.register("code_aster.Messages.UTMESS", "code_aster.Messages.Utmess.UTMESS", "Utilitai.Utmess.UTMESS")
def utmess(study):
    """UTMESS("F", "GENERIC_1", valk=...): F, S, E and Z stop the study unless the deck catches it, A is counted, I is told.

    The texts of messages are not known here: their name stands for them, with the values that they would hold. A letter with a
    + is the beginning of a message that the next call goes on with.
    """
    begun = []

    def message(code, idmess, valk=(), vali=(), valr=(), *_, **__):
        begun.append((code[0], idmess, [item for values in (valk, vali, valr) for item in _as_list(values)]))
        if code.endswith("+"):
            return
        parts, begun[:] = list(begun), []
        text = "; ".join(f"{name} {values}" if values else name for _, name, values in parts)
        letter, name, _ = parts[0]
        if letter == "A":
            study.warn(None, None, f"the deck warns: {text}", known_as=name)
        elif letter in "IM":
            study.say(text)
        else:
            raise Refused([Diagnostic(Severity.ERROR, "S026", f"the deck raises the error {text}", study.span)], name)

    return message


@SERVED.register("code_aster.Messages.ASSERT")
def asserted(study):
    """ASSERT(condition, message): stops the study where the condition does not hold."""

    def check(condition, message=""):
        if not condition:
            raise Refused([Diagnostic(Severity.ERROR, "S026", f"the deck's assertion fails: {message}", study.span)], "DVP_1")

    return check


def _as_list(values):
    return list(values) if isinstance(values, (list, tuple)) else [values]
