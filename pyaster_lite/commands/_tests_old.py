"""TEST_* as they were written up to 11.2.17: VALE and PRECISION, with REFERENCE only telling where the value is from."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue.legacy import Renamed, Told, levels, new_argument

SUFFIXES = ("", "_R", "_I", "_C", "_K")
_LAST = "11.2.17"


@dataclass(frozen=True)
class OldTest:
    """VALE (or VALE_REFE, alone) with PRECISION, judged as VALE_CALC with TOLE_MACHINE; the pair (of the value, of the search)
    stays a pair."""

    level: str = ""
    last: str = _LAST

    def apply(self, factor) -> list[Told]:
        """Rewrite each occurrence that has VALE; a precision that was not given was 1e-3."""
        return [told for holder in levels(factor, self.level.split("/") if self.level else ()) for told in self._renew(holder)]

    def _renew(self, holder):
        words = [f"{stem}{s}" for stem in ("VALE", "VALE_REFE") for s in SUFFIXES]
        written = next((word for word in words if word in holder.arguments), None)
        if written is None or holder.partial or any(f"VALE_CALC{s}" in holder.arguments for s in SUFFIXES):
            return
        suffix = written.removeprefix("VALE").removeprefix("_REFE").replace("_R", "")
        expected = holder.arguments.pop(written)
        expected.name = f"VALE_CALC{suffix}"
        holder.arguments[expected.name] = expected
        holder.arguments.pop("REFERENCE", None)
        precision = holder.arguments.pop("PRECISION", None) or new_argument("PRECISION", 1e-3, holder)
        if "TOLE_MACHINE" not in holder.arguments and suffix != "_K":
            precision.name = "TOLE_MACHINE"
            holder.arguments["TOLE_MACHINE"] = precision
        path = f"{self.level}/" if self.level else ""
        yield Told(
            expected.name_span, f"{path}{written} is now {path}{expected.name}, PRECISION TOLE_MACHINE, without REFERENCE", self.last
        )


def old_tests(*factors: str) -> tuple:
    """The rules of a TEST_* command: of its factor keywords, or of the command itself when none is named."""
    rules = []
    for level in factors or ("",):
        path = f"{level}/" if level else ""
        rules += [
            OldTest(level),
            Renamed(f"{path}REFERENCE", f"{path}REFERENCE", known, last=_LAST),
            Renamed(f"{path}VERSION", None, last=_LAST),
        ]
    return tuple(rules)


def known(value):
    """NON_REGRESSION is no reference any more."""
    return None if value == "NON_REGRESSION" else value
