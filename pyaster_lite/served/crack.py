"""code_aster.CA.XfemCrack and CrackShape: cracks that a deck's Python describes, as DEFI_FISS_XFEM does."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED

from ._building import Unbuilt

_PLACE = ("CENTRE", "VECT_X", "VECT_Y")
_AXES = ("DEMI_GRAND_AXE", "DEMI_PETIT_AXE")
SHAPES = {
    "Ellipse": ("ELLIPSE", (*_AXES, *_PLACE, "COTE_FISS")),
    "Square": ("RECTANGLE", (*_AXES, "RAYON_CONGE", *_PLACE, "COTE_FISS")),
    "Cylinder": ("CYLINDRE", (*_AXES, *_PLACE)),
    "Notch": ("ENTAILLE", ("DEMI_LONGUEUR", "RAYON_CONGE", *_PLACE)),
    "HalfPlane": ("DEMI_PLAN", ("PFON", "NORMALE", "DTAN")),
    "Segment": ("SEGMENT", ("PFON_ORIG", "PFON_EXTR")),
    "HalfLine": ("DEMI_DROITE", ("PFON", "DTAN")),
    "Line": ("DROITE", ("POINT", "DTAN")),
}
"""The shapes of set<Name>CrackShape: their words for FORM_FISS and the keywords that the arguments stand for."""


class CrackShape:
    """A shape; `words` are the keywords of DEFI_FISS that say it."""

    def __init__(self):
        self.words: dict[str, object] = {}

    def getShapeName(self):
        """The word of FORM_FISS."""
        return self.words["FORM_FISS"]


def _setter(form, names):
    def set_shape(self, *values):
        self.words = {"FORM_FISS": form} | {name: tuple(v) if isinstance(v, list) else v for name, v in zip(names, values)}

    set_shape.__doc__ = f"Be {form}: {', '.join(names)}."
    return set_shape


for _name, (_form, _names) in SHAPES.items():
    setattr(CrackShape, f"set{_name}CrackShape", _setter(_form, _names))


@SERVED.register("code_aster.CA.CrackShape")
def crack_shape(study):
    """The class."""
    return CrackShape


@SERVED.register("code_aster.CA.XfemCrack")
def xfem_crack(study):
    """XfemCrack(mesh)."""

    class XfemCrack(Unbuilt):
        kind = "fiss_xfem"

        def __init__(self, mesh, *_):
            self.mesh, self._words, self._shape = mesh, {}, {}

        def setCrackShape(self, shape):
            """Its surface, and its front."""
            self._shape = shape.words

        def setDiscontinuityType(self, kind):
            """FISSURE, or INTERFACE without a front."""
            self._words["TYPE_DISCONTINUITE"] = kind

        def setEnrichedCells(self, group):
            """The group of cells where it may enrich nodes."""
            self._words["GROUP_MA_ENRI"] = group

        def setEnrichmentRadiusZone(self, radius):
            """How far from the front nodes are enriched (m)."""
            self._words |= {"TYPE_ENRI_FOND": "GEOMETRIQUE", "RAYON_ENRI": radius}

        def setEnrichedLayersNumber(self, number):
            """How many layers of cells around the front are enriched."""
            self._words |= {"TYPE_ENRI_FOND": "GEOMETRIQUE", "NB_COUCHES": number}

        def build(self):
            """Be the crack of DEFI_FISS_XFEM."""
            return self.become(study.run("DEFI_FISS_XFEM", MAILLAGE=self.mesh, DEFI_FISS=self._shape, **self._words))

    return XfemCrack
