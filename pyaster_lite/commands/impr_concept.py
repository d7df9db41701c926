"""IMPR_CONCEPT: materials, characteristics, own axes of elements and loads, as fields in a file (u7.05.13)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._concept_charts import characteristic_charts, load_charts, material_chart
from pyaster_lite.commands._local_axes import local_axes

STEP = (0.0, 0, 0)
"""The step of the fields in a MED file."""


@operator(
    "IMPR_CONCEPT",
    keywords=dict(
        FORMAT=SIMP("f", into=("MED", "RESULTAT"), defaut="MED"),
        UNITE=SIMP("f", typ="I", defaut=80),
        b_format_med=BLOC(equal("FORMAT", "MED"), VERSION_MED=SIMP("f", into=("3.3.1", "4.0.0", "4.1.0"), defaut="3.3.1")),
        CONCEPT=FACT(
            "o",
            max="**",
            rules=UN_PARMI("CHAM_MATER", "CARA_ELEM", "CHARGE"),
            CHAM_MATER=SIMP("f", typ="cham_mater"),
            CARA_ELEM=SIMP("f", typ="cara_elem"),
            CHARGE=SIMP("f", typ="char_meca"),
            b_cara_elem=BLOC(
                present("CARA_ELEM"),
                REPERE_LOCAL=SIMP("f", into=("NON", "ELEM", "ELNO"), defaut="NON"),
                MODELE=SIMP("f", typ="modele_sdaster"),
            ),
        ),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def impr_concept(args, context):
    """Each field behind the name that code_aster gives what it is of; REPLO_1, REPLO_2, REPLO_3 are the axes one after the other."""
    named = [own for level in args.CONCEPT for own in _shown(level, context)]
    if args.FORMAT == "RESULTAT":
        from pyaster_lite.io.resultat_text import field_text

        for name, field in named:
            context.write(args.UNITE, f"\n {name}\n" + field_text(field))
        return
    from pyaster_lite.io.med_results import MedResults

    with context.files.writing(args.UNITE, ".rmed", args.span_of("UNITE")) as path, MedResults(path, args.VERSION_MED) as file:
        for name, field in named:
            file.add_field(field, name, STEP)


def _shown(level, context):
    """Names and fields of one occurrence."""
    if level.CARA_ELEM is not None and level.REPERE_LOCAL != "NON":
        return _axes(level, context)
    word = next(word for word in ("CHAM_MATER", "CARA_ELEM", "CHARGE") if level.get(word) is not None)
    given = level[word]

    def leave_out(load):
        context.warn(level, word, f"{load} of {given.name} is left out: numbers spread over cells and PESANTEUR are shown")

    fields = {
        "CHAM_MATER": material_chart,
        "CARA_ELEM": characteristic_charts,
        "CHARGE": lambda load: load_charts(load, leave_out),
    }[word](given)
    return [(f"{context.inner_name(given)}{name}", field) for name, field in fields]


def _axes(level, context):
    """The axes of elements."""
    if level.MODELE is None:
        raise level.wrong("REPERE_LOCAL", "the axes are those of the elements of MODELE, which is not given")
    fields = local_axes(level.MODELE, level.CARA_ELEM, level.REPERE_LOCAL == "ELNO")
    if not fields:
        raise level.wrong("MODELE", f"no element of {level.MODELE.name} has axes of its own")
    return [(f"{context.inner_name(level.CARA_ELEM)}.REPLO_{axis}", field) for axis, field in enumerate(fields, 1)]
