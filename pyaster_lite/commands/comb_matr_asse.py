"""COMB_MATR_ASSE: linear combinations of matrices, and modal damping from reduced dampings (u4.72.01)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.concepts.matrix import AssembledMatrix, GeneralisedMatrix

MATRICES = (
    "matr_asse_depl_r",
    "matr_asse_depl_c",
    "matr_asse_temp_r",
    "matr_asse_pres_r",
    "matr_asse_pres_c",
    "matr_asse_gene_r",
    "matr_asse_gene_c",
)


def _kind(args):
    if args.get("CALC_AMOR_GENE"):
        return "matr_asse_gene_r"
    parts, letter = (args.COMB_C, "c") if args.get("COMB_C") else (args.COMB_R, "r")
    kind = kind_of(parts[0].MATR_ASSE)
    return kind and kind[:-1] + letter


@operator(
    "COMB_MATR_ASSE",
    produces=_kind,
    reuse="MATR_ASSE",
    rules=(UN_PARMI("COMB_R", "COMB_C", "CALC_AMOR_GENE"),),
    keywords=dict(
        MATR_ASSE=SIMP("f", typ=MATRICES),
        COMB_R=FACT(
            "f",
            max="**",
            PARTIE=SIMP("f", into=("REEL", "IMAG")),
            MATR_ASSE=SIMP("o", typ=MATRICES),
            COEF_R=SIMP("o", typ="R"),
        ),
        COMB_C=FACT(
            "f",
            max="**",
            rules=(UN_PARMI("COEF_R", "COEF_C"),),
            MATR_ASSE=SIMP("o", typ=MATRICES),
            COEF_R=SIMP("f", typ="R"),
            COEF_C=SIMP("f", typ="C"),
        ),
        CALC_AMOR_GENE=FACT(
            "f",
            rules=(UN_PARMI("AMOR_REDUIT", "LIST_AMOR"),),
            RIGI_GENE=SIMP("o", typ="matr_asse_gene_r"),
            MASS_GENE=SIMP("o", typ="matr_asse_gene_r"),
            AMOR_REDUIT=SIMP("f", typ="R", max="**"),
            LIST_AMOR=SIMP("f", typ="listr8_sdaster"),
        ),
        SANS_CMP=SIMP("f", into=("LAGR",)),
    ),
)
def comb_matr_asse(args, context):
    """The sum of coefficients times matrices; the relations are those of the matrices.

    SANS_CMP leaves multipliers out, which matrices here never hold. With `reuse` a new matrix takes the old one's name.
    """
    args.mark_read("SANS_CMP", "MATR_ASSE")
    if args.CALC_AMOR_GENE is not None:
        return modal_damping(args.CALC_AMOR_GENE, context)
    parts = args.COMB_R or args.COMB_C
    first = parts[0].MATR_ASSE
    for part in parts:
        matrix = part.MATR_ASSE
        if type(matrix) is not type(first) or matrix.matrix.shape[0] != first.matrix.shape[0]:
            raise part.wrong("MATR_ASSE", f"{matrix.name} and {first.name} do not live on the same unknowns")
        if isinstance(first, AssembledMatrix):
            _check_alike(part, matrix, first)
    kind = _kind(args)
    values = [_coefficient(part) * _part(part) for part in parts]
    if isinstance(first, GeneralisedMatrix):
        full = max(value.ndim for value in values)
        total = sum(np.diag(v) if v.ndim < full else v for v in values)
        made = GeneralisedMatrix(kind, first.basis, total)
        made.links = next((p.MATR_ASSE.links for p in parts if p.MATR_ASSE.links is not None), None)
        return made
    total = sum(values[1:], values[0])
    holder = next((p.MATR_ASSE for p in parts if len(p.MATR_ASSE.relations)), first)
    option = next((p.MATR_ASSE.option for p in parts if p.MATR_ASSE.option.startswith("RIGI_MECA")), "")
    made = AssembledMatrix(kind, first.dofs, total, holder.relations, option, first.origin)
    made.kinematic, made.numbering = holder.kinematic, first.numbering
    return made


def _check_alike(part, matrix, first):
    """As code_aster asks for, of one numbering and with the same unknowns given by AFFE_CHAR_CINE."""
    numberings = [own.numbering for own in (matrix, first) if own.numbering is not None]
    names = {numbering.name for numbering in numberings}
    if len(names) == 2 and all(names):
        message = f"{matrix.name} and {first.name} are not of one numbering, but of {' and '.join(sorted(names))}"
        raise part.wrong("MATR_ASSE", message, known_as="ALGELINE2_28")
    if not np.array_equal(matrix.given_unknowns(), first.given_unknowns()):
        message = f"{matrix.name} and {first.name} do not give the same unknowns by CHAR_CINE"
        raise part.wrong("MATR_ASSE", message, known_as="ALGELINE2_10")


def _coefficient(part):
    return part.COEF_R if part.COEF_R is not None else part.get("COEF_C")


def _part(part):
    """The matrix, or its real or imaginary part."""
    matrix = part.MATR_ASSE.matrix
    which = part.get("PARTIE")
    if which == "IMAG":
        return matrix.imag
    return matrix.real if which == "REEL" or (part.path.endswith("COMB_R") and np.iscomplexobj(matrix)) else matrix


def modal_damping(level, context) -> GeneralisedMatrix:
    """The diagonal 2 xi sqrt(k m), the last xi standing for the modes beyond the list; a negative k counts as zero."""
    stiffness, mass = level.RIGI_GENE, level.MASS_GENE
    if stiffness.matrix.shape != mass.matrix.shape:
        raise level.wrong("RIGI_GENE", f"{stiffness.name} and {mass.name} are not of one size and storage")
    ratios = np.array(level.AMOR_REDUIT if level.AMOR_REDUIT is not None else level.LIST_AMOR.values, float)
    if len(ratios) > mass.size:
        word = "AMOR_REDUIT" if level.AMOR_REDUIT is not None else "LIST_AMOR"
        context.warn(level, word, f"{len(ratios)} dampings for {mass.size} modes: only the first {mass.size} serve")
    ratios = np.concatenate([ratios, np.full(mass.size, ratios[-1])])[: mass.size]
    k, m = (a.diagonal() if a.ndim == 2 else a for a in (stiffness.matrix, mass.matrix))
    diagonal = 2 * ratios * np.sqrt(abs(m * np.maximum(k, 0.0)))
    return GeneralisedMatrix("matr_asse_gene_r", mass.basis, diagonal if mass.matrix.ndim == 1 else np.diag(diagonal))
