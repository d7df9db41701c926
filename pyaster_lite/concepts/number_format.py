"""Fortran formats of numbers."""

from __future__ import annotations

import re


def python_format(fortran: str) -> str:
    """The % format of a Fortran one for real numbers: E12.5, 1PE13.6, D12.5, F8.3; twelve places where it is none."""
    number = re.search(r"([eEdDfFgG])(\d+(?:\.\d+)?)", fortran)
    if number is None:
        return "%12.5E"
    return f"%{number[2]}{'E' if number[1] in 'dD' else number[1]}"


def table_format(fortran: str) -> str:
    """As python_format for numbers in tables, where code_aster puts as many blanks before a number as stand before a P: one for 1PE12.3."""
    shift = re.search(r"(\d+)P", fortran)
    return " " * int(shift[1] if shift else 0) + python_format(fortran)
