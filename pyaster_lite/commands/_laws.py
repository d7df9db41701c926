"""COMPORTEMENT: the parts of a model that obey one law each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from pyaster_lite.behaviours._breaking import Breaking
from pyaster_lite.behaviours._plane_stress import Condensed, Leeway, in_plane_stress
from pyaster_lite.behaviours._regularised import Regularised
from pyaster_lite.behaviours._restored import Restored
from pyaster_lite.behaviours.crystals.large import LargeCrystal
from pyaster_lite.behaviours.crystals.single import SingleCrystal
from pyaster_lite.catalogue.commons.comportement import KITS, OWN_TANGENTS
from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.commands._integrated import integrated
from pyaster_lite.commands._porous_laws import porous_part
from pyaster_lite.commands._substepped import substepped
from pyaster_lite.commands._written_laws import around, written
from pyaster_lite.fe.assumed_strain import AssumedStrain
from pyaster_lite.fe.bar import Bar, FollowedBar
from pyaster_lite.fe.beam import Beam
from pyaster_lite.fe.beam_followed import followed_beam
from pyaster_lite.fe.beam_turning import TurningBeam
from pyaster_lite.fe.beam_warping import WarpingBeam
from pyaster_lite.fe.cable import Cable
from pyaster_lite.fe.discrete import Discrete
from pyaster_lite.fe.fibres.beam import FibreBeam
from pyaster_lite.fe.fibres.followed import BentFibreWarpingBeam, followed_fibre_beam
from pyaster_lite.fe.fibres.warping import FibreWarpingBeam
from pyaster_lite.fe.grid import Grid
from pyaster_lite.fe.interface import Interface
from pyaster_lite.fe.joint import Joint
from pyaster_lite.fe.large_strain import Followed, Green, Updated, followed
from pyaster_lite.fe.logarithmic_strain import Logarithmic
from pyaster_lite.fe.membrane import Membrane
from pyaster_lite.fe.membrane_large import LargeMembrane
from pyaster_lite.fe.mixed import BUBBLE, Mixed
from pyaster_lite.fe.mixed_large import KINDS, mixed_large
from pyaster_lite.fe.mixed_projected import Projected
from pyaster_lite.fe.multiplicative import Multiplicative
from pyaster_lite.fe.perturbation import Perturbation
from pyaster_lite.fe.pipe.element import Pipe
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.plate_followed import followed_plate
from pyaster_lite.fe.plate_layers import Layered, LayeredPlate
from pyaster_lite.fe.porous.element import Porous
from pyaster_lite.fe.porous.gap import Gap
from pyaster_lite.fe.porous.volumes import Volumes
from pyaster_lite.fe.sheathed_cable import SheathedCable
from pyaster_lite.fe.sheet import Sheet
from pyaster_lite.fe.shell_followed import ElasticShell, followed_shell
from pyaster_lite.fe.shell_layers import LayeredShell
from pyaster_lite.fe.shell_of_revolution import ShellOfRevolution
from pyaster_lite.fe.solid import Solid
from pyaster_lite.fe.structure import Part
from pyaster_lite.fe.super_element import SuperElement

KINEMATICS = {
    "PETIT": None,
    "PETIT_REAC": Updated,
    "GREEN_LAGRANGE": Green,
    "GROT_GDEP": Green,
    "GDEF_LOG": Logarithmic,
    "SIMO_MIEHE": Multiplicative,
}
"""The kinematics of solids behind each DEFORMATION."""
FOLLOWED_BEAMS = {
    Beam: followed_beam, WarpingBeam: followed_beam, FibreBeam: followed_fibre_beam, FibreWarpingBeam: followed_fibre_beam,
}  # fmt: skip
"""What makes beams of large rotations of others."""
PLANE_STRESS_SOUGHT = ("PETIT", "PETIT_REAC", "GROT_GDEP")
"""DEFORMATION of cells whose law finds plane stress by iteration (comp_meca_chck refuses it in other large strains)."""

RESTORED = ("VMIS_ISOT_LINE", "VMIS_ISOT_TRAC", "VMIS_CINE_LINE", "VMIS_ECMI_LINE", "VMIS_CIN1_CHAB", "VMIS_CIN2_CHAB")
"""The laws whose hardening heat may take away."""
REGULARISED = {
    "VMIS_ISOT_NL": False, "VISC_ISOT_NL": False, "ENDO_LOCA_EXP": False, "ENDO_ISOT_BETON": True, "VMIS_ISOT_LINE": True,
    "DRUCK_PRAG_N_A": False, "ROUSS_VISC": True, "ENDO_FISS_EXP": True, "ENDO_LOCA_TC": False, "GTN": False, "VISC_GTN": False,
}  # fmt: skip
"""The laws that may have a viscous stress beside them, and whether it is one of all strains, those of temperature too."""


@dataclass(frozen=True)
class KindOfLaw:
    """Laws that answer by a method of their own, and the elements that ask for it.

    others  whether these elements take other laws too;  linear  whether linear laws go with any of them
    elsewhere  whether those of these laws that solids ask go with other elements too
    """

    method: str
    name: str
    holds: Callable
    others: bool = False
    linear: bool = False
    help: str | None = None
    elsewhere: bool = False


KINDS_OF_LAWS = (
    KindOfLaw("separate", "joints", lambda element: isinstance(element, Joint)),
    KindOfLaw("bridge", "gaps that a fluid fills", lambda element: isinstance(element, Gap)),
    KindOfLaw("stretch", "sheets of reinforcement", lambda element: isinstance(element, Grid), linear=True),
    KindOfLaw("cohere", "interfaces", lambda element: isinstance(element, Interface)),
    KindOfLaw("connect", "discrete elements", lambda element: isinstance(element, Discrete), linear=True),
    KindOfLaw("fibrous", "beams of fibres", lambda element: getattr(element, "fibrous", False), help="theirs is MULTIFIBRE"),
    KindOfLaw("spread", "membranes", lambda element: isinstance(element, Membrane), others=True),
    KindOfLaw(
        "resist",
        "plates seen by their forces",
        lambda element: isinstance(element, Plate) and not isinstance(element, Layered),
        linear=True,
    ),
    KindOfLaw("limits", "incompressible solids", lambda element: isinstance(element, Mixed) and element.swells, others=True),
    KindOfLaw("pull", "cables", lambda element: type(element) is Cable),
    KindOfLaw("bends", "beams in large rotations", lambda element: isinstance(element, TurningBeam), help="theirs is ELAS_POUTRE_GR"),
    KindOfLaw("slides", "cables in sheaths", lambda element: isinstance(element, SheathedCable), help="theirs is KIT_CG"),
    KindOfLaw("driven", "cells with gradients of a variable", lambda element: getattr(element, "graded", False), elsewhere=True),
    KindOfLaw("degrade", "cells whose damage is a field of its own", lambda element: getattr(element, "grown", False)),
    KindOfLaw(
        "smoothed",
        "cells with a field of stresses",
        lambda element: getattr(element, "smoothed", False),
        help="theirs is ENDO_HETEROGENE",
    ),
)


def parts_of(args, model, whole) -> list[Part]:
    """Groups of the model cut by law; `whole` is model.data(...)."""
    initial = args.get("ETAT_INIT")
    stressed = initial is not None and ("EVOL_NOLI" in initial or "SIGM" in initial)
    law = np.zeros(model.mesh.n_cells, int)
    chosen = [None]
    for occurrence in args.COMPORTEMENT:
        cells = cells_of(occurrence, model.mesh) if any(w in occurrence for w in ("TOUT", "GROUP_MA", "MAILLE")) else slice(None)
        law[cells] = len(chosen)
        chosen.append(occurrence)
    for index, occurrence in enumerate(chosen):
        if index and index not in law:
            occurrence.mark_read("RELATION_KIT")
    parts = []
    for group, data in zip(model.groups, whole):
        equations = model.dofs.equations(group.nodes, group.element.components)
        if isinstance(group.element, SuperElement):
            parts.append(Part(group.element, data, equations, BEHAVIOURS["ELAS"]))
            continue
        for index in np.unique(law[group.cells]):
            rows = np.flatnonzero(law[group.cells] == index)
            own = data if len(rows) == len(group.cells) else data.subset(rows)
            if isinstance(group.element, (Porous, Volumes, Gap)):
                parts.append(porous_part(args, group.element, own, equations[rows], chosen[index]))
            else:
                parts.append(_part(group.element, own, equations[rows], chosen[index]))
                if not stressed:
                    _begin(parts[-1], chosen[index])
    if sum(getattr(part.element, "smoothed", False) for part in parts) > 1:
        text = "cracks that go from cell to cell do not cross from triangles to quadrangles, or from one COMPORTEMENT to another, yet"
        raise args.not_yet("MODELE", text)
    return parts


def _begin(part, occurrence):
    """A part where no stresses are given: elastic solids, shells and pipes whose points call laws tell them from the whole strain, but
    where strains are followed, as in code_aster (comp_meca_incr)."""
    followed = occurrence is not None and occurrence.DEFORMATION in ("PETIT_REAC", "GROT_GDEP", "GREEN_LAGRANGE")
    known = isinstance(part.element, Solid) or type(part.element) in (LayeredPlate, ElasticShell, ShellOfRevolution, Pipe)
    if part.behaviour is BEHAVIOURS["ELAS"] and known and not followed:
        part.behaviour = part.behaviour.total


def _part(element, data, equations, occurrence):
    if element.start(data, BEHAVIOURS["ELAS"]) is None:
        return Part(element, data, equations, None)
    if occurrence is None:
        return Part(element, data, equations, BEHAVIOURS["ELAS"])
    _check_kind(occurrence, element)
    behaviour = law_of(occurrence, around(element))
    if isinstance(element, Grid) and not behaviour.linear:
        behaviour = _of_sheets(behaviour)
    element = _moving(occurrence, element, behaviour)
    if hasattr(element, "for_law"):
        element = element.for_law(behaviour.linear)
    check_materials(occurrence, behaviour, data)
    if getattr(behaviour, "sized", False):
        data = replace(data, characteristics={**data.characteristics, "cell_size": _size(element, data)})
    return Part(element, data, equations, behaviour, _perturbation(occurrence, element, behaviour))


def _perturbation(occurrence, element, behaviour):
    """With TYPE_MATR_TANG, what moves the unknowns of cells to tell their tangents: of plain solids, and of those of three fields, whose
    law is not condensed across them; the others keep their own, as in code_aster (tgveri_use, te0139, te0590)."""
    kind = occurrence.get("TYPE_MATR_TANG")
    told = type(element) is Solid or isinstance(element, Followed) or (isinstance(element, Mixed) and element.swells)
    if not told or isinstance(behaviour, Condensed):
        return None
    return None if kind in (None, *OWN_TANGENTS) else Perturbation(occurrence.VALE_PERT_RELA, compared=kind == "VERIFICATION")


def _size(element, data):
    """(ne,) the length that a law of softening takes for a cell's: its root, sqrt 2 times as long where it has few points."""
    weights = element.point_weights(data)
    few = weights.shape[1] < (9 if element.dim == 3 else 5)
    return weights.sum(axis=1) ** (1 / element.dim) * (np.sqrt(2.0) if few else 1.0)


