"""CREA_RESU makes or enriches a result: from fields one by one, thermal results put end to end, a transient scaled (u4.44.12)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.comportement import comportement
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.commons.field_choice import field_names
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._result_converted import CONVERSION, converted
from pyaster_lite.commands._result_damped import REACTIONS, reactions
from pyaster_lite.commands._result_filled import filled
from pyaster_lite.commands._result_joined import joined
from pyaster_lite.commands._result_layered import LAYERS, layered
from pyaster_lite.commands._result_loads import LOADED, loaded
from pyaster_lite.commands._result_moved import MOVE, moved
from pyaster_lite.commands._result_old import OLD_RESULT
from pyaster_lite.commands._result_revolved import REVOLUTION, revolved

_IN_TIME = ("EVOL_ELAS", "EVOL_NOLI", "EVOL_THER", "EVOL_VARC", "DYNA_TRANS", "EVOL_SECH")
_MATRICES = ("MODE_MECA", "MODE_MECA_C", "DYNA_HARMO", "DYNA_TRANS")
_LOADS = ("PRES", "FORC_NODA", "FSUR_2D", "FSUR_3D", "FVOL_2D", "FVOL_3D", "VITE_VENT", "T_EXT", "COEF_H", "FLUN")
_KINDS = (*_IN_TIME, "EVOL_CHAR", "MULT_ELAS", "FOURIER_ELAS", "FOURIER_THER", "MODE_MECA", "MODE_MECA_C", "DYNA_HARMO")
_LOADED = SIMP(typ="char_meca", max="**")


def _each(names=field_names, rules=(), **more):
    """A field at some places of a result."""
    return FACT(
        "o",
        max="**",
        rules=rules,
        CHAM_GD=SIMP("o", typ="cham_gd_sdaster"),
        MODELE=SIMP(typ="modele_sdaster"),
        CHAM_MATER=SIMP(typ="cham_mater"),
        CARA_ELEM=SIMP(typ="cara_elem"),
        NOM_CHAM=SIMP("o", into=names),
        **more,
    )


def _along(word, names=field_names):
    """A field at given instants or frequencies."""
    return _each(
        names,
        UN_PARMI(word, f"LIST_{word}"),
        **{word: SIMP(typ="R", max="**", validators=(no_repeat,)), f"LIST_{word}": SIMP(typ="listr8_sdaster")},
        **({"NUME_INIT": SIMP(typ="I", val_min=1), "NUME_FIN": SIMP(typ="I", val_min=1)} if word == "INST" else {}),
        PRECISION=SIMP(typ="R", defaut=0.0),
        CRITERE=SIMP(into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
    )


def _filling(kinds, result_types, affe):
    return BLOC(equal("OPERATION", "AFFE") & is_in("TYPE_RESU", *kinds), RESULTAT=SIMP(typ=result_types), AFFE=affe)


def _mode(**more):
    return _each(NUME_MODE=SIMP("o", typ="I"), FREQ=SIMP(typ="R"), AXE=SIMP(into=("X", "Y", "Z")), **more)


def _acting(kind, *loads, TYPE_CHARGE=("FIXE_CSTE",), **more):
    """The loads that a result answers to, at all its storage orders, and further keywords."""
    words = dict(CHARGE=SIMP("o", typ=loads), FONC_MULT=SIMP(typ=FUNCTION))
    if "char_meca" in loads:
        words["TYPE_CHARGE"] = SIMP(into=TYPE_CHARGE, defaut="FIXE_CSTE")
    return BLOC(equal("OPERATION", "AFFE") & equal("TYPE_RESU", kind), EXCIT=FACT(max="**", **words), **more)


def _harmonic():
    return _each(NUME_MODE=SIMP(typ="I"), TYPE_MODE=SIMP(into=("SYME", "ANTI", "TOUS"), defaut="SYME"), CHARGE=_LOADED)


_TIME_TYPES = tuple(kind.lower() for kind in _IN_TIME)


@operator(
    "CREA_RESU",
    produces=lambda values: values.TYPE_RESU.lower(),
    reuse="RESULTAT|RESU_FINAL",
    legacy=OLD_RESULT,
    keywords=dict(
        OPERATION=SIMP("o", into=("AFFE", "ASSE", "CONV_CHAR", "CONV_RESU", "KUCV", "PREP_VARC", "PERM_CHAM", "PROL_RTZ")),
        TYPE_RESU=SIMP("o", into=_KINDS),
        b_affe_evol_dyn=_filling(_IN_TIME, _TIME_TYPES, _along("INST")),
        b_affe_evol_char=_filling(("EVOL_CHAR",), (*_TIME_TYPES, "evol_char"), _along("INST", _LOADS)),
        b_affe_dyna_harmo=_filling(("DYNA_HARMO",), "dyna_harmo", _along("FREQ")),
        b_affe_mult_elas=_filling(("MULT_ELAS",), "mult_elas", _each(NOM_CAS=SIMP(), CHARGE=_LOADED)),
        b_affe_fourier_elas=_filling(("FOURIER_ELAS",), "fourier_elas", _harmonic()),
        b_affe_fourier_ther=_filling(("FOURIER_THER",), "fourier_ther", _harmonic()),
        b_affe_mode_meca=_filling(("MODE_MECA",), "mode_meca", _mode()),
        b_affe_mode_meca_c=_filling(("MODE_MECA_C",), "mode_meca_c", _mode(AMOR_REDUIT=SIMP(typ="R"))),
        b_mode_meca=BLOC(
            equal("OPERATION", "AFFE") & is_in("TYPE_RESU", *_MATRICES),
            MATR_RIGI=SIMP(typ="matr_asse_depl_r"),
            MATR_MASS=SIMP(typ="matr_asse_depl_r"),
        ),
        b_evol_elas=_acting("EVOL_ELAS", "char_meca", "char_cine_meca"),
        b_evol_noli=_acting(
            "EVOL_NOLI",
            "char_meca",
            "char_cine_meca",
            TYPE_CHARGE=("FIXE_CSTE", "SUIV", "DIDI"),
            COMPORTEMENT=comportement(kits=True),
            VERI_VARI=SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True),
        ),
        b_evol_ther=_acting("EVOL_THER", "char_ther", "char_cine_ther"),
        b_evol_sech=_acting("EVOL_SECH", "char_ther", "char_cine_ther"),
        b_conv_char=LOADED,
        b_prod_evol_char=REACTIONS,
        b_comb_evol_char=CONVERSION,
        b_prep_varc=LAYERS,
        b_perm_cham=MOVE,
        b_prol_rtz=REVOLUTION,
        b_asse=BLOC(
            equal("OPERATION", "ASSE"),
            ASSE=FACT("o", max="**", RESULTAT=SIMP("o", typ="evol_ther"), TRANSLATION=SIMP(typ="R", defaut=0.0)),
        ),
    ),
)
def crea_resu(args, context):
    """The result; with `reuse` the fields join those it has."""
    if args.OPERATION == "CONV_RESU":
        return converted(args)
    if args.OPERATION == "KUCV":
        return reactions(args)
    if args.OPERATION == "CONV_CHAR":
        return loaded(args)
    if args.OPERATION == "PREP_VARC":
        return layered(args)
    if args.OPERATION == "PERM_CHAM":
        return moved(args, context)
    if args.OPERATION == "PROL_RTZ":
        return revolved(args)
    return filled(args, context) if args.OPERATION == "AFFE" else joined(args, context)
