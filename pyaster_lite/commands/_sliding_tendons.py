"""CALC_PRECONT, ADHERENT='NON': tendons that slide in their sheaths are pulled by forces at their anchors (u4.51.05).

1. The second anchors are pulled, the first ones hold. Where the tendons have one active anchor only, that one is pulled.
2. Where some have two: the first ones are pulled, from what they held, and the second ones hold.
3. The active anchors give way by RECUL_ANCRAGE.

The passive anchors hold all along. Stages 2 and 3 take what is left after 0.9 and 0.95 of the last step.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.load import Load
from pyaster_lite.fe.terms import ForceTerm


class _Anchor:
    """One end of a tendon: its group of nodes, whether it is pulled at, and the force (N) and the slip (m) that do so along the cells."""

    def __init__(self, row, end: int):
        self.group, self.active = row[f"NOM_ANCRAGE{end + 1}"], row[f"TYPE_ANCRAGE{end + 1}"] == "ACTIF"
        lone = end == 1 and row["TYPE_ANCRAGE1"] == "PASSIF"
        sense = row["SENS"] * (1 if end else -1) * (-1 if lone else 1)
        self.force, self.slip, self.tension = sense * row["TENSION"], -sense * row["RECUL_ANCRAGE"], row["TENSION"]


def slide(args, context, active, idle, instants, step):
    """The stages one after the other, in the same evolution; every iteration has its own matrix, whatever NEWTON says."""
    args.mark_read("NEWTON")
    rows = [row for own in active for row in own.tables["CABLE_GL"].rows()]
    firsts, seconds = ([_Anchor(row, end) for row in rows] for end in (0, 1))
    anchors = [anchor for pair in zip(firsts, seconds) for anchor in pair]
    twice = any(a.active and b.active for a, b in zip(firsts, seconds))
    gives = rows[-1]["RECUL_ANCRAGE"] != 0.0
    begin, before, end = instants[0], instants[-2], instants[-1]
    stops = [(9.0 * end + before) / 10.0, (9.5 * end + 0.5 * before) / 10.0][: twice + gives] + [end]
    times = context.run("DEFI_LIST_INST", DEFI_LIST={"VALE": (*instants[:-1], *stops)})
    stages = _Stages(args, context, times, step, [*active, *idle], idle)
    held = [anchor.group for anchor in anchors if not anchor.active]
    if twice:
        others = [anchor.group for anchor in firsts if anchor.active]
        stages.run(stops[0], [stages.bound(held), stages.holding(others), stages.pulled(seconds, (begin, 0.0, stops[0], 1.0))])
        both = [first for first, second in zip(firsts, seconds) if first.active and second.active]
        reached = max(abs(stages.reaction(first.group)) / first.tension for first in both)
        others = [anchor.group for anchor in seconds if anchor.active]
        course = (stops[0], reached, stops[1], 1.0)
        stages.run(stops[1], [stages.bound(held), stages.holding(others), stages.pulled(firsts, course)])
    else:
        stages.run(stops[0], [stages.bound(held, "DIDI"), stages.pulled(anchors, (begin, 0.0, stops[0], 1.0))])
    if gives:
        slips = {anchor.group: anchor.slip if anchor.active else 0.0 for anchor in anchors}
        stages.run(end, [stages.giving(slips, (stops[-2], 0.0, end, 1.0))])
    return stages.result


class _Stages:
    """The computations of one CALC_PRECONT."""

    def __init__(self, args, context, times, step, tendons, idle):
        self._args, self._context = args, context
        self._step = {word: value for word, value in step.items() if word not in ("PRECISION", "INST_FIN")} | {"LIST_INST": times}
        words = ("CONVERGENCE", "SOLVEUR", "ARCHIVAGE", "RECH_LINEAIRE")
        self._shared = {word: args[word].as_dict() for word in words if args.get(word) is not None}
        self._shared |= {word: args[word] for word in ("MODELE", "CHAM_MATER", "CARA_ELEM", "METHODE")}
        self._shared["COMPORTEMENT"] = [{w: v for w, v in own.as_dict().items() if own.given(w)} for own in args.COMPORTEMENT]
        self._shared["NEWTON"] = {"REAC_ITER": 1}
        self._excit = [occurrence.as_dict() for occurrence in args.EXCIT]
        self._tied = [{"CABLE_BP": own, "RELA_CINE": "OUI", "SIGM_BPEL": "NON"} for own in tendons if own not in idle]
        if idle:
            words = [{"CABLE_BP": own, "RELA_CINE": "OUI", "SIGM_BPEL": "NON"} for own in idle]
            self._excit.append({"CHARGE": context.run("AFFE_CHAR_MECA", MODELE=args.MODELE, RELA_CINE_BP=words)})
        self.result = None

    def run(self, end, loads):
        """From where the evolution stands to an instant."""
        args, result = self._args, self.result
        if result is None:
            initial = args.ETAT_INIT.as_dict() if args.get("ETAT_INIT") is not None else None
        else:
            initial = {"EVOL_NOLI": result}
        step = {word: value for word, value in self._step.items() if result is None or word != "INST_INIT"}
        self.result = self._context.run(
            "STAT_NON_LINE",
            self._context.name,
            reuse=self._context.reused if result is None else result,
            ETAT_INIT=initial,
            INCREMENT=step | {"INST_FIN": end},
            EXCIT=[*self._excit, *loads],
            **self._shared,
        )

    def bound(self, held, kind="FIXE_CSTE"):
        """The tendons in what they stand in, some anchors holding."""
        return {"CHARGE": self._load(dict.fromkeys(held, 0.0), True), "TYPE_CHARGE": kind}

    def holding(self, groups):
        """Anchors that hold what has slipped so far."""
        return {"CHARGE": self._load(dict.fromkeys(groups, 0.0), False), "TYPE_CHARGE": "DIDI"}

    def giving(self, slips, course):
        """Anchors that give way, by group."""
        return {"CHARGE": self._load(slips, True), "TYPE_CHARGE": "DIDI", "FONC_MULT": self._course(course)}

    def pulled(self, anchors, course):
        """The forces at those of the anchors that are active, times a function of time."""
        model = self._args.MODELE
        vector = np.zeros(model.dofs.size)
        for anchor in anchors:
            if anchor.active:
                (node,) = model.mesh.node_group(anchor.group)
                vector[model.dofs.index(int(node), "GLIS")] = anchor.force
        load = Load("char_meca", model, [ForceTerm(lambda data, t, displacement: vector, True, "VECT_ASSE")])
        return {"CHARGE": load, "FONC_MULT": self._course(course)}

    def reaction(self, group):
        """What holds an anchor now, N."""
        forces = self._context.run("CALC_CHAMP", RESULTAT=self.result, FORCE=("REAC_NODA",))
        (node,) = self._args.MODELE.mesh.node_group(group)
        return float(forces.field("REAC_NODA", max(forces.orders)).component("GLIS")[int(node)])

    def _course(self, values):
        return self._context.run("DEFI_FONCTION", NOM_PARA="INST", VALE=values)

    def _load(self, slips, tied):
        words = {"DDL_IMPO": [{"GROUP_NO": group, "GLIS": slip} for group, slip in slips.items()]} if slips else {}
        words |= {"RELA_CINE_BP": self._tied} if tied else {}
        return self._context.run("AFFE_CHAR_MECA", MODELE=self._args.MODELE, **words)
