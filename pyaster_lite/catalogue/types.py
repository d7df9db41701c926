"""Types of keyword values: the simple ones and the concepts, with who inherits from whom."""

from __future__ import annotations

import numbers

SIMPLE = {
    "I": "an integer",
    "R": "a number",
    "C": "a complex number",
    "TXM": "a text",
    "L": "a logical value",
    "no": "a node name",
    "ma": "a cell name",
    "grno": "a node group name",
    "grma": "a cell group name",
    "CO": "a new concept, CO('name')",
    "concept": "a concept",
    "any": "a value",
}

_FAMILIES = {
    "resultat_sdaster": "comb_fourier fourier_elas fourier_ther mult_elas theta_geom mode_empi evol_sdaster dyna_gene_result",
    "evol_sdaster": "evol_char evol_elas evol_noli evol_sech evol_ther evol_varc",
    "resultat_dyn": "dyna_harmo dyna_trans acou_harmo mode_acou mode_flamb mode_meca mode_meca_c mode_cycl",
    "mode_meca": "mode_meca_c",
    "dyna_gene": "tran_gene harm_gene mode_gene",
    "fonction_class": "fonction_sdaster para_sensi fonction_c nappe_sdaster formule formule_c",
    "fonction_sdaster": "para_sensi",
    "maillage_sdaster": "squelette maillage_p",
    "matr_asse": "matr_asse_depl_c matr_asse_depl_r matr_asse_pres_c matr_asse_pres_r matr_asse_temp_c matr_asse_temp_r matr_asse_elim_r",
    "matr_asse_gd": "matr_asse_depl_c matr_asse_depl_r matr_asse_pres_c matr_asse_pres_r matr_asse_temp_c matr_asse_temp_r",
    "matr_asse_gene": "matr_asse_gene_r matr_asse_gene_c",
    "matr_elem": "matr_elem_depl_c matr_elem_depl_r matr_elem_pres_c matr_elem_pres_r matr_elem_temp_r",
    "vect_elem": "vect_elem_depl_r vect_elem_pres_c vect_elem_pres_r vect_elem_temp_r",
    "vect_asse_gene": "vect_asse_gene_r vect_asse_gene_c",
    "cham_gd_sdaster": "carte_sdaster cham_elem cham_no_sdaster cham_no_acou",
    "cham_no_sdaster": "cham_no_acou",
    "char_cine_sdaster": "char_cine_meca char_cine_ther char_cine_acou",
    "listr8_sdaster": "",
    "table_sdaster": "table_fonction table_container table_jeveux cabl_precont mater_table",
    "macr_elem_stat": "",
    "macr_elem_dyna": "",
    "ds_dict": "evol_elas_dict evol_noli_dict evol_ther_dict",
}
_PARENTS: dict[str, set[str]] = {}
for _parent, _children in _FAMILIES.items():
    for _child in _children.split():
        _PARENTS.setdefault(_child, set()).add(_parent)
_PARENTS["resultat_dyn"] = {"resultat_sdaster"}
_PARENTS["dyna_gene"] = {"dyna_gene_result"}


def inherits(kind: str, wanted: str) -> bool:
    """Whether a concept of type `kind` may stand where `wanted` is asked for."""
    return kind == wanted or any(inherits(parent, wanted) for parent in _PARENTS.get(kind, ()))


def is_unknown(value) -> bool:
    """Whether the value is only known at the run."""
    return type(value).__name__ == "_Unknown"


def kind_of(value) -> str | None:
    """The type name of a concept, or None for anything else."""
    kind = getattr(value, "kind", None)
    return kind if isinstance(kind, str) else None


def kind_matches(value, wanted: str) -> bool:
    """Whether the value is a concept of the wanted type."""
    kind = kind_of(value)
    return kind is not None and inherits(kind, wanted)


def matches(value, wanted: str) -> bool:
    """Whether one value is of one wanted type (simple or concept)."""
    if wanted == "R":
        return isinstance(value, numbers.Real) and not isinstance(value, bool)
    if wanted == "I":
        return isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if wanted == "C":
        return isinstance(value, numbers.Complex) and not isinstance(value, bool)
    if wanted == "L":
        return isinstance(value, bool)
    if wanted in ("TXM", "no", "ma", "grno", "grma"):
        return isinstance(value, str)
    if wanted == "CO":
        return type(value).__name__ == "NewConcept"
    if wanted == "any":
        return True
    if wanted == "concept":
        return kind_of(value) is not None
    return kind_matches(value, wanted)


def describe(types: tuple[str, ...]) -> str:
    """The wanted types in words."""
    concepts = [t for t in types if t not in SIMPLE]
    words = [SIMPLE[t] for t in types if t in SIMPLE]
    if concepts:
        words.append("a concept of type " + " or ".join(concepts))
    return " or ".join(words)


def describe_value(value) -> str:
    """What was given, in words."""
    kind = kind_of(value)
    if kind is not None:
        name = getattr(value, "name", "") or "this"
        return f"{name} of type {kind}"
    if isinstance(value, str):
        return f"the text '{value}'"
    if isinstance(value, bool):
        return f"the logical value {value}"
    if isinstance(value, numbers.Number):
        return f"the number {value}"
    name = type(value).__name__
    return {"Factor": "_F(...)", "NewConcept": "CO(...)"}.get(name, f"a value of type {name}")
