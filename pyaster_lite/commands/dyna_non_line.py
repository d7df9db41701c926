"""DYNA_NON_LINE: the motion of a structure with nonlinear laws or contact, step by step (u4.53.01, r5.05.05)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.amor_modal import amor_modal
from pyaster_lite.catalogue.commons.modal_follow import mode_vibr
from pyaster_lite.catalogue.commons.schema_temps import schema_temps
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import SCHEMES
from pyaster_lite.commands._evolution import keywords, run_evolution
from pyaster_lite.commands._evolution_old import OLD_DYNAMICS, OLD_EVOLUTION
from pyaster_lite.commands._evolution_projected import course_of, excit_gene, on_modes, proj_modal, quickest
from pyaster_lite.fe.explicit import Explicit, stable_step, wave_times
from pyaster_lite.fe.iteration_matrix import IterationMatrix
from pyaster_lite.fe.moreau import Moreau
from pyaster_lite.fe.newton import Newton

UNKNOWNS = {"DEPLACEMENT": "displacement", "ACCELERATION": "acceleration", "VITESSE": "velocity"}


@operator(
    "DYNA_NON_LINE",
    produces="evol_noli",
    reuse="RESULTAT",
    legacy=(*OLD_DYNAMICS, *OLD_EVOLUTION),
    keywords=keywords(
        True,
        SCHEMA_TEMPS=schema_temps(),
        MASS_DIAG=SIMP("f", into=("OUI", "NON")),
        AMOR_RAYL_RIGI=SIMP("f", into=("TANGENTE", "ELASTIQUE"), defaut="ELASTIQUE", dated=(("17", "TANGENTE"),)),
        AMOR_MODAL=amor_modal(REAC_VITE=SIMP("f", into=("OUI", "NON"), defaut="OUI")),
        MODE_STAT=SIMP("f", typ="mode_meca"),
        PROJ_MODAL=proj_modal(),
        EXCIT_GENE=excit_gene(),
        MATR_ELEM_AMOR=SIMP("f", typ="matr_elem_depl_r"),
        MODE_VIBR=mode_vibr(),
        VNOR=SIMP("f", typ="R", into=(1.0, -1.0), defaut=1.0, advisory=True),
    ),
)
def dyna_non_line(args, context):
    """The evolution by the chosen scheme."""
    words = args.SCHEMA_TEMPS
    member = SCHEMES[words.SCHEMA]
    scheme = member.scheme(words, UNKNOWNS[words.FORMULATION])
    lumped = args.get("MASS_DIAG") == "OUI"
    impulsive = getattr(member, "impulsive", False)
    if impulsive and member.explicit and not lumped:
        raise args.wrong("SCHEMA_TEMPS", f"the scheme {words.SCHEMA} solves with a diagonal mass", help="give MASS_DIAG='OUI'")
    if lumped and not member.explicit:
        raise args.wrong("MASS_DIAG", "a diagonal mass is for explicit schemes only")
    if "CONTACT" in args and not impulsive:
        _check_contact(args, words, member)

    def prepare(structure, instants, state):
        if words.COEF_MASS_SHIFT:
            structure.shift_mass(words.COEF_MASS_SHIFT)
        if "PROJ_MODAL" in args:
            if not member.explicit or impulsive:
                raise args.wrong("PROJ_MODAL", "motions are projected on modes by the explicit schemes without impulses only")
            structure.projected = on_modes(args, structure, state.time)
        if member.explicit:
            _check_stability(args, context, scheme, structure, instants, state)

    loop = Moreau if impulsive else Explicit if member.explicit else Newton
    structures = []

    def prepared(structure, instants, state):
        structures.append(structure)
        prepare(structure, instants, state)

    result = run_evolution(args, context, scheme, True, loop, lumped, prepared)
    if hasattr(structures[0].projected, "course"):
        result.modal_course = course_of(structures[0].projected)
    return result


def _check_contact(args, words, member):
    if member.explicit:
        raise args.wrong("CONTACT", f"contact cannot be solved with the explicit scheme {words.SCHEMA}")
    if words.FORMULATION != "DEPLACEMENT":
        raise words.wrong("FORMULATION", "contact needs FORMULATION='DEPLACEMENT'")
    if args.NEWTON.REAC_INCR == 0:
        raise args.NEWTON.wrong("REAC_INCR", "contact changes the matrix: REAC_INCR must not be 0")


def _check_stability(args, context, scheme, structure, instants, state):
    """Courant's condition: no step longer than a wave needs across the smallest cell (over 2, and over phi's excess), or on modes than
    the inverse of the highest pulsation.

    Springs may ask for shorter steps: of that, code_aster says nothing.
    """
    words = args.SCHEMA_TEMPS
    stops = words.STOP_CFL == "OUI"
    times = wave_times(structure.parts) if structure.projected is None else quickest(args.PROJ_MODAL.MODE_MECA)
    longest, shorter = float(np.diff(instants).max()), scheme.phi if words.SCHEMA == "TCHAMWA" else 1.0
    if not len(times):
        message = "no cell tells how long a stable step may be"
    else:
        stable = float(times.min()) / 2 / shorter
        if longest > stable:
            message = f"the longest step, {longest:.6g}, is above the stable one, {stable:.6g}"
        elif structure.projected is not None:
            return
        else:
            mass = IterationMatrix(structure.mass, structure.elimination, True)
            stops, stable = False, stable_step(structure, mass, state) / shorter
            if longest <= stable:
                return
            message = f"the longest step, {longest:.6g}, is above {stable:.3g}, below which the model is stable at first"
    if stops:
        raise words.wrong("SCHEMA", message, help="STOP_CFL='NON' goes on all the same")
    context.warn(words, "SCHEMA", message)
