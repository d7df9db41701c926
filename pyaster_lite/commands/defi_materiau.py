"""DEFI_MATERIAU: the parameters of a material (u4.43.01); its factor keywords are the open list materials/."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import OPEN, SIMP
from pyaster_lite.catalogue.registry import FLUIDS, MATERIALS
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._material_table import KEYWORDS, laws_of_table
from pyaster_lite.commands._materials_old import OLD_MATERIAL
from pyaster_lite.concepts.material import Material
from pyaster_lite.materials.elas_orth import unstable

ELASTICITIES = (
    "ELAS", "ELAS_FO", "ELAS_VISCO", "ELAS_FLUI", "ELAS_ISTR", "ELAS_ISTR_FO", "ELAS_VISCO_ISTR", "ELAS_ORTH", "ELAS_ORTH_FO",
    "ELAS_VISCO_ORTH", "ELAS_COQUE", "ELAS_COQUE_FO", "ELAS_HYPER", "ELAS_HYPER_VISC", "ELAS_GLRC", "ELAS_DHRC",
)  # fmt: skip
"""A material has one of them."""


OF_MFRONT = {"YoungModulus": "young", "PoissonRatio": "poisson"}
"""The words by which laws in the language of MFront ask for what ELAS says too."""
AGREEMENT = 2e-3


@operator(
    "DEFI_MATERIAU",
    produces="mater_sdaster",
    early=True,
    reuse="MATER",
    rules=EXCLUS(*ELASTICITIES),
    legacy=OLD_MATERIAL,
    keywords=dict(
        MATER=SIMP("f", typ="mater_sdaster"),
        laws=OPEN(MATERIALS, lambda member: member.keywords),
        TABLE=KEYWORDS,
        COMP_THM=SIMP("f", into=lambda: tuple(FLUIDS)),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_materiau(args, context):
    """A new material, or one with the laws of MATER and further ones."""
    previous = args.MATER
    laws = dict(previous.laws) if previous else {}
    properties = dict(previous.properties) if previous else {}
    given = {word: args[word] for word in MATERIALS.among(args)}
    if "TABLE" in args:
        tabulated = laws_of_table(args.TABLE)
        for word in set(tabulated) & set(given):
            raise args.TABLE.wrong("COMPOR", f"the material is given {word} itself too")
        given |= tabulated
    if not given:
        raise args.wrong(None, "the material is given no law")
    for word, parameters in given.items():
        if word in laws:
            raise args.wrong(word if word in args else "TABLE", f"the material already has {word}")
        properties |= MATERIALS[word].properties(parameters)
        laws[word] = parameters.as_dict()
    _check_elasticity(laws, properties, given)
    for word in ("ELAS_ORTH", "ELAS_ISTR"):
        for kind in unstable(word, laws[word]) if word in given else ():
            context.warn(args, word, f"this elasticity is not stable in {kind}", known_as="MATERIAL2_20")
    if "COMP_THM" in args:
        properties["coupling"] = args.COMP_THM
    return Material(laws, properties)


def _check_elasticity(laws, properties, given):
    """Refuse numbers of laws in the language of MFront that say something else than ELAS beside them."""
    if "ELAS" not in laws:
        return
    for law, parameters in given.items():
        for word, name in OF_MFRONT.items():
            value, own = parameters.get(word), properties[name]
            if isinstance(value, (int, float)) and isinstance(own, (int, float)) and abs(value - own) >= AGREEMENT * abs(value + own):
                text = f"{law} says {value:.9g}, ELAS {own:.9g}"
                raise parameters.wrong(word, text, help="both describe one material", known_as="MATERIAL1_13")
