"""CALC_CORR_SSD: what modes of linked substructures miss at the interfaces and inside, and motions that mend their bases (u4.52.16)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.commons.substructures import coincidence
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._interface_links import meet, stands
from pyaster_lite.commands._linked_fields import to_coordinates
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.substructuring import Interface, Substructure
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.errors import ComputationFailed, SingularMatrix
from pyaster_lite.fe.interface_modes import AXES, interface_modes
from pyaster_lite.fe.static_modes import StaticResponses, lone_supports
from pyaster_lite.fe.substructure_corrections import expanded, in_pieces, in_written_order, principal_motions, work
from pyaster_lite.fe.substructures import following_rigidly

COLUMNS = {
    "NOM_OBJET": "K16", "INTERF": "K8", "NOM_SD": "K8", "TYPE_OBJET": "K16", "TRAV_TOTAL": "R", "NUM_MODE": "I",
    "TRAV_INTERF": "R", "NOM_INTERF": "K8", "TRAV_SST": "R",
}  # fmt: skip
ENOUGH = 0.1
"""What the motion of a slave's interface may miss, by unknown, before more motions of the master's are looked for."""


@dataclass
class _Side:
    """A substructure with the motions (n, k) of the modes on it, their M u and (K - w^2 M) u, and what its links ask of it."""

    part: Substructure
    motions: np.ndarray
    inertia: np.ndarray
    residuals: np.ndarray
    supports: dict
    led: list = field(default_factory=list)
    leading: list = field(default_factory=list)
    rows: dict = field(default_factory=dict)

    @property
    def matrices(self):
        return self.part.element.matrices

    def responses(self, pulsation: float, relations: Relations) -> StaticResponses:
        """Those of K - w0^2 M."""
        stiffness, mass = self.matrices
        return StaticResponses(stiffness.matrix - pulsation**2 * mass.matrix, Elimination(relations))


@operator(
    "CALC_CORR_SSD",
    produces="table_container",
    keywords=dict(
        MODELE_GENE=SIMP("o", typ="modele_gene"),
        RESU_GENE=SIMP("o", typ="mode_gene"),
        UNITE=SIMP("f", typ="I", defaut=8),
        SHIFT=SIMP("f", typ="R", defaut=1.0),
        VERIF=coincidence("f", max="**"),
        SOLVEUR=solveur(),
        TITRE=SIMP("f", advisory=True),
    ),
)
def calc_corr_ssd(args, context):
    """The works of all modes, and of each substructure what mends its basis with its interfaces held (ENCAS) and free (LIBRE)."""
    whole, modes = args.MODELE_GENE, args.RESU_GENE
    known, coordinates = to_coordinates(args, modes)
    if known is not whole:
        raise args.wrong("RESU_GENE", f"{modes.name} are not modes of {whole.name}")
    pulsations = 2.0 * np.pi * np.array([modes.parameter("FREQ", order) for order in modes.orders])
    turned = coordinates @ np.column_stack([modes.vectors[order] for order in modes.orders])
    names = list(dict.fromkeys(name for pair in whole.pairs for name in pair[::2]))
    sides = {name: _side(args, whole, name, turned, pulsations) for name in names}
    pulsation, lines, between = 2.0 * np.pi * args.SHIFT, [], []
    with context.timer("solver"):
        for pair, master in zip(whole.pairs, whole.masters):
            ends = [(sides[name], _held(args, sides[name], interface)) for name, interface in zip(pair[::2], pair[1::2])]
            between.append(sum(work(side.motions, side.residuals, pulsations, side.rows[found.name]) for side, found in ends))
            lines += [f" {pair[0]}/{pair[2]} : {pair[1]}/{pair[3]}", *_told(between[-1])]
            _lead(args, ends, master, pulsation)
        inside, mended = [], []
        for side in sides.values():
            others = np.ones(len(side.motions), bool)
            others[np.concatenate(list(side.rows.values()))] = False
            inside.append(work(side.motions, side.residuals, pulsations, others))
            lines += [f" {side.part.name} :", *_told(inside[-1])]
            mended.append(_mended(args, side, others, pulsation))
    context.write(args.UNITE, "\n".join([*lines, ""]))
    return _table(whole, names, between, inside, mended)


def _told(works):
    return [f" mode {number}: {value:.16g}" for number, value in enumerate(works, 1)]


def _side(args, whole, name, turned, pulsations):
    part = whole.named(name)
    if part.element.matrices is None:
        raise args.wrong("MODELE_GENE", f"{name} comes without the matrices of its structure")
    stiffness, mass = part.element.matrices
    motions = part.element.basis.shapes @ turned[whole.span(name)]
    inertia = mass.matrix @ motions
    return _Side(part, motions, inertia, stiffness.matrix @ motions - inertia * pulsations**2, lone_supports(stiffness.relations))


def _held(args, side: _Side, name: str) -> Interface:
    """An interface, once all unknowns of its nodes, in its order, are known to be held."""
    interface, dofs = side.part.element.basis.interfaces.named(name), side.part.element.basis.dofs
    rows = dofs.table[interface.nodes]
    rows = rows[rows >= 0]
    carried = {tuple(names) for names in _carried(dofs, interface)}
    if carried - {AXES[:3], AXES}:
        wanted = f"{', '.join(AXES[:3])}, with or without {', '.join(AXES[3:])}, and nothing else"
        raise args.wrong("MODELE_GENE", f"nodes of the interface {name} of {side.part.name} do not carry {wanted}")
    if loose := [row for row in rows.tolist() if row not in side.supports]:
        where = dofs.describe(loose[0], side.part.element.basis.mesh.node_names)
        raise args.wrong("MODELE_GENE", f"no support holds {where} of the interface {name} of {side.part.name}")
    side.rows[name] = rows
    return interface


def _carried(dofs, interface):
    return [[name for name, row in zip(dofs.components, rows) if row >= 0] for rows in dofs.table[interface.nodes]]


def _lead(args, ends, master: int, pulsation: float):
    """What the master's interface imposes on the slave's, and the motions of the master that go with those of the slave."""
    check = args.VERIF[0] if args.VERIF else None
    if check is not None:
        check.mark_read("STOP_ERREUR", "PRECISION", "CRITERE")
    if meet([(side.part, interface) for side, interface in ends], check):
        names = " and ".join(f"{interface.name} of {side.part.name}" for side, interface in ends)
        raise args.wrong("MODELE_GENE", f"the nodes of {names} meet: as in code_aster, interfaces of different meshes are mended only")
    (leader, front), (slave, back) = ends[master], ends[1 - master]
    if front.name == back.name:
        raise args.wrong("MODELE_GENE", f"both interfaces that meet are called {front.name}: give them different names")
    flat = np.ptp(leader.part.element.basis.mesh.coordinates[:, 2]) == 0.0
    places = [stands(side.part)[interface.nodes] for side, interface in ((slave, back), (leader, front))]
    carried = [_held_axes(side.part.element.basis.dofs, interface) for side, interface in ((slave, back), (leader, front))]
    rigid = following_rigidly(*places, carried[1].astype(float), 2 if flat else 5)[carried[0].ravel()][:, carried[1].ravel()]
    rigid = np.einsum("lk,bkj->blj", slave.part.rotation.T, rigid.reshape(-1, 3, rigid.shape[1])).reshape(rigid.shape)
    slave.led.append((slave.rows[back.name], rigid @ leader.motions[leader.rows[front.name]]))
    rows = _named_rows(slave, back)
    wanted, rigid = slave.motions[rows], rigid[np.searchsorted(slave.rows[back.name], rows)]
    leader.leading.append((leader.rows[front.name], _following(args, leader, front, rigid, wanted, pulsation)))


def _named_rows(side: _Side, interface):
    """The unknowns of an interface, its nodes in the order of the deck."""
    rows = side.part.element.basis.dofs.table[interface.named]
    return rows[rows >= 0]


def _held_axes(dofs, interface):
    """(k, 6) which of AXES the nodes of an interface carry."""
    return np.column_stack([dofs.index(interface.nodes, name) >= 0 for name in AXES])


def _following(args, leader: _Side, front, rigid, wanted, pulsation):
    """(m, k) motions of the master's interface, among its modes: those of the lattice of its nodes, as code_aster reads them."""
    stiffness, mass = leader.matrices
    basis, count = leader.part.element.basis, 2 * wanted.shape[1]
    named = _named_rows(leader, front)
    held = {row: leader.supports[row] for row in named.tolist()}
    rigid = rigid[:, np.searchsorted(leader.rows[front.name], named)]
    try:
        static = leader.responses(0.0, stiffness.relations)
        while True:
            _, shapes = interface_modes(static, mass.matrix, held, basis.dofs, basis.mesh.coordinates, count, pulsation / (2.0 * np.pi))
            candidates = in_pieces(in_written_order(shapes, basis.dofs.node, stiffness.relations), rigid.shape[1])
            found = expanded(rigid, candidates, wanted)
            missed = np.linalg.norm(wanted - rigid @ found, axis=0).max() / len(wanted)
            if missed <= ENOUGH:
                return static.to_motions(list(held.values()), found)
            if count > len(held) // 2:
                raise ComputationFailed(f"its motions miss those of the other side by {missed:.3g}")
            count += wanted.shape[1]
    except (ComputationFailed, SingularMatrix) as failure:
        raise args.wrong("MODELE_GENE", f"interface {front.name} of {leader.part.name}: {failure}") from None


