"""ALGO_CONT='LAC' of DEFI_CONTACT: patches that each carry one pressure, paired surface with surface (u4.44.11, r5.03.50)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.registry import CONTACTS
from pyaster_lite.commands._contact_surfaces import contact_side, shortest_edge
from pyaster_lite.concepts.contact import PatchDefinition, PatchZone
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.mesh_pairing import make_skin
from pyaster_lite.contact.lac import REACH, PatchGeometry, PatchLaw
from pyaster_lite.fe.kinematics import Axisymmetric
from pyaster_lite.fe.mortar_patches import Patchwork

LAC = "LAC"
COMPONENTS = ("PRES", "JEU", "CONT", "COEFSURF", "PRESCOOR")
"""The components of CONT_ELEM."""
UNPAIRED = -1.0
"""The gap and the status of a patch that faces nothing."""


def lac_words(starts) -> BLOC:
    """What ZONE may say of the patches; `starts` are the values of CONTACT_INIT."""
    return BLOC(
        equal("ALGO_CONT", LAC),
        APPARIEMENT=SIMP("f", into=("MORTAR",), defaut="MORTAR", advisory=True),
        TYPE_APPA=SIMP("f", into=("ROBUSTE", "RAPIDE"), defaut="RAPIDE", advisory=True),
        RESI_APPA=SIMP("f", typ="R", defaut=1e-8),
        TYPE_JACOBIEN=SIMP("f", into=("INITIAL", "ACTUALISE"), defaut="INITIAL"),
        INTEGRATION=SIMP("f", into=("AUTO",), defaut="AUTO", advisory=True),
        GROUP_MA_MAIT=SIMP("o", typ="grma"),
        GROUP_MA_ESCL=SIMP("o", typ="grma"),
        CONTACT_INIT=SIMP("f", into=tuple(starts), defaut="INTERPENETRE"),
        b_lac_penetrating=BLOC(equal("CONTACT_INIT", "INTERPENETRE"), DIST_MAXI=SIMP("f", typ="R", advisory=True)),
    )


def patch_definition(args, model, starts) -> PatchDefinition:
    """The zones of an ALGO_CONT='LAC', checked against the mesh and its patches."""
    if args.FROTTEMENT == "COULOMB":
        raise args.wrong("FROTTEMENT", "patches do not rub: ALGO_CONT='LAC' goes with FROTTEMENT='SANS'")
    for word in ("ALGO_RESO_GEOM", "ALGO_RESO_CONT"):
        if args[word] != "NEWTON":
            raise args.wrong(word, f"ALGO_CONT='LAC' goes with {word}='NEWTON'")
    args.mark_read("STOP_INTERP", "RESI_CONT")
    patches = model.mesh.patches
    zones = []
    for occurrence in args.ZONE:
        if occurrence.ALGO_CONT != LAC:
            raise occurrence.not_yet("ALGO_CONT", "zones of patches and zones of another kind side by side are not there yet")
        masters, slaves = (contact_side(occurrence, side, model, args.VERI_NORM == "OUI") for side in ("MAIT", "ESCL"))
        if patches is None or (patches.of_cell[slaves] < 0).any():
            text = f"{occurrence.GROUP_MA_ESCL} is not cut into patches"
            raise occurrence.wrong("GROUP_MA_ESCL", text, help="CREA_MAILLAGE/DECOUPE_LAC cuts it")
        law = PatchLaw(starts[occurrence.CONTACT_INIT], REACH * shortest_edge(model.mesh, (*masters, *slaves)))
        follows = occurrence.TYPE_JACOBIEN == "ACTUALISE"
        zones.append(PatchZone(masters, slaves, law, args.LISSAGE == "OUI", follows, occurrence.RESI_APPA))
    return PatchDefinition(model, LAC, zones, args.CONT_STAT_ELAS, args.RESI_GEOM)


class ModelPatches:
    """The patches of a model, as an evolution asks for its contact."""

    field_word = "CONT_ELEM"

    def __init__(self, definition: PatchDefinition, model):
        self.mesh = mesh = model.mesh
        names = ("DX", "DY", "DZ")[: model.dimension]
        table = np.full((mesh.n_nodes, 3), -1)
        table[:, : len(names)] = np.stack([model.dofs.index(np.arange(mesh.n_nodes), name) for name in names], axis=1)
        axis = any(isinstance(getattr(group.element, "continuum", None), Axisymmetric) for group in model.groups)
        self._cells, zones, owner, self._ranks, first = [], [], [], [], 0
        for index, zone in enumerate(definition.zones):
            ranks, own = np.unique(mesh.patches.of_cell[zone.slaves], return_inverse=True)
            self._cells.append(zone.slaves)
            self._ranks.append(ranks)
            sides = (make_skin(mesh, cells, model.dimension) for cells in (zone.slaves, zone.masters))
            zones.append(Patchwork(*sides, own + first, axis, zone.follows, zone.smooth, zone.tolerance))
            owner += [index] * len(ranks)
            first += len(ranks)
        geometry = PatchGeometry(zones, mesh.coordinates.copy(), table, np.array(owner))
        laws = [zone.law for zone in definition.zones]
        self.solved = CONTACTS[definition.algorithm](geometry, laws, definition.calm, definition.tolerance)

    def check(self, state, warn):
        """Every zone is solved: there is nothing to look at."""

    def multipliers(self):
        """The pressures, at the nodes that carry them."""
        table = np.full((self.mesh.n_nodes, 1), np.nan)
        nodes = self.mesh.patches.nodes[np.concatenate(self._ranks)]
        held = nodes >= 0
        table[nodes[held], 0] = np.broadcast_to(self.solved.pressures[:, None], nodes.shape)[held]
        return ("LAGS_C",), table

    def field(self, state, dt):
        """CONT_ELEM of a balanced state, as a function that makes it."""
        solved = self.solved
        faces = np.isfinite(solved.gaps)
        status = np.where(faces, solved.closed, UNPAIRED)
        gaps = np.where(faces, solved.gaps, UNPAIRED)
        values = np.stack([solved.pressures, gaps, status, solved.covered, solved.covered * solved.pressures], axis=1)
        cells = np.concatenate(self._cells)
        own = np.concatenate([zone.patch for zone in solved.geometry.zones])

        def make():
            order = np.argsort(cells)
            return ElementField(self.mesh, "CLAC_R", "ELEM", [ElementBlock(cells[order], values[own[order]][:, None], COMPONENTS)])

        return make
