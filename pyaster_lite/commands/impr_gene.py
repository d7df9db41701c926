"""IMPR_GENE: write what was computed in generalised coordinates, as text (u4.91.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._storage_selection import precision, select
from pyaster_lite.concepts.generalised import Transient
from pyaster_lite.concepts.matrix import GeneralisedVector
from pyaster_lite.concepts.modes import Modes

CHOICES = ("TOUT_ORDRE", "NUME_ORDRE", "INST", "FREQ", "NUME_MODE", "LIST_INST", "LIST_FREQ", "TOUT_MODE", "TOUT_INST", "LIST_ORDRE")
KINDS = ("vect_asse_gene", "tran_gene", "mode_gene", "harm_gene")


@operator(
    "IMPR_GENE",
    keywords=dict(
        FORMAT=SIMP("f", into=("RESULTAT",), defaut="RESULTAT", advisory=True),
        UNITE=SIMP("f", typ="I", defaut=8),
        GENE=FACT(
            "o",
            max="**",
            rules=(
                EXCLUS(*CHOICES),
                EXCLUS("TOUT_CMP_GENE", "NUME_CMP_GENE"),
                EXCLUS("TOUT_CHAM", "NOM_CHAM"),
                EXCLUS("TOUT_PARA", "NOM_PARA"),
            ),
            RESU_GENE=SIMP("o", typ=KINDS),
            TOUT_ORDRE=SIMP("f", into=("OUI",)),
            NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
            LIST_ORDRE=SIMP("f", typ="listis_sdaster"),
            INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
            LIST_INST=SIMP("f", typ="listr8_sdaster"),
            TOUT_INST=SIMP("f", into=("OUI",)),
            FREQ=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
            LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
            TOUT_MODE=SIMP("f", into=("OUI",)),
            NUME_MODE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
            **precision(),
            TOUT_CMP_GENE=SIMP("f", into=("OUI", "NON")),
            NUME_CMP_GENE=SIMP("f", typ="I", max="**"),
            TOUT_CHAM=SIMP("f", into=("OUI", "NON")),
            NOM_CHAM=SIMP("f", max="**", validators=(no_repeat,)),
            TOUT_PARA=SIMP("f", into=("OUI", "NON")),
            NOM_PARA=SIMP("f", max="**"),
            SOUS_TITRE=SIMP("f"),
            INFO_CMP_GENE=SIMP("f", into=("OUI", "NON"), advisory=True),
            INFO_GENE=SIMP("f", into=("OUI", "NON"), advisory=True),
        ),
    ),
)
def impr_gene(args, context):
    """One block of lines for each vector of coordinates."""
    lines = []
    for level in args.GENE:
        source = level.RESU_GENE
        level.mark_read(*CHOICES, "CRITERE", "PRECISION", "TOUT_CHAM", "NOM_CHAM", "TOUT_PARA", "NOM_PARA")
        lines += ["", f"{source.kind} {source.name}", *([level.SOUS_TITRE] if level.SOUS_TITRE is not None else [])]
        if isinstance(source, GeneralisedVector):
            lines += _coordinates(level, source.vector, context)
        elif isinstance(source, Modes):
            lines += _modes(level, source, context)
        else:
            lines += _course(level, source, context)
    context.write(args.UNITE, "\n".join(lines) + "\n")


def _modes(level, source, context):
    columns = {word: source.access(word) for word in ("FREQ", "NUME_MODE") if word in source.parameters}
    lines = []
    for row in select(level, source.name, source.orders, columns, False).first:
        order = source.orders[row]
        lines.append(f"order {order}" + "".join(f"  {word} {source.parameter(word, order)}" for word in _parameters(level, source)))
        if level.get("TOUT_CHAM") != "NON":
            lines += _coordinates(level, source.vectors[order], context)
    return lines


def _parameters(level, source):
    if level.get("TOUT_PARA") == "OUI":
        return list(source.parameters)
    return [word for word in level.get("NOM_PARA", ("FREQ",)) if word in source.parameters]


def _course(level, source, context):
    """A transient or a harmonic response."""
    access = ("INST", source.times) if isinstance(source, Transient) else ("FREQ", source.frequencies)
    chosen = select(level, source.name, source.orders, dict([access]), False).first
    names = [name for name in level.get("NOM_CHAM", ("DEPL", "VITE", "ACCE")) if name in getattr(source, "names", ("DEPL", "VITE", "ACCE"))]
    lines = []
    for row in chosen if level.get("TOUT_CHAM") != "NON" else ():
        lines.append(f"order {source.orders[row]}  {access[0]} {access[1][row]:.9g}")
        for name in names:
            lines += [f"  {name}", *_coordinates(level, source.of(name)[row], context)]
    return lines


def _coordinates(level, vector, context):
    """The lines of the coordinates that are chosen; code_aster counts multipliers of links among them, which we have not."""
    if level.get("TOUT_CMP_GENE") == "NON":
        return []
    wanted = level.get("NUME_CMP_GENE", range(1, len(vector) + 1))
    there = [number for number in wanted if 1 <= number <= len(vector)]
    missing = [str(number) for number in wanted if number not in there]
    if missing:
        context.warn(level, "NUME_CMP_GENE", f"there are {len(vector)} coordinates, none of number {', '.join(missing)}")
    return [f"  {number:>8} {_text(vector[number - 1])}" for number in there]


def _text(value):
    return f"{value.real: .12e} {value.imag: .12e}" if np.iscomplexobj(value) else f"{value: .12e}"
