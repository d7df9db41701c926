"""DEFI_BASE_MODALE: gather modes and static shapes into a basis of reduction (u4.64.02, r4.06.02)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._reduction_bases import add_modes, add_shapes_of_interfaces, empty_basis, orthogonal
from pyaster_lite.fe.orthonormal import orthonormal

MATRIX = SIMP("o", typ=("matr_asse_depl_r", "matr_asse_gene_r", "matr_asse_pres_r"))


@operator(
    "DEFI_BASE_MODALE",
    produces="mode_meca",
    reuse="RITZ/BASE_MODALE",
    rules=UN_PARMI("CLASSIQUE", "RITZ", "DIAG_MASS", "ORTHO_BASE"),
    keywords=dict(
        CLASSIQUE=FACT(
            "f",
            INTERF_DYNA=SIMP("o", typ="interf_dyna_clas"),
            MODE_MECA=SIMP("o", typ="mode_meca", max="**"),
            NMAX_MODE=SIMP("f", typ="I", max="**"),
        ),
        RITZ=FACT(
            "f",
            max=2,
            rules=UN_PARMI("MODE_MECA", "BASE_MODALE", "MODE_INTF"),
            MODE_MECA=SIMP("f", typ="mode_meca", max="**"),
            NMAX_MODE=SIMP("f", typ="I", max="**"),
            BASE_MODALE=SIMP("f", typ="mode_meca"),
            MODE_INTF=SIMP("f", typ=("mode_meca", "mult_elas")),
        ),
        b_ritz=BLOC(
            present("RITZ"),
            INTERF_DYNA=SIMP("f", typ="interf_dyna_clas"),
            NUME_REF=SIMP("f", typ="nume_ddl_sdaster"),
            ORTHO=SIMP("f", into=("OUI", "NON"), defaut="NON"),
            LIST_AMOR=SIMP("f", typ="listr8_sdaster"),
            b_ortho=BLOC(equal("ORTHO", "OUI"), MATRICE=MATRIX),
        ),
        DIAG_MASS=FACT("f", MODE_MECA=SIMP("o", typ="mode_meca", max="**"), MODE_STAT=SIMP("o", typ="mode_meca")),
        ORTHO_BASE=FACT("f", BASE=SIMP("o", typ=("mode_meca", "mult_elas")), MATRICE=MATRIX),
        SOLVEUR=solveur(),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_base_modale(args, context):
    """The vectors of the basis, in the order of their sources."""
    if args.CLASSIQUE is not None:
        return _classical(args.CLASSIQUE, context)
    if args.RITZ:
        basis = _ritz(args)
        return orthogonal(args, "MATRICE", basis, drop=True) if args.ORTHO == "OUI" else basis
    if args.DIAG_MASS is not None:
        return _diagonal_mass(args.DIAG_MASS)
    return orthogonal(args.ORTHO_BASE, "MATRICE", args.ORTHO_BASE.BASE, drop=False)


def _classical(level, context):
    """Modes of the structure as it is held, then the static shapes of its interfaces."""
    interfaces, sources = level.INTERF_DYNA, level.MODE_MECA
    basis = empty_basis(sources[0], interfaces.numbering, interfaces)
    limits = _limits(level, len(sources), shared=True)
    for source, limit in zip(sources, limits):
        add_modes(level, "MODE_MECA", basis, source, limit, dynamic=True)
    with context.timer("solver"):
        add_shapes_of_interfaces(level, basis, interfaces)
    return basis


def _limits(level, count, shared):
    """How many modes of each of `count` sources are wanted, None for all of them; one number may be shared by all."""
    given = level.get("NMAX_MODE")
    if given is None:
        return [None] * count
    if shared and len(given) == 1:
        return list(given) * count
    if len(given) != count:
        raise level.wrong("NMAX_MODE", f"there are {count} series of modes: give one number for each, not {len(given)}")
    return list(given)


def _ritz(args):
    """Modes or an earlier basis, then interface modes, which count as static."""
    levels = args.RITZ
    mains = [level for level in levels if "MODE_INTF" not in level]
    others = [level for level in levels if "MODE_INTF" in level]
    if len(mains) != 1 or (len(levels) == 2 and len(others) != 1):
        raise args.wrong("RITZ", "give MODE_MECA or BASE_MODALE once, and MODE_INTF beside it at most once")
    main = mains[0]
    earlier = main.get("BASE_MODALE")
    if earlier is not None and not others:
        raise main.wrong("BASE_MODALE", "a basis is taken up again to add MODE_INTF to it")
    sources = [earlier] if earlier is not None else list(main.MODE_MECA)
    if len(sources) > 1 and args.NUME_REF is None:
        raise args.wrong("RITZ", "several series of modes need NUME_REF, the unknowns of the basis")
    interfaces = args.INTERF_DYNA or getattr(earlier, "interfaces", None)
    numbering = args.NUME_REF or (interfaces.numbering if interfaces is not None else None)
    basis = empty_basis(sources[0], numbering, interfaces)
    if earlier is not None:
        main.mark_read("NMAX_MODE")
    limits = [None] if earlier is not None else _limits(main, len(sources), shared=False)
    for source, limit in zip(sources, limits):
        add_modes(main, "BASE_MODALE" if earlier is not None else "MODE_MECA", basis, source, limit, dynamic=True)
    if args.LIST_AMOR is not None:
        _set_damping(args, basis)
    for level in others:
        add_modes(level, "MODE_INTF", basis, level.MODE_INTF, *_limits(level, 1, shared=True), dynamic=False)
    if not basis.orders:
        raise args.wrong("RITZ", "the basis has no vector")
    return basis


def _set_damping(args, basis):
    """Reduced dampings of the modes; the last one serves for those that are left."""
    values = args.LIST_AMOR.values
    for i, order in enumerate(basis.orders):
        basis.store(order, {"AMOR_REDUIT": float(values[min(i, len(values) - 1)])})


def _diagonal_mass(level):
    """Modes, then static modes freed of them and orthonormal in the mass."""
    source, static = level.MODE_MECA[0], level.MODE_STAT
    mass = source.mass
    if mass is None:
        raise level.wrong("MODE_MECA", f"{source.name} comes without its mass matrix")
    if static.dofs.size != source.dofs.size:
        raise level.wrong("MODE_STAT", f"{static.name} does not live on the same unknowns as {source.name}")
    basis = source.duplicate()
    modes, shapes = source.shapes, static.shapes
    shapes = orthonormal(shapes - modes @ (modes.T @ (mass.matrix @ shapes)), mass.matrix)
    for column, order in enumerate(static.orders):
        number = len(basis.orders) + 1
        kept = {word: static.parameter(word, order) for word in ("NOEUD_CMP", "TYPE_DEFO", "TYPE_MODE")}
        zeros = dict.fromkeys(("FREQ", "OMEGA2", "MASS_GENE", "RIGI_GENE"), 0.0)
        basis.store_mode(number, shapes[:, column], {"NUME_MODE": number, **zeros, **kept})
    return basis
