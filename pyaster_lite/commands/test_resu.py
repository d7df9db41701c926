"""TEST_RESU: values of fields and results against expected ones (u4.92.01)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.test_reference import expected_values, one_expected
from pyaster_lite.catalogue.conditions import of_kind
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._field_values import cell_of, node_of, total, value_at_cell, value_at_node
from pyaster_lite.commands._generalised_tests import generalised, parameter_row
from pyaster_lite.commands._named_variables import variable_of
from pyaster_lite.commands._storage import order_of
from pyaster_lite.commands._tests import report, search
from pyaster_lite.commands._tests_old import old_tests
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.stored import numbers_of, split

PLACES = ("NB_MAILLE", "NB_NOEUD", "NB_GROUP_MA", "NB_GROUP_NO", "NB_MA_GROUP_MA", "NB_NO_GROUP_NO")


@operator(
    "TEST_RESU",
    legacy=(Renamed("RESU/ANGL", "RESU/ANGLE", last="11.3.17"), *old_tests("RESU", "CHAM_NO", "CHAM_ELEM", "GENE", "MAILLAGE"),),
    rules=AU_MOINS_UN("CHAM_NO", "CARTE", "CHAM_ELEM", "RESU", "GENE", "OBJET", "MAILLAGE", "TEST_NAN"),
    keywords=dict(
        CHAM_NO=FACT(
            max="**",
            rules=(PRESENT_PRESENT("GROUP_NO", "NOM_CMP"), one_expected()),
            CHAM_GD=SIMP("o", typ="cham_no_sdaster"),
            GROUP_NO=SIMP(typ="grno"),
            NOM_CMP=SIMP(),
            **expected_values(),
        ),
        CARTE=FACT(
            max="**",
            rules=one_expected(),
            CHAM_GD=SIMP("o", typ="carte_sdaster"),
            GROUP_MA=SIMP("o", typ="grma"),
            NOM_CMP=SIMP("o"),
            **expected_values(many=False, kinds=False),
        ),
        CHAM_ELEM=FACT(
            max="**",
            rules=(
                EXCLUS("GROUP_NO", "POINT"),
                PRESENT_PRESENT("GROUP_NO", "NOM_CMP"),
                PRESENT_PRESENT("POINT", "NOM_CMP"),
                one_expected(),
            ),
            CHAM_GD=SIMP("o", typ="cham_elem"),
            GROUP_MA=SIMP(typ="grma", beside=("TYPE_TEST",)),
            GROUP_NO=SIMP(typ="grno"),
            POINT=SIMP(typ="I"),
            SOUS_POINT=SIMP(typ="I"),
            NOM_CMP=SIMP(),
            **expected_values(),
        ),
        RESU=FACT(
            max="**",
            rules=(
                UN_PARMI("NUME_ORDRE", "INST", "FREQ", "NUME_MODE", "NOEUD_CMP", "NOM_CAS", "ANGLE"),
                UN_PARMI("NOM_CHAM", "PARA"),
                PRESENT_ABSENT("PARA", "GROUP_MA", "GROUP_NO", "POINT", "NOM_CMP", "NOM_VARI"),
                EXCLUS("GROUP_NO", "POINT"),
                EXCLUS("NOM_CMP", "NOM_VARI"),
                one_expected(),
            ),
            RESULTAT=SIMP("o", typ="resultat_sdaster"),
            NUME_ORDRE=SIMP(typ="I"),
            INST=SIMP(typ="R"),
            FREQ=SIMP(typ="R"),
            NUME_MODE=SIMP(typ="I"),
            NOEUD_CMP=SIMP(min=2, max=2),
            NOM_CAS=SIMP(),
            ANGLE=SIMP(typ="R"),
            PARA=SIMP(),
            NOM_CHAM=SIMP(),
            NOM_CMP=SIMP(),
            NOM_VARI=SIMP(),
            GROUP_MA=SIMP(typ="grma", beside=("GROUP_NO", "TYPE_TEST")),
            GROUP_NO=SIMP(typ="grno", max="**"),
            POINT=SIMP(typ="I"),
            SOUS_POINT=SIMP(typ="I"),
            **expected_values(criteria=2),
        ),
        GENE=FACT(
            max="**",
            rules=one_expected(),
            RESU_GENE=SIMP("o", typ=("vect_asse_gene", "tran_gene", "mode_gene", "harm_gene")),
            b_vect_asse=BLOC(of_kind("RESU_GENE", "vect_asse_gene"), NUME_CMP_GENE=SIMP("o", typ="I")),
            b_mode=BLOC(
                of_kind("RESU_GENE", "mode_gene"),
                rules=(
                    UN_PARMI("NUME_ORDRE", "FREQ", "NUME_MODE"),
                    UN_PARMI("NOM_CHAM", "PARA"),
                    PRESENT_PRESENT("NOM_CHAM", "NUME_CMP_GENE"),
                ),
                NOM_CHAM=SIMP(),
                NUME_CMP_GENE=SIMP(typ="I"),
                PARA=SIMP(),
                NUME_ORDRE=SIMP(typ="I"),
                NUME_MODE=SIMP(typ="I"),
                FREQ=SIMP(typ="R"),
            ),
            b_harm=BLOC(
                of_kind("RESU_GENE", "harm_gene"),
                rules=UN_PARMI("NUME_ORDRE", "FREQ"),
                NOM_CHAM=SIMP("o", into=("DEPL", "VITE", "ACCE")),
                NUME_CMP_GENE=SIMP("o", typ="I"),
                NUME_ORDRE=SIMP(typ="I"),
                FREQ=SIMP(typ="R"),
            ),
            b_tran=BLOC(
                of_kind("RESU_GENE", "tran_gene"),
                rules=UN_PARMI("NUME_ORDRE", "INST"),
                NOM_CHAM=SIMP("o", into=("DEPL", "VITE", "ACCE")),
                NUME_CMP_GENE=SIMP("o", typ="I"),
                NUME_ORDRE=SIMP(typ="I"),
                INST=SIMP(typ="R"),
            ),
            **expected_values(kinds=False, criteria=2),
        ),
        OBJET=FACT(
            max="**",
            rules=one_expected(("", "_I")),
            NOM=SIMP("o"),
            **expected_values(suffixes=("", "_I"), many=False, kinds=False),
        ),
        MAILLAGE=FACT(
            max="**",
            rules=one_expected(("", "_I")),
            MAILLAGE=SIMP("o", typ="maillage_sdaster"),
            CARA=SIMP("o", into=PLACES),
            NOM_GROUP_MA=SIMP(typ="grma"),
            NOM_GROUP_NO=SIMP(typ="grno"),
            **expected_values(suffixes=("", "_I"), many=False, kinds=False),
        ),
        TEST_NAN=SIMP(into=("OUI", "NON"), advisory=True),
    ),
)
def test_resu(args, context):
    """One row for each VALE_CALC and each VALE_REFE."""
    for occurrence in args.MAILLAGE:
        _mesh(occurrence, context)
    for word in ("CHAM_NO", "CARTE", "CHAM_ELEM"):
        for occurrence in args[word]:
            field = occurrence.CHAM_GD
            _field(occurrence, context, field, concept=field.name, quantity=field.quantity)
    for occurrence in args.RESU:
        _result(occurrence, context)
    for occurrence in args.GENE:
        generalised(occurrence, context)
    for occurrence in args.OBJET:
        _stored(occurrence, context)


def _stored(args, context):
    """The sum of the numbers that code_aster keeps in memory under a name."""
    called, part = split(args.NOM)
    concept = context.called(called)
    if concept is None:
        raise args.wrong("NOM", f"nothing is called {called}")
    numbers = numbers_of(concept, part)
    if numbers is None:
        raise args.not_yet("NOM", f"{part} of a {concept.kind} has no counterpart here yet")
    if ("VALE_CALC_I" in args) != (numbers.dtype.kind in "bi"):
        kind = "integers" if numbers.dtype.kind in "bi" else "real numbers"
        raise args.wrong("NOM", f"{part} of {concept.name} holds {kind}")
    report(args, context, numbers.sum().item(), command="TEST_RESU", concept=concept.name, quantity=part, place="sum")


def _result(args, context):
    result = args.RESULTAT
    order, access = order_of(args, result, *search(args))
    if "PARA" in args:
        parameter_row(args, context, result, order, access)
        return
    name = args.NOM_CHAM
    if not result.has_field(name, order):
        known = ", ".join(result.field_names())
        raise args.wrong("NOM_CHAM", f"{result.name} has no field {name} at {access}", help=f"it has {known}" if known else None)
    field = variable_of(args, result, result.field(name, order))
    _field(args, context, field, concept=result.name, quantity=name, access=access, instant=result.parameter("INST", order))


def _field(args, context, field, **words):
    mesh = field.mesh
    component = args.NOM_CMP or args.get("NOM_VARI") or ""
    if "TYPE_TEST" in args:
        for word in (word for word in ("GROUP_MA", "GROUP_NO") if args.get(word) is not None):
            context.warn(args, word, f"TYPE_TEST looks at the whole field: {word} says nothing beside it")
            args.mark_read(word)
        computed, place = total(args, field), args.TYPE_TEST
    elif isinstance(field, NodeField):
        if "GROUP_NO" not in args:
            raise args.wrong(None, f"{args.path} needs GROUP_NO or TYPE_TEST for a field at nodes")
        if args.get("POINT") is not None:
            raise args.wrong("POINT", "a field at nodes has no POINT")
        args.mark_read(*(word for word in ("GROUP_MA", "MAILLE", "SOUS_POINT") if word in args))
        node, place = node_of(args, mesh)
        computed = value_at_node(args, field, node, place)
    else:
        if "GROUP_MA" not in args:
            raise args.wrong(None, f"{args.path} needs GROUP_MA or TYPE_TEST for a field at elements")
        cell, place = cell_of(args, mesh)
        computed, place = value_at_cell(args, field, mesh, cell, place, context.warn)
    named = args.get("GROUP_NO") if isinstance(field, NodeField) else args.get("GROUP_MA")
    group = named[0] if isinstance(named, tuple) else named or ""
    report(args, context, computed, command="TEST_RESU", component=component, place=place, group=group, **words)


def _counted(groups, name):
    """How many members a group has: code_aster counts the room that it keeps for them, one for a group of none."""
    return max(len(groups[name]), 1) if name in groups else 0


def _mesh(args, context):
    mesh = args.MAILLAGE
    counts = {
        "NB_MAILLE": lambda: mesh.n_cells,
        "NB_NOEUD": lambda: mesh.n_nodes,
        "NB_GROUP_MA": lambda: len(mesh.cell_groups),
        "NB_GROUP_NO": lambda: len(mesh.node_groups),
        "NB_MA_GROUP_MA": lambda: _counted(mesh.cell_groups, args.NOM_GROUP_MA),
        "NB_NO_GROUP_NO": lambda: _counted(mesh.node_groups, args.NOM_GROUP_NO),
    }
    place = args.NOM_GROUP_MA or args.NOM_GROUP_NO or ""
    report(args, context, counts[args.CARA](), command="TEST_RESU", concept=mesh.name, quantity=args.CARA, place=place)
