"""Spectra of turbulent excitations as decks define them (spectre_sdaster)."""

from __future__ import annotations

from pyaster_lite.concepts.base import Concept


class Turbulence(Concept):
    """A spectrum by the word that defines it (SPEC_CORR_CONV_1, ...) and the values of its keywords, by name."""

    kind = "spectre_sdaster"

    def __init__(self, word: str, values: dict):
        self.word, self.values = word, dict(values)
