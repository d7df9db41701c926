"""Loads on the lips of cracks that the mesh does not follow (FISSURE)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.terms import ForceTerm

from ._member import at, varies


def lips_of(occurrence, model) -> dict:
    """The Lips of the cracks FISSURE by the index of the element group of their cells; raises Refused.

    Cells that several cracks meet have those of all of them, where the facets are sides of the pieces, as code_aster has it; else none.
    """
    from pyaster_lite.fe.extended.lips import Lips, LipsOfSeveral

    cracks = [_place(occurrence, item, crack, model) for item, crack in enumerate(occurrence.FISSURE)]
    found = {}
    for index, group in enumerate(model.groups):
        enriched = getattr(group.element, "enrichment", None)
        if enriched is None or hasattr(group.element, "loaded_only") or not set(cracks) & set(enriched.cracks):
            continue
        if enriched.by_pieces and enriched.tip is not None:
            raise occurrence.not_yet("FISSURE", "lips about a front are not cut in facets by DECOUPE_FACETTE='SOUS_ELEMENTS' yet")
        if len(enriched.cracks) == 1:
            lips = Lips(group.element, model.cracks[enriched.cracks[0]].tangent[group.nodes])
        elif enriched.by_pieces:
            lips = LipsOfSeveral(group.element)
        else:
            continue
        if len(lips):
            found[index] = lips
    if not found:
        raise occurrence.wrong("FISSURE", "no cell of the model has lips of this crack: the load would have no effect")
    return found


def _place(occurrence, item, crack, model):
    if crack not in model.cracks:
        raise occurrence.wrong("FISSURE", f"{crack.name} does not enrich the model", item=item, help="MODI_MODELE_XFEM enriches models")
    return model.cracks.index(crack)


def lips_term(occurrences, model, word: str, values: tuple[str, ...], force=None, stiffness=None, started=None) -> ForceTerm:
    """The term of occurrences on lips.

    force      function (lips, data of the cells, occurrence's values, read) -> (ne, nd), `read` giving a value at the points (nf, ng)
    stiffness  the same -> (ne, nd, nd): by how much what leaves the nodes grows with the unknowns
    started    the same for the unknowns that are known
    """
    placed = []
    for occurrence in occurrences:
        given = {value: occurrence[value] for value in values if value in occurrence}
        placed += [(index, lips, given) for index, lips in lips_of(occurrence, model).items()]

    def blocks(data, t, option):
        made = [None] * len(model.groups)
        for index, lips, given in placed:
            found = option(lips, data[index], given, lambda value, own=lips: at(value, t, own.points.places))
            made[index] = found if made[index] is None else made[index] + found
        return made

    constant = not any(varies(value) for _, _, given in placed for value in given.values())
    if stiffness is None:
        at_rest = lambda data, t: blocks(data, t, force)  # noqa: E731

        def on_lips(t):
            for index, lips, given in placed:
                yield index, lips, {name: at(value, t, lips.points.places) for name, value in given.items()}

        return ForceTerm(lambda data, t, unknowns: model.assembler.vector(at_rest(data, t)), constant, word, blocks=at_rest, lips=on_lips)

    def matrix(data, t, unknowns):
        return model.assembler.matrix(blocks(data, t, stiffness))

    def vector(data, t, unknowns):
        return np.zeros(model.dofs.size) if unknowns is None else -(model.assembler.matrix(blocks(data, t, started)) @ unknowns)

    return ForceTerm(vector, constant, word, True, matrix)
