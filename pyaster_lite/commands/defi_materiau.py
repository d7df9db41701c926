"""DEFI_MATERIAU: the parameters of a material (u4.43.01); its factor keywords are the open list materials/."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import FLUIDS, MATERIALS
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.concepts.material import Material

ELASTICITIES = (
    "ELAS", "ELAS_FO", "ELAS_VISCO", "ELAS_FLUI", "ELAS_ISTR", "ELAS_ISTR_FO", "ELAS_VISCO_ISTR", "ELAS_ORTH", "ELAS_ORTH_FO",
    "ELAS_VISCO_ORTH", "ELAS_COQUE", "ELAS_COQUE_FO", "ELAS_HYPER", "ELAS_HYPER_VISC", "ELAS_GLRC", "ELAS_DHRC",
)  # fmt: skip
"""A material has one of them."""


@operator(
    "DEFI_MATERIAU",
    produces="mater_sdaster",
    early=True,
    reuse="MATER",
    rules=EXCLUS(*ELASTICITIES),
    keywords=dict(
        MATER=SIMP("f", typ="mater_sdaster"),
        **{word: MATERIALS[word].keywords for word in MATERIALS},
        COMP_THM=SIMP("f", into=lambda: tuple(FLUIDS)),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_materiau(args, context):
    """A new material, or one with the laws of MATER and further ones."""
    previous = args.MATER
    laws = dict(previous.laws) if previous else {}
    properties = dict(previous.properties) if previous else {}
    given = [word for word in MATERIALS if word in args]
    if not given:
        raise args.wrong(None, "the material is given no law")
    for word in given:
        if word in laws:
            raise args.wrong(word, f"the material already has {word}")
        properties |= MATERIALS[word].properties(args[word])
        laws[word] = args[word].as_dict()
    if "COMP_THM" in args:
        properties["coupling"] = args.COMP_THM
    return Material(laws, properties)
