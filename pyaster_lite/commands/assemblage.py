"""ASSEMBLAGE: numbering, matrices and vectors in one command (u4.61.21)."""

import numpy as np

from pyaster_lite.catalogue.command import formerly, operator
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import AU_MOINS_UN
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._harmonics import MODE_FOURIER, harmonic_of
from pyaster_lite.concepts.matrix import Numbering

from ._elementary import (
    HEAT,
    LOADED,
    METHODS,
    VECTORS,
    Leaving,
    assemble,
    check_models,
    chosen_cells,
    elementary_kind,
    elementary_matrix,
    load_relations,
    loaded_data,
    nodal_field,
    verify_option,
)

CHOSEN = ("RIGI_MECA", "MASS_MECA", "MASS_MECA_DIAG", "AMOR_MECA", "IMPE_MECA", "ONDE_FLUI", "MECA_GYRO", "RIGI_GYRO")
"""What is made on some cells only with GROUP_MA, besides what is of heat."""
CHARGE = SIMP("f", typ=LOADED, max="**", validators=(no_repeat,))


def _made(args):
    """The concepts behind every CO(...)."""
    made = []
    if kind_of(args.NUME_DDL) != "nume_ddl_sdaster":
        made.append((args.NUME_DDL, "nume_ddl_sdaster"))
    for level in args.MATR_ASSE:
        made.append((level.MATRICE, elementary_kind(level.OPTION).replace("elem", "asse")))
    return made + [(level.VECTEUR, "cham_no_sdaster") for level in args.VECT_ASSE]


@operator(
    "ASSEMBLAGE",
    legacy=(Renamed("SOLVEUR", None, last="13.0.9"),),
    creates=_made,
    rules=(AU_MOINS_UN("MATR_ASSE", "VECT_ASSE"),),
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        INST=SIMP("f", typ="R", defaut=0.0),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        CHARGE=CHARGE,
        CHAR_CINE=SIMP("f", typ="char_cine_sdaster"),
        NUME_DDL=SIMP("o", typ=("nume_ddl_sdaster", "CO")),
        MATR_ASSE=FACT(
            "f",
            max="**",
            MATRICE=SIMP("o", typ="CO"),
            OPTION=SIMP("o", into=tuple(METHODS)),
            b_group_ma=BLOC(
                is_in("OPTION", *CHOSEN, *HEAT),
                GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
            ),
            b_rigi_geom=BLOC(
                equal("OPTION", "RIGI_GEOM"),
                SIEF_ELGA=SIMP("o", typ="cham_elem"),
                MODE_FOURIER=MODE_FOURIER,
            ),
            b_rigi_meca=BLOC(is_in("OPTION", "RIGI_MECA", "RIGI_THER"), MODE_FOURIER=MODE_FOURIER),
            b_amor_meca=BLOC(
                equal("OPTION", "AMOR_MECA"),
                AMOR_FLUI=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
                VNOR=SIMP("f", typ="R", into=(1.0, -1.0), defaut=1.0),
                TYPE_AMOR=SIMP("f", into=("TOUT", "ABSO"), defaut="TOUT"),
            ),
            b_impe=BLOC(is_in("OPTION", "IMPE_MECA", "AMOR_ACOU"), VNOR=SIMP("f", typ="R", into=(1.0, -1.0), defaut=1.0)),
        ),
        VECT_ASSE=FACT(
            "f",
            max="**",
            VECTEUR=SIMP("o", typ="CO"),
            OPTION=SIMP("o", into=tuple(VECTORS)),
            CHARGE=CHARGE,
            MODE_FOURIER=MODE_FOURIER,
        ),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def assemblage(args, context):
    """CHARGE gives the relations of the numbering, and its forces are in every vector beside those of VECT_ASSE."""
    model, loads = args.MODELE, args.CHARGE or ()
    check_models(args, "CHARGE", loads, model)
    numbering = args.NUME_DDL
    if not isinstance(numbering, Numbering):
        if not args.MATR_ASSE:
            raise args.wrong("NUME_DDL", "a new numbering needs a matrix to number: give MATR_ASSE, or an existing NUME_DDL")
        numbering = Numbering(model, load_relations(model, loads))
        context.create(args.NUME_DDL, numbering)
    check_models(args, "NUME_DDL", [numbering], model)
    kinematic = [args.CHAR_CINE] if args.CHAR_CINE is not None else []
    check_models(args, "CHAR_CINE", kinematic, model)
    given = {level.OPTION for level in args.MATR_ASSE}
    for level in args.MATR_ASSE:
        leaving = Leaving.of(level)
        if level.OPTION in ("AMOR_MECA", "RIGI_MECA_HYST") and not leaving.alone and "RIGI_MECA" not in given:
            raise level.wrong("OPTION", f"{level.OPTION} asks for RIGI_MECA in the same command")
        verify_option(level, level.OPTION, model, loads)
        with context.timer("assembly"):
            cells = chosen_cells(level, model.mesh)
            stress = level.get("SIEF_ELGA")
            more = dict(leaving=leaving, harmonic=harmonic_of(level, model))
            part = elementary_matrix(level.OPTION, model, args.CHAM_MATER, args.CARA_ELEM, loads, cells, stress, args.INST, **more)
            context.create(level.MATRICE, assemble([part], numbering, kinematic))
    for level in args.VECT_ASSE:
        own = [load for load in level.CHARGE or () if load not in loads]
        check_models(level, "CHARGE", own, model)
        if not loads and not own:
            raise level.wrong("VECTEUR", "a vector needs a CHARGE")
        data = loaded_data(level, level.OPTION, model, args.CHAM_MATER, args.CARA_ELEM, args.INST)
        vector = sum((load.vector(data, args.INST) for load in [*loads, *own]), np.zeros(model.dofs.size))
        field = nodal_field(model, vector)
        field.imposed = sum((load.imposed(args.INST) for load in [*loads, *own]), ())
        field.numbering = numbering
        context.create(level.VECTEUR, field)


formerly("MACRO_MATR_ASSE", "ASSEMBLAGE", "11.2.18")
