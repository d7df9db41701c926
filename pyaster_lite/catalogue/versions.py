"""Versions of code_aster, in which words and defaults have their time."""

from __future__ import annotations

import math
import re


def version(text: str) -> tuple[int, ...]:
    """The numbers of "10.3" or "15.1.11"; "15.2.17+" comes right after 15.2.17. Raises ValueError for anything else."""
    match = re.fullmatch(r"(\d+(?:\.\d+)*)(\+?)", text.strip())
    if match is None:
        raise ValueError(f"{text!r} is no version such as 15.1 or 10.3.21")
    return (*(int(number) for number in match.group(1).split(".")), *((0,) if match.group(2) else ()))


def latest(text: str) -> tuple[float, ...]:
    """The last version of the line that a user names: 15.1 is all of 15.1.0 to 15.1.23. Raises ValueError as `version`."""
    return (*version(text), math.inf)
