"""Fields of a result made from others of the same storage order, by the open list of options."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS, OPTIONS
from pyaster_lite.commands._harmonics import cells_in_harmonic
from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.commands._reactions import excitations, factor_at, intensity
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.field_places import ManyLayers, moved
from pyaster_lite.concepts.field_skins import on_skin
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.options._option import Given

_MOTION = {"MECANIQUE": {"u": "DEPL", "v": "VITE", "a": "ACCE"}, "THERMIQUE": {"u": "TEMP"}, "ACOUSTIQUE": {"u": "PRES"}}
"""The fields of the unknowns of each phenomenon, by their role."""
_KEPT = 3
"""Storage orders whose intermediate fields are remembered."""
ALONG_BEAMS = ("FORCE_POUTRE", "PESANTEUR")
"""The loads that forces at the ends of beams are told without: no others, as in code_aster (mechpo); the first alone, of beams whose weight
stays in them (see `less_weight`)."""

GROUPS = (
    "SOUS_POINT",
    "CONTRAINTE",
    "DEFORMATION",
    "ENERGIE",
    "CRITERES",
    "VARI_INTERNE",
    "PROPRIETES",
    "THERMIQUE",
    "SECHAGE",
    "ACOUSTIQUE",
    "HYDRAULIQUE",
    "FORCE",
)
"""The words of CALC_CHAMP for the families of fields."""


class Derivation:
    """Makes fields of `result` on the cells of a model.

    args    the command, for what is said to the user
    data    ElementData of the model's groups
    cells   the cells that are asked for, None for all
    orders  the storage orders that fields are made at, None for all: what adds up from one to the next starts anew after one that is
            neither among them nor has the field, as in code_aster (cclpci)
    """

    def __init__(self, args, result, model, data, cells=None, orders=None):
        self.args, self.result, self.model, self.data = args, result, model, data
        self.cells, self.orders = cells, orders
        self.rows = None if cells is None else dict(model.rows(cells))
        self.nonlinear = result.kind == "evol_noli"
        self.lumped = getattr(getattr(result, "mass", None), "option", "") == "MASS_MECA_DIAG"
        self.loads = excitations(args) or list(getattr(result, "excitations", ()))
        self._made: dict[int, dict[str, object]] = {}
        self._motion: dict[int, dict[str, np.ndarray | None]] = {}
        self._chosen: dict[int, object] = {}

    def field(self, word: str, order: int, anew: bool = False):
        """The field of that name at a storage order: the stored one, else (or `anew`) one that is made."""
        made = self._made.setdefault(order, {})
        if word in made:
            return made[word]
        stored = self.result.has_field(word, order)
        if stored and (not anew or self._followed(word)):
            return self.result.field(word, order)
        option = OPTIONS.get(word)
        if option is None or self._followed(word):
            raise self.args.wrong("RESULTAT", f"{self.result.name} has no field {word} at its storage order {order}, which is needed")
        made[word] = self._make(word, option, order)
        for old in [o for o in self._made if o not in sorted(self._made)[-_KEPT:] and o != order]:
            del self._made[old]
            self._motion.pop(old, None)
        return made[word]

    def vector(self, name: str, order: int) -> np.ndarray | None:
        """(n,) DEPL, VITE, ACCE or TEMP on the unknowns of the model, None where the result has none."""
        kept = self._motion.setdefault(order, {})
        if name not in kept:
            there = self.result.has_field(name, order)
            kept[name] = vector_of(self.result.field(name, order), self.model.dofs) if there else None
        return kept[name]

    def time(self, order: int) -> float | None:
        """INST of a storage order."""
        return self.result.parameter("INST", order)

    def _followed(self, word):
        """Whether a nonlinear evolution alone can tell the field; displacements tell stresses that follow ELAS in small strains."""
        laws = getattr(self.result, "laws", ())
        elastic = word == "SIEF_ELGA" and laws and all((law.relation, law.deformation) == ("ELAS", "PETIT") for law in laws)
        return self.nonlinear and word in ("SIEF_ELGA", "VARI_ELGA", "STRX_ELGA") and not elastic

    def _make(self, word, option, order):
        if option.place == "NOEU":
            try:
                return moved(self._on_cells(self.field(option.mean_of, order)), "NOEU")
            except ManyLayers:
                help = "POST_CHAMP takes one layer of it"
                text = f"{option.mean_of} has several values across the thickness: it has no mean at the nodes"
                raise self.args.wrong("RESULTAT", text, help=help) from None
        whole = self if not option.of_skin else self._whole()
        sources = {role: whole.field(name, order) for role, name in option.needs.items()}
        if option.of_skin:
            sources = {role: on_skin(self.model, source) for role, source in sources.items()}
        parts = []
        for index in range(len(self.model.groups)):
            rows = slice(None) if self.rows is None else self.rows.get(index)
            if rows is None:
                continue
            given = self._given(index, rows, order, sources, option, word)
            if given is None:
                continue
            data = self._data(index, rows, order)
            element = self._element(index, data.cells)
            if option.complexes == "NONE" and given.is_complex:
                raise self.args.wrong("RESULTAT", f"complex fields have no {word}: it is not linear in them")
            found = option.computed(element, data, given)
            if found is not None and option.place != "UNKNOWNS" and len(found) == 2:
                found = *found, max(given.subs.values(), default=1) if option.place != "ELEM" else 1
            if found is not None:
                parts.append((index, rows, data.cells, element, found))
        if option.place == "UNKNOWNS":
            return self._summed(parts)
        if not parts:
            raise self.args.not_yet(None, f"none of these elements has {word} yet", code="M003")
        blocks = [ElementBlock(cells, values, tuple(names), element, sub) for _, _, cells, element, (values, names, sub) in parts]
        return ElementField(self.model.mesh, option.quantity, option.place, blocks)

    def _whole(self):
        """The same on all cells."""
        return self if self.cells is None else Derivation(self.args, self.result, self.model, self.data, orders=self.orders)

    def _on_cells(self, field):
        """The field on the cells that are asked for alone."""
        if self.cells is None:
            return field
        blocks = []
        for block in field.blocks:
            kept = np.isin(block.cells, self.cells)
            if kept.any():
                blocks.append(replace(block, cells=block.cells[kept], values=block.values[kept]))
        return ElementField(field.mesh, field.quantity, field.location, blocks)

    def _element(self, index, cells):
        """That of the model, as the law that the cells obeyed wants it where it depends on it."""
        element = self.model.groups[index].element
        if not hasattr(element, "for_law"):
            return element
        linear = np.ones(self.model.mesh.n_cells, bool)
        for law in getattr(self.result, "laws", ()):
            linear[slice(None) if law.cells is None else law.cells] = BEHAVIOURS[law.relation].linear
        if len(np.unique(linear[cells])) > 1:
            raise self.args.not_yet(None, "cells with one integration point under linear and other laws in one result", code="M003")
        return element.for_law(bool(linear[cells].all()))

    def _data(self, index, rows, order):
        data = self.data[index]
        if not isinstance(rows, slice):
            # the rows of a group stay the same, so that what is computed once for its data is kept from one instant to the next
            data = self._chosen[index] = self._chosen.get(index) or data.subset(rows)
        t = self.time(order)
        if self.result.kind.startswith("fourier_"):
            data = cells_in_harmonic(self.model.groups[index].element, data, self.result.parameter("NUME_MODE", order))
        return data if t is None else data.between(t, t)

    def _given(self, index, rows, order, sources, option, word):
        """None where the group carries nothing of a field that is needed."""
        cells = self.model.groups[index].cells[rows]
        fields = {role: source.on(cells) for role, source in sources.items()}
        if any(found is None for found in fields.values()):
            return None
        equations = self.model.assembler.equations[index][rows]
        motion = {role: self.vector(name, order) for role, name in _MOTION[self.model.phenomenon].items()}
        given = Given(
            **{role: None if vector is None else vector[equations] for role, vector in motion.items()},
            time=self.time(order),
            omega2=self._omega2(order),
            lumped=self.lumped,
            fields=fields,
            subs={role: source.sub_on(cells) if source.sub > 1 else 1 for role, source in sources.items()},
            moved=np.isin(cells, self.result.moving_cells) if len(self.result.moving_cells) else None,
            nonlinear=self.nonlinear,
            laws=lambda: self._obeyed(cells),
            loads=lambda: self._loads(index, rows, order),
            stretches=lambda: self._stretches(cells, order),
            duals=lambda: self._duals(cells, order),
            crept=lambda: self._crept(cells, order),
            parted=lambda: self._parted(cells, order),
        )
        if self.result.has_field("STRX_ELGA", order):
            structural = self.result.field("STRX_ELGA", order).on(cells)
            given.structural = None if structural is None else structural[0]
        if option.follows:
            given.before = self._before(index, rows, order, option, word)
        if option.leads:
            later = self.result.orders[list(self.result.orders).index(order) + 1]
            sources = {role: self.field(name, later) for role, name in option.needs.items()}
            given.after = self._given(index, rows, later, sources, type(option)(option.place, option.quantity), word)
        return given

    def _cells_whose(self, tells) -> np.ndarray:
        """(number of cells,) whether the law of each cell is one that `tells` says; the last law of a cell counts."""
        found = np.zeros(self.model.mesh.n_cells, bool)
        for law in getattr(self.result, "laws", ()):
            found[slice(None) if law.cells is None else law.cells] = tells(law)
        return found

    def _stretches(self, cells, order):
        if not self.result.has_field("VARI_ELGA", order):
            return None

        def keeps(law):
            own = law.deformation == "SIMO_MIEHE" and getattr(BEHAVIOURS[law.relation], "kirchhoff", None) is not None
            if own and hasattr(BEHAVIOURS[law.relation], "phased"):
                raise ComputationFailed(f"the energy of {law.relation} with SIMO_MIEHE is not known yet")
            return own

        stretched = self._cells_whose(keeps)
        found = self.result.field("VARI_ELGA", order).on(cells) if stretched[cells].any() else None
        return None if found is None else (stretched[cells], found[0])

    def _duals(self, cells, order):
        """They stand behind all other variables of a cell."""
        logarithmic = self._cells_whose(lambda law: law.deformation == "GDEF_LOG")
        if not logarithmic[cells].any() or not self.result.has_field("VARI_ELGA", order):
            return None
        found = self.result.field("VARI_ELGA", order).on(cells)
        if found is None:
            return None
        known = (~np.isnan(found[0])).sum(axis=-1, keepdims=True)
        return logarithmic[cells], np.take_along_axis(found[0], np.maximum(known - 6, 0) + np.arange(6), axis=-1)

    def _obeyed(self, cells):
        owner, laws = np.full(self.model.mesh.n_cells, -1), [None]
        for law in getattr(self.result, "laws", ()):
            words = [word for word in (law.kit or (law.relation,)) if word in BEHAVIOURS]
            laws.append(BEHAVIOURS[words[0]] if words else None)
            owner[slice(None) if law.cells is None else law.cells] = len(laws) - 1
        owner = owner[cells]
        return [(np.flatnonzero(owner == index), laws[max(index, 0)]) for index in np.unique(owner)]

    def _crept(self, cells, order):
        if not self.result.has_field("VARI_ELGA", order):
            return None
        creeping, chosen = np.zeros(self.model.mesh.n_cells, bool), None
        for law in getattr(self.result, "laws", ()):
            words = [word for word in (law.kit or (law.relation,)) if getattr(BEHAVIOURS.get(word), "creep_is_apart", False)]
            creeping[slice(None) if law.cells is None else law.cells] = bool(words)
            chosen = BEHAVIOURS[words[0]] if words else chosen
        found = self.result.field("VARI_ELGA", order).on(cells) if creeping[cells].any() else None
        return None if found is None else (creeping[cells], chosen, found[0])

    def _parted(self, cells, order):
        """KIT_DDI of GLRC_DM keeps these strains as its last variables."""
        keeps = self._cells_whose(lambda law: "GLRC_DM" in (law.kit or ()))
        found = self.result.field("VARI_ELGA", order).on(cells) if keeps[cells].any() else None
        return None if found is None else (keeps[cells], np.nan_to_num(found[0][..., -6:]))

    def _loads(self, index, rows, order):
        """(ne, nd) nodal forces, on the cells of a group, of the loads that forces at the ends of beams are told without."""
        t, element = self.time(order) or 0.0, self.model.groups[index].element
        total = np.zeros((len(self.data[index]), element.size))
        words = ALONG_BEAMS if element.less_weight else ALONG_BEAMS[:1]
        for excitation in (load for load in self.loads if load.acts_at(order)):
            # of nonlinear evolutions code_aster takes the loads without what multiplies them (ccpoux)
            course = 1.0 if self.nonlinear else factor_at(excitation, t) * intensity(excitation, self.result, order)
            for term in (term for term in excitation.load.forces if term.word in words):
                block = term.blocks(self.data, t)[index] if term.blocks is not None else None
                if block is not None:
                    total += course * block
        return total[rows]

    def _before(self, index, rows, order, option, word):
        earlier = [o for o in self.result.orders if o < order]
        if not earlier:
            return None
        goes_on = self.orders is None or earlier[-1] in self.orders or self.result.has_field(word, earlier[-1])
        needs = {**option.needs, **({} if option.place == "UNKNOWNS" or not goes_on else {"itself": word})}
        sources = {role: self.field(name, earlier[-1]) for role, name in needs.items()}
        plain = type(option)(option.place, option.quantity)
        return self._given(index, rows, earlier[-1], sources, plain, word)

    def _omega2(self, order):
        value = self.result.parameter("OMEGA2", order)
        if value is None and self.result.parameter("FREQ", order) is not None:
            value = (2 * np.pi * self.result.parameter("FREQ", order)) ** 2
        return value

    def _summed(self, parts):
        total = np.zeros(self.model.dofs.size)
        for index, rows, _, _, forces in parts:
            equations = self.model.assembler.equations[index][rows]
            if np.iscomplexobj(forces):
                total = total.astype(complex)
            np.add.at(total, equations, np.nan_to_num(forces))
        return NodeField(self.model.mesh, "DEPL_R", self.model.dofs.components, self.model.dofs.at_nodes(total))
