"""DEFI_INTE_SPEC: a matrix of cross spectra, term by term (u4.36.02)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.concepts.spectrum import Spectra

from ._spectra import pair_of, pair_words

BETWEEN = {
    # the response takes spectra as linear between their frequencies and constant beyond them, whatever these say
    "INTERPOL": SIMP("f", max=2, defaut="LIN", into=("LIN", "LOG"), advisory=True),
    **{word: SIMP("f", defaut="EXCLU", into=("CONSTANT", "LINEAIRE", "EXCLU"), advisory=True) for word in ("PROL_DROITE", "PROL_GAUCHE")},
}
BAND = {
    "FREQ_MIN": SIMP("f", typ="R", defaut=0.0),
    "FREQ_MAX": SIMP("f", typ="R", defaut=100.0),
    "PAS": SIMP("f", typ="R", defaut=1.0),
    "VALE_R": SIMP("f", typ="R"),
    "VALE_C": SIMP("f", typ="C"),
}
RULES = (EXCLUS("VALE_R", "VALE_C"), UN_PARMI("NUME_ORDRE_I", "NOEUD_I"))


@operator(
    "DEFI_INTE_SPEC",
    produces="interspectre",
    rules=UN_PARMI("PAR_FONCTION", "KANAI_TAJIMI", "CONSTANT"),
    keywords=dict(
        DIMENSION=SIMP("f", typ="I", defaut=1, advisory=True),
        PAR_FONCTION=FACT(
            "f",
            max="**",
            rules=UN_PARMI("NUME_ORDRE_I", "NOEUD_I"),
            **pair_words("o"),
            FONCTION=SIMP("o", typ=("fonction_sdaster", "fonction_c")),
        ),
        KANAI_TAJIMI=FACT(
            "f",
            max="**",
            rules=RULES,
            **pair_words("o"),
            **BAND,
            AMOR_REDUIT=SIMP("f", typ="R", defaut=0.6),
            FREQ_MOY=SIMP("f", typ="R", defaut=5.0),
            **BETWEEN,
        ),
        CONSTANT=FACT("f", max="**", rules=RULES, **pair_words("o"), **BAND, **BETWEEN),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_inte_spec(args, context):
    """All terms share their frequencies."""
    frequencies, values = None, {}
    for word, make in (("PAR_FONCTION", _of_function), ("KANAI_TAJIMI", _of_ground), ("CONSTANT", _constant)):
        for level in args[word]:
            own, term = make(level)
            if frequencies is not None and (len(own) != len(frequencies) or not np.allclose(own, frequencies)):
                raise level.wrong(None, "all terms must be given at the same frequencies")
            frequencies = own
            first, second = pair_of(level)
            values[first, second] = np.asarray(term).real if first == second else term
    return Spectra(frequencies, values)


def _of_function(level):
    return level.FONCTION.x, level.FONCTION.y


def _band(level):
    if level.FREQ_MAX < level.FREQ_MIN:
        raise level.wrong("FREQ_MAX", "FREQ_MAX must not be below FREQ_MIN")
    count = int((level.FREQ_MAX - level.FREQ_MIN) / level.PAS) + 1
    frequencies = level.FREQ_MIN + level.PAS * np.arange(count)
    frequencies[-1] = level.FREQ_MAX
    value = level.VALE_R if "VALE_R" in level else level.VALE_C
    if value is None:
        raise level.wrong(None, "give VALE_R or VALE_C")
    return frequencies, complex(value)


def _of_ground(level):
    """2 pi S0 (f0^4 + 4 xi^2 f0^2 f^2) / ((f0^2 - f^2)^2 + 4 xi^2 f0^2 f^2)."""
    f, value = _band(level)
    own = level.FREQ_MOY**2
    damped = 4 * level.AMOR_REDUIT**2 * own * f**2
    return f, 2 * np.pi * value.real * (damped + own**2) / ((own - f**2) ** 2 + damped)


def _constant(level):
    f, value = _band(level)
    return f, np.full(len(f), value)
