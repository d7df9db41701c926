"""From what DEFI_CONTACT says to the contact that a nonlinear loop drives, and its field CONT_NOEU."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import CONTACTS
from pyaster_lite.commands._contact_continue import make_contact
from pyaster_lite.commands._contact_lac import ModelPatches
from pyaster_lite.commands._contact_mortar import ModelSurfaces
from pyaster_lite.commands._contact_surfaces import paired_zone, play_of, slave_points
from pyaster_lite.commands._contact_unil import ModelConditions
from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.contact import ContactDefinition, PatchDefinition, SurfaceDefinition, UnilateralDefinition
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.fe.contact_geometry import ContactGeometry
from pyaster_lite.fe.errors import ComputationFailed

COMPONENTS = (
    "CONT", "JEU", "RN", "RNX", "RNY", "RNZ", "GLIX", "GLIY", "GLI", "RTAX", "RTAY", "RTAZ", "RTGX", "RTGY", "RTGZ",
    "RX", "RY", "RZ", "R", "HN", "I", "IX", "IY", "IZ", "PT_X", "PT_Y", "PT_Z", "PROJ_X", "PROJ_Y", "PROJ_Z",
)  # fmt: skip
"""The components of CONT_NOEU."""
EPS = np.finfo(float).eps
PENETRATES = 3.0
"""What is told (CONT) of a node that penetrates a zone that is only looked at."""
FACES_NOTHING = (-1.0, np.finfo(float).max)
"""What is told of one that is paired with nothing there: CONT, and the JEU that code_aster holds for none."""
MULTIPLIERS = ("LAGS_C", "LAGS_F1", "LAGS_F2")
"""The components that contact with multipliers adds to DEPL: pressure (N/m2) and shares of the friction's limit."""


def definition_of(args):
    """What CONTACT names, itself or by its DEFINITION; None where it is not given."""
    given = args.get("CONTACT")
    return given if given is None or isinstance(given, Concept) else given.DEFINITION


def contact_of(args, model):
    """What an evolution asks for its contact: that of surfaces, or conditions on unknowns."""
    definition = definition_of(args)
    if isinstance(definition, SurfaceDefinition):
        if any(zone.law is None for zone in definition.zones):
            message = "DIST_SUPP, CARA_ELEM, LISSAGE and Nitsche's friction can be defined but not solved yet"
            raise args.CONTACT.not_yet("DEFINITION", message)
        return ModelSurfaces(args, definition, model)
    kinds = {ContactDefinition: ModelContact, PatchDefinition: ModelPatches, UnilateralDefinition: ModelConditions}
    return kinds[type(definition)](definition, model)


