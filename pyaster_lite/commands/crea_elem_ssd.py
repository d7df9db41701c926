"""CREA_ELEM_SSD: a substructure reduced to modes and static shapes, from its model and loads in one command (u4.65.11)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import NODE_WORDS, chosen
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import ENSEMBLE, UN_PARMI

SHAPES = {"CRAIGB": "MODE_STAT", "MNEAL": "FORCE_NODALE"}


@operator(
    "CREA_ELEM_SSD",
    produces="macr_elem_dyna",
    creates=lambda args: [(args.NUME_DDL, "nume_ddl_sdaster")] if args.get("NUME_DDL") is not None else [],
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        NUME_DDL=SIMP("f", typ="CO"),
        CHARGE=SIMP("f", typ="char_meca", max="**", validators=(no_repeat,)),
        INTERFACE=FACT(
            "o",
            max="**",
            rules=(ENSEMBLE("NOM", "TYPE"), UN_PARMI("NOEUD", "GROUP_NO")),
            NOM=SIMP("o"),
            TYPE=SIMP("o", into=("MNEAL", "CRAIGB", "CB_HARMO")),
            **chosen(NODE_WORDS, "NOEUD", "GROUP_NO"),
            FREQ=SIMP("f", typ="R", defaut=1.0),
            MASQUE=SIMP("f", max="**"),
        ),
        BASE_MODALE=FACT(
            "o",
            TYPE=SIMP("o", into=("CLASSIQUE", "RITZ")),
            b_ritz=BLOC(
                equal("TYPE", "RITZ"),
                TYPE_MODE=SIMP("f", into=("INTERFACE", "STATIQUE"), defaut="INTERFACE"),
                b_interface=BLOC(equal("TYPE_MODE", "INTERFACE"), NMAX_MODE_INTF=SIMP("f", typ="I", defaut=10, val_min=1)),
            ),
        ),
        SOLVEUR=solveur(),
        CALC_FREQ=FACT(
            "d",
            STOP_ERREUR=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
            OPTION=SIMP("f", into=("PLUS_PETITE", "BANDE", "CENTRE", "SANS"), defaut="PLUS_PETITE"),
            b_smallest=BLOC(equal("OPTION", "PLUS_PETITE"), NMAX_FREQ=SIMP("f", typ="I", val_min=0, defaut=10)),
            b_centre=BLOC(
                equal("OPTION", "CENTRE"),
                FREQ=SIMP("o", typ="R"),
                # a shift off the real axis and a product of states are for matrices with damping, and these have none
                AMOR_REDUIT=SIMP("f", typ="R", advisory=True),
                NMAX_FREQ=SIMP("f", typ="I", val_min=0, defaut=10),
            ),
            b_band=BLOC(
                equal("OPTION", "BANDE"),
                NMAX_FREQ=SIMP("f", typ="I", val_min=0, defaut=9999),
                FREQ=SIMP("o", typ="R", min=2, max="**"),
            ),
            APPROCHE=SIMP("f", into=("REEL", "IMAG", "COMPLEXE"), defaut="REEL", advisory=True),
            DIM_SOUS_ESPACE=SIMP("f", typ="I"),
        ),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def crea_elem_ssd(args, context):
    """Matrices, modes, interfaces, basis, MACR_ELEM_DYNA."""
    data = {"MODELE": args.MODELE, "CHAM_MATER": args.CHAM_MATER, "CARA_ELEM": args.CARA_ELEM, "CHARGE": args.CHARGE}
    parts = [context.run("CALC_MATR_ELEM", OPTION=option, **data) for option in ("RIGI_MECA", "MASS_MECA")]
    numbering = context.run("NUME_DDL", MATR_RIGI=parts[0])
    if args.NUME_DDL is not None:
        context.create(args.NUME_DDL, numbering)
    stiffness, mass = (context.run("ASSE_MATRICE", NUME_DDL=numbering, MATR_ELEM=part) for part in parts)
    modes = _modes(args.CALC_FREQ, context, stiffness, mass)
    levels = [
        {word: level[word] for word in ("NOM", "TYPE", "NOEUD", "GROUP_NO", "MASQUE") if level[word] is not None}
        for level in args.INTERFACE
    ]
    interfaces = context.run("DEFI_INTERF_DYNA", NUME_DDL=numbering, INTERFACE=levels, FREQ=_frequency(args, context))
    if args.BASE_MODALE.TYPE == "CLASSIQUE":
        if modes is None:
            raise args.CALC_FREQ.wrong("OPTION", "a basis of TYPE='CLASSIQUE' needs modes")
        words = {"INTERF_DYNA": interfaces, "MODE_MECA": modes}
        if "NMAX_FREQ" in args.CALC_FREQ:
            words["NMAX_MODE"] = args.CALC_FREQ.NMAX_FREQ
        basis = context.run("DEFI_BASE_MODALE", CLASSIQUE=words)
    elif args.BASE_MODALE.TYPE_MODE == "INTERFACE":
        basis = _of_interface(args, context, stiffness, mass, modes, {"INTERF_DYNA": interfaces, "NUME_REF": numbering})
    else:
        shapes = _static(args, context, stiffness)
        basis = context.run("DEFI_BASE_MODALE", RITZ=[{"MODE_MECA": shapes}], INTERF_DYNA=interfaces, NUME_REF=numbering)
    return context.run("MACR_ELEM_DYNA", context.name, BASE_MODALE=basis, MATR_RIGI=stiffness, MATR_MASS=mass)


def _modes(search, context, stiffness, mass):
    """The modes of every band put together, None with OPTION='SANS'."""
    option = search.OPTION
    if option == "SANS":
        search.mark_read()
        return None
    if option == "BANDE":
        bands = [{"FREQ": pair} for pair in zip(search.FREQ, search.FREQ[1:])]
        search.mark_read("NMAX_FREQ")
    else:
        bands = [{word: search[word] for word in ("FREQ", "NMAX_FREQ") if word in search}]
    more = {} if search.DIM_SOUS_ESPACE is None else {"SOLVEUR_MODAL": {"DIM_SOUS_ESPACE": search.DIM_SOUS_ESPACE}}
    found = []
    for band in bands:
        words = {"OPTION": option, "CALC_FREQ": band, "VERI_MODE": {"STOP_ERREUR": search.STOP_ERREUR}, **more}
        found.append(context.run("CALC_MODES", MATR_RIGI=stiffness, MATR_MASS=mass, **words))
    return context.run("EXTR_MODE", FILTRE_MODE=[{"MODE": modes, "TOUT_ORDRE": "OUI"} for modes in found])


def _frequency(args, context):
    """FREQ of the interfaces: the last one that differs from the first."""
    given = [level.FREQ for level in args.INTERFACE]
    others = [value for value in given if value != given[0]]
    if others:
        context.warn(args, "INTERFACE", f"one frequency serves for all interfaces: {others[-1]:.9g} Hz")
    return others[-1] if others else given[0]


def _of_interface(args, context, stiffness, mass, modes, words):
    """The modes, if there are any, and those of all interfaces of TYPE='CRAIGB' together."""
    count, places = args.BASE_MODALE.NMAX_MODE_INTF, []
    for level in args.INTERFACE:
        if level.TYPE == "CRAIGB":
            if level["NOEUD"] is not None:
                raise level.not_yet("NOEUD", "modes of interfaces are of groups of nodes only")
            places += [level.GROUP_NO] if isinstance(level.GROUP_NO, str) else list(level.GROUP_NO)
    if not places:
        raise args.wrong("INTERFACE", "no interface of TYPE='CRAIGB' has modes")
    where = {"GROUP_NO": places, "TOUT_CMP": "OUI", "NB_MODE": count}
    found = context.run("MODE_STATIQUE", MATR_RIGI=stiffness, MATR_MASS=mass, MODE_INTERF=where)
    main = {"MODE_MECA": found, "NMAX_MODE": 0} if modes is None else {"MODE_MECA": modes}
    if modes is not None and "NMAX_FREQ" in args.CALC_FREQ:
        main["NMAX_MODE"] = args.CALC_FREQ.NMAX_FREQ
    return context.run("DEFI_BASE_MODALE", RITZ=[main, {"MODE_INTF": found, "NMAX_MODE": count}], **words)


def _static(args, context, stiffness):
    """Static shapes of the interfaces, as in code_aster those of the last type that is there."""
    found = None
    for kind, word in SHAPES.items():
        levels = [
            {"TOUT_CMP": "OUI", **{name: level[name] for name in ("NOEUD", "GROUP_NO") if level[name] is not None}}
            for level in args.INTERFACE
            if kind == level.TYPE
        ]
        if levels:
            found = context.run("MODE_STATIQUE", MATR_RIGI=stiffness, **{word: levels})
    if found is None:
        raise args.wrong("INTERFACE", "no interface has static shapes")
    return found
