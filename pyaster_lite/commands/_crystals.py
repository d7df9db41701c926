"""MONOCRISTAL and POLYCRISTAL of DEFI_COMPOR: crystals by their families of slip systems, and aggregates of them (u4.43.06)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.behaviours.crystals._systems import FAMILIES
from pyaster_lite.behaviours.crystals.aggregate import Aggregate, Grain
from pyaster_lite.behaviours.crystals.crystal import DENSE, Crystal, family_of
from pyaster_lite.behaviours.crystals.single import SingleCrystal
from pyaster_lite.catalogue.conditions import equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._cara_solid import frame_of
from pyaster_lite.concepts.crystals import CrystalBehaviour

USER = "UTILISATEUR"
USUAL = {"MONO_DD_KR": "BCC24", "MONO_DD_CC": "CUBIQUE1", "MONO_DD_CC_IRRA": "CUBIQUE1"}
"""The systems of slips by densities; those of the others are octahedral."""


def _systems():
    table = BLOC(equal("FAMI_SYST_GLIS", USER), TABL_SYST_GLIS=SIMP("o", typ="table_sdaster"))
    blocks = {}
    for flow in DENSE:
        usual = USUAL.get(flow, "OCTAEDRIQUE")
        given = SIMP("f", into=(usual, *((USER,) if flow != "MONO_DD_FAT" else ())), defaut=usual)
        blocks[f"b_{flow.lower()}"] = BLOC(equal("ECOULEMENT", flow), FAMI_SYST_GLIS=given, b_table=table)
    viscous = BLOC(
        is_in("ECOULEMENT", "MONO_VISC1", "MONO_VISC2"),
        ECRO_ISOT=SIMP("o", into=("MONO_ISOT1", "MONO_ISOT2")),
        ECRO_CINE=SIMP("o", into=("MONO_CINE1", "MONO_CINE2")),
        FAMI_SYST_GLIS=SIMP("o", into=(*FAMILIES, USER)),
        b_table=table,
    )
    return {"b_viscous": viscous, **blocks}


MONOCRISTAL = FACT(
    "f",
    max=5,
    MATER=SIMP("o", typ="mater_sdaster"),
    ELAS=SIMP("f"),
    ECOULEMENT=SIMP("o", into=("MONO_VISC1", "MONO_VISC2", *DENSE)),
    **_systems(),
)
POLYCRISTAL = FACT(
    "f",
    max="**",
    rules=(UN_PARMI("ANGL_REP", "ANGL_EULER"),),
    MONOCRISTAL=SIMP("o", typ="compor_sdaster"),
    FRAC_VOL=SIMP("o", typ="R"),
    ANGL_REP=SIMP("f", typ="R", max=3),
    ANGL_EULER=SIMP("f", typ="R", max=3),
)
OF_CRYSTAL = BLOC(
    present("MONOCRISTAL"),
    MATR_INTER=SIMP("f", typ="table_sdaster"),
    ROTA_RESEAU=SIMP("f", into=("NON", "POST", "CALC"), defaut="NON"),
)
OF_AGGREGATE = BLOC(
    present("POLYCRISTAL"),
    MU_LOCA=SIMP("o", typ="R"),
    LOCALISATION=SIMP("o", into=("BZ", "BETA")),
    b_beta=BLOC(equal("LOCALISATION", "BETA"), DL=SIMP("o", typ="R"), DA=SIMP("o", typ="R")),
)


def _numbers(table):
    """(rows, columns) of the columns of numbers of a table."""
    return np.stack([np.array(table.column(name), float) for name in table.names if table.types[name] in ("R", "I")], axis=-1)


def crystal_of(args) -> CrystalBehaviour:
    """The crystal of MONOCRISTAL."""
    families = []
    for occurrence in args.MONOCRISTAL:
        table = None
        if occurrence.FAMI_SYST_GLIS == USER:
            table = _numbers(occurrence.TABL_SYST_GLIS)
            if table.shape[1] != 6:
                raise occurrence.wrong("TABL_SYST_GLIS", f"normals and directions are 6 columns, there are {table.shape[1]}")
        rule = occurrence.ECOULEMENT, occurrence.get("ECRO_ISOT"), occurrence.get("ECRO_CINE")
        families.append(family_of(occurrence.FAMI_SYST_GLIS, table, *rule, occurrence.MATER.properties))
        occurrence.mark_read("ELAS")
        for name, word in Crystal(families[-1:]).needs.items():
            # the elasticity is that of the cells
            if word != "ELAS" and occurrence.MATER.properties.get(name) is None:
                raise occurrence.wrong("MATER", f"{occurrence.ECOULEMENT} needs {word}, which this material does not have")
    dense = [one for one in families if one.slip.dense]
    if dense and len(families) > 1:
        raise args.wrong("MONOCRISTAL", "slips by densities of dislocations go with no other family of systems")
    crystal = Crystal(families, _interaction(args, families), args.ROTA_RESEAU)
    return CrystalBehaviour("MONOCRISTAL", SingleCrystal(crystal), crystal)


def _interaction(args, families):
    if "MATR_INTER" not in args:
        if len(families) > 1:
            raise args.wrong("MONOCRISTAL", "several families of systems need MATR_INTER")
        return None
    found, count = _numbers(args.MATR_INTER), sum(one.count for one in families)
    if found.shape != (count, count):
        raise args.wrong("MATR_INTER", f"the matrix is {found.shape[0]} by {found.shape[1]}, there are {count} systems")
    if (found != found.T).any():
        raise args.wrong("MATR_INTER", "the matrix is not symmetric")
    return found


def aggregate_of(args) -> CrystalBehaviour:
    """The aggregate of POLYCRISTAL."""
    crystals, grains = [], []
    for occurrence in args.POLYCRISTAL:
        crystal = getattr(occurrence.MONOCRISTAL, "crystal", None)
        if crystal is None:
            raise occurrence.wrong("MONOCRISTAL", "this is no crystal")
        if not any(crystal is known for known in crystals):
            crystals.append(crystal)
        number = next(i for i, known in enumerate(crystals) if known is crystal)
        grains.append(Grain(number, occurrence.FRAC_VOL, frame_of(occurrence)))
    total = sum(grain.fraction for grain in grains)
    if abs(total - 1.0) > 1e-3:
        raise args.wrong("POLYCRISTAL", f"the fractions of the volume add up to {total:.6g}, not to 1")
    back = (args.DL, args.DA) if args.LOCALISATION == "BETA" else (0.0, 0.0)
    return CrystalBehaviour("POLYCRISTAL", Aggregate(crystals, grains, args.LOCALISATION, args.MU_LOCA, back))
