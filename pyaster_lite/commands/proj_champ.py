"""PROJ_CHAMP: fields and results taken over from one mesh to another one (u4.72.05)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import field_names, order_words, precision
from pyaster_lite.catalogue.conditions import absent, equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed, Values
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._located_nodes import correspondence, mesh_of
from pyaster_lite.commands._located_points import taken_at_points
from pyaster_lite.commands._located_sub_points import at_sub_points
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.commands._point_clouds import METHODS, Clouds
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.dofs import Dofs

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")
_ORDERS = {word: simple for word, simple in order_words().items() if word not in ("ANGLE", "NOM_CAS")}
_KEPT = {"evol": ("INST",), "dyna_trans": ("INST",), "dyna_harmo": ("FREQ",), "mode_meca": ("FREQ", "NUME_MODE"), "fourier": ("NUME_MODE",)}
"""Parameters that go along, by how the type of the result begins."""


def _moves():
    return {word: SIMP("f", typ=FUNCTION, min=2, max=3) for word in ("TRANSF_GEOM_1", "TRANSF_GEOM_2")}


def _sides():
    kinds = {"MODELE": "modele_sdaster", "MAILLAGE": "maillage_sdaster"}
    names = {f"{word}_{side}": SIMP("f", typ=kind) for word, kind in kinds.items() for side in "12"}
    return dict(
        **names,
        VIS_A_VIS=FACT(
            "f",
            max="**",
            rules=(
                AU_MOINS_UN("TOUT_1", "GROUP_MA_1", "MAILLE_1", "GROUP_NO_1", "NOEUD_1"),
                AU_MOINS_UN("TOUT_2", "GROUP_MA_2", "GROUP_NO_2", "NOEUD_2"),
            ),
            **{f"TOUT_{side}": SIMP("f", into=("OUI",)) for side in "12"},
            **{f"GROUP_MA_{side}": SIMP("f", typ="grma", max="**", validators=(no_repeat,)) for side in "12"},
            MAILLE_1=SIMP("f", typ="ma", max="**", validators=(no_repeat,)),
            **{f"GROUP_NO_{side}": SIMP("f", typ="grno", max="**", validators=(no_repeat,)) for side in "12"},
            **{f"NOEUD_{side}": SIMP("f", typ="no", max="**", validators=(no_repeat,)) for side in "12"},
            CAS_FIGURE=SIMP("f", into=("2D", "3D", "2.5D", "1.5D", "0D")),
            **_moves(),
            b_0D=BLOC(equal("CAS_FIGURE", "0D"), DISTANCE_0D=SIMP("o", typ="R", val_min=0.0)),
        ),
    )


def _by_cells():
    return dict(
        CAS_FIGURE=SIMP("f", into=("2D", "3D", "2.5D", "1.5D")),
        DISTANCE_MAX=SIMP("f", typ="R"),
        DISTANCE_ALARME=SIMP("f", typ="R"),
        **_moves(),
        ALARME=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
    )


def _fields():
    return dict(
        rules=UN_PARMI("RESULTAT", "CHAM_GD"),
        RESULTAT=SIMP("f", typ="resultat_sdaster"),
        CHAM_GD=SIMP("f", typ=("cham_no_sdaster", "cham_elem")),
        TYPE_CHAM=SIMP("f", into=("NOEU",)),
        PROL_VALE=SIMP("f", typ="R"),
        b_resultat=BLOC(
            present("RESULTAT"),
            rules=(EXCLUS("TOUT_ORDRE", *_ORDERS), EXCLUS("TOUT_CHAM", "NOM_CHAM")),
            NOM_PARA=SIMP("f", max="**"),
            TOUT_CHAM=SIMP("f", into=("OUI",)),
            NOM_CHAM=SIMP("f", max="**", into=field_names, validators=(no_repeat,)),
            NUME_DDL=SIMP("f", typ="nume_ddl_sdaster"),
            TOUT_ORDRE=SIMP("f", into=("OUI",)),
            **_ORDERS,
            **precision(),
        ),
    )


def _produced(values):
    if not values.get("RESULTAT") and not values.get("CHAM_GD"):
        return "corresp_2_mailla"
    kind = kind_of(values.get("RESULTAT") or values.get("CHAM_GD"))
    if values.get("METHODE") == "SOUS_POINT" and not values.get("RESULTAT"):
        return "cham_elem"
    return "cham_no_sdaster" if kind == "cham_elem" and values.get("TYPE_CHAM") == "NOEU" else kind


_SIDED = (UN_PARMI("MODELE_1", "MAILLAGE_1"), UN_PARMI("MODELE_2", "MAILLAGE_2"))


@operator(
    "PROJ_CHAMP",
    legacy=(
        Renamed("PROL_ZERO", "PROL_VALE", {"OUI": 0.0}.get, still=True),
        Values("METHODE", (("ELEM", "COLLOCATION"),), "10.2.6"),
        Values("METHODE", (("COLOCATION", "COLLOCATION"),), "10.3.1"),
    ),
    produces=_produced,
    reuse="RESULTAT",
    keywords=dict(
        PROJECTION=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        MATR_PROJECTION=SIMP("f", typ="corresp_2_mailla"),
        b_1_et_2=BLOC(
            equal("PROJECTION", "OUI") & absent("MATR_PROJECTION"),
            **(_fields() | {"rules": (UN_PARMI("RESULTAT", "CHAM_GD"), *_SIDED)}),
            **_sides(),
            METHODE=SIMP("f", into=("AUTO", "COLLOCATION", "ECLA_PG", "SOUS_POINT", *METHODS), defaut="AUTO"),
            b_nuage=BLOC(is_in("METHODE", *METHODS), CHAM_NO_REFE=SIMP("o", typ="cham_no_sdaster")),
            b_sous_point=BLOC(equal("METHODE", "SOUS_POINT"), CARA_ELEM=SIMP("o", typ="cara_elem")),
            **_by_cells(),
        ),
        b_1=BLOC(
            equal("PROJECTION", "NON"),
            rules=_SIDED,
            **_sides(),
            METHODE=SIMP("f", into=("COLLOCATION",), defaut="COLLOCATION"),
            **_by_cells(),
        ),
        b_2=BLOC(present("MATR_PROJECTION"), **_fields(), MODELE_2=SIMP("f", typ="modele_sdaster")),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def proj_champ(args, context):
    """Find the nodes of the second mesh in the first one, then take fields over, unless the first step is all that is asked."""
    args.mark_read("PROJECTION", "METHODE", "ALARME")
    if args.get("METHODE") == "SOUS_POINT":
        return at_sub_points(args, context)
    if args.get("METHODE") == "ECLA_PG" and args.RESULTAT is not None:
        return _result_at_points(args, context)
    if args.get("METHODE") == "ECLA_PG" or (args.get("METHODE") == "AUTO" and getattr(args.CHAM_GD, "location", None) == "ELGA"):
        if getattr(args.CHAM_GD, "location", None) != "ELGA":
            raise args.wrong("METHODE", "ECLA_PG takes over fields at points of integration")
        return taken_at_points(args, context, "CHAM_GD", [args.CHAM_GD])[0]
    if args.MATR_PROJECTION is not None:
        found, model = args.MATR_PROJECTION, args.MODELE_2
    else:
        found = Clouds(args) if args.get("METHODE") in METHODS else correspondence(args, context)
        model = args.get("MODELE_2")
    if args.PROJECTION == "NON":
        return found
    source = args.RESULTAT if args.RESULTAT is not None else args.CHAM_GD
    word = "RESULTAT" if args.RESULTAT is not None else "CHAM_GD"
    if source.mesh is not found.source:
        raise args.wrong(word, f"{source.name} is on another mesh than the one to project from")
    if model is not None and mesh_of(model) is not found.target:
        raise args.wrong("MODELE_2", f"{model.name} is on another mesh than the one to project on")
    if word == "CHAM_GD":
        return _field(args, word, source, found, model)
    return _result(args, context, source, found, model)


def _field(args, word, field, found, model):
    """One field taken over; raises Refused for one that cannot be."""
    if not isinstance(field, NodeField):
        if field.location == "ELGA":
            raise args.not_yet(word, "fields at points of integration are not taken over yet")
        if field.location == "CART" or field.sub > 1:
            raise args.wrong(word, f"a field {field.location} with {field.sub} values at a point is not taken over")
        if model is None and args.TYPE_CHAM != "NOEU":
            raise args.wrong(word, "a field at elements needs MODELE_2")
    return found.of(field, model, args.PROL_VALE, args.TYPE_CHAM == "NOEU")


def _result(args, context, source, found, model):
    """The fields of a result at the storage orders that are meant; those at points or charts are passed over, as in code_aster."""
    orders = output_orders(args, source, context)
    args.mark_read("TOUT_ORDRE", "TOUT_CHAM", "CRITERE", "PRECISION")
    names = args.NOM_CHAM or source.field_names()
    made = context.reused or _empty(args, source, found, model)
    parameters = next((words for start, words in _KEPT.items() if source.kind.startswith(start)), ()) + tuple(args.NOM_PARA or ())
    stored = 0
    for order in orders:
        kept = {word: source.parameter(word, order) for word in parameters if source.parameter(word, order) is not None}
        for name in names:
            if not source.has_field(name, order):
                continue
            field = source.field(name, order)
            if not isinstance(field, NodeField) and (field.location in ("ELGA", "CART") or field.sub > 1 or not field.components):
                continue
            if not isinstance(field, NodeField) and model is None and args.NOM_CHAM is None and args.TYPE_CHAM is None:
                continue
            _store(made, order, kept, name, _on_numbers(args, _field(args, "NOM_CHAM", field, found, model)))
            stored += 1
    if not stored:
        raise args.wrong("NOM_CHAM", f"{source.name} has no field that can be taken over at these storage orders")
    return made


def _result_at_points(args, context):
    """The fields ELGA of a result that NOM_CHAM names, on the points of integration of MODELE_2."""
    source = args.RESULTAT
    if not args.NOM_CHAM:
        raise args.wrong("METHODE", "ECLA_PG takes over the fields of a result that NOM_CHAM names")
    orders = output_orders(args, source, context)
    args.mark_read("TOUT_ORDRE", "CRITERE", "PRECISION")
    model = args.get("MODELE_2")
    made = Result(source.kind, mesh_of(model), model)
    word = "INST" if source.parameter("INST", orders[0]) is not None else "FREQ"
    for name in args.NOM_CHAM:
        there = [order for order in orders if source.has_field(name, order)]
        fields = [source.field(name, order) for order in there]
        if any(getattr(field, "location", None) != "ELGA" for field in fields):
            raise args.wrong("NOM_CHAM", f"{name} is no field at points of integration", item=args.NOM_CHAM.index(name))
        for order, field in zip(there, taken_at_points(args, context, "RESULTAT", fields) if fields else ()):
            made.store(order, {word: source.parameter(word, order)}, {name: field})
    if not made.orders:
        raise args.wrong("NOM_CHAM", f"{source.name} has no such field at these storage orders")
    return made


def _empty(args, source, found, model):
    if not isinstance(source, Modes):
        return Result(source.kind, found.target, model)
    if args.NUME_DDL is not None:
        dofs = args.NUME_DDL.dofs
    elif model is not None:
        dofs = model.dofs
    else:
        field = found.of_nodes(source.field("DEPL", source.orders[0]), args.PROL_VALE)
        dofs = Dofs(field.present, field.components)
    return Modes(source.kind, dofs, found.target, model)


def _on_numbers(args, field):
    """A field at nodes on the unknowns of NUME_DDL, which it must then give or PROL_VALE fill."""
    if args.NUME_DDL is None or not isinstance(field, NodeField) or not field.quantity.startswith("DEPL"):
        return field
    dofs = args.NUME_DDL.dofs
    there = ~np.isnan(dofs.at_nodes(np.zeros(dofs.size)))
    values = [field.component(n) if n in field.components else np.full(len(field.values), np.nan) for n in dofs.components]
    values = np.stack(values, axis=1)
    missing = there & np.isnan(values)
    if missing.any() and args.PROL_VALE is None:
        node, component = (int(places[0]) for places in np.nonzero(missing))
        text = f"no {dofs.components[component]} is known at the node {field.mesh.node_names[node]}, which NUME_DDL numbers"
        raise args.wrong("NUME_DDL", text, help="PROL_VALE gives the value to put there")
    values = np.where(there, np.where(missing, args.PROL_VALE or 0.0, values), np.nan)
    return NodeField(field.mesh, field.quantity, dofs.components, values)


def _store(made, order, parameters, name, field):
    if isinstance(made, Modes) and name == "DEPL":
        shape = {own: np.nan_to_num(field.component(own)) for own in field.components if own in made.dofs.components}
        vector = made.dofs.vector({own: column.real for own, column in shape.items()})
        if field.is_complex:
            vector = vector + 1j * made.dofs.vector({own: column.imag for own, column in shape.items()})
        made.store_mode(order, vector, parameters)
    else:
        made.store(order, parameters, {name: field})
