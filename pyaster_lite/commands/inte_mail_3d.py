"""INTE_MAIL_3D cuts the cells of a mesh in space by straight lines; code_aster had it up to version 13.1 (u4.81.12)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._mesh_paths import cell_words, path_of_segments, segment_words


@operator(
    "INTE_MAIL_3D",
    produces="surface_sdaster",
    keywords=dict(**cell_words(), **segment_words(3), PRECISION=SIMP(typ="R", defaut=1e-6)),
)
def inte_mail_3d(args, context):
    """The path, for POST_RELEVE_T."""
    return path_of_segments(args, context, 3)
