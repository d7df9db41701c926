"""MACRO_ELAS_MULT: linear elastic responses to several cases of loads under the same supports (u4.51.02)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Values
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._elementary import anelastic_forces, brings_surroundings
from pyaster_lite.commands._harmonics import data_in_harmonic
from pyaster_lite.concepts.result import Excitation, Result

LOADS = SIMP("f", typ="char_meca", max="**", validators=(no_repeat,))


def _made(args):
    return [] if args.NUME_DDL is None or kind_of(args.NUME_DDL) == "nume_ddl_sdaster" else [(args.NUME_DDL, "nume_ddl_sdaster")]


@operator(
    "MACRO_ELAS_MULT",
    legacy=(Values("CAS_CHARGE/OPTION", (("SIEF_ELGA_DEPL", "SIEF_ELGA"),), "10.3.5"),),
    produces=lambda args: "fourier_elas" if _by_harmonics(args) else "mult_elas",
    creates=_made,
    reuse="RESULTAT",
    rules=UN_PARMI("CHAR_MECA_GLOBAL", "LIAISON_DISCRET"),
    keywords=dict(
        RESULTAT=SIMP("f", typ=("mult_elas", "fourier_elas"), advisory=True),
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        NUME_DDL=SIMP("f", typ=("nume_ddl_sdaster", "CO")),
        CHAR_MECA_GLOBAL=LOADS,
        LIAISON_DISCRET=SIMP("f", into=("OUI",), advisory=True),
        CAS_CHARGE=FACT(
            "o",
            max="**",
            rules=(UN_PARMI("CHAR_MECA", "VECT_ASSE"), UN_PARMI("NOM_CAS", "MODE_FOURIER")),
            NOM_CAS=SIMP("f"),
            MODE_FOURIER=SIMP("f", typ="I", val_min=0),
            TYPE_MODE=SIMP("f", into=("SYME", "ANTI", "TOUS"), defaut="SYME", advisory=True),
            CHAR_MECA=LOADS,
            OPTION=SIMP("f", into=("SIEF_ELGA", "SANS"), defaut="SIEF_ELGA"),
            SOUS_TITRE=SIMP("f", max="**", advisory=True),
            VECT_ASSE=SIMP("f", typ="cham_no_sdaster"),
        ),
        SOLVEUR=solveur(methods=("MULT_FRONT", "LDLT", "MUMPS")),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def macro_elas_mult(args, context):
    """One factorisation with the supports of CHAR_MECA_GLOBAL, or one for each harmonic; one solution for each case."""
    whole = args.CHAR_MECA_GLOBAL or ()
    data = {"CHAM_MATER": args.CHAM_MATER, "CARA_ELEM": args.CARA_ELEM}
    harmonics = _by_harmonics(args)
    if any((case.get("MODE_FOURIER") is not None) != harmonics for case in args.CAS_CHARGE):
        raise args.wrong("CAS_CHARGE", "either all cases are harmonics (MODE_FOURIER), or none is")
    numbering, made = args.NUME_DDL, {}

    def stiffness_of(harmonic):
        nonlocal numbering
        if harmonic not in made:
            part = context.run(
                "CALC_MATR_ELEM", OPTION="RIGI_MECA", MODELE=args.MODELE, CHARGE=whole or None, MODE_FOURIER=harmonic, **data
            )
            if kind_of(numbering) != "nume_ddl_sdaster":
                own = context.run("NUME_DDL", MATR_RIGI=part)
                if numbering is not None:
                    context.create(numbering, own)
                numbering = own
            matrix = context.run("ASSE_MATRICE", MATR_ELEM=part, NUME_DDL=numbering)
            made[harmonic] = context.run("FACTORISER", MATR_ASSE=matrix, reuse=matrix)
        return made[harmonic]

    kind = "fourier_elas" if harmonics else "mult_elas"
    result = context.reused or Result(kind, args.MODELE.mesh, args.MODELE, args.CHAM_MATER, args.CARA_ELEM)
    for order, case in enumerate(args.CAS_CHARGE, start=max(result.orders, default=0) + 1):
        own, harmonic = [*(load for load in case.CHAR_MECA or () if load not in whole), *whole], case.get("MODE_FOURIER") or 0
        stiffness, right = stiffness_of(harmonic), case.VECT_ASSE
        if right is None:
            right = _forces(args, context, own, harmonic, numbering, data)
        told = {"NUME_MODE": harmonic, "TYPE_MODE": case.TYPE_MODE} if harmonics else {"NOM_CAS": case.NOM_CAS}
        result.store(order, told, {"DEPL": context.run("RESOUDRE", MATR=stiffness, CHAM_NO=right)})
        result.excitations += [Excitation(load, orders=(order,)) for load in own]
        if case.OPTION == "SIEF_ELGA":
            context.run("CALC_CHAMP", context.name, reuse=result, RESULTAT=result, CONTRAINTE="SIEF_ELGA", NUME_ORDRE=order)
    return result


def _by_harmonics(args):
    return any(case.get("MODE_FOURIER") is not None for case in args.CAS_CHARGE or ())


def _forces(args, context, loads, harmonic, numbering, data):
    """The forces of loads, and of what the temperature strains in a harmonic."""
    vector = context.run("CALC_VECT_ELEM", OPTION="CHAR_MECA", CHARGE=loads, MODE_FOURIER=harmonic, **data)
    right = context.run("ASSE_VECTEUR", VECT_ELEM=vector, NUME_DDL=numbering)
    if brings_surroundings(context):
        return right
    model = args.MODELE
    groups = data_in_harmonic(model, model.data(args.CHAM_MATER, args.CARA_ELEM), harmonic)
    strained = anelastic_forces(model, groups)
    if strained.any():
        right.values = right.values + model.dofs.at_nodes(strained)
    return right
