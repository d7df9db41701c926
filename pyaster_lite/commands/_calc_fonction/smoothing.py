"""LISS_ENVELOP: an envelope of spectra, smooth enough to design with."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._calc_fonction.action import FAMILY, REAL, Action
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.function_family import FunctionFamily
from pyaster_lite.fe.spectrum_smoothing import Spectra, envelope, smoothed, widened, within


def _smooth(args):
    sets, inner, outer = _spectra(args)
    counts = args.NB_FREQ_LISS
    if min(counts) < 2:
        raise args.wrong("NB_FREQ_LISS", "the two ends of a spectrum always stay: NB_FREQ_LISS must be at least 2")
    if args.OPTION == "CONCEPTION":
        made = _smoothed(args, envelope(sets) if len(sets) > 1 else sets[0], counts[0])
    else:
        sets = [_smoothed(args, one, counts[0]) for one in sets]
        parts = args.ELARG or (0.0,) * len(sets)
        if len(parts) != len(sets):
            raise args.wrong("ELARG", f"ELARG has {len(parts)} values for {len(sets)} sets of spectra")
        made = envelope([widened(one, part) for one, part in zip(sets, parts)])
        made = _smoothed(args, made, counts[-1])
    return FunctionFamily(made.dampings, [Function(made.frequencies, row, inner) for row in made.values], outer)


def _smoothed(args, spectra, count):
    kept = sorted(args.LIST_FREQ or ())
    if args.FREQ_MIN is not None or args.FREQ_MAX is not None:
        spectra = within(spectra, args.FREQ_MIN, args.FREQ_MAX)
        if not len(spectra.frequencies):
            raise args.wrong("FREQ_MIN" if args.FREQ_MIN is not None else "FREQ_MAX", "the spectra have no frequency between these bounds")
    return smoothed(spectra, count, kept, args.ZPA)


def _spectra(args):
    """(sets of spectra, how the functions are read, how one reads between them)."""
    dampings = args.LIST_AMOR
    if args.FONCTION is not None:
        p = args.FONCTION.properties
        one = Spectra(np.array([dampings[0] if dampings else 0.0]), args.FONCTION.x, args.FONCTION.y[None, :])
        return [one], p, p.changed(parameter="AMOR")
    if args.NAPPE is not None:
        args.mark_read("LIST_AMOR")
        return [_of_family(args, family) for family in args.NAPPE], args.NAPPE[-1].functions[0].properties, args.NAPPE[-1].properties
    sets = []
    for item, table in enumerate(args.TABLE):
        names = [name for name in table.names if name != "FREQ"]
        if "FREQ" not in table.cells:
            raise args.wrong("TABLE", f"the table {table.name} has no column FREQ", item=item)
        values = np.arange(1.0, len(names) + 1) if dampings is None else np.array(dampings)
        if len(values) != len(names):
            raise args.wrong("LIST_AMOR", f"LIST_AMOR has {len(values)} values for the {len(names)} spectra of {table.name}")
        sets.append(Spectra(values, np.array(table.column("FREQ"), float), np.array([table.column(name) for name in names], float)))
    _check_dampings(args, "TABLE", sets)
    return sets, Properties("FREQ"), Properties("AMOR")


def _of_family(args, family):
    x = family.functions[0].x
    if any(len(f.x) != len(x) for f in family.functions):
        raise args.wrong("NAPPE", f"the functions of {family.name} must have the same abscissas")
    return Spectra(family.values, x, np.array([f.y for f in family.functions]))


def _check_dampings(args, word, sets):
    for item, one in enumerate(sets):
        if len(one.dampings) != len(sets[0].dampings) or np.abs(np.sort(one.dampings) - np.sort(sets[0].dampings)).max() > 1e-6:
            raise args.wrong(word, "all sets of spectra must have the same dampings", item=item)


ACTIONS = {
    "LISS_ENVELOP": Action(
        FACT(
            rules=UN_PARMI("NAPPE", "FONCTION", "TABLE"),
            NAPPE=SIMP(typ=FAMILY, max="**"),
            TABLE=SIMP(typ="table_sdaster", max="**"),
            FONCTION=SIMP(typ=REAL),
            LIST_AMOR=SIMP(typ="R", max="**"),
            OPTION=SIMP("o", into=("CONCEPTION", "VERIFICATION")),
            b_verif=BLOC(equal("OPTION", "VERIFICATION"), ELARG=SIMP(typ="R", max="**", val_min=0.0, val_max=1.0)),
            FREQ_MIN=SIMP(typ="R"),
            FREQ_MAX=SIMP(typ="R"),
            LIST_FREQ=SIMP(typ="R", max="**"),
            NB_FREQ_LISS=SIMP(typ="I", max=2, val_min=1, defaut=(10,)),
            ZPA=SIMP(typ="R"),
        ),
        _smooth,
        FAMILY,
    ),
}
