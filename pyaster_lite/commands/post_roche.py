"""POST_ROCHE: what plasticity leaves of imposed displacements along lines of pipes, by Roche's method (u2.09.04, u4.83.41)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._mesh_words import cell_groups, chosen_cells, one_node
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.commands._pipe_values import MATERIAL, SECTION, pipe_values
from pyaster_lite.commands._storage import order_of
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.mesh_lines import NoLine, curvilinear_abscissa
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.pipe_follow_up import FAILED, FollowUp, Pipes, equivalent, followed

_MOMENTS = ("MT", "MFY", "MFZ")
_STEADY = ("DEPLACEMENT", "DILAT_THERM", "POIDS")
_PARTS = {"DYN_QS": (("", "TOTA"), ("PART_DYNA", "PART_DYNA"), ("PART_QS", "PART_QS")), "DYN": (("", "TOTA"),), "QS": (("", "TOTA"),)}
_SEARCH = BLOC(
    present("INST") | present("LIST_INST"),
    CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
    PRECISION=SIMP("f", typ="R", defaut=1e-6),
)
_GIVEN = BLOC(
    is_in("TYPE_CHAR", *_STEADY),
    rules=(UN_PARMI("CHAM_GD", "RESULTAT"), UN_PARMI("CHAM_GD", "NUME_ORDRE", "INST")),
    CHAM_GD=SIMP("f", typ="cham_elem"),
    RESULTAT=SIMP("f", typ="evol_elas"),
    NUME_ORDRE=SIMP("f", typ="I"),
    INST=SIMP("f", typ="R"),
    b_inst=_SEARCH,
)
_PLACE = dict(TOUT=SIMP("f", into=("OUI",)), GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)))


@operator(
    "POST_ROCHE",
    produces=lambda args: "cham_elem" if args.RESU_MECA else "evol_noli",
    rules=UN_PARMI("RESU_MECA", "RESU_MECA_TRAN"),
    keywords=dict(
        ZONE_ANALYSE=FACT("o", max="**", rules=UN_PARMI("TOUT", "GROUP_MA"), **_PLACE, GROUP_NO_ORIG=SIMP("o", typ="grno")),
        COUDE=FACT("f", max="**", GROUP_MA=_PLACE["GROUP_MA"], ANGLE=SIMP("o", typ="R"), RCOURB=SIMP("o", typ="R")),
        MODELE=SIMP("f", typ="modele_sdaster"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        INST_TEMP=SIMP("f", typ="R", defaut=0.0),
        RESU_MECA=FACT(
            "f",
            max="**",
            TYPE_CHAR=SIMP("o", into=("SISM_INER_SPEC", *_STEADY)),
            b_sism_iner_spec=BLOC(
                equal("TYPE_CHAR", "SISM_INER_SPEC"),
                RESULTAT=SIMP("o", typ=("mult_elas", "mode_meca")),
                DIRECTION=SIMP("f", into=("COMBI", "X", "Y", "Z"), defaut="COMBI"),
                TYPE_RESU=SIMP("f", into=("DYN_QS", "DYN", "QS"), defaut="DYN_QS"),
            ),
            b_autre=_GIVEN,
        ),
        RESU_MECA_TRAN=FACT(
            "f",
            max="**",
            TYPE_CHAR=SIMP("o", into=("SISM_INER_TRAN", *_STEADY)),
            b_sism_iner_tran=BLOC(
                equal("TYPE_CHAR", "SISM_INER_TRAN"),
                rules=UN_PARMI("TOUT_ORDRE", "NUME_ORDRE", "INST", "LIST_ORDRE", "LIST_INST"),
                RESULTAT=SIMP("o", typ="dyna_trans"),
                RESU_CORR=SIMP("f", typ="dyna_trans"),
                TOUT_ORDRE=SIMP("f", into=("OUI",)),
                NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
                INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
                LIST_ORDRE=SIMP("f", typ="listis_sdaster"),
                LIST_INST=SIMP("f", typ="listr8_sdaster"),
                b_inst=_SEARCH,
            ),
            b_autre=_GIVEN,
        ),
        PRESSION=FACT("f", max="**", rules=UN_PARMI("TOUT", "GROUP_MA"), **_PLACE, VALE=SIMP("o", typ="R", val_min=0.0)),
        RCCM_RX=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
    ),
)
def post_roche(args, context):
    """The field ELNO of X1 to X28 at the ends of the pipes; over time UT01_ELNO at every instant, and UT02_ELNO of their largest values."""
    line = _Line(args, context)
    if args.RESU_MECA:
        return line.field(line.loads.at(None))
    result = Result("evol_noli", line.model.mesh, line.model, line.material, line.characteristics)
    largest = None
    for instant, order in line.loads.instants(context):
        field = line.field(line.loads.at(order), instant)
        found = result.orders_at("INST", instant) if result.orders else []
        result.store(found[0] if found else len(result.orders) + 1, {"INST": instant}, {"UT01_ELNO": field})
        values = field.blocks[0].values
        largest = values if largest is None else np.maximum(largest, values)
    found = result.orders_at("INST", 0.0)
    field = ElementField(line.model.mesh, "NEUT_R", "ELNO", [ElementBlock(line.cells, largest, _COLUMNS, line.element)])
    result.store(found[0] if found else len(result.orders) + 1, {"INST": 0.0}, {"UT02_ELNO": field})
    return result


_COLUMNS = tuple(f"X{i}" for i in range(1, 29))
_OUTPUT = {
    "reference": 1, "local": 3, "whole": 5, "spring": 7, "most": 9, "reduction": 11, "best_reduction": 13,
    "true": 21, "best_true": 23, "strain": 25, "best_strain": 27,
}  # fmt: skip
"""The column of what displacements come to; that of shaking is the next."""
_BELOW, _EQUIVALENT, _BEST_EQUIVALENT = 17, 15, 16


class _Line:
    """The pipes that are looked at, and what they bear."""

    def __init__(self, args, context):
        self.args, self.context = args, context
        self.allowed = args.RCCM_RX == "OUI"
        self.loads = _Loads(args)
        self.model = self._of_results("MODELE", "model")
        self.material = self._of_results("CHAM_MATER", "material_field")
        self.characteristics = self._of_results("CARA_ELEM", "characteristics")
        zones = [self._zone(zone) for zone in args.ZONE_ANALYSE]
        self.cells = np.unique(np.concatenate(zones))
        values = pipe_values(args, self.model, self.material, self.characteristics, self.cells, args.INST_TEMP)
        self.cells = np.sort(np.concatenate([block.cells for block in values.blocks]))
        self.element = values.blocks[0].element
        self.loads.cells = self.cells
        known = dict(zip((*MATERIAL, *SECTION), (values.component(name, self.cells) for name in (*MATERIAL, *SECTION))))
        self.pipes = Pipes(
            *(known[name] for name in (*MATERIAL, "A", "I", "R", "EP")),
            self._pressures(),
            *self._bends(),
            self._lengths(),
            [np.flatnonzero(np.isin(self.cells, cells)) for cells in zones],
        )
        self._check_strengths()

    def _of_results(self, word, attribute):
        given = self.args[word]
        if given is None:
            given = next((own for result in self.loads.results if (own := getattr(result, attribute, None)) is not None), None)
        if given is None:
            raise self.args.wrong(None, f"no result tells {word}: it must be given")
        return given

    def _zone(self, zone):
        """The cells of a line, which must follow one another from its origin."""
        mesh = self.model.mesh
        cells = chosen_cells(zone, mesh, self.context)
        try:
            curvilinear_abscissa(mesh, cells, one_node(zone, self.context, mesh, "GROUP_NO_ORIG"))
        except NoLine as reason:
            raise zone.wrong("GROUP_MA" if zone.GROUP_MA else "TOUT", str(reason)) from None
        return cells

    def _lengths(self):
        mesh = self.model.mesh
        ends = np.array([mesh.coordinates[mesh.cell_nodes(cell)[:2]] for cell in self.cells])
        return np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)

    def _pressures(self):
        found = np.zeros((len(self.cells), 2))
        for own in self.args.PRESSION or ():
            found[np.isin(self.cells, chosen_cells(own, self.model.mesh, self.context))] = own.VALE
        return found

    def _bends(self):
        """Which pipes are bent, their angles and radii."""
        bend, angle, radius = (np.zeros(len(self.cells), kind) for kind in (bool, float, float))
        for own in self.args.COUDE or ():
            cells = np.concatenate(cell_groups(own, "GROUP_MA", self.model.mesh)) if own.GROUP_MA else np.zeros(0, int)
            if not np.isin(cells, self.cells).all():
                raise own.wrong("GROUP_MA", "some of these bends are outside ZONE_ANALYSE")
            rows = np.isin(self.cells, cells)
            bend[rows], angle[rows], radius[rows] = True, np.radians(own.ANGLE), own.RCOURB
        return bend, angle, radius

    def _check_strengths(self):
        pipes = self.pipes
        if self.allowed:
            for name, values in zip(("RP02_MIN", "RP02_MOY", "RM_MIN"), (pipes.least_yield, pipes.mean_yield, pipes.least_strength)):
                if (values < 0.0).any():
                    raise self.args.wrong("RCCM_RX", f"RCCM_RX needs {name} of the material", help="DEFI_MATERIAU/POST_ROCHE")
        elif (pipes.least_yield[pipes.bend] < 0.0).any():
            raise self.args.wrong("COUDE", "bends need RP02_MIN of the material", help="DEFI_MATERIAU/POST_ROCHE")

    def field(self, moments, instant=None) -> ElementField:
        """X1 to X28 of the moments of one moment in time."""
        pipes = self.pipes
        displaced = followed(pipes, moments["displacement"], True, self.allowed)
        shaken = followed(pipes, moments["shaken"], False, self.allowed)
        values = np.zeros((len(self.cells), 2, len(_COLUMNS)))
        for place, own in enumerate((displaced, shaken)):
            self._warn(own, instant)
            for name, column in _OUTPUT.items():
                values[..., column + place - 1] = getattr(own, name)
            for shift, below in enumerate(own.below_pressure(pipes)):
                values[..., _BELOW + 2 * shift + place - 1] = below
        choices = {_BEST_EQUIVALENT: "best_reduction"} | ({} if self.allowed else {_EQUIVALENT: "reduction"})
        for column, name in choices.items():
            parts = (getattr(own, name)[..., None] * moments[kind] for own, kind in ((displaced, "displacement"), (shaken, "dynamic")))
            values[..., column - 1] = equivalent(pipes, moments["force"], *parts)
        return ElementField(self.model.mesh, "NEUT_R", "ELNO", [ElementBlock(self.cells, values, _COLUMNS, self.element)])

    def _warn(self, own: FollowUp, instant):
        at = "" if instant is None else f" at {instant:.9g}"
        for name, true, below in zip(("true stress", "best true stress"), (own.true, own.best_true), own.below_pressure(self.pipes)):
            if below.any():
                self.context.warn(self.args, None, f"the {name} is below that of the pressure somewhere{at}")
            if (own.reference < true).any():
                self.context.warn(self.args, None, f"the {name} is above the stress of reference somewhere{at}")
            if (true == FAILED).any():
                self.context.warn(self.args, None, f"the {name} was not found somewhere{at}")


class _Loads:
    """The moments of the loads by what they do."""

    def __init__(self, args):
        self.given = args.RESU_MECA or args.RESU_MECA_TRAN
        self.cells = None
        self.moving = [load for load in self.given if load.TYPE_CHAR == "SISM_INER_TRAN"]
        if args.RESU_MECA_TRAN and len(self.moving) != 1:
            raise args.wrong("RESU_MECA_TRAN", "one of its loads, and only one, is SISM_INER_TRAN")
        self._check_spectra(args)

    @property
    def results(self):
        """The results and fields of the loads."""
        return [load.RESULTAT if load.RESULTAT is not None else load.CHAM_GD for load in self.given]

    def _check_spectra(self, args):
        kinds = [load.TYPE_RESU for load in self.given if load.TYPE_CHAR == "SISM_INER_SPEC"]
        if sorted(kinds) not in ([], ["DYN_QS"], ["DYN", "QS"]):
            raise args.wrong("RESU_MECA", "a response to spectra is given as DYN_QS once, or once as DYN and once as QS")

    def instants(self, context):
        """(INST of the outcome, storage order) of the load over time."""
        load = self.moving[0]
        load.mark_read("TOUT_ORDRE")
        if load.RESU_CORR is not None and load.TOUT_ORDRE is not None and load.RESU_CORR.orders != load.RESULTAT.orders:
            raise load.wrong("RESU_CORR", "it does not have the storage orders of RESULTAT")
        numbered = load.INST is None and load.LIST_INST is None
        for order in output_orders(load, load.RESULTAT, context):
            # code_aster calls the storage order an instant where orders are asked for
            yield float(order) if numbered else load.RESULTAT.parameter("INST", order), order

    def at(self, order) -> dict:
        """The moments (n, 2, 3) of forces, of displacements, of all shaking and of its dynamic part; at an order of the load over time."""
        shape = (len(self.cells), 2, 3)
        sums = dict.fromkeys(("weight", "expansion", "moved", "quasi_static", "dynamic", "shaken"))

        def add(name, values):
            sums[name] = values if sums[name] is None else sums[name] + values

        for load in self.given:
            kind = load.TYPE_CHAR
            if kind == "SISM_INER_TRAN":
                now = self._moments(load.RESULTAT.field("EFGE_ELNO", order))
                add("dynamic", now)
                if load.RESU_CORR is None:
                    add("shaken", now)
                else:
                    corrected = self._moments(load.RESU_CORR.field("EFGE_ELNO", self._same(load, order)))
                    add("quasi_static", corrected - now)
                    add("shaken", corrected)
            elif kind == "SISM_INER_SPEC":
                self._spectral(load, add)
            else:
                names = {"POIDS": "weight", "DILAT_THERM": "expansion", "DEPLACEMENT": "moved"}
                add(names[kind], self._moments(self._steady(load)))
        zero = np.zeros(shape)
        return {
            "force": _combined(sums["weight"], sums["quasi_static"], zero),
            "displacement": _combined(sums["expansion"], sums["moved"], zero),
            "shaken": _combined(None, sums["shaken"], zero),
            "dynamic": _combined(None, sums["dynamic"], zero),
        }

    def _same(self, load, order):
        other = load.RESU_CORR
        if load.INST is None and load.LIST_INST is None:
            return order
        found = other.orders_at("INST", load.RESULTAT.parameter("INST", order), load.PRECISION, load.CRITERE)
        if len(found) != 1:
            raise load.wrong("RESU_CORR", f"{other.name} has not the instants of RESULTAT")
        return found[0]

    def _steady(self, load):
        if load.CHAM_GD is not None:
            return load.CHAM_GD
        precision = (load.PRECISION, load.CRITERE) if load.INST is not None else ()
        return self._field(load, order_of(load, load.RESULTAT, *precision)[0])

    def _field(self, load, order):
        if not load.RESULTAT.has_field("EFGE_ELNO", order):
            raise load.wrong("RESULTAT", f"{load.RESULTAT.name} has no field EFGE_ELNO", help="CALC_CHAMP computes it")
        return load.RESULTAT.field("EFGE_ELNO", order)

    def _spectral(self, load, add):
        kind, axis = load.TYPE_RESU, load.DIRECTION

        def part(prefix, whole):
            case = whole if axis == "COMBI" else f"{prefix or 'DIRE'}_{axis}"
            found = [order for order in load.RESULTAT.orders if load.RESULTAT.parameter("NOM_CAS", order) == case]
            if not found:
                raise load.wrong("RESULTAT", f"{load.RESULTAT.name} has no case {case}")
            return self._moments(self._field(load, found[0]))

        parts = [part(*own) for own in _PARTS[kind]]
        add("shaken", parts[0])
        if kind in ("DYN_QS", "DYN"):
            add("dynamic", parts[1 if kind == "DYN_QS" else 0])
        if kind in ("DYN_QS", "QS"):
            add("quasi_static", parts[-1])

    def _moments(self, field):
        if not set(_MOMENTS) <= set(field.components):
            raise self.given[0].wrong(None, f"{field.name or 'a field'} holds no moments of beams")
        return np.stack([np.nan_to_num(field.component(name, self.cells)[:, :2]) for name in _MOMENTS], axis=-1)


def _combined(steady, swinging, zero):
    """What stays, and what may come to it from either side."""
    if steady is None:
        return zero if swinging is None else abs(swinging)
    return steady if swinging is None else steady + np.where(steady < 0.0, -1.0, 1.0) * abs(swinging)