def _mended(args, side: _Side, others, pulsation) -> dict[str, Modes]:
    """The modes ENCAS and LIBRE of a substructure."""
    stiffness, mass = side.matrices
    every = stiffness.relations
    free = np.setdiff1d(np.arange(len(every)), [side.supports[row] for rows in side.rows.values() for row in rows.tolist()])
    released = Relations(every.matrix[free], lambda t: every.value(t)[free])
    try:
        held, loose = side.responses(pulsation, every), side.responses(pulsation, released)
    except SingularMatrix as failure:
        raise args.wrong("SHIFT", f"{side.part.name} cannot be shaken at {args.SHIFT} Hz: {failure}") from None
    answers = [loose.to_forces(np.where(others[:, None], 0.0, side.inertia))]
    answers += [held.to_motions([side.supports[row] for row in rows.tolist()], values) for rows, values in side.led]
    answers += [values for _, values in side.leading]
    inside = held.to_forces(np.where(others[:, None], side.inertia, 0.0))
    families = {"ENCAS": inside, "LIBRE": np.column_stack(answers)}
    return {name: _modes(side, principal_motions(vectors, mass.matrix)) for name, vectors in families.items()}


def _modes(side: _Side, vectors) -> Modes:
    basis, (stiffness, mass) = side.part.element.basis, side.matrices
    made = Modes("mode_meca", stiffness.dofs, basis.mesh, basis.model, stiffness, mass)
    made.material_field, made.characteristics = basis.material_field, basis.characteristics
    for order, vector in enumerate(vectors.T, 1):
        shared = {"NOEUD_CMP": "", "TYPE_DEFO": "DEPL_IMPO", "TYPE_MODE": "MODE_INT"}
        made.store_mode(order, vector, {"NUME_MODE": order, "FREQ": float(order), **shared})
    return made


def _table(whole, names, between, inside, mended):
    rows, objects = [], {}
    for name, families in zip(names, mended):
        for kind, modes in families.items():
            key = f"_{len(objects) + 1:07d}"
            objects[key] = modes
            rows.append({"NOM_OBJET": name, "INTERF": kind, "NOM_SD": key, "TYPE_OBJET": "MODE_MECA"})
    for number, total in enumerate(np.sum([*inside, *between], axis=0), 1):
        rows.append({"TRAV_TOTAL": float(total), "NUM_MODE": number})
    for mode in range(len(between[0])):
        for pair, values in zip(whole.pairs, between):
            rows += [{"TRAV_INTERF": float(values[mode]), "NOM_INTERF": interface, "NUM_MODE": mode + 1} for interface in pair[1::2]]
    for mode in range(len(between[0])):
        rows += [{"NOM_OBJET": name, "NUM_MODE": mode + 1, "TRAV_SST": float(values[mode])} for name, values in zip(names, inside)]
    return Table.from_rows(rows, COLUMNS, kind="table_container", objects=objects)
