"""DEFI_SOL_EQUI: a column of ground under an earthquake, linear with the stiffness that goes with its strains (u4.84.31)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import absent, equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, UN_PARMI
from pyaster_lite.commands._ground_column.column import Column
from pyaster_lite.commands._ground_column.equivalent import converged
from pyaster_lite.commands._ground_column.half_space import half_space
from pyaster_lite.commands._ground_column.layers import layers_of
from pyaster_lite.commands._ground_column.signals import Shaking
from pyaster_lite.commands._ground_column.writing import Writer, layer_table

_YES_NO = ("OUI", "NON")
_FUNCTION = SIMP("f", typ="fonction_sdaster")
_GROUP = SIMP("f", typ="grma")
_IN_SPACE = ENSEMBLE("FONC_SIGNAL_X", "FONC_SIGNAL_Y", "FONC_SIGNAL_Z", "GROUP_MA_ARRETE_1", "GROUP_MA_ARRETE_2")


def _real(default=None, status="f"):
    return SIMP(status, typ="R", **({} if default is None else {"defaut": default}))


def _signal(all_fields: str):
    """What every shaking is told by; `all_fields` is the default of TOUT_CHAM."""
    return dict(
        **dict.fromkeys(("FONC_SIGNAL", "FONC_SIGNAL_X", "FONC_SIGNAL_Y", "FONC_SIGNAL_Z"), _FUNCTION),
        TOUT_CHAM=SIMP("f", into=_YES_NO, defaut=all_fields),
        TOUT_ACCE=SIMP("f", into=_YES_NO, defaut="OUI"),
        b_TOUTACCE=BLOC(equal("TOUT_ACCE", "NON"), LIST_COUCHE_ACCE=SIMP("f", typ="grma", max="**", validators=(no_repeat,))),
        NOM_CMP=SIMP("f", into=("DX", "DY"), defaut="DX"),
        GROUP_MA_ARRETE_1=_GROUP,
        GROUP_MA_ARRETE_2=_GROUP,
        b_BYRNE=BLOC(
            absent("GROUP_MA_ARRETE_1"),
            CORRECTION=SIMP("f", into=("BYRNE", "SANS"), defaut="SANS"),
            b_CORRECTION=BLOC(equal("CORRECTION", "BYRNE"), COEF_KSI=_real(0.666666667)),
        ),
    )


@operator(
    "DEFI_SOL_EQUI",
    produces="table_sdaster",
    rules=(ENSEMBLE("TABLE_MATER_ELAS", "TABLE_GEQUI_GMAX", "TABLE_AMOR_EQUI"), ENSEMBLE("GROUP_MA_DROITE", "GROUP_MA_GAUCHE")),
    keywords=dict(
        LIEU_SIGNAL=SIMP("f", into=("AFFLEURANT", "CHAMP_LIBRE"), defaut="AFFLEURANT"),
        CHARGEMENT=SIMP("f", into=("MONO_APPUI", "ONDE_PLANE"), defaut="MONO_APPUI"),
        b_ONDE=BLOC(
            equal("CHARGEMENT", "ONDE_PLANE"),
            rules=(UN_PARMI("FONC_SIGNAL", "UNITE_TRAN_INIT", "FONC_SIGNAL_X"), _IN_SPACE, EXCLUS("FONC_SIGNAL_X", "LIAISON")),
            **_signal("OUI"),
            UNITE_TRAN_INIT=SIMP("f", typ="I"),
            LIAISON=SIMP("f", into=("PERIODIQUE", "SANS")),
            MASS_PENA=_real(),
            LONG_CARA=_real(),
        ),
        b_MONO=BLOC(
            equal("CHARGEMENT", "MONO_APPUI"),
            rules=(UN_PARMI("FONC_SIGNAL", "DSP", "FONC_SIGNAL_X"), _IN_SPACE),
            **_signal("NON"),
            DSP=_FUNCTION,
            b_type_dsp=BLOC(present("DSP"), DUREE=SIMP("o", typ="R", val_min=0.0), UNITE_RESU_DSP=SIMP("o", typ="I")),
        ),
        CORR_AMOR=SIMP("f", into=_YES_NO, defaut="NON"),
        LIST_FREQ_SPEC_OSCI=SIMP("f", typ="listr8_sdaster"),
        LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
        MAILLAGE=SIMP("f", typ="maillage_sdaster"),
        **{word: SIMP("o", typ="grma") for word in ("GROUP_MA_DROITE", "GROUP_MA_GAUCHE", "GROUP_MA_SUBSTR", "GROUP_MA_COL")},
        COEF_VARI_MATE=_real(1.0),
        COEF_AMPL_ACCE=_real(1.0),
        COEF_GAMMA=_real(0.65),
        NMAX_ITER=SIMP("f", typ="I", defaut=10, val_min=1),
        RESI_RELA=_real(0.05),
        FREQ_COUP=_real(),
        FREQ_FILTRE=_real(0.0),
        INTEGRATION=SIMP("f", into=("TEMPS", "FREQUENCE"), defaut="TEMPS"),
        SURF=SIMP("f", into=_YES_NO, defaut="NON"),
        b_SURF=BLOC(
            equal("SURF", "NON"), NIVE_COUCH_ENFO=SIMP("o", typ="I"), NB_RECEPTEUR=SIMP("f", typ="I", into=(2, 4), defaut=2)
        ),
        UNITE_TABLE_RESU=SIMP("f", typ="I"),
        UNITE_RESU_TRAN=SIMP("f", typ="I", defaut=40),
        UNITE_RESU_SPEC=SIMP("f", typ="I", defaut=55),
        **{word: SIMP("f", typ="table_sdaster") for word in ("TABLE_MATER_ELAS", "TABLE_GEQUI_GMAX", "TABLE_AMOR_EQUI")},
        SEPARATEUR=SIMP("f", defaut=" "),
        LIST_EPSI=SIMP("f", typ="listr8_sdaster"),
        b_ntabl_mater=BLOC(
            absent("TABLE_MATER_ELAS"),
            MATERIAU=FACT("f", max="**", **{word: SIMP("o", typ="R", max="**") for word in ("GAMMA", "G_GMAX", "D")}),
            COUCHE=FACT(
                "f",
                max="**",
                GROUP_MA=SIMP("o", typ="grma"),
                NUME_MATE=SIMP("o", typ="I"),
                N1=_real(),
                **{word: _real(status="o") for word in ("EPAIS", "E", "NU", "RHO", "AMOR_HYST")},
            ),
        ),
        TITRE=SIMP("f"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_sol_equi(args, context):
    """The layers for the impedances of a foundation; signals, spectra and strains go to files on the way."""
    for word in ("DSP", "UNITE_TRAN_INIT", "MASS_PENA", "LONG_CARA"):
        if args.get(word) is not None:
            raise args.not_yet(word, f"a column of ground does not know {word} yet: its shaking is an accelerogram")
    space, wave = args.FONC_SIGNAL_X is not None, args.CHARGEMENT == "ONDE_PLANE"
    if space and args.MAILLAGE is None:
        raise args.wrong("FONC_SIGNAL_X", "three directions need a MAILLAGE")
    byrne = args.get("CORRECTION") == "BYRNE"
    layers = layers_of(args, byrne)
    directions = ("DX", "DY", "DZ") if space else (args.NOM_CMP,)
    if space:
        args.mark_read("NOM_CMP")
    signals = [args[f"FONC_SIGNAL_{one[1]}"] for one in directions] if space else [args.FONC_SIGNAL]
    shaking = Shaking(args, context, signals, None if wave else args.LIST_FREQ, doubled=wave)
    args.mark_read("LIST_FREQ", "FREQ_FILTRE", "INTEGRATION", "TITRE")
    column = Column(args, context, layers, directions, periodic=not wave or args.LIAISON != "SANS")
    forces, once = not space and args.TOUT_CHAM == "OUI", directions == ("DY",)
    states, gap = converged(args, context, layers, column, shaking, plane_wave=wave, forces=forces, once=once)
    if gap > args.RESI_RELA:
        context.warn(args, "RESI_RELA", f"after {len(states)} iterations the moduli still change by {gap:.3g}")
    names = tuple(one[1] for one in directions) if space else ("",)
    writer = Writer(args, context, layers, shaking, names, gap)
    writer.table(layer_table(layers, states, [f"accmax{name}" for name in names] if space else ["accxmax"]))
    writer.histories(states[-1])
    writer.spectra(states[-1].motion)
    if args.SURF == "OUI":
        return half_space(layers, states[-1], None)
    return half_space(layers, states[-1], args.NIVE_COUCH_ENFO, args.NB_RECEPTEUR)
