"""CALC_ESSAI: measured vibrations against modes: their expansion, and the forces that made them (u4.90.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.concepts.spectrum import Spectra, node_key
from pyaster_lite.fe.force_identification import identified, receptances

_MODES = SIMP("o", typ="mode_meca")


def _numbers():
    return SIMP("f", typ="I", max="**", defaut=(0,), validators=(no_repeat,))


@operator(
    "CALC_ESSAI",
    creates=lambda args: [(level.TABLE, "interspectre") for level in args.get("RESU_IDENTIFICATION") or () if level.get("TABLE")],
    keywords=dict(
        UNITE_RESU=SIMP("f", typ="I", defaut=6),
        RESU_IDENTIFICATION=FACT("f", max="**", TABLE=SIMP("f", typ="CO")),
        EXPANSION=FACT(
            "f",
            max="**",
            CALCUL=_MODES,
            NUME_MODE_CALCUL=_numbers(),
            MESURE=_MODES,
            NUME_MODE_MESURE=_numbers(),
            RESOLUTION=SIMP("f", defaut="SVD", into=("SVD", "LU")),
            b_reso=BLOC(equal("RESOLUTION", "SVD"), EPS=SIMP("f", typ="R", defaut=0.0)),
        ),
        IDENTIFICATION=FACT(
            "f",
            max="**",
            ALPHA=SIMP("f", typ="R", defaut=0.0),
            EPS=SIMP("f", typ="R", defaut=0.0),
            OBSERVABILITE=_MODES,
            COMMANDABILITE=_MODES,
            INTE_SPEC=SIMP("o", typ="interspectre"),
            BASE=_MODES,
        ),
    ),
)
def calc_essai(args, context):
    """The criterion of the expanded modes is printed; RESU_IDENTIFICATION has the forces, what was measured, and what the forces make."""
    for word in ("EXPANSION", "IDENTIFICATION"):
        if args[word] and len(args[word]) > 1:
            raise args.wrong(word, "one is taken at a time")
    if args.EXPANSION:
        _expand(args, context, args.EXPANSION[0])
    if args.IDENTIFICATION:
        made = _identify(args.IDENTIFICATION[0])
        for level, spectra in zip(args.RESU_IDENTIFICATION or (), made):
            context.create(level.TABLE, spectra)


def _expand(args, context, level):
    """The modes that are measured, on the model, and how alike they are to its own."""
    words, places = {}, {word: context.place(word) for word in ("RESU_ET", "RESU_RD")}
    sides = {"CALCUL": ("MODELE_CALCUL", "BASE", "RESU_NX"), "MESURE": ("MODELE_MESURE", "MESURE", "RESU_EX")}
    for side, (word, role, kept) in sides.items():
        modes, numbers = level[side], [number for number in level[f"NUME_MODE_{side}"] if number]
        words[word] = {"MODELE": modes.model, role: modes}
        if numbers:
            words[word]["NUME_ORDRE"] = numbers
            places[kept] = context.place(kept)
    solution = {"METHODE": level.RESOLUTION} | ({"EPS": level.EPS} if level.RESOLUTION == "SVD" else {})
    context.run("MACRO_EXPANS", RESOLUTION=solution, **words, **places)
    made = {word: context.taken(place) for word, place in places.items()}
    own = made.get("RESU_NX", level.CALCUL)
    alike = context.run("MAC_MODES", BASE_1=made["RESU_ET"], BASE_2=own, MATR_ASSE=level.CALCUL.mass)
    context.run("IMPR_TABLE", TABLE=alike, UNITE=args.UNITE_RESU)


def _identify(level):
    """Spectra of the forces, of the gauges as they were measured, and as the forces make them."""
    gauges, at_gauges = _columns(level.OBSERVABILITE)
    places, at_places = _columns(level.COMMANDABILITE)
    if len(at_gauges) < at_gauges.shape[1]:
        raise level.wrong("OBSERVABILITE", f"{len(at_gauges)} gauges cannot tell {at_gauges.shape[1]} modes apart")
    given, base = level.INTE_SPEC, level.BASE
    measured = _matrix(level, given, gauges)
    data = {word: np.nan_to_num(base.access(word)) if word in base.parameters else np.zeros(len(base.orders)) for word in
            ("FREQ", "AMOR_REDUIT", "MASS_GENE")}  # fmt: skip
    own = receptances(given.frequencies, data["FREQ"], data["AMOR_REDUIT"], data["MASS_GENE"])
    if own.shape[1] != at_gauges.shape[1] or own.shape[1] != at_places.shape[1]:
        raise level.wrong("BASE", f"{base.name} has {own.shape[1]} modes, {at_gauges.shape[1]} and {at_places.shape[1]} are seen")
    forces, remade = identified(measured, at_gauges, at_places, own, level.EPS, level.ALPHA)
    return [_spectra(given, *pair) for pair in ((places, forces), (gauges, measured), (gauges, remade))]


def _columns(modes):
    """The components that modes have, node by node, and (n, modes) their values."""
    fields = [modes.field("DEPL", order) for order in modes.orders]
    there = ~np.isnan(fields[0].values)
    nodes, parts = np.nonzero(there)
    names = [(node_key(str(node + 1)), fields[0].components[part]) for node, part in zip(nodes, parts)]
    return names, np.stack([field.values[there] for field in fields], axis=1)


def _matrix(level, given, gauges):
    """(nf, n, n) the spectra, in the order of the gauges, or in their own where they have numbers only."""
    count = len(gauges)
    if len(given.values) != count * (count + 1) // 2:
        raise level.wrong("INTE_SPEC", f"{given.name} has {len(given.values)} terms, {count} gauges make {count * (count + 1) // 2}")
    places = {name: i for i, name in enumerate(gauges if given.by_nodes else given.indices)}
    whole = np.zeros((len(given.frequencies), count, count), complex)
    for (first, second), values in given.values.items():
        try:
            i, j = places[first], places[second]
        except KeyError as unknown:
            raise level.wrong("INTE_SPEC", f"{given.name} tells of {unknown}, where OBSERVABILITE has no gauge") from None
        whole[:, i, j], whole[:, j, i] = values, values if i == j else values.conj()
    return whole


def _spectra(given, names, values):
    terms = {(names[i], names[j]): values[:, i, j] for i in range(len(names)) for j in range(i, len(names))}
    return Spectra(given.frequencies, terms, "DSP")
