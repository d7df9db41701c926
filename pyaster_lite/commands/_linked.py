"""Numberings of linked substructures."""

from __future__ import annotations

from pyaster_lite.concepts.substructuring import LinkedSubstructures


def linked(args) -> LinkedSubstructures:
    """The substructures that NUME_DDL_GENE numbers; refused when it numbers a basis."""
    whole = args.NUME_DDL_GENE.basis
    if not isinstance(whole, LinkedSubstructures):
        raise args.wrong("NUME_DDL_GENE", f"{args.NUME_DDL_GENE.name} numbers a basis, not linked substructures")
    return whole


def part_of(args, word, whole):
    """The substructure that a keyword names."""
    part = whole.named(args[word])
    if part is None:
        names = ", ".join(one.name for one in whole.parts)
        raise args.wrong(word, f"there is no substructure {args[word]}, they are {names}")
    return part
