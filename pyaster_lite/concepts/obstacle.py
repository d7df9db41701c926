"""An obstacle of shock devices."""

from __future__ import annotations

from collections.abc import Callable

from pyaster_lite.concepts.base import Concept


class Obstacle(Concept):
    """An obstacle: its `type` in the deck's words, and its `shape`, which fe.obstacles describes."""

    kind = "table_fonction"

    def __init__(self, type: str, shape: Callable, angles=(), radii=()):
        self.type, self.shape, self.angles, self.radii = type, shape, tuple(angles), tuple(radii)

    @property
    def paired(self) -> bool:
        """Whether it stands between two nodes."""
        return self.type.startswith("BI_")
