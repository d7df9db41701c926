"""REST_COND_TRAN: what moves inside a substructure reduced to modes, or all of a structure of which one part is computed (u4.63.33)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import absent, present
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
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
    reuse="RESU_FINAL",
    rules=(EXCLUS("TOUT_ORDRE", "NUME_ORDRE", "INST", "LIST_INST", "TOUT_INST"), UN_PARMI("MACR_ELEM_DYNA", "BASE_MODALE")),
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_noli", "dyna_trans")),
        TYPE_RESU=SIMP("f", defaut="DYNA_TRANS", into=("DYNA_TRANS", "EVOL_NOLI")),
        MACR_ELEM_DYNA=SIMP("f", typ="macr_elem_dyna"),
        BASE_MODALE=SIMP("f", typ="mode_meca"),
        b_base_moda=BLOC(present("BASE_MODALE"), CHAM_MATER=SIMP("f", typ="cham_mater"), CARA_ELEM=SIMP("f", typ="cara_elem")),
        RESU_FINAL=SIMP("f", typ=("evol_noli", "dyna_trans")),
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
    """The vectors of the basis, by the coordinates that the unknowns of the super-cell are, or by those that the computation has kept."""
    source, macro = args.RESULTAT, args.MACR_ELEM_DYNA
    args.mark_read("CRITERE", "PRECISION", "TYPE_RESU")
    chosen = select(args, source.name, source.orders, {"INST": source.times}, args.INTERPOL == "LIN")
    times = chosen.abscissas if chosen.abscissas is not None else source.times[chosen.first]
    basis = macro.basis if macro is not None else args.BASE_MODALE
    told = _of_cell(args, source, _cell(args, source.mesh, macro)) if macro is not None else _of_course(args, source)
    model = source.model if macro is not None else basis.model
    result = context.reused or Result(_kind({"RESULTAT": source, "TYPE_RESU": args.TYPE_RESU}), basis.mesh, model, args.get("CHAM_MATER"))
    names = FIELDS if args.TOUT_CHAM is not None else args.NOM_CHAM
    first = _next(result, times)
    for place, t in enumerate(times):
        orders = [(source.orders[rows[place]], weight) for rows, weight in _weights(chosen, place)]
        fields = {name: (lambda name=name, orders=orders: _field(basis, told, name, orders)) for name in names}
        result.store(first + place, {"INST": float(t)}, fields)
    args.mark_read("CHAM_MATER", "CARA_ELEM")
    return result


def _next(result, times):
    """The order that the first field gets: as in code_aster the last one there is, or that of the same instant, is written over."""
    if not result.orders:
        return 0
    return next(iter(result.orders_at("INST", float(times[0]))), result.orders[-1])


def _cell(args, mesh, macro):
    found = [cell for cell in mesh.super_cells.values() if isinstance(cell.macro, ModalPlaces) and cell.macro.whole is macro]
    if len(found) != 1:
        count = "several super-cells are" if found else "no super-cell is"
        raise args.wrong("MACR_ELEM_DYNA", f"{count} made of {macro.name} in the mesh of {args.RESULTAT.name}")
    return found[0]


def _weights(chosen, place):
    share = chosen.share[place]
    return ((chosen.first, 1.0 - share), *(((chosen.second, share),) if share else ()))


def _of_cell(args, source, cell):
    """(name, order) -> (n,) the coordinates that unknowns of a super-cell are."""

    def told(name, order):
        if not source.has_field(name, order):
            raise args.wrong("NOM_CHAM", f"{source.name} holds no {name}")
        field = source.field(name, order)
        standing = [field.component(component)[node] for node, own in zip(cell.nodes, cell.macro.components) for component in own]
        return cell.macro.coordinates(np.array(standing))

    return told


def _of_course(args, source):
    """(name, order) -> (n,) the coordinates that a computation on modes of a larger structure has kept."""
    course = getattr(source, "modal_course", None)
    if course is None:
        raise args.wrong("BASE_MODALE", f"{source.name} was not computed on modes of a larger structure (PROJ_MODAL with MASS_GENE)")
    size = course["DEPL"].shape[1]
    if len(args.BASE_MODALE.orders) < size:
        raise args.wrong("BASE_MODALE", f"{source.name} has {size} coordinates, and {args.BASE_MODALE.name} fewer modes")

    def told(name, order):
        return course[name][abs(course["INST"] - source.parameter("INST", order)).argmin()]

    return told


def _field(basis, told, name, orders):
    total = sum(weight * told(name, order) for order, weight in orders)
    return NodeField(basis.mesh, "DEPL_R", basis.dofs.components, basis.dofs.at_nodes(basis.shapes[:, : len(total)] @ total))
