"""MODI_MODELE_XFEM: a model whose cells cracks enrich (u4.44.12)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._extended_model import Unserved, extended_model


@operator(
    "MODI_MODELE_XFEM",
    produces="modele_sdaster",
    keywords=dict(
        MODELE_IN=SIMP("o", typ="modele_sdaster"),
        FISSURE=SIMP("o", typ="fiss_xfem", max=99),
        CONTACT=SIMP("f", into=("SANS",), defaut="SANS"),
        PRETRAITEMENTS=SIMP("f", into=("AUTO",), defaut="AUTO"),
        DECOUPE_FACETTE=SIMP("f", into=("DEFAUT", "SOUS_ELEMENTS"), defaut="DEFAUT"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def modi_modele_xfem(args, context):
    """The model with the cells around the cracks cut and enriched."""
    args.mark_read("CONTACT", "PRETRAITEMENTS")
    model, cracks = args.MODELE_IN, list(args.FISSURE)
    for item, crack in enumerate(cracks):
        if crack.mesh is not model.mesh:
            raise args.wrong("FISSURE", f"{crack.name} is on another mesh than the model", item=item)
    try:
        return extended_model(model, cracks, args.DECOUPE_FACETTE == "SOUS_ELEMENTS")
    except Unserved as found:
        raise args.not_yet("MODELE_IN", f"cracks through {found} are not there yet") from None
