"""REST_COND_TRAN: what moves inside a substructure reduced to modes, from a computation in which it is a super-cell (u4.63.33)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import absent
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._storage_selection import precision, select
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.modal_cells import ModalPlaces
from pyaster_lite.concepts.result import Result

FIELDS = ("DEPL", "VITE", "ACCE")


def _kind(args):
    """dyna_trans, unless an evolution is to stay one."""
    return "evol_noli" if kind_of(args.get("RESULTAT")) == "evol_noli" and args.get("TYPE_RESU") == "EVOL_NOLI" else "dyna_trans"


@operator(
    "REST_COND_TRAN",
    produces=_kind,
    rules=(EXCLUS("TOUT_ORDRE", "NUME_ORDRE", "INST", "LIST_INST", "TOUT_INST"),),
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_noli", "dyna_trans")),
        TYPE_RESU=SIMP("f", defaut="DYNA_TRANS", into=("DYNA_TRANS", "EVOL_NOLI")),
        MACR_ELEM_DYNA=SIMP("o", typ="macr_elem_dyna"),
        TOUT_INST=SIMP("f", into=("OUI",)),
        INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        LIST_INST=SIMP("f", typ="listr8_sdaster"),
        TOUT_ORDRE=SIMP("f", into=("OUI",)),
        NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        **precision(),
        INTERPOL=SIMP("f", defaut="NON", into=("NON", "LIN")),
        TOUT_CHAM=SIMP("f", into=("OUI",)),
        b_nom_cham=BLOC(absent("TOUT_CHAM"), NOM_CHAM=SIMP("f", max=3, defaut=("ACCE",), into=FIELDS, validators=(no_repeat,))),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def rest_cond_tran(args, context):
    """The vectors of the basis, by the coordinates that the unknowns of the super-cell are."""
    source, macro = args.RESULTAT, args.MACR_ELEM_DYNA
    args.mark_read("CRITERE", "PRECISION", "TYPE_RESU")
    cell = _cell(args, source.mesh, macro)
    chosen = select(args, source.name, source.orders, {"INST": source.times}, args.INTERPOL == "LIN")
    times = chosen.abscissas if chosen.abscissas is not None else source.times[chosen.first]
    basis = macro.basis
    result = Result(_kind({"RESULTAT": source, "TYPE_RESU": args.TYPE_RESU}), basis.mesh, source.model, source.material_field)
    names = FIELDS if args.TOUT_CHAM is not None else args.NOM_CHAM
    for name in names:
        if not source.has_field(name, source.orders[chosen.first[0]]):
            raise args.wrong("NOM_CHAM", f"{source.name} holds no {name}")
    for place, t in enumerate(times):
        orders = [(source.orders[rows[place]], weight) for rows, weight in _weights(chosen, place)]
        fields = {name: (lambda name=name, orders=orders: _inside(cell, basis, source, name, orders)) for name in names}
        result.store(place, {"INST": float(t)}, fields)
    return result


def _cell(args, mesh, macro):
    found = [cell for cell in mesh.super_cells.values() if isinstance(cell.macro, ModalPlaces) and cell.macro.whole is macro]
    if len(found) != 1:
        count = "several super-cells are" if found else "no super-cell is"
        raise args.wrong("MACR_ELEM_DYNA", f"{count} made of {macro.name} in the mesh of {args.RESULTAT.name}")
    return found[0]


def _weights(chosen, place):
    share = chosen.share[place]
    return ((chosen.first, 1.0 - share), *(((chosen.second, share),) if share else ()))


def _inside(cell, basis, source, name, orders):
    total = 0.0
    for order, weight in orders:
        field = source.field(name, order)
        standing = [field.component(component)[node] for node, own in zip(cell.nodes, cell.macro.components) for component in own]
        total = total + weight * cell.macro.coordinates(np.array(standing))
    return NodeField(basis.mesh, "DEPL_R", basis.dofs.components, basis.dofs.at_nodes(basis.shapes @ total))
