"""POST_RCCM, TYPE_RESU_MECA='B3200', OPTION='FATIGUE' and 'EFAT': what situations use up, alone and combined (r7.04.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.commands._fatigue import of_stress, strength
from pyaster_lite.commands._rccm_sides import Side
from pyaster_lite.fe.cycle_damage import plastic_correction
from pyaster_lite.fe.environment import Environment, Warming
from pyaster_lite.fe.load_situations import NOWHERE, shaken
from pyaster_lite.fe.situation_cycles import Peak, combination, peak_range, peak_ranges, smaller_cycles
from pyaster_lite.fe.stress_lines import thermal_correction, tresca

_NUMBERS = (
    "S_ETOILE", "SEUIL_EPSI_INF", "SEUIL_EPSI_SUP", "CRIT_EPSI", "A_ENV", "B_ENV", "C_ENV", "SEUIL_T_INF", "SEUIL_T_SUP", "VALE_T_INF",
    "VALE_T_SUP", "VALE_T_MOY_NUM", "VALE_T_MOY_DEN",
)  # fmt: skip
ENVIRONNEMENT = FACT(
    "f",
    TABL_YOUNG=SIMP("o", typ="table_sdaster"),
    FEN_INTEGRE=SIMP("o", typ="R"),
    **{name: SIMP("o", typ="R") for name in _NUMBERS},
)
_SLIGHT = 1e-8
"""A total use below this has no factor of the environment."""


class Cycles(Side):
    """The situations at a side, combined two by two, and how often."""

    def __init__(self, args, side):
        self.sm, m, n = strength(args, "SM", "M_KE", "N_KE")
        self.ratio = args.MATER.laws["FATIGUE"]["E_REFE"] / args.MATER.getValueReal("ELAS", "E")
        self.damage, self.plastic = of_stress(args), lambda size: float(plastic_correction(np.array([size]), n, m, self.sm)[0])
        self.mixed = args.TYPE_KE == "KE_MIXTE"
        super().__init__(args, side)
        self.together = {shown: self._pairs(shown, quake) for shown, quake in self.quakes.items()}
        self.shaking = self._shaking()
        self.uses = self._uses()
        self.factors = [self._in_water(use) for use in self.uses] if args.OPTION == "EFAT" else [None] * len(self.uses)

    # one situation ----------------------------------------------------------------------------------------------------------

    def by_itself(self, situation, quake):
        row = super().by_itself(situation, quake)
        peak = self.peak_range(situation, quake).scaled(self.factor("KT_SP"))
        # What mechanical loads alone give is told as it is, though it be larger than all together (rc32ac)
        row |= self._corrections(row["SN"]) | self._cycle(row["SN"], peak) | {"SP(MECA)": peak.mechanical}
        row["FU_UNIT"] = row.pop("FU")
        row["KE"] = self._mean_correction(row, peak)
        if self.args.SOUS_CYCL == "OUI":
            row |= self._smaller(situation, quake, row)
        return row

    def peak_range(self, situation, quake) -> Peak:
        """The cycle of a situation, with an earthquake or not."""
        return peak_range(situation, self.by_tresca, shaken(None if quake is None else quake["peak"]))

    def peak_ranges(self, one, other, quake) -> tuple[Peak, Peak]:
        """The two cycles of two situations combined, the larger one first."""
        return peak_ranges(one, other, self.by_tresca, shaken(None if quake is None else quake["peak"]))

    def of_earthquake(self, quake) -> tuple[float, float]:
        """(linear, peak) stress of an earthquake alone."""
        return tuple(float(tresca(shaken(quake[kind])).max()) for kind in ("linear", "peak"))

    def _smaller(self, situation, quake, row):
        """What the smaller cycles of a situation use up with it; those of an earthquake are those without, over again."""
        if quake is None:
            cycles = [] if self.by_tresca else smaller_cycles(situation, Peak(0.0, 0.0, self._main(situation)))
            own = self._uses_up(cycles, row["KE"])
            self._calm = row["FU_UNIT"] + own, cycles
            return {"FU_UNIT_SS_CYCL": own, "FU_UNIT": self._calm[0], "CYCLES": cycles}
        calm, cycles = self._calm
        own = self._uses_up(cycles, row["KE"])
        return {"FU_UNIT_SS_CYCL": own, "FU_UNIT": calm + own, "CYCLES": cycles}

    def _main(self, situation):
        return peak_range(situation, self.by_tresca, shaken(None)).instants

    def _uses_up(self, cycles, correction) -> float:
        amplitudes = 0.5 * self.ratio * correction * np.array(cycles, float)
        return float(self.damage(amplitudes).sum()) if len(cycles) else 0.0

    def _corrections(self, sn):
        return {"KE_MECA": self.plastic(sn)} | ({"KE_THER": float(thermal_correction(sn, self.sm))} if self.mixed else {})

    def _cycle(self, sn, peak: Peak):
        """The columns of a cycle: its stresses, the alternating one and what it uses up."""
        factors, hot = self._corrections(sn), max(0.0, peak.whole - peak.mechanical)
        if self.mixed:
            corrected = factors["KE_MECA"] * peak.mechanical + factors["KE_THER"] * hot
        else:
            corrected = factors["KE_MECA"] * peak.whole
        salt = 0.5 * self.ratio * corrected
        shown = dict(zip(("INST_SALT_1", "INST_SALT_2"), peak.instants))
        stress = {"SP": peak.whole, "SP(MECA)": peak.whole - hot, "SP(THER)": hot, "SALT": salt}
        return {**stress, **shown, "FU": float(self.damage(np.array([salt]))[0])}

    def _mean_correction(self, row, peak):
        """The correction of all of the peak stress."""
        if not self.mixed:
            return row["KE_MECA"]
        return (row["KE_MECA"] * peak.mechanical + row["KE_THER"] * (peak.whole - peak.mechanical)) / peak.whole

    # two situations ---------------------------------------------------------------------------------------------------------

    def _groups(self):
        return combination(
            [own.NUME_GROUPE for own in self.given],
            [own.NUME_PASSAGE or () for own in self.given],
            [own.COMBINABLE == "NON" for own in self.given],
            [own.NUME_PARTAGE or 0 for own in self.given],
        )

    def _pairs(self, shown, quake):
        """{(first, second): the columns of both combined, those of both cycles among them}."""
        found = {}
        for i, j in zip(*(rows.tolist() for rows in np.nonzero(self._groups().kind))):
            found[i, j] = self._pair(i, j, shown, quake)
        return found

    def _pair(self, i, j, shown, quake):
        one, other = self.situations[i], self.situations[j]
        rows = [self.found[place][shown] for place in (i, j)]
        row = self.told(self.linear_range(one, other, quake))
        membranes = [own["SIG_PRES_MOY"] for own in rows]
        row["SIG_PRES_MOY"] = None if None in membranes else max(membranes)
        for own in rows:
            for name, columns in (("SN", ("SN_THER",)), ("SN*", ())):
                if own[name] >= row[name]:
                    row |= {word: own[word] for word in (name, f"INST_{name}_1", f"INST_{name}_2", *columns)}
        peaks = [own.scaled(self.factor("KT_SP")) for own in self.peak_ranges(one, other, quake)]
        alone = [Peak(own["SP"], own["SP(MECA)"], (own["INST_SALT_1"], own["INST_SALT_2"])) for own in rows]
        for own in (alone, alone[::-1]):
            if own[0].whole >= peaks[0].whole:
                peaks = own
        row |= self._corrections(row["SN"])
        row["BOTH"] = [self._cycle(row["SN"], peak) for peak in peaks]
        row["KE"] = self._mean_correction(row, peaks[0])
        row["FU_UNIT"] = sum(own["FU"] for own in row["BOTH"])
        if self.args.SOUS_CYCL == "OUI":
            row["FU_UNIT_SS_CYCL"] = self._uses_up([size for place in (i, j) for size in self.found[place]["SANS"]["CYCLES"]], row["KE"])
            row["FU_UNIT"] += row["FU_UNIT_SS_CYCL"]
        return row

    # occurrences --------------------------------------------------------------------------------------------------------------

    def _shaking(self) -> float:
        """What the smaller cycles of one earthquake use up."""
        quake = self.quakes.get("AVEC")
        if quake is None:
            return 0.0
        sn, sp = self.of_earthquake(quake)
        return self._cycle(sn, Peak(sp, sp, (NOWHERE, NOWHERE)))["FU"] * (2 * self.args.SEISME.NB_CYCL_SEISME - 1)

    def _uses(self):
        groups, left = self._groups(), [own.NB_OCCUR for own in self.given]
        found = []
        if "AVEC" in self.quakes:
            found += groups.use(self._usage("AVEC") + self.shaking, left, int(self.args.SEISME.NB_OCCUR / 2))
        return found + groups.use(self._usage("SANS"), left)

    def _usage(self, shown):
        n = len(self.given)
        usage = np.full((n, n), np.nan)
        for place in range(n):
            usage[place, place] = self.found[place][shown]["FU_UNIT"]
        for (i, j), row in self.together[shown].items():
            usage[i, j] = row["FU_UNIT"]
        return usage

    def _row(self, use):
        shown = "AVEC" if use.shaken else "SANS"
        return self.found[use.first][shown] if use.first == use.second else self.together[shown][use.first, use.second]

    def _unit(self, use) -> float:
        return self._row(use)["FU_UNIT"] + (self.shaking if use.shaken else 0.0)

    # environment --------------------------------------------------------------------------------------------------------------

    def _in_water(self, use):
        """(factor of the environment, the same without plasticity)."""
        given = self.args.ENVIRONNEMENT
        if given is None:
            raise self.args.wrong(None, "EFAT needs ENVIRONNEMENT")
        table = given.TABL_YOUNG.cells
        for word in ("TEMP", "YOUNG"):
            if word not in table:
                raise given.wrong("TABL_YOUNG", f"{given.TABL_YOUNG.name} has no column {word}")
        water = Environment(*(given[name] for name in _NUMBERS), np.array(table["TEMP"], float), np.array(table["YOUNG"], float))
        warmings = [self._warming(place) for place in (use.first, use.second)]
        return water.factor(warmings, self._row(use)["KE"]), water.factor(warmings, 1.0)

    def _warming(self, place):
        given, situation = self.given[place], self.situations[place]
        if given.O_ETOILE is None or not situation.changes:
            raise given.wrong("O_ETOILE", "in the environment a situation is a transient with O_ETOILE and TABL_TEMP")
        warm = self.reader.temperatures(given, self.side, situation.instants)
        return Warming(situation.instants, situation.peak, warm, given.O_ETOILE)

    # rows ---------------------------------------------------------------------------------------------------------------------

    def alone(self, place):
        for row in super().alone(place):
            yield {name: value for name, value in row.items() if name not in ("KE", "CYCLES")}

    def _names(self, i, j):
        one, other = self.given[i], self.given[j]
        return {
            "NOM_SIT1": one.NOM_SITU or "PAS DE NOM",
            "NUM_SIT1": one.NUME_SITU,
            "GROUP_SIT1": one.NUME_GROUPE[0],
            "NOM_SIT2": other.NOM_SITU or "PAS DE NOM",
            "NUM_SIT2": other.NUME_SITU,
            "GROUP_SIT2": other.NUME_GROUPE[0],
        }

    def told_pairs(self):
        told = []
        for i, j in sorted(self.together["SANS"]):
            rows = []
            for shown, found in self.together.items():
                head = {"TYPE": "COMB", "SEISME": shown, **self._names(i, j)}
                rows += self._with_cycles(head, found[i, j], self.limits(found[i, j]))
            told.append(rows)
        return told

    def told_uses(self):
        rows = []
        for use, water in zip(self.uses, self.factors):
            row, unit = self._row(use), self._unit(use)
            head = {"TYPE": "FACT", "SEISME": "AVEC" if use.shaken else "SANS", **self._names(use.first, use.second)}
            head |= {"NOCC_SIT1": use.left[0], "NOCC_SIT2": use.left[1], "NOCC_PRIS": use.times}
            whole = {"FU_UNIT": unit, "FU_PARTIEL": unit * use.times}
            if water is not None:
                whole |= {"FEN": water[0], "FEN_ELAS": water[1], "FUEN_PARTIEL": water[0] * unit * use.times}
            rows += self._with_cycles(head, {word: value for word, value in row.items() if word not in ("SIG_PRES_MOY", "SN_THER")}, whole)
        return rows

    @staticmethod
    def _with_cycles(head, row, more):
        """The row of two situations and those of their two cycles, or that of one situation."""
        yield head | {name: value for name, value in row.items() if name not in ("KE", "CYCLES", "BOTH")} | more
        for number, cycle in enumerate(row.get("BOTH", ()), 1):
            own = {name: value for name, value in cycle.items() if name != "FU"} | {"FU_UNIT": cycle["FU"]}
            yield head | {"NOM_SIT1": f"FICTIF{number}", "NOM_SIT2": f"FICTIF{number}"} | own

    def all_rows(self):
        pairs = [row | row["BOTH"][0] for found in self.together.values() for row in found.values()]
        return super().all_rows() + pairs

    def worst(self):
        rows = self.all_rows()
        found = super().worst()
        for name, column in (("SP_THER_MAX", "SP(THER)"), ("SP_MAX", "SP"), ("SALT_MAX", "SALT")):
            found[name] = max(row[column] for row in rows)
        found["FU_TOTAL"] = sum(self._unit(use) * use.times for use in self.uses)
        if self.args.OPTION == "EFAT":
            found |= self._worst_in_water(found["FU_TOTAL"])
        return found

    def total(self) -> dict:
        """What is used up in all."""
        worst = self.worst()
        if self.args.OPTION != "EFAT":
            return {"FU_PARTIEL": worst["FU_TOTAL"]}
        return {"FU_PARTIEL": worst["FUEN_TOTAL"], "FUEN_PARTIEL": worst["FEN_TOTAL"] * worst["FU_TOTAL"]}

    def _worst_in_water(self, total):
        limit = self.args.ENVIRONNEMENT.FEN_INTEGRE
        if abs(limit) < _SLIGHT:
            raise self.args.ENVIRONNEMENT.wrong("FEN_INTEGRE", "the factor that the curve of lives covers is not zero")
        wet = sum(water[0] * self._unit(use) * use.times for use, water in zip(self.uses, self.factors))
        factor = wet / total if abs(total) > _SLIGHT else 0.0
        return {"FEN_TOTAL": factor, "FEN_INTEGRE": limit, "FUEN_TOTAL": wet / limit if factor > limit else total}
