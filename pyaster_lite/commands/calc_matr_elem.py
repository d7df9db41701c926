"""CALC_MATR_ELEM: element matrices (u4.61.01)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, ENSEMBLE
from pyaster_lite.commands._harmonics import MODE_FOURIER, harmonic_of
from pyaster_lite.concepts.matrix import ElementaryMatrix
from pyaster_lite.fe.fluid import FluidElement

from ._elementary import METHODS, Leaving, check_models, chosen_cells, elementary_kind, elementary_matrix, load_relations, verify_option
from ._physical_vectors import on_unknowns

DATA = dict(
    GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
    CHAM_MATER=SIMP("f", typ="cham_mater"),
    CARA_ELEM=SIMP("f", typ="cara_elem"),
    CHARGE=SIMP("f", typ="char_meca", max="**", validators=(no_repeat,)),
)


@operator(
    "CALC_MATR_ELEM",
    produces=lambda args: elementary_kind(args.OPTION),
    keywords=dict(
        OPTION=SIMP("o", into=tuple(METHODS)),
        MODELE=SIMP("o", typ="modele_sdaster"),
        INST=SIMP("f", typ="R", defaut=0.0),
        b_rigi_meca=BLOC(
            equal("OPTION", "RIGI_MECA"),
            **DATA,
            MODE_FOURIER=MODE_FOURIER,
            CALC_ELEM_MODELE=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        ),
        b_mass_meca=BLOC(is_in("OPTION", "MASS_MECA", "MASS_MECA_DIAG", "MECA_GYRO", "RIGI_GYRO"), **DATA),
        b_flui_stru=BLOC(
            is_in("OPTION", "MASS_FLUI_STRU", "RIGI_FLUI_STRU"),
            GROUP_MA=DATA["GROUP_MA"],
            CHARGE=DATA["CHARGE"],
            CHAM_MATER=SIMP("o", typ="cham_mater"),
            CARA_ELEM=SIMP("o", typ="cara_elem"),
        ),
        b_amor_meca=BLOC(
            equal("OPTION", "AMOR_MECA"),
            **DATA,
            RIGI_MECA=SIMP("f", typ="matr_elem_depl_r"),
            MASS_MECA=SIMP("f", typ="matr_elem_depl_r"),
            AMOR_FLUI=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
            VNOR=SIMP("f", typ="R", into=(1.0, -1.0), defaut=1.0),
            TYPE_AMOR=SIMP("f", into=("TOUT", "ABSO"), defaut="TOUT"),
            b_amor_tout=BLOC(
                equal("TYPE_AMOR", "TOUT"),
                rules=(AU_MOINS_UN("CARA_ELEM", "RIGI_MECA"), ENSEMBLE("RIGI_MECA", "CHAM_MATER")),
            ),
            b_amor_abso=BLOC(equal("TYPE_AMOR", "ABSO"), rules=AU_MOINS_UN("CHAM_MATER")),
        ),
        b_impe_meca=BLOC(
            is_in("OPTION", "IMPE_MECA", "ONDE_FLUI"),
            **{word: DATA[word] for word in ("GROUP_MA", "CHARGE")},
            CHAM_MATER=SIMP("o", typ="cham_mater"),
            b_direction_me=BLOC(equal("OPTION", "IMPE_MECA"), VNOR=SIMP("f", typ="R", into=(1.0, -1.0), defaut=1.0)),
        ),
        b_rigi_rota=BLOC(
            equal("OPTION", "RIGI_ROTA"),
            CHAM_MATER=SIMP("o", typ="cham_mater"),
            CARA_ELEM=DATA["CARA_ELEM"],
            CHARGE=SIMP("o", typ="char_meca", max="**", validators=(no_repeat,)),
        ),
        b_rigi_geom=BLOC(
            equal("OPTION", "RIGI_GEOM"),
            **{word: DATA[word] for word in ("GROUP_MA", "CHAM_MATER", "CARA_ELEM")},
            SIEF_ELGA=SIMP("o", typ="cham_elem"),
            # the forces of sections of fibres follow from the stresses of these
            STRX_ELGA=SIMP("f", typ="cham_elem", advisory=True),
            DEPL=SIMP("f", typ="cham_no_sdaster"),
            MODE_FOURIER=MODE_FOURIER,
        ),
        b_rigi_ther=BLOC(
            equal("OPTION", "RIGI_THER"),
            **{word: DATA[word] for word in ("GROUP_MA", "CHAM_MATER", "CARA_ELEM")},
            CHARGE=SIMP("f", typ="char_ther", max="**", validators=(no_repeat,)),
            MODE_FOURIER=MODE_FOURIER,
        ),
        b_mass_ther=BLOC(equal("OPTION", "MASS_THER"), **{word: DATA[word] for word in ("GROUP_MA", "CHAM_MATER", "CARA_ELEM")}),
        b_acou=BLOC(
            is_in("OPTION", "RIGI_ACOU", "MASS_ACOU", "AMOR_ACOU"),
            CHAM_MATER=SIMP("o", typ="cham_mater"),
            CHARGE=SIMP("f", typ="char_acou", max="**", validators=(no_repeat,)),
            b_direction=BLOC(equal("OPTION", "AMOR_ACOU"), VNOR=SIMP("f", typ="R", into=(1.0, -1.0), defaut=1.0)),
        ),
        b_rigi_hyst=BLOC(equal("OPTION", "RIGI_MECA_HYST"), **DATA, RIGI_MECA=SIMP("o", typ="matr_elem_depl_r")),
    ),
)
def calc_matr_elem(args, context):
    """The matrices of an option; only heat and RIGI_GEOM of DEPL depend on INST.

    Rayleigh's damping and hysteretic damping are built on RIGI_MECA and MASS_MECA.
    """
    model, loads, option = args.MODELE, args.get("CHARGE"), args.OPTION
    args.mark_read("INST")
    harmonic = harmonic_of(args, model)
    leaving = Leaving.of(args)
    check_models(args, "CHARGE", loads, model)
    verify_option(args, option, model, loads)
    made = {}
    for word, name in (("RIGI_MECA", "stiffness"), ("MASS_MECA", "mass")):
        if args.get(word) is not None:
            check_models(args, word, [args[word]], model)
            made[name] = args[word]
    solid = any(hasattr(group.element, "continuum") and not isinstance(group.element, FluidElement) for group in model.groups)
    if option == "AMOR_MECA" and solid and "stiffness" in made and "mass" not in made:
        raise args.wrong("RIGI_MECA", "damping in proportion to the stiffness and the mass needs MASS_MECA too")
    if args.get("CALC_ELEM_MODELE") == "NON":
        return ElementaryMatrix(elementary_kind(option), model, option, [None] * len(model.groups), load_relations(model, loads))
    with context.timer("assembly"):
        cells, stress = chosen_cells(args, model.mesh), args.get("SIEF_ELGA")
        shape = on_unknowns(args, "DEPL", model.dofs, model.mesh) if "DEPL" in args else None
        return elementary_matrix(
            option, model, args.CHAM_MATER, args.get("CARA_ELEM"), loads, cells, stress, args.INST, shape, leaving, harmonic, **made
        )
