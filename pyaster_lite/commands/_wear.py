"""What POST_USURE takes to find powers, volumes and depths of wear (u4.84.22)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.shock_statistics import Samples, wear_power
from pyaster_lite.fe.wear import pairs
from pyaster_lite.fe.wear.depth import Shape, against_bar, against_tube, in_hole, in_lobes, rod_in_hole, rod_in_notches
from pyaster_lite.fe.wear.volume import archard, impact_weight, slowing

from ._shock_histories import contacts, kept_instants

CONTACTS = {
    "TUBE_BAV": (("RAYON_MOBILE", "LARGEUR_OBST"), lambda shape, tube, support: against_bar(shape, tube, support)),
    "TUBE_ALESAGE": (("RAYON_MOBILE", "LARGEUR_OBST"), lambda shape, tube, support: in_hole(shape, tube)),
    "TUBE_4_ENCO": (("RAYON_MOBILE", "RAYON_OBST", "LARGEUR_OBST"), lambda shape, tube, support: in_lobes(shape, tube, 4)),
    "TUBE_3_ENCO": (("RAYON_MOBILE", "RAYON_OBST", "LARGEUR_OBST"), lambda shape, tube, support: in_lobes(shape, tube, 3)),
    "TUBE_TUBE": (("RAYON_MOBILE", "ANGL_INCLI"), lambda shape, tube, support: against_tube(shape, tube)),
    "GRAPPE_ALESAGE": (("RAYON_MOBILE", "RAYON_OBST"), lambda shape, tube, support: rod_in_hole(shape, tube)),
    "GRAPPE_1_ENCO": ((), lambda shape, tube, support: rod_in_notches(tube, 1)),
    "GRAPPE_2_ENCO": ((), lambda shape, tube, support: rod_in_notches(tube, 2)),
}
"""Contact: the words that it needs, and how deep it wears the tube."""


class Shocks:
    """The shocks at the node of POST_USURE over the instants that it keeps: normal force (n,), sliding speed, polar angle (degrees)."""

    def __init__(self, args):
        transient = args.RESU_GENE
        kept = kept_instants(args, transient)
        node = _node(args, transient.basis.mesh)
        found = [contact for contact in contacts(transient, kept) if contact.nodes[0] == str(node + 1)]
        if not found:
            word = "GROUP_NO" if args.get("GROUP_NO") is not None else "NOEUD"
            raise args.wrong(word, f"{transient.name} has no shock at the node {transient.basis.mesh.node_names[node]}")
        contact = found[0]
        self.samples = Samples(transient.times[kept], max(args.NB_BLOC, 1), transient.regular)
        self.force, self.sticks = contact.force[:, 0], contact.sticks
        self.speed = np.hypot(contact.velocity[:, 1], contact.velocity[:, 2])
        self.angle = np.degrees(np.arctan2(contact.place[:, 2], contact.place[:, 1]))


def _node(args, mesh):
    """The number, from 0, of the node where the shocks are."""
    if args.get("GROUP_NO") is not None:
        return int(look_up(args, "GROUP_NO", mesh.node_group)[0][0])
    return int(look_up(args, "NOEUD", mesh.find_node)[0][0])


def power_of(args):
    """The power of wear (W) and the shocks that make it, None where it is given; raises Refused."""
    if args.get("PUIS_USURE") is not None:
        args.mark_read("INST_INIT", "INST_FIN", "NB_BLOC")
        return args.PUIS_USURE, None
    shocks = Shocks(args)
    return wear_power(shocks.samples, shocks.force, shocks.speed, shocks.sticks), shocks


def volumes(args, power, shocks, times):
    """(nt,) m3 worn off the tube and off its support; raises Refused."""
    args.mark_read("USURE_OBST", "OBSTACLE")
    still = np.zeros(len(times))
    if power <= np.finfo(float).eps:
        args.mark_read("LOI_USURE", "MOBILE", "MATER_USURE", "FNOR_MAXI", "VTAN_MAXI")
        return still, still
    both = []
    for part in (0, 1):
        words = _coefficients(args, part)
        both.append(still if words is None else _volume(args, words, power, shocks, times))
    return both


def _coefficients(args, part):
    """The words of the law for the tube (0) or its support (1), None for one that does not wear."""
    if args.get("MATER_USURE") is None:
        return args.get(("MOBILE", "OBSTACLE")[part])
    if part == 1 and args.get("USURE_OBST") is None:
        return None
    law, contact, pair = args.LOI_USURE, args.get("CONTACT"), args.MATER_USURE
    known = getattr(pairs, law).get(contact, {}).get(pair)
    if known is None:
        raise args.wrong("MATER_USURE", f"no coefficients of {law} are known of {pair} in the contact {contact}")
    if law == "ARCHARD":
        known = known if isinstance(known, tuple) else (known,)
    else:
        known = (known,)
    if part >= len(known):
        raise args.wrong("USURE_OBST", f"of {pair} in the contact {contact} only the wear of the tube is known")
    return {"COEF_USURE": known[part]} if law == "ARCHARD" else known[part]


def _volume(args, words, power, shocks, times):
    law = args.LOI_USURE
    if law == "ARCHARD":
        return archard(words["COEF_USURE"], power, times)
    try:
        if law == "EDF_MZ":
            return slowing(words["COEF_USURE"], words["COEF_B"], words["COEF_N"], words["COEF_S"], power, times)
        if shocks is None:
            raise args.wrong("PUIS_USURE", "KWU_EPRI counts the shocks of RESU_GENE")
        needed = ("COEF_USURE", "COEF_FNOR", "COEF_VTAN")
        if any(words.get(word) is None for word in needed):
            raise args.wrong("LOI_USURE", f"KWU_EPRI takes {', '.join(needed)} of each part")
        limits = args.get("FNOR_MAXI"), args.get("VTAN_MAXI")
        given = (words["COEF_FNOR"], words["COEF_VTAN"], words["COEF_K"], words["COEF_C"])
        return archard(words["COEF_USURE"] * impact_weight(shocks.force, shocks.speed, *given, *limits), power, times)
    except ComputationFailed as failure:
        raise args.wrong("LOI_USURE", str(failure)) from failure


def depths(args, tube, support):
    """(nt,) m of the tube, zero without CONTACT or wear; raises Refused."""
    shape = Shape(
        *(args.get(word) or 0.0 for word in ("RAYON_MOBILE", "RAYON_OBST", "LARGEUR_OBST")),
        *(np.radians(args.get(word) or 0.0) for word in ("ANGL_INCLI", "ANGL_ISTHME", "ANGL_IMPACT")),
    )
    if args.get("CONTACT") is None or not tube.any():
        return np.zeros(len(tube))
    needed, find = CONTACTS[args.CONTACT]
    lost = [word for word in needed if args.get(word) is None]
    if lost:
        raise args.wrong("CONTACT", f"{args.CONTACT} takes {' and '.join(lost)}")
    return find(shape, tube, support)
