"""CALC_ERREUR: estimates of the error of a computed result, cell by cell (u4.81.06)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.commons.field_choice import order_words, precision
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._derived_fields import Derivation
from pyaster_lite.commands._estimators.heat import HeatResidual
from pyaster_lite.commands._estimators.porous import PorousResidual
from pyaster_lite.commands._estimators.residual import Problem, Residual, whole
from pyaster_lite.commands._estimators.singular import singularities
from pyaster_lite.commands._estimators.smoothed import SMOOTHED, estimate
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.field_places import moved
from pyaster_lite.fe.conduction import Conductor
from pyaster_lite.fe.porous.element import Porous
from pyaster_lite.fe.solid import Solid

_PARAMETERS = {"ERME": "ERREUR_ERRE", "ERZ1": "ERREUR_ERZ1", "ERZ2": "ERREUR_ERZ2", "QIRE": "ERREUR_QIRE"} | {
    f"QIZ{i}": f"ERREUR_QIZ{i}" for i in (1, 2)
}
_EVERYWHERE = tuple(f"{stem}_{place}" for stem in ("ERME", "QIRE", "ERTH") for place in ("ELEM", "ELNO", "NOEU"))
_OF_INTEREST = ("QIRE_ELEM", "QIZ1_ELEM", "QIZ2_ELEM")
_STEERING = ("ERME_ELEM", "ERZ2_ELEM", "ERZ1_ELEM")
"""What SING_ELEM takes for the error where TYPE_ESTI does not say: the first that the result has."""
_THERE = (*SMOOTHED, *_EVERYWHERE, "ERZ1_ELEM", "ERZ2_ELEM", "QIZ1_ELEM", "QIZ2_ELEM", "SING_ELEM", "SING_ELNO")
_LOADS = ("char_meca", "char_cine_meca", "char_ther", "char_cine_ther")


@operator(
    "CALC_ERREUR",
    produces=lambda args: kind_of(args.get("RESULTAT")) or "evol_elas",
    reuse="RESULTAT",
    rules=(
        EXCLUS("TOUT_ORDRE", "NUME_ORDRE", "INST", "FREQ", "NUME_MODE", "NOEUD_CMP", "LIST_INST", "LIST_FREQ", "LIST_ORDRE", "NOM_CAS"),
    ),
    keywords=dict(
        RESULTAT=SIMP("o", typ="resultat_sdaster"),
        MODELE=SIMP("f", typ="modele_sdaster"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        TOUT_ORDRE=SIMP("f", into=("OUI",), advisory=True),
        **{word: definition for word, definition in order_words().items() if word != "ANGLE"},
        **precision(),
        TOUT=SIMP("f", into=("OUI",), defaut="OUI", advisory=True),
        EXCIT=FACT(
            "f",
            max="**",
            CHARGE=SIMP("o", typ=_LOADS),
            FONC_MULT=SIMP("f", typ=FUNCTION),
        ),
        OPTION=SIMP("o", max="**", into=_THERE, validators=(no_repeat,)),
        RESU_DUAL=SIMP("f", typ="resultat_sdaster"),
        b_sing=BLOC(
            is_in("OPTION", "SING_ELEM"),
            PREC_ERR=SIMP("o", typ="R", val_min=0.0),
            TYPE_ESTI=SIMP("f", into=(*_STEERING, *_OF_INTEREST)),
        ),
        SOLVEUR=solveur(),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", advisory=True),
    ),
)
def calc_erreur(args, context):
    """Each storage order by itself, option by option, those that others need before them."""
    source = args.RESULTAT
    args.mark_read("CRITERE", "PRECISION", "SOLVEUR")
    orders = output_orders(args, source, context)
    target = context.reused or source.part(orders, [])
    makers = _Makers(args, source, target, orders)
    for order in orders:
        for word in args.OPTION:
            if not makers.starts(word, order):
                makers.field(word, order)
    return target


class _Makers:
    """Makes the fields of the options, and puts them into `target` with the estimates over the whole model."""

    def __init__(self, args, source, target, orders):
        self.args, self.source, self.target, self.orders = args, source, target, orders
        self.model = args.MODELE or source.model
        if self.model is None:
            raise args.wrong("RESULTAT", f"{source.name} comes without a model: give MODELE")
        self.derivation = self._derived(source)
        self.dual = None if args.get("RESU_DUAL") is None else self._derived(args.RESU_DUAL)
        self.porous = any(isinstance(group.element, Porous) for group in self.model.groups)
        self._residual = self._heat = self._flows = None

    def _derived(self, result):
        stiffness = getattr(result, "stiffness", None)
        origin = getattr(stiffness, "origin", None)
        material = self.args.CHAM_MATER or result.material_field or getattr(origin, "material_field", None)
        data = self.model.data(material, self.args.CARA_ELEM or result.characteristics)
        return Derivation(self.args, result, self.model, data)

    @property
    def residual(self):
        """The residuals of the model's cells."""
        if self._residual is None:
            self._residual = Residual(self.model, self.derivation.data)
        return self._residual

    def _need(self, kind, text):
        """Refuse models without any cell that has the estimate."""
        if not any(isinstance(group.element, kind) for group in self.model.groups):
            raise self.args.wrong("OPTION", f"this error is estimated on cells of {text} only, the model has none")

    def starts(self, word, order) -> bool:
        """Whether nothing has happened yet that the option estimates: what porous media lack, they lack over a step."""
        return self.porous and word.startswith("ERME") and order - 1 not in self.source.orders

    def field(self, word, order):
        """The field of an option at a storage order, stored or made."""
        for result in (self.target, self.source):
            if result.has_field(word, order):
                return result.field(word, order)
        stem, place = word.split("_")
        if place == "ELNO":
            made = _at_nodes(self.field(f"{stem}_ELEM", order))
        elif place == "NOEU" and word not in SMOOTHED:
            made = moved(self.field(f"{stem}_ELNO", order), "NOEU")
        else:
            made = self._made(word, order)
        self.target.store(order, fields={word: made})
        if stem in _PARAMETERS and place == "ELEM" and not self.porous:
            self.target.store(order, {_PARAMETERS[stem]: whole(made)["estimate"]})
        return made

    def _made(self, word, order):
        data, t = self.derivation.data, self.derivation.time(order) or 0.0
        if word in SMOOTHED:
            self._need(Solid, "solids in mechanics")
            return SMOOTHED[word](self.args, self.model, data, self.derivation.field("SIEF_ELGA", order))
        if word.startswith("QIZ"):
            # code_aster writes the estimate of the result itself over that of the quantity of interest (meca01: qintzz, then ernozz)
            self._smoothed_dual(word, order)
            word = f"ERZ{word[3]}_ELEM"
        if word == "SING_ELEM":
            return self._singular(order)
        if word.startswith("ERZ"):
            smooth = self.field(f"SIZ{word[3]}_NOEU", order)
            return estimate(self.model, data, self.derivation.field("SIEF_ELGA", order), smooth, t)
        if word == "ERTH_ELEM":
            self._need(Conductor, "solids that conduct heat")
            self._heat = self._heat or HeatResidual(self.derivation)
            rank = self.orders.index(order)
            return self._heat.field(order, self.orders[rank - 1] if rank else None)
        if word == "ERME_ELEM" and self.porous:
            self._flows = self._flows or PorousResidual(self.args, self.derivation)
            return self._flows.field(order, None if self.starts(word, order - 1) else self.field(word, order - 1))
        self._need(Solid, "solids in mechanics")
        problem = Problem(self.derivation, order)
        if not self.target.has_field("SIGM_ELNO", order):
            self.target.store(order, fields={"SIGM_ELNO": self.derivation.field("SIGM_ELNO", order)})
        if word == "ERME_ELEM":
            return self.residual.mechanics(problem, t)
        return self.residual.interest(problem, Problem(self._dual_of(order), order), self._share(order))

    def _smoothed_dual(self, word, order):
        """The smoothed stresses of the dual problem, which code_aster wants to be there."""
        name = f"SIZ{word[3]}_NOEU"
        if not self._dual_of(order).result.has_field(name, order):
            raise self.args.wrong("RESU_DUAL", f"{self.dual.result.name} has no field {name} at its storage order {order}")

    def _stored(self, names, order):
        """The first of some fields that the results have."""
        for name in names:
            for result in (self.target, self.source):
                if result.has_field(name, order):
                    return result.field(name, order)
        raise self.args.wrong("OPTION", f"SING_ELEM needs {' or '.join(names)} of {self.source.name} first (storage order {order})")

    def _singular(self, order):
        if not self.args.get("PREC_ERR"):
            raise self.args.wrong("PREC_ERR", "SING_ELEM needs the wanted share of the error, above zero")
        chosen = self.args.TYPE_ESTI
        error = self._stored((chosen,) if chosen else _STEERING, order)
        energy = self._stored(("ETOT_ELEM",) if self.source.kind == "evol_noli" else ("EPOT_ELEM",), order)
        return singularities(self.model, error, energy, self.args.PREC_ERR, chosen in _OF_INTEREST)

    def _dual_of(self, order):
        if self.dual is None:
            raise self.args.wrong("OPTION", "the error of a quantity of interest needs the dual problem: RESU_DUAL")
        if order not in self.dual.result.orders:
            raise self.args.wrong("RESU_DUAL", f"{self.dual.result.name} has no storage order {order}")
        return self.dual

    def _share(self, order):
        """s of fe.residual_error, from both estimates."""
        own = self.target.parameter("ERREUR_ERRE", order) or self.source.parameter("ERREUR_ERRE", order)
        other = self._dual_of(order).result.parameter("ERREUR_ERRE", order)
        if not own or not other:
            raise self.args.wrong("RESU_DUAL", "the error of a quantity of interest needs ERME_ELEM of both results first")
        return float(np.sqrt(other / own))


def _at_nodes(field):
    """The values of each cell at all of its nodes."""
    blocks = []
    for block in field.blocks:
        count = len(block.element.components)
        blocks.append(ElementBlock(block.cells, np.repeat(block.values, count, axis=1), block.components, block.element))
    return ElementField(field.mesh, field.quantity, "ELNO", blocks)
