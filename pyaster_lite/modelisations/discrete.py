"""MODELISATION DIS_T, DIS_TR, 2D_DIS_T, 2D_DIS_TR: discretes with or without rotations (u3.11.02)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.discrete import Discrete

from ._family import Modelisation

UNKNOWNS = {
    "DIS_T": ("DX", "DY", "DZ"),
    "DIS_TR": ("DX", "DY", "DZ", "DRX", "DRY", "DRZ"),
    "2D_DIS_T": ("DX", "DY"),
    "2D_DIS_TR": ("DX", "DY", "DRZ"),
}

for word, unknowns in UNKNOWNS.items():
    elements = {cell: Discrete(cell, unknowns) for cell in ("SEG2", "POI1")}
    MODELISATIONS.add(word, Modelisation(elements, space=2 if word.startswith("2D") else 3))
