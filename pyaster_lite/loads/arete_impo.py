"""ARETE_IMPO: imposed displacements on the nodes of edges of solids, along the axes or along the edge (u4.44.01)."""

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, cells_of, wanted_nodes
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS

from ._member import DISPLACEMENTS, FLUID, POROUS, LoadKeyword
from ._relations import RowList, impose_along, impose_component, node_normals

NAMED = (*DISPLACEMENTS, *FLUID, *POROUS)


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(AU_MOINS_UN(*NAMED, "DTAN"), *(EXCLUS("DTAN", name) for name in DISPLACEMENTS)),
        GROUP_MA=SIMP("o", typ="grma", max="**", validators=NODE_WORDS["GROUP_MA"].validators),
        **{word: EXCLUDED_NODES[word] for word in ("SANS_GROUP_MA", "SANS_GROUP_NO")},
        **{word: SIMP("f", typ=value) for word in (*NAMED, "DTAN")},
    )


def terms(occurrences, model):
    """One relation per node and imposed component; the tangent at a node is the mean of those of the edges around it."""
    rows = RowList(model)
    for occurrence in occurrences:
        nodes, cells = wanted_nodes(occurrence, model.mesh), cells_of(occurrence, model.mesh)
        if not (model.mesh.cell_dim(cells) == 1).all():
            raise occurrence.wrong("GROUP_MA", "ARETE_IMPO is for edges")
        for name in NAMED:
            if name in occurrence:
                impose_component(occurrence, model, nodes, name, rows)
        if "DTAN" in occurrence:
            try:
                tangents = node_normals(model.mesh, cells, nodes, tangent=True)
            except ValueError as flat:
                raise occurrence.wrong("GROUP_MA", str(flat)) from None
            impose_along(occurrence, model, nodes, tangents, "DTAN", DISPLACEMENTS, rows)
    return rows.term("ARETE_IMPO")


LOADS.add("ARETE_IMPO", LoadKeyword(declare, terms))
