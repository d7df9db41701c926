"""Element matrices and loads as CALC_MATR_ELEM, CALC_VECT_ELEM and ASSEMBLAGE make them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.catalogue.versions import version
from pyaster_lite.commands._harmonics import data_in_harmonic, harmonic_of
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.matrix import AssembledMatrix, ElementaryMatrix, Numbering
from pyaster_lite.concepts.super_cells import tied_relations
from pyaster_lite.fe.beam import Beam
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.discrete import Discrete
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.fibres.beam import FibreBeam
from pyaster_lite.fe.fluid import Opening
from pyaster_lite.fe.solid import Solid

METHODS = {
    "RIGI_MECA": "stiffness",
    "MASS_MECA": "mass",
    "MASS_MECA_DIAG": "lumped_mass",
    "AMOR_MECA": "damping",
    "RIGI_MECA_HYST": "hysteretic_stiffness",
    "MECA_GYRO": "gyroscopic",
    "RIGI_GYRO": "gyroscopic_stiffness",
    "RIGI_GEOM": "geometric_stiffness",
    "RIGI_ROTA": "centrifugal_stiffness",
    "IMPE_MECA": "radiation",
    "ONDE_FLUI": None,
    "RIGI_FLUI_STRU": "stiffness",
    "MASS_FLUI_STRU": "flooded_mass",
    "RIGI_THER": "conduction",
    "MASS_THER": "capacity",
    "RIGI_ACOU": "stiffness",
    "MASS_ACOU": "mass",
    "AMOR_ACOU": "damping",
}
"""The method of an element behind each OPTION; None for one that loads alone make."""
LEAVING = ("AMOR_MECA", "IMPE_MECA", "AMOR_ACOU")
"""Those that waves have which leave through openings."""
ANSWERING = {"IMPE_MECA": "IMPE_FACE", "AMOR_ACOU": "IMPE_FACE", "ONDE_FLUI": "ONDE_FLUI"}
"""Those that sides of a fluid take part in by what they answer, and the load that says it."""
EXCHANGED = "ECHANGE"
"""The load whose share h N^T N is a part of RIGI_THER."""
HEAT = ("RIGI_THER", "MASS_THER")
"""Those of models of heat, that have no other."""
PHENOMENA = dict.fromkeys(METHODS, "MECANIQUE") | dict.fromkeys(HEAT, "THERMIQUE")
PHENOMENA |= dict.fromkeys(("RIGI_ACOU", "MASS_ACOU", "AMOR_ACOU"), "ACOUSTIQUE")
"""The phenomenon that the matrices of an OPTION are of."""
TURNING = ("MECA_GYRO", "RIGI_GYRO", "RIGI_ROTA")
"""Those of a structure that turns, at the speed of ROTATION in solids."""
VECTORS = {
    "CHAR_MECA": ("MECANIQUE", "vect_elem_depl_r"),
    "FORC_VARC": ("MECANIQUE", "vect_elem_depl_r"),
    "CHAR_THER": ("THERMIQUE", "vect_elem_temp_r"),
    "CHAR_ACOU": ("ACOUSTIQUE", "vect_elem_pres_c"),
}
"""The phenomenon that the forces of an OPTION are of, and the type of their element vectors."""
LOADED = ("char_meca", "char_ther", "char_acou")
QUANTITIES = {"MECANIQUE": "DEPL_R", "THERMIQUE": "TEMP_R", "ACOUSTIQUE": "PRES_C"}
"""The quantity of the unknowns of each phenomenon."""


@dataclass(frozen=True)
class Leaving:
    """How waves leave: the sense of their damping (VNOR), whether potentials take part in it (AMOR_FLUI), and nothing else (TYPE_AMOR)."""

    sense: float = 1.0
    potential: bool = True
    alone: bool = False

    @classmethod
    def of(cls, args) -> Leaving:
        """What the keywords say."""
        return cls(args.get("VNOR", 1.0), args.get("AMOR_FLUI") != "NON", args.get("TYPE_AMOR") == "ABSO")

    def given(self, element, option) -> dict | None:
        """What an element is told of an option; None when it takes no part."""
        if not getattr(element, "absorbs", False):
            return None if self.alone else {}
        if not isinstance(element, Opening):
            return {}
        return {"sense": self.sense, "potential": self.potential} if option == "AMOR_MECA" else {"sense": self.sense}


APART = version("13.1.9")
"""Since then the forces of loads leave out those of what surrounds the materials."""


def elementary_kind(option: str) -> str:
    """The type of the element matrices of an option."""
    return "matr_elem_depl_c" if option == "RIGI_MECA_HYST" else f"matr_elem_{QUANTITIES[PHENOMENA[option]].lower()}"


def verify_option(args, option: str, model, loads):
    """Refuse options that elements of the model have in code_aster and not here, and those that lack the ROTATION they are of."""
    _verify_phenomenon(args, option, PHENOMENA[option], model)
    if option == "RIGI_THER":
        others = {term.word for load in loads or () for term in load.forces if term.follows} - {EXCHANGED}
        if others:
            raise args.not_yet("OPTION", f"RIGI_THER with {', '.join(sorted(others))} is not there yet")
    if option == "ONDE_FLUI" and not any(term.word == option for load in loads or () for term in load.impedances):
        raise args.wrong("OPTION", "ONDE_FLUI needs a load with ONDE_FLUI in CHARGE")
    if option not in TURNING:
        return
    solids = [group.element for group in model.groups if isinstance(group.element, Solid)]
    others = [group.element for group in model.groups if hasattr(group.element, "inertial_force") and group.element not in solids]
    if any(solid.continuum.dim != 3 for solid in solids):
        raise args.not_yet("OPTION", f"{option} of plane solids and those of revolution is not there yet")
    if option == "RIGI_ROTA" and not all(isinstance(element, Beam) and type(element) is not FibreBeam for element in others):
        raise args.not_yet("OPTION", "RIGI_ROTA of shells and of fibres in POU_D_EM is not there yet")
    count = len(_spins(loads))
    if (solids or option == "RIGI_ROTA") and count != 1:
        raise args.wrong("OPTION", f"{option} needs one ROTATION among the loads, and CHARGE has {count or 'none'}")


def _verify_phenomenon(args, option, phenomenon, model):
    if model.phenomenon != phenomenon:
        raise args.wrong("OPTION", f"{option} is not an option of a model of PHENOMENE='{model.phenomenon}'")


def loaded_data(args, option: str, model, material_field, characteristics, t: float):
    """The data of the elements for the forces of an option at an instant; refuses options of another phenomenon."""
    _verify_phenomenon(args, option, VECTORS[option][0], model)
    data = data_in_harmonic(model, model.data(material_field, characteristics), harmonic_of(args, model))
    return [own.between(t, t) for own in data] if option in ("CHAR_THER", "FORC_VARC") else data


def brings_surroundings(context) -> bool:
    """Whether the forces of loads bring along those of what surrounds the materials, where CHAM_MATER is given."""
    return context.time is not None and context.time < APART


def anelastic_forces(model, data) -> np.ndarray:
    """The elastic forces (n,) of the strains that no stress causes; raises ComputationFailed where discretes have some."""
    strained = [hasattr(g.element, "anelastic_force") and own.surroundings is not None for g, own in zip(model.groups, data)]
    blocks = [g.element.anelastic_force(own) if here else None for g, own, here in zip(model.groups, data, strained)]
    if any(isinstance(g.element, Discrete) and block is not None and block.any() for g, block in zip(model.groups, blocks)):
        text = "discretes expand with the temperature in STAT_NON_LINE and DYNA_NON_LINE only: use them, or leave out ALPHA"
        raise ComputationFailed(text, known_as="DISCRETS_67")
    return model.assembler.vector(blocks)


def _spins(loads):
    return [term.spin for load in loads or () for term in load.forces if term.spin is not None]


def elementary_matrix(
    option,
    model,
    material_field,
    characteristics,
    loads,
    cells=None,
    stress=None,
    t=0.0,
    shape=None,
    leaving=None,
    harmonic=0,
    **made,
) -> ElementaryMatrix:
    """The element matrices of an option, on all cells or some; `made` are those (stiffness, mass) that they are built on, `stress`
    the field of stresses at points that RIGI_GEOM is made of, `shape` the displacements (n,) to where elements that follow their motion
    stand, t the instant at which what surrounds materials of heat is read, `harmonic` that of cells of Fourier series."""
    leaving = leaving or Leaving()
    spins = _spins(loads) if option in TURNING else []
    data = data_in_harmonic(model, model.data(material_field, characteristics), harmonic)
    chosen = None if cells is None else dict(model.rows(cells))
    blocks = []
    for index, (group, own) in enumerate(zip(model.groups, data)):
        if METHODS[option] is None:
            blocks.append(None)
            continue
        method = getattr(group.element, METHODS[option])
        if option == "RIGI_MECA" and hasattr(group.element, "stiffness_of_option"):
            method = group.element.stiffness_of_option
        rows = slice(None) if chosen is None else chosen.get(index)
        told = leaving.given(group.element, option) if option in LEAVING else {}
        if rows is None or told is None:
            blocks.append(None)
            continue
        given = told | {word: _block(matrix, index, len(own), group.element.size)[rows] for word, matrix in made.items()}
        own_part = own if chosen is None else own.subset(rows)
        if option in HEAT:
            own_part = own_part.between(t, t)
        if option in TURNING and isinstance(group.element, Solid) or option == "RIGI_ROTA" and isinstance(group.element, Beam):
            spin = spins[0][index] if spins else None
            given["spin"] = (np.zeros((len(own), 3)) if spin is None else spin)[rows]
        if option == "MASS_FLUI_STRU":
            given["abscissas"] = None if model.mesh.abscissa is None else model.mesh.abscissa[own_part.cells]
        if shape is not None and not group.element.straight:
            own_part = own_part.between(t, t).moved(shape[model.assembler.equations[index][rows]])
        if stress is not None:
            held = stress.on(own_part.cells)
            if held is None:
                blocks.append(None)
                continue
            given["stress"] = group.element.kept(own_part, _every_stress(group.element, own_part, *held[:2]))
        part = method(own_part, **given)
        blocks.append(part if chosen is None else _among(len(own), rows, part))
    if option == "RIGI_THER":
        at = [own.between(t, t) for own in data]
        for term in (term for load in loads or () for term in load.forces if term.word == EXCHANGED):
            blocks = [a if b is None else b if a is None else a + b for a, b in zip(blocks, term.matrices(at, t))]
    if option in ANSWERING:
        for term in (term for load in loads or () for term in load.impedances if term.word == ANSWERING[option]):
            blocks = [a if b is None else b if a is None else a + b for a, b in zip(blocks, term.matrices(data))]
        if option == "ONDE_FLUI" and chosen is not None:
            blocks = [None if b is None or i not in chosen else _among(len(b), chosen[i], b[chosen[i]]) for i, b in enumerate(blocks)]
    relations = load_relations(model, loads)
    return ElementaryMatrix(elementary_kind(option), model, option, blocks, relations, (material_field, characteristics))


def _block(matrix: ElementaryMatrix, index, count, size):
    block = matrix.blocks[index]
    return np.zeros((count, size, size)) if block is None else block


def _every_stress(element, data, values, names):
    """Stresses (ne, points, n) of some names as all those of the element, zero where none is given."""
    own = element.shown(data, element.start(data, BEHAVIOURS["ELAS"]).stress)[1]
    if set(names) < set(own):
        values = np.stack([values[..., names.index(name)] if name in names else np.zeros(values.shape[:-1]) for name in own], axis=-1)
    return np.nan_to_num(values)


def _among(count, rows, part):
    if part is None:
        return None
    whole = np.zeros((count, *part.shape[1:]), part.dtype)
    whole[rows] = part
    return whole


def load_relations(model, loads) -> Relations:
    """The relations of several loads, and those of condensed substructures."""
    return Relations.stacked(model.dofs.size, [*tied_relations(model), *(load.relations() for load in loads or () if load.imposes)])


def chosen_cells(level, mesh):
    """The cells of GROUP_MA, None when it is not given."""
    return cells_of(level, mesh) if "GROUP_MA" in level else None


def assemble(parts: list[ElementaryMatrix], numbering: Numbering, kinematic=()) -> AssembledMatrix:
    """The sum of element matrices on the unknowns of a numbering, with its relations and those of kinematic loads."""
    model = numbering.model
    matrix = sum((model.assembler.matrix(part.blocks) for part in parts[1:]), model.assembler.matrix(parts[0].blocks))
    relations = numbering.relations
    if kinematic:
        relations = Relations.stacked(model.dofs.size, [relations, *(load.relations() for load in kinematic)])
    quantity = QUANTITIES[model.phenomenon][:4].lower()
    letter = "c" if quantity == "pres" or np.iscomplexobj(matrix.data) else "r"
    matrix = matrix.astype(complex) if letter == "c" else matrix
    kind = f"matr_asse_{quantity}_{letter}"
    made = AssembledMatrix(kind, model.dofs, matrix, relations, parts[0].option, parts[0].origin)
    made.kinematic, made.numbering = len(relations) - len(numbering.relations), numbering
    return made


def nodal_field(model, vector) -> NodeField:
    """A vector on the unknowns as a field at nodes, complex where its quantity is."""
    vector = vector.astype(complex) if QUANTITIES[model.phenomenon].endswith("_C") else vector
    return NodeField(model.mesh, QUANTITIES[model.phenomenon], model.dofs.components, model.dofs.at_nodes(vector))


def given_equations(occurrences) -> np.ndarray:
    """The equations whose unknowns the loads AFFE_CHAR_CINE of EXCIT give, each once."""
    loads = [occurrence.CHARGE for occurrence in occurrences if occurrence.CHARGE.kind.startswith("char_cine")]
    found = [term.relations.matrix.indices for load in loads for term in load.terms if hasattr(term, "relations")]
    return np.unique(np.concatenate([np.empty(0, int), *found]))


def check_models(args, word, concepts, model):
    """Refuse what was made on another model."""
    for item, concept in enumerate(concepts or ()):
        if concept.model is not model:
            raise args.wrong(word, f"{concept.name or word} was made on another model", item=item)
