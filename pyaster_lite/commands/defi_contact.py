"""DEFI_CONTACT: surfaces that may touch, without or with Coulomb friction (u4.44.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import CONTACTS
from pyaster_lite.commands._contact_continue import STARTS, continue_words, continue_zone, read_law, read_loops, read_rule
from pyaster_lite.commands._contact_lac import LAC, patch_definition
from pyaster_lite.commands._contact_old import OLD_CONTACT
from pyaster_lite.commands._contact_surfaces import bare_middles, check_sharing, contact_side, thickness_of, tied_middles
from pyaster_lite.commands._contact_unil import unilateral_definition, unilateral_words
from pyaster_lite.concepts.contact import ContactDefinition, ContactZone
from pyaster_lite.fe.contact_geometry import Renewal

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")
FORMULATIONS = (*sorted({CONTACTS[word].formulation for word in CONTACTS}), "LIAISON_UNIL")
ALGORITHMS = {word: CONTACTS[word] for word in CONTACTS if CONTACTS[word].formulation == "DISCRETE"}
GENERAL = {word: own for member in ALGORITHMS.values() for word, own in getattr(member, "general_keywords", {}).items()}
"""Words of one algorithm that hold for all zones."""
NORMALS = {"MAIT": "master", "ESCL": "slave", "MAIT_ESCL": "both"}
AXES = {"FIXE": "fixed", "VECT_Y": "across"}
"""What a given direction is to a side: its normal, or its second tangent."""


def _pairing(*ways):
    """The words of ZONE that say what is paired with what, and how: those of all formulations."""
    return dict(
        APPARIEMENT=SIMP("f", into=ways, defaut="MAIT_ESCL"),
        GROUP_MA_MAIT=SIMP("o", typ="grma"),
        GROUP_MA_ESCL=SIMP("o", typ="grma"),
        NORMALE=SIMP("f", into=tuple(NORMALS), defaut="MAIT"),
        VECT_MAIT=SIMP("f", into=("AUTO", *AXES), defaut="AUTO"),
        b_mait_fixe=BLOC(equal("VECT_MAIT", "FIXE"), MAIT_FIXE=SIMP("o", typ="R", min=3, max=3)),
        b_mait_vect_y=BLOC(equal("VECT_MAIT", "VECT_Y"), MAIT_VECT_Y=SIMP("o", typ="R", min=3, max=3)),
        VECT_ESCL=SIMP("f", into=("AUTO", *AXES), defaut="AUTO"),
        b_escl_fixe=BLOC(equal("VECT_ESCL", "FIXE"), ESCL_FIXE=SIMP("o", typ="R", min=3, max=3)),
        b_escl_vect_y=BLOC(equal("VECT_ESCL", "VECT_Y"), ESCL_VECT_Y=SIMP("o", typ="R", min=3, max=3)),
        TYPE_PROJECTION=SIMP("f", into=("ORTHOGONALE", "FIXE"), defaut="ORTHOGONALE"),
        b_appa_fixe=BLOC(equal("TYPE_PROJECTION", "FIXE"), DIRE_APPA=SIMP("o", typ="R", min=3, max=3)),
        DIST_POUTRE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        DIST_COQUE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        b_dist_stru=BLOC(equal("DIST_POUTRE", "OUI") | equal("DIST_COQUE", "OUI"), CARA_ELEM=SIMP("o", typ="cara_elem")),
        DIST_MAIT=SIMP("f", typ=FUNCTION),
        DIST_ESCL=SIMP("f", typ=FUNCTION),
        DIST_APPA=SIMP("f", typ="R", defaut=-1.0),
        TOLE_PROJ_EXT=SIMP("f", typ="R", defaut=0.5),
        SANS_GROUP_NO=SIMP("f", typ="grno", max="**"),
        SANS_GROUP_MA=SIMP("f", typ="grma", max="**"),
        RESOLUTION=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        b_verif=BLOC(equal("RESOLUTION", "NON"), TOLE_INTERP=SIMP("f", typ="R", val_min=0.0, defaut=0.0)),
    )


def _zone(frictional):
    """ZONE of the discrete formulation; every algorithm of contact/ brings its own words."""
    algorithms = {word: a for word, a in ALGORITHMS.items() if frictional in a.frictions}
    words = {word: a.keywords | (a.friction_keywords if frictional else {}) for word, a in algorithms.items()}
    return FACT(
        "o",
        max="**",
        **_pairing("NODAL", "MAIT_ESCL"),
        ALGO_CONT=SIMP("o", into=tuple(words)) if frictional else SIMP("f", into=tuple(words), defaut="CONTRAINTE"),
        **{f"b_{word.lower()}": BLOC(equal("ALGO_CONT", word), **own) for word, own in words.items()},
    )


@operator(
    "DEFI_CONTACT",
    produces="char_contact",
    legacy=OLD_CONTACT,
    early=True,
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        INFO=SIMP("f", typ="I", into=(1, 2), advisory=True),
        FORMULATION=SIMP("f", into=FORMULATIONS, defaut="DISCRETE"),
        FROTTEMENT=SIMP("f", into=("COULOMB", "SANS"), defaut="SANS"),
        STOP_INTERP=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        LISSAGE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        VERI_NORM=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        b_discrete=BLOC(
            equal("FORMULATION", "DISCRETE"),
            ALGO_RESO_GEOM=SIMP("f", into=("POINT_FIXE",), defaut="POINT_FIXE"),
            REAC_GEOM=SIMP("f", into=("AUTOMATIQUE", "CONTROLE", "SANS"), defaut="AUTOMATIQUE"),
            b_automatique=BLOC(
                equal("REAC_GEOM", "AUTOMATIQUE"),
                ITER_GEOM_MAXI=SIMP("f", typ="I", val_min=1, defaut=10, dated=(("10.3.2", 5),)),
                RESI_GEOM=SIMP("f", typ="R", val_min=0.0, defaut=0.01, dated=(("10.3.2", 0.05),)),
            ),
            b_controle=BLOC(equal("REAC_GEOM", "CONTROLE"), NB_ITER_GEOM=SIMP("f", typ="I", val_min=1, defaut=2)),
            STOP_SINGULIER=SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True),
            NB_RESOL=SIMP("f", typ="I", val_min=1, defaut=10, advisory=True),
            ITER_CONT_MULT=SIMP("f", typ="I", val_min=1, defaut=4, advisory=True),
            **GENERAL,
            b_sans_frottement=BLOC(equal("FROTTEMENT", "SANS"), ZONE=_zone(False)),
            b_coulomb=BLOC(equal("FROTTEMENT", "COULOMB"), ZONE=_zone(True)),
        ),
        b_unil=BLOC(equal("FORMULATION", "LIAISON_UNIL"), **unilateral_words()),
        b_continue=BLOC(
            equal("FORMULATION", "CONTINUE"), **continue_words(lambda frictional: continue_zone(_pairing("MAIT_ESCL"), frictional))
        ),
    ),
)
def defi_contact(args, context):
    """The zones, checked against the mesh."""
    model = args.MODELE
    if args.FORMULATION == "LIAISON_UNIL":
        return unilateral_definition(args, model)
    args.mark_read("FORMULATION", "ALGO_RESO_GEOM", *GENERAL)
    continuous = args.FORMULATION == "CONTINUE"
    if continuous and any(occurrence.ALGO_CONT == LAC for occurrence in args.ZONE):
        return patch_definition(args, model, STARTS)
    algorithm = "CONTINUE" if continuous else args.ZONE[0].ALGO_CONT
    if model.dimension == 3 and not getattr(CONTACTS[algorithm], "spatial", False):
        raise args.not_yet("MODELE", f"contact between bodies in space is not there yet by {algorithm}: the model must be plane")
    for occurrence in args.ZONE:
        if not continuous and algorithm != occurrence.ALGO_CONT:
            raise occurrence.wrong("ALGO_CONT", f"all zones have the same algorithm, here {algorithm}")
    zones = [_contact_zone(occurrence, model, algorithm, args) for occurrence in args.ZONE]
    if model.dimension == 3:
        _linearise(zones, CONTACTS[algorithm], model.mesh)
    check_sharing(args.ZONE, zones, model.mesh)
    renewal = _renewal(args)
    loops = read_loops(args, renewal) if continuous else None
    return ContactDefinition(model, algorithm, zones, renewal, args.STOP_INTERP == "OUI", loops, tied_middles(zones, model.mesh))


def _linearise(zones, member, mesh):
    """QUAD8 in contact at nodes: their vertices alone pass on forces; exact algorithms tie the middle nodes to them (u4.44.11)."""
    ways = [getattr(member, "quadrangles", lambda law: "whole")(zone.law) for zone in zones if zone.resolved]
    for zone in zones:
        zone.pairing["straight"] = "whole" not in ways and not len(zone.bare)
        zone.linear = bool(ways) and set(ways) == {"tied"} and zone.resolved


def _renewal(args):
    if args.ALGO_RESO_GEOM == "NEWTON":
        return Renewal("once")
    if args.REAC_GEOM == "AUTOMATIQUE":
        return Renewal("automatic", most=args.ITER_GEOM_MAXI, tolerance=args.RESI_GEOM)
    return Renewal("fixed", count=args.NB_ITER_GEOM) if args.REAC_GEOM == "CONTROLE" else Renewal("once")


def _contact_zone(occurrence, model, algorithm, args):
    mesh, member = model.mesh, CONTACTS[algorithm]
    axes = {side: _axis(occurrence, side, model.dimension, args.LISSAGE == "OUI") for side in ("MAIT", "ESCL")}
    masters, slaves = (contact_side(occurrence, side, model, args.VERI_NORM == "OUI", axes) for side in axes)
    excluded = look_up(occurrence, "SANS_GROUP_NO", mesh.node_group)
    excluded += [mesh.nodes_of_cells(cells) for cells in look_up(occurrence, "SANS_GROUP_MA", mesh.cell_group)]
    pairing = dict(
        nodal=occurrence.APPARIEMENT == "NODAL",
        normal=NORMALS[occurrence.NORMALE],
        smooth=args.LISSAGE == "OUI",
        overhang=occurrence.TOLE_PROJ_EXT,
        reach=occurrence.DIST_APPA,
    )
    if model.dimension == 3:
        pairing |= dict(master_axis=axes["MAIT"], slave_axis=axes["ESCL"])
    if occurrence.TYPE_PROJECTION == "FIXE":
        pairing["direction"] = np.array(occurrence.DIRE_APPA[: model.dimension], float)
        if not pairing["direction"].any():
            raise occurrence.wrong("DIRE_APPA", "the direction of projection vanishes" + (" in the plane" if model.dimension == 2 else ""))
    resolved = occurrence.RESOLUTION == "OUI"
    play = tuple(f for f in (occurrence.DIST_MAIT, occurrence.DIST_ESCL) if f is not None)
    frictional, rule = args.FROTTEMENT == "COULOMB", None
    if algorithm == "CONTINUE":
        follows = frictional and args.ALGO_RESO_FROT == "NEWTON"
        law, rule = read_law(occurrence, mesh, (*masters, *slaves), frictional, follows), read_rule(occurrence)
        if occurrence.NORMALE != "MAIT" and "QUAD8" in mesh.cell_type(slaves):
            message = "normals of the slave side are not known at the points of QUAD8, which do not all stand on nodes"
            raise occurrence.wrong("NORMALE", message, help="NORMALE='MAIT', or QUAD9")
    else:
        law = member.law(occurrence, frictional, args)
    tolerance = 0.0 if resolved else occurrence.TOLE_INTERP
    nodes = np.unique(np.concatenate(excluded)) if excluded else np.empty(0, int)
    bare = bare_middles(np.concatenate([masters, slaves]), model)
    if len(bare) and algorithm == "CONTINUE":
        raise occurrence.wrong("GROUP_MA_ESCL", "shells of COQUE_3D touch at nodes only: FORMULATION='DISCRETE'")
    thickness = thickness_of(occurrence, slaves)
    return ContactZone(masters, slaves, nodes, pairing, play, law, resolved, tolerance, rule, bare=bare, thickness=thickness)


def _axis(occurrence, side, dimension, smooth):
    """What is given of one side: None, or (what it is, unit direction).

    In the plane normals stand across the first tangent alone, which a given direction leaves as it is (cfnord): it changes nothing.
    """
    word = f"VECT_{side}"
    if occurrence[word] == "AUTO":
        return None
    if dimension == 2 and occurrence[word] == "VECT_Y":
        raise occurrence.wrong(word, "VECT_Y is there in space only", known_as="CONTACT3_43")
    if side != occurrence.NORMALE:
        raise occurrence.wrong(word, f"a direction of this side is only read with NORMALE='{side}'")
    if smooth or (side == "MAIT" and occurrence.APPARIEMENT == "NODAL"):
        raise occurrence.wrong(word, "a given direction goes neither with LISSAGE='OUI' nor with nodes of the master side")
    given = f"{side}_FIXE" if occurrence[word] == "FIXE" else f"{side}_VECT_Y"
    direction = np.array(occurrence[given], float)
    if not direction.any():
        raise occurrence.wrong(given, "this direction vanishes")
    return None if dimension == 2 else (AXES[occurrence[word]], direction / np.linalg.norm(direction))
