"""DEFI_CONT: surfaces that may touch, paired surface with surface, for MECA_NON_LINE (u4.44.12, r5.03.55)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import MORTARS
from pyaster_lite.commands._contact_mortar import NO_BODY, bodies_behind
from pyaster_lite.commands._contact_surfaces import contact_side
from pyaster_lite.concepts.contact import SurfaceDefinition, SurfaceZone
from pyaster_lite.contact.mortar._law import Friction

STARTS = {"OUI": "closed", "INTERPENETRE": "penetrating", "NON": "open"}
FRICTIONS = {"SANS": "none", "ADHERENT": "stuck", "TRESCA": "given", "COULOMB": "coulomb"}
DEFAULT_COEFFICIENT = 100.0
SHARED, NO_MOTION = "CONTACT1_1", "CONTACT1_2"
"""How code_aster's messages call nodes on two sides, and models of something else."""


def _lagrangian():
    return BLOC(
        equal("ALGO_CONT", "LAGRANGIEN"),
        VARIANTE=SIMP("f", into=("CLASSIQUE", "ROBUSTE"), defaut="ROBUSTE"),
        TYPE_MATR_TANG=SIMP("f", into=("PERTURBATION", "ANALYTIQUE"), advisory=True),
        SANS_GROUP_MA=SIMP("f", typ="grma", max="**"),
        SANS_GROUP_NO=SIMP("f", typ="grno", max="**"),
        b_lagrangian_rubs=BLOC(
            equal("FROTTEMENT", "OUI"),
            ALGO_FROT=SIMP("f", into=("LAGRANGIEN",), defaut="LAGRANGIEN", advisory=True),
            COEF_FROT=SIMP("f", typ="R", defaut=DEFAULT_COEFFICIENT, val_min=0.0),
        ),
    )


def _other(word, more=()):
    own = {f"b_{word.lower()}_rubs": BLOC(equal("FROTTEMENT", "OUI"), ALGO_FROT=SIMP("f", into=(word,), defaut=word, advisory=True))}
    return BLOC(equal("ALGO_CONT", word), **dict(more), **own)


ZONE = FACT(
    "o",
    max="**",
    LISSAGE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
    VERI_NORM=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
    ALGO_CONT=SIMP("f", into=("LAGRANGIEN", "NITSCHE", "PENALISATION"), defaut="LAGRANGIEN"),
    b_lagrangian=_lagrangian(),
    b_penalised=_other("PENALISATION", [("TYPE_MATR_TANG", SIMP("f", into=("PERTURBATION", "ANALYTIQUE"), advisory=True))]),
    b_nitsche=_other(
        "NITSCHE",
        [
            ("SYME", SIMP("f", into=("OUI", "NON"), defaut="OUI")),
            ("b_unsymmetric", BLOC(equal("SYME", "NON"), VARIANTE=SIMP("f", into=("RAPIDE", "ROBUSTE"), defaut="ROBUSTE"))),
        ],
    ),
    TYPE_CONT=SIMP("f", into=("UNILATERAL", "BILATERAL"), defaut="UNILATERAL"),
    COEF_CONT=SIMP("f", typ="R", defaut=DEFAULT_COEFFICIENT, val_min=0.0),
    APPARIEMENT=SIMP("f", into=("MORTAR",), defaut="MORTAR", advisory=True),
    COEF_MULT_APPA=SIMP("f", typ="R", defaut=-1.0),
    GROUP_MA_MAIT=SIMP("o", typ="grma"),
    GROUP_MA_ESCL=SIMP("o", typ="grma"),
    CONTACT_INIT=SIMP("f", into=tuple(STARTS), defaut="INTERPENETRE"),
    DIST_SUPP=SIMP("f", typ=("fonction_sdaster", "nappe_sdaster", "formule")),
    CARA_ELEM=SIMP("f", typ="cara_elem"),
    b_thickness=BLOC(
        present("CARA_ELEM"),
        DIST_POUTRE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        DIST_COQUE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
    ),
    FROTTEMENT=SIMP("f", into=("NON", "OUI"), defaut="NON"),
    b_friction=BLOC(
        equal("FROTTEMENT", "OUI"),
        TYPE_FROT=SIMP("f", into=tuple(FRICTIONS), defaut="SANS"),
        b_tresca=BLOC(equal("TYPE_FROT", "TRESCA") & present("TYPE_FROT"), TRESCA=SIMP("o", typ="R")),
        b_coulomb=BLOC(equal("TYPE_FROT", "COULOMB") & present("TYPE_FROT"), COULOMB=SIMP("o", typ="R")),
    ),
)


