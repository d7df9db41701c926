"""GENE_ACCE_SEISME: accelerograms drawn at random, of a density or to meet a response spectrum (u4.36.04)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.commands._ground_motion import GROUNDS, SPECTRA, SoilMotion, SpectralMotion
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.ground_motion.signals import delayed

_POSITIVE = {"val_min": 0.0}
_READING = Properties("INST", "ACCE")


def _spectrum(**own):
    return FACT(
        "f",
        rules=EXCLUS("FREQ_PAS", "LIST_FREQ"),
        SPEC_OSCI=SIMP("o", typ="fonction_sdaster"),
        AMOR_REDUIT=SIMP("o", typ="R", val_min=1e-5, val_max=1.0),
        FREQ_PAS=SIMP("f", typ="R"),
        LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
        **own,
    )


def _iterated(**own):
    errors = {"ERRE_ZPA": (1.0, 0.2), "ERRE_MAX": (0.5, 0.2), "ERRE_RMS": (0.5, 0.2)}
    return _spectrum(
        NB_ITER=SIMP("f", typ="I", val_min=0),
        **{word: SIMP("f", typ="R", max=2, defaut=values) for word, values in errors.items()},
        METHODE=SIMP("f", into=("NIGAM", "HARMO"), defaut="HARMO"),
        **own,
    )


def _modulation(*sizes):
    return FACT(
        "o",
        rules=EXCLUS(*sizes) if sizes else (),
        TYPE=SIMP("o", into=("GAMMA", "JENNINGS_HOUSNER", "CONSTANT")),
        **{word: SIMP("f", typ="R") for word in sizes},
        b_gamma=BLOC(equal("TYPE", "GAMMA"), INST_INI=SIMP("o", typ="R")),
    )


@operator(
    "GENE_ACCE_SEISME",
    produces="table_fonction",
    rules=(UN_PARMI("DSP", *SPECTRA), EXCLUS("MATR_COHE", "COEF_CORR", "PHASE")),
    keywords=dict(
        INIT_ALEA=SIMP("f", typ="I"),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
        PAS_INST=SIMP("o", typ="R"),
        NB_POIN=SIMP("f", typ="I"),
        PESANTEUR=SIMP("o", typ="R"),
        DUREE_PHASE_FORTE=SIMP("o", typ="R"),
        NB_TIRAGE=SIMP("f", typ="I", defaut=1, val_min=1),
        FREQ_CORNER=SIMP("f", typ="R", **_POSITIVE),
        FREQ_FILTRE=SIMP("f", typ="R", defaut=0.0, **_POSITIVE),
        FREQ_FILTRE_ZPA=SIMP("f", typ="R", defaut=0.0, **_POSITIVE),
        FREQ_PENTE=SIMP("f", typ="R"),
        COEF_CORR=SIMP("f", typ="R", val_min=-1.0, val_max=1.0),
        b_ratio=BLOC(present("COEF_CORR") & present("SPEC_FRACTILE"), RATIO_HV=SIMP("f", typ="R", **_POSITIVE)),
        MATR_COHE=FACT(
            "f",
            MAILLAGE=SIMP("o", typ="maillage_sdaster"),
            GROUP_NO_INTERF=SIMP("o", typ="grno"),
            TYPE=SIMP("o", into=("MITA_LUCO", *GROUNDS)),
            b_type_coh=BLOC(
                equal("TYPE", "MITA_LUCO"), VITE_ONDE=SIMP("o", typ="R", **_POSITIVE), PARA_ALPHA=SIMP("f", typ="R", defaut=0.1)
            ),
        ),
        PHASE=FACT(
            "f",
            MAILLAGE=SIMP("o", typ="maillage_sdaster"),
            GROUP_NO_INTERF=SIMP("o", typ="grno"),
            DIRECTION=SIMP("o", typ="R", min=3, max=3),
            VITE_ONDE=SIMP("o", typ="R", **_POSITIVE),
            COOR_REFE=SIMP("f", typ="R", min=3, max=3),
        ),
        DSP=FACT("f", AMOR_REDUIT=SIMP("o", typ="R"), FREQ_FOND=SIMP("o", typ="R")),
        SPEC_MEDIANE=_iterated(),
        SPEC_MOYENNE=_iterated(),
        SPEC_UNIQUE=_iterated(CORR_ZPA=SIMP("f", into=("NON", "OUI"), defaut="NON")),
        SPEC_FRACTILE=_spectrum(SPEC_1_SIGMA=SIMP("o", typ="fonction_sdaster")),
        b_soil=BLOC(present("DSP"), MODULATION=_modulation("ACCE_MAX", "INTE_ARIAS", "ECART_TYPE")),
        b_spectrum=BLOC(~present("DSP"), MODULATION=_modulation()),
    ),
)
def gene_acce_seisme(args, context):
    """A table of functions: one row for each accelerogram."""
    motion = SoilMotion(args, context) if args.DSP is not None else SpectralMotion(args, context)
    for word in SPECTRA:
        if args.get(word) is not None:
            args[word].mark_read("ERRE_ZPA", "ERRE_MAX", "ERRE_RMS", "METHODE", "CORR_ZPA")
    rows, functions = [], {}
    for number, draw in enumerate(motion.draws(), start=1):
        for own, signal in _placed(args, motion, [motion.processed(signal) for signal in draw]):
            name = f"ACCE{len(rows) + 1:08d}"
            functions[name] = Function(motion.sampling.times, signal, _READING, name)
            rows.append({"NUME_ORDRE": number, "FONCTION": name, **own})
    types = {"NUME_ORDRE": "I", "FONCTION": "K24", "NOM_PARA": "K16", "NOEUD": "K8"}
    types = {column: kind for column, kind in types.items() if column in rows[0]}
    return Table.from_rows(rows, types, title="GENE_ACCE_SEISME", kind="table_fonction", objects=functions)


def _placed(args, motion, draw):
    """(columns, accelerogram) of each signal: alone, by its direction, or delayed as the wave comes to each node."""
    if args.COEF_CORR is not None:
        yield from (({"NOM_PARA": f"ACCE{k}"}, signal) for k, signal in enumerate(draw, start=1))
    elif args.MATR_COHE is not None:
        nodes = args.MATR_COHE.MAILLAGE.node_group(args.MATR_COHE.GROUP_NO_INTERF)
        yield from (({"NOEUD": str(node + 1)}, signal) for node, signal in zip(nodes.tolist(), draw))
    elif args.PHASE is None:
        yield {}, draw[0]
    else:
        wave = args.PHASE
        mesh, direction = wave.MAILLAGE, np.array(wave.DIRECTION)
        nodes = mesh.node_group(wave.GROUP_NO_INTERF)
        along = mesh.coordinates[nodes] @ direction
        origin = along.min() if wave.COOR_REFE is None else np.array(wave.COOR_REFE) @ direction
        for node, delay in zip(nodes.tolist(), (along - origin) / wave.VITE_ONDE):
            if delay < 0.0:
                raise wave.wrong("COOR_REFE", "the wave would be at a node of GROUP_NO_INTERF before it is there")
            yield {"NOEUD": str(node + 1)}, delayed(motion.sampling.times, draw[0], delay)
