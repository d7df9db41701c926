"""What LIRE_IMPE_MISS and LIRE_FORC_MISS read: tables of a soil at the modes of an interface (u7.02.33, u7.02.34)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.io.soil_tables import read_soil_tables, read_soil_tables_binary


def words() -> dict:
    """BASE, NUME_DDL_GENE and ISSF."""
    return dict(
        BASE=SIMP("o", typ="mode_meca"),
        NUME_DDL_GENE=SIMP("o", typ="nume_ddl_gene"),
        ISSF=SIMP("f", defaut="NON", into=("NON", "OUI")),
    )


class Placed:
    """Where the coordinates of a basis stand in a table: its static modes, with a fluid in the soil (ISSF) its vibrations after them."""

    def __init__(self, basis, every: bool):
        static = np.array([basis.parameter("TYPE_MODE", order) == "MODE_STA" for order in basis.orders])
        self.coordinates = np.concatenate([np.flatnonzero(static), np.flatnonzero(~static) if every else np.empty(0, int)])
        self.size, self.count = len(basis.orders), len(self.coordinates)

    @classmethod
    def of(cls, args) -> Placed:
        """The same by BASE and ISSF of a deck; refused where nothing of a table is about the basis."""
        args.mark_read("NUME_DDL_GENE")
        placed = cls(args.BASE, args.ISSF == "OUI")
        if not placed.count:
            raise args.wrong("BASE", f"{args.BASE.name} has no static modes: nothing of the table is about it")
        return placed

    def vector(self, values) -> np.ndarray:
        """(size,) of the values (count,) of a table."""
        found = np.zeros(self.size, complex)
        found[self.coordinates] = values
        return found

    def matrix(self, values) -> np.ndarray:
        """(size, size) of those (count, count)."""
        found = np.zeros((self.size, self.size), complex)
        found[np.ix_(self.coordinates, self.coordinates)] = values
        return found


def table_of(args, context, word, needed, name=None, binary=False):
    """Frequencies (nf,) and at least `needed` terms (nt, nf) of the file of a unit, or of that name."""
    span = args.span_of(word)
    path = context.files.find(name, span) if name else context.files.path(args[word], "r", span=span)
    known, terms = read_soil_tables_binary(path) if binary else read_soil_tables(path)
    if len(terms) < needed:
        raise args.wrong(word, f"{path.name} has {len(terms)} terms, {needed} are needed")
    return known, terms
