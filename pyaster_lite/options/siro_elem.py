"""SIRO_ELEM: how the stresses of the matter behind a side of a solid lie to it (u4.81.04, te0411, te0554).

Of the mean s of the stresses of the cell behind at the nodes of the side, with its mean tangents t1, t2 and its normal n:
s_nn (SIG_N) and s_nn n, the vector tau = (s_n1, s_n2) of the side, and the principal stresses s1 <= s2 of the side with s1 e1, s2 e2.
Sides of plane models have the tangents t along them and z across: s t, s_tt and s z, s_zz; s n and s_nn; s_nt (SIG_TN).
"""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.shapes import shape_derivatives
from pyaster_lite.fe.tensors import AXES

from ._option import Option

COMPONENTS = (
    *("SIG_NX", "SIG_NY", "SIG_NZ", "SIG_N", "SIG_TX", "SIG_TY", "SIG_TZ"),
    *("SIG_T1X", "SIG_T1Y", "SIG_T1Z", "SIG_T1", "SIG_T2X", "SIG_T2Y", "SIG_T2Z", "SIG_T2", "SIG_TN"),
)
_ALIKE = 1e-10


def rosette(element, data, given):
    """What `given` has at the nodes of sides; None where there is none."""
    stress = given.components("stress", tuple(f"SI{axes}" for axes in AXES))
    if stress is None:
        plane = given.components("stress", ("SIXX", "SIYY", "SIZZ", "SIXY"))
        if plane is None:
            return None
        stress = np.concatenate([plane, np.zeros((*plane.shape[:2], 2))], axis=-1)
    mean = stress.mean(axis=1)[:, [0, 3, 4, 3, 1, 5, 4, 5, 2]].reshape(-1, 3, 3)
    derivatives = shape_derivatives(element.cell, reference_cell(element.cell).nodes)
    # code_aster reads the derivatives of sides of three nodes of plane models at wrong places: here they are read at their own
    tangents = np.einsum("pdn,enk->edk", derivatives, data.coordinates) / len(derivatives)
    first = _unit(tangents[:, 0])
    normal = _unit(np.cross(first, tangents[:, 1] if element.dim == 2 else np.array([0.0, 0.0, 1.0])))
    second = np.cross(normal, first)
    vectors = {"n": normal, "1": first, "2": second}
    own = {a + b: np.einsum("ei,eij,ej->e", vectors[a], mean, vectors[b]) for a in vectors for b in vectors}
    build = _on_face if element.dim == 2 else _on_edge
    return build(mean, vectors, own)[:, None], COMPONENTS


def _unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def _on_face(mean, vectors, own):
    normal, first, second = vectors["n"], vectors["1"], vectors["2"]
    shear = own["n1"][:, None] * first + own["n2"][:, None] * second
    centre, gap = (own["11"] + own["22"]) ** 2, (own["11"] + own["22"]) ** 2 - 4.0 * (own["11"] * own["22"] - own["12"] * own["21"])
    root = np.sqrt(np.where(abs(gap) <= _ALIKE * centre, 0.0, gap))
    columns = [own["nn"][:, None] * normal, own["nn"][:, None], shear]
    for principal in ((own["11"] + own["22"] - root) / 2, (own["11"] + own["22"] + root) / 2):
        along = np.stack([-own["12"], own["11"] - principal], axis=-1)
        alike = abs(own["11"] - principal) < _ALIKE
        along[alike] = np.stack([-(own["22"] - principal), own["21"]], axis=-1)[alike]
        size = np.linalg.norm(along, axis=-1, keepdims=True)
        along = along / np.where(size > 0.0, size, 1.0)
        columns += [principal[:, None] * (along[:, :1] * first + along[:, 1:] * second), principal[:, None]]
    return np.concatenate([*columns, np.zeros((len(mean), 1))], axis=1)


def _on_edge(mean, vectors, own):
    pushed = {name: np.einsum("eij,ej->ei", mean, vector) for name, vector in vectors.items()}
    columns = (pushed["n"], own["nn"], pushed["1"], pushed["1"], own["11"], pushed["2"], own["22"], own["1n"])
    return np.concatenate([column.reshape(len(mean), -1) for column in columns], axis=1)


OPTIONS.add("SIRO_ELEM", Option("ELEM", "SIEF_R", rosette, {"stress": "SIGM_ELNO"}, of_skin=True, complexes="NONE"))
