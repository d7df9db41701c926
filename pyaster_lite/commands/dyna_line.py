"""DYNA_LINE: linear dynamics from a model and its loads in one command (u4.53.01): matrices, basis, excitations, DYNA_VIBRA, and back."""

from __future__ import annotations

from functools import cached_property

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import absent, equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import DIRECT_SCHEMES, MODAL_SCHEMES
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._line_basis import AXES, CUT_STEPS, Band, Basis
from pyaster_lite.commands._vibra_words import FUNCTION, MOTION, at_instants, relations, schemes

TRANSIENT, HARMONIC = equal("TYPE_CALCUL", "TRAN"), equal("TYPE_CALCUL", "HARM")
ON_UNKNOWNS, ON_BASIS = equal("BASE_CALCUL", "PHYS"), equal("BASE_CALCUL", "GENE")
GROUPS = SIMP("f", typ="grno", max="**", validators=(no_repeat,))
RESULTS = {"TRAN": "dyna_trans", "HARM": "dyna_harmo"}
REDUCED = {"TRAN": "tran_gene", "HARM": "harm_gene"}


def _made(args):
    kinds = {"BASE_RESU": "mode_meca", "RESU_GENE": REDUCED.get(args.get("TYPE_CALCUL"))}
    return [(args.get(word), kind) for word, kind in kinds.items() if args.get(word) is not None]


def _damping(*kinds):
    """AMORTISSEMENT."""
    impedance = {"MATR_IMPE_PHI": SIMP("f", defaut="NON", into=("OUI", "NON"))} if "HYST" in kinds else {}
    return FACT(
        "f",
        TYPE_AMOR=SIMP("o", into=kinds),
        b_modal=BLOC(equal("TYPE_AMOR", "MODAL"), AMOR_REDUIT=SIMP("o", typ="R", max="**")),
        b_rayleigh=BLOC(equal("TYPE_AMOR", "RAYLEIGH"), VNOR=SIMP("f", typ="R", into=(1.0, -1.0), defaut=1.0), **impedance),
    )


def _archive(**more):
    return FACT(
        "f",
        rules=(EXCLUS("LIST_INST", "INST"), AU_MOINS_UN("LIST_INST", "INST", "PAS_ARCH")),
        PAS_ARCH=SIMP("f", typ="I"),
        LIST_INST=SIMP("f", typ="listr8_sdaster"),
        INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        **more,
    )


def _motion():
    return dict(
        rules=(PRESENT_PRESENT("ACCE", "VITE", "DEPL"), PRESENT_ABSENT("ACCE", "FONC_MULT")),
        DIRECTION=SIMP("o", typ="R", max=6),
        GROUP_NO=GROUPS,
        FONC_MULT=SIMP("f", typ=FUNCTION),
        **MOTION,
    )


