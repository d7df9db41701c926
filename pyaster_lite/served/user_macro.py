"""code_aster.Cata.Syntax and Supervis.UserMacro: commands that a deck declares itself, of keywords and a function of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from pyaster_lite.catalogue import keywords, rules
from pyaster_lite.catalogue.command import Command
from pyaster_lite.catalogue.registry import SERVED

_KINDS = """
    cabl_precont cara_elem carte_sdaster cham_elem cham_gd_sdaster cham_mater cham_no_sdaster char_acou char_cine_acou char_cine_meca
    char_cine_ther char_cont char_contact char_frot char_meca char_ther compor_sdaster corresp_2_mailla fiss_xfem fonction_c fonction_class
    fonction_sdaster fond_fissure formule formule_c gfibre_sdaster grma grno interf_dyna_clas interspectre list_inst listis_sdaster
    listr8_sdaster ma macr_elem_dyna macr_elem_stat maillage_sdaster mater_sdaster matr_asse matr_asse_depl_c matr_asse_depl_r matr_asse_gd
    matr_asse_gene matr_asse_gene_c matr_asse_gene_r matr_asse_pres_c matr_asse_pres_r matr_asse_temp_c matr_asse_temp_r matr_elem
    matr_elem_depl_c matr_elem_depl_r matr_elem_pres_c matr_elem_temp_r melasflu_sdaster modele_gene modele_sdaster nappe_sdaster no
    nume_ddl_gene nume_ddl_sdaster squelette spectre_sdaster table_container table_fonction table_sdaster type_flui_stru vect_asse_gene
    vect_elem vect_elem_depl_r vect_elem_pres_c vect_elem_temp_r
    acou_harmo comb_fourier dyna_gene dyna_harmo dyna_trans evol_char evol_elas evol_noli evol_sdaster evol_sech evol_ther evol_varc
    fourier_elas fourier_ther harm_gene mode_acou mode_flamb mode_gene mode_meca mode_meca_c mult_elas resultat_sdaster tran_gene CO
    ds_dict evol_elas_dict evol_noli_dict evol_ther_dict
"""
_HELP = ("fr", "ang", "docu", "UIinfo")
"""What describes a keyword and changes nothing."""


@dataclass
class Level:
    """Keywords that a deck declares: what the checker takes, and what comes when none of a rule's words is given.

    openings  per rule with defaults: (its words, {word: value})
    inner     the levels of factor keywords by word
    """

    taken: object
    openings: list = field(default_factory=list)
    inner: dict = field(default_factory=dict)
    name: str = ""

    def completed(self, given: dict) -> dict:
        """The keywords with the defaults of rules, also inside factor keywords."""
        found = dict(given)
        for words, defaults in self.openings:
            if not any(word in given for word in words):
                found |= defaults
        for word, level in self.inner.items():
            value = found.get(word)
            if isinstance(value, list):
                found[word] = [level.completed(one) for one in value]
            elif value is not None:
                found[word] = level.completed(value)
        return found


@dataclass
class _Opening:
    """A rule with defaults for some of its words: with none of them given it is kept by the defaults."""

    rule: object
    words: tuple
    defaults: dict


def _rule(kind):
    def made(*words, **defaults):
        if not defaults:
            return kind(*words)
        at_most_one = rules.AU_PLUS_UN(*words) if kind is rules.UN_PARMI else None
        return _Opening(at_most_one, words, defaults)

    return made


def _simple(statut="f", typ="TXM", **words):
    return keywords.SIMP(statut, typ, **_without_help(words))


def _without_help(words):
    return {word: value for word, value in words.items() if word not in _HELP}


def _divided(regles, words):
    """What a level takes: its rules, keywords, openings and inner levels."""
    regles = regles if isinstance(regles, (tuple, list)) else (regles,)
    openings = [(rule.words, rule.defaults) for rule in regles if isinstance(rule, _Opening)]
    kept = [rule.rule if isinstance(rule, _Opening) else rule for rule in regles]
    inner = {word: level for word, level in words.items() if isinstance(level, Level)}
    taken = {word: level.taken if isinstance(level, Level) else level for word, level in _without_help(words).items()}
    return [rule for rule in kept if rule is not None], taken, openings, inner


def _factor(statut="f", min=1, max=1, regles=(), **words):
    kept, taken, openings, inner = _divided(regles, words)
    return Level(keywords.FACT(statut, min, max, kept, **taken), openings, inner)


def _macro(nom, op=None, sd_prod=None, regles=(), reentrant="n", **words):
    kept, taken, openings, inner = _divided(regles, words)
    return Level(keywords.Body(kept, taken), openings, inner, nom)


for _word, _made in {
    "SIMP": _simple,
    "FACT": _factor,
    "MACRO": _macro,
    "FORM": _macro,
    **{kind.__name__: _rule(kind) for kind in rules.Rule.__subclasses__() + rules.AU_PLUS_UN.__subclasses__()},
}.items():
    SERVED.register(f"code_aster.Cata.Syntax.{_word}", f"code_aster.Cata.Language.Syntax.{_word}")(lambda study, made=_made: made)
for _kind in _KINDS.split():
    _names = (f"code_aster.Cata.DataStructure.{_kind}", f"code_aster.Cata.Language.DataStructure.{_kind}")
    SERVED.register(*_names)(lambda study, kind=_kind: kind)


class _Macro:
    """What the function of a macro gets first: where its results go."""

    sd = _result = None

    def __init__(self, context):
        self._context = context

    def register_result(self, concept, place):
        """Put a concept at the place that CO("name") holds."""
        self._context.create(place, concept)

    def type_sdprod(self, place, kind):
        """Nothing: a concept tells its type."""


@SERVED.register("code_aster.Supervis.UserMacro", "code_aster.Supervis.ExecuteCommand.UserMacro")
def user_macro(study):
    """UserMacro(name, catalogue, function): the command, which calls function(macro, **keywords) with checked keywords."""

    def make(name, catalogue, function):
        def run(args, context):
            return function(_Macro(context), **catalogue.completed(args.as_dict()))

        return study.callable(Command(name, catalogue.taken, run, produces="concept"))

    return make