class ModelContact:
    """The contact of a model.

    field_word  what its field is called
    solved      what the loop drives (fe.newton.Contact), None when every zone is only looked at
    watched     [(zone, its slave nodes, allowed penetration, play)] of the zones that are only looked at
    """

    field_word = "CONT_NOEU"

    def __init__(self, definition, model):
        self.definition, self.model = definition, model
        mesh, dofs = model.mesh, model.dofs
        names = ("DX", "DY", "DZ")[: model.dimension]
        table = np.stack([dofs.index(np.arange(mesh.n_nodes), name) for name in names], axis=1)
        self._table, self._coordinates = table, mesh.coordinates[:, : model.dimension].copy()
        zones = [paired_zone(z, mesh, model.dimension) for z in definition.zones]
        plays = [play_of(z, mesh, paired, definition.loops is not None) for z, paired in zip(definition.zones, zones)]
        solved = [i for i, z in enumerate(definition.zones) if z.resolved]
        points = [slave_points(z, mesh) for z in definition.zones]
        self.watched = [(zones[i], points[i], z.tolerance, plays[i]) for i, z in enumerate(definition.zones) if not z.resolved]
        self.solved = None
        if solved and definition.loops is not None:
            self.solved = make_contact(definition, model, zones, self._coordinates, table, plays, solved)
        elif solved:
            geometry = ContactGeometry([zones[i] for i in solved], self._coordinates, table, definition.renewal, [plays[i] for i in solved])
            laws = [definition.zones[i].law for i in solved]
            self.solved = CONTACTS[definition.algorithm](geometry, laws)

        discrete = self.solved is not None and definition.loops is None
        self._points = np.concatenate(points) if discrete and not self.solved.frictional else None
        self._persists, self._told_last = discrete, None
        at_nodes = self.solved is None or (getattr(self.solved.geometry, "node", np.zeros(1)) >= 0).any()
        told = [i for i, zone in enumerate(definition.zones) if at_nodes or not zone.resolved]
        left_out = [np.intersect1d(definition.zones[i].excluded, mesh.nodes_of_cells(definition.zones[i].slaves)) for i in told]
        self._told = np.unique(np.concatenate([np.empty(0, int), *(zones[i].slaves for i in told), *left_out]))

    def multipliers(self):
        """Names and values (n_nodes, k) of the multipliers of the last iterate; none where the algorithm has none."""
        own = None if self.solved is None else getattr(self.solved, "multipliers", None)
        if own is None:
            return (), None
        table = np.full((self.model.mesh.n_nodes, len(own)), np.nan)
        table[self.solved.geometry.nodes] = own.T
        return MULTIPLIERS[: len(own)], table

    def look(self, state):
        """[(zone, its slave nodes, pairs, gaps, allowed)] of the zones that are only looked at, on a balanced state.

        Beside zones that are solved, they are paired when those are: the gaps are those of the last pairing.
        """
        if not self.watched:
            return []
        paired_at = None if self.solved is None else self.solved.geometry.paired_at
        u = state.u if paired_at is None else paired_at
        positions = self._coordinates.copy()
        carried = (self._table >= 0).all(axis=1)
        positions[carried] += u[self._table[carried]]
        found = []
        for zone, nodes, allowed, play in self.watched:
            pairs = zone.pair(positions)
            gaps = pairs.gaps if play is None else pairs.gaps - play(state.time, positions[zone.slaves[pairs.slaves]], pairs.slaves)
            found.append((zone, nodes, pairs, gaps, allowed))
        return found

    def check(self, state, warn):
        """Take a balanced step into account; warn of, or stop on, penetrations in the zones that are only looked at."""
        if hasattr(self.solved, "accumulate"):
            self.solved.accumulate(state.increment, state.previous_dt)
        looked = self.look(state)
        if self._persists:
            self._told_last = self._rows(state, state.previous_dt, looked)
        opened = self.solved.opened() if hasattr(self.solved, "opened") else ()
        if len(opened):
            text = f"{len(opened)} links of GLISSIERE are open by more than ALARME_JEU, at most by {opened.max():.3g}"
            warn(f"at t = {state.time:.6g}: {text}")
        for zone, _, pairs, gaps, allowed in looked:
            deep = np.flatnonzero(gaps < -allowed)
            if not len(deep):
                continue
            worst = deep[gaps[deep].argmin()]
            name = self.model.mesh.node_names[zone.slaves[pairs.slaves[worst]]]
            message = f"at t = {state.time:.6g}: {len(deep)} nodes penetrate, node {name} by {-gaps[worst]:.3g}"
            if self.definition.stops:
                raise ComputationFailed(message, known_as="CONTACT_93")
            warn(message)

    def field(self, state, dt):
        """CONT_NOEU of a balanced state, or of the beginning, as a function that makes it; None where contact is told at no node.

        It is zero at the slave nodes that contact leaves out, and at all of them at the beginning; where zones are only looked at it
        tells what penetrates and what faces nothing (cfmmvs).
        """
        if not len(self._told):
            return None
        begins = state.increment is None
        looked = [] if begins else self.look(state)
        known = self._told_last if self._persists else None if self.solved is None or begins else self._rows(state, dt, looked)

        def make():
            table = np.full((self.model.mesh.n_nodes, len(COMPONENTS)), np.nan)
            table[self._told] = 0.0
            if known is not None:
                nodes, rows = known
                table[nodes] = rows
            for zone, nodes, pairs, gaps, allowed in looked:
                table[nodes] = 0.0
                table[nodes, :2] = FACES_NOTHING
                deep = (gaps <= EPS) & (abs(gaps) > allowed)
                table[zone.slaves[pairs.slaves], :2] = np.stack([np.where(deep, PENETRATES, 0.0), gaps], axis=1)
            return NodeField(self.model.mesh, "INFC_R", COMPONENTS, table)

        return make

    def _rows(self, state, dt, looked):
        """Nodes, and rows (n, 30) at them, of a balanced step; `looked` is what `look` finds there.

        Nodes that discrete contact no longer pairs keep what was told of them last (cfresu). Without friction that contact tells of its
        i-th link that it faces nothing where this holds of its i-th slave node, which need not be the same.
        """
        report = self.solved.report(state.increment)
        rows = _report_rows(report, dt)
        if self._points is not None:
            faced = [zone.slaves[pairs.slaves] for zone, _, pairs, _, _ in looked]
            lost = ~np.isin(self._points, np.concatenate([report.nodes, *faced]))[: len(rows)]
            rows[report.active & lost, 0] = FACES_NOTHING[0]
        if self._told_last is None:
            return report.nodes, rows
        before = ~np.isin(self._told_last[0], report.nodes)
        return tuple(np.concatenate([last[before], now]) for last, now in zip(self._told_last, (report.nodes, rows)))


def _report_rows(report, dt):
    """Values (nl, 30) of the links of a solved contact, dt being the length of the step."""
    values = dict.fromkeys(COMPONENTS, 0.0)
    normal, stuck, sliding = report.normal, report.stuck, report.sliding
    total = normal + stuck + sliding
    size = np.linalg.norm(total, axis=1)
    values |= dict(CONT=report.status, JEU=report.gaps, RN=np.linalg.norm(normal, axis=1), R=size, I=size * dt)
    slips = report.slip if report.slip.ndim > 1 else report.slip[:, None]
    values |= dict(zip(("GLIX", "GLIY"), slips.T)) | dict(GLI=np.linalg.norm(slips, axis=1))
    for word, vectors in (("RN", normal), ("RTA", stuck), ("RTG", sliding), ("R", total), ("I", total * dt)):
        values |= {f"{word}{axis}": along for axis, along in zip("XYZ", vectors.T)}
    if report.impulses is not None:
        values |= dict(zip(("I", "IX", "IY", "IZ"), report.impulses.T))
    values |= {f"PROJ_{axis}": along for axis, along in zip("XYZ", report.projections.T)}
    return np.stack([np.broadcast_to(values[name], len(report.nodes)) for name in COMPONENTS], axis=1)
