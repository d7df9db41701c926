"""DYNA_ALEA_MODAL: spectra of the generalised coordinates of modes under random excitation (u4.53.22)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import absent, equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Told, levels
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, UN_PARMI
from pyaster_lite.commands._fluid_sources import FLOWS, JUMPS, check_number, equations_of, source_pushes
from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.commands._spectra import term_of
from pyaster_lite.commands._static_modes import label
from pyaster_lite.concepts.spectrum import Spectra, node_key
from pyaster_lite.fe.random_vibration import POINTS, chosen_frequencies, range_of, response

FIELDS = ("DEPL_GENE", "VITE_GENE", "ACCE_GENE")
WHAT = {
    "GRANDEUR": SIMP("f", defaut="DEPL_R", into=("DEPL_R", "EFFO", *FLOWS, *JUMPS)),
    "DERIVATION": SIMP("f", typ="I", defaut=0, into=(0, 1, 2)),
}


@dataclass(frozen=True)
class SameTwice:
    """Words for rows (_I) and for columns (_J) of a spectrum: where both say the same the rows are enough."""

    word: str
    last: str = "14.2.24"

    def apply(self, factor) -> list[Told]:
        """Leave out the columns."""
        *above, name = self.word.split("/")
        told = []
        for holder in levels(factor, above):
            row, column = (holder.arguments.get(f"{name}_{end}") for end in "IJ")
            if row is not None and column is not None and _listed(row.value) == _listed(column.value):
                del holder.arguments[column.name]
                told.append(Told(column.name_span, f"{self.word}_J has no effect any more where it says what {name}_I does", self.last))
        return told


def _listed(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]


@operator(
    "DYNA_ALEA_MODAL",
    produces="interspectre",
    legacy=tuple(SameTwice(f"EXCIT/{word}") for word in ("NUME_ORDRE", "NOEUD", "NOM_CMP")),
    keywords=dict(
        BASE_MODALE=FACT(
            "o",
            rules=UN_PARMI("NUME_ORDRE", "BANDE"),
            MODE_MECA=SIMP("o", typ="mode_meca"),
            BANDE=SIMP("f", typ="R", min=2, max=2, validators=(no_repeat,)),
            NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
            b_bande=BLOC(present("BANDE"), AMOR_UNIF=SIMP("o", typ="R")),
            b_nume_ordre=BLOC(present("NUME_ORDRE"), AMOR_REDUIT=SIMP("o", typ="R", max="**")),
        ),
        MODE_STAT=SIMP("f", typ="mode_meca"),
        EXCIT=FACT(
            "o",
            INTE_SPEC=SIMP("o", typ="interspectre"),
            # as in code_aster, where spectra are of one velocity, nothing is chosen by it
            NUME_VITE_FLUI=SIMP("f", typ="I", advisory=True),
            OPTION=SIMP("f", defaut="TOUT", into=("TOUT", "DIAG"), advisory=True),
            MODAL=SIMP("f", defaut="NON", into=("OUI", "NON")),
            b_modal_non=BLOC(
                equal("MODAL", "NON"),
                rules=UN_PARMI("NOEUD_I", "NUME_ORDRE_I"),
                NUME_ORDRE_I=SIMP("f", typ="I", max="**"),
                NOEUD_I=SIMP("f", typ="no", max="**"),
                b_nume_ordre_i=BLOC(
                    present("NUME_ORDRE_I"),
                    rules=EXCLUS("CHAM_NO", "NOEUD"),
                    CHAM_NO=SIMP("f", typ="cham_no_sdaster", max="**"),
                    NOEUD=SIMP("f", typ="no", max="**"),
                    b_noeud=BLOC(present("NOEUD"), NOM_CMP=SIMP("o", max="**")),
                    **WHAT,
                ),
                b_noeud_i=BLOC(
                    present("NOEUD_I"),
                    NOM_CMP_I=SIMP("o", max="**"),
                    NOEUD=SIMP("o", typ="no", max="**"),
                    NOM_CMP=SIMP("o", max="**"),
                    **WHAT,
                ),
            ),
            b_modal_oui=BLOC(equal("MODAL", "OUI"), NUME_ORDRE_I=SIMP("o", typ="I", max="**"), **WHAT),
        ),
        REPONSE=FACT(
            "d",
            rules=ENSEMBLE("FREQ_MIN", "FREQ_MAX"),
            DERIVATION=SIMP("f", typ="I", defaut=0, into=(0, 1, 2)),
            OPTION=SIMP("f", defaut="TOUT", into=("TOUT", "DIAG")),
            FREQ_MIN=SIMP("f", typ="R"),
            FREQ_MAX=SIMP("f", typ="R"),
            PAS=SIMP("f", typ="R"),
            b_defaut_freq=BLOC(
                absent("FREQ_MIN"),
                FREQ_EXCIT=SIMP("f", defaut="AVEC", into=("AVEC", "SANS")),
                NB_POIN_MODE=SIMP("f", typ="I", defaut=POINTS),
            ),
        ),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def dyna_alea_modal(args, context):
    """The imposed motions come first among the coordinates, then the modes."""
    modes, orders, damping = _modes(args.BASE_MODALE)
    excit, answer = args.EXCIT, args.REPONSE
    given, spectra = excit.INTE_SPEC, _sources(excit)
    frequencies = np.array([modes.parameter("FREQ", order) for order in orders])
    masses = np.array([modes.parameter("MASS_GENE", order) for order in orders])
    shapes = np.stack([modes.vectors[order].real for order in orders], axis=1)
    moved, pushes = _pushes(args, excit, modes, shapes, len(spectra))
    if "FREQ_MIN" in answer:
        x = range_of(answer.FREQ_MIN, answer.FREQ_MAX, answer.PAS)
    else:
        own = given.frequencies if answer.FREQ_EXCIT == "AVEC" else []
        x = chosen_frequencies(frequencies, damping, own, answer.NB_POIN_MODE, answer.get("PAS"))
    matrix = np.empty((len(x), len(spectra), len(spectra)), complex)
    for i, first in enumerate(spectra):
        for j, second in enumerate(spectra):
            term = term_of(excit, given, (first, second), "INTE_SPEC")
            matrix[:, i, j] = np.interp(x, given.frequencies, term.real) + 1j * np.interp(x, given.frequencies, term.imag)
    if excit.MODAL == "NON" and excit.GRANDEUR in FLOWS:
        matrix *= (2 * np.pi * x[:, None, None]) ** 2
    order_in = excit.DERIVATION if moved or excit.MODAL == "OUI" else 0
    exponent = answer.DERIVATION - order_in - (0 if moved else 2)
    sign = -1.0 if (answer.DERIVATION - order_in) % 2 else 1.0
    still = len(spectra) if moved else 0
    found = response(x, frequencies, damping, pushes / masses[:, None], matrix, exponent, still, sign)
    whole = answer.OPTION == "TOUT"
    size = found.shape[1]
    pairs = [(i, j) for i in range(size) for j in range(i, size) if whole or i == j]
    return Spectra(x, {(i + 1, j + 1): found[:, i, j] for i, j in pairs}, FIELDS[answer.DERIVATION], whole)


def _modes(level):
    """The modes, their storage orders and damping ratios."""
    modes = level.MODE_MECA
    if "NUME_ORDRE" in level:
        orders, damping = list(level.NUME_ORDRE), np.array(level.AMOR_REDUIT, float)
        lost = [order for order in orders if order not in modes.orders]
        if lost:
            raise level.wrong("NUME_ORDRE", f"{modes.name} has no mode {lost[0]}")
        if len(damping) < len(orders):
            raise level.wrong("AMOR_REDUIT", f"{len(orders)} modes need {len(orders)} damping ratios, not {len(damping)}")
        return modes, orders, damping[: len(orders)]
    low, high = sorted(level.BANDE)
    orders = [order for order in modes.orders if low <= modes.parameter("FREQ", order) <= high]
    if not orders:
        raise level.wrong("BANDE", "no mode lies in this band")
    return modes, orders, np.full(len(orders), level.AMOR_UNIF)


def _sources(excit) -> list:
    """The indices of the spectrum that excite."""
    if excit.get("NUME_ORDRE_I") is not None:
        return list(excit.NUME_ORDRE_I)
    return [(node_key(node), name) for node, name in zip(excit.NOEUD_I, excit.NOM_CMP_I)]


def _pushes(args, excit, modes, shapes, number):
    """(whether motions are imposed, (n_modes, n_sources) the generalised forces of a unit of each source)."""
    if excit.MODAL == "OUI":
        excit.mark_read("GRANDEUR")
        return False, np.eye(shapes.shape[1])[:, :number]
    if excit.get("CHAM_NO") is not None:
        excit.mark_read("GRANDEUR", "DERIVATION")
        check_number(excit, "CHAM_NO", excit.CHAM_NO, number)
        return False, np.stack([shapes.T @ vector_of(field, modes.dofs) for field in excit.CHAM_NO], axis=1)
    if excit.get("NOEUD") is None:
        raise excit.wrong(None, "give NOEUD with NOM_CMP, or CHAM_NO: where the excitation acts")
    if excit.GRANDEUR in (*FLOWS, *JUMPS):
        return False, source_pushes(excit, modes, shapes, number)
    check_number(excit, "NOEUD", excit.NOEUD, number)
    nodes = [modes.mesh.find_node(node_key(node)) for node in excit.NOEUD]
    places = list(zip(nodes, excit.NOM_CMP))
    if excit.GRANDEUR == "EFFO":
        excit.mark_read("DERIVATION")
        return False, shapes[equations_of(excit, modes)].T
    if args.MODE_STAT is None:
        raise args.wrong("EXCIT", "imposed motions need the static modes: give MODE_STAT")
    forces = [modes.mass.matrix @ static_mode(args, args.MODE_STAT, int(node), name) for node, name in places]
    return True, shapes.T @ np.stack(forces, axis=1)


def static_mode(args, modes, node: int, name: str) -> np.ndarray:
    """The vector of the static mode of a component at a node (from 0)."""
    return modes.vectors[static_order(args, modes, node, name)]


def static_order(args, modes, node: int, name: str) -> int:
    """Its storage order."""
    wanted = label(node + 1, name)
    order = next((order for order in modes.orders if modes.parameter("NOEUD_CMP", order) == wanted), None)
    if order is None:
        raise args.wrong("MODE_STAT", f"{modes.name} has no static mode of {name} at node {node + 1}")
    return order
