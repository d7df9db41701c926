"""INCLUDE_MATERIAU: a material that a file of a catalogue tells (u4.43.02).

The file is Python. It makes functions by commands and calls `defi_motscles`, whose words become those of DEFI_MATERIAU; it is given

    coef_unit(n)    1, or 10^n where lengths are in mm        temp_eval(f)   f, or its value at TEMP_EVAL
    prol            {"droite": ..., "gauche": ...}            coef_mult, option

Words marked `extraction` are taken with EXTRACTION only (True) or without it only (False).
"""

from __future__ import annotations

import string
from pathlib import Path

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import ENSEMBLE, UN_PARMI
from pyaster_lite.diagnostics import Refused
from pyaster_lite.fe.errors import ComputationFailed

WORDS = ("DEFI_LIST_REEL", "DEFI_FONCTION", "DEFI_CONSTANTE", "DEFI_NAPPE", "FORMULE", "CALC_FONCTION", "CALC_FONC_INTERP", "DETRUIRE")
"""The commands that a file may use."""
_PROLONGED = ("CONSTANT", "LINEAIRE", "EXCLU")


@operator(
    "INCLUDE_MATERIAU",
    produces="mater_sdaster",
    early=True,
    rules=(UN_PARMI("NOM_AFNOR", "FICHIER"), ENSEMBLE("NOM_AFNOR", "TYPE_MODELE", "VARIANTE", "TYPE_VALE")),
    keywords=dict(
        NOM_AFNOR=SIMP("f"),
        TYPE_MODELE=SIMP("f", into=("REF", "PAR")),
        VARIANTE=SIMP("f", into=tuple(string.ascii_uppercase)),
        TYPE_VALE=SIMP("f", into=("NOMI", "MINI", "MAXI")),
        FICHIER=SIMP("f"),
        EXTRACTION=FACT("f", COMPOR=SIMP("o", max="**"), TEMP_EVAL=SIMP("o", typ="R")),
        UNITE_LONGUEUR=SIMP("f", into=("M", "MM"), defaut="M"),
        PROL_DROITE=SIMP("f", defaut="EXCLU", into=_PROLONGED),
        PROL_GAUCHE=SIMP("f", defaut="EXCLU", into=_PROLONGED),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
    ),
)
def include_materiau(args, context):
    """The material; a file NOM_AFNOR_TYPE_MODELE_VARIANTE.TYPE_VALE of the catalogue is looked for beside the deck, as FICHIER is."""
    word = "FICHIER" if args.FICHIER else "NOM_AFNOR"
    name = args.FICHIER or f"{args.NOM_AFNOR}_{args.TYPE_MODELE}_{args.VARIANTE}.{args.TYPE_VALE}"
    path = context.files.find(name, args.span_of(word))
    extraction = args.EXTRACTION
    temperature = None if extraction is None else extraction.TEMP_EVAL
    chosen = None if extraction is None else set(extraction.COMPOR)
    told = _read(args, context, word, path, temperature)
    kept = {}
    for relation, value in told.items():
        occurrences = list(value) if isinstance(value, (list, tuple)) else [value]
        if len(occurrences) != 1 or not isinstance(occurrences[0], dict):
            raise args.wrong(word, f"{path.name} tells {relation} in several parts")
        words = dict(occurrences[0])
        if words.pop("extraction", None) in (None, extraction is not None) and (chosen is None or relation in chosen):
            kept[relation] = words
    return context.run("DEFI_MATERIAU", **kept)


def _read(args, context, word, path: Path, temperature) -> dict:
    def command(name):
        return lambda reuse=None, **keywords: context.run(name, reuse=reuse, **keywords)

    scale = 10.0 if args.UNITE_LONGUEUR == "MM" else 1.0
    space = {
        "_F": dict,
        "coef_unit": lambda power: scale**power,
        "temp_eval": (lambda function: function) if temperature is None else (lambda function: function(temperature)),
        "prol": {"droite": args.PROL_DROITE, "gauche": args.PROL_GAUCHE},
        "coef_mult": 1.0,
        "option": None,
        "defi_motscles": dict,
        **{name: command(name) for name in WORDS},
    }
    try:
        exec(compile(path.read_text(encoding="utf-8", errors="replace"), str(path), "exec"), space)
    except (Refused, ComputationFailed):
        raise
    except Exception as error:
        raise args.wrong(word, f"{path.name} stops: {type(error).__name__}: {error}") from None
    told = space.get("motscles")
    if not isinstance(told, dict):
        raise args.wrong(word, f"{path.name} tells no motscles")
    return told
