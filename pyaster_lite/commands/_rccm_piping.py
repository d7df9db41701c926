"""POST_RCCM, TYPE_RESU_MECA='B3600', OPTION='FATIGUE': what situations use up at both ends of the beams of a piping run
(r7.04.03, u4.83.11; rc3600, rc36ac)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.field_choice import precision
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._fatigue import lives
from pyaster_lite.commands._mesh_words import chosen_cells, node_groups
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.commands._rccm_lines import along, column, instants_of, nearest, stresses
from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.beam_section import CIRCLE, NAMES
from pyaster_lite.fe.piping_fatigue import PASSAGES, Blocks, Group, Largest, Section, States, Temperatures

_WHOLE, _REAL, _NUMBERS = SIMP("o", typ="I"), SIMP("f", typ="R"), SIMP("o", typ="I", max="**")
_CELLS = SIMP("f", typ="grma", max="**", validators=(no_repeat,))
_NODES = SIMP("f", typ="grno", max="**", validators=(no_repeat,))
_OF_A_WALL = ("TABL_RESU_THER",)
"""The tables are of other meshes than that of the beams."""
_INDICES = {"C1": 1.0, "C2": 1.0, "C3": 0.5, "K1": 1.0, "K2": 1.0, "K3": 1.0}
WORDS = dict(
    CHAM_MATER=SIMP("o", typ="cham_mater"),
    TYPE_KE=SIMP("f", into=("KE_MECA", "KE_MIXTE"), defaut="KE_MECA"),
    MODELE=SIMP("o", typ="modele_sdaster"),
    CARA_ELEM=SIMP("o", typ="cara_elem"),
    RESU_MECA=FACT(
        "o",
        max="**",
        rules=UN_PARMI("CHAM_GD", "RESULTAT"),
        NUME_CHAR=_WHOLE,
        NOM_CHAR=SIMP("f", advisory=True),
        CHAM_GD=SIMP("f", typ="cham_gd_sdaster"),
        RESULTAT=SIMP("f", typ="resultat_sdaster"),
        b_extrac=BLOC(
            present("RESULTAT"),
            rules=UN_PARMI("TOUT_ORDRE", "NUME_ORDRE", "INST", "NOEUD_CMP", "NOM_CAS"),
            NOM_CHAM=SIMP("o", into=("EFGE_ELNO", "SIEF_ELNO")),
            TOUT_ORDRE=SIMP("f", into=("OUI",)),
            NUME_ORDRE=SIMP("f", typ="I", max="**"),
            INST=SIMP("f", typ="R", max="**"),
            NOEUD_CMP=SIMP("f", max="**", validators=(no_repeat,)),
            NOM_CAS=SIMP("f", max="**"),
            b_acce_reel=BLOC(present("INST"), **precision()),
        ),
    ),
    INDI_SIGM=FACT(
        "o",
        max="**",
        rules=UN_PARMI("TOUT", "GROUP_MA", "MAILLE"),
        **{word: SIMP("f", typ="R", defaut=value) for word, value in _INDICES.items()},
        TOUT=SIMP("f", into=("OUI",)),
        GROUP_MA=_CELLS,
        MAILLE=SIMP("f", typ="ma", max="**", validators=(no_repeat,)),
        b_grma=BLOC(present("GROUP_MA") | present("MAILLE"), GROUP_NO=_NODES),
        TYPE_ELEM_STANDARD=SIMP("f", into=("DRO", "COU", "TRN", "TEE")),
    ),
    RESU_THER=FACT(
        "f",
        max="**",
        rules=UN_PARMI("TOUT", "GROUP_MA"),
        NUME_RESU_THER=_WHOLE,
        TABL_RESU_THER=SIMP("o", typ="table_sdaster"),
        TABL_MOYE_THER=SIMP("o", typ="table_sdaster"),
        TOUT=SIMP("f", into=("OUI",)),
        GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,), beside=_OF_A_WALL),
        b_grma=BLOC(present("GROUP_MA"), GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,), beside=_OF_A_WALL)),
    ),
    SEISME=FACT(
        "f",
        max="**",
        NB_OCCUR=_WHOLE,
        NB_CYCL_SEISME=_WHOLE,
        NUME_SITU=SIMP("o", typ="I", advisory=True),
        NOM_SITU=SIMP("f", advisory=True),
        NUME_GROUPE=_WHOLE,
        CHAR_ETAT=_NUMBERS,
        TEMP_REF=_REAL,
    ),
    SITUATION=FACT(
        "o",
        max="**",
        NB_OCCUR=_WHOLE,
        NUME_SITU=SIMP("o", typ="I", advisory=True),
        NOM_SITU=SIMP("f", advisory=True),
        COMBINABLE=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        NUME_GROUPE=_WHOLE,
        NUME_PASSAGE=SIMP("f", typ="I", min=2, max=2),
        NUME_RESU_THER=SIMP("f", typ="I", max="**"),
        CHAR_ETAT_A=_NUMBERS,
        CHAR_ETAT_B=_NUMBERS,
        PRES_A=SIMP("o", typ="R"),
        PRES_B=SIMP("o", typ="R"),
        TEMP_REF_A=_REAL,
        TEMP_REF_B=_REAL,
    ),
)
_MOMENTS = ("MT", "MFY", "MFZ")
_COLD, _HOT = ("E", "NU", "ALPHA"), {"hot": ("ELAS", "E"), "reference": ("FATIGUE", "E_REFE")}
_HOT |= {"strength": ("RCCM", "SM"), "m": ("RCCM", "M_KE"), "n": ("RCCM", "N_KE")}
_KINDS = ("SM", "SN_MAX", "SN/3SM", "SALT_MAX", "FACT_USAGE_CUMU")


def piping(args, context) -> Table:
    """A row for each end of each beam of the zone: the worst S_n and S_alt, and what all situations use up."""
    mesh, groups = args.MODELE.mesh, _Groups(args)
    cells = chosen_cells(args.ZONE_ANALYSE, mesh, context)
    lacking = [cell for cell in cells.tolist() if mesh.cell_type([cell])[0] != "SEG2"]
    if lacking:
        raise args.ZONE_ANALYSE.wrong(None, f"the cell {mesh.cell_label(lacking[0])} is no beam of two nodes")
    run = _Run(args, context, mesh, cells)
    rows = []
    for cell in cells.tolist():
        for end, node in enumerate(mesh.cell_nodes(cell).tolist()):
            place = {"MAILLE": str(cell + 1), "TYPE_MAILLE": run.kinds[cell, end] or "???", "NOEUD": str(node + 1)}
            rows.append(place | dict(zip(_KINDS, _at(run, groups, cell, end))))
    texts = dict.fromkeys(("MAILLE", "TYPE_MAILLE", "NOEUD"), "K8")
    return Table.from_rows(rows, texts | dict.fromkeys(_KINDS, "R"), title="POST_RCCM")


def _at(run, groups, cell, end):
    """(S_m, S_n, S_n / 3 S_m, S_alt, what is used up) at an end of a beam (rc36ac)."""
    section, states, mixed, life = run.section(cell, end), run.states(cell, end), run.mixed, run.lives(cell)
    worst, used = Largest(), 0.0
    for rows, quake in groups.combining():
        width, rows = len(rows), [row for row in rows if groups.combinable[row]]
        if quake is not None:
            shaken, cycles, moment = run.earthquake(quake, cell, end)
            group = Group(section, states.of(rows), mixed, 2.0 * moment)
            # Its own worst values are not told; what S_m goes with them stays where no later one is worse (rc3601)
            worst.strength = group.worst(Largest(strength=worst.strength)).strength
            used += group.use_shaken(life, shaken, cycles, width)
        group = Group(section, states.of(rows), mixed)
        worst = group.worst(worst)
        used += group.use(life)
    for row in groups.alone():
        group = Group(section, states.of([row]), mixed)
        worst = group.worst(worst)
        used += run.occurrences[row] / life(group.alternating[0, 0, 0, 1])
    if groups.passing:
        rows = [row for row in groups.passing if row < len(groups.combinable) and groups.combinable[row]]
        group = Group(section, states.of(rows), mixed)
        worst = group.worst(worst)
        used += group.use(life, groups.blocks())
    share = worst.linear / (3.0 * worst.strength) if worst.strength else 0.0
    return worst.strength, worst.linear, share, worst.alternating, used


class _Groups:
    """Which situations combine: by NUME_GROUPE, and by NUME_PASSAGE from one group to another (rc36si)."""

    def __init__(self, args):
        given, quakes = args.SITUATION, args.SEISME or ()
        self.combinable = [own.COMBINABLE == "OUI" for own in given]
        self.members, self.quakes = {}, {}
        for row, own in enumerate(given):
            for word, numbers in (("NUME_GROUPE", (own.NUME_GROUPE,)), ("NUME_PASSAGE", own.NUME_PASSAGE or ())):
                for number in numbers:
                    if number <= 0 or word == "NUME_PASSAGE" and number > 3:
                        raise own.wrong(word, "groups are numbered from 1, up to 3 where situations lead from one to another")
                    self.members.setdefault(number, []).append(row)
        for place, own in enumerate(quakes):
            if own.NUME_GROUPE in self.quakes:
                raise own.wrong("NUME_GROUPE", f"the group {own.NUME_GROUPE} has another earthquake already")
            self.quakes[own.NUME_GROUPE] = place
        ends = [tuple(sorted(own.NUME_PASSAGE)) if own.NUME_PASSAGE is not None else (own.NUME_GROUPE,) * 2 for own in given]
        ends = [(one - 1, other - 1) for one, other in ends + [(own.NUME_GROUPE,) * 2 for own in quakes]]
        passing = [own for own in given if own.NUME_PASSAGE is not None]
        self.passing, self.ends = [], []
        if passing:
            if any(number > 3 for number in (*self.members, *self.quakes)):
                raise passing[0].wrong("NUME_PASSAGE", "situations lead between the groups 1, 2 and 3 alone: there are others")
            kinds = ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (0, 2))
            self.passing = [row for kind in kinds for row, own in enumerate(ends) if own == kind]
            self.ends = [ends[row] for row in self.passing]

    def combining(self):
        """(rows, the earthquake or None) of each group that no passage leads from or to; of such groups the first three are
        meant by their place (rc36ac)."""
        busy = {place for pair in PASSAGES if pair in self.ends for place in pair}
        for place, number in enumerate(sorted(self.members)):
            if place not in busy:
                yield self.members[number], self.quakes.get(number)

    def alone(self):
        """The situations that combine with none, in the order of their groups."""
        return [row for number in sorted(self.members) for row in self.members[number] if not self.combinable[row]]

    def blocks(self) -> Blocks:
        """The three groups of situations that passages lead between."""
        own = {0: ((0, 0), (0, 1)), 1: ((1, 1), (1, 2)), 2: ((2, 2), (0, 2))}
        passages = {pair: [row for row, ends in enumerate(self.ends) if ends == pair] for pair in PASSAGES}
        return Blocks([sum(ends in own[i] for ends in self.ends) for i in range(3)], self.ends, passages)


class _Run:
    """The beams of a zone: indices, sections, materials, moments and temperatures at their ends."""

    def __init__(self, args, context, mesh, cells):
        self.args, self.mesh, self.cells = args, mesh, cells
        self.mixed, self.context = args.TYPE_KE == "KE_MIXTE", context
        self.row = {cell: i for i, cell in enumerate(cells.tolist())}
        self.occurrences = np.array([own.NB_OCCUR for own in args.SITUATION])
        self._indices()
        self._sections()
        self._fields = {own.NUME_CHAR: self._moments(own) for own in args.RESU_MECA}
        self._loads = [[self._state(own, f"CHAR_ETAT_{state}") for state in "AB"] for own in args.SITUATION]
        self._quakes = [self._state(own, "CHAR_ETAT", squared=True) for own in args.SEISME or ()]
        self._transients = {own.NUME_RESU_THER: self._temperatures(own) for own in args.RESU_THER or ()}
        self._placed = [self._places(own) for own in args.SITUATION]

    # what is given ----------------------------------------------------------------------------------------------------------

    def _ends(self, own):
        """(cells, nodes at which their ends are meant or None) of an occurrence."""
        cells = chosen_cells(own, self.mesh, self.context)
        if own.get("GROUP_NO") is None:
            return cells, None
        return cells, np.concatenate(node_groups(own, "GROUP_NO", self.mesh))

    def _meant(self, cells, nodes):
        for cell in cells.tolist():
            for end, node in enumerate(self.mesh.cell_nodes(cell).tolist()):
                if nodes is None or node in nodes:
                    yield cell, end

    def _indices(self):
        self.indices, self.kinds = {}, {}
        for own in self.args.INDI_SIGM:
            values = np.array([own[word] for word in _INDICES])
            cells, nodes = self._ends(own)
            for place in self._meant(np.intersect1d(cells, self.cells), nodes):
                self.indices[place], self.kinds[place] = values, own.TYPE_ELEM_STANDARD
        for cell in self.cells.tolist():
            for end in (0, 1):
                self.indices.setdefault((cell, end), np.zeros(6))
                self.kinds.setdefault((cell, end), None)

    def _sections(self):
        values = self.args.CARA_ELEM.values
        self.profile = {}
        for name in ("section", "section_shape"):
            for cells, array in values.get(name, ()):
                for row in np.flatnonzero(np.isin(cells, self.cells)):
                    self.profile.setdefault(int(cells[row]), {})[name] = array[row]
        lacking = [cell for cell in self.cells.tolist() if self.profile.get(cell, {}).get("section_shape", 0) != CIRCLE]
        if lacking:
            raise self.args.wrong("CARA_ELEM", f"the cell {self.mesh.cell_label(lacking[0])} has no circular section, which a pipe has")

    def _moments(self, own):
        """(cells of the zone, 2, 3) of a load."""
        field, word = own.CHAM_GD, "CHAM_GD"
        if field is None:
            word, result = "RESULTAT", own.RESULTAT
            own.mark_read("TOUT_ORDRE")
            orders = output_orders(own, result, self.context)
            if len(orders) != 1:
                raise own.wrong(word, f"{result.name} has {len(orders)} storage orders there: one is wanted")
            if not result.has_field(own.NOM_CHAM, orders[0]):
                raise own.wrong(word, f"{result.name} has no field {own.NOM_CHAM} there", help="CALC_CHAMP computes it")
            field = result.field(own.NOM_CHAM, orders[0])
        if getattr(field, "location", None) != "ELNO" or not set(_MOMENTS) <= set(field.components):
            raise own.wrong(word, "that is no field of internal forces of beams at nodes of elements")
        return np.stack([field.component(name, self.cells)[:, :2] for name in _MOMENTS], axis=-1)

    def _state(self, own, word, squared=False):
        """(cells of the zone, 2, 3) moments of a stable state: the sum of its loads, or the root of the sum of squares."""
        unknown = [number for number in own[word] if number not in self._fields]
        if unknown:
            raise own.wrong(word, f"no RESU_MECA has the number {unknown[0]}")
        parts = [self._fields[number] for number in own[word]]
        whole = parts[0]
        if len(parts) > 1:
            nothing = np.all(np.isnan(parts), axis=0)
            whole = np.sqrt(np.nansum(np.square(parts), axis=0)) if squared else np.nansum(parts, axis=0)
            whole[nothing] = np.nan
        if np.isnan(whole).any():
            cell = self.cells[np.argwhere(np.isnan(whole))[0][0]]
            raise own.wrong(word, f"the cell {self.mesh.cell_label(cell)} has no moments")
        return whole

    def _temperatures(self, own) -> Temperatures:
        word = "TABL_RESU_THER"
        instants, places = instants_of(own, word, ""), along(own, word, "")
        walls = stresses(own, word, "", places[[0, -1]], instants, names=("TEMP",))[..., 0]
        means = [self._mean(own, kind, instants) for kind in ("MOMENT_0", "MOMENT_1")]
        return Temperatures(walls[:, 0], walls[:, 1], *means)

    def _mean(self, own, kind, instants):
        table, word = own.TABL_MOYE_THER, "TABL_MOYE_THER"
        if "QUANTITE" not in table.cells:
            raise own.wrong(word, f"{table.name} has no column QUANTITE")
        rows = np.array([str(value).strip() == kind for value in table.cells["QUANTITE"]])
        near = nearest(column(own, word, "INST"), instants, 1e-6) & rows
        if not near.any(axis=1).all():
            raise own.wrong(word, f"{table.name} has no {kind} at the instant {instants[int(near.any(axis=1).argmin())]:.9g}")
        return column(own, word, "TEMP")[near.argmax(axis=1)]

    def _places(self, own) -> dict:
        """The transient at each (cell, end) of a situation."""
        found, numbers = {}, own.NUME_RESU_THER or ()
        named = {ther.NUME_RESU_THER: ther for ther in self.args.RESU_THER or ()}
        for number in numbers:
            if number not in named:
                raise own.wrong("NUME_RESU_THER", f"no RESU_THER has the number {number}")
            for place in self._meant(*self._ends(named[number])):
                if place in found:
                    cell = self.mesh.cell_label(place[0])
                    raise own.wrong("NUME_RESU_THER", f"the cell {cell} has two transients of temperature in this situation")
                found[place] = self._transients[number]
        if numbers:
            self._all_placed(own, found)
        return found

    def _all_placed(self, own, found):
        for cell in self.cells.tolist():
            if (cell, 0) not in found or (cell, 1) not in found:
                label = self.mesh.cell_label(cell)
                raise own.wrong("NUME_RESU_THER", f"the cell {label} has no transient of temperature in this situation")

    # an end of a beam -------------------------------------------------------------------------------------------------------

    def section(self, cell, end) -> Section:
        """The indices and the section there."""
        own, indices = self.profile[cell]["section"][end], self.indices[cell, end]
        area, radius = own[NAMES.index("area")], own[NAMES.index("extreme_y")]
        bore = np.sqrt(max(0.0, radius**2 - area / np.pi))
        return Section(indices[:3], indices[3:], own[NAMES.index("inertia_z")], 2.0 * radius, radius - bore)

    def lives(self, cell):
        """Function: S_alt -> cycles allowed."""
        allowed = lives(self.args, self.args.CHAM_MATER.of_cell(cell), "WOHLER")
        return lambda stress: float(allowed(np.array([stress]))[0])

    def _value(self, cell, law, word, temperature):
        material = self.args.CHAM_MATER.of_cell(cell)
        values = None if material is None else material.of(law)
        value = None if values is None else values.get(word)
        if value is None:
            raise self.args.wrong("CHAM_MATER", f"the material of the cell {self.mesh.cell_label(cell)} has no {law}/{word}")
        if isinstance(value, Concept):
            if temperature is None:
                raise self.args.wrong("CHAM_MATER", f"{law}/{word} varies, and neither TEMP_REF_A and B nor VALE_REF tell a temperature")
            value = value.evaluate(TEMP=temperature)
        return float(value)

    def _reference(self, cell):
        for variable in self.args.CHAM_MATER.variables:
            if variable.name == "TEMP" and cell in variable.cells:
                return variable.reference
        return None

    def _material(self, cell, temperatures):
        """(states,) by name what depends on the temperature of a state; that of the material where it has none."""
        usual = self._reference(cell)
        states = [usual if own is None else own for own in temperatures]
        return {name: np.array([self._value(cell, *where, t) for t in states]) for name, where in _HOT.items()}

    def states(self, cell, end) -> States:
        """Both states of all situations at an end of a beam."""
        linear, peak = zip(*(self._thermal(placed, cell, end) for placed in self._placed))
        both = [self._material(cell, (own.TEMP_REF_A, own.TEMP_REF_B)) for own in self.args.SITUATION]
        return States(
            np.array([(own.PRES_A, own.PRES_B) for own in self.args.SITUATION]),
            np.array([[state[self.row[cell], end] for state in states] for states in self._loads]),
            np.array(linear),
            np.array(peak),
            {name: np.array([own[name] for own in both]) for name in _HOT},
            self.occurrences,
        )

    def earthquake(self, place, cell, end):
        """(its states, cycles, moments (3,)) of an earthquake."""
        own = self.args.SEISME[place]
        material = {name: values[None] for name, values in self._material(cell, (own.TEMP_REF,) * 2).items()}
        nothing = States(np.zeros((1, 2)), np.zeros((1, 2, 3)), np.zeros(1), np.zeros(1), material, np.array([own.NB_OCCUR]))
        return nothing, own.NB_CYCL_SEISME, self._quakes[place][self.row[cell], end]

    def _thermal(self, placed, cell, end):
        """(linear, peak) thermal stress of a situation: of the first cell at the node, and of the second one across a discontinuity, both
        by the place of the node in the cell that is looked at, as code_aster takes them (rcsn01, rcsp01, rcma01)."""
        if not placed:
            return 0.0, 0.0
        start, cells = self.mesh.cells_of_nodes()
        node = self.mesh.cell_nodes(cell)[end]
        there = cells[start[node] : start[node + 1]].tolist()
        young, poisson, expansion = self._cold(cell)
        mean, expansions = young, (expansion, expansion)
        if len(there) == 2:
            second = self._cold(next(other for other in there if other != cell))
            mean, expansions = 0.5 * (young + second[0]), (expansion, second[2])
        elif len(there) > 2:
            mean, expansions = 0.0, (0.0, 0.0)
        sides = [placed.get((other, end)) for other in there[:2]]
        if None in sides:
            label = self.mesh.cell_label(there[sides.index(None)])
            raise self.args.wrong("RESU_THER", f"the cell {label}, beside those of the zone, has no transient of temperature")
        first, rest, jump = sides[0].largest(sides[1] if len(there) > 1 else None, expansions)
        c, k = self.indices[cell, end][2], self.indices[cell, end][5]
        bend = young * expansion / 2.0 / (1.0 - poisson)
        return bend * first + c * mean * jump, k * bend * first + 2.0 * bend * rest + k * c * mean * jump

    def _cold(self, cell):
        usual = self._reference(cell)
        return [self._value(cell, "ELAS", word, usual) for word in _COLD]
