"""DEFI_BASE_REDUITE, OPERATION='GLOUTON': a basis of solutions for parameters drawn one after the other (u4.67.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._elementary import check_models
from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.constraints import Elimination
from pyaster_lite.fe.errors import SingularMatrix
from pyaster_lite.fe.greedy_basis import greedy_basis

FACTORS = {
    "COEF_R": SIMP("f", typ="R"),
    "COEF_C": SIMP("f", typ="C"),
    "FONC_R": SIMP("f", typ=("fonction_sdaster", "formule")),
    "FONC_C": SIMP("f", typ=("fonction_c", "formule_c")),
}


def greedy_words() -> dict:
    """The keywords."""
    one = UN_PARMI(*FACTORS)
    matrices = ("matr_asse_depl_r", "matr_asse_depl_c")
    return dict(
        NB_VARI_COEF=SIMP("o", typ="I", val_min=1),
        TYPE_VARI_COEF=SIMP("f", into=("DIRECT",), defaut="DIRECT", advisory=True),
        ORTHO_BASE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        TYPE_BASE=SIMP("f", into=("IFS_STAB", "STANDARD"), defaut="STANDARD"),
        VARI_PARA=FACT("f", max="**", NOM_PARA=SIMP("o"), VALE_PARA=SIMP("o", typ="R", max="**"), VALE_INIT=SIMP("o", typ="R")),
        MATR_ASSE=FACT("o", max="**", rules=(one,), MATRICE=SIMP("o", typ=matrices), **FACTORS),
        VECT_ASSE=FACT("o", max="**", rules=(one,), VECTEUR=SIMP("o", typ="cham_no_sdaster"), **FACTORS),
        SOLVEUR=solveur(),
        NB_MODE=SIMP("o", typ="I", val_min=1),
        TOLE_GLOUTON=SIMP("f", typ="R", defaut=1e-10),
    )


def greedy(args) -> Result:
    """The basis, on the unknowns that nothing imposes."""
    first = args.MATR_ASSE[0].MATRICE
    model, dofs = first.model, first.dofs
    for level in args.MATR_ASSE:
        check_models(level, "MATRICE", [level.MATRICE], model)
    elimination = Elimination(first.relations)
    matrices = [elimination.reduce_matrix(level.MATRICE.matrix) for level in args.MATR_ASSE]
    forces = [elimination.reduce_vector(vector_of(level.VECTEUR, dofs)) for level in args.VECT_ASSE]
    if not any(force.any() for force in forces):
        raise args.wrong("VECT_ASSE", "no force acts on what can move")
    parts = _parts(dofs, elimination) if args.TYPE_BASE == "IFS_STAB" else None
    drawn = _drawn(args)
    try:
        basis = greedy_basis(matrices, forces, drawn, args.NB_MODE, args.TOLE_GLOUTON, args.ORTHO_BASE == "OUI", parts)
    except SingularMatrix as failure:
        raise args.wrong("MATR_ASSE", f"the sum of the matrices is singular for the parameters drawn: {failure}") from None
    made = Result("mode_empi", model.mesh, model)
    for order, vector in enumerate(basis.T, start=1):
        values = dofs.at_nodes(elimination.expand(vector))
        told = {"NUME_MODE": order, "NUME_PLAN": 0, "FREQ": 0.0, "NB_SNAP": 0, "NOM_CHAM": "DEPL"}
        made.store(order, told, {"DEPL": NodeField(model.mesh, "DEPL_C", dofs.components, values)})
    return made


def _parts(dofs, elimination):
    """Displacements, pressures and potentials, each apart."""
    names = np.array(dofs.components)[dofs.component[elimination.free]]
    return [~np.isin(names, ("PRES", "PHI")), names == "PRES", names == "PHI"]


def _drawn(args):
    """turn -> the coefficients of the matrices and of the forces, of VALE_INIT and then of as many values as NB_VARI_COEF says."""
    count = args.NB_VARI_COEF
    for level in args.VARI_PARA:
        needed = count * (args.NB_MODE - 1)
        if len(level.VALE_PARA) < needed:
            raise level.wrong("VALE_PARA", f"{args.NB_MODE} modes draw {needed} values, {count} for each after the first")

    def drawn(turn):
        if turn == 0:
            return [_factors(args, {level.NOM_PARA: level.VALE_INIT for level in args.VARI_PARA})]
        places = range(count * (turn - 1), count * turn)
        return [_factors(args, {level.NOM_PARA: level.VALE_PARA[place] for level in args.VARI_PARA}) for place in places]

    return drawn


def _factors(args, parameters):
    return tuple([_factor(level, parameters) for level in levels] for levels in (args.MATR_ASSE, args.VECT_ASSE))


def _factor(level, parameters):
    for word in ("COEF_R", "COEF_C"):
        if word in level:
            return level[word]
    function = next(level[word] for word in ("FONC_R", "FONC_C") if word in level)
    value = complex(function.evaluate(**parameters))
    return value.real if "FONC_R" in level else value