def _check_kind(occurrence, element):
    """Laws are for the elements whose kind of answer they have."""
    if occurrence.RELATION in KITS:
        raise occurrence.wrong("RELATION", f"{occurrence.RELATION} is for cells of porous media")
    behaviour = BEHAVIOURS[occurrence.RELATION]
    behaviour = written(occurrence, around(element)) if hasattr(behaviour, "written") else _of_kit(occurrence, behaviour)
    if isinstance(element, Grid) and getattr(behaviour, "in_sheets", False):
        behaviour = _of_sheets(behaviour)
    for kind in KINDS_OF_LAWS:
        own = hasattr(behaviour, kind.method)
        if own == kind.holds(element) or (kind.others and not own) or (kind.linear and behaviour.linear):
            continue
        if own and kind.elsewhere and hasattr(behaviour, "integrate"):
            continue
        text = f"{occurrence.RELATION} is {'a' if own else 'no'} law of {kind.name}"
        raise occurrence.wrong("RELATION", text, help=kind.help)
    if isinstance(element, Mixed) and not element.swells and not occurrence.RELATION.startswith(("ELAS", "VMIS_ISOT")):
        raise occurrence.wrong("RELATION", "elements of two fields are for ELAS and VMIS_ISOT_ laws only", help="_INCO_UPG takes others")


