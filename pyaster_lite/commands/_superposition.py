"""Fields on physical unknowns as sums of the vectors of a basis, at the instants or frequencies that a deck asks for."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import nodes_of
from pyaster_lite.commands._storage_selection import select
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.field_methods import superposition
from pyaster_lite.concepts.result import Result

FIELDS = ("DEPL", "VITE", "ACCE", "ACCE_ABSOLU")
DERIVED = ("EFGE_ELNO", "SIPO_ELNO", "SIGM_ELNO", "FORC_NODA")
"""Fields that are linear in the displacements, summed as they were computed on the vectors of the basis."""


class Superposition:
    """What turns generalised coordinates into fields at nodes: `shapes` (size, n) on the unknowns `dofs` of a mesh.

    basis  what the shapes are of, if known: its materials and characteristics, or those of its stiffness, go with the fields
    """

    def __init__(self, args, dofs, mesh, model, shapes, basis=None):
        self.dofs, self.mesh, self.model, self.shapes = dofs, mesh, model, shapes
        self.args, self.basis = args, basis
        self._sums = {}
        origin = getattr(getattr(basis, "stiffness", None), "origin", None)
        self.made_of = [getattr(basis, word, None) or getattr(origin, word, None) for word in ("material_field", "characteristics")]
        self.hidden = None
        if any(word in args for word in ("GROUP_NO", "NOEUD", "GROUP_MA")):
            self.hidden = np.ones(mesh.n_nodes, bool)
            self.hidden[nodes_of(args, mesh)] = False

    def field(self, coordinates, more=None):
        """The field of generalised coordinates (n,), plus a vector on the unknowns."""
        vector = self.shapes @ coordinates
        if more is not None:
            vector = vector + more
        values = self.dofs.at_nodes(vector)
        if self.hidden is not None:
            values[self.hidden] = np.nan
        return NodeField(self.mesh, "DEPL_C" if np.iscomplexobj(vector) else "DEPL_R", self.dofs.components, values)

    def derived(self, name):
        """What turns generalised coordinates (n,) into the field of that name, from those of the vectors of the basis."""
        if name not in self._sums:
            basis, count = self.basis, self.shapes.shape[1]
            if basis is None or basis.basis is not None or self.hidden is not None:
                raise self.args.not_yet("NOM_CHAM", f"{name} is summed from the vectors of one basis only, everywhere")
            orders = basis.orders[:count]
            lost = [order for order in orders if not basis.has_field(name, order)]
            if lost:
                raise self.args.wrong(
                    "NOM_CHAM", f"{basis.name} holds no {name} at its storage order {lost[0]}: compute it with CALC_CHAMP"
                )
            self._sums[name] = superposition([basis.field(name, order) for order in orders])
        return self._sums[name]


def restored_transient(args, source, turn: Superposition, beyond=lambda name: None) -> Result:
    """A transient in generalised coordinates as dyna_trans; `beyond(field)` is what to add, a function of time, or None."""
    chosen = select(args, source.name, source.orders, {"INST": source.times}, args.INTERPOL == "LIN")
    times = chosen.abscissas if chosen.abscissas is not None else source.times[chosen.first]
    result = Result("dyna_trans", turn.mesh, turn.model, *turn.made_of)
    names = _names(args, FIELDS[:3] if args.get("ACCE_MONO_APPUI") is None else FIELDS)
    series = {name: chosen.of(source.of("DEPL" if name in DERIVED else name.removesuffix("_ABSOLU"))) for name in names}
    added = {name: beyond(name) for name in names}
    # as in code_aster, orders count from 0 when the first one of the generalised result is kept as it is
    begin = 0 if args.INTERPOL != "LIN" and len(chosen.first) and chosen.first[0] == 0 else 1
    for i, t in enumerate(times):
        makers = {name: _maker(turn, name, series[name][i], added[name], float(t)) for name in names}
        result.store(begin + i, {"INST": float(t)}, makers)
    return result


def restored_harmonic(args, source, turn: Superposition) -> Result:
    """A harmonic response in generalised coordinates as dyna_harmo."""
    for item, name in enumerate(args.NOM_CHAM or ()):
        if name in DERIVED:
            raise args.not_yet("NOM_CHAM", f"{name} of a harmonic response is not there yet", item=item)
    chosen = select(args, source.name, source.orders, {"FREQ": source.frequencies}, args.INTERPOL == "LIN")
    result = Result("dyna_harmo", turn.mesh, turn.model, *turn.made_of)
    frequencies = chosen.abscissas if chosen.abscissas is not None else source.frequencies[chosen.first]
    names = _names(args, FIELDS[:3])
    series = {name: chosen.of(source.of(name)) for name in names}
    for i, f in enumerate(frequencies):
        result.store(i + 1, {"FREQ": float(f)}, {name: _maker(turn, name, series[name][i], None, 0.0) for name in names})
    return result


def _maker(turn, name, coordinates, beyond, t):
    if name in DERIVED:
        summed = turn.derived(name)
        return lambda: summed(coordinates)
    return lambda: turn.field(coordinates, None if beyond is None else beyond(t))


def _names(args, available):
    if args.TOUT_CHAM == "OUI":
        return list(available)
    return list(args.NOM_CHAM)
