"""RICE_TRACEY: how much cavities have grown in parts of a model, by Rice and Tracey (u4.81.22, r7.02.06).

    ln(R / R_0) = sum over steps of 0.283 sign(x) exp(1.5 |x|) dp

with x the mean stress by that of von Mises and dp the growth of the plastic strain. LOCAL tells the largest of the cells (of their
points, or of the means over them with SIGM_ELMOY), otherwise x and dp are means over the part.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._post_elem.quantity import PLACES, Quantity, derivation_of, layered_words, orders, orders_of, places, table
from pyaster_lite.commands._weibull import SIGM, at_points, mean, parts_of, tensor
from pyaster_lite.fe.tensors import AXES

_BOOK = {"NUME_ORDRE": "I", "INST": "R", "LIEU": "K24", "ENTITE": "K8", "TX_CROIS_CAVITES": "R", "VOLUME_CONCERNE": "R"}


class _Growth:
    """What happened to the solids of a model up to a storage order."""

    def __init__(self, derivation, averaged):
        self.derivation, self.averaged = derivation, averaged
        self.parts = parts_of(derivation.model, derivation.data, np.arange(derivation.model.mesh.n_cells))
        self.strains = [np.zeros(part.weights.shape) for part in self.parts]
        self.logarithms = [np.zeros(part.weights.shape) for part in self.parts]
        count = derivation.model.mesh.n_cells
        self.ratio, self.growth, self.volume = np.zeros(count), np.zeros(count), np.zeros(count)
        self.size, self.told = np.zeros(count), np.zeros(count)

    def follow(self, order):
        """Go on to an order."""
        for i, part in enumerate(self.parts):
            stress = tensor(part, self.derivation.field("SIEF_ELGA", order), {axes: f"SI{axes}" for axes in AXES})
            strain = at_points(part, self.derivation.field("VARI_ELGA", order), "V1")
            growth = strain - self.strains[i]
            self.strains[i] = strain
            if self.averaged:
                stress, growth = mean(part, stress), mean(part, growth[..., None])[..., 0]
            ratio = _triaxiality(stress)
            self.logarithms[i] = self.logarithms[i] + _step(ratio, growth)
            share = part.weights / part.weights.sum(axis=1, keepdims=True)
            self.ratio[part.cells], self.growth[part.cells] = (share * ratio).sum(axis=1), (share * growth).sum(axis=1)
            self.volume[part.cells] = part.weights.sum(axis=1)
            largest = self.logarithms[i].argmax(axis=1)
            rows = np.arange(len(part.cells))
            self.size[part.cells] = np.exp(self.logarithms[i][rows, largest])
            self.told[part.cells] = self._volume(part, rows, largest)

    def _volume(self, part, rows, largest):
        """The volume that is told of cells, which code_aster counts in its own way at points."""
        if self.averaged:
            return part.weights.sum(axis=1)
        if part.element.continuum.dim == 3:
            return part.weights.sum(axis=1) / part.weights[:, -1]
        return part.weights[rows, largest]


def _triaxiality(stress):
    even = stress[..., :3].mean(axis=-1)
    rest = stress[..., :3] - even[..., None]
    equivalent = np.sqrt(1.5 * ((rest**2).sum(axis=-1) + 2.0 * (stress[..., 3:] ** 2).sum(axis=-1)))
    return np.divide(even, equivalent, out=np.zeros_like(even), where=equivalent > 0.0)


def _step(ratio, growth):
    return 0.283 * np.where(ratio < 0.0, -1.0, 1.0) * np.exp(1.5 * abs(ratio)) * growth


def run(args, context):
    """A row for each place and storage order, each following those before."""
    first = args.RICE_TRACEY[0]
    for occurrence in args.RICE_TRACEY:
        if (occurrence.OPTION, occurrence.LOCAL) != (first.OPTION, first.LOCAL):
            raise occurrence.wrong("OPTION", "OPTION and LOCAL are the same in all occurrences")
    derivation, rows, total = derivation_of(args), [], 0.0
    mesh, growth = derivation.model.mesh, _Growth(derivation, first.OPTION == "SIGM_ELMOY")
    for order in orders_of(args, context):
        growth.follow(order)
        head = {"NUME_ORDRE": order, "INST": derivation.time(order)}
        for occurrence in args.RICE_TRACEY:
            for name, _, cells in places(occurrence, mesh, context, union=False):
                if first.LOCAL == "OUI":
                    worst = int(cells[growth.size[cells].argmax()])
                    told = (str(worst + 1), "MAILLE", float(growth.size[worst]), float(growth.told[worst]))
                else:
                    volume = growth.volume[cells]
                    ratio, step = (float((volume * values[cells]).sum() / volume.sum()) for values in (growth.ratio, growth.growth))
                    total += float(_step(ratio, step))  # As in code_aster, one sum serves all the places.
                    told = (mesh.row_name or name, "TOUT", float(np.exp(total)), float(volume.sum()))
                rows.append({**head, **dict(zip(list(_BOOK)[2:], told))})
    return table(rows, _BOOK)


_FACT = FACT(
    "f",
    max="**",
    rules=UN_PARMI("TOUT", "GROUP_MA"),
    **PLACES,
    OPTION=SIGM,
    LOCAL=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
)
QUANTITIES = {"RICE_TRACEY": Quantity(_FACT, run, {**layered_words(), "RESULTAT": SIMP("o", typ="evol_noli"), **orders()})}
