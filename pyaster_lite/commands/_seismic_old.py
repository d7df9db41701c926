"""COMB_SISM_MODAL as it was written up to version 15, where all supports move together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.legacy import Renamed, Told, new_argument, occurrences
from pyaster_lite.catalogue.types import is_unknown

LAST = "15.2.17+"
AXES = ("X", "Y", "Z")
LOWERED = "OUI_AVANT_16"
"""CORR_FREQ='OUI' of these versions: spectra are read at the lower frequency of the damped motion, and not lowered themselves (asexc1)."""
_LEAST = 1e-3
"""A component of a direction below this share is none (asexc1)."""


@dataclass(frozen=True)
class Spectra:
    """EXCIT gave a spectrum by a direction in space, one for three of them, or three: SPECTRE has one for each axis today."""

    last: str = LAST

    def apply(self, factor) -> list[Told]:
        """Spread the occurrences over the axes; those of supports that move on their own stay as they are."""
        argument = factor.arguments.get("EXCIT")
        if argument is None or "MULTI_APPUI" in factor.arguments or not occurrences(factor, "EXCIT"):
            return []
        corrected = factor.arguments.pop("CORR_FREQ", None)
        if corrected is not None and corrected.value == "OUI":
            corrected.value = LOWERED
        made = []
        for holder in occurrences(factor, "EXCIT"):
            for axis, words in _by_axis(holder.arguments):
                one = type(holder)(holder.span)
                one.arguments = {"LIST_AXE": new_argument("LIST_AXE", axis, holder)}
                one.arguments |= {word: new_argument(word, value, holder) for word, value in words.items()}
                one.arguments |= {"NATURE": holder.arguments["NATURE"]} if "NATURE" in holder.arguments else {}
                one.arguments |= {"CORR_FREQ": corrected} if corrected is not None else {}
                one.partial = holder.partial or words.get("SPEC_OSCI") is None
                made.append(one)
        del factor.arguments["EXCIT"]
        argument.name, argument.value = "SPECTRE", made
        factor.arguments["SPECTRE"] = argument
        axes = tuple(axis for axis in AXES if any(one.arguments["LIST_AXE"].value == axis for one in made))
        wanted = [{"TYPE": "VALE_TOTA"}] if "COMB_DIRECTION" in factor.arguments else []
        # results come in the order of this list turned round: directions first, as they did
        wanted.append({"TYPE": "VALE_DIRE", "LIST_AXE": axes})
        levels = [type(factor).from_values(words, factor.span) for words in wanted]
        factor.arguments.setdefault("TYPE_RESU", new_argument("TYPE_RESU", levels, factor))
        return [Told(argument.name_span, "EXCIT is now SPECTRE with LIST_AXE", self.last)]


def _by_axis(arguments):
    """The axes of an occurrence, each with its SPEC_OSCI and ECHELLE; SPEC_OSCI None where only the run knows."""

    def given(word):
        return arguments[word].value if word in arguments else None

    spectra, scale = given("SPEC_OSCI"), given("ECHELLE")
    direction = next((given(word) for word in ("AXE", "TRI_AXE") if word in arguments), None)
    for rank, axis in enumerate(AXES):
        words = {}
        if direction is None:
            words["SPEC_OSCI"] = spectra[rank] if isinstance(spectra, (list, tuple)) and len(spectra) == 3 else None
            share = scale[rank] if isinstance(scale, (list, tuple)) and len(scale) == 3 else scale
        elif is_unknown(direction) or any(map(is_unknown, direction)) or is_unknown(scale):
            words["SPEC_OSCI"], share = None, None
        else:
            shares = np.asarray(direction, float)
            shares = shares / np.linalg.norm(shares) if "AXE" in arguments else shares
            if abs(shares[rank]) <= _LEAST:
                continue
            words["SPEC_OSCI"], share = spectra, float(shares[rank]) * (1.0 if scale is None else scale)
        words |= {"ECHELLE": share} if share is not None else {}
        yield axis, {word: value for word, value in words.items() if value is not None}


@dataclass(frozen=True)
class PseudoModes:
    """MODE_CORR held the modes that correct the response: it is 'OUI' beside PSEUDO_MODE today."""

    last: str = LAST

    def apply(self, factor) -> list[Told]:
        """Say both."""
        argument = factor.arguments.get("MODE_CORR")
        if argument is None or isinstance(argument.value, str):
            return []
        factor.arguments["MODE_CORR"] = new_argument("MODE_CORR", "OUI", factor)
        argument.name = "PSEUDO_MODE"
        factor.arguments["PSEUDO_MODE"] = argument
        return [Told(argument.name_span, "MODE_CORR is now PSEUDO_MODE with MODE_CORR='OUI'", self.last)]


OLD_COMBINATION = (
    Renamed("MASS_INER", None, last=LAST),
    Renamed("IMPRESSION", None, last=LAST),
    Renamed("MONO_APPUI", None, last=LAST),
    Renamed("COMB_DIRECTION/TYPE", "COMB_DIRECTION", last=LAST),
    PseudoModes(),
    Spectra(),
)
