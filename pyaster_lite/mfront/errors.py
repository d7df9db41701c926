"""What is wrong with the text of a law, and where."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A line and a column, both counted from 1, of a file."""

    file: str
    line: int
    column: int

    def __str__(self):
        return f"{self.file}:{self.line}:{self.column}"


class MFrontError(ValueError):
    """The text cannot be made a law; `missing`: it is right, but asks for what is not there yet."""

    def __init__(self, message: str, place: Place, missing: bool = False):
        super().__init__(f"{place}: {message}")
        self.message, self.place, self.missing = message, place, missing
