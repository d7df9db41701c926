"""MACRO_EXPANS: a measurement on few sensors, expanded onto a basis of a model, and what the sensors would see of that (u4.90.02)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.expansion import MEASURED, RESOLUTION
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.catalogue.types import kind_of

CHOICE = {word: SIMP("f", typ="I", max="**", validators=(no_repeat,)) for word in ("NUME_MODE", "NUME_ORDRE")}
PARAMETERS = {"mode_meca": ("FREQ", "AMOR_REDUIT", "MASS_GENE"), "dyna_harmo": ("FREQ",)}


def _made(args):
    measured = kind_of(args.MODELE_MESURE.get("MESURE"))
    own = "mode_meca" if measured == "mode_meca" else "dyna_harmo"
    kinds = {"RESU_NX": "mode_meca", "RESU_EX": own, "RESU_ET": own, "RESU_RD": own}
    return [(args[word], kind) for word, kind in kinds.items() if args.get(word) is not None]


@operator(
    "MACRO_EXPANS",
    creates=_made,
    keywords=dict(
        MODELE_CALCUL=FACT("o", rules=EXCLUS(*CHOICE), MODELE=SIMP("o", typ="modele_sdaster"), BASE=SIMP("o", typ="mode_meca"), **CHOICE),
        MODELE_MESURE=FACT(
            "o",
            rules=EXCLUS(*CHOICE),
            MODELE=SIMP("o", typ="modele_sdaster"),
            MESURE=SIMP("o", typ=tuple(PARAMETERS)),
            NOM_CHAM=SIMP("f", defaut="DEPL", into=MEASURED),
            **CHOICE,
        ),
        NUME_DDL=SIMP("f", typ="nume_ddl_sdaster"),
        RESU_NX=SIMP("f", typ="CO"),
        RESU_EX=SIMP("f", typ="CO"),
        RESU_ET=SIMP("f", typ="CO"),
        RESU_RD=SIMP("f", typ="CO"),
        RESOLUTION=RESOLUTION,
    ),
)
def macro_expans(args, context):
    """By the commands that this one stands for: PROJ_MESU_MODAL, REST_GENE_PHYS, PROJ_CHAMP."""
    there, here = args.MODELE_CALCUL, args.MODELE_MESURE
    basis = _chosen(args, context, there, there.BASE, "RESU_NX")
    measured = _chosen(args, context, here, here.MESURE, "RESU_EX")
    name, parameters = here.NOM_CHAM, PARAMETERS[here.MESURE.kind]
    words = ("METHODE", "EPS", "REGUL", "COEF_PONDER", "COEF_PONDER_F")
    solution = None if args.RESOLUTION is None else {word: args.RESOLUTION.get(word) for word in words}
    coordinates = context.run(
        "PROJ_MESU_MODAL",
        MODELE_CALCUL=dict(BASE=basis, MODELE=there.MODELE),
        MODELE_MESURE=dict(MESURE=measured, MODELE=here.MODELE, NOM_CHAM=name),
        RESOLUTION=solution and {word: value for word, value in solution.items() if value is not None},
        NOM_PARA=parameters,
    )
    whole = context.run("REST_GENE_PHYS", RESU_GENE=coordinates, TOUT_ORDRE="OUI", NOM_CHAM=name)
    if args.RESU_ET is not None:
        context.create(args.RESU_ET, whole)
    if args.RESU_RD is None:
        args.mark_read("NUME_DDL")
        return
    seen = context.run(
        "PROJ_CHAMP",
        METHODE="COLLOCATION",
        RESULTAT=whole,
        MODELE_1=there.MODELE,
        MODELE_2=here.MODELE,
        NOM_CHAM=name,
        TOUT_ORDRE="OUI",
        NUME_DDL=args.NUME_DDL,
        VIS_A_VIS=dict(TOUT_1="OUI", TOUT_2="OUI"),
        NOM_PARA=parameters,
    )
    context.create(args.RESU_RD, seen)


def _chosen(args, context, level, modes, word):
    """The modes that NUME_MODE or NUME_ORDRE tell; all of them, and no concept of their own, without."""
    told = next((choice for choice in CHOICE if level[choice] is not None), None)
    if told is None or modes.kind != "mode_meca":
        if args[word] is not None:
            raise args.wrong(word, f"{word} is for modes that NUME_MODE or NUME_ORDRE choose")
        return modes
    found = context.run("EXTR_MODE", FILTRE_MODE={"MODE": modes, told: list(level[told])})
    if args[word] is not None:
        context.create(args[word], found)
    return found
