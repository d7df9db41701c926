"""CALC_MATE_HOMO: the elastic and thermal properties of a periodic medium, from one of its cells (u4.82.40)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.commands._plate_cell import TYPES, held_corner, plate, whole_cell
from pyaster_lite.commands._unit_cell import MADE_OF, UnitCell, cell_mesh, properties, with_skin
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.results_by_name import ResultsByName
from pyaster_lite.concepts.table import Table

_STRAINS = {
    "11": {"EPXX": -1.0},
    "22": {"EPYY": -1.0},
    "33": {"EPZZ": -1.0},
    "12": {"EPXY": -0.5},
    "23": {"EPYZ": -0.5},
    "31": {"EPXZ": -0.5},
}
_NORMAL, _SHEAR = ("11", "22", "33"), ("12", "23", "31")
_DISPLACEMENTS = ("DX", "DY", "DZ")


@operator(
    "CALC_MATE_HOMO",
    produces="table_sdaster",
    keywords=dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        AFFE=MADE_OF,
        VARC=FACT("o", NOM_VARC=SIMP("o", into=("TEMP", "IRRA")), VALE=SIMP("o", typ="R", max="**")),
        TYPE_HOMO=SIMP("o", into=("MASSIF", *TYPES)),
        CORR_MECA=SIMP("f", typ="CO"),
        CORR_THER=SIMP("f", typ="CO"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calc_mate_homo(args, context):
    """A row for each value of the variable."""
    bulk = args.TYPE_HOMO == "MASSIF"
    if not bulk and "CORR_THER" in args:
        raise args.not_yet("CORR_THER", "the thermal correctors of a plate are not given back yet")
    owner = np.full(args.MAILLAGE.n_cells, -1)
    for rank, occurrence in enumerate(args.AFFE):
        occurrence.mark_read("MATER")
        owner[cells_of(occurrence, args.MAILLAGE)] = rank
    owner[args.MAILLAGE.cell_dim(np.arange(args.MAILLAGE.n_cells)) != 3] = -1
    cells = np.flatnonzero(owner >= 0)
    if not cells.size:
        raise args.wrong("MAILLAGE", "no solid cell has a material")
    mesh, box = cell_mesh(args, cells) if bulk else cell_mesh(args, cells, whole_cell)
    if bulk:
        mesh = with_skin(mesh)
    ranks, owner = np.unique(owner[cells]), np.tile(owner[cells], 1 if bulk else 2)
    for zone, rank in enumerate(ranks):
        mesh.cell_groups[f"ZONE{zone}"] = np.flatnonzero(owner == rank)
    if not bulk:
        mesh.node_groups["lock_rigi"] = held_corner(mesh)
    variable = args.VARC[0] if isinstance(args.VARC, list) else args.VARC
    rows, correctors = [], {}
    for order, value in enumerate(sorted(float(one) for one in np.atleast_1d(variable.VALE)), 1):
        materials = [properties(args, args.AFFE[rank], value) for rank in ranks]
        cell = UnitCell(context, mesh, materials)
        if bulk:
            found, fields = _bulk(cell, materials, float(np.prod(box)))
            if "face_int" in mesh.cell_groups and "CORR_MECA" in args:
                fields["CORR_PINT"] = cell.pressed("face_int", _held("11"))
        else:
            found, fields = plate(cell, materials, float(np.prod(box)), float(box[2]), args.TYPE_HOMO)
        for name, field in fields.items():
            heat = name.startswith("CORR_THER")
            kept = correctors.get(name)
            if kept is None:
                kept = correctors[name] = Result("evol_ther" if heat else "evol_elas", mesh, *(cell.heat if heat else cell.mechanics))
            # a result of heat counts its orders from zero
            kept.store(order - heat, {"INST": value}, {"TEMP" if heat else "DEPL": field})
        rows.append({variable.NOM_VARC: value, **found})
    for word, kind in (("CORR_MECA", "evol_elas"), ("CORR_THER", "evol_ther")):
        if word in args:
            own = {name: result for name, result in correctors.items() if result.kind == kind}
            context.create(args[word], ResultsByName(f"{kind}_dict", own))
    return Table.from_rows(rows, dict.fromkeys(rows[0], "R"))


def _bulk(cell, materials, box) -> tuple[dict[str, float], dict]:
    """The properties of the bulk and its correctors by name.

    A property is what a uniform strain would store, less the work of the displacements that correct it.

    L, T and N stand for x, y and z. References: F. Lene, thesis, Paris 6, 1984; r7.02.30.
    """
    young, ratio, dilation = (np.array([one[word] for one in materials]) for word in ("E", "NU", "ALPHA"))
    lame = cell.mean(young * ratio / ((1 + ratio) * (1 - 2 * ratio)), box)
    shear = cell.mean(young / (2 * (1 + ratio)), box)
    thermal = cell.mean(dilation * young / (1 - 2 * ratio), box)
    answers = {name: cell.strained(strain, _held(name)) for name, strain in _STRAINS.items()}
    stretch = cell.strained([dict.fromkeys(("EPXX", "EPYY", "EPZZ"), -own) for own in dilation.tolist()], _held("11"))
    stiffness = np.zeros((6, 6))
    for i, first in enumerate(_NORMAL):
        for j, second in enumerate(_NORMAL):
            stiffness[i, j] = lame + 2.0 * shear * (i == j) - cell.work(answers[first], answers[second]) / box
    for i, name in enumerate(_SHEAR, 3):
        stiffness[i, i] = shear - cell.work(answers[name], answers[name]) / box
    compliance = np.linalg.inv(stiffness)
    stresses = [thermal - cell.work(answers[name], stretch) / box for name in _NORMAL]
    alpha = compliance[:3, :3] @ stresses
    conduction, heated = _conduction(cell, materials, box)
    longitudinal, transverse, normal, shear_lt, shear_tn, shear_ln = 1.0 / np.diag(compliance)
    found = {"E_L": longitudinal, "E_T": transverse, "E_N": normal}
    axes = "LTN"
    for i, j in ((0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)):
        found[f"NU_{axes[i]}{axes[j]}"] = -compliance[j, i] / compliance[i, i]
    # the shear moduli of the planes TN and LN stand under each other's name, as in the code followed
    found |= {"G_LT": shear_lt, "G_LN": shear_tn, "G_TN": shear_ln}
    found |= {f"ALPHA_{axes[i]}": alpha[i] for i in range(3)}
    found |= {f"LAMBDA_{axes[i]}": conduction[i] for i in range(3)} | {f"K{i + 1}{i + 1}": conduction[i] for i in range(3)}
    for i, first in enumerate((*_NORMAL, *_SHEAR)):
        found[f"A{first}{first}"] = stiffness[i, i]
    found |= {"A1122": stiffness[0, 1], "A1133": stiffness[0, 2], "A2233": stiffness[1, 2]}
    found |= {word: cell.mean([one[word] for one in materials], box) for word in ("RHO", "RHO_CP")}
    found["ISOTRANS"] = abs(round((2.0 * stiffness[3, 3] - stiffness[0, 0] + stiffness[0, 1]) / stiffness[3, 3], 12))
    found["TEMP_DEF_ALPHA"] = materials[0]["TEMP_DEF_ALPHA"]
    fields = {f"CORR_MECA{name}": answer for name, answer in answers.items()} | {"CORR_DILA": stretch}
    fields |= {f"CORR_THER{axis}{axis}": answer for axis, answer in enumerate(heated, 1)}
    return {word: float(value) for word, value in found.items()}, fields


def _conduction(cell, materials, box):
    """The conductivities along the axes, and the temperatures that correct even gradients."""
    mean = cell.mean([one["LAMBDA"] for one in materials], box)
    answers = [cell.heated({f"FLUX_{axis.upper()}": -1.0}, (f"face_{axis}min", f"face_{axis}max")) for axis in "xyz"]
    return [mean - cell.work(answer, answer) / box for answer in answers], answers


def _held(name: str) -> dict[str, tuple[str, ...]]:
    """The displacements that symmetry holds on each face: across it under a stretch; under a shear those that do not turn sign."""
    held = {}
    for axis in range(3):
        across = name[0] == name[1] or str(axis + 1) not in name
        if across:
            words = (_DISPLACEMENTS[axis],)
        else:
            words = tuple(word for i, word in enumerate(_DISPLACEMENTS) if i != axis)
        for end in ("min", "max"):
            held[f"face_{'xyz'[axis]}{end}"] = words
    return held
