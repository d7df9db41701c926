"""CREA_CHAMP makes a field: taken from a result, given by values, put together, moved or evaluated (u4.72.04)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue import words
from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import field_names, order_words, precision
from pyaster_lite.catalogue.conditions import equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands import _champ_changed as changed
from pyaster_lite.commands import _champ_made as made
from pyaster_lite.commands import _champ_taken as taken
from pyaster_lite.commands._champ_characteristics import CHARTS
from pyaster_lite.commands._champ_layers import at_sub_points
from pyaster_lite.commands._champ_loads import CHARTS as LOADED
from pyaster_lite.commands._champ_old import OnlyOrder
from pyaster_lite.concepts import quantities
from pyaster_lite.concepts.field import NodeField

OPERATIONS = {
    "AFFE": made.assigned,
    "ASSE": made.assembled,
    "EVAL": changed.evaluated,
    "EXTR": taken.taken,
    "DISC": changed.discretised,
    "NORMALE": changed.normals,
    "R2C": changed.complexified,
    "C2R": changed.real_part,
    "COMB": changed.combined,
}
_KINDS = {"NOEU": "cham_no_sdaster", "CART": "carte_sdaster"}
_FIELD = SIMP("o", typ="cham_gd_sdaster")


def _types():
    return [word for word in words.values("CREA_CHAMP/TYPE_CHAM") if word[:4] != "GEOM" and quantities.known(word[5:])]


def _produced(values):
    return _KINDS.get(values.TYPE_CHAM[:4], "cham_elem")


def _where():
    return dict(
        TOUT=SIMP(into=("OUI",)),
        GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,)),
        GROUP_NO=SIMP(typ="grno", max="**", validators=(no_repeat,)),
    )


def _support():
    return dict(MAILLAGE=SIMP(typ="maillage_sdaster"), MODELE=SIMP(typ="modele_sdaster"))


def _one_order():
    several = order_words()
    single = {"NUME_ORDRE": "I", "INST": "R", "FREQ": "R", "NUME_MODE": "I", "NOM_CAS": "TXM", "ANGLE": "R"}
    words_of_one = {**{word: SIMP(typ=kind) for word, kind in single.items()}, "NOEUD_CMP": SIMP(max=2)}
    many = {word: several[word] for word in ("LIST_INST", "LIST_FREQ", *words_of_one)}
    return dict(
        b_type_maxi=BLOC(present("TYPE_MAXI"), rules=EXCLUS("TOUT_ORDRE", *many), TOUT_ORDRE=SIMP(into=("OUI",)), **many),
        b_non_type_maxi=BLOC(
            ~present("TYPE_MAXI"),
            rules=UN_PARMI(*words_of_one),
            **words_of_one,
            b_inst=BLOC(present("INST"), INTERPOL=SIMP(into=("NON", "LIN"), defaut="NON")),
        ),
    )


@operator(
    "CREA_CHAMP",
    produces=_produced,
    legacy=(Renamed("ANGL", "ANGLE", last="11.3.17"), OnlyOrder()),
    keywords=dict(
        TYPE_CHAM=SIMP("o", into=_types),
        NUME_DDL=SIMP(typ="nume_ddl_sdaster"),
        CHAM_NO=SIMP(typ="cham_no_sdaster"),
        PROL_ZERO=SIMP(into=("OUI", "NON")),
        OPTION=SIMP(validators=(no_repeat,)),
        AFFE_SP=FACT(CARA_ELEM=SIMP("o", typ="cara_elem")),
        OPERATION=SIMP("o", into=tuple(OPERATIONS)),
        b_norm=BLOC(
            equal("OPERATION", "NORMALE"),
            MODELE=SIMP("o", typ="modele_sdaster"),
            GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
        ),
        b_affe=BLOC(
            equal("OPERATION", "AFFE"),
            rules=UN_PARMI("MAILLAGE", "MODELE"),
            **_support(),
            AFFE=FACT(
                "o",
                max="**",
                rules=(AU_MOINS_UN("TOUT", "GROUP_MA", "GROUP_NO", "NOEUD"), UN_PARMI("VALE", "VALE_I", "VALE_C", "VALE_F")),
                **_where(),
                NOEUD=SIMP(typ="no", max="**", validators=(no_repeat,)),
                NOM_CMP=SIMP("o", max="**"),
                VALE=SIMP(typ="R", max="**"),
                VALE_I=SIMP(typ="I", max="**"),
                VALE_C=SIMP(typ="C", max="**"),
                VALE_F=SIMP(typ=("fonction_sdaster", "nappe_sdaster", "formule"), max="**"),
            ),
        ),
        b_asse=BLOC(
            equal("OPERATION", "ASSE"),
            rules=UN_PARMI("MAILLAGE", "MODELE"),
            **_support(),
            ASSE=FACT(
                "o",
                max="**",
                rules=(AU_MOINS_UN("TOUT", "GROUP_MA", "GROUP_NO"), PRESENT_PRESENT("NOM_CMP_RESU", "NOM_CMP")),
                **_where(),
                CHAM_GD=_FIELD,
                NOM_CMP=SIMP(max="**"),
                NOM_CMP_RESU=SIMP(max="**"),
                CUMUL=SIMP(into=("OUI", "NON"), defaut="NON"),
                COEF_R=SIMP(typ="R", defaut=1.0),
                COEF_C=SIMP(typ="C"),
            ),
        ),
        b_comb=BLOC(
            equal("OPERATION", "COMB"),
            COMB=FACT("o", max="**", CHAM_GD=SIMP("o", typ="cham_no_sdaster"), COEF_R=SIMP("o", typ="R")),
        ),
        b_eval=BLOC(equal("OPERATION", "EVAL"), CHAM_F=_FIELD, CHAM_PARA=SIMP("o", typ="cham_gd_sdaster", max="**")),
        b_r2c=BLOC(equal("OPERATION", "R2C"), CHAM_GD=_FIELD),
        b_c2r=BLOC(equal("OPERATION", "C2R"), CHAM_GD=_FIELD, PARTIE=SIMP("o", into=("REEL", "IMAG", "MODULE", "PHASE"))),
        b_disc=BLOC(equal("OPERATION", "DISC"), MODELE=SIMP(typ="modele_sdaster"), CHAM_GD=_FIELD),
        b_extr=BLOC(
            equal("OPERATION", "EXTR"),
            rules=(
                AU_MOINS_UN("MAILLAGE", "FISSURE", "RESULTAT", "TABLE", "CARA_ELEM", "CHARGE"),
                PRESENT_ABSENT("RESULTAT", "MAILLAGE", "FISSURE", "TABLE", "CARA_ELEM", "CHARGE"),
                PRESENT_ABSENT("FISSURE", "MAILLAGE", "TABLE", "CARA_ELEM", "CHARGE"),
                PRESENT_ABSENT("CARA_ELEM", "MAILLAGE", "TABLE", "CHARGE"),
                PRESENT_ABSENT("CHARGE", "MAILLAGE", "TABLE"),
            ),
            MAILLAGE=SIMP(typ="maillage_sdaster"),
            FISSURE=SIMP(typ="fiss_xfem"),
            RESULTAT=SIMP(typ="resultat_sdaster"),
            TABLE=SIMP(typ="table_sdaster"),
            CARA_ELEM=SIMP(typ="cara_elem"),
            CHARGE=SIMP(typ="char_meca"),
            b_extr_charge=BLOC(present("CHARGE"), NOM_CHAM=SIMP("o", into=tuple(LOADED))),
            b_extr_cara_elem=BLOC(present("CARA_ELEM"), NOM_CHAM=SIMP("o", into=tuple(CHARTS))),
            b_extr_maillage=BLOC(present("MAILLAGE") & ~present("TABLE"), NOM_CHAM=SIMP("o", into=("GEOMETRIE", "ABSC_CURV"))),
            b_extr_fissure=BLOC(present("FISSURE"), NOM_CHAM=SIMP("o", into=(*taken.OF_CRACKS, "BASLOC", *taken.ON_GRIDS))),
            b_extr_table=BLOC(present("TABLE"), MODELE=SIMP(typ="modele_sdaster")),
            b_extr_resultat=BLOC(
                present("RESULTAT"),
                NOM_CHAM=SIMP("o", into=field_names),
                TYPE_MAXI=SIMP(into=("MAXI", "MINI", "MAXI_ABS", "MINI_ABS", "NORM_TRAN")),
                b_type_abs=BLOC(
                    is_in("TYPE_MAXI", "MAXI_ABS", "MINI_ABS"),
                    TYPE_RESU=SIMP(into=("VALE", "INST", "VALE_ABS", "NUME_ORDRE"), defaut="VALE"),
                ),
                b_type_non_abs=BLOC(
                    is_in("TYPE_MAXI", "MAXI", "MINI", "NORM_TRAN"),
                    TYPE_RESU=SIMP(into=("VALE", "INST", "NUME_ORDRE"), defaut="VALE"),
                ),
                **_one_order(),
                **precision(),
            ),
        ),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP(max="**", advisory=True),
    ),
)
def crea_champ(args, context):
    """One operation makes the field; NUME_DDL or CHAM_NO then say which unknowns a field at nodes has."""
    field = OPERATIONS[args.OPERATION](args, context)
    args.mark_read("OPTION")
    if not isinstance(field, NodeField):
        for word in ("NUME_DDL", "CHAM_NO"):
            if args[word] is not None:
                context.warn(args, word, f"{word} says nothing of a field at elements")
        args.mark_read("PROL_ZERO")
        return field if args.AFFE_SP is None or field.location == "CART" else at_sub_points(args.AFFE_SP, field, args.MODELE)
    if args.AFFE_SP is not None:
        args.mark_read("AFFE_SP", "CARA_ELEM")
    if args.PROL_ZERO is not None and args.NUME_DDL is None and args.CHAM_NO is None:
        raise args.wrong("PROL_ZERO", "PROL_ZERO goes with a field at elements, or with NUME_DDL or CHAM_NO")
    return _on_unknowns(args, field)


def _on_unknowns(args, field):
    """A field at nodes on the unknowns of NUME_DDL or of CHAM_NO: what they lack is dropped, PROL_ZERO fills what it lacks."""
    if args.NUME_DDL is not None:
        dofs, mesh = args.NUME_DDL.dofs, args.NUME_DDL.model.mesh
        names, there = dofs.components, ~np.isnan(dofs.at_nodes(np.zeros(dofs.size)))
    elif args.CHAM_NO is not None:
        names, there, mesh = args.CHAM_NO.components, args.CHAM_NO.present, args.CHAM_NO.mesh
    else:
        return field
    word = "NUME_DDL" if args.NUME_DDL is not None else "CHAM_NO"
    if mesh is not field.mesh:
        raise args.wrong(word, f"{args[word].name} stands on another mesh")
    values = np.stack([field.component(n) if n in field.components else np.full(len(field.values), np.nan) for n in names], axis=1)
    missing = there & np.isnan(values)
    if missing.any() and args.PROL_ZERO != "OUI":
        node, component = (int(found[0]) for found in np.nonzero(missing))
        text = f"the field does not give {names[component]} at the node {mesh.node_names[node]}"
        raise args.wrong(word, text, help="give PROL_ZERO='OUI' to put zeros there")
    values = np.where(there, np.where(missing, 0, values), np.nan)
    return NodeField(mesh, field.quantity, names, values)
