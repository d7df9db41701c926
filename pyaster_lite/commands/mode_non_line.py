"""MODE_NON_LINE: nonlinear modes of structures with contacts, by harmonic balance and continuation (u4.52.19)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._field_values import node_of
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.algebra import factorise
from pyaster_lite.fe.nonlinear_modes.balance import Balance
from pyaster_lite.fe.nonlinear_modes.continuation import Continuation, Setting
from pyaster_lite.fe.nonlinear_modes.energy import energy_of

from ._nonlinear_modes import AXES, CONTACTS, POINTS, Moving, point_of

SEED = 0
"""Of the random rows by which code_aster tells the first direction of a branch."""


@operator(
    "MODE_NON_LINE",
    produces="table_container",
    reuse="ETAT_INIT/MODE_NON_LINE",
    keywords=dict(
        ETAT_INIT=FACT(
            "o",
            rules=UN_PARMI("MODE_LINE", "MODE_NON_LINE"),
            MODE_LINE=SIMP("f", typ="mode_meca"),
            MODE_NON_LINE=SIMP("f", typ="table_container"),
            NUME_ORDRE=SIMP("o", typ="I"),
            DIR_EVOLUTION=SIMP("f", typ="I", defaut=-1, into=(-1, 1)),
            COEF_AMPL=SIMP("f", typ="R", defaut=1.0),
        ),
        CHOC=FACT(
            "f",
            max="**",
            OBSTACLE=SIMP("o", into=("PLAN", "BI_PLAN", "CERCLE")),
            b_cercle=BLOC(
                equal("OBSTACLE", "CERCLE"),
                NOM_CMP=SIMP("o", min=2, max=2, into=AXES, validators=(no_repeat,)),
                ORIG_OBST=SIMP("f", typ="R", defaut=(0.0, 0.0, 0.0), min=3, max=3),
            ),
            b_bi_plan=BLOC(equal("OBSTACLE", "BI_PLAN"), NOM_CMP=SIMP("o", into=AXES)),
            b_plan=BLOC(equal("OBSTACLE", "PLAN"), NOM_CMP=SIMP("o", into=AXES)),
            GROUP_NO=SIMP("o", typ="grno"),
            JEU=SIMP("o", typ="R"),
            RIGI_NOR=SIMP("o", typ="R"),
            PARA_REGUL=SIMP("f", typ="R", defaut=0.005),
        ),
        MATR_RIGI=SIMP("o", typ="matr_asse_depl_r"),
        MATR_MASS=SIMP("o", typ="matr_asse_depl_r"),
        RESOLUTION=FACT(
            "o",
            METHODE=SIMP("f", defaut="EHMAN", into=("EHMAN",)),
            NB_HARM_LINE=SIMP("o", typ="I", val_min=1),
            NB_HARM_NONL=SIMP("f", typ="I", defaut=201, val_min=1),
            NB_BRANCHE=SIMP("o", typ="I", val_min=0),
            NB_PAS_MAN=SIMP("o", typ="I", val_min=1),
            NB_ORDRE_MAN=SIMP("f", typ="I", defaut=20, val_min=2),
            PREC_MAN=SIMP("f", typ="R", defaut=1e-9, val_min=0.0),
            PREC_NEWTON=SIMP("f", typ="R", defaut=1e-8, val_min=0.0),
            ITER_NEWTON_MAXI=SIMP("f", typ="I", defaut=15, val_min=1),
            CRIT_ORDR_BIFURCATION=SIMP("f", typ="I", defaut=3, val_min=1),
            RESI_RELA_BIFURCATION=SIMP("f", typ="R", defaut=1e-4, val_min=0.0),
        ),
        SOLVEUR=solveur(),
        INFO=SIMP("f", typ="I", defaut=1, advisory=True),
    ),
)
def mode_non_line(args, context):
    """Follow the mode from a linear one, or go on from a point of an earlier branch."""
    args.mark_read("SOLVEUR")
    level, resolution = args.ETAT_INIT, args.RESOLUTION
    resolution.mark_read("METHODE")
    moving = Moving(args, "MATR_RIGI", args.MATR_RIGI, args.MATR_MASS)
    order, fine = resolution.NB_HARM_LINE, resolution.NB_HARM_NONL
    if order > fine:
        raise resolution.wrong("NB_HARM_LINE", f"there are {order} harmonics of the displacement and only {fine} of the forces")
    earlier = level.MODE_NON_LINE
    rows, name = _contacts(args, level, context)
    contacts = moving.contacts(args, "MATR_RIGI", rows)
    units = _Units(args, moving, contacts)
    balance = Balance(*units.matrices, units.contacts, order, fine)
    moved, frequency = _start(args, level, moving, order, units)
    random = Random(SEED)
    setting = Setting(
        resolution.NB_ORDRE_MAN, resolution.NB_PAS_MAN, resolution.PREC_MAN, resolution.PREC_NEWTON, resolution.ITER_NEWTON_MAXI,
        resolution.CRIT_ORDR_BIFURCATION, resolution.RESI_RELA_BIFURCATION,
    )  # fmt: skip
    continuation = Continuation(balance, setting, lambda: np.array([random.random() for _ in range(balance.size)]))
    log, count = _Log(args, moving, contacts, units, earlier, context.reused, name), resolution.NB_BRANCHE
    with context.timer("continuation"), context.progress("branches", count) as progress:
        found = continuation.branches(balance.start(moved, 2.0 * np.pi * frequency / units.pulsation), level.DIR_EVOLUTION, count)
        done = 0
        for done, branch in enumerate(found, 1):
            log.add(branch, balance)
            progress.update(done, f"branch {done}")
    if done < count:
        context.warn(
            resolution, "ITER_NEWTON_MAXI", f"Newton's method did not converge at the end of branch {done + 1}: the curve ends there"
        )
    return log.table(rows)


def _contacts(args, level, context):
    """The rows of the table of contacts, and the name under which points know it."""
    earlier = level.MODE_NON_LINE
    if earlier is not None:
        args.mark_read("CHOC")
        name = point_of(level, earlier, level.NUME_ORDRE)[0]["CARA_CHOC"]
        return earlier.objects[name].rows(), name
    if not args.CHOC:
        raise args.wrong(None, "a nonlinear mode needs contacts: CHOC gives them")
    rows = []
    for number, choc in enumerate(args.CHOC, 1):
        names = choc.NOM_CMP if isinstance(choc.NOM_CMP, (tuple, list)) else (choc.NOM_CMP,)
        node, _ = node_of(choc, args.MATR_RIGI.model.mesh)
        row = {"NUME_CHOC": number, "TYPE_CHOC": choc.OBSTACLE, "NOEUD_CHOC": args.MATR_RIGI.model.mesh.node_names[node]}
        row |= {"NOM_CMP_1": names[0], "NOM_CMP_2": names[1] if len(names) > 1 else ""}
        row |= {"RIGI_NOR": choc.RIGI_NOR, "PARA_REGUL": choc.PARA_REGUL, "JEU": choc.JEU}
        row |= dict(zip(("ORIG_OBST_X", "ORIG_OBST_Y", "ORIG_OBST_Z"), choc.get("ORIG_OBST") or (0.0, 0.0, 0.0)))
        rows.append(row)
    return rows, "_CHOC"


class _Units:
    """The units of the balance: `length` the greatest gap, `matrices` and `contacts` in them, `pulsation` (rad/s)."""

    def __init__(self, args, moving, contacts):
        widest = max(contacts, key=lambda contact: contact.gap)
        self.length = widest.gap
        push = np.zeros(len(moving.free))
        push[widest.unknowns[-1]] = 1.0
        stiffness = 1.0 / float(push @ factorise(moving.stiffness, True).solve(push))
        if args.MATR_MASS.kinematic:
            mass = 1.0 / float(push @ factorise(moving.mass, True).solve(push))
        else:
            mass = float(args.MATR_MASS.matrix.sum())
        self.pulsation = float(np.sqrt(stiffness / mass))
        self.matrices = moving.stiffness / stiffness, moving.mass / mass
        length = self.length
        self.contacts = [
            replace(c, gap=c.gap / length, stiffness=c.stiffness / stiffness, centre=tuple(x / length for x in c.centre)) for c in contacts
        ]


def _start(args, level, moving, order, units):
    """(2H + 1, nd) harmonics in units, and the frequency (Hz), of the mode that the curve starts from."""
    moved = np.zeros((2 * order + 1, len(moving.free)))
    if level.MODE_NON_LINE is not None:
        level.mark_read("COEF_AMPL")
        row, modes = point_of(level, level.MODE_NON_LINE, level.NUME_ORDRE)
        known = moving.harmonics(modes) / units.length
        old, kept = len(known) // 2, min(order, len(known) // 2)
        moved[: kept + 1], moved[order + 1 : order + kept + 1] = known[: kept + 1], known[old + 1 : old + kept + 1]
        return moved, row["FREQUENCE"]
    modes, number = level.MODE_LINE, level.NUME_ORDRE
    if number not in modes.orders:
        raise level.wrong("NUME_ORDRE", f"{modes.name} has no mode {number}")
    moved[1] = level.COEF_AMPL * modes.vectors[number][moving.free]
    return moved, modes.parameter("FREQ", number)


class _Log:
    """The points of the branches as rows, and their harmonics by name."""

    def __init__(self, args, moving, contacts, units, earlier, reused, name):
        self._args, self._moving, self._contacts, self._units, self._name = args, moving, contacts, units, name
        self._rows = reused.rows() if reused is not None else []
        self._objects = dict(reused.objects) if reused is not None else {}
        self._restart = 0 if earlier is None else 1 + max(earlier.column("NUME_REPRISE"))

    def add(self, branch, balance):
        """The points of a branch."""
        for point in branch.points:
            moved = self._units.length * point[: balance.moving].reshape(-1, balance.nd)
            pulsation = point[-1] * self._units.pulsation
            energy = energy_of(self._moving.stiffness, self._moving.mass, self._contacts, moved, pulsation)
            number, whole = len(self._rows) + 1, self._moving.whole(moved)
            name = f"_{number:07d}"
            self._objects[name] = self._harmonics(whole, pulsation / (2.0 * np.pi))
            greatest = whole[:, (whole**2).sum(axis=0).argmax()] ** 2
            order = len(greatest) // 2
            strongest = int(np.argmax(np.r_[greatest[0], greatest[1 : order + 1] + greatest[order + 1 :]]))
            self._rows.append(
                {"NUME_ORDRE": number, "FREQUENCE": float(pulsation / (2.0 * np.pi)), "ENERGIE": energy, "NB_COEF_FOURIER": len(whole)}
                | {"NOM_SD": name, "TYPE_OBJET": "MODE_MECA", "NOM_OBJET": f"FOURIER_{number:04d}", "CARA_CHOC": self._name}
                | {"HARM_MAX": max(strongest, 1), "BIFURCATION": "OUI" if branch.bifurcation else "NON", "STABILITE": "NON_EVALUE"}
                | {"NUME_REPRISE": self._restart}
            )

    def _harmonics(self, whole, frequency):
        """The coefficients as a series of modes: constant, cosines, sines."""
        stiffness, mass = self._args.MATR_RIGI, self._args.MATR_MASS
        made = Modes("mode_meca", stiffness.dofs, self._moving.mesh, stiffness.model, stiffness, mass)
        order = len(whole) // 2
        for number, vector in enumerate(whole, 1):
            harmonic = number - 1 if number <= order + 1 else number - 1 - order
            made.store_mode(number, vector, {"NUME_MODE": number, "FREQ": float(harmonic * frequency)})
        return made

    def table(self, contacts):
        """The table of all points."""
        self._objects[self._name] = Table.from_rows(contacts, CONTACTS)
        return Table.from_rows(self._rows, POINTS, kind="table_container", objects=self._objects)
