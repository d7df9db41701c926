"""DISCRET and DISCRET_2D of AFFE_CARA_ELEM: the matrices of springs, masses and dampers (u4.42.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import LONE, NODE_WORDS, cells_of, chosen, lone_points_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe.discrete import Discrete

NAMES = {"K": "stiffness", "M": "mass", "A": "damping"}
FORMS = ("T_D_N", "T_D_L", "TR_D_N", "TR_D_L", "T_N", "T_L", "TR_N", "TR_L")
FULL_FORMS = ("T_N", "T_L", "TR_N", "TR_L")
GROUP_MA = SIMP("f", typ="grma", max="**", validators=(no_repeat,))


def _size(form: str, plane: bool) -> tuple[int, int]:
    """How many nodes the form is for, and how many unknowns each carries."""
    unknowns = {("T", True): 2, ("TR", True): 3, ("T", False): 3, ("TR", False): 6}
    return 2 if form.endswith("L") else 1, unknowns[form.split("_")[0], plane]


def _count(word: str, plane: bool, symmetric: bool) -> int:
    """How many values VALE has."""
    kind, form = word[0], word[2:]
    nodes, unknowns = _size(form, plane)
    if "_D_" not in form:
        n = nodes * unknowns
        return n * (n + 1) // 2 if symmetric else n * n
    if kind != "M":
        return unknowns
    return {"T_D_N": 1, "T_D_L": 1, "TR_D_N": 4 if plane else 10, "TR_D_L": 2 if plane else 4}[form]


def discrete_declaration(plane: bool) -> FACT:
    """The factor keyword."""

    def branch(symmetric, forms):
        words = [f"{kind}_{form}" for kind in NAMES for form in forms]
        blocks = {}
        for word in words:
            count = _count(word, plane, symmetric)
            vale = SIMP("o", typ="R", min=count, max=count)
            blocks[f"b_{word}"] = BLOC(
                equal("CARA", word), rules=UN_PARMI("GROUP_MA", *LONE), GROUP_MA=GROUP_MA, **chosen(NODE_WORDS, *LONE), VALE=vale
            )
        return BLOC(equal("SYME", "OUI" if symmetric else "NON"), CARA=SIMP("o", into=words), **blocks)

    return FACT(
        "f",
        max="**",
        REPERE=SIMP("f", into=("LOCAL", "GLOBAL"), defaut="GLOBAL"),
        AMOR_HYST=SIMP("f", typ="R"),
        SYME=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        b_syme_oui=branch(True, FORMS),
        b_syme_non=branch(False, FULL_FORMS),
    )


def discrete_matrix(word: str, values, plane: bool, symmetric: bool) -> np.ndarray:
    """The matrix (nd, nd) that a form and its values stand for, in the axes they are given in."""
    values = np.atleast_1d(np.asarray(values, float))
    kind, form = word[0], word[2:]
    nodes, unknowns = _size(form, plane)
    n = nodes * unknowns
    if "_D_" not in form:
        matrix = np.zeros((n, n))
        if not symmetric:
            return values.reshape(n, n).T.copy()
        columns, rows = np.tril_indices(n)
        matrix[rows, columns] = matrix[columns, rows] = values
        return matrix
    if kind == "M":
        return _mass(form, values, plane)
    spring = np.diag(values)
    return spring if nodes == 1 else np.block([[spring, -spring], [-spring, spring]])


def _mass(form, values, plane):
    dim = 2 if plane else 3
    if form in ("T_D_N", "T_D_L"):
        return values[0] * np.eye(dim if form == "T_D_N" else 2 * dim)
    if form == "TR_D_L":
        return np.diag(np.tile([*[values[0]] * dim, *values[1:]], 2))
    if plane:
        mass, inertia, ex, ey = values
        arm = np.array([[1, 0, ey], [0, 1, -ex]])  # code_aster's sign in the plane, the opposite of that in space
        matrix = mass * arm.T @ arm
        matrix[2, 2] += inertia
        return matrix
    mass, ixx, iyy, izz, ixy, iyz, ixz, ex, ey, ez = values
    arm = np.hstack([np.eye(3), np.array([[0, ez, -ey], [-ez, 0, ex], [ey, -ex, 0]])])
    matrix = mass * arm.T @ arm
    matrix[3:, 3:] += np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])
    return matrix


def discrete_values(occurrences, model, frames: np.ndarray, plane: bool) -> dict:
    """Entries of Characteristics.values; `frames` (n_cells, 3, 3) are the local axes of the cells.

    `plane` says which of the two keywords it is. As in code_aster, plane values of a diagonal form suit a model in space:
    nothing acts along Z then; and of those in space a plane model takes what acts in its plane.
    """
    entries = {}
    for occurrence in occurrences:
        word, symmetric = occurrence.CARA, occurrence.SYME == "OUI"
        cells = np.union1d(cells_of(occurrence, model.mesh), lone_points_of(occurrence, model.mesh))
        values, flat = np.atleast_1d(occurrence.VALE), plane
        if plane and model.dimension == 3 and word[2:] in ("T_D_N", "T_D_L"):
            values, flat = values if word[0] == "M" else np.append(values, 0.0), False
        elif not plane and model.dimension == 2 and word[2:] in ("T_D_N", "T_D_L"):
            values, flat = values[:2], True
        _verify(occurrence, model, cells, word, flat)
        matrix = discrete_matrix(word, values, flat, symmetric)
        matrices = np.broadcast_to(matrix, (len(cells), *matrix.shape))
        if occurrence.REPERE == "LOCAL":
            turn = _rotations(frames[cells], len(matrix), flat)
            matrices = turn.transpose(0, 2, 1) @ matrix @ turn
        entries.setdefault(NAMES[word[0]], []).append((cells, matrices))
        occurrence.mark_read("AMOR_HYST")
        if word[0] == "K":
            entries.setdefault("loss_factor", []).append((cells, np.full(len(cells), occurrence.AMOR_HYST or 0.0)))
    return entries


def _rotations(frames, size, plane):
    """(ne, nd, nd): blocks of the local axes; in the plane a rotation unknown stays as it is."""
    result = np.zeros((len(frames), size, size))
    if plane:
        width = 3 if size in (3, 6) else 2
        for start in range(0, size, width):
            result[:, start : start + 2, start : start + 2] = frames[:, :2, :2]
            if width == 3:
                result[:, start + 2, start + 2] = 1.0
    else:
        for start in range(0, size, 3):
            result[:, start : start + 3, start : start + 3] = frames
    return result


def at_points(occurrence, mesh, points, masses, place):
    """The masses {node: mass} in the order of `points`, cells of GROUP_MA_POI1 of which every node of `place` must have one."""
    owners = [int(mesh.cell_nodes(cell)[0]) for cell in points]
    if sorted(owners) != sorted(masses):
        raise occurrence.wrong("GROUP_MA_POI1", f"every one of the {len(masses)} nodes of {place} needs one discrete here, and no other")
    return np.array([masses[node] for node in owners])


def _verify(occurrence, model, cells, word, plane):
    """The cells must be discretes of the form's kind."""
    mesh = model.mesh
    nodes, unknowns = _size(word[2:], plane)
    group, _ = model.place_of_cells
    place = next(word for word in ("GROUP_MA", *LONE) if word in occurrence)
    for cell in cells:
        element = model.groups[group[cell]].element if group[cell] >= 0 else None
        wanted = "SEG2" if nodes == 2 else "POI1"
        name = mesh.cell_names[cell]
        if mesh.cell_type(cell) != wanted:
            raise occurrence.wrong(place, f"{word} is for cells {wanted}, but cell {name} is a {mesh.cell_type(cell)}")
        if not isinstance(element, Discrete):
            raise occurrence.wrong(place, f"cell {name} carries no discrete element in this model")
        if element.size != nodes * unknowns:
            carried = ", ".join(element.components[0])
            raise occurrence.wrong("CARA", f"{word} does not suit cell {name}, whose nodes carry {carried}")
