"""CALC_FORC_NONL: what shocks add to the forces of linear discretes under the displacements of a result (u4.84.21)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.comportement import comportement
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._elementary import nodal_field
from pyaster_lite.commands._laws import parts_of
from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.commands._storage_selection import access_keywords, select
from pyaster_lite.concepts.result import Result

SPACE = ("DX", "DY", "DZ")


def _chosen():
    """Storage orders; code_aster's words for instants and frequencies go with a precision of their own here."""
    words = access_keywords()
    words.pop("TOUT_INST")
    return words


@operator(
    "CALC_FORC_NONL",
    produces="dyna_trans",
    rules=EXCLUS("TOUT_ORDRE", "NUME_ORDRE", "INST", "FREQ", "NUME_MODE", "LIST_INST", "LIST_FREQ", "LIST_ORDRE"),
    keywords=dict(
        RESULTAT=SIMP("o", typ="resultat_sdaster"),
        **_chosen(),
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        COMPORTEMENT=comportement(),
    ),
)
def calc_forc_nonl(args, context):
    """A dyna_trans whose DEPL are forces: those of DIS_CHOC in space as if all had moved at once from rest, without those of the stiffness.

    As in code_aster (te0039, FONL_NOEU) discretes of two nodes act on their second node only, and other laws give nothing.
    """
    model, source = args.MODELE, args.RESULTAT
    if source.mesh is not model.mesh:
        raise args.wrong("RESULTAT", f"{source.name} does not stand on the mesh of {model.name}")
    shock = type(BEHAVIOURS["DIS_CHOC"])
    parts = [part for part in parts_of(args, model, model.data(args.CHAM_MATER, args.CARA_ELEM)) if isinstance(part.behaviour, shock)]
    parts = [part for part in parts if part.element.components[0][:3] == SPACE]
    columns = {word: source.access(word) for word in ("INST", "FREQ", "NUME_MODE") if word in source.parameters}
    chosen = select(args, source.name, source.orders, columns, False)
    result = Result("dyna_trans", model.mesh, model, args.CHAM_MATER, args.CARA_ELEM)
    for row in chosen.first:
        order = source.orders[row]
        if not source.has_field("DEPL", order):
            raise args.wrong("RESULTAT", f"{source.name} has no field DEPL at order {order}")
        moved, instant = vector_of(source.field("DEPL", order), model.dofs), float(source.parameter("INST", order) or 0.0)
        total = np.zeros(model.dofs.size)
        for part in parts:
            np.add.at(total, part.equations, _forces(part, moved[part.equations], instant))
        result.store(order, {"INST": instant}, {"DEPL": nodal_field(model, total)})
    return result


def _forces(part, moved, instant):
    """(ne, nd) of displacements (ne, nd)."""
    data, element = part.data.between(instant, instant, False), part.element
    force = element.respond(data, part.behaviour, moved, element.start(data, part.behaviour), False)[0]
    force = force - np.einsum("eij,ej->ei", element.stiffness(data), moved)
    if len(element.components) == 2:
        force[:, : len(element.components[0])] = 0.0
    return force
