"""ROTATION: centrifugal force of solids, beams and curved shells that turn at VITESSE (rad/s) about AXE through CENTRE (u4.44.01).

f = rho w^2 (x - c - ((x - c) . a) a),  a the unit vector of AXE

As in code_aster, cells that cracks run through turn about the origin whatever CENTRE is (te0441), and so does what estimates of errors and
releases of energy read of this load (resrot, resr3d, te0027, te0096).

Where it follows the motion, tangents hold how it changes with it for the elements of SOFTENED, as in code_aster (RIGI_MECA_RO).
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, EXCLUDED_NODES, cells_of, look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.fe.beam import Beam
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.solid import Solid
from pyaster_lite.fe.terms import ForceTerm

from ._member import LoadKeyword, accelerations

SOFTENED = ("3D", "3D_SI", "POU_D_E", "POU_D_T", "POU_D_TG", "POU_D_TGM")


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        SANS_GROUP_MA=EXCLUDED_NODES["SANS_GROUP_MA"],
        VITESSE=SIMP("o", typ="R"),
        AXE=SIMP("o", typ="R", min=2, max=3),
        CENTRE=SIMP("f", typ="R", min=2, max=3),
    )


def terms(occurrences, model):
    """One force term."""
    (occurrence,) = occurrences
    axis, centre, speed = np.zeros(3), np.zeros(3), occurrence.VITESSE
    axis[: len(occurrence.AXE)] = occurrence.AXE
    given = occurrence.CENTRE or ()
    centre[: len(given)] = given
    if not axis.any():
        raise occurrence.wrong("AXE", "an axis cannot be the zero vector")
    axis /= np.linalg.norm(axis)
    cells = cells_of(occurrence, model.mesh) if "GROUP_MA" in occurrence else np.arange(model.mesh.n_cells)
    without = look_up(occurrence, "SANS_GROUP_MA", model.mesh.cell_group)
    cells = np.setdiff1d(cells, np.concatenate(without)) if without else cells
    modelled = list(model.rows(cells))
    places = [(i, rows) for i, rows in modelled if hasattr(model.groups[i].element, "inertial_force")]
    if not modelled:
        raise occurrence.wrong("GROUP_MA", "ROTATION: none of these cells can carry it, it would have no effect")
    if not places:
        return [ForceTerm(_unknown_to_elements, constant=False, word="ROTATION")]
    for i, _ in places:
        if hasattr(model.groups[i].element, "continuum"):
            _check_axis(occurrence, model.groups[i].element.continuum, axis, centre)

    def blocks(data, t, displacement=None):
        made = [None] * len(model.groups)
        for i, rows in places:
            element, own = model.groups[i].element, data[i].subset(rows)
            stands = own if displacement is None else own.moved(displacement[model.assembler.equations[i][rows]])
            made[i] = np.zeros((len(data[i]), element.size))
            about = np.zeros(3) if hasattr(element, "enrichment") else centre
            summed = getattr(element, "known_at", None) or element
            made[i][rows] = summed.inertial_force(own, outward(summed.points(stands.coordinates), about))
        return made

    def outward(places, about):
        arm = places - about
        return speed**2 * (arm - (arm @ axis)[..., None] * axis)

    def values(data, t, where):
        for i, rows in places:
            yield i, rows, accelerations(outward(where(model.groups[i].element, data[i].subset(rows)), np.zeros(3)))

    def vector(data, t, displacement):
        return model.assembler.vector(blocks(data, t, displacement))

    spin = [None] * len(model.groups)
    for i, rows in places:
        spin[i] = np.zeros((len(model.groups[i].cells), 3))
        spin[i][rows] = speed * axis
    softened = [
        (i, rows) for i, rows in places if model.groups[i].modelisation in SOFTENED and isinstance(model.groups[i].element, (Solid, Beam))
    ]

    def stiffness(data, t, displacement):
        made = [None] * len(model.groups)
        for i, rows in softened:
            element = model.groups[i].element
            made[i] = np.zeros((len(data[i]), element.size, element.size))
            made[i][rows] = element.centrifugal_stiffness(data[i].subset(rows), spin[i][rows])
        return model.assembler.matrix(made)

    changes = stiffness if softened else None
    return [ForceTerm(vector, True, "ROTATION", follows=True, stiffness=changes, blocks=blocks, spin=spin, values=values)]


def _unknown_to_elements(data, t, displacement):
    """As in code_aster, elements that cannot turn are told when the load is to be computed, not when it is declared."""
    raise ComputationFailed("ROTATION: none of the elements of its cells can carry it", known_as="CALCUL_37")


def _check_axis(occurrence, continuum, axis, centre):
    """A plane solid turns about Z, one of revolution about its own axis Y."""
    if continuum.revolves and (axis[[0, 2]].any() or centre.any()):
        raise occurrence.wrong("AXE", "a solid of revolution can only turn about its own axis, Y through the origin")
    if continuum.dim == 2 and not continuum.revolves and axis[:2].any():
        raise occurrence.wrong("AXE", "a plane solid can only turn about Z")


LOADS.add("ROTATION", LoadKeyword(declare, terms, functions=False))
