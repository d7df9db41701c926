"""Titles that concepts get when a deck gives none (titred)."""

from __future__ import annotations

import time


def default_title(name: str) -> str:
    """The first line of code_aster's own title; what follows it on a line of its own is the type of the concept."""
    return time.strftime(f"ASTER 17.00.00 CONCEPT {name} CALCULE LE %d/%m/%Y A %H:%M:%S DE TYPE")
