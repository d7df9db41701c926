"""DEFI_MODELE_GENE: substructures linked by their interfaces (u4.65.02, r4.06.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.substructures import coincidence, links, substructures
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.legacy import Given
from pyaster_lite.commands._interface_links import conditions_of
from pyaster_lite.concepts.substructuring import LinkedSubstructures, Substructure
from pyaster_lite.fe.substructures import placed, shown


@operator(
    "DEFI_MODELE_GENE",
    produces="modele_gene",
    legacy=tuple(Given(f"SOUS_STRUC/{word}", (0.0, 0.0, 0.0)) for word in ("ANGL_NAUT", "TRANS")),
    keywords=dict(
        SOUS_STRUC=substructures("o"),
        LIAISON=links(),
        VERIF=coincidence("f", max="**"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_modele_gene(args, context):
    """The substructures in the order of the deck, and the conditions of every link."""
    parts: list[Substructure] = []
    for level in args.SOUS_STRUC:
        if any(part.name == level.NOM for part in parts):
            raise level.wrong("NOM", f"there is a substructure {level.NOM} already")
        if level.MACR_ELEM_DYNA.basis.interfaces is None:
            raise level.wrong("MACR_ELEM_DYNA", f"the basis of {level.MACR_ELEM_DYNA.name} knows no interface (INTERF_DYNA)")
        angles = _three(level, "ANGL_NAUT")
        parts.append(Substructure(level.NOM, level.MACR_ELEM_DYNA, placed(angles), _three(level, "TRANS"), shown(angles)))
    whole = LinkedSubstructures(parts, np.zeros((0, 0)))
    check = args.VERIF[0] if args.VERIF else None
    rows = [conditions_of(level, context, whole, check) for level in args.LIAISON]
    whole.conditions = np.concatenate(rows)
    whole.pairs = [(level.SOUS_STRUC_1, level.INTERFACE_1, level.SOUS_STRUC_2, level.INTERFACE_2) for level in args.LIAISON]
    whole.masters = [int(level.OPTION == "REDUIT" and level.get("GROUP_MA_MAIT_2") is not None) for level in args.LIAISON]
    return whole


def _three(level, word):
    values = np.zeros(3)
    values[: len(level[word])] = level[word]
    return values
