"""IMPR_CONCEPT: materials, characteristics and loads on cells, as fields that show which cells were given what."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._champ_characteristics import CHARTS, of_discretes, of_sheets
from pyaster_lite.commands._champ_loads import CHARTS as FORCES
from pyaster_lite.concepts.field import ElementBlock, ElementField

SECTION = ("A", "IY", "IZ", "AY", "AZ", "EY", "EZ", "JX", "JG", "IYR2", "IZR2", "RY", "RZ", "RT", "AI")
"""What fe.beam_section.NAMES are called; each at the first end, then at the second."""
LOADS = {(word, dimension): name for name, (word, dimension) in FORCES.items()}
WEIGHT = "PESANTEUR"


def material_chart(given) -> list[tuple[str, ElementField]]:
    """X1 is the number, from 1, of the material of each cell that has one."""
    cells = np.flatnonzero(given.index >= 0)
    block = ElementBlock(cells, given.index[cells].astype(float)[:, None, None] + 1.0, ("X1",))
    return [(".CHAMP_MAT", ElementField(given.mesh, "NEUT_R", "ELEM", [block]))]


def characteristic_charts(given) -> list[tuple[str, ElementField]]:
    """Sections of beams, thicknesses of plates and sheets, stiffness of discretes."""
    kinds = (
        (".CARGENPO", "CAGNPO_R", _of_beams),
        (".CARCOQUE", CHARTS[".CARCOQUE"], of_sheets),
        (".CARDISCK", CHARTS[".CARDISCK"], of_discretes),
    )
    found = [(name, quantity, make(given)) for name, quantity, make in kinds]
    return [(name, ElementField(given.model.mesh, quantity, "ELEM", blocks)) for name, quantity, blocks in found if blocks]


def _of_beams(given):
    blocks, names = [], tuple(f"{name}{end}" for end in (1, 2) for name in SECTION)
    for group in given.model.groups:
        section = given.on(group).get("section")
        if section is not None:
            blocks.append(ElementBlock(group.cells, section.reshape(len(group.cells), 1, -1), names))
    return blocks


def load_charts(load, leave_out) -> list[tuple[str, ElementField]]:
    """Weight and forces by length, area and volume that are numbers; the keywords of the others go to `leave_out(word)`."""
    found: dict[str, list[ElementBlock]] = {}
    data = load.model.data()
    for term in load.forces:
        name = ".CHME.PESAN" if term.word == WEIGHT else LOADS.get((term.word, load.model.dimension))
        if name is None or term.values is None or not term.constant:
            leave_out(term.word)
            continue
        for group, rows, values in term.values(data, 0.0, lambda element, part: np.full((len(part), 1, 3), np.nan)):
            columns = np.stack([np.broadcast_to(values.get(key, 0.0), (len(rows), 1)) for key in _KEYS[term.word == WEIGHT]], axis=-1)
            if np.isnan(columns).any():
                leave_out(term.word)
            else:
                block = _weight(columns) if term.word == WEIGHT else (columns, _KEYS[False])
                found.setdefault(name, []).append(ElementBlock(load.model.groups[group].cells[rows], *block))
    quantities = {name: "PESA_R" if name == ".CHME.PESAN" else "FORC_R" for name in found}
    return [(name, ElementField(load.model.mesh, quantities[name], "ELEM", blocks)) for name, blocks in found.items()]


_KEYS = {False: ("FX", "FY", "FZ"), True: ("AX", "AY", "AZ")}


def _weight(acceleration):
    """Its size G and its direction."""
    size = np.linalg.norm(acceleration, axis=-1, keepdims=True)
    return np.concatenate([size, acceleration / np.where(size > 0.0, size, 1.0)], axis=-1), ("G", "AG", "BG", "CG")
