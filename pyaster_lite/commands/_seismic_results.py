"""What a seismic combination stores: cases named by NOM_CAS, one for each part of the response that is asked for."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._seismic_modes import chosen_modes
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.modal_combination import newmark_cases, together

KINDS = {
    "VALE_DIRE": ("total", "DIRE"),
    "VALE_TOTA": ("total", "TOTA"),
    "VALE_DYNA": ("dynamic", "PART_DYNA"),
    "VALE_QS": ("followed", "PART_QS"),
    "VALE_INER": ("primary", "PART_INER"),
    "VALE_DDS": ("secondary", "PART_DDS"),
}
"""In the order in which they are stored: the part of a response that each kind of TYPE_RESU is, what its case is called."""
NEWMARK_OF = {"VALE_TOTA": "NEWM", "VALE_INER": "INER_NEWM"}


class Results:
    """The result as it is filled; `former`: whether cases also have the names that they had up to version 15."""

    def __init__(self, args, modes, orders, former: bool):
        self._args, self._modes, self._orders, self._former = args, modes, orders, former
        self.result = Result("mult_elas", modes.mesh, modes.model, modes.material_field, modes.characteristics)
        # as in code_aster, the first TYPE_RESU of each TYPE counts, the others say nothing
        self._wanted = {level.TYPE: level for level in reversed(args.TYPE_RESU)}
        for level in args.TYPE_RESU:
            if level is not self._wanted[level.TYPE]:
                level.mark_read()
        # where no directions are put together any COMB_DIRECTION will do
        args.mark_read("COMB_DIRECTION")

    def add(self, option, directions):
        """Store the cases of one field: those of each direction, then the others, as code_aster numbers them."""
        example = self._modes.field("DEPL" if option in ("VITE", "ACCE_ABSOLU") else option, self._orders[0])
        several = self._args.TYPE_ANALYSE == "MULT_APPUI"
        for axis, response in directions.items():
            if "VALE_SPEC" in self._wanted:
                self._add_spectral(self._wanted["VALE_SPEC"], option, axis, response, example)
            for kind, (part, case) in KINDS.items():
                level = self._wanted.get(kind, {})
                if axis in (level.get("LIST_AXE") or ()) and (several or kind != "VALE_DDS"):
                    self._store(option, getattr(response, part), example, f"{case}_{axis}")
        for kind, (part, _) in KINDS.items():
            if kind in self._wanted and kind != "VALE_DIRE" and (several or kind != "VALE_DDS"):
                self._add_combined(self._wanted[kind], kind, option, [getattr(d, part) for d in directions.values()], example)
        for level in self._wanted.values():
            level.mark_read("LIST_AXE")

    def _add_combined(self, level, kind, option, parts, example):
        how = self._args.COMB_DIRECTION
        cases = newmark_cases(parts) if how == "NEWMARK" or len(parts) == 1 else []
        if len(parts) == 1:
            combined = parts[0]
        elif how == "NEWMARK":
            combined = np.maximum(np.max(cases, axis=0), 0.0)
        else:
            combined = together(parts, {"QUAD": "square", "ABS": "absolute"}[how])
        self._store(option, combined, example, KINDS[kind][1])
        if level.get("NEWMARK") == "OUI":
            for i, case in enumerate(cases, 1):
                self._store(option, case, example, f"{NEWMARK_OF[kind]}_{i}")

    def _add_spectral(self, level, option, axis, response, example):
        chosen, _ = chosen_modes(level, self._modes)
        several = self._args.TYPE_ANALYSE == "MULT_APPUI"
        level.mark_read("TOUT_APPUI", "LIST_APPUI")
        if axis not in level.LIST_AXE:
            return
        listed = () if not several else level.get("LIST_APPUI") or ()
        for support, responses in response.spectral.items():
            if several and level.get("TOUT_APPUI") != "OUI" and support not in listed:
                continue
            for order in chosen:
                if order not in self._orders:
                    raise level.wrong(None, f"mode {order} is not among those that are combined")
                self._store(option, responses[self._orders.index(order)], example, f"SPEC_{order}{axis}{support}")

    def _store(self, option, values, example, case):
        result = self.result
        names = result.parameters.get("NOM_CAS", {})
        order = next((o for o, name in names.items() if name == case), len(result.orders) + 1)
        field = example.copy()
        field.setValues(values)
        result.store(order, {"NOM_CAS": case} | (self._formerly(case) if self._former else {}), {option: field})

    def _formerly(self, case):
        """What told the part of the response in the place of NOM_CAS, up to version 15 (asstoc)."""
        kind, _, axis = case.partition("_")
        if kind == "DIRE":
            return {"NOEUD_CMP": f"{'DIR':8}{axis}"}
        return {"NOEUD_CMP": f"{'COMBI':8}{self._args.COMB_DIRECTION}"} if case == "TOTA" else {}
