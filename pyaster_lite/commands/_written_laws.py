"""RELATION='MFRONT': the law of COMPOR_MFRONT for the elements that ask it."""

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.kinematics import Plane, Space
from pyaster_lite.mfront.errors import MFrontError


def around(element):
    """The continuum of an element; that of the solids beside it where it is between two of them."""
    found = getattr(element, "continuum", None)
    if found is None and hasattr(element, "held"):
        return Space() if element.dim == 3 else Plane()
    return found


def written(occurrence, continuum):
    """The law of COMPOR_MFRONT in a continuum; raises Refused where it is not for it."""
    occurrence.mark_read("ALGO_CPLAN")
    concept = occurrence.COMPOR_MFRONT
    try:
        return BEHAVIOURS["MFRONT"].law(concept.sources, _hypothesis(occurrence, continuum))
    except MFrontError as error:
        raise (occurrence.not_yet if error.missing else occurrence.wrong)("COMPOR_MFRONT", str(error)) from None


def _hypothesis(occurrence, continuum):
    """In plane stress that is sought around the law, it sees a solid of revolution, as in code_aster."""
    if continuum is None:
        raise occurrence.wrong("RELATION", "laws in the language MFront are for cells of solids and between them")
    if continuum.dim == 3:
        return "Tridimensional"
    if continuum.flat:
        return "PlaneStress" if occurrence.ALGO_CPLAN == "ANALYTIQUE" else "Axisymmetrical"
    return "Axisymmetrical" if continuum.revolves else "PlaneStrain"
