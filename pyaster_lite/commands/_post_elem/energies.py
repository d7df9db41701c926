"""ENER_POT, ENER_CIN, ENER_ELAS, ENER_ELTR, ENER_DISS: energies of parts of a model (u4.81.22)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._harmonics import MODE_FOURIER, harmonic_of
from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.commands._post_elem.quantity import (
    PLACES,
    Quantity,
    data_of,
    derivation_of,
    layered_words,
    model_of,
    orders,
    orders_of,
    places,
    sources,
    table,
)
from pyaster_lite.concepts.field import ElementField
from pyaster_lite.concepts.result import Result

_BOOK = {"NUME_ORDRE": "I", "INST": "R", "FREQ": "R", "LIEU": "K24", "ENTITE": "K8", "TOTALE": "R", "POUR_CENT": "R"}
_OF_HEAT = {"EPOT_ELEM": "ETHE_ELEM"}
"""The options that stand for others in models of heat."""
_WITHOUT_UNION = ("ENER_POT", "ENER_CIN")
"""The energies for which code_aster has no row of all groups together."""
_SHELLS = ("MEMBRANE", "FLEXION", "CISAILLE", "COUPL_MF")


def _energy(word, option, more=None):
    """The run of a quantity that sums up the field of an option; the shares named in `more` stand beside the sum, not its percentage."""

    def run(args, context):
        derivation, stamp = _of_field(args) if args.get("CHAM_GD") is not None else (derivation_of(args), True)
        if stamp and harmonic_of(args, derivation.model):
            raise args.not_yet("MODE_FOURIER", "the energies of a result are those of its own harmonics only")
        rows, heat = [], derivation.model.phenomenon == "THERMIQUE"
        asked = _asked(args[word], derivation.model.mesh)
        for order in derivation.result.orders if not stamp else orders_of(args, context):
            if word == "ENER_CIN":
                derivation.lumped |= _lumped(args)
            wanted = _OF_HEAT.get(option, option) if heat else option
            among = None if word not in _WITHOUT_UNION or derivation.result.has_field(wanted, order) else asked
            field = derivation.field(wanted, order)
            energy, shares = _by_cell(field), _shares(field, more)
            head = _stamp(args.RESULTAT, order) if stamp else {}
            for occurrence in args[word]:
                for name, kind, cells in places(occurrence, derivation.model.mesh, context, union=word not in _WITHOUT_UNION):
                    rows.append({**head, "LIEU": name, "ENTITE": kind, **_sums(energy, cells, kind, shares, among)})
        present = {name for row in rows for name in row}
        return table(rows, {name: type for name, type in _BOOK.items() if name in present})

    return run


def _lumped(args):
    """Whether the first occurrence asks for the diagonal mass: as in code_aster (peecin) it speaks for all."""
    return [occurrence.OPTION for occurrence in args.ENER_CIN][0] == "MASS_MECA_DIAG"


def _by_cell(field: ElementField):
    """(n_cells,) TOTALE of each cell, or the one component that there is; zero where there is none."""
    values = field.component("TOTALE" if "TOTALE" in field.components else field.components[0])
    return np.nan_to_num(values[:, 0])


def _shares(field: ElementField, names):
    """(n_cells,) of each named share of the energy, zero where the field has none; None without names."""
    if names is None:
        return None
    none = np.zeros(len(field.component(field.components[0])))
    return {name: np.nan_to_num(field.component(name)[:, 0]) if name in field.components else none for name in names}


def _asked(occurrences, mesh):
    """The cells that all occurrences ask for, None where one asks for all; code_aster computes no energy elsewhere (exlim4)."""
    if any(occurrence.get("TOUT") == "OUI" for occurrence in occurrences):
        return None
    return np.unique(np.concatenate([cells_of(occurrence, mesh) for occurrence in occurrences]))


def _sums(energy, cells, kind, shares, among):
    total, whole = float(energy[cells].sum()), float(energy.sum() if among is None else energy[among].sum())
    if shares is not None:
        return {"TOTALE": total, **{name: float(share[cells].sum()) for name, share in shares.items()}}
    tiny = np.finfo(float).eps
    share = 0.0 if total < tiny and whole < tiny else 100.0 * total / whole
    return {"TOTALE": total, "POUR_CENT": 100.0 if kind == "TOUT" else share}


def _stamp(result, order):
    word = "FREQ" if result.kind.startswith("mode") else "INST"
    # load cases have no instant: code_aster shows zero for it (peepot)
    return {"NUME_ORDRE": order, word: result.parameter(word, order) or 0.0}


def _of_field(args):
    """A result of one storage order that holds the field of displacements, or of energies, that is given."""
    field, model = args.CHAM_GD, model_of(args)
    if isinstance(field, ElementField):
        raise args.not_yet("CHAM_GD", "energies of a field at elements are not there yet")
    vector_of(field, model.dofs)
    number = harmonic_of(args, model)
    result = Result("fourier_elas" if number else "evol_elas", model.mesh, model)
    instant = {"NUME_MODE": number} if number else {"INST": args.INST[0]} if args.get("INST") else {}
    # A kinetic energy takes the field as velocities, unless FREQ says how they vibrate.
    if "ENER_CIN" in args and args.FREQ is None:
        result.store(1, instant, {"VITE": field})
    else:
        frequency = args.FREQ[0] if args.get("FREQ") else None
        word = "TEMP" if model.phenomenon == "THERMIQUE" else "DEPL"
        result.store(1, instant | ({} if frequency is None else {"FREQ": frequency}), {word: field})
    from pyaster_lite.commands._derived_fields import Derivation

    return Derivation(args, result, model, data_of(args, model)), False


def _declared(*more):
    return FACT("f", max="**", rules=UN_PARMI("TOUT", "GROUP_MA"), **PLACES, **dict(more))


_WORDS = {**layered_words(), **sources(), **orders(), "MODE_FOURIER": MODE_FOURIER}
QUANTITIES = {
    "ENER_POT": Quantity(_declared(), _energy("ENER_POT", "EPOT_ELEM"), _WORDS),
    "ENER_CIN": Quantity(
        _declared(("OPTION", SIMP("f", into=("MASS_MECA", "MASS_MECA_DIAG"), defaut="MASS_MECA"))), _energy("ENER_CIN", "ECIN_ELEM"), _WORDS
    ),
    "ENER_ELAS": Quantity(_declared(), _energy("ENER_ELAS", "ENEL_ELEM", _SHELLS), _WORDS),
    **{
        word: Quantity(_declared(), _energy(word, option, ()), {word: _WORDS[word] for word in _WORDS if word != "CHAM_GD"})
        for word, option in (("ENER_DISS", "DISS_ELEM"), ("ENER_ELTR", "ENTR_ELEM"))
    },
}
