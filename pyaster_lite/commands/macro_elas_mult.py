"""MACRO_ELAS_MULT: linear elastic responses to several cases of loads under the same supports (u4.51.02)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.concepts.result import Excitation, Result

LOADS = SIMP("f", typ="char_meca", max="**", validators=(no_repeat,))


def _made(args):
    return [] if args.NUME_DDL is None or kind_of(args.NUME_DDL) == "nume_ddl_sdaster" else [(args.NUME_DDL, "nume_ddl_sdaster")]


@operator(
    "MACRO_ELAS_MULT",
    produces="mult_elas",
    creates=_made,
    reuse="RESULTAT",
    rules=UN_PARMI("CHAR_MECA_GLOBAL", "LIAISON_DISCRET"),
    keywords=dict(
        RESULTAT=SIMP("f", typ="mult_elas", advisory=True),
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        NUME_DDL=SIMP("f", typ=("nume_ddl_sdaster", "CO")),
        CHAR_MECA_GLOBAL=LOADS,
        LIAISON_DISCRET=SIMP("f", into=("OUI",), advisory=True),
        CAS_CHARGE=FACT(
            "o",
            max="**",
            rules=UN_PARMI("CHAR_MECA", "VECT_ASSE"),
            NOM_CAS=SIMP("o"),
            CHAR_MECA=LOADS,
            OPTION=SIMP("f", into=("SIEF_ELGA", "SANS"), defaut="SIEF_ELGA"),
            SOUS_TITRE=SIMP("f", advisory=True),
            VECT_ASSE=SIMP("f", typ="cham_no_sdaster"),
        ),
        SOLVEUR=solveur(methods=("MULT_FRONT", "LDLT", "MUMPS")),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", advisory=True),
    ),
)
def macro_elas_mult(args, context):
    """One factorisation with the supports of CHAR_MECA_GLOBAL, one solution for each case."""
    whole = args.CHAR_MECA_GLOBAL or ()
    data = {"CHAM_MATER": args.CHAM_MATER, "CARA_ELEM": args.CARA_ELEM}
    part = context.run("CALC_MATR_ELEM", OPTION="RIGI_MECA", MODELE=args.MODELE, CHARGE=whole or None, **data)
    numbering = args.NUME_DDL
    if kind_of(numbering) != "nume_ddl_sdaster":
        made = context.run("NUME_DDL", MATR_RIGI=part)
        if numbering is not None:
            context.create(numbering, made)
        numbering = made
    stiffness = context.run("ASSE_MATRICE", MATR_ELEM=part, NUME_DDL=numbering)
    stiffness = context.run("FACTORISER", MATR_ASSE=stiffness, reuse=stiffness)
    result = context.reused or Result("mult_elas", args.MODELE.mesh, args.MODELE, args.CHAM_MATER, args.CARA_ELEM)
    for order, case in enumerate(args.CAS_CHARGE, start=max(result.orders, default=0) + 1):
        own = [*(load for load in case.CHAR_MECA or () if load not in whole), *whole]
        right = case.VECT_ASSE
        if right is None:
            forces = context.run("CALC_VECT_ELEM", OPTION="CHAR_MECA", CHARGE=own, **data)
            right = context.run("ASSE_VECTEUR", VECT_ELEM=forces, NUME_DDL=numbering)
        result.store(order, {"NOM_CAS": case.NOM_CAS}, {"DEPL": context.run("RESOUDRE", MATR=stiffness, CHAM_NO=right)})
        result.excitations += [Excitation(load, orders=(order,)) for load in own]
        if case.OPTION == "SIEF_ELGA":
            context.run("CALC_CHAMP", context.name, reuse=result, RESULTAT=result, CONTRAINTE="SIEF_ELGA", NUME_ORDRE=order)
    return result
