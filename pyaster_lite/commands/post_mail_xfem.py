"""POST_MAIL_XFEM: a mesh that follows the cracks of a model, to look at its results (u4.82.21)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.concepts.cut_mesh import CutMesh


@operator(
    "POST_MAIL_XFEM",
    produces="maillage_sdaster",
    legacy=(Renamed("MAILLAGE_SAIN", None, last="11.3.5"),),
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        PREF_NOEUD_X=SIMP("f", defaut="NX"),
        PREF_NOEUD_M=SIMP("f", defaut="NM"),
        PREF_NOEUD_P=SIMP("f", defaut="NP"),
        PREF_MAILLE_X=SIMP("f", defaut="MX"),
        PREF_GROUP_CO=SIMP("f", defaut="NFISSU"),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def post_mail_xfem(args, context):
    """Whole cells and pieces."""
    if not args.MODELE.cracks:
        raise args.wrong("MODELE", "no crack enriches this model", help="MODI_MODELE_XFEM makes one that cracks enrich")
    prefixes = (args.PREF_NOEUD_X, args.PREF_NOEUD_M, args.PREF_NOEUD_P, args.PREF_MAILLE_X)
    return CutMesh(args.MODELE, prefixes, args.PREF_GROUP_CO)