@operator(
    "DYNA_LINE",
    produces=lambda args: RESULTS.get(args.get("TYPE_CALCUL")),
    creates=_made,
    keywords=dict(
        TYPE_CALCUL=SIMP("o", into=("HARM", "TRAN")),
        BASE_CALCUL=SIMP("o", into=("PHYS", "GENE")),
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        CHARGE=SIMP("f", typ=("char_meca", "char_cine_meca"), max="**"),
        BANDE_ANALYSE=SIMP("f", typ="R", max=2),
        PCENT_COUP=SIMP("f", typ="I", val_min=80, val_max=100, defaut=90),
        b_param_gene=BLOC(
            ON_BASIS,
            BASE_RESU=SIMP("f", typ="CO"),
            RESU_GENE=SIMP("f", typ="CO"),
            IFS=SIMP("f", into=("OUI",)),
            b_no_ifs=BLOC(
                absent("IFS"),
                ENRI_STAT=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
                b_param_enri_stat=BLOC(
                    equal("ENRI_STAT", "OUI"), ORTHO=SIMP("f", into=("OUI", "NON"), defaut="NON"), FREQ_COUP_STAT=SIMP("f", typ="R")
                ),
            ),
            b_ifs=BLOC(
                present("IFS"),
                FORC_AJOU=SIMP("f", into=("OUI",)),
                GROUP_MA_INTERF=SIMP("o", typ="grma", max="**"),
                GROUP_MA_FLUIDE=SIMP("o", typ="grma", max="**"),
                MODELISATION_FLU=SIMP("o", into=("3D", "COQUE")),
                RHO_FLUIDE=FACT(
                    "o",
                    rules=UN_PARMI("TOUT", "GROUP_MA"),
                    RHO=SIMP("o", typ="R"),
                    TOUT=SIMP("f", into=("OUI",)),
                    GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
                ),
                PRESSION_FLU_IMPO=FACT("o", PRES_FLUIDE=SIMP("o", typ="R"), GROUP_NO=SIMP("o", typ="grno", max="**")),
            ),
        ),
        b_param_harm=BLOC(
            HARMONIC,
            rules=UN_PARMI("FREQ", "LIST_FREQ"),
            FREQ=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
            LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
            EXCIT=FACT(
                "o",
                max="**",
                rules=UN_PARMI("FONC_MULT", "FONC_MULT_C", "COEF_MULT", "COEF_MULT_C"),
                TYPE_APPUI=SIMP("f", into=("MONO", "MULTI")),
                FONC_MULT_C=SIMP("f", typ=("fonction_c", "formule_c")),
                COEF_MULT_C=SIMP("f", typ="C"),
                FONC_MULT=SIMP("f", typ=FUNCTION),
                COEF_MULT=SIMP("f", typ="R"),
                PHAS_DEG=SIMP("f", typ="R", defaut=0.0),
                PUIS_PULS=SIMP("f", typ="I", defaut=0),
                b_no_appui=BLOC(absent("TYPE_APPUI"), CHARGE=SIMP("o", typ="char_meca")),
                b_mono=BLOC(present("TYPE_APPUI"), DIRECTION=SIMP("o", typ="R", max=6), GROUP_NO=GROUPS),
            ),
        ),
        b_scheme_gene=BLOC(
            TRANSIENT & ON_BASIS, SCHEMA_TEMPS=schemes(MODAL_SCHEMES, "DEVOGE"), COMPORTEMENT=relations(), ARCHIVAGE=_archive()
        ),
        b_scheme_phys=BLOC(
            TRANSIENT & ON_UNKNOWNS,
            SCHEMA_TEMPS=schemes(DIRECT_SCHEMES, "NEWMARK"),
            ARCHIVAGE=_archive(
                b_inst=BLOC(present("LIST_INST") | present("INST"), **at_instants()),
                CHAM_EXCLU=SIMP("f", max=2, into=("DEPL", "VITE", "ACCE"), validators=(no_repeat,)),
            ),
        ),
        b_param_tran=BLOC(
            TRANSIENT,
            rules=AU_MOINS_UN("ETAT_INIT", "EXCIT"),
            INCREMENT=FACT("o", INST_INIT=SIMP("f", typ="R"), PAS=SIMP("f", typ="R"), INST_FIN=SIMP("o", typ="R")),
            ETAT_INIT=FACT("f", DEPL=SIMP("f", typ="cham_no_sdaster"), VITE=SIMP("f", typ="cham_no_sdaster")),
            EXCIT=FACT(
                "f",
                max="**",
                TYPE_APPUI=SIMP("f", into=("MONO", "MULTI")),
                b_no_appui=BLOC(absent("TYPE_APPUI"), CHARGE=SIMP("o", typ="char_meca"), FONC_MULT=SIMP("o", typ=FUNCTION)),
                b_appui=BLOC(present("TYPE_APPUI"), **_motion()),
            ),
        ),
        b_amor_tran_phys=BLOC(TRANSIENT & ON_UNKNOWNS, AMORTISSEMENT=_damping("RAYLEIGH")),
        b_amor_harm_phys=BLOC(HARMONIC & ON_UNKNOWNS, AMORTISSEMENT=_damping("RAYLEIGH", "HYST")),
        b_amor_tran_gene=BLOC(TRANSIENT & ON_BASIS, AMORTISSEMENT=_damping("RAYLEIGH", "MODAL")),
        b_amor_harm_gene=BLOC(HARMONIC & ON_BASIS, AMORTISSEMENT=_damping("RAYLEIGH", "MODAL", "HYST")),
        SOLVEUR=solveur(),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), advisory=True),
    ),
)
def dyna_line(args, context):
    """The response on the unknowns; on the way BASE_RESU and RESU_GENE."""
    line, band = _Line(args, context), Band(args, context)
    basis = Basis(line, band) if args.BASE_CALCUL == "GENE" else None
    words = dict(TYPE_CALCUL=args.TYPE_CALCUL, BASE_CALCUL=args.BASE_CALCUL)
    on_basis = basis.matrix if basis else lambda matrix: matrix
    words["MATR_MASS"] = basis.mass(line.mass) if basis else line.mass
    words |= dict(MATR_RIGI=on_basis(line.stiffness), MATR_AMOR=on_basis(line.damping))
    words |= dict(MATR_IMPE_PHI=on_basis(line.impedance), AMOR_MODAL=line.modal_damping)
    if words["MATR_AMOR"] is not None and words["MATR_IMPE_PHI"] is not None:
        words["AMOR_FLUI"] = "NON"
    if args.TYPE_CALCUL == "TRAN":
        words |= _transient_words(args, band, basis, line)
    else:
        words |= dict(FREQ=args.FREQ, LIST_FREQ=args.LIST_FREQ)
    words["EXCIT"] = line.excitations(basis)
    if basis is None:
        args.mark_read("BANDE_ANALYSE", "PCENT_COUP")
        return context.run("DYNA_VIBRA", context.name, MODELE=args.MODELE, **words)
    response = context.run("DYNA_VIBRA", **words)
    for word, made in (("BASE_RESU", basis.vectors), ("RESU_GENE", response)):
        if args[word] is not None:
            context.create(args[word], made)
    back = dict(RESU_GENE=response, MODE_MECA=basis.vectors, TOUT_CHAM="OUI")
    return context.run("REST_GENE_PHYS", context.name, **back, **_absolute(line))


