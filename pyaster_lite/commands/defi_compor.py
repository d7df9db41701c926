"""DEFI_COMPOR: the laws of the groups of fibres of a section, of a crystal or of an aggregate of crystals (u4.43.06)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.legacy import Values
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._crystals import MONOCRISTAL, OF_AGGREGATE, OF_CRYSTAL, POLYCRISTAL, aggregate_of, crystal_of
from pyaster_lite.concepts.fibres import FibreMaterial, SectionBehaviour


class _LawsAlongALine:
    """The laws of fibres; one that is asked for alone does not have the others imported."""

    def __contains__(self, word):
        return getattr(BEHAVIOURS.get(word), "fibre", None) is not None

    def __iter__(self):
        return (word for word in BEHAVIOURS if word in self)


_OLD_FLOWS = tuple((f"{old}{i}", f"MONO_{old[5:]}{i}") for old in ("ECOU_VISC", "ECRO_ISOT", "ECRO_CINE") for i in (1, 2, 3))


@operator(
    "DEFI_COMPOR",
    legacy=(
        Values("MULTIFIBRE/RELATION", (("MAZARS_1D", "MAZARS_GC"),), "11.3.16"),
        Values("MULTIFIBRE/RELATION", (("MAZARS_GC", "MAZARS_UNIL"),), "15.2.17+"),
        *(Values(f"MONOCRISTAL/{word}", _OLD_FLOWS, "10.3.1") for word in ("ECOULEMENT", "ECRO_ISOT", "ECRO_CINE")),
    ),
    produces="compor_sdaster",
    early=True,
    rules=(UN_PARMI("MONOCRISTAL", "POLYCRISTAL", "MULTIFIBRE"), PRESENT_PRESENT("MULTIFIBRE", "GEOM_FIBRE", "MATER_SECT")),
    keywords=dict(
        MONOCRISTAL=MONOCRISTAL,
        b_crystal=OF_CRYSTAL,
        POLYCRISTAL=POLYCRISTAL,
        b_aggregate=OF_AGGREGATE,
        GEOM_FIBRE=SIMP("f", typ="gfibre_sdaster"),
        MATER_SECT=SIMP("f", typ="mater_sdaster"),
        MULTIFIBRE=FACT(
            "f",
            max="**",
            GROUP_FIBRE=SIMP("o", max="**"),
            MATER=SIMP("o", typ="mater_sdaster"),
            RELATION=SIMP("f", into=_LawsAlongALine(), defaut="ELAS"),
        ),
    ),
)
def defi_compor(args, context):
    """What MONOCRISTAL, POLYCRISTAL or MULTIFIBRE describes."""
    if args.get("MONOCRISTAL"):
        return crystal_of(args)
    return aggregate_of(args) if args.get("POLYCRISTAL") else _section(args)


def _section(args):
    """A group that is named twice obeys what is said last."""
    groups = {}
    for occurrence in args.MULTIFIBRE:
        law = BEHAVIOURS[occurrence.RELATION].fibre
        for name in occurrence.GROUP_FIBRE:
            if name not in args.GEOM_FIBRE.groups:
                raise occurrence.wrong("GROUP_FIBRE", f"there is no group of fibres {name}")
            groups[name] = FibreMaterial(occurrence.MATER, occurrence.RELATION)
        for property_name, word in law.needs.items():
            if occurrence.MATER.properties.get(property_name) is None:
                raise occurrence.wrong("MATER", f"{occurrence.RELATION} needs {word}, which this material does not have")
    return SectionBehaviour(args.GEOM_FIBRE, args.MATER_SECT, groups)
