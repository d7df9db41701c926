"""LIRE_INTE_SPEC: a matrix of cross spectra from a file (u4.36.01)."""

from __future__ import annotations

import re

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.function_reading import PARAMETERS
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.concepts.spectrum import Spectra, node_key
from pyaster_lite.io.ideas_curves import read_curves

TERM = re.compile(r"\bI =\s*(\d+)\s.*?\bJ =\s*(\d+)\s.*?\bVALEUR =\s*\n(.*?)FINSF", re.DOTALL)
_SPECTRA = (2, 3, 9)
"""Numbers of the file for spectra, cross spectra and spectral densities."""
_COMPONENTS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
BEYOND = {word: SIMP("f", into=("CONSTANT", "LINEAIRE", "EXCLU"), advisory=True) for word in ("PROL_DROITE", "PROL_GAUCHE")}


@operator(
    "LIRE_INTE_SPEC",
    produces="interspectre",
    keywords=dict(
        UNITE=SIMP("o", typ="I"),
        FORMAT_C=SIMP("f", defaut="MODULE_PHASE", into=("REEL_IMAG", "MODULE_PHASE")),
        FORMAT=SIMP("f", defaut="ASTER", into=("ASTER", "IDEAS")),
        NOM_PARA=SIMP("f", defaut="FREQ", into=PARAMETERS, advisory=True),
        NOM_RESU=SIMP("f", defaut="DSP", advisory=True),
        # those who use spectra take them as linear between their frequencies, whatever these say
        INTERPOL=SIMP("f", max=2, into=("LIN", "LOG"), advisory=True),
        **BEYOND,
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
    ),
)
def lire_inte_spec(args, context):
    """One half of the matrix, all terms at the same frequencies: row by row (ASTER), or by sensors (IDEAS, datasets 58)."""
    path = context.files.path(args.UNITE, "r", span=args.span_of("UNITE"))
    if args.FORMAT == "IDEAS":
        return _measured(args, path)
    text = path.read_text(errors="replace")
    told = re.search(r"\bDIM\s*=\s*(\d+)", text)
    if told is None:
        raise args.wrong("UNITE", f"{path} does not tell the dimension of its spectra (DIM =)")
    size, frequencies, values = int(told[1]), None, {}
    for i, j, table in TERM.findall(text):
        own, term = _term(args, path, (int(i), int(j)), table)
        if frequencies is not None and (len(own) != len(frequencies) or not np.allclose(own, frequencies)):
            raise args.wrong("UNITE", f"{path} has its spectra at different frequencies")
        frequencies, values[int(i), int(j)] = own, term
    if list(values) != [(i, j) for i in range(1, size + 1) for j in range(i, size + 1)]:
        raise args.wrong("UNITE", f"{path} must hold the upper half of a matrix of {size} spectra, row by row")
    return Spectra(frequencies, values)


def _measured(args, path):
    """The spectra between sensors: those of the curves whose node and direction do not come after what they are measured against."""
    frequencies, values = None, {}
    for curve in read_curves(path):
        if curve.function not in _SPECTRA or curve.reference is None:
            raise args.wrong("UNITE", f"{path}:{curve.line}: this curve is no spectrum of two sensors")
        ends = ((curve.node, curve.direction), curve.reference)
        if _rank(ends[0]) > _rank(ends[1]):
            continue
        if frequencies is not None and (len(curve.abscissas) != len(frequencies) or not np.allclose(curve.abscissas, frequencies)):
            raise args.wrong("UNITE", f"{path} has its spectra at different frequencies")
        frequencies = curve.abscissas
        first, second = ((node_key(node), _COMPONENTS[abs(direction) - 1]) for node, direction in ends)
        term = np.sign(ends[0][1]) * np.sign(ends[1][1]) * curve.values
        values[first, second] = term.real if first == second else term
    size = int((-1 + np.sqrt(1 + 8 * len(values))) / 2)
    if not values or size * (size + 1) != 2 * len(values):
        raise args.wrong("UNITE", f"{path} holds {len(values)} spectra: not one half of a matrix")
    return Spectra(frequencies, values)


def _rank(end) -> float:
    """What orders sensors: the number of the node, then the direction with its sign."""
    node, direction = end
    key = node_key(node)
    return (int(key) if key.isdigit() else 0) + direction / 10


def _term(args, path, pair, table):
    try:
        rows = np.array(table.split(), float).reshape(-1, 3)
    except ValueError:
        raise args.wrong("UNITE", f"{path}: the term {pair[0]}, {pair[1]} is no list of frequencies with two numbers each") from None
    first, second = rows[:, 1], rows[:, 2]
    return rows[:, 0], first * np.exp(1j * second) if args.FORMAT_C == "MODULE_PHASE" else first + 1j * second
