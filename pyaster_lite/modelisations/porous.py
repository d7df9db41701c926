"""MODELISATION 3D_HM, D_PLAN_THHMD, AXIS_HH2S, ...: porous media (r7.01.10); PLAN_ and 3D_JOINT_HYME: joints with a liquid (r7.01.25);
PLAN_ and AXIS_JHMS: gaps that a fluid fills, between porous sides (r7.02.15).

The letters tell the unknowns: T the temperature, one H a pressure, HH two of them, HH2 two with two constituents each, HV one with its
vapour, M displacements. The end tells the quadrature: D lumped on the vertices, S selective, _SI reduced, nothing the full one; _DIL
behind it a second gradient, of a swelling; SUDA finite volumes, upstream by face (r7.01.34).
"""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, Space
from pyaster_lite.fe.porous.element import Porous
from pyaster_lite.fe.porous.gap import Gap, GapEnd
from pyaster_lite.fe.porous.joint import wet_joint
from pyaster_lite.fe.porous.layout import Layout
from pyaster_lite.fe.porous.moving import WHOLE, MovingPorous
from pyaster_lite.fe.porous.side import MovingSide, StillSide
from pyaster_lite.fe.porous.volumes import Volumes, VolumeSide

from ._family import EDGES, Modelisation
from .solid_3d import FACES

PHASES = {"H": (1, 0), "HV": (2, 0), "HH": (2, 1), "HH2": (2, 2)}
"""The constituents of each pressure."""
REDUCED = {"TRIA6": "FPG3", "QUAD8": "FPG4", "TETRA10": "FPG4", "PENTA15": "FPG6", "PYRAM13": "FPG10", "HEXA20": "FPG8"}
SPACES = {"3D": Space(), "D_PLAN": Plane(), "AXIS": Axisymmetric()}
MOVING = {"": ("HM", "THM", "HHM", "THHM"), "D": ("HM", "THM", "HHM", "THHM", "HH2M", "THH2M")}
MOVING |= {"S": MOVING["D"], "_SI": ("HM", "HH2M")}
STILL = {"D": ("HH", "HH2", "THH", "THH2", "THV"), "S": ("H", "HH", "HH2", "THH", "THH2", "THV")}
DILATING = {"S": ("HM", "THM", "HH2M"), "_SI": ("HM",)}
LACKING = {"AXIS": ("HS", "HM_SI", "HH2M_SI", "THHM"), "D_PLAN": ("THHM",), "3D": ()}
"""What code_aster has not, by the letters and the end."""


def _modelisation(space: str, letters: str, end: str, dilates: bool = False) -> Modelisation:
    pressures = letters.removeprefix("T").removesuffix("M")
    layout = Layout(SPACES[space], letters.endswith("M"), PHASES[pressures], letters.startswith("T"))
    corner = dict.fromkeys(WHOLE, "NOEU_S")
    families = {"": WHOLE, "D": corner, "S": REDUCED, "_SI": REDUCED}[end]
    dim, volumes = layout.dim, ("TRIA6", "QUAD8") if layout.dim == 2 else ("TETRA10", "PENTA15", "HEXA20")
    waiting = frozenset()
    if dim == 3 and letters == "HM" and end in ("", "_SI"):
        volumes = (*volumes, "PYRAM13")
    elif dim == 3 and letters == "HM":
        waiting = frozenset({"PYRAM13"})
    sides = {cell: family for cell, family in (EDGES if dim == 2 else FACES).items() if cell in ("SEG3", "TRIA6", "QUAD8")}
    inside = Layout(layout.continuum, layout.mechanical, layout.phases, layout.thermal, dilates)
    kind = MovingPorous if layout.mechanical else Porous
    elements = {cell: kind(cell, inside, families[cell], selective=end == "S") for cell in volumes}
    side = MovingSide if layout.mechanical else StillSide
    elements |= {cell: side(cell, layout, family) for cell, family in sides.items()}
    return Modelisation(elements, space=dim, waiting=waiting)


for _space in SPACES:
    for _kinds in (MOVING, STILL):
        for _end, _words in _kinds.items():
            for _letters in _words:
                if _letters + _end not in LACKING[_space]:
                    MODELISATIONS.add(f"{_space}_{_letters}{_end}", _modelisation(_space, _letters, _end))
for _space in ("3D", "D_PLAN"):
    for _end, _words in DILATING.items():
        for _letters in _words:
            MODELISATIONS.add(f"{_space}_{_letters}{_end}_DIL", _modelisation(_space, _letters, _end, dilates=True))
for _space, _cells, _faces in (("D_PLAN", ("TRIA7", "QUAD9"), "SEG3"), ("3D", ("HEXA27",), "QUAD9")):
    _layout = Layout(SPACES[_space], False, PHASES["HH2"], False, crossing=True)
    _volumes = {cell: Volumes(cell, _layout) for cell in _cells} | {_faces: VolumeSide(_faces, _layout)}
    MODELISATIONS.add(f"{_space}_HH2SUDA", Modelisation(_volumes, space=_layout.dim))
MODELISATIONS.add("PLAN_JOINT_HYME", Modelisation({"QUAD8": wet_joint("QUAD8")}, space=2))
MODELISATIONS.add("3D_JOINT_HYME", Modelisation({cell: wet_joint(cell) for cell in ("PENTA15", "HEXA20")}))
MODELISATIONS.add("PLAN_JHMS", Modelisation({"QUAD8": Gap(), "SEG3": GapEnd(Plane())}, space=2))
MODELISATIONS.add("AXIS_JHMS", Modelisation({"QUAD8": Gap(revolves=True), "SEG3": GapEnd(Axisymmetric())}, space=2))
