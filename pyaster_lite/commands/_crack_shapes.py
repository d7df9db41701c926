"""FORM_FISS of DEFI_FISS_XFEM: the keywords of each shape, and its level sets (u4.82.08)."""

from __future__ import annotations

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.fe.extended import surfaces

_POINT, _LENGTH = SIMP("o", typ="R", min=2, max=3), SIMP("o", typ="R", val_min=0.0)
_AXES = dict(DEMI_GRAND_AXE=_LENGTH, DEMI_PETIT_AXE=_LENGTH)
_PLACE = dict(CENTRE=_POINT, VECT_X=_POINT, VECT_Y=_POINT)
_SIDE = dict(COTE_FISS=SIMP("f", into=("IN", "OUT"), defaut="IN"))
_CORNER = dict(RAYON_CONGE=SIMP("f", typ="R", val_min=0.0, defaut=0.0))
SHAPES = {
    "ELLIPSE": (_AXES | _PLACE | _SIDE, surfaces.ellipse, None),
    "RECTANGLE": (_AXES | _CORNER | _PLACE | _SIDE, surfaces.rectangle, None),
    "CYLINDRE": (_AXES | _PLACE, surfaces.cylinder, "FISSURE"),
    "ENTAILLE": (dict(DEMI_LONGUEUR=_LENGTH, RAYON_CONGE=_LENGTH) | _PLACE, surfaces.notch, "INTERFACE"),
    "DEMI_PLAN": (dict(PFON=_POINT, NORMALE=_POINT, DTAN=_POINT), surfaces.half_plane, "FISSURE"),
    "SEGMENT": (dict(PFON_ORIG=_POINT, PFON_EXTR=_POINT), surfaces.segment, "FISSURE"),
    "DEMI_DROITE": (dict(PFON=_POINT, DTAN=_POINT), surfaces.half_line, "FISSURE"),
    "DROITE": (dict(POINT=_POINT, DTAN=_POINT), surfaces.line, "INTERFACE"),
}
"""By the deck's word: keywords, function (points, values of the keywords in order), and the nature that it is for, None for both."""


def declared() -> dict:
    """FORM_FISS with what each shape is given by."""
    blocks = {f"b_{word.lower()}": BLOC(equal("FORM_FISS", word), **keywords) for word, (keywords, _, _) in SHAPES.items()}
    return dict(FORM_FISS=SIMP("f", into=tuple(SHAPES)), **blocks)


def level_sets(occurrence, points, nature: str):
    """(normal, tangent or None) at points (n, 3)."""
    keywords, function, wanted = SHAPES[occurrence.FORM_FISS]
    if wanted not in (None, nature):
        raise occurrence.wrong("FORM_FISS", f"{occurrence.FORM_FISS} is for TYPE_DISCONTINUITE='{wanted}', this one is '{nature}'")
    both = {} if wanted is not None else {"interface": nature == "INTERFACE"}
    return function(points, *(occurrence[word] for word in keywords), **both)
