"""DEFI_FLUI_STRU: how a structure stands in a flow (u4.25.01)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import ENSEMBLE, PRESENT_ABSENT, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.concepts.flow import FlowConfiguration

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")
GRID_SHAPES = ("LONG_TYPG", "LARG_TYPG", "EPAI_TYPG", "RUGO_TYPG", "COEF_TRAI_TYPG")
GRIDS = (*GRID_SHAPES, "COEF_DPOR_TYPG", "COOR_GRILLE", "TYPE_GRILLE")
COUPLED = {
    "FAISCEAU_TRANS": ("CARA_ELEM", "PROF_RHO_F_INT", "PROF_RHO_F_EXT", "NOM_CMP", "TYPE_PAS", "PAS", "TYPE_RESEAU"),
    "GRAPPE": ("GRAPPE_2", "CARA_ELEM", "MODELE", "RHO_FLUI", "GROUP_NO"),
}
"""What a flow that acts needs."""
KINDS = {
    "FAISCEAU_TRANS": FACT(
        "f",
        max="**",
        rules=ENSEMBLE("CSTE_CONNORS", "NB_CONNORS", "RHO_TUBE"),
        COUPLAGE=SIMP("f", into=("OUI", "NON")),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        PROF_VITE_FLUI=SIMP("o", typ=FUNCTION),
        PROF_RHO_F_INT=SIMP("f", typ=FUNCTION),
        PROF_RHO_F_EXT=SIMP("f", typ=FUNCTION),
        NOM_CMP=SIMP("f", into=("DX", "DY", "DZ")),
        COEF_MASS_AJOU=SIMP("f", typ="R"),
        TYPE_PAS=SIMP("f", into=("CARRE_LIGN", "TRIA_LIGN")),
        TYPE_RESEAU=SIMP("f", typ="I"),
        UNITE_CD=SIMP("f", typ="I", defaut=70),
        UNITE_CK=SIMP("f", typ="I", defaut=71),
        PAS=SIMP("f", typ="R"),
        CSTE_CONNORS=SIMP("f", typ="R", min=2, max=2, val_min=0.0),
        NB_CONNORS=SIMP("f", typ="I", val_min=2),
        RHO_TUBE=SIMP("f", typ="R"),
    ),
    "GRAPPE": FACT(
        "f",
        rules=(ENSEMBLE("GRAPPE_2", "CARA_ELEM", "MODELE", "RHO_FLUI"), PRESENT_PRESENT("COEF_MASS_AJOU", "GRAPPE_2")),
        COUPLAGE=SIMP("o", into=("OUI", "NON")),
        GRAPPE_2=SIMP("f", into=("ASC_CEN", "ASC_EXC", "DES_CEN", "DES_EXC")),
        GROUP_NO=SIMP("f", typ="grno"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        MODELE=SIMP("f", typ="modele_sdaster"),
        COEF_MASS_AJOU=SIMP("f", typ="R"),
        RHO_FLUI=SIMP("f", typ="R"),
        UNITE_CA=SIMP("f", typ="I", defaut=70),
        UNITE_KA=SIMP("f", typ="I", defaut=71),
    ),
    "FAISCEAU_AXIAL": FACT(
        "f",
        max="**",
        rules=(
            UN_PARMI("GROUP_MA", "TRI_GROUP_MA"),
            UN_PARMI("CARA_ELEM", "RAYON_TUBE"),
            ENSEMBLE("RAYON_TUBE", "COOR_TUBE"),
            PRESENT_ABSENT("RAYON_TUBE", "TRI_GROUP_MA"),
            ENSEMBLE("CARA_PAROI", "VALE_PAROI"),
            ENSEMBLE(*GRIDS),
        ),
        GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
        TRI_GROUP_MA=SIMP("f"),
        VECT_X=SIMP("f", typ="R", max=3),
        PROF_RHO_FLUI=SIMP("f", typ=FUNCTION),
        PROF_VISC_CINE=SIMP("f", typ=FUNCTION),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        RAYON_TUBE=SIMP("f", typ="R"),
        COOR_TUBE=SIMP("f", typ="R", max="**"),
        PESANTEUR=SIMP("f", typ="R", min=4, max=4),
        RUGO_TUBE=SIMP("f", typ="R"),
        CARA_PAROI=SIMP("f", max=5, into=("YC", "ZC", "R", "HY", "HZ"), validators=(no_repeat,)),
        VALE_PAROI=SIMP("f", typ="R", max=5),
        ANGL_VRIL=SIMP("f", typ="R"),
        **{word: SIMP("f", typ="R", max="**", val_min=0.0) for word in GRID_SHAPES},
        COEF_DPOR_TYPG=SIMP("f", typ="R", max="**"),
        COOR_GRILLE=SIMP("f", typ="R", max="**"),
        TYPE_GRILLE=SIMP("f", typ="I", max="**"),
    ),
    "COQUE_COAX": FACT(
        "f",
        MASS_AJOU=SIMP("f", defaut="OUI", into=("OUI", "NON")),
        GROUP_MA_INT=SIMP("o", typ="grma"),
        GROUP_MA_EXT=SIMP("o", typ="grma"),
        VECT_X=SIMP("o", typ="R", max="**"),
        CARA_ELEM=SIMP("o", typ="cara_elem"),
        MATER_INT=SIMP("o", typ="mater_sdaster"),
        MATER_EXT=SIMP("o", typ="mater_sdaster"),
        **{word: SIMP("o", typ="R") for word in ("RHO_FLUI", "VISC_CINE", "RUGOSITE", "PDC_MOY_1", "PDC_DYN_1", "PDC_MOY_2", "PDC_DYN_2")},
    ),
}


@operator(
    "DEFI_FLUI_STRU",
    produces="type_flui_stru",
    rules=UN_PARMI(*KINDS),
    keywords=dict(**KINDS, INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True)),
)
def defi_flui_stru(args, context):
    """The values as they are; CALC_FLUI_STRU and those that follow it make use of them."""
    word = next(word for word in KINDS if word in args)
    levels = args[word] if isinstance(args[word], (list, tuple)) else [args[word]]
    made = FlowConfiguration(word, [{name: level[name] for name in level} for level in levels])
    lacking = [name for name in COUPLED.get(word, ()) if made.coupled and made.value(name) is None]
    if lacking:
        raise args.wrong(word, f"a flow that acts on the structure needs {', '.join(lacking)}")
    profiles = [level["PROF_VITE_FLUI"] for level in made.levels] if word == "FAISCEAU_TRANS" else []
    if len({id(profile) for profile in profiles}) < len(profiles):
        raise args.wrong(word, "each zone needs its own PROF_VITE_FLUI")
    return made