def _transient_words(args, band, basis, line):
    increment = args.INCREMENT.as_dict() | {"VERI_PAS": "NON"}
    if increment.get("PAS") is None:
        increment["PAS"] = 1.0 / (CUT_STEPS * band.cut)
    words = dict(INCREMENT=increment, SCHEMA_TEMPS=args.SCHEMA_TEMPS.as_dict(), MODE_STAT=line.static_modes("MULTI"))
    if args.ARCHIVAGE is not None:
        words["ARCHIVAGE"] = args.ARCHIVAGE.as_dict()
    if args.get("COMPORTEMENT"):
        words["COMPORTEMENT"] = [level.as_dict() for level in args.COMPORTEMENT]
    if args.ETAT_INIT is not None:
        start = {word: args.ETAT_INIT[word] for word in ("DEPL", "VITE") if args.ETAT_INIT[word] is not None}
        words["ETAT_INIT"] = {word: basis.vector(field, word) for word, field in start.items()} if basis else start
    return words


def _absolute(line):
    """What makes the motion of the structure absolute again."""
    if line.supports("MULTI"):
        return {"MULT_APPUI": "OUI"}
    moved = line.supports("MONO")
    if len(moved) != 1:
        return {}
    function = moved[0].get("FONC_MULT") or moved[0].get("ACCE")
    return {"DIRECTION": moved[0].DIRECTION, "ACCE_MONO_APPUI": function} if function is not None else {}


