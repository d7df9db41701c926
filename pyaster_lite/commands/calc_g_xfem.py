"""CALC_G_XFEM: energy release rate and stress intensity factors of a crack of level sets (u4.82.30)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.commons.field_choice import ORDERS_OR_MODES, orders_or_modes
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._calc_g.laws import RELEASING, laws_of
from pyaster_lite.commands._calc_g.level_sets import THETA, LevelSetExtension
from pyaster_lite.commands._calc_g.release import Release
from pyaster_lite.commands._output_orders import some_orders
from pyaster_lite.concepts.table import Table

_TERMS = {"CALC_G": "G_EPSI", "CALC_K_G": "K"}


@operator(
    "CALC_G_XFEM",
    produces="table_sdaster",
    creates=lambda args: [(args.CHAM_THETA, "cham_no_sdaster")] if args.get("CHAM_THETA") is not None else [],
    rules=EXCLUS(*ORDERS_OR_MODES),
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli", "dyna_trans", "mode_meca")),
        **orders_or_modes(),
        CHAM_THETA=SIMP("f", typ="CO"),
        THETA=THETA,
        EXCIT=FACT(
            "f",
            max="**",
            CHARGE=SIMP("o", typ=("char_meca", "char_cine_meca")),
            FONC_MULT=SIMP("f", typ=FUNCTION),
            TYPE_CHARGE=SIMP("f", into=("FIXE_CSTE",), defaut="FIXE_CSTE", advisory=True),
        ),
        COMPORTEMENT=FACT(
            "f",
            rules=(EXCLUS("TOUT", "GROUP_MA"),),
            RELATION=SIMP("o", into=("ELAS", *RELEASING.values())),
            DEFORMATION=SIMP("f", into=("PETIT",), defaut="PETIT"),
            TOUT=SIMP("f", into=("OUI",)),
            GROUP_MA=SIMP("f", typ="grma", max="**"),
        ),
        ETAT_INIT=FACT("f", SIGM=SIMP("o", typ=("cham_no_sdaster", "cham_elem"))),
        LISSAGE=FACT(
            "d",
            LISSAGE_THETA=SIMP("f", into=("LEGENDRE", "LAGRANGE"), defaut="LEGENDRE"),
            LISSAGE_G=SIMP("f", into=("LEGENDRE", "LAGRANGE", "LAGRANGE_NO_NO"), defaut="LEGENDRE"),
            DEGRE=SIMP("f", typ="I", into=tuple(range(8)), defaut=5),
        ),
        OPTION=SIMP("f", into=tuple(_TERMS), defaut="CALC_G"),
        b_stresses=BLOC(
            present("COMPORTEMENT") & equal("OPTION", "CALC_G"), CALCUL_CONTRAINTE=SIMP("f", into=("OUI", "NON"), defaut="OUI")
        ),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calc_g_xfem(args, context):
    """A row for each storage order and point of the front."""
    result = args.RESULTAT
    modal = result.kind.startswith("mode_meca")
    if result.model is None or args.THETA.FISSURE not in result.model.cracks:
        raise args.THETA.wrong("FISSURE", f"{args.THETA.FISSURE.name} is not a crack of the model of {result.name}")
    if modal and args.OPTION == "CALC_G":
        raise args.wrong("OPTION", "modes of vibration have stress intensity factors only: OPTION='CALC_K_G'")
    orders = some_orders(args, result, context)
    extension = LevelSetExtension(args, context)
    args.LISSAGE.mark_read("LISSAGE_THETA", "LISSAGE_G", "DEGRE")
    initial = None if args.ETAT_INIT is None else args.ETAT_INIT.SIGM
    if args.COMPORTEMENT is not None:
        _check_law(args, result)
    release = Release(args, result, extension, laws_of(args, result), initial)
    rows = [row for order in orders for row in _rows(args.OPTION, extension, release, order, modal)]
    for text in sorted(release.left_out):
        context.warn(args, "RESULTAT", text)
    if args.get("CHAM_THETA") is not None:
        context.create(args.CHAM_THETA, extension.field())
    return Table.from_rows(rows, _types(args.OPTION, extension.flat, modal), title="CALC_G_XFEM")


def _check_law(args, result):
    """The law that is named is that of the cells, and stresses are made anew; cells that GROUP_MA leaves out are elastic."""
    given = args.COMPORTEMENT
    given.mark_read("DEFORMATION", "TOUT", "GROUP_MA")
    if args.get("CALCUL_CONTRAINTE") == "NON":
        raise args.wrong("CALCUL_CONTRAINTE", "stresses at cracks of level sets are always made anew")
    known = [RELEASING.get(law.relation, law.relation) for law in getattr(result, "laws", ())] or ["ELAS"]
    other = next((word for word in known if word != given.RELATION), None)
    if other is not None:
        raise given.not_yet("RELATION", f"the cells of {result.name} obey {other}: another law than theirs is not there yet")
    if given.RELATION != "ELAS" and given.get("GROUP_MA") is not None:
        raise given.not_yet("GROUP_MA", f"{given.RELATION} for some of the cells only is not there yet", help="TOUT='OUI'")


def _rows(option, extension, release, order, modal):
    """The rows of one storage order; G alone is by radian of a front of revolution, as code_aster tells it there."""
    values = extension.along(release.terms(order, _TERMS[option]), corrected=option == "CALC_K_G")
    head = {"NUME_FOND": extension.number}
    head |= {"NUME_MODE": order} if modal else {"NUME_ORDRE": order, "INST": release.time(order)}
    for i, (point, own) in enumerate(zip(extension.points, values)):
        row = {**head, "COOR_X": point[0], "COOR_Y": point[1]}
        if not extension.flat:
            row |= {"COOR_Z": point[2], "NUM_PT": i + 1, "ABSC_CURV": extension.abscissas[i]}
        row["G"] = own[0] if option == "CALC_K_G" else own[0] * release.radius
        if option == "CALC_K_G":
            row |= {"K1": own[1], "K2": own[2], "G_IRWIN": own[4]}
            row |= {} if extension.flat else {"K3": own[3]}
        yield row


def _types(option, flat, modal):
    types = {"NUME_FOND": "I"} | ({"NUME_MODE": "I"} if modal else {"NUME_ORDRE": "I", "INST": "R"}) | {"COOR_X": "R", "COOR_Y": "R"}
    types |= {} if flat else {"COOR_Z": "R", "NUM_PT": "I", "ABSC_CURV": "R"}
    types["G"] = "R"
    factors = ("K1", "K2", "G_IRWIN", *(() if flat else ("K3",)))
    return types | (dict.fromkeys(factors, "R") if option == "CALC_K_G" else {})