def _of_sheets(behaviour):
    """The law along the bars of a sheet of reinforcement, which is its own or that of fibres (nmco1d)."""
    return behaviour if hasattr(behaviour, "stretch") else behaviour.fibre


def law_of(occurrence, continuum):
    """The law of RELATION with its parameters, made to know plane stress where the continuum asks for it."""
    occurrence.mark_read("RESI_CPLAN_MAXI", "RESI_CPLAN_RELA")
    behaviour = BEHAVIOURS[occurrence.RELATION]
    if hasattr(behaviour, "begun"):
        behaviour = behaviour.begun()
    if hasattr(behaviour, "written"):
        behaviour = written(occurrence, continuum)
    elif hasattr(behaviour, "composed"):
        behaviour = _composed(occurrence, behaviour.composed)
    elif occurrence.get("ALGO_INTE") == "RUNGE_KUTTA" and not getattr(behaviour, "explicit", False):
        raise occurrence.not_yet("ALGO_INTE", "laws are not integrated by RUNGE_KUTTA yet, which gives other results than an implicit rule")
    behaviour = behaviour.of_metal(occurrence.RELATION_KIT) if hasattr(behaviour, "of_metal") else behaviour
    behaviour = _of_kit(occurrence, behaviour)
    behaviour = integrated(occurrence, behaviour)
    if occurrence.get("TYPE_MATR_TANG") in OWN_TANGENTS:
        if not hasattr(behaviour, "of_damage"):
            raise occurrence.wrong("TYPE_MATR_TANG", f"{occurrence.RELATION} has one tangent only")
        behaviour = behaviour.of_damage(occurrence.TYPE_MATR_TANG == "MATR_ENDO")
    if getattr(continuum, "flat", False) and not hasattr(behaviour, "plane_stress"):
        raise occurrence.not_yet("RELATION", f"{occurrence.RELATION} is there along lines only so far")
    if hasattr(continuum, "flat") and not continuum.flat and getattr(behaviour, "in_plane_only", False):
        raise occurrence.wrong("RELATION", f"{occurrence.RELATION} is for plane stress and for lines only")
    if getattr(continuum, "flat", False) and not behaviour.plane_stress:
        if occurrence.DEFORMATION not in PLANE_STRESS_SOUGHT:
            text = f"{occurrence.RELATION} in plane stress is for DEFORMATION={', '.join(map(repr, PLANE_STRESS_SOUGHT))} only"
            raise occurrence.wrong("DEFORMATION", text)
        behaviour = in_plane_stress(substepped(occurrence, behaviour), _leeway(occurrence))
    else:
        behaviour = substepped(occurrence, behaviour)
    return _breaking(occurrence, _restored(occurrence, _regularised(occurrence, behaviour)))