@operator(
    "DEFI_CONT",
    produces="char_cont",
    early=True,
    keywords=dict(MODELE=SIMP("o", typ="modele_sdaster"), INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True), ZONE=ZONE),
)
def defi_cont(args, context):
    """The zones, checked against the mesh."""
    model = args.MODELE
    if model.phenomenon != "MECANIQUE":
        raise args.wrong(
            "MODELE", f"contact is between bodies that move, {model.name} is a model of {model.phenomenon}", known_as=NO_MOTION
        )
    zones = [_zone(occurrence, model, args.INFO) for occurrence in args.ZONE]
    seen = np.empty(0, int)
    for occurrence, zone in zip(args.ZONE, zones):
        nodes = model.mesh.nodes_of_cells(zone.slaves)
        twice = np.intersect1d(nodes, seen)
        if len(twice):
            message = f"node {model.mesh.node_names[twice[0]]} is on the slave side of another zone already"
            raise occurrence.wrong("GROUP_MA_ESCL", message, known_as=SHARED)
        seen = np.union1d(seen, nodes)
    return SurfaceDefinition(model, zones, args.INFO)


def _zone(occurrence, model, level):
    mesh = model.mesh
    verify = occurrence.VERI_NORM == "OUI"
    dimension = mesh.dimension
    masters, slaves = (contact_side(occurrence, side, model, verify, dimension=dimension) for side in ("MAIT", "ESCL"))
    excluded = look_up(occurrence, "SANS_GROUP_MA", mesh.cell_group)
    for nodes in look_up(occurrence, "SANS_GROUP_NO", mesh.node_group):
        excluded.append(np.array([cell for cell in slaves if np.isin(mesh.cell_nodes(cell), nodes).any()], int))
    if excluded:
        slaves = slaves[~np.isin(slaves, np.concatenate(excluded))]
        if not len(slaves):
            raise occurrence.wrong("GROUP_MA_ESCL", "no slave cell is left in this zone")
    both = np.intersect1d(mesh.nodes_of_cells(slaves), mesh.nodes_of_cells(masters))
    if len(both):
        raise occurrence.wrong("GROUP_MA_ESCL", f"node {mesh.node_names[both[0]]} is on the master and on the slave side", known_as=SHARED)
    if occurrence.ALGO_CONT == "NITSCHE" and (bodies_behind(mesh, slaves) < 0).any():
        message = "Nitsche's method asks for one cell behind each slave cell"
        raise occurrence.wrong("GROUP_MA_ESCL", message, known_as=NO_BODY)
    said = _said(occurrence) | {"INFO": level}
    return SurfaceZone(model, masters, slaves, _law(occurrence, dimension), occurrence.COEF_MULT_APPA, said)


def _law(occurrence, dimension):
    """What acts between the surfaces; None for what can be defined but not solved yet: added gaps, smooth normals, Nitsche's friction."""
    word = occurrence.VARIANTE if occurrence.ALGO_CONT == "LAGRANGIEN" else occurrence.ALGO_CONT
    rubs = occurrence.FROTTEMENT == "OUI"
    clings = rubs and occurrence.TYPE_FROT != "SANS"
    if occurrence.LISSAGE == "OUI" or "DIST_SUPP" in occurrence or "CARA_ELEM" in occurrence or (word == "NITSCHE" and clings):
        return None
    given = dict(starts=STARTS[occurrence.CONTACT_INIT], bilateral=occurrence.TYPE_CONT == "BILATERAL", components=dimension if rubs else 1)
    if rubs:
        kind = occurrence.TYPE_FROT
        given["friction"] = Friction(FRICTIONS[kind], occurrence[kind] if kind in ("TRESCA", "COULOMB") else 0.0)
        given["friction_coefficient"] = occurrence.get("COEF_FROT", DEFAULT_COEFFICIENT)
    if word in ("PENALISATION", "NITSCHE"):
        given["components"] = 0
    return MORTARS[word](occurrence.COEF_CONT, **given)


def _said(occurrence):
    """What the Python of decks may ask of a zone."""
    said = {word: occurrence.get(word) for word in ("ALGO_CONT", "VARIANTE", "SYME", "TYPE_CONT", "COEF_CONT", "CONTACT_INIT", "LISSAGE")}
    said |= {word: occurrence.get(word) for word in ("COEF_MULT_APPA", "DIST_SUPP", "CARA_ELEM", "DIST_POUTRE", "DIST_COQUE")}
    said |= {word: occurrence.get(word) for word in ("VERI_NORM", "FROTTEMENT", "TYPE_FROT", "TRESCA", "COULOMB", "COEF_FROT")}
    return said | {"GROUP_MA_MAIT": occurrence.GROUP_MA_MAIT, "GROUP_MA_ESCL": occurrence.GROUP_MA_ESCL}
