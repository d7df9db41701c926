"""FORMULATION='CONTINUE' of DEFI_CONTACT: its keywords, and from them the contact that a nonlinear loop drives (u4.44.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.conditions import equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._contact_lac import LAC, lac_words
from pyaster_lite.commands._contact_surfaces import shortest_edge
from pyaster_lite.contact.continuous import Continuous, ContinuousLaw, Loops
from pyaster_lite.fe.contact_geometry import Renewal
from pyaster_lite.fe.contact_points import ContinuousGeometry, SlavePoints
from pyaster_lite.fe.kinematics import Axisymmetric

RULES = {"AUTO": "nodes", "GAUSS": "gauss", "SIMPSON": "simpson", "NCOTES": "newton_cotes"}
STARTS = {"OUI": "closed", "INTERPENETRE": "penetrating", "NON": "open"}
WAYS = {"POINT_FIXE": "fixed", "NEWTON": "newton"}
ADAPTIVE = ("ADAPT_COEF", "TOUT")
FIRST_PENALTY = 100.0
"""What a penalty (N/m3) that adapts itself is at least; code_aster (cazocc) takes no other, given or not."""
REACH = 1e-6
"""Gaps up to this share of DIST_MAXI, or of the shortest edge of the zone, are closed at first by CONTACT_INIT='INTERPENETRE'."""


def _coefficient(word, default=100.0):
    return {word: SIMP("f", typ="R", val_min=1e-300, defaut=default)}


def _penalty(word):
    return {word: SIMP("o", typ="R", val_min=1e-300)}


def continue_zone(shared: dict, frictional: bool):
    """ZONE; `shared` are the words of pairing that the discrete formulation has too."""
    words = dict(
        ADAPTATION=SIMP("f", into=("ADAPT_COEF", "CYCLAGE", "TOUT", "NON"), defaut="CYCLAGE"),
        b_standard=BLOC(equal("ALGO_CONT", "STANDARD"), **_coefficient("COEF_CONT")),
        b_penalised=BLOC(equal("ALGO_CONT", "PENALISATION") & ~is_in("ADAPTATION", *ADAPTIVE), **_penalty("COEF_PENA_CONT")),
        b_adaptive=BLOC(
            equal("ALGO_CONT", "PENALISATION") & is_in("ADAPTATION", *ADAPTIVE),
            PENE_MAXI=SIMP("f", typ="R", val_min=1e-300),
            **_coefficient("COEF_PENA_CONT"),
        ),
        INTEGRATION=SIMP("f", into=tuple(RULES), defaut="AUTO"),
        b_gauss=BLOC(equal("INTEGRATION", "GAUSS"), ORDRE_INT=SIMP("f", typ="I", defaut=3, val_min=1, val_max=6)),
        b_simpson=BLOC(equal("INTEGRATION", "SIMPSON"), ORDRE_INT=SIMP("f", typ="I", defaut=1, val_min=1, val_max=4)),
        b_ncotes=BLOC(equal("INTEGRATION", "NCOTES"), ORDRE_INT=SIMP("f", typ="I", defaut=3, val_min=3, val_max=8)),
        CONTACT_INIT=SIMP("f", into=tuple(STARTS), defaut="INTERPENETRE", dated=(("11.1.1", "NON"),)),
        b_penetrating=BLOC(equal("CONTACT_INIT", "INTERPENETRE"), DIST_MAXI=SIMP("f", typ="R")),
        GLISSIERE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
    )
    if frictional:
        words |= dict(
            ALGO_FROT=SIMP("f", into=("STANDARD", "PENALISATION"), defaut="STANDARD"),
            b_rubbing=BLOC(equal("ALGO_FROT", "STANDARD"), **_coefficient("COEF_FROT")),
            b_rubbing_penalised=BLOC(
                equal("ALGO_FROT", "PENALISATION") & ~is_in("ADAPTATION", *ADAPTIVE),
                **_penalty("COEF_PENA_FROT"),
            ),
            b_rubbing_adaptive=BLOC(
                equal("ALGO_FROT", "PENALISATION") & is_in("ADAPTATION", *ADAPTIVE),
                GLIS_MAXI=SIMP("f", typ="R"),
                **_coefficient("COEF_PENA_FROT", 100e5),
            ),
            COULOMB=SIMP("o", typ="R", val_min=0.0),
            SEUIL_INIT=SIMP("f", typ="R"),
            SANS_GROUP_NO_FR=SIMP("f", typ="grno", max="**"),
            b_direction=BLOC(present("SANS_GROUP_NO_FR"), DIRE_EXCL_FROT=SIMP("f", typ="R", min=3, max=3)),
            GRAND_GLIS=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        )
    algorithm = SIMP("f", into=("STANDARD", "PENALISATION", LAC), defaut="STANDARD")
    return FACT("o", max="**", ALGO_CONT=algorithm, b_points=BLOC(~equal("ALGO_CONT", LAC), **(shared | words)), b_lac=lac_words(STARTS))


def continue_words(zone) -> dict:
    """The words of the formulation; `zone` (frictional) gives ZONE."""
    return dict(
        ALGO_RESO_GEOM=SIMP("f", into=tuple(WAYS), defaut="POINT_FIXE", dated=(("11.2.4", "POINT_FIXE"), ("11.3.22", "NEWTON"))),
        b_newton=BLOC(equal("ALGO_RESO_GEOM", "NEWTON"), RESI_GEOM=SIMP("f", typ="R", val_min=0.0, defaut=1e-6)),
        b_fixed=BLOC(
            equal("ALGO_RESO_GEOM", "POINT_FIXE"),
            REAC_GEOM=SIMP("f", into=("AUTOMATIQUE", "CONTROLE", "SANS"), defaut="AUTOMATIQUE"),
            b_fixed_automatique=BLOC(
                equal("REAC_GEOM", "AUTOMATIQUE"),
                ITER_GEOM_MAXI=SIMP("f", typ="I", val_min=1, defaut=10, dated=(("10.3.3", 5),)),
                RESI_GEOM=SIMP("f", typ="R", val_min=0.0, defaut=0.01, dated=(("10.3.2", 1e-4),)),
            ),
            b_fixed_controle=BLOC(equal("REAC_GEOM", "CONTROLE"), NB_ITER_GEOM=SIMP("f", typ="I", val_min=1, defaut=2)),
        ),
        ALGO_RESO_CONT=SIMP("f", into=tuple(WAYS), defaut="NEWTON", dated=(("11.2.4", "POINT_FIXE"),)),
        RESI_CONT=SIMP("f", typ="R", defaut=-1.0),
        CONT_STAT_ELAS=SIMP("f", typ="I", val_min=0, defaut=0),
        b_contact=BLOC(
            equal("ALGO_RESO_CONT", "POINT_FIXE"),
            ITER_CONT_TYPE=SIMP("f", into=("MULT", "MAXI"), defaut="MAXI"),
            b_mult=BLOC(equal("ITER_CONT_TYPE", "MULT"), ITER_CONT_MULT=SIMP("f", typ="I", val_min=1, defaut=4)),
            b_maxi=BLOC(equal("ITER_CONT_TYPE", "MAXI"), ITER_CONT_MAXI=SIMP("f", typ="I", val_min=1, defaut=30)),
        ),
        b_continue_sans=BLOC(equal("FROTTEMENT", "SANS"), ZONE=zone(False)),
        b_continue_coulomb=BLOC(
            equal("FROTTEMENT", "COULOMB"),
            ALGO_RESO_FROT=SIMP("f", into=tuple(WAYS), defaut="NEWTON", dated=(("11.0.28", "POINT_FIXE"),)),
            RESI_FROT=SIMP("f", typ="R", val_min=0.0, defaut=1e-4),
            b_friction=BLOC(
                equal("ALGO_RESO_FROT", "POINT_FIXE"), ITER_FROT_MAXI=SIMP("f", typ="I", val_min=1, defaut=10, dated=(("10.3.2", 2),))
            ),
            ZONE=zone(True),
        ),
    )


def read_loops(args, renewal: Renewal) -> Loops:
    """How contact, friction and geometry are settled."""
    contact, geometry = WAYS[args.ALGO_RESO_CONT], WAYS[args.ALGO_RESO_GEOM]
    if geometry == "newton" and contact != "newton":
        raise args.wrong("ALGO_RESO_GEOM", "the geometry follows the iterations only where ALGO_RESO_CONT='NEWTON'")
    most = 30
    if contact == "fixed":
        most = args.ITER_CONT_MAXI if args.ITER_CONT_TYPE == "MAXI" else 0
    frictional = args.FROTTEMENT == "COULOMB"
    friction = WAYS[args.ALGO_RESO_FROT] if frictional else "fixed"
    given = dict(contact=contact, contact_most=most, friction=friction, geometry=geometry, renewal=renewal, calm=args.CONT_STAT_ELAS)
    if args.RESI_CONT > 0.0:
        given["contact_tolerance"] = args.RESI_CONT
    if contact == "fixed" and not most:
        given["per_point"] = args.ITER_CONT_MULT
    if frictional:
        given["friction_tolerance"] = args.RESI_FROT
        if friction == "fixed":
            given["friction_most"] = args.ITER_FROT_MAXI
    if geometry == "newton":
        given["geometry_tolerance"] = args.RESI_GEOM
    return Loops(**given)


def _adapts(zone, follows: bool) -> frozenset[str]:
    """What ADAPTATION lets change in the iterations, as code_aster's table has it (cazocc); `follows`: friction does so by Newton's."""
    if zone.ADAPTATION == "NON":
        return frozenset()
    cycles, adaptive = zone.ADAPTATION in ("CYCLAGE", "TOUT"), zone.ADAPTATION in ADAPTIVE
    penalised = zone.ALGO_CONT == "PENALISATION"
    rubs_softly = follows and not penalised and zone.ALGO_FROT == "PENALISATION"
    if rubs_softly and zone.ADAPTATION == "TOUT":
        return frozenset()
    found = {
        "cycles": cycles or (rubs_softly and adaptive),
        "friction": follows and adaptive and not rubs_softly and not (cycles and penalised),
        "estimate": adaptive and (penalised or follows),
        "depth": adaptive and (penalised or rubs_softly),
    }
    return frozenset(name for name, true in found.items() if true)


def read_law(zone, mesh, cells, frictional: bool, follows: bool) -> ContinuousLaw:
    """The law of one occurrence of ZONE, whose two sides are `cells`; `follows`: the limit of friction does so by Newton's iterations."""
    adaptive = zone.ADAPTATION in ADAPTIVE
    penalised = zone.ALGO_CONT == "PENALISATION"
    edge = shortest_edge(mesh, cells)
    law = dict(
        penalised=penalised,
        stiffness=zone.COEF_PENA_CONT if penalised else zone.COEF_CONT,
        starts=STARTS[zone.CONTACT_INIT],
        reach=REACH * zone.get("DIST_MAXI", edge),
        bilateral=zone.GLISSIERE == "OUI",
        adapts=_adapts(zone, follows),
    )
    if adaptive and law["penalised"]:
        law["stiffness"] = FIRST_PENALTY
        law["depth"] = zone.get("PENE_MAXI")
    if frictional:
        penalised = zone.ALGO_FROT == "PENALISATION"
        free = look_up(zone, "SANS_GROUP_NO_FR", mesh.node_group)
        direction = np.array(zone.get("DIRE_EXCL_FROT", (0.0, 0.0, 0.0)), float)
        if "DIRE_EXCL_FROT" in zone and not direction.any():
            raise zone.wrong("DIRE_EXCL_FROT", "this direction vanishes")
        law |= dict(
            friction=zone.COULOMB,
            friction_penalised=penalised,
            friction_stiffness=zone.COEF_PENA_FROT if penalised else zone.COEF_FROT,
            slip=zone.get("GLIS_MAXI", 0.0),
            threshold=zone.get("SEUIL_INIT"),
            free_nodes=np.unique(np.concatenate(free)) if free else np.empty(0, int),
            free_direction=direction / np.linalg.norm(direction) if direction.any() else None,
            large_slip=_slips_far(zone, mesh),
        )
    _check_places(zone, frictional)
    return ContinuousLaw(**law)


