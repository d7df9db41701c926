"""DEFI_FICHIER ties a logical unit to a file, or frees it (u4.12.03)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI


def _places():
    return dict(UNITE=SIMP(typ="I", val_min=1), FICHIER=SIMP())


@operator(
    "DEFI_FICHIER",
    keywords=dict(
        ACTION=SIMP(into=("ASSOCIER", "LIBERER", "RESERVER"), defaut="ASSOCIER"),
        b_associer=BLOC(
            equal("ACTION", "ASSOCIER"),
            rules=(AU_MOINS_UN("FICHIER", "UNITE"),),
            **_places(),
            TYPE=SIMP(into=("ASCII", "BINARY", "LIBRE"), defaut="ASCII", advisory=True),
            b_type_ascii=BLOC(equal("TYPE", "ASCII"), ACCES=SIMP(into=("NEW", "APPEND", "OLD"), defaut="NEW")),
            b_type_autre=BLOC(~equal("TYPE", "ASCII"), ACCES=SIMP(into=("NEW", "OLD"), defaut="NEW")),
        ),
        b_reserver=BLOC(
            equal("ACTION", "RESERVER"),
            rules=(AU_MOINS_UN("FICHIER", "UNITE"),),
            **_places(),
            TYPE=SIMP(into=("ASCII",), defaut="ASCII", advisory=True),
            ACCES=SIMP(into=("APPEND",), defaut="APPEND"),
        ),
        b_liberer=BLOC(equal("ACTION", "LIBERER"), rules=(UN_PARMI("FICHIER", "UNITE"),), **_places()),
        INFO=SIMP(typ="I", into=(1, 2), advisory=True),
    ),
)
def defi_fichier(args, context):
    """Returns the number of the unit when the deck did not choose it."""
    files, unit, name = context.files, args.UNITE, args.FICHIER
    if name is not None and not name.strip():
        raise args.wrong("FICHIER", "the name of the file is empty")
    if args.ACTION == "LIBERER":
        if unit is None:
            unit = files.unit_of(name)
            if unit is None:
                raise args.wrong("FICHIER", f"no logical unit stands for {name}")
        files.release(unit)
        return None
    word = "FICHIER" if name else "UNITE"
    chosen = files.associate(unit, name, args.ACCES, args.span_of(word))
    return chosen if unit is None else None
