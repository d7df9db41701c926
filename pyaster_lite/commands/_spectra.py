"""What the commands of cross spectra share: how a term is named, and how it is found."""

from __future__ import annotations

from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.concepts.spectrum import Spectra, node_key


def pair_words(statut: str) -> dict:
    """NUME_ORDRE_I with NUME_ORDRE_J, or nodes with components; `statut` of the second ones."""
    return {
        "NUME_ORDRE_I": SIMP("f", typ="I"),
        "NOEUD_I": SIMP("f", typ="no"),
        "b_nume_ordre_i": BLOC(present("NUME_ORDRE_I"), NUME_ORDRE_J=SIMP(statut, typ="I")),
        "b_noeud_i": BLOC(
            present("NOEUD_I"), NOEUD_J=SIMP(statut, typ="no"), NOM_CMP_I=SIMP("o"), NOM_CMP_J=SIMP(statut)
        ),
    }  # fmt: skip


def pair_of(level) -> tuple:
    """The two indices that a level names; the second is the first one when it is not given."""
    if level.get("NUME_ORDRE_I") is not None:
        return level.NUME_ORDRE_I, level.get("NUME_ORDRE_J", level.NUME_ORDRE_I)
    first = node_key(level.NOEUD_I), level.NOM_CMP_I
    return first, (node_key(level.get("NOEUD_J", level.NOEUD_I)), level.get("NOM_CMP_J", level.NOM_CMP_I))


def term_of(level, spectra: Spectra, pair, word: str):
    """S_ij; refused where it is not there."""
    try:
        return spectra.term(*pair)
    except KeyError:
        raise level.wrong(word, f"{spectra.name} has no term of {told(pair[0])} and {told(pair[1])}") from None


def told(index) -> str:
    """An index in words."""
    return " ".join(map(str, index)) if isinstance(index, tuple) else str(index)
