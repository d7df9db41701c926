"""LIRE_FONCTION: functions from columns of a file (u4.32.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.function_reading import PARAMETERS, extrapolation, interpolation
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.commands._points import check_logarithms, in_order, properties
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.function_family import FunctionFamily
from pyaster_lite.io.number_blocks import read_blocks

KINDS = {"FONCTION": "fonction_sdaster", "FONCTION_C": "fonction_c", "NAPPE": "nappe_sdaster"}


def place(default=None):
    """(block, column), both counted from 1."""
    return SIMP("f" if default else "o", typ="I", min=2, max=2, defaut=default)


@operator(
    "LIRE_FONCTION",
    produces=lambda values: KINDS[values.TYPE],
    early=True,
    legacy=(Renamed("SEPAR", "SEPARATEUR", still=True),),
    keywords=dict(
        FORMAT=SIMP(into=("LIBRE", "NUMPY"), defaut="LIBRE"),
        TYPE=SIMP(into=tuple(KINDS), defaut="FONCTION"),
        SEPARATEUR=SIMP(defaut="None"),
        INDIC_PARA=place((1, 1)),
        b_fonction=BLOC(equal("TYPE", "FONCTION"), INDIC_RESU=place((1, 2))),
        b_fonction_c=BLOC(
            equal("TYPE", "FONCTION_C"),
            FORMAT_C=SIMP(into=("REEL_IMAG", "MODULE_PHASE"), defaut="REEL_IMAG"),
            b_reel_imag=BLOC(equal("FORMAT_C", "REEL_IMAG"), INDIC_REEL=place((1, 2)), INDIC_IMAG=place((1, 3))),
            b_modu_phas=BLOC(equal("FORMAT_C", "MODULE_PHASE"), INDIC_MODU=place((1, 2)), INDIC_PHAS=place((1, 3))),
        ),
        b_nappe=BLOC(
            equal("TYPE", "NAPPE"),
            NOM_PARA_FONC=SIMP("o", into=PARAMETERS),
            INDIC_ABSCISSE=place(),
            INTERPOL_FONC=interpolation(),
            PROL_DROITE_FONC=extrapolation(),
            PROL_GAUCHE_FONC=extrapolation(),
            DEFI_FONCTION=FACT(max="**", INDIC_RESU=place()),
        ),
        UNITE=SIMP("o", typ="I"),
        NOM_PARA=SIMP("o", into=PARAMETERS),
        NOM_RESU=SIMP(defaut="TOUTRESU"),
        INTERPOL=interpolation(),
        PROL_DROITE=extrapolation(),
        PROL_GAUCHE=extrapolation(),
        VERIF=SIMP(into=("CROISSANT", "NON"), defaut="CROISSANT"),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP(max="**", advisory=True),
    ),
)
def lire_fonction(args, context):
    """Read the columns and make the function."""
    column = _Columns(args, context)
    reading = properties(args, args.NOM_PARA)
    strict = args.VERIF == "CROISSANT"
    x = column(args, "INDIC_PARA")
    if args.TYPE == "NAPPE":
        return _family(args, context, column, x, reading, strict)
    if args.TYPE == "FONCTION":
        y = column(args, "INDIC_RESU")
    elif args.FORMAT_C == "REEL_IMAG":
        y = column(args, "INDIC_REEL") + 1j * column(args, "INDIC_IMAG")
    else:
        # The phase is in radians here, in degrees everywhere else.
        y = column(args, "INDIC_MODU") * np.exp(1j * column(args, "INDIC_PHAS"))
    if len(x) != len(y):
        raise args.wrong("UNITE", f"the abscissas are {len(x)}, the ordinates {len(y)}")
    x, y = in_order(args, "UNITE", x, y, strict, 1, context)
    check_logarithms(args, "UNITE", x, y, reading.interpolation)
    return Function(x, y, reading)


def _family(args, context, column, values, reading, strict):
    pair = args.INTERPOL_FONC
    inner = Properties(args.NOM_PARA_FONC, args.NOM_RESU, tuple(pair) * (2 // len(pair)), args.PROL_GAUCHE_FONC, args.PROL_DROITE_FONC)
    functions = []
    for occurrence in args.DEFI_FONCTION:
        x, y = in_order(args, "UNITE", column(args, "INDIC_ABSCISSE"), column(occurrence, "INDIC_RESU"), strict, 1, context)
        functions.append(Function(x, y, inner))
    if len(functions) != len(values):
        raise args.wrong("INDIC_PARA", f"the column has {len(values)} values for {len(functions)} functions")
    return FunctionFamily(values, functions, reading)


class _Columns:
    """The columns of the file, by (block, column)."""

    def __init__(self, args, context):
        path = context.files.path(args.UNITE, "r", span=args.span_of("UNITE"))
        separator = None if args.SEPARATEUR == "None" else args.SEPARATEUR
        self.blocks = read_blocks(path, separator) if args.FORMAT == "LIBRE" else [_array(args, path)]
        self.single = args.FORMAT == "NUMPY"

    def __call__(self, args, word):
        """The values of a column; the user's mistake when it is not there."""
        block, column = args[word]
        block = 1 if self.single else block
        if not 1 <= block <= len(self.blocks):
            raise args.wrong(word, f"there is no block {block} in the file, it has {len(self.blocks)}", item=0)
        table = self.blocks[block - 1]
        if not 1 <= column <= table.shape[1]:
            raise args.wrong(word, f"there is no column {column} in the block, it has {table.shape[1]}", item=1)
        return table[:, column - 1]


def _array(args, path):
    try:
        table = np.load(path, allow_pickle=False)
    except (OSError, ValueError):
        raise args.wrong("UNITE", f"{path} holds no array of numpy") from None
    if table.ndim != 2 or table.dtype.kind not in "fiu":
        raise args.wrong("UNITE", f"{path} holds no table of real numbers")
    return table.astype(float)
