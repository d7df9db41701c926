"""code_aster.Behaviours.NAME.loi: what a law's internal variables are called."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from pyaster_lite.catalogue.registry import BEHAVIOURS, SERVED


@dataclass(frozen=True)
class LawOfBehaviour:
    """A law by its RELATION."""

    nom: str

    def get_nom_vari(self) -> tuple[str, ...]:
        """The names of V1, V2, ..."""
        return tuple(BEHAVIOURS[self.nom].internal_names)

    @property
    def nb_vari(self) -> int:
        """How many variables a point has."""
        return len(self.get_nom_vari())


def loi(word: str, study) -> LawOfBehaviour:
    """The law."""
    return LawOfBehaviour(word)


for stem in BEHAVIOURS.stems:
    SERVED.add(f"code_aster.Behaviours.{stem}.loi", partial(loi, stem.upper()))
