"""AFFE_CARA_ELEM: what cells need besides geometry and material (u4.42.01)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import LONE
from pyaster_lite.catalogue.commons.singles import Single
from pyaster_lite.catalogue.keywords import SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Old, Renamed, Values
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, PRESENT_PRESENT
from pyaster_lite.commands._model_old import POINTS
from pyaster_lite.concepts.characteristics import Characteristics
from pyaster_lite.fe.discrete import Discrete
from pyaster_lite.fe.line_element import LineElement
from pyaster_lite.fe.tube_bundle import TubeBundle

from ._cara_added_mass import MASS_AJOU, added_mass_values
from ._cara_arcs import DEFI_ARC, arc_values
from ._cara_beams import BARRE, CABLE, POUTRE, cable_values, section_values
from ._cara_bundles import POUTRE_FLUI, bundle_values
from ._cara_discrete import discrete_declaration, discrete_values
from ._cara_fibres import MULTIFIBRE, fibre_values
from ._cara_grids import GRILLE, MEMBRANE, grid_values, membrane_values
from ._cara_orientation import ORIENTATION, local_frames
from ._cara_parasol import RIGI_PARASOL, parasol_values
from ._cara_pipes import pipe_lines
from ._cara_shells import COQUE, shell_values
from ._cara_soil import RIGI_MISS_3D, soil_values
from ._cara_solid import MASSIF, material_frames
from ._cara_spread_mass import MASS_REP, spread_mass_values

_ENDS = (("R1", "R_DEBUT"), ("R2", "R_FIN"), ("EP1", "EP_DEBUT"), ("EP2", "EP_FIN"))
"""Radii and thicknesses at both ends of a round beam."""
OLD_CHARACTERISTICS = (
    Values("POUTRE/CARA", _ENDS, "15.2.17+", ("SECTION", "CERCLE")),
    *(Renamed(f"POUTRE/{word}", f"MULTIFIBRE/{word}", last="11.3.19") for word in ("PREC_AIRE", "PREC_INERTIE")),
    Renamed("DEFI_ARC/NOEUD_POIN_TANG", "DEFI_ARC/GROUP_NO_POIN_TG", Single, last="13.0.9"),
    *(Renamed(f"{word}/ANGL_REP", f"{word}/ANGL_REP_1", last="14.0.13") for word in ("GRILLE", "MEMBRANE")),
    *(Old(f"{word}/{name}", POINTS, "13.0.0") for word in ("DISCRET", "DISCRET_2D") for name in LONE),
)


@operator(
    "AFFE_CARA_ELEM",
    produces="cara_elem",
    early=True,
    legacy=OLD_CHARACTERISTICS,
    rules=(
        AU_MOINS_UN(
            *("POUTRE", "BARRE", "CABLE", "COQUE", "GRILLE", "MEMBRANE", "DISCRET", "DISCRET_2D", "MASSIF"),
            *("RIGI_PARASOL", "RIGI_MISS_3D", "MASS_AJOU", "MASS_REP"),
        ),
        EXCLUS("DISCRET", "DISCRET_2D"),
        PRESENT_PRESENT("MULTIFIBRE", "GEOM_FIBRE"),
    ),
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        VERIF=SIMP("f", max="**", into=("MAILLE",), validators=(no_repeat,), advisory=True),
        POUTRE=POUTRE,
        BARRE=BARRE,
        CABLE=CABLE,
        COQUE=COQUE,
        GRILLE=GRILLE,
        MEMBRANE=MEMBRANE,
        DISCRET=discrete_declaration(plane=False),
        DISCRET_2D=discrete_declaration(plane=True),
        RIGI_PARASOL=RIGI_PARASOL,
        RIGI_MISS_3D=RIGI_MISS_3D,
        MASS_AJOU=MASS_AJOU,
        MASS_REP=MASS_REP,
        POUTRE_FLUI=POUTRE_FLUI,
        DEFI_ARC=DEFI_ARC,
        ORIENTATION=ORIENTATION,
        MASSIF=MASSIF,
        GEOM_FIBRE=SIMP("f", typ="gfibre_sdaster"),
        MULTIFIBRE=MULTIFIBRE,
    ),
)
def affe_cara_elem(args, context):
    """The matrices of the discretes in global axes, the sections of beams, bars and plates, the local axes, the material axes of solids."""
    model = args.MODELE
    plane = "DISCRET_2D" in args
    word = "DISCRET_2D" if plane else "DISCRET"
    frames = local_frames(args.ORIENTATION, model.mesh)
    values = discrete_values(args[word], model, frames, plane)
    for name, more in parasol_values(args.RIGI_PARASOL, model, frames, context).items():
        values.setdefault(name, []).extend(more)
    on_soil = soil_values(args.RIGI_MISS_3D, model, context)
    for more in (on_soil, added_mass_values(args.MASS_AJOU, model), spread_mass_values(args.MASS_REP, model)):
        for name, entries in more.items():
            values.setdefault(name, []).extend(entries)
    sheets = grid_values(args.GRILLE, model), membrane_values(args.MEMBRANE, model), cable_values(args.CABLE, model)
    beams = arc_values(args.DEFI_ARC, model), section_values([*args.POUTRE, *args.BARRE], model)
    for more in (*beams, shell_values(args.COQUE, model), *sheets):
        for name, entries in more.items():
            values.setdefault(name, []).extend(entries)
    values |= bundle_values(args.POUTRE_FLUI, model)
    values |= pipe_lines(args.ORIENTATION, model)
    values |= fibre_values(args.MULTIFIBRE, args.GEOM_FIBRE, model, values.get("section", ()))
    oriented = [g.cells for g in model.groups if isinstance(g.element, (Discrete, LineElement, TubeBundle))]
    if oriented:
        cells = np.concatenate(oriented)
        values["frame"] = [(cells, frames[cells])]
    if args.MASSIF:
        values |= material_frames(args.MASSIF, model)
    return Characteristics(model, values)
