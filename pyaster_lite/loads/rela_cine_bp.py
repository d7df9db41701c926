"""RELA_CINE_BP: tendons follow the concrete that they stand in, and start from their tension (u4.44.01)."""

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.fe.terms import StressTerm

from ._member import DISPLACEMENTS, ROTATIONS, LoadKeyword
from ._relations import RowList
from .liaison_solide import add_rigid


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        CABLE_BP=SIMP("o", typ="cabl_precont"),
        RELA_CINE=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        b_rela_oui=BLOC(equal("RELA_CINE", "OUI"), SIGM_BPEL=SIMP("f", into=("OUI", "NON"), defaut="NON")),
        b_rela_non=BLOC(equal("RELA_CINE", "NON"), SIGM_BPEL=SIMP("f", into=("OUI",), defaut="OUI")),
        TYPE_EPX=SIMP("f", into=("ADHE", "GLIS", "FROT"), defaut="ADHE", advisory=True),
        DIST_MIN=SIMP("f", typ="R", val_min=0.0),
    )


def terms(occurrences, model):
    """u = sum of weights (u_i + theta_i x arm) at every node of a tendon, cones of anchors that are rigid, and its tension."""
    rows, stresses = RowList(model), []
    for occurrence in occurrences:
        tendons = occurrence.CABLE_BP
        if tendons.mesh is not model.mesh:
            raise occurrence.wrong("CABLE_BP", f"{tendons.name} stands in another mesh")
        if occurrence.RELA_CINE == "OUI":
            for node, tie in tendons.ties.items():
                _tied(occurrence, model, node, tie, rows)
            for nodes in tendons.rigid:
                add_rigid(rows, model, nodes, occurrence.DIST_MIN or 0.0)
        if occurrence.SIGM_BPEL == "OUI":
            stresses.append(StressTerm(tendons.cells, tendons.forces, "RELA_CINE_BP"))
    return [*rows.term("RELA_CINE_BP"), *stresses]


def _tied(occurrence, model, node, tie, rows):
    masters = tie.masters.tolist()
    if masters == [node]:
        return
    for axis, name in enumerate(DISPLACEMENTS):
        relation = [(_equation(occurrence, model, node, name), 1.0)]
        relation += [(_equation(occurrence, model, m, name), -w) for m, w in zip(masters, tie.weights.tolist()) if w]
        if tie.arm is not None and tie.arm.any():
            a, b = (axis + 1) % 3, (axis + 2) % 3
            for turn, lever in ((a, tie.arm[b]), (b, -tie.arm[a])):
                relation += [
                    (_equation(occurrence, model, m, ROTATIONS[turn]), -w * lever)
                    for m, w in zip(masters, tie.weights.tolist())
                    if w * lever
                ]
        rows.add(relation, 0.0)


def _equation(occurrence, model, node, name):
    equation = int(model.dofs.index(node, name))
    if equation < 0:
        raise occurrence.wrong("CABLE_BP", f"node {model.mesh.node_names[node]} does not carry {name}")
    return equation


LOADS.add("RELA_CINE_BP", LoadKeyword(declare, terms, functions=False))
