"""What DEFI_COMPOR makes of crystals."""

from __future__ import annotations

from pyaster_lite.concepts.base import Concept


class CrystalBehaviour(Concept):
    """One crystal or an aggregate of them: the word of its RELATION, its law (behaviours.crystals), its crystal where it is one."""

    kind = "compor_sdaster"

    def __init__(self, relation: str, law, crystal=None):
        self.relation, self.law, self.crystal = relation, law, crystal
