"""What is done with fields of real numbers only."""

from __future__ import annotations


def refuse_complex(occurrence, word, field, what: str):
    """Raise Refused at a word for a complex field; `what` says who needs real ones ("norms are")."""
    if field.is_complex:
        raise occurrence.wrong(word, f"{what} of real fields: CREA_CHAMP/C2R takes a part of a complex one")
