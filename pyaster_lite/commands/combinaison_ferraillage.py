"""COMBINAISON_FERRAILLAGE: bars for each load case by its kind of combination, and the most of them all (u4.81.43)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._reinforcement_words import METHOD, affe
from pyaster_lite.concepts.field import ElementField

_STATES = {
    "ELS_QUASIPERMANENT": ("ELS_QP", None),
    "ELS_CARACTERISTIQUE": ("ELS", None),
    "ELU_FONDAMENTAL": ("ELU", "FOND"),
    "ELU_ACCIDENTEL": ("ELU", "ACCI"),
}
"""The limit state of each kind of combination, and which partial factors it takes."""
_SAFETY = ("GAMMA_S_FOND", "GAMMA_S_ACCI", "GAMMA_C_FOND", "GAMMA_C_ACCI")
MOST, WHICH = "COMB_DIME_ACIER", "COMB_DIME_ORDRE"


@operator(
    "COMBINAISON_FERRAILLAGE",
    produces="mult_elas",
    reuse="RESULTAT",
    keywords=dict(
        CARA_ELEM=SIMP("o", typ="cara_elem"),
        RESULTAT=SIMP("o", typ="mult_elas"),
        COMBINAISON=FACT(
            "o",
            max="**",
            rules=(UN_PARMI("NOM_CAS", "NUME_ORDRE"),),
            TYPE=SIMP("o", into=tuple(_STATES)),
            NOM_CAS=SIMP("f", max="**"),
            NUME_ORDRE=SIMP("f", typ="I", max="**"),
        ),
        CODIFICATION=SIMP("f", into=("EC2", "BAEL91"), defaut="EC2"),
        **METHOD,
        UNITE_CONTRAINTE=SIMP("o", into=("MPa", "Pa")),
        b_EC2=BLOC(equal("CODIFICATION", "EC2"), AFFE=affe("EC2", _SAFETY, 1.0)),
        b_BAEL91=BLOC(equal("CODIFICATION", "BAEL91"), AFFE=affe("BAEL91", _SAFETY)),
    ),
)
def combinaison_ferraillage(args, context):
    """FERR_ELEM of each case, and in two cases more the most bars of each place and the storage order that needs them."""
    result = args.RESULTAT
    if context.reused is not result:
        raise args.wrong("RESULTAT", f"{result.name} is enriched with `reuse={result.name}` only")
    cases = _cases(args, result)
    words = {word: args[word] for word in ("CARA_ELEM", "CODIFICATION", *METHOD, "UNITE_CONTRAINTE")}
    for order, kind in cases.items():
        state, situation = _STATES[kind]
        zones = [_zone(occurrence.as_dict(), situation) for occurrence in args.AFFE]
        context.run("CALC_FERRAILLAGE", result.name, reuse=result, RESULTAT=result, NUME_ORDRE=order, TYPE_COMB=state, AFFE=zones, **words)
    most, which = _envelope([result.field("FERR_ELEM", order) for order in cases], list(cases))
    for name, field in ((MOST, most), (WHICH, which)):
        known = {case.strip(): order for order, case in result.parameters["NOM_CAS"].items()}
        if name in known:
            context.warn(args, "RESULTAT", f"the bars of the case {name} are written over")
        result.store(known.get(name, max(result.orders) + 1), {"NOM_CAS": name}, {"FERR_ELEM": field})
    return result


def _cases(args, result) -> dict[int, str]:
    """{storage order: kind of combination}, as they are named."""
    names = {case.strip(): order for order, case in result.parameters["NOM_CAS"].items()}
    cases = {}
    for level in args.COMBINAISON:
        word = "NOM_CAS" if level.NOM_CAS is not None else "NUME_ORDRE"
        for item, given in enumerate(level[word]):
            order = names.get(given) if word == "NOM_CAS" else given
            if order not in result.orders:
                raise level.wrong(word, f"{result.name} has no case {given}", item=item, known_as=f"COMBFERR_{6 + (word == 'NUME_ORDRE')}")
            if order in cases:
                raise level.wrong(word, f"the case {given} is there twice", item=item, known_as=f"COMBFERR_{5 - (word == 'NUME_ORDRE')}")
            cases[order] = level.TYPE
    return cases


def _zone(words: dict, situation: str | None) -> dict:
    """An AFFE of CALC_FERRAILLAGE with the partial factors of a situation."""
    kept = {word: value for word, value in words.items() if word not in _SAFETY}
    if situation is not None:
        kept |= {name: words.get(f"{name}_{situation}") for name in ("GAMMA_S", "GAMMA_C")}
    return {word: value for word, value in kept.items() if value is not None}


def _envelope(fields: list[ElementField], orders) -> tuple[ElementField, ElementField]:
    """The most of each component of each cell, and the first of the orders where it is."""
    most, which = [], []
    for blocks in zip(*(field.blocks for field in fields)):
        values = np.stack([block.values for block in blocks])
        most.append(replace(blocks[0], values=values.max(axis=0)))
        which.append(replace(blocks[0], values=np.array(orders, float)[values.argmax(axis=0)]))
    first = fields[0]
    return tuple(ElementField(first.mesh, first.quantity, first.location, blocks) for blocks in (most, which))
