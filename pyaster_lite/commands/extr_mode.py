"""EXTR_MODE: gather modes of one series or several (u4.52.12)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.catalogue.types import kind_of

DIRECTIONS = ("DX", "DY", "DZ")
THRESHOLDS = ("SEUIL", "SEUIL_X", "SEUIL_Y", "SEUIL_Z")


def _produced(args):
    levels = args.get("FILTRE_MODE")
    return kind_of(levels[0].get("MODE")) if levels else None


@operator(
    "EXTR_MODE",
    produces=_produced,
    keywords=dict(
        FILTRE_MODE=FACT(
            "o",
            max="**",
            rules=UN_PARMI("TOUT_ORDRE", "NUME_ORDRE", "NUME_MODE", "NUME_MODE_EXCLU", "FREQ_MIN", "CRIT_EXTR"),
            MODE=SIMP("o", typ=("mode_meca", "mode_meca_c", "mode_gene")),
            TOUT_ORDRE=SIMP("f", into=("OUI", "NON")),
            NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
            NUME_MODE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
            NUME_MODE_EXCLU=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
            FREQ_MIN=SIMP("f", typ="R"),
            b_freq_min=BLOC(present("FREQ_MIN"), FREQ_MAX=SIMP("o", typ="R"), PRECISION=SIMP("f", typ="R", defaut=1e-3)),
            CRIT_EXTR=SIMP("f", into=("MASS_EFFE_UN", "MASS_GENE", "MASS_EFFE")),
            b_crit_extr=BLOC(
                present("CRIT_EXTR"),
                rules=AU_MOINS_UN(*THRESHOLDS),
                **{word: SIMP("f", typ="R") for word in THRESHOLDS},
            ),
        ),
        IMPRESSION=FACT(
            "f",
            CUMUL=SIMP("f", into=("OUI", "NON"), defaut="NON"),
            CRIT_EXTR=SIMP("f", into=("MASS_EFFE_UN", "MASS_GENE", "MASS_EFFE"), defaut="MASS_EFFE_UN"),
        ),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def extr_mode(args, context):
    """The selected modes, numbered anew, in the order of the filters."""
    modes = None
    for level in args.FILTRE_MODE:
        source = level.MODE
        if modes is None:
            modes = source.duplicate()
            modes.keep_only([])
        elif source.kind != modes.kind or (modes.vectors and _unknowns(source) != _unknowns(modes)):
            raise level.wrong("MODE", f"{source.name} does not live on the same unknowns as the modes before it")
        chosen = _chosen(level, source)
        if not chosen:
            context.warn(level, None, f"no mode of {source.name} is selected")
        for order in chosen:
            values = {word: column[order] for word, column in source.parameters.items() if order in column}
            modes.store_mode(len(modes.orders) + 1, source.vectors[order].copy(), values)
    if not modes.orders:
        raise args.wrong("FILTRE_MODE", "no mode is selected")
    numbers = [modes.parameter("NUME_MODE", order) for order in modes.orders]
    if len(set(numbers)) < len(numbers):
        context.warn(args, "FILTRE_MODE", "several modes have the same NUME_MODE")
    if args.IMPRESSION is not None:
        _print(args.IMPRESSION, context, modes)
    return modes


def _unknowns(modes):
    """How many they have, be they those of a model or of another base."""
    return len(next(iter(modes.vectors.values()))) if modes.dofs is None else modes.dofs.size


def _chosen(level, modes):
    """The storage orders that a filter selects."""
    orders = np.array(modes.orders)
    if "NUME_ORDRE" in level:
        for item, wanted in enumerate(level.NUME_ORDRE):
            if wanted not in modes.orders:
                raise level.wrong("NUME_ORDRE", f"{modes.name} has no NUME_ORDRE {wanted}", item=item)
        return list(level.NUME_ORDRE)
    numbers = modes.access("NUME_MODE")
    if "NUME_MODE" in level:
        kept = np.isin(numbers, level.NUME_MODE)
    elif "NUME_MODE_EXCLU" in level:
        kept = ~np.isin(numbers, level.NUME_MODE_EXCLU)
    elif "FREQ_MIN" in level:
        frequencies = modes.access("FREQ")
        kept = (frequencies >= level.FREQ_MIN - level.PRECISION) & (frequencies <= level.FREQ_MAX + level.PRECISION)
    elif "CRIT_EXTR" in level:
        kept = _heavy(level, modes)
    else:
        # as in code_aster all are taken whether it says OUI or NON
        level.mark_read("TOUT_ORDRE")
        kept = np.ones(len(orders), bool)
    return orders[kept].tolist()


def _heavy(level, modes):
    """Where a mass reaches its threshold; of several, the first names the direction and the last the value."""
    given = [word for word in THRESHOLDS if word in level]
    threshold = [level[word] for word in given][-1]
    if level.CRIT_EXTR == "MASS_GENE":
        mass = modes.access("MASS_GENE")
        return mass / mass.sum() >= threshold
    masses = np.column_stack([modes.access(f"{level.CRIT_EXTR}_{direction}") for direction in DIRECTIONS])
    if np.isnan(masses).any():
        raise level.wrong("CRIT_EXTR", f"the modes {modes.name} have no {level.CRIT_EXTR}")
    reached = masses >= threshold
    return reached.any(axis=1) if given[0] == "SEUIL" else reached[:, "XYZ".index(given[0][-1])]


def _print(given, context, modes):
    words = ("MASS_GENE",) if given.CRIT_EXTR == "MASS_GENE" else tuple(f"{given.CRIT_EXTR}_{d}" for d in DIRECTIONS)
    columns = [modes.access("NUME_MODE"), modes.access("FREQ"), *(modes.access(word) for word in words)]
    titles = ["NUME_MODE", "FREQ", *words]
    if given.CUMUL == "OUI":
        columns += [np.cumsum(modes.access(word)) for word in words]
        titles += [f"CUMUL_{word.rsplit('_', 1)[-1]}" for word in words]
    context.write(8, "  ".join(f"{title:>15}" for title in titles))
    for row in zip(*columns):
        context.write(8, "  ".join([f"{int(row[0]):15d}", *(f"{value:15.6E}" for value in row[1:])]))