class _Line:
    """The matrices on the unknowns, and the excitations."""

    def __init__(self, args, context):
        self.args, self.context, self.run = args, context, context.run
        given = args.CHARGE or ()
        self.loads = [load for load in given if load.kind == "char_meca"]
        self.kinematic = [load for load in given if load.kind == "char_cine_meca"]
        self.data = dict(CHAM_MATER=args.CHAM_MATER, CARA_ELEM=args.CARA_ELEM)

    @property
    def _kind_of_damping(self):
        return None if self.args.AMORTISSEMENT is None else self.args.AMORTISSEMENT.TYPE_AMOR

    def _part(self, option, **words):
        return self.run("CALC_MATR_ELEM", OPTION=option, MODELE=self.args.MODELE, CHARGE=self.loads or None, **self.data, **words)

    def _assembled(self, part):
        return self.run("ASSE_MATRICE", MATR_ELEM=part, NUME_DDL=self.numbering, CHAR_CINE=self.kinematic or None)

    @cached_property
    def _stiffness_part(self):
        part = self._part("RIGI_MECA")
        return self._part("RIGI_MECA_HYST", RIGI_MECA=part) if self._kind_of_damping == "HYST" else part

    @cached_property
    def _mass_part(self):
        return self._part("MASS_MECA")

    @cached_property
    def numbering(self):
        """The nume_ddl."""
        return self.run("NUME_DDL", MATR_RIGI=self._stiffness_part)

    @cached_property
    def stiffness(self):
        """K."""
        return self._assembled(self._stiffness_part)

    @cached_property
    def mass(self):
        """M."""
        return self._assembled(self._mass_part)

    @cached_property
    def damping(self):
        """C, None without Rayleigh's damping."""
        if self._kind_of_damping != "RAYLEIGH":
            return None
        given = self.args.AMORTISSEMENT
        words = dict(VNOR=given.VNOR, AMOR_FLUI="NON" if given.get("MATR_IMPE_PHI") == "OUI" else "OUI")
        if self.args.CHAM_MATER is not None:
            words |= dict(RIGI_MECA=self._stiffness_part, MASS_MECA=self._mass_part)
        return self._assembled(self._part("AMOR_MECA", **words))

    @cached_property
    def impedance(self):
        """The impedance of a fluid, None unless it is wanted."""
        given = self.args.AMORTISSEMENT
        if given is None or given.get("MATR_IMPE_PHI") != "OUI":
            return None
        return self._assembled(self._part("IMPE_MECA", VNOR=given.VNOR))

    @property
    def modal_damping(self):
        """AMOR_MODAL of DYNA_VIBRA."""
        return {"AMOR_REDUIT": self.args.AMORTISSEMENT.AMOR_REDUIT} if self._kind_of_damping == "MODAL" else None

    def supports(self, kind):
        """The excitations by supports that move together (MONO) or apart (MULTI)."""
        return [level for level in self.args.EXCIT or () if level.get("TYPE_APPUI") == kind]

    def static_modes(self, kind):
        """The static modes of moving supports, None without any."""
        places = [
            {"GROUP_NO": level.GROUP_NO, "AVEC_CMP": [axis for axis, part in zip(AXES, level.DIRECTION) if part != 0.0]}
            for level in self.supports(kind)
            if level.GROUP_NO is not None
        ]
        if not places:
            return None
        if kind not in self.__dict__:
            self.__dict__[kind] = self.run("MODE_STATIQUE", MATR_MASS=self.mass, MATR_RIGI=self.stiffness, MODE_STAT=places)
        return self.__dict__[kind]

    def _vector(self, loads):
        forces = self.run("CALC_VECT_ELEM", OPTION="CHAR_MECA", CHARGE=loads, **self.data)
        return self.run("ASSE_VECTEUR", VECT_ELEM=forces, NUME_DDL=self.numbering)

    def excitations(self, basis) -> list[dict]:
        """EXCIT of DYNA_VIBRA: the loads that hold the structure, kinematic ones, those of EXCIT, then moving supports."""
        word = "VECT_ASSE_GENE" if basis else "VECT_ASSE"
        turned = basis.vector if basis else lambda field: field
        found = []
        if self.loads:
            found.append({"COEF_MULT": 1.0, word: turned(self._vector(self.loads))})
        found += [{"COEF_MULT": 1.0, "CHARGE": load} for load in self.kinematic if basis is None]
        levels = sorted(self.args.EXCIT or (), key=lambda level: (None, "MULTI", "MONO").index(level.get("TYPE_APPUI")))
        for level in levels:
            given = level.as_dict()
            kind, load = given.pop("TYPE_APPUI", None), given.pop("CHARGE", None)
            if load is not None:
                field = self._vector([load])
            else:
                place = {"DIRECTION": given.pop("DIRECTION"), "GROUP_NO": given.pop("GROUP_NO", None)}
                modes = self.static_modes(kind) if place["GROUP_NO"] else None
                how = {"MODE_STAT": modes} if modes is not None else {"MONO_APPUI": "OUI"}
                field = self.run("CALC_CHAR_SEISME", MATR_MASS=self.mass, **how, **place)
                if kind == "MULTI" and self.args.TYPE_CALCUL == "TRAN":
                    given |= place | {"MULT_APPUI": "OUI"}
            found.append(_told(given) | {word: turned(field)})
        for level, force in basis.fluid_forces if basis else ():
            own = {name: value for name, value in level.as_dict().items() if name not in ("TYPE_APPUI", "DIRECTION", "GROUP_NO")}
            found.append(_told(own) | {word: force})
        return found


def _told(given):
    return {name: value for name, value in given.items() if value is not None}
