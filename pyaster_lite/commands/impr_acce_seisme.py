"""IMPR_ACCE_SEISME: accelerograms beside what was asked of them, as tables (u4.36.05). Pictures are not drawn."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, ENSEMBLE
from pyaster_lite.commands._calc_fonction.spectrum import oscillator_spectra, usual_frequencies
from pyaster_lite.concepts.table import Table

_MEASURES = {"AMAX": "ACCE_MAX", "VMAX": "VITE_MAX", "DMAX": "DEPL_MAX", "INTE_ARIAS": "INTE_ARIAS",
             "DUREE_PHASE_FORTE": "DUREE_PHAS_FORT", "VITE_ABSO_CUMU": "VITE_ABSO_CUMU", "ACCE_SUR_VITE": "ACCE_SUR_VITE"}  # fmt: skip
"""Measures by the words of NOCI_REFE: their columns in tables of INFO_FONCTION."""
_DIRECTIONS = ("ACCE1", "ACCE2", "ACCE3")
_GRAVITY, _DAMPING = 9.81, 0.05
"""What the measures and the spectra are for, as in code_aster."""


@operator(
    "IMPR_ACCE_SEISME",
    rules=ENSEMBLE("FREQ_MIN", "FREQ_MAX"),
    keywords=dict(
        TABLE=SIMP("o", typ="table_sdaster"),
        TITRE=SIMP("o"),
        NOCI_REFE=FACT("f", rules=AU_MOINS_UN(*_MEASURES), **{word: SIMP("f", typ="R", min=3, max=3) for word in _MEASURES}),
        DUREE=SIMP("f", typ="R"),
        SPEC_OSCI=SIMP("o", typ="fonction_sdaster"),
        SPEC_1_SIGMA=SIMP("f", typ="fonction_sdaster"),
        LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
        FREQ_MIN=SIMP("f", typ="R"),
        FREQ_MAX=SIMP("f", typ="R"),
        RATIO_HV=SIMP("f", typ="R", val_min=0.0),
    ),
)
def impr_acce_seisme(args, context):
    """Write, for each direction, how harmful the draws are and the middle of their spectra."""
    directions = _signals(args)
    ratio = 1.0
    if len(directions) == 3:
        ratio = args.RATIO_HV if args.RATIO_HV is not None else 1.0
    elif args.RATIO_HV is not None:
        context.warn(args, "RATIO_HV", "there is no vertical direction that RATIO_HV would be of")
    for name, signals in directions.items():
        title = f"{args.TITRE} {name}".rstrip()
        context.run("IMPR_TABLE", TABLE=_harm(args, context, signals, title))
        context.run("IMPR_TABLE", TABLE=_spectra(args, signals, title, ratio))


def _signals(args):
    """{direction: accelerograms} of the table's functions; one direction without a name where NOM_PARA does not tell them."""
    table = args.TABLE
    if "FONCTION" not in table.names:
        raise args.wrong("TABLE", f"{table.name} has no column FONCTION")
    named = table.column("NOM_PARA") if "NOM_PARA" in table.names else [""] * table.n_rows
    found = {}
    for direction, name in zip(named, table.column("FONCTION")):
        found.setdefault(direction.strip(), []).append(table.getObject(name))
    if set(found) - {""} and not set(found) <= set(_DIRECTIONS):
        raise args.wrong("TABLE", f"directions are called {', '.join(_DIRECTIONS)}")
    last = min(signal.x[-1] for signals in found.values() for signal in signals)
    if args.DUREE is not None and last < args.DUREE:
        raise args.wrong("DUREE", f"the accelerograms end at {last:.6g} s")
    return found


def _harm(args, context, signals, title) -> Table:
    """A row for each measure: mean, median and fractiles of the draws, and the reference with its bounds."""
    drawn = [_measured(context, signal) for signal in signals]
    rows = []
    for word, column in _MEASURES.items():
        values = np.array([own[column] for own in drawn])
        row = {"CRITERE": word, "MOYENNE": values.mean(), "MEDIANE": np.median(values)}
        row |= {f"FRACTILE_{part}": np.percentile(values, part) for part in (15, 85)}
        wanted = args.NOCI_REFE[word] if args.NOCI_REFE is not None else None
        if wanted is not None:
            row |= dict(zip(("BORNE_INF", "REFERENCE", "BORNE_SUP"), sorted(wanted)))
        rows.append({name: value if name == "CRITERE" else float(value) for name, value in row.items()})
    columns = ("MOYENNE", "MEDIANE", "FRACTILE_15", "FRACTILE_85", "BORNE_INF", "REFERENCE", "BORNE_SUP")
    return Table.from_rows(rows, {"CRITERE": "K24", **dict.fromkeys(columns, "R")}, title=title)


def _measured(context, signal):
    """The measures of one accelerogram."""
    found = {}
    for option in ("MAXI", "INTE_ARIAS", "DUREE_PHAS_FORT", "VITE_ABSO_CUMU"):
        gravity = {"PESANTEUR": _GRAVITY} if option in ("INTE_ARIAS", "DUREE_PHAS_FORT") else {}
        table = context.run("INFO_FONCTION", NOCI_SEISME={"FONCTION": signal, "OPTION": option, **gravity})
        found |= table.rows()[0]
    return found


def _spectra(args, signals, title, ratio) -> Table:
    """The median and the mean of the spectra, in g, beside the one that was asked for."""
    hertz = np.asarray(args.LIST_FREQ.values, float) if args.LIST_FREQ is not None else usual_frequencies()
    if args.FREQ_MIN is not None:
        hertz = hertz[(hertz >= args.FREQ_MIN) & (hertz <= args.FREQ_MAX)]
        if not len(hertz):
            raise args.wrong("FREQ_MIN", "none of the frequencies is between FREQ_MIN and FREQ_MAX")
    found = np.array([oscillator_spectra(signal, hertz, np.array([_DAMPING]), "ACCE", _GRAVITY)[0] for signal in signals])
    columns = {"FREQ": hertz, "MEDIANE": np.median(found, axis=0), "MOYENNE": found.mean(axis=0)}
    columns |= {f"FRACTILE_{part}": np.percentile(found, part, axis=0) for part in (15, 85)}
    told = {name: ("R", values.tolist()) for name, values in columns.items()}
    for word in ("SPEC_OSCI", "SPEC_1_SIGMA"):
        if args[word] is not None:
            told[word] = "R", _where_known(args[word], hertz, ratio)
    return Table(told, title=title)


def _where_known(spectrum, hertz, ratio):
    """The values of a given spectrum over the ratio, None beyond its ends."""
    known = (hertz >= spectrum.x[0]) & (hertz <= spectrum.x[-1])
    values = spectrum.evaluate(FREQ=hertz[known]) / ratio
    places = np.cumsum(known) - 1
    return [float(values[place]) if there else None for place, there in zip(places, known)]
