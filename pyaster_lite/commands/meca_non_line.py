"""MECA_NON_LINE: the balance of a structure step by step, with inertia where a time scheme is given (u4.51.03).

The equations and their solution are those of STAT_NON_LINE and DYNA_NON_LINE. METHODE='SNES' and 'RASPEN' are Newton's method in
another library, the latter after a first solution on each subdomain: the balance that is found is the same to CONVERGENCE.
"""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.schema_temps import schema_temps
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import SCHEMES
from pyaster_lite.commands._evolution import keywords, run_evolution
from pyaster_lite.commands.dyna_non_line import UNKNOWNS
from pyaster_lite.fe.time_scheme import Static

GEOMETRY = dict(
    ALGO_RESO_GEOM=SIMP("f", into=("POINT_FIXE", "NEWTON"), defaut="NEWTON", advisory=True),
    RESI_GEOM=SIMP("f", typ="R", defaut=1e-6),
    b_fixed=BLOC(
        equal("ALGO_RESO_GEOM", "POINT_FIXE"),
        REAC_GEOM=SIMP("f", into=("AUTOMATIQUE", "CONTROLE", "SANS"), defaut="AUTOMATIQUE", advisory=True),
        ITER_GEOM_MAXI=SIMP("f", typ="I", advisory=True),
        NB_ITER_GEOM=SIMP("f", typ="I", advisory=True),
    ),
    ALGO_RESO_FROT=SIMP("f", into=("NEWTON",), defaut="NEWTON", advisory=True),
    RESI_FROT=SIMP("f", typ="R", defaut=1e-4, advisory=True),
)
"""How geometry and friction are followed: always within the iterations, as in code_aster, which reads no word but RESI_GEOM."""


@operator(
    "MECA_NON_LINE",
    produces="evol_noli",
    reuse="RESULTAT",
    keywords=keywords(
        False,
        SCHEMA_TEMPS=schema_temps("f", ("NEWMARK",)),
        CONTACT=FACT("f", DEFINITION=SIMP("o", typ=("char_cont", "char_frot")), **GEOMETRY),
        METHODE=SIMP("f", into=("NEWTON", "SNES", "RASPEN"), defaut="NEWTON", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2, 3, 4), advisory=True),
    ),
)
def meca_non_line(args, context):
    """The evolution, with Newmark's scheme where SCHEMA_TEMPS is given."""
    words = args.SCHEMA_TEMPS
    if words is None:
        return run_evolution(args, context, Static(), False, by_residuals=True)
    scheme = SCHEMES[words.SCHEMA].scheme(words, UNKNOWNS[words.FORMULATION])

    def prepare(structure, *_):
        if words.COEF_MASS_SHIFT:
            structure.shift_mass(words.COEF_MASS_SHIFT)

    return run_evolution(args, context, scheme, True, prepare=prepare, by_residuals=True)
