"""CALC_SPEC: cross spectra and transfer functions of measured signals (u4.32.21)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.concepts.spectrum import Spectra
from pyaster_lite.fe.cross_spectra import cross_spectrum, pieces, transfer, window

WINDOWS = {"RECT": "flat", "HAMM": "hamming", "HANN": "hann", "EXPO": "decaying", "PART": "given"}
EVEN = 1e-5
"""How far steps may differ, by the longest."""


def _window():
    return dict(
        FENETRE=SIMP("f", defaut="RECT", into=tuple(WINDOWS)),
        b_window=BLOC(is_in("FENETRE", "EXPO", "PART"), DEFI_FENE=SIMP("o", typ="R", max="**")),
    )


@operator(
    "CALC_SPEC",
    produces="interspectre",
    rules=(UN_PARMI("ECHANT", "TAB_ECHANT"), UN_PARMI("INTERSPE", "TRANSFERT")),
    keywords=dict(
        TAB_ECHANT=FACT(
            "f",
            rules=(
                EXCLUS("LONGUEUR_DUREE", "LONGUEUR_POURCENT", "LONGUEUR_NB_PTS"),
                EXCLUS("RECOUVREMENT_DUREE", "RECOUVREMENT_POURCENT", "RECOUVREMENT_NB_PTS"),
            ),
            NOM_TAB=SIMP("o", typ=("table_sdaster", "table_fonction")),
            LONGUEUR_DUREE=SIMP("f", typ="R"),
            LONGUEUR_POURCENT=SIMP("f", typ="R"),
            LONGUEUR_NB_PTS=SIMP("f", typ="I"),
            RECOUVREMENT_DUREE=SIMP("f", typ="R"),
            RECOUVREMENT_POURCENT=SIMP("f", typ="R"),
            RECOUVREMENT_NB_PTS=SIMP("f", typ="I"),
        ),
        ECHANT=FACT(
            "f",
            max="**",
            NUME_ORDRE_I=SIMP("o", typ="I"),
            NUME_MES=SIMP("o", typ="I"),
            FONCTION=SIMP("o", typ="fonction_sdaster"),
        ),
        INTERSPE=FACT("f", **_window()),
        TRANSFERT=FACT("f", ESTIM=SIMP("f", defaut="H1", into=("H1", "H2", "CO")), REFER=SIMP("o", typ="I", max="**"), **_window()),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
    ),
)
def calc_spec(args, context):
    """The mean is over pieces of the signals that were measured together, NUME_MES."""
    level = args.TAB_ECHANT
    entries = _listed(args) if level is None else _of_table(level)
    signals = [np.asarray(function.y, float) for _, _, function in entries]
    steps = [_step(args, function) for _, _, function in entries]
    if np.ptp(steps) > EVEN * max(steps):
        raise args.wrong(None, "the signals were not sampled at the same steps")
    least = min(map(len, signals))
    first = float(entries[0][2].x[1] - entries[0][2].x[0])
    length, overlap = (least, 0) if level is None else _lengths(level, least, first)
    if level is None and max(map(len, signals)) != least:
        raise args.wrong("ECHANT", "the signals have not the same number of points")
    asked = args.INTERSPE or args.TRANSFERT
    weights = _weights(asked, length, first)
    count = (least - length) // (length - overlap) + 1
    with context.timer("spectra"):
        spectra = {}
        for (order, measure, _), signal in zip(entries, signals):
            spectra.setdefault(order, {})[measure] = np.fft.fft(pieces(signal, length, overlap, count) * weights)
        found = _crossed(spectra) if args.INTERSPE is not None else _transfers(asked, spectra)
    half = length // 2
    frequencies = np.arange(half) / (max(steps) * length)
    return Spectra(frequencies, {pair: values[:half] for pair, values in found.items()}, "DSP")


def _listed(args):
    """(order, measure, function) of ECHANT."""
    return [(level.NUME_ORDRE_I, level.NUME_MES, level.FONCTION) for level in args.ECHANT]


def _of_table(level):
    """Those of the rows of a table of functions."""
    table = level.NOM_TAB
    for name in ("NUME_ORDRE_I", "NUME_MES", "FONCTION"):
        if name not in table.cells:
            raise level.wrong("NOM_TAB", f"the table {table.name} has no column {name}")
    rows = [row for row in table.rows() if row["FONCTION"] is not None]
    entries = [(row["NUME_ORDRE_I"], row["NUME_MES"], table.objects.get(row["FONCTION"].strip())) for row in rows]
    if not entries or any(function is None for _, _, function in entries):
        raise level.wrong("NOM_TAB", f"the table {table.name} does not hold its functions")
    return entries


def _step(args, function):
    steps = np.diff(function.x)
    if not len(steps) or np.ptp(steps) > EVEN * steps.max():
        raise args.wrong(None, f"the signal {function.name} is not sampled at even steps")
    return float(steps.max())


def _lengths(level, count, step) -> tuple[int, int]:
    """The points of a piece, and those that it shares with the next."""
    length, overlap = count, 0
    if "LONGUEUR_DUREE" in level:
        length = int(level.LONGUEUR_DUREE / step)
    elif "LONGUEUR_POURCENT" in level:
        length = int(count * level.LONGUEUR_POURCENT * 0.01)
    elif "LONGUEUR_NB_PTS" in level:
        length = level.LONGUEUR_NB_PTS
    if not 1 < length <= count:
        raise level.wrong(None, f"pieces of {length} points do not fit into signals of {count}")
    if "RECOUVREMENT_DUREE" in level:
        overlap = int(level.RECOUVREMENT_DUREE / step)
    elif "RECOUVREMENT_POURCENT" in level:
        overlap = int(length * level.RECOUVREMENT_POURCENT * 0.01)
    elif "RECOUVREMENT_NB_PTS" in level:
        overlap = level.RECOUVREMENT_NB_PTS
    if not 0 <= overlap < length:
        raise level.wrong(None, f"pieces of {length} points cannot share {overlap}")
    return length, overlap


def _weights(asked, length, step):
    values = asked.get("DEFI_FENE") or ()
    wanted = {"EXPO": 2, "PART": length}.get(asked.FENETRE, len(values))
    if len(values) != wanted:
        raise asked.wrong("DEFI_FENE", f"the window {asked.FENETRE} takes {wanted} values, not {len(values)}")
    return window(WINDOWS[asked.FENETRE], length, step, values)


def _together(first, second):
    """The transforms (pieces, n) of two signals of the measures that both have, or None."""
    shared = [measure for measure in first if measure in second]
    return [np.concatenate([own[measure] for measure in shared]) for own in (first, second)] if shared else None


def _crossed(spectra):
    orders = sorted(spectra)
    pairs = {(i, j): _together(spectra[i], spectra[j]) for i in orders for j in orders if i <= j}
    return {pair: cross_spectrum(*both) for pair, both in pairs.items() if both is not None}


def _transfers(asked, spectra):
    found = {}
    for cause in asked.REFER:
        if cause not in spectra:
            raise asked.wrong("REFER", f"no signal has the number {cause}")
        for effect in sorted(spectra):
            both = _together(spectra[cause], spectra[effect])
            if effect != cause and both is not None:
                found[cause, effect] = transfer(*both, asked.ESTIM)
    return found
