"""CALC_CHAMP: further fields of a result, made from those it has (u4.81.04)."""

from __future__ import annotations

from pyaster_lite.catalogue import words
from pyaster_lite.catalogue.command import formerly, operator
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.commons.field_choice import order_words, precision
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import OPTIONS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, PRESENT_ABSENT, UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._cham_util import computed_fields
from pyaster_lite.commands._derived_fields import GROUPS, Derivation
from pyaster_lite.commands._fields_old import OLD_NODES
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.commands._reactions import Balance
from pyaster_lite.concepts.matrix import Origin


class _There:
    """The options of a group that are there; one that is asked for alone does not have its neighbours imported."""

    def __init__(self, group):
        self._path = f"CALC_CHAMP/{group}"

    def __contains__(self, word):
        return words.has_value(self._path, word) and word in OPTIONS

    def __iter__(self):
        return (word for word in words.values(self._path) if word in OPTIONS)


def _options(group):
    """The keyword of a group of options, with those that are there."""
    return SIMP("f", max="**", into=_There(group), validators=(no_repeat,))


@operator(
    "CALC_CHAMP",
    produces=lambda args: kind_of(args.get("RESULTAT")) or "evol_elas",
    reuse="RESULTAT",
    rules=(
        EXCLUS("TOUT_ORDRE", "NUME_ORDRE", "INST", "FREQ", "NUME_MODE", "NOEUD_CMP", "LIST_INST", "LIST_FREQ", "LIST_ORDRE", "NOM_CAS"),
        PRESENT_ABSENT("TOUT", "GROUP_MA"),
        AU_MOINS_UN(*GROUPS, "CHAM_UTIL"),
    ),
    keywords=dict(
        RESULTAT=SIMP("o", typ="resultat_sdaster"),
        MODELE=SIMP("f", typ="modele_sdaster"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        TOUT_ORDRE=SIMP("f", into=("OUI",)),
        **{word: definition for word, definition in order_words().items() if word != "ANGLE"},
        **precision(),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        MAILLE=CELL_WORDS["MAILLE"],
        **{group: _options(group) for group in GROUPS},
        EXCIT=FACT(
            "f",
            max="**",
            rules=(EXCLUS("FONC_MULT", "COEF_MULT", "FONC_MULT_C", "COEF_MULT_C"),),
            CHARGE=SIMP("o", typ=("char_meca", "char_cine_meca", "char_ther", "char_cine_ther")),
            FONC_MULT=SIMP("f", typ=FUNCTION),
            COEF_MULT=SIMP("f", typ="R"),
            FONC_MULT_C=SIMP("f", typ=("fonction_c", "formule_c")),
            COEF_MULT_C=SIMP("f", typ="C"),
            PHAS_DEG=SIMP("f", typ="R", defaut=0.0),
            PUIS_PULS=SIMP("f", typ="I", defaut=0),
            TYPE_CHARGE=SIMP("f", into=("FIXE_CSTE", "FIXE_PILO", "SUIV", "SUIV_PILO", "DIDI"), defaut="FIXE_CSTE"),
        ),
        CHAM_UTIL=FACT(
            "f",
            max="**",
            rules=(UN_PARMI("FORMULE", "CRITERE", "NORME"),),
            NOM_CHAM=SIMP("o"),
            FORMULE=SIMP("f", typ=("formule", "formule_c"), max="**"),
            CRITERE=SIMP("f", into=("TRACE", "VMIS", "INVA_2")),
            NORME=SIMP("f", into=("L2", "FROBENIUS")),
            NUME_CHAM_RESU=SIMP("o", typ="I", val_min=1, val_max=20),
        ),
        PARALLELISME_TEMPS=SIMP("f", into=("OUI", "NON"), defaut="NON", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2, 3), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def calc_champ(args, context, finished=None):
    """Each storage order by itself, option by option in the order of the keywords.

    finished  what a field becomes before it is stored, of its name and itself; it then replaces what the result had
    """
    source = args.RESULTAT
    orders = output_orders(args, source, context)
    args.mark_read("TOUT_ORDRE", "CRITERE", "PRECISION")
    asked = [word for group in GROUPS for word in args[group] or ()]
    target = context.reused or source.part(orders, [])
    derivation = None
    if asked:
        _check_linear(args, source)
        _check_multipliers(args, source, asked)
        asked = _of_what_moves(args, context, asked, orders)
        derivation = _derivation(args, source, orders)
        balance = None
        if "REAC_NODA" in asked:
            balance = Balance(args, context, derivation)
        elif "EXCIT" in args:
            args.mark_read("EXCIT")
        there = _already_there(args, context, asked, orders) if finished is None else set()
        with context.progress("storage orders", len(orders)) as line:
            for done, order in enumerate(orders, 1):
                for word in asked:
                    if (word, order) in there or (_leads(word) and order == source.orders[-1]):
                        continue
                    field = derivation.field(word, order, anew=True)
                    if OPTIONS[word].balanced:
                        field = balance.of(field, order)
                    if finished is not None:
                        field = finished(word, field)
                    target.store(order, fields={word: field})
                line.update(done)
    if args.CHAM_UTIL:
        cells = _cells(args, source.mesh)
        for occurrence in args.CHAM_UTIL:
            computed_fields(occurrence, target, orders, source, cells)
    return target


def _leads(word) -> bool:
    """Whether a field is made from the storage order after its own, by itself or by what it needs."""
    option = OPTIONS.get(word)
    return option is not None and (option.leads or any(_leads(own) for own in (*option.needs.values(), option.mean_of) if own))


def _of_what_moves(args, context, asked, orders):
    """The options, without the kinetic energy of a result that does not move: as in code_aster it is left out and told."""
    source = args.RESULTAT
    moves = any(source.has_field("VITE", o) or source.parameter("OMEGA2", o) or source.parameter("FREQ", o) for o in orders)
    if moves or "ECIN_ELEM" not in asked:
        return asked
    context.warn(args, "ENERGIE", f"{source.name} has neither velocities nor pulsations: it has no ECIN_ELEM")
    return [word for word in asked if word != "ECIN_ELEM"]


def _already_there(args, context, asked, orders):
    """{(field, order)} of what the enriched result has: as in code_aster it is left as it is, but for sums over elements."""
    if context.reused is None:
        return set()
    there = {
        (word, order) for word in asked for order in orders if OPTIONS[word].place != "UNKNOWNS" and context.reused.has_field(word, order)
    }
    for word in dict.fromkeys(asked):
        if all((word, order) in there for order in orders):
            context.warn(args, None, f"{context.reused.name} has {word} already: it is not computed again")
    return there


def _check_linear(args, source):
    """Refuse what displacements alone cannot tell of a nonlinear evolution."""
    for group in GROUPS:
        for item, word in enumerate(args[group] or ()):
            if OPTIONS[word].linear and source.kind == "evol_noli":
                raise args.wrong(group, f"{word} is made from displacements alone, which are not all of {source.name}", item=item)


def _check_multipliers(args, source, asked):
    """Refuse the multipliers of harmonic loads where they are not those of nodal reactions."""
    for occurrence in args.EXCIT or ():
        words = ("FONC_MULT_C", "COEF_MULT_C", "PHAS_DEG", "PUIS_PULS")
        for word in (word for word in words if occurrence[word]):
            if source.kind != "dyna_harmo":
                raise occurrence.wrong(word, f"goes with a harmonic response; {source.name} is {kind_of(source)}")
            if not set(asked) <= {"FORC_NODA", "REAC_NODA"}:
                raise occurrence.not_yet(word, "in harmonic responses such loads are taken for FORC_NODA and REAC_NODA only")


def _derivation(args, source, orders):
    """What makes the fields, on the model, materials and cells that are meant."""
    model = args.MODELE or source.model
    if model is None:
        raise args.wrong("RESULTAT", f"{source.name} comes without a model: give MODELE")
    matrix = getattr(source, "stiffness", None)
    origin = getattr(matrix, "origin", None) or Origin()
    material = args.CHAM_MATER or source.material_field or origin.material_field
    characteristics = args.CARA_ELEM or source.characteristics or origin.characteristics
    return Derivation(args, source, model, model.data(material, characteristics), _cells(args, model.mesh), orders)


def _cells(args, mesh):
    return cells_of(args, mesh) if "GROUP_MA" in args or "MAILLE" in args else (args.mark_read("TOUT"), None)[1]


formerly("CALC_NO", "CALC_CHAMP", "11.1.17", *OLD_NODES)