def _leeway(occurrence):
    """The stress across that COMPORTEMENT bears: what is left of it counts in the results, as in code_aster (nmcomp)."""
    if "RESI_CPLAN_MAXI" in occurrence:
        return Leeway(occurrence.RESI_CPLAN_MAXI, relative=False)
    return Leeway(occurrence.get("RESI_CPLAN_RELA") or 0.0, relative=True)


def _of_kit(occurrence, behaviour):
    """The law of RELATION_KIT where the one of RELATION is made of others."""
    if not hasattr(behaviour, "of_kit"):
        return behaviour
    try:
        return behaviour.of_kit(occurrence.RELATION_KIT)
    except ValueError as refused:
        raise occurrence.wrong("RELATION_KIT", str(refused)) from None


def _composed(occurrence, relation):
    """The law of COMPOR."""
    if getattr(occurrence.COMPOR, "relation", None) != relation:
        raise occurrence.wrong("COMPOR", f"COMPOR is no {relation}")
    law = occurrence.COMPOR.law
    if occurrence.DEFORMATION != "SIMO_MIEHE" or not isinstance(law, SingleCrystal):
        return law
    if law.crystal.turning != "NON":
        raise occurrence.wrong("COMPOR", "ROTA_RESEAU is for DEFORMATION='PETIT': large strain turns the lattice by itself")
    return LargeCrystal(law)


