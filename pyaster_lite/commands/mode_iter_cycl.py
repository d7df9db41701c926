"""MODE_ITER_CYCL: the modes of a structure that repeats around Z, from a basis of one sector (u4.52.05, R4.06.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._cyclic_sectors import TRIPLES, turn_by
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.substructuring import NONE
from pyaster_lite.fe.cyclic_modes import Sector, kept_by_the_axis


@operator(
    "MODE_ITER_CYCL",
    produces="mode_cycl",
    keywords=dict(
        BASE_MODALE=SIMP("o", typ="mode_meca"),
        NB_MODE=SIMP("f", typ="I", defaut=9999, val_min=1),
        NB_SECTEUR=SIMP("o", typ="I", val_min=2),
        LIAISON=FACT("o", DROITE=SIMP("o"), GAUCHE=SIMP("o"), AXE=SIMP("f")),
        VERI_CYCL=FACT(
            "f",
            PRECISION=SIMP("f", typ="R", defaut=1.0e-3),
            CRITERE=SIMP("f", into=("RELATIF",), defaut="RELATIF"),
            DIST_REFE=SIMP("f", typ="R"),
        ),
        CALCUL=FACT(
            "o",
            rules=UN_PARMI("TOUT_DIAM", "NB_DIAM"),
            TOUT_DIAM=SIMP("f", into=("OUI",)),
            NB_DIAM=SIMP("f", typ="I", max="**", val_min=0, validators=(no_repeat,)),
            OPTION=SIMP("f", into=("PLUS_PETITE", "CENTRE", "BANDE"), defaut="PLUS_PETITE"),
            FREQ=SIMP("f", typ="R", max=2),
            NMAX_FREQ=SIMP("f", typ="I", defaut=10, val_min=1),
            # all eigenvalues of the small problem are found, so that there is nothing to tune
            **{word: SIMP("f", typ="R", advisory=True) for word in ("PREC_SEPARE", "PREC_AJUSTE")},
            NMAX_ITER=SIMP("f", typ="I", advisory=True),
        ),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def mode_iter_cycl(args, context):
    """For each number of diameters asked for, the modes wanted there: complex, on the unknowns of the sector."""
    basis, count = args.BASE_MODALE, args.NB_SECTEUR
    if getattr(basis, "interfaces", None) is None:
        raise args.wrong("BASE_MODALE", f"{basis.name} has no interfaces: make it by DEFI_BASE_MODALE/CLASSIQUE")
    sector, sense = _sector(args, basis, count)
    made = Modes("mode_cycl", basis.dofs, basis.mesh, basis.model, basis.stiffness, basis.mass)
    made.sectors, made.sense = count, sense
    with context.timer("solver"):
        for diameters in _diameters(args, count):
            values, vectors = sector.solve(diameters)
            for column in _wanted(args.CALCUL, values):
                value, number = float(values[column]), len(made.orders) + 1
                frequency = np.sign(value) * np.sqrt(abs(value)) / (2.0 * np.pi)
                told = {"NUME_MODE": number, "FREQ": frequency, "OMEGA2": value, "NUME_DIAMETRE": diameters}
                made.store_mode(number, basis.shapes @ vectors[:, column], told)
    return made


def _diameters(args, count):
    words = args.CALCUL
    if words.TOUT_DIAM is not None:
        return range(count // 2 + 1)
    for diameters in words.NB_DIAM:
        if diameters > count // 2:
            raise words.wrong("NB_DIAM", f"{count} sectors have at most {count // 2} diameters")
    return words.NB_DIAM


def _wanted(words, values):
    """Which eigenvalues, ascending."""
    bounds = [(2.0 * np.pi * frequency) ** 2 for frequency in words.FREQ or ()]
    needed = {"PLUS_PETITE": len(bounds), "CENTRE": 1, "BANDE": 2}[words.OPTION]
    if len(bounds) != needed:
        raise words.wrong("FREQ", f"OPTION='{words.OPTION}' takes {needed} frequencies")
    if words.OPTION == "BANDE":
        words.mark_read("NMAX_FREQ")
        return np.flatnonzero((values >= min(bounds)) & (values <= max(bounds)))
    centre = bounds[0] if words.OPTION == "CENTRE" else 0.0
    return np.sort(np.argsort(abs(values - centre), kind="stable")[: words.NMAX_FREQ])


def _sector(args, basis, count):
    words, dofs = args.LIAISON, basis.dofs
    labels = [basis.parameter("NOEUD_CMP", order) for order in basis.orders]
    modes = np.array([column for column, name in enumerate(labels) if not (name or "").strip()], int)[: args.NB_MODE]
    column_of = {}
    vectors = basis.shapes
    static = [column for column, name in enumerate(labels) if (name or "").strip()]
    for column, unknown in zip(static, np.concatenate([basis.interfaces.unknowns(kind) for kind in ("MNEAL", "CRAIGB", "CB_HARMO")])):
        column_of[int(unknown)] = column
    found = {}
    for word in ("DROITE", "GAUCHE", "AXE"):
        if (name := words.get(word)) is None:
            continue
        part = basis.interfaces.named(name)
        if part is None:
            raise words.wrong(word, f"there is no interface {name}")
        if part.kind == NONE:
            raise words.wrong(word, f"the interface {name} has no shapes")
        found[word] = part
    pairs, angle = _pairs(args, basis.mesh.coordinates, found["DROITE"], found["GAUCHE"], count)
    right, left = (_unknowns(dofs, found[word]) for word in ("DROITE", "GAUCHE"))
    turn = np.zeros((len(left), len(right)))
    for row, unknown in enumerate(left):
        for column, other in enumerate(right):
            if pairs[int(dofs.node[unknown])] == dofs.node[other]:
                turn[row, column] = _share(dofs, unknown, other, angle)
    axis = {}
    if "AXE" in found:
        unknowns = _unknowns(dofs, found["AXE"])
        for harmonic in range(min(2, count // 2 + 1)):
            own = np.array([[_share(dofs, i, j, angle) if dofs.node[i] == dofs.node[j] else 0.0 for j in unknowns] for i in unknowns])
            along = np.isin([dofs.components[dofs.component[unknown]] for unknown in unknowns], ("DZ", "DRZ"))
            shapes = kept_by_the_axis(own, harmonic, count, along)
            axis[harmonic] = np.zeros((len(labels), shapes.shape[1]), complex)
            axis[harmonic][[column_of[int(unknown)] for unknown in unknowns]] = shapes
    stiffness, mass = (vectors.T @ (matrix.matrix @ vectors) for matrix in (basis.stiffness, basis.mass))
    right, left = (np.array([column_of[int(unknown)] for unknown in side]) for side in (right, left))
    return Sector(stiffness, mass, modes, right, left, turn, axis, count), np.sign(angle)


def _unknowns(dofs, part):
    return dofs.table[part.nodes][part.active]


def _share(dofs, unknown, other, angle):
    """How much of an unknown is that of another turned by an angle around Z."""
    first, second = (dofs.components[dofs.component[which]] for which in (unknown, other))
    for triple in TRIPLES:
        if first in triple and second in triple:
            return turn_by(angle)[triple.index(first), triple.index(second)]
    return float(first == second)


def _pairs(args, coordinates, right, left, count):
    """The right node of each left one, and the angle by which right ones turn to the left."""
    words = args.VERI_CYCL
    share, reference = 1.0e-3, None
    if words is not None:
        words.mark_read("CRITERE")
        share, reference = words.PRECISION, words.DIST_REFE
    if len(right.nodes) != len(left.nodes):
        raise args.LIAISON.wrong("GAUCHE", f"{len(left.nodes)} nodes, {len(right.nodes)} on the right")
    for sign in (1.0, -1.0):
        angle = sign * 2.0 * np.pi / count
        turned = coordinates[right.nodes] @ turn_by(angle).T
        distance = np.linalg.norm(coordinates[left.nodes][:, None] - turned[None], axis=2)
        nearest = distance.argmin(axis=1)
        if distance.min(axis=1).max() <= share * (reference or np.ptp(turned, axis=0).max() or 1.0) and len(set(nearest)) == len(nearest):
            return {int(node): int(right.nodes[i]) for node, i in zip(left.nodes, nearest)}, angle
    raise args.LIAISON.wrong("GAUCHE", f"the left side is not the right one turned by 1/{count} of a turn around Z")
