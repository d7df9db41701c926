"""IMPR_CO writes what a concept is made of (u4.91.11)."""

from __future__ import annotations

import numpy as np
from scipy.sparse import issparse

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.base import Concept


@operator(
    "IMPR_CO",
    rules=UN_PARMI("CONCEPT", "CHAINE", "TOUT"),
    keywords=dict(
        CONCEPT=FACT(max="**", NOM=SIMP("o", typ="concept", max="**", validators=(no_repeat,))),
        CHAINE=SIMP(),
        POSITION=SIMP(typ="I", defaut=1, val_min=1),
        TOUT=SIMP(into=("OUI",)),
        UNITE=SIMP(typ="I", defaut=8, val_min=1),
        NIVEAU=SIMP(typ="I", into=(-1, 0, 1, 2), defaut=2),
        CONTENU=SIMP(into=("OUI", "NON"), defaut="OUI"),
        ATTRIBUT=SIMP(into=("OUI", "NON"), defaut="NON", advisory=True),
        BASE=SIMP(into=(" ", "G", "V", "L"), defaut="G", advisory=True),
        PERMUTATION=SIMP(into=("OUI", "NON"), advisory=True),
    ),
)
def impr_co(args, context):
    """The parts of this program's concepts, not those of code_aster's: nothing should be read from this text."""
    full = args.CONTENU == "OUI" and args.NIVEAU > 0
    named = [concept for level in args.CONCEPT for concept in level.NOM]
    if args.TOUT is not None or args.CHAINE is not None:
        # CHAINE stands in names from POSITION on
        text, place = args.CHAINE or "", args.POSITION - 1
        named = [c for c in context.concepts.values() if isinstance(c, Concept) and c.name[place:].startswith(text)]
    else:
        args.mark_read("POSITION")
    for concept in named:
        context.write(args.UNITE, "\n".join(_lines(concept, full)) + "\n")


def _lines(concept, full):
    yield f"{concept.name}: {concept.kind}"
    state = concept.saved_state() if hasattr(concept, "saved_state") else vars(concept)
    for word, held in state.items():
        if word not in ("kind", "name"):
            yield f"  {word.lstrip('_')}: {_shown(held, full)}"


def _shown(held, full):
    if isinstance(held, Concept):
        return f"{held.name or 'unnamed'} ({held.kind})"
    if issparse(held):
        return f"sparse {held.shape}, {held.nnz} values"
    if isinstance(held, np.ndarray):
        return f"{held.dtype} {held.shape}" + (f"\n{held}" if full else "")
    if isinstance(held, dict):
        return f"{len(held)} entries" + ("".join(f"\n    {key}: {_shown(value, full)}" for key, value in held.items()) if full else "")
    if isinstance(held, (list, tuple)):
        return f"{len(held)} items" + (f" {held[:10]}" if full and all(isinstance(v, (int, float, str)) for v in held[:10]) else "")
    return str(held) if held is None or isinstance(held, (bool, int, float, str)) else type(held).__name__
