"""POST_DYNA_MODA_T: statistics of the shocks and of the force laws of a transient on a reduced basis (u4.84.02).

CHOC, OPTION='USURE'    for every shock: moments of its local motion and forces, how often and how long it touches, wear power
CHOC, OPTION='IMPACT'   for every shock: its impacts, their moments and histogram, and when it buckled (FLAMBAGE)
RELA_EFFO_DEPL          the phases in which a force law acts
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.shock_statistics import Samples, force_moments, histogram, impacts, moments, shock_counts, wear_power

from ._shock_histories import contacts, kept_instants

WHERE = {"INTITULE": "K24", "NOEUD": "K8", "CALCUL": "K16"}
WEAR = WHERE | {
    "MOYEN": "R", "ECART_TYPE": "R", "RMS": "R", "MAXI": "R", "MINI": "R", "MOYEN_T_TOTAL": "R", "MOYEN_T_CHOC": "R",
    "RMS_T_TOTAL": "R", "RMS_T_CHOC": "R", "NB_CHOC_S": "I", "NB_REBON_CHOC": "I", "T_CHOC_MOYEN": "R", "T_CHOC_MAXI": "R",
    "T_CHOC_MINI": "R", "T_REBON_MOYEN": "R", "%_T_CHOC": "I", "PUIS_USURE": "R",
}  # fmt: skip
IMPACTS = WHERE | {
    "CHOC": "I", "INSTANT": "R", "F_MAX": "R", "IMPULSION": "R", "T_CHOC": "R", "V_IMPACT": "R", "NB_IMPACT": "I", "F_MAX_ABS": "R",
    "F_MAX_MOY": "R", "F_MAX_ETYPE": "R", "CLASSE": "I", "DEBUT": "R", "FIN": "R", "PROBA": "R", "FLAMBAGE": "K8", "ECRAS_RESI": "R",
    "INST_FLAMB": "R",
}  # fmt: skip
PHASES = {
    "RELATION": "K8", "NOEUD": "K8", "CMP": "K8", "PHASE": "I", "INST_INIT": "R", "INST_FIN": "R", "MAXI": "R", "INST_MAXI": "R",
}  # fmt: skip


@operator(
    "POST_DYNA_MODA_T",
    produces="table_sdaster",
    rules=(UN_PARMI("CHOC", "RELA_EFFO_DEPL"),),
    keywords=dict(
        RESU_GENE=SIMP("o", typ="tran_gene"),
        CHOC=FACT(
            INST_INIT=SIMP(typ="R", defaut=-1.0),
            INST_FIN=SIMP(typ="R", defaut=999.0),
            NB_BLOC=SIMP(typ="I", defaut=1, val_min=0),
            SEUIL_FORCE=SIMP(typ="R", defaut=0.0),
            DUREE_REPOS=SIMP(typ="R", defaut=0.0),
            OPTION=SIMP(defaut="USURE", into=("IMPACT", "USURE")),
            NB_CLASSE=SIMP(typ="I", defaut=10, val_min=0),
        ),
        RELA_EFFO_DEPL=FACT(GROUP_NO=SIMP("o", typ="grno"), NOM_CMP=SIMP("o")),
        INFO=SIMP(typ="I", defaut=1, into=(1, 2), advisory=True),
        TITRE=SIMP(),
    ),
)
def post_dyna_moda_t(args, context):
    """The table."""
    words = {"title": args.TITRE} if "TITRE" in args else {}
    if args.CHOC is None:
        return Table.from_rows(list(_phases(args.RESU_GENE, args.RELA_EFFO_DEPL)), PHASES, **words)
    given = args.CHOC
    shown = kept_instants(given, args.RESU_GENE)
    if given.OPTION == "USURE":
        given.mark_read("NB_CLASSE")
        return Table.from_rows(list(_wear(given, args.RESU_GENE, shown)), WEAR, **words)
    if given.NB_BLOC > 1:
        context.say("impacts are counted over all the time: NB_BLOC has no effect")
    return Table.from_rows(list(_impacts(given, args.RESU_GENE, shown)), IMPACTS, **words)


def _wear(given, transient, kept):
    samples = Samples(transient.times[kept], max(given.NB_BLOC, 1), transient.regular)
    threshold = given.SEUIL_FORCE
    if samples.even:
        pause = max(1, round(given.DUREE_REPOS / float(np.diff(samples.times)[2:3].sum() or samples.step)))
        pause = pause if pause > 1 else 0
    else:
        given.mark_read("DUREE_REPOS")
        pause = 1
    for contact in contacts(transient, kept):
        where = {"INTITULE": contact.title, "NOEUD": contact.nodes[0]}
        x, y, z = contact.place.T
        motions = {"DEPL_X": x, "DEPL_Y": y, "DEPL_Z": z, "DEPL_RADIAL": np.hypot(y, z), "DEPL_ANGULAIRE": np.degrees(np.arctan2(z, y))}
        for name, values in motions.items():
            yield where | {"CALCUL": name} | dict(zip(("MOYEN", "ECART_TYPE", "RMS", "MAXI", "MINI"), moments(samples, values)))
        normal = contact.force[:, 0]
        columns = ("MOYEN_T_TOTAL", "MOYEN_T_CHOC", "RMS_T_TOTAL", "RMS_T_CHOC", "MAXI")
        yield where | {"CALCUL": "FORCE_NORMALE"} | dict(zip(columns, force_moments(samples, normal, threshold)))
        for k in (1, 2):
            mean, deviation, rms, highest, lowest = moments(samples, contact.force[:, k])
            extremes = {"MAXI": max(highest, 0.0), "MINI": min(lowest, 0.0)}
            yield where | {"CALCUL": f"FORCE_TANG_{k}", "MOYEN": mean, "ECART_TYPE": deviation, "RMS": rms} | extremes
        number, touches, mean, longest, total, rebound = shock_counts(samples, normal, threshold, pause)
        acquired = samples.step * samples.blocks * samples.length if samples.even else samples.duration
        yield where | {
            "CALCUL": "STAT_CHOC", "NB_CHOC_S": int(number / acquired), "NB_REBON_CHOC": touches // number if number else 0,
            "T_CHOC_MOYEN": mean, "T_CHOC_MAXI": longest, "T_CHOC_MINI": 0.0, "T_REBON_MOYEN": rebound,
            "%_T_CHOC": int(100.0 * total / acquired),
        }  # fmt: skip
        speed = np.hypot(contact.velocity[:, 1], contact.velocity[:, 2])
        yield where | {"CALCUL": "PUIS_USURE", "PUIS_USURE": wear_power(samples, normal, speed, contact.sticks)}


def _impacts(given, transient, kept):
    times = transient.times[kept]
    pause = round(given.DUREE_REPOS / (times[3] - times[2])) if given.DUREE_REPOS else 0
    for number, contact in enumerate(contacts(transient, kept), 1):
        where = {"INTITULE": contact.title, "NOEUD": contact.nodes[0]}
        done, left = impacts(times, contact.force[:, 0], contact.velocity[:, 0], given.SEUIL_FORCE, pause)
        columns = ("INSTANT", "F_MAX", "IMPULSION", "T_CHOC", "V_IMPACT")
        for place, impact in enumerate(done, 1):
            values = impact.instant, impact.force, impact.impulse, impact.duration, impact.velocity
            yield where | {"CALCUL": "IMPACT", "CHOC": place, "NB_IMPACT": impact.contacts} | dict(zip(columns, values))
        if not done:
            values = (left.instant, left.force, left.impulse, 0.0, left.velocity) if left else (0.0,) * 5
            yield where | {"CALCUL": "IMPACT", "CHOC": 0, "NB_IMPACT": 0} | dict(zip(columns, values))
        forces = [impact.force for impact in done]
        yield where | {
            "CALCUL": "GLOBAL", "F_MAX_ABS": max([*forces, left.force if left else 0.0]),
            "F_MAX_MOY": float(np.mean(forces)) if forces else 0.0, "F_MAX_ETYPE": float(np.std(forces)) if forces else 0.0,
        }  # fmt: skip
        for place, (start, end, share) in enumerate(histogram(forces, given.NB_CLASSE or 10), 1):
            yield where | {"CALCUL": "PROBA", "CLASSE": place, "DEBUT": start, "FIN": end, "PROBA": share}
        if contact.crushed[-1] > 0.0:
            instant = float(times[(contact.crushed > 0.0).argmax()])
            for node in contact.nodes:
                crushed = float(contact.crushed[-1]) / len(contact.nodes)
                yield where | {
                    "NOEUD": node, "CALCUL": "FLAMBAGE", "CHOC": number, "FLAMBAGE": "OUI", "ECRAS_RESI": crushed, "INST_FLAMB": instant,
                }  # fmt: skip


def _phases(transient, given):
    """Where the law on one component of one node gives a force."""
    group = transient.basis.mesh.node_group(given.GROUP_NO)
    if len(group) != 1:
        raise given.wrong("GROUP_NO", f"{given.GROUP_NO} holds {len(group)} nodes, where one is wanted")
    node = str(transient.basis.mesh.node_names[group[0]])
    for history in transient.devices:
        number, component, relation = (history.title[i : i + 8].strip() for i in (0, 8, 16))
        if history.relation == "RELA_EFFO_DEPL" and history.nodes[0] == node and component == given.NOM_CMP:
            break
    else:
        raise given.wrong("NOM_CMP", f"{transient.name} has no RELA_EFFO_DEPL on {given.NOM_CMP} of {node}")
    value, _, acts = history.variables.T
    edges = np.flatnonzero(np.diff(np.concatenate(([0.0], acts, [0.0]))))
    for phase, (start, end) in enumerate(zip(edges[::2], edges[1::2]), 1):
        most = start + int(abs(value[start:end]).argmax())
        last = float(transient.times[min(end, len(value) - 1)])
        yield {
            "RELATION": relation, "NOEUD": number, "CMP": component, "PHASE": phase, "INST_INIT": float(transient.times[start]),
            "INST_FIN": last, "MAXI": float(value[most]), "INST_MAXI": float(transient.times[most]),
        }  # fmt: skip
