"""Projection of matrices and vectors on a reduced basis."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._modal_matrices import whole
from pyaster_lite.commands._physical_vectors import moved_to, on_unknowns, vector_of
from pyaster_lite.concepts.generalised import GeneralisedNumbering, Transient
from pyaster_lite.concepts.matrix import GeneralisedMatrix, GeneralisedVector

PHYSICAL = ("matr_asse_depl_r", "matr_asse_depl_c")
KINDS_OF_VECTOR = ("FORC", "DEPL", "VITE", "ACCE")


def kind_of_projected(matrix) -> str:
    """The type of what PROJ_... makes of a matrix."""
    return "matr_asse_gene_c" if getattr(matrix, "kind", matrix) in ("matr_asse_depl_c", "matr_asse_gene_c") else "matr_asse_gene_r"


def numbered_basis(args, numbering: GeneralisedNumbering):
    """The vectors of the basis as columns, as many as are numbered."""
    if numbering.basis is not args.BASE:
        raise args.wrong("NUME_DDL_GENE", f"{numbering.name} numbers the vectors of another basis than {args.BASE.name}")
    return args.BASE.shapes[:, : numbering.size]


def project_matrix(args, basis, shapes: np.ndarray, diagonal: bool) -> GeneralisedMatrix:
    """X^T A X of MATR_ASSE or MATR_ASSE_GENE; only its diagonal when that is all that is stored."""
    word = "MATR_ASSE" if "MATR_ASSE" in args else "MATR_ASSE_GENE"
    matrix = args[word]
    if word == "MATR_ASSE" and basis.basis is None and basis.mesh is getattr(matrix.model, "mesh", None):
        shapes = moved_to(shapes, basis.dofs, matrix.dofs)
    _check_size(args, word, matrix.matrix.shape[0], shapes, basis)
    product = shapes.T @ (whole(matrix) @ shapes)
    kind = "matr_asse_gene_c" if np.iscomplexobj(product) else "matr_asse_gene_r"
    return GeneralisedMatrix(kind, basis, product.diagonal().copy() if diagonal else product)


def project_vector(args, basis, shapes: np.ndarray) -> GeneralisedVector:
    """X^T f of a force, (X^T X)^-1 X^T u of a motion; of VECT_ASSE or VECT_ASSE_GENE."""
    if "VECT_ASSE" in args:
        if basis.basis is not None:
            raise args.wrong("VECT_ASSE", f"{basis.name} is made of generalised modes: give VECT_ASSE_GENE")
        vector = on_unknowns(args, "VECT_ASSE", basis.dofs, basis.mesh)
    else:
        vector = args.VECT_ASSE_GENE.vector
        _check_size(args, "VECT_ASSE_GENE", len(vector), shapes, basis)
    projected = shapes.T @ vector
    if args.TYPE_VECT != "FORC":
        projected = np.linalg.solve(shapes.T @ shapes, projected)
    return GeneralisedVector("vect_asse_gene_c" if np.iscomplexobj(projected) else "vect_asse_gene_r", basis, projected)


def project_transient(args, basis, shapes: np.ndarray) -> Transient:
    """The coordinates of a transient at every storage order: those nearest to its motion, (X^T X)^-1 X^T u.

    Of TYPE_VECT='FORC' they are X^T f: its fields hold forces under the names of motions, as code_aster has it (op0079), for EXCIT_RESU.
    """
    result = args.RESU
    if basis.basis is not None:
        raise args.wrong("RESU", f"{basis.name} is made of generalised modes: it cannot hold a motion of the structure")
    inverse = shapes.T if args.TYPE_VECT == "FORC" else np.linalg.solve(shapes.T @ shapes, shapes.T)
    series = []
    for name in ("DEPL", "VITE", "ACCE"):
        there = [result.has_field(name, order) for order in result.orders]
        fields = [vector_of(result.field(name, order), basis.dofs) if own else None for own, order in zip(there, result.orders)]
        series.append(np.array([np.zeros(shapes.shape[1]) if own is None else inverse @ own for own in fields]))
    times = result.access("INST")
    steps = np.diff(times, append=times[-1])
    return Transient(basis, None, None, np.arange(len(times)), times, steps, *series)


def _check_size(args, word, size, shapes, basis):
    if size != shapes.shape[0]:
        raise args.wrong(word, f"{args[word].name} has {size} unknowns, the vectors of {basis.name} have {shapes.shape[0]}")
