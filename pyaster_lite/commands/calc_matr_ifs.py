"""CALC_MATR_IFS: the matrices of an elastic and a viscous solid beside a fluid, each as though its modulus were one (u7.04.34)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP, no_repeat
from pyaster_lite.catalogue.rules import ENSEMBLE

MADE = {
    "NUME_DDL": "nume_ddl_sdaster",
    "MASS_E": "matr_asse_depl_r",
    "MASS_F": "matr_asse_depl_r",
    "RIGI_E": "matr_asse_depl_r",
    "RIGI_F": "matr_asse_depl_r",
    "RIGI_V": "matr_asse_depl_c",
    "IMPE_R": "matr_asse_depl_r",
}


@operator(
    "CALC_MATR_IFS",
    creates=lambda args: [(args[word], kind) for word, kind in MADE.items() if args.get(word) is not None],
    rules=(ENSEMBLE("GROUP_MA_VISC", "RHO_VISC", "NU_VISC"),),
    keywords=dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAR_CINE=SIMP("f", typ="char_cine_sdaster"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        **{word: SIMP("o", typ="grma", max="**", validators=(no_repeat,)) for word in ("GROUP_MA_ELAS", "GROUP_MA_FLUI")},
        GROUP_MA_VISC=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
        **{word: SIMP("o", typ="R") for word in ("RHO_ELAS", "NU_ELAS", "RHO_FLUI", "R_FLUI", "C_FLUI")},
        **{word: SIMP("f", typ="R") for word in ("RHO_VISC", "NU_VISC")},
        **{word: SIMP("o" if word == "NUME_DDL" else "f", typ="CO") for word in MADE},
    ),
)
def calc_matr_ifs(args, context):
    """Each matrix is that of materials of which the others weigh nothing, or are not stiff."""
    run, model = context.run, args.MODELE
    numbering = run("NUME_DDL", MODELE=model)
    context.create(args.NUME_DDL, numbering)
    made = {}
    for word, materials in _materials(args).items():
        field = _field(args, context, **materials)
        option = {"M": "MASS_MECA", "R": "RIGI_MECA", "I": "IMPE_MECA"}[word[0]]
        made[word] = run("CALC_MATR_ELEM", OPTION=option, MODELE=model, CHAM_MATER=field)
        if word == "RIGI_V":
            made[word] = run("CALC_MATR_ELEM", OPTION="RIGI_MECA_HYST", MODELE=model, CHAM_MATER=field, RIGI_MECA=made[word])
    held = {} if args.CHAR_CINE is None else {"CHAR_CINE": args.CHAR_CINE}
    for word, parts in made.items():
        if args[word] is None:
            continue
        if word == "RIGI_V" and args.GROUP_MA_VISC is None:
            raise args.wrong("RIGI_V", "there is no viscous solid: give GROUP_MA_VISC")
        context.create(args[word], run("ASSE_MATRICE", MATR_ELEM=parts, NUME_DDL=numbering, **held))


def _materials(args):
    """For each matrix the elasticity (modulus and density) of both solids, and the density and the speed of sound of the fluid."""
    fluid, still = (args.RHO_FLUI, args.C_FLUI), (args.RHO_FLUI, 0.0)
    slack, firm = (0.0, args.RHO_ELAS), (1.0, args.RHO_ELAS)
    viscous = args.RHO_VISC or 0.0
    return {
        "MASS_E": dict(elastic=(1.0, 1.0), viscous=(0.0, 0.0), fluid=(0.0, 0.0)),
        "MASS_F": dict(elastic=(0.0, 0.0), viscous=(0.0, viscous), fluid=fluid),
        "RIGI_F": dict(elastic=slack, viscous=(0.0, viscous), fluid=fluid),
        "RIGI_E": dict(elastic=firm, viscous=(0.0, viscous), fluid=still),
        "IMPE_R": dict(elastic=slack, viscous=(0.0, viscous), fluid=fluid),
        "RIGI_V": dict(elastic=slack, viscous=(1.0, viscous), fluid=still),
    }


def _field(args, context, elastic, viscous, fluid):
    sound = {"RHO": fluid[0], "CELE_R": fluid[1]} | ({"LONG_CARA": args.R_FLUI} if fluid[1] else {})
    groups = [(args.GROUP_MA_ELAS, _elastic(*elastic, args.NU_ELAS)), (args.GROUP_MA_FLUI, {"FLUIDE": sound})]
    if args.GROUP_MA_VISC is not None:
        groups.append((args.GROUP_MA_VISC, _elastic(*viscous, args.NU_VISC)))
    rows = [{"GROUP_MA": cells, "MATER": context.run("DEFI_MATERIAU", **words)} for cells, words in groups]
    return context.run("AFFE_MATERIAU", MAILLAGE=args.MAILLAGE, AFFE=rows)


def _elastic(modulus, density, poisson):
    return {"ELAS": {"E": modulus, "NU": poisson, "RHO": density, "AMOR_HYST": 0.0}}