def _slips_far(zone, mesh) -> bool:
    """GRAND_GLIS; refused where curved master cells would weigh on the friction of points that keep a gap, or where it has no direction."""
    if zone.GRAND_GLIS == "NON":
        return False
    if zone.ALGO_FROT != "STANDARD":
        raise zone.wrong("GRAND_GLIS", "a friction that is penalised has no direction once the slip is forgotten")
    if mesh.dimension == 3 and (zone.ALGO_CONT != "STANDARD" or zone.INTEGRATION != "AUTO"):
        raise zone.wrong("GRAND_GLIS", "in space only with ALGO_CONT='STANDARD' and INTEGRATION='AUTO', where gaps vanish")
    return True


def _check_places(zone, frictional):
    """Nodes and their normals are only meant where the points stand on nodes."""
    if zone.INTEGRATION == "AUTO":
        return
    for word in ("SANS_GROUP_NO", "SANS_GROUP_MA", *(("SANS_GROUP_NO_FR",) if frictional else ())):
        if word in zone:
            raise zone.wrong(word, f"nodes are left out only with INTEGRATION='AUTO', here {zone.INTEGRATION}")
    if zone.NORMALE != "MAIT":
        raise zone.wrong("NORMALE", f"normals of the slave side are only known at nodes, INTEGRATION='AUTO', here {zone.INTEGRATION}")


def read_rule(zone) -> tuple[str, int]:
    """INTEGRATION, in the words of fe.contact_points."""
    return RULES[zone.INTEGRATION], zone.get("ORDRE_INT", 0)


def make_contact(definition, model, zones, coordinates, table, plays, solved) -> Continuous:
    """The contact of the zones `solved` of a definition."""
    chosen = [definition.zones[i] for i in solved]
    geometry = ContinuousGeometry([zones[i] for i in solved], coordinates, table, definition.loops.renewal, [plays[i] for i in solved])
    axis = any(isinstance(getattr(group.element, "continuum", None), Axisymmetric) for group in model.groups)
    geometry.set_points([SlavePoints.of(zones[i], coordinates, *zone.rule, axis) for i, zone in zip(solved, chosen)])
    return Continuous(geometry, [zone.law for zone in chosen], definition.loops)
