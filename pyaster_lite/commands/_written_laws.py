"""RELATION='MFRONT': the law of COMPOR_MFRONT for the elements that ask it."""

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.interface import Interface
from pyaster_lite.fe.kinematics import Plane, PlaneStress, Space
from pyaster_lite.fe.pipe.element import Pipe
from pyaster_lite.fe.plate_layers import Layered
from pyaster_lite.fe.shell_layers import LayeredShell
from pyaster_lite.fe.shell_of_revolution import ShellOfRevolution
from pyaster_lite.fe.two_sided import TwoSided
from pyaster_lite.mfront.errors import MFrontError

IN_LAYERS = (Layered, LayeredShell, ShellOfRevolution, Pipe)


class Beside(Space):
    """The solids beside an interface."""

    interface = True


class BesideInPlane(Plane):
    """The same in the plane."""

    interface = True


def around(element):
    """The continuum of an element, plane stress where it has layers; that of the solids beside it where it is between two of them."""
    found = PlaneStress() if isinstance(element, IN_LAYERS) else getattr(element, "continuum", None)
    if isinstance(element, TwoSided):
        found = Space() if element.dim == 3 else Plane()
        if isinstance(element, Interface):
            found = Beside() if element.dim == 3 else BesideInPlane()
    return found


def written(occurrence, continuum):
    """The law of COMPOR_MFRONT in a continuum; raises Refused where it is not for it."""
    occurrence.mark_read("ALGO_CPLAN")
    concept = occurrence.COMPOR_MFRONT
    try:
        hypothesis = _hypothesis(occurrence, continuum)
        law = BEHAVIOURS["MFRONT"].law(concept.sources, hypothesis, getattr(continuum, "interface", False))
    except MFrontError as error:
        raise (occurrence.not_yet if error.missing else occurrence.wrong)("COMPOR_MFRONT", str(error)) from None
    if law.large != (occurrence.DEFORMATION == "GREEN_LAGRANGE"):
        wanted = "DEFORMATION='GREEN_LAGRANGE'" if law.large else "small strains or logarithmic ones"
        raise occurrence.wrong("DEFORMATION", f"{concept.law} is for {wanted}")
    law.strict = occurrence.VERI_BORNE == "ARRET"
    return law


def _hypothesis(occurrence, continuum):
    """In plane stress that is sought around the law, it sees a solid of revolution, as in code_aster."""
    if continuum is None:
        raise occurrence.wrong("RELATION", "laws in the language MFront are for cells of solids and between them")
    if continuum.dim == 3:
        return "Tridimensional"
    if continuum.flat:
        return "PlaneStress" if occurrence.ALGO_CPLAN == "ANALYTIQUE" else "Axisymmetrical"
    return "Axisymmetrical" if continuum.revolves else "PlaneStrain"
