"""DEFI_CHAR_SOL: how ground at the sides of a model shakes it, from a column (DEFI_SOL_EQUI) or from a result (u4.84.32)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI

AXES = ("X", "Y", "Z")
COMPONENTS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
VELOCITIES, DISPLACEMENTS, FORCES = 2, 3, 6
"""The blocks of the file that DEFI_SOL_EQUI writes: what they hold at the surface, (at the outcrop,) below each layer, below all."""
_MATRIX = SIMP("f", typ="matr_asse_depl_r")
_GROUP = SIMP("f", typ="grma")


@operator(
    "DEFI_CHAR_SOL",
    produces="char_meca",
    rules=UN_PARMI("UNITE_TRAN_INIT", "RESU_INIT"),
    keywords=dict(
        CHARGEMENT=SIMP("f", into=("FORCE", "ONDE_PLANE"), defaut="FORCE"),
        MODELE=SIMP("o", typ="modele_sdaster"),
        UNITE_TRAN_INIT=SIMP("f", typ="I"),
        RESU_INIT=SIMP("f", typ=("dyna_trans", "evol_char", "evol_noli")),
        b_unite_tran=BLOC(
            present("UNITE_TRAN_INIT"),
            rules=AU_MOINS_UN("GROUP_MA_DROITE", "GROUP_MA_GAUCHE"),
            LONG_CARA=SIMP("f", typ="R"),
            AXE=SIMP("f", into=AXES),
            NOM_PARA=SIMP("f", into=("Y", "Z"), defaut="Z"),
            Z0=SIMP("f", typ="R", defaut=0.0),
            NOM_CMP=SIMP("f", into=("DX", "DY"), defaut="DX"),
            GROUP_MA_DROITE=_GROUP,
            GROUP_MA_GAUCHE=_GROUP,
            TABLE_MATER_ELAS=SIMP("o", typ="table_sdaster"),
        ),
        b_resu=BLOC(
            present("RESU_INIT"),
            MATR_RIGI=_MATRIX,
            COEF=SIMP("f", typ="R", defaut=1.0),
            NOM_CHAM_INIT=SIMP("f", defaut="FORC_NODA", into=("ACCE", "FORC_NODA", "REAC_NODA")),
            DDL_EXCLUS=SIMP("f", into=COMPONENTS),
            MATR_AMOR=_MATRIX,
            NUME_DDL=SIMP("f", typ="nume_ddl_sdaster"),
            LIST_INST=SIMP("o", typ="listr8_sdaster"),
            PRECISION=SIMP("f", typ="R", defaut=1e-6),
            CRITERE=SIMP("f", defaut="RELATIF", into=("RELATIF", "ABSOLU")),
        ),
        TITRE=SIMP("f", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_char_sol(args, context):
    """Forces at the nodes of the sides, or the plane wave that comes in through them."""
    forces = args.CHARGEMENT == "FORCE"
    if args.RESU_INIT is not None:
        return _of_result(args, context, forces)
    return _forces(args, context) if forces else _wave(args, context)


def _of_result(args, context, forces):
    """The forces that a result tells, or those that its motion makes of a stiffness and a damping."""
    words = {word: args[word] for word in ("RESU_INIT", "LIST_INST", "PRECISION", "CRITERE")}
    if forces:
        args.mark_read("MATR_RIGI", "MATR_AMOR")
        words |= {word: args[word] for word in ("NUME_DDL", "NOM_CHAM_INIT", "COEF", "DDL_EXCLUS") if args[word] is not None}
        name = "CONV_RESU"
    else:
        args.mark_read("NUME_DDL", "NOM_CHAM_INIT", "COEF", "DDL_EXCLUS")
        words |= {word: args[word] for word in ("MATR_RIGI", "MATR_AMOR") if args[word] is not None}
        name = "KUCV"
    found = context.run("CREA_RESU", OPERATION=name, TYPE_RESU="EVOL_CHAR", **{name: words})
    return context.run("AFFE_CHAR_MECA", MODELE=args.MODELE, EVOL_CHAR=found)


def _depths(args):
    """Where the columns of the file stand, the lowest first, and the number of layers above the rock."""
    table = args.TABLE_MATER_ELAS
    lost = {"Y", "M", "RHO", "Emax", "NU", "AH", "GDgam"} - set(table.names)
    if lost:
        raise args.wrong("TABLE_MATER_ELAS", f"{table.name} has no column {', '.join(sorted(lost))}")
    depth = [value for value in table.column("Y") if value is not None]
    return [args.Z0 - value for value in reversed(depth)] + [args.Z0], len(depth) - 1


def _curves(args, context, block, after):
    """The functions of a block of the file, the lowest first; the layers come after the column `after`."""
    places, layers = _depths(args)
    columns = [after + layer for layer in range(layers + 1, 0, -1)] + [2]
    reading = dict(UNITE=args.UNITE_TRAN_INIT, NOM_PARA="INST", INTERPOL="LIN", PROL_DROITE="CONSTANT", INDIC_PARA=(block, 1))
    return places, [context.run("LIRE_FONCTION", INDIC_RESU=(block, column), **reading) for column in columns]


def _forces(args, context):
    """Forces along the sides, against each other at the right and at the left."""
    axis, horizontal = args.AXE, args.NOM_CMP == "DX"
    args.mark_read("LONG_CARA", "NOM_PARA")
    along = "Y"
    if axis is not None:
        along = axis if horizontal else "Y" if axis == "Z" or (axis == "X" and args.NOM_PARA == "Y") else "Z"
    places, curves = _curves(args, context, FORCES, 2)
    levels = []
    for group, sign in ((args.GROUP_MA_GAUCHE, 1.0), (args.GROUP_MA_DROITE, -1.0)):
        if group is None:
            continue
        signed = [context.run("CALC_FONCTION", COMB={"FONCTION": curve, "COEF": sign}) for curve in curves]
        family = context.run("DEFI_NAPPE", NOM_PARA=along, PARA=places, FONCTION=signed)
        where = "GROUP_NO" if axis is None else "GROUP_MA"
        component = ("FY" if horizontal else "FX") if axis is None else f"F{axis}"
        levels.append({where: group, component: family})
    return context.run("AFFE_CHAR_MECA_F", MODELE=args.MODELE, **{"FORCE_NODALE" if axis is None else "FORCE_ARETE": levels})


def _wave(args, context):
    """A plane wave that comes up, with displacements where LONG_CARA is given."""
    axis, horizontal = args.AXE, args.NOM_CMP == "DX"
    args.mark_read("NOM_PARA")
    along, kind = "Y", "S" if horizontal else "P"
    if axis is not None and horizontal:
        across = axis == "X" and args.NOM_PARA == "Y"
        along = "Y" if across or axis == "Z" else "Z"
        kind = "SH" if across or axis == "Y" else "SV"
    elif axis is not None:
        along = axis
    words = dict(DIRECTION=[float(along == one) for one in AXES], TYPE_ONDE=kind)
    words["GROUP_MA"] = [group for group in (args.GROUP_MA_GAUCHE, args.GROUP_MA_DROITE) if group is not None]
    signals = {"FONC_SIGNAL": VELOCITIES} | ({"DEPL_IMPO": DISPLACEMENTS} if args.LONG_CARA is not None else {})
    flat = dict(INTERPOL=("LIN", "LIN"), PROL_GAUCHE="CONSTANT", PROL_DROITE="CONSTANT")
    for word, block in signals.items():
        places, curves = _curves(args, context, block, 3)
        words[word] = context.run("DEFI_NAPPE", NOM_PARA="X", PARA=places, FONCTION=curves, **flat)
    return context.run("AFFE_CHAR_MECA_F", MODELE=args.MODELE, ONDE_PLANE=words)