def _regularised(occurrence, behaviour):
    """With REGU_VISC='OUI', the law with a viscous stress beside it."""
    if occurrence.get("REGU_VISC") != "OUI":
        return behaviour
    if occurrence.RELATION not in REGULARISED:
        raise occurrence.wrong("REGU_VISC", f"REGU_VISC is not for {occurrence.RELATION}", help=f"it is for {', '.join(REGULARISED)}")
    return Regularised(behaviour, REGULARISED[occurrence.RELATION])


def _restored(occurrence, behaviour):
    """With POST_INCR='REST_ECRO', the law followed by its restoration."""
    if occurrence.get("POST_INCR") != "REST_ECRO":
        return behaviour
    if occurrence.RELATION not in RESTORED:
        raise occurrence.wrong("POST_INCR", f"REST_ECRO is not for {occurrence.RELATION}", help=f"it is for {', '.join(RESTORED)}")
    if occurrence.DEFORMATION not in ("PETIT", "PETIT_REAC"):
        raise occurrence.not_yet("POST_INCR", "REST_ECRO is there for DEFORMATION='PETIT' and 'PETIT_REAC' only")
    return Restored(behaviour)


def _breaking(occurrence, behaviour):
    """With POST_ITER='CRIT_RUPT', the law of cells that may break."""
    if occurrence.get("POST_ITER") != "CRIT_RUPT":
        return behaviour
    if not hasattr(behaviour, "broken"):
        raise occurrence.wrong("POST_ITER", f"CRIT_RUPT is not for {occurrence.RELATION}")
    if occurrence.DEFORMATION == "PETIT" and not hasattr(behaviour, "integrate"):
        raise occurrence.wrong("DEFORMATION", f"{occurrence.RELATION} is for DEFORMATION='SIMO_MIEHE' only")
    if occurrence.DEFORMATION not in ("PETIT", "SIMO_MIEHE"):
        raise occurrence.not_yet("POST_ITER", "CRIT_RUPT is there for DEFORMATION='PETIT' and 'SIMO_MIEHE' only")
    return Breaking(behaviour)


def _as_small(element, deformation):
    """Whether the element takes that DEFORMATION for PETIT, as code_aster's do (te0248, te0239, te0206, te0360)."""
    small = {"GROT_GDEP": (Bar, ShellOfRevolution), "PETIT_REAC": (ShellOfRevolution, Joint, Interface)}
    return isinstance(element, small.get(deformation, ()))


