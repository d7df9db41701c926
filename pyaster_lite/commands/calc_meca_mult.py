"""CALC_MECA_MULT: the same structure under several evolutions of temperature, each a case of its own."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.newton import convergence, newton
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import of_kind
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.concepts.results_by_name import ResultsByName


@operator(
    "CALC_MECA_MULT",
    produces="evol_noli_dict",
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        CHAR_MECA_GLOBAL=SIMP("o", typ=("char_meca", "char_cine_meca")),
        LIST_INST=SIMP("f", typ=("listr8_sdaster", "list_inst")),
        CAS_CHARGE=FACT(
            "o",
            max="**",
            EVOL_THER=SIMP("o", typ=("evol_ther", "evol_ther_dict")),
            b_evol_ther=BLOC(of_kind("EVOL_THER", "evol_ther"), NOM_CAS=SIMP("o")),
            VALE_REF=SIMP("f", typ="R", defaut=0.0),
        ),
        CONVERGENCE=convergence(),
        SOLVEUR=solveur(),
        NEWTON=newton(),
    ),
)
def calc_meca_mult(args, context):
    """A STAT_NON_LINE for each evolution of temperature, at its own instants unless LIST_INST gives others."""
    words = {word: args[word] for word in ("MODELE", "CARA_ELEM") if args[word] is not None}
    for word in ("CONVERGENCE", "NEWTON", "SOLVEUR"):
        if word in args:
            words[word] = {name: value for name, value in args[word].as_dict().items() if args[word].given(name)}
    made = {}
    for case in args.CAS_CHARGE:
        heat = case.EVOL_THER
        for name, evolution in heat.items() if isinstance(heat, ResultsByName) else [(case.NOM_CAS, heat)]:
            if name in made:
                raise case.wrong("EVOL_THER", f"there are two cases {name}")
            cause = {"NOM_VARC": "TEMP", "EVOL": evolution, "VALE_REF": case.VALE_REF}
            materials = context.run("AFFE_MATERIAU", MODELE=args.MODELE, CHAM_MATER=args.CHAM_MATER, AFFE_VARC=cause)
            instants = args.LIST_INST
            if instants is None:
                instants = context.run("DEFI_LIST_REEL", VALE=[evolution.parameter("INST", order) for order in evolution.orders])
            made[name] = context.run(
                "STAT_NON_LINE", CHAM_MATER=materials, EXCIT={"CHARGE": args.CHAR_MECA_GLOBAL}, INCREMENT={"LIST_INST": instants}, **words
            )
    return ResultsByName("evol_noli_dict", made)
