"""PROJ_MODAL and EXCIT_GENE of DYNA_NON_LINE: motions sought on modes, of the structure or of a larger one (u4.53.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._physical_vectors import moved_to
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.fe.explicit import ModalMass
from pyaster_lite.fe.joined_modes import JoinedModes

STARTS = ("DEPL_INIT_GENE", "VITE_INIT_GENE", "ACCE_INIT_GENE")


def proj_modal() -> FACT:
    """PROJ_MODAL."""
    return FACT(
        "f",
        MODE_MECA=SIMP("o", typ="mode_meca"),
        NB_MODE=SIMP("f", typ="I", val_min=1),
        MASS_GENE=SIMP("f", typ="matr_asse_gene_r"),
        b_gene=BLOC(
            present("MASS_GENE"),
            RIGI_GENE=SIMP("o", typ="matr_asse_gene_r"),
            AMOR_GENE=SIMP("f", typ="matr_asse_gene_r"),
            **{word: SIMP("f", typ="vect_asse_gene_r") for word in STARTS},
        ),
    )


def excit_gene() -> FACT:
    """EXCIT_GENE."""
    return FACT("f", max="**", FONC_MULT=SIMP("o", typ=FUNCTION), VECT_GENE=SIMP("o", typ="vect_asse_gene_r"))


def on_modes(args, structure, start: float):
    """What solves for accelerations that stay in a basis of modes; with MASS_GENE those of a larger structure whose rest is linear."""
    given = args.PROJ_MODAL
    modes, dofs = given.MODE_MECA, args.MODELE.dofs
    if modes.dofs is None or (modes.mesh is not None and modes.mesh.n_nodes != dofs.n_nodes):
        raise given.wrong("MODE_MECA", f"the modes of {modes.name} are not those of the model {args.MODELE.name}")
    shapes = moved_to(modes.shapes, modes.dofs, dofs)[:, : given.get("NB_MODE")]
    if "MASS_GENE" not in given:
        if modes.dofs.size != structure.size:
            raise given.wrong("MODE_MECA", f"the modes of {modes.name} are not those of the model {args.MODELE.name}")
        if args.EXCIT_GENE:
            raise args.wrong("EXCIT_GENE", "generalised forces need MASS_GENE and RIGI_GENE in PROJ_MODAL")
        return ModalMass(shapes, structure.mass)
    size = shapes.shape[1]
    mass, stiffness, damping = (_matrix(given, word, size) for word in ("MASS_GENE", "RIGI_GENE", "AMOR_GENE"))
    initial = [_vector(given, word, size) if word in given else np.zeros(size) for word in STARTS]
    forces = [(scalar_function(level.FONC_MULT, "INST"), _vector(level, "VECT_GENE", size)) for level in args.EXCIT_GENE]

    def pushed(t):
        return sum((course(t) * vector for course, vector in forces), np.zeros(size))

    return JoinedModes(shapes, np.diag(mass), stiffness, damping, pushed, start, initial)


def _matrix(level, word, size):
    if word not in level:
        return None
    whole = level[word].toNumpy()
    if len(whole) < size:
        raise level.wrong(word, f"{level[word].name} has {len(whole)} coordinates, and there are {size} modes")
    return whole[:size, :size]


def _vector(level, word, size):
    values = level[word].vector
    if len(values) < size:
        raise level.wrong(word, f"{level[word].name} has {len(values)} coordinates, and there are {size} modes")
    return np.asarray(values[:size], float)


def course_of(joined: JoinedModes) -> dict[str, np.ndarray]:
    """The instants (n,) as INST, and DEPL, VITE and ACCE (n, k) in generalised coordinates."""
    instants = sorted(joined.course)
    columns = [np.array([joined.course[t][i] for t in instants]) for i in range(3)]
    return {"INST": np.array(instants), **dict(zip(("DEPL", "VITE", "ACCE"), columns))}


def quickest(modes) -> np.ndarray:
    """(1,) the inverse of the highest pulsation of modes, s; empty where they tell none."""
    squares = modes.access("OMEGA2")
    squares = squares[squares > 0.0]
    return np.array([1.0 / np.sqrt(squares.max())]) if len(squares) else np.empty(0)