def _moving(occurrence, element, behaviour):
    """The element with the kinematics of DEFORMATION; discretes have none."""
    own = getattr(element, "deformation", occurrence.DEFORMATION)
    if own != occurrence.DEFORMATION:
        raise occurrence.wrong("DEFORMATION", f"these elements are for DEFORMATION='{own}' only")
    if hasattr(element, "deformation"):
        return element
    kind = KINEMATICS[occurrence.DEFORMATION]
    if kind is not Multiplicative and hasattr(behaviour, "kirchhoff") and not hasattr(behaviour, "integrate"):
        raise occurrence.wrong("DEFORMATION", f"{occurrence.RELATION} is for DEFORMATION='SIMO_MIEHE' only")
    if isinstance(element, Membrane) and hasattr(behaviour, "spread"):
        if occurrence.DEFORMATION != "GROT_GDEP":
            raise occurrence.wrong("DEFORMATION", f"{occurrence.RELATION} is for DEFORMATION='GROT_GDEP'")
        return LargeMembrane(element.cell, *element.families.values())
    if _as_small(element, occurrence.DEFORMATION):
        kind = None
    if isinstance(element, (Plate, LayeredShell)):
        own = (followed_plate if isinstance(element, Plate) else followed_shell)(element, kind, behaviour.linear)
        if own is None:
            raise occurrence.not_yet("DEFORMATION", f"these cells do not know {occurrence.DEFORMATION} nor {occurrence.RELATION} yet")
        return own
    if occurrence.get("RIGI_GEOM") == "OUI" and kind is None:
        if type(element) is not FibreWarpingBeam:
            raise occurrence.wrong("RIGI_GEOM", "RIGI_GEOM='OUI' is for POU_D_TGM")
        return BentFibreWarpingBeam()
    if kind is None or element.dim == 0:
        return element
    if isinstance(element, (SheathedCable, Bar)) and occurrence.DEFORMATION == "PETIT_REAC":
        return FollowedBar(element.components[0]) if isinstance(element, Bar) else SheathedCable(follows=True)
    if type(element) in FOLLOWED_BEAMS and occurrence.DEFORMATION == "GROT_GDEP":
        return FOLLOWED_BEAMS[type(element)](element)
    if isinstance(element, Sheet):
        # compMecaChckStrain: neither PETIT_REAC nor what turns far names grids, and of membranes these are for laws of their own
        raise occurrence.wrong("DEFORMATION", f"{occurrence.DEFORMATION} does not exist for these sheets and laws")
    if not isinstance(element, Solid):
        raise occurrence.not_yet("DEFORMATION", f"{occurrence.DEFORMATION} is there for solids only so far")
    if kind is Multiplicative and (getattr(behaviour, "kirchhoff", None) is None or element.continuum.flat):
        where = "in plane stress" if element.continuum.flat else f"for {occurrence.RELATION}"
        raise occurrence.wrong("DEFORMATION", f"SIMO_MIEHE does not exist {where}")
    if isinstance(element, AssumedStrain) and kind is not Updated:
        raise occurrence.wrong("DEFORMATION", "cells with one integration point are for DEFORMATION='PETIT' and 'PETIT_REAC'")
    if isinstance(element, Mixed):
        if kind not in KINDS or (kind is Multiplicative and not element.swells) or element.cell in BUBBLE or type(element) is Projected:
            raise occurrence.wrong("DEFORMATION", f"{occurrence.DEFORMATION} does not exist for these elements with a pressure")
        return mixed_large(element, kind)
    own = element.moving(kind) if hasattr(element, "moving") else followed(element, kind)
    if own is None:
        raise occurrence.not_yet("DEFORMATION", f"these elements do not know {occurrence.DEFORMATION}")
    return own


def check_materials(occurrence, behaviour, data):
    """Refuse cells whose material lacks what the law needs, or has what it does not know yet."""
    for name, word in getattr(behaviour, "lacks", {}).items():
        if data.has(name):
            raise occurrence.not_yet("RELATION", f"{occurrence.RELATION} does not know {word} of the material yet")
    for name, word in getattr(behaviour, "needs", {}).items():
        for index in np.unique(data.owner if data.owner is not None else [-1]):
            if index < 0 or data.materials[index].get(name) is None:
                count = len(data) if data.owner is None else int((data.owner == index).sum())
                where = "the material of 1 cell" if count == 1 else f"the material of {count} cells"
                raise occurrence.wrong("RELATION", f"{occurrence.RELATION} needs {word}, which {where} does not have")
