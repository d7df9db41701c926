"""MODI_MODELE_XFEM: a model whose cells cracks enrich (u4.44.12)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._extended_model import LEAST, Unserved, extended_model


@operator(
    "MODI_MODELE_XFEM",
    produces="modele_sdaster",
    rules=(UN_PARMI("FISSURE", "MODELE_THER"),),
    keywords=dict(
        MODELE_IN=SIMP("o", typ="modele_sdaster"),
        FISSURE=SIMP("f", typ="fiss_xfem", max=99),
        MODELE_THER=SIMP("f", typ="modele_sdaster"),
        CONTACT=SIMP("f", into=("SANS",), defaut="SANS"),
        PRETRAITEMENTS=SIMP("f", into=tuple(LEAST), defaut="AUTO"),
        DECOUPE_FACETTE=SIMP("f", into=("DEFAUT", "SOUS_ELEMENTS"), defaut="DEFAUT"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def modi_modele_xfem(args, context):
    """The model with the cells around the cracks cut and enriched."""
    args.mark_read("CONTACT")
    model, word = args.MODELE_IN, "FISSURE" if "FISSURE" in args else "MODELE_THER"
    cracks = list(args.FISSURE if word == "FISSURE" else args.MODELE_THER.cracks)
    if not cracks:
        raise args.wrong(word, f"no crack enriches {args.MODELE_THER.name}", help="MODI_MODELE_XFEM makes models that cracks enrich")
    for item, crack in enumerate(cracks):
        if crack.mesh is not model.mesh:
            raise args.wrong(word, f"{crack.name} is on another mesh than the model", item=item if word == "FISSURE" else None)
        if crack.nature == "COHESIF":
            raise args.not_yet(word, f"cells that feel the cohesive forces of {crack.name} are not there yet")
    try:
        return extended_model(model, cracks, args.DECOUPE_FACETTE == "SOUS_ELEMENTS", LEAST[args.PRETRAITEMENTS])
    except Unserved as found:
        raise args.not_yet("MODELE_IN", f"cracks through {found} are not there yet") from None
