"""What CREA_LIB_MFRONT makes: a law in the language MFront."""

from __future__ import annotations

from pyaster_lite.concepts.base import Concept


class WrittenLaw(Concept):
    """The name of a law and the texts that describe it, (file, text) each, its own first."""

    kind = "compor_mgis"

    def __init__(self, law: str, texts):
        self.law, self.texts = law, [list(pair) for pair in texts]

    @property
    def sources(self) -> tuple[tuple[str, str], ...]:
        """The texts."""
        return tuple((file, text) for file, text in self.texts)

    def getBehaviourName(self) -> str:
        """The name of the law."""
        return self.law
