"""DYNA_VISCO: modes and harmonic response of structures with viscoelastic layers, stiff and lossy by the frequency (u4.53.26).

K(f) = K0 + sum over the layers of (E (1 + i eta) / E0 - 1 - i eta0) Kv, Kv a layer's own stiffness at the first frequency.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, ascending, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, ENSEMBLE, PRESENT_ABSENT, UN_PARMI
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.commands._vibra_harmonic import field_maker
from pyaster_lite.concepts.matrix import AssembledMatrix
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.errors import ComputationFailed

CELLS = SIMP("o", typ="grma", max="**", validators=(no_repeat,))
FUNCTION = ("fonction_sdaster", "formule")
CONSTANTS = ("E", "AMOR_HYST", "RHO", "NU")
MANY = 5
"""How many modes are looked for around a frequency, and how many more when these do not do."""
TRIES = 10
"""Turns after which more modes are looked for."""


def _type_mode(*values):
    return SIMP("f", into=values, defaut="REEL")


def _product(args):
    if args.TYPE_RESU == "HARM":
        return "dyna_harmo"
    return "mode_meca_c" if args.TYPE_MODE == "COMPLEXE" else "mode_meca"


def _made(args):
    return [(args.MODE_MECA, "mode_meca")] if args.get("MODE_MECA") is not None else []


@operator(
    "DYNA_VISCO",
    produces=_product,
    creates=_made,
    rules=UN_PARMI("FREQ", "LIST_FREQ"),
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        MATER_ELAS=FACT(
            "f",
            max="**",
            rules=(AU_MOINS_UN("MATER", *CONSTANTS), PRESENT_ABSENT("MATER", *CONSTANTS), ENSEMBLE(*CONSTANTS)),
            MATER=SIMP("f", typ="mater_sdaster"),
            **{word: SIMP("f", typ="R") for word in CONSTANTS},
            GROUP_MA=CELLS,
        ),
        MATER_ELAS_FO=FACT(
            "o",
            max="**",
            E=SIMP("o", typ=FUNCTION),
            AMOR_HYST=SIMP("o", typ=FUNCTION),
            RHO=SIMP("o", typ="R"),
            NU=SIMP("o", typ="R"),
            GROUP_MA=CELLS,
        ),
        TYPE_RESU=SIMP("f", into=("HARM", "MODE"), defaut="HARM"),
        FREQ=SIMP("f", typ="R", min=2, max="**", validators=(ascending, no_repeat)),
        LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
        EXCIT=FACT("o", max="**", CHARGE=SIMP("o", typ="char_meca", max="**", validators=(no_repeat,))),
        RESI_RELA=SIMP("f", typ="R", defaut=1e-3),
        b_mode=BLOC(equal("TYPE_RESU", "MODE"), TYPE_MODE=_type_mode("REEL", "BETA_REEL", "COMPLEXE")),
        b_harm=BLOC(
            equal("TYPE_RESU", "HARM"),
            TYPE_MODE=_type_mode("REEL", "BETA_REEL"),
            COEF_FREQ_MAX=SIMP("o", typ="R", val_min=1.5),
            SOLVEUR=solveur(),
            NOM_CHAM=SIMP("f", into=("DEPL", "VITE", "ACCE"), max=3, defaut=("DEPL",), validators=(no_repeat,)),
            MODE_MECA=SIMP("f", typ="CO"),
        ),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def dyna_visco(args, context):
    """The modes between the first frequency and the last, each with the stiffness at its own; a response on them."""
    harmonic = args.TYPE_RESU == "HARM"
    frequencies = np.array(args.FREQ if args.FREQ is not None else args.LIST_FREQ.values, float)
    word = "FREQ" if args.FREQ is not None else "LIST_FREQ"
    if len(frequencies) < 2 or (not harmonic and len(frequencies) > 2):
        raise args.wrong(word, f"{'at least' if harmonic else 'exactly'} two frequencies are wanted, not {len(frequencies)}")
    structure = Structure(args, context, frequencies[0])
    modes = _modes(args, context, structure, frequencies[0], (args.COEF_FREQ_MAX if harmonic else 1.0) * frequencies[-1])
    if not harmonic:
        return modes
    if args.MODE_MECA is not None:
        context.create(args.MODE_MECA, modes)
    return _response(args, context, structure, modes, frequencies)


class Structure:
    """The matrices of a structure, and the stiffness of each viscoelastic layer.

    mass, real, stiffness  AssembledMatrix, the latter two at the first frequency, without and with losses
    layers  per layer its stiffness (n, n) and E (1 + i eta) / E0 - 1 - i eta0 of a frequency
    """

    def __init__(self, args, context, first: float):
        self.context, self.model = context, args.MODELE
        self.loads = [load for level in args.EXCIT for load in level.CHARGE]
        self.data = {"MODELE": args.MODELE, "CARA_ELEM": args.CARA_ELEM, "CHARGE": self.loads}
        constant = [{"GROUP_MA": level.GROUP_MA, "MATER": self._constant(level)} for level in args.MATER_ELAS or ()]
        functions = [[scalar_function(level[word], "FREQ") for word in ("E", "AMOR_HYST")] for level in args.MATER_ELAS_FO]
        young, loss = np.array([[function(first) for function in pair] for pair in functions]).T

        def field(moduli):
            layers = [
                {"GROUP_MA": level.GROUP_MA, "MATER": self._material(float(e), level.NU, level.RHO, float(eta))}
                for level, e, eta in zip(args.MATER_ELAS_FO, moduli, loss)
            ]
            return context.run("AFFE_MATERIAU", MODELE=self.model, AFFE=constant + layers)

        at_first = field(young)
        parts = {"RIGI_MECA": self._part("RIGI_MECA", at_first), "MASS_MECA": self._part("MASS_MECA", at_first)}
        lossy = self._part("RIGI_MECA_HYST", at_first, RIGI_MECA=parts["RIGI_MECA"])
        self.numbering = context.run("NUME_DDL", MATR_RIGI=parts["RIGI_MECA"])
        self.real, self.mass, self.stiffness = (self._assembled(part) for part in (*parts.values(), lossy))
        self.layers = []
        for i, (e, eta) in enumerate(functions):
            doubled = field(np.where(np.arange(len(young)) == i, 2.0, 1.0) * young)
            own = self._assembled(self._part("RIGI_MECA", doubled)).matrix - self.real.matrix
            self.layers.append((own, _growth(e, eta, young[i], loss[i])))

    def _constant(self, level):
        return level.MATER if level.MATER is not None else self._material(level.E, level.NU, level.RHO, level.AMOR_HYST)

    def _material(self, young, poisson, density, loss):
        return self.context.run("DEFI_MATERIAU", ELAS={"E": young, "NU": poisson, "RHO": density, "AMOR_HYST": loss})

    def _part(self, option, field, **more):
        return self.context.run("CALC_MATR_ELEM", OPTION=option, CHAM_MATER=field, **self.data, **more)

    def _assembled(self, part):
        return self.context.run("ASSE_MATRICE", MATR_ELEM=part, NUME_DDL=self.numbering)

    def stiffness_at(self, frequency: float, kind: str) -> AssembledMatrix:
        """Without losses (REEL), with them (COMPLEXE), or real with their mean (BETA_REEL)."""
        real = kind == "REEL"
        growths = [(own, grown(frequency).real if real else grown(frequency)) for own, grown in self.layers]
        matrix = sum((growth * own for own, growth in growths), (self.real if real else self.stiffness).matrix)
        if kind == "BETA_REEL":
            trace = self._free_trace(matrix)
            matrix = matrix.real + trace.imag / trace.real * matrix.imag
        name = "matr_asse_depl_c" if np.iscomplexobj(matrix) else "matr_asse_depl_r"
        return AssembledMatrix(name, self.real.dofs, matrix, self.real.relations, "RIGI_MECA", self.real.origin)

    def _free_trace(self, matrix):
        """The trace on the motions that the supports allow."""
        held = np.linalg.qr(self.real.relations.matrix.T.toarray())[0]
        return matrix.diagonal().sum() - np.einsum("ij,ij->", held, matrix @ held)


def _growth(young, loss, first_young, first_loss):
    return lambda f: complex(young(f) / first_young - 1.0, loss(f) * young(f) / first_young - first_loss)


def _modes(args, context, structure, first, last) -> Modes:
    """One mode after the other, the guess of each being the frequency after that of the mode before."""
    kind, guess, number = args.TYPE_MODE, first, MANY
    found = Modes(_product(args) if args.TYPE_RESU == "MODE" else "mode_meca", structure.real.dofs, structure.model.mesh,
                  structure.model, structure.real, structure.mass)  # fmt: skip
    with context.timer("modes"):
        while not found.orders or guess <= last:
            modes, place, frequencies, number = _one_mode(context, structure, kind, guess, number, args.RESI_RELA)
            order = len(found.orders) + 1
            values = {word: modes.parameter(word, modes.orders[place]) for word in ("FREQ", "OMEGA2", "AMOR_REDUIT")}
            found.store_mode(order, modes.shapes[:, place], values | {"NUME_MODE": order, "TYPE_MODE": "MODE_DYN"})
            guess = frequencies[place + 1]
    context.say(f"{len(found.orders)} modes, FREQ from {found.access('FREQ')[0]:.6g} to {found.access('FREQ')[-1]:.6g}")
    return found if kind == "COMPLEXE" else context.run("DEFI_BASE_MODALE", ORTHO_BASE={"BASE": found, "MATRICE": structure.mass})


def _one_mode(context, structure, kind, frequency, number, tolerance):
    """The modes around a mode found with the stiffness at its own frequency, its place among them, their frequencies."""
    change, turns = np.inf, 0
    checks = {"STOP_ERREUR": "OUI", "SEUIL": 1e-3, "STURM": "NON"}
    while change >= tolerance * frequency:
        if turns > TRIES:
            number, turns = number + MANY, 0
        if number > structure.real.dofs.size:
            raise ComputationFailed(f"no mode settles around {frequency:g} Hz")
        search = {"FREQ": float(frequency), "NMAX_FREQ": number}
        stiffness = structure.stiffness_at(frequency, kind)
        modes = context.run(
            "CALC_MODES", MATR_RIGI=stiffness, MATR_MASS=structure.mass, OPTION="CENTRE", CALC_FREQ=search, VERI_MODE=checks
        )
        frequencies = modes.access("FREQ")
        place = int(np.argmin(abs(frequencies - frequency)))
        change, frequency = abs(frequencies[place] - frequency), frequencies[place]
        if place + 1 == len(frequencies):
            number, change = number + MANY, np.inf
        turns += 1
    return modes, place, frequencies, number


def _response(args, context, structure, modes, frequencies) -> Result:
    """The response on the modes and the static shapes under the forces."""
    pushes = np.zeros(structure.real.dofs.size)
    vector = np.zeros(structure.real.dofs.size)
    for load in structure.loads:
        for term in load.forces:
            own = term.vector(structure.model.data(structure.real.origin.material_field, args.CARA_ELEM), 0.0, None)
            vector += own
            pushes += abs(own) * (term.word == "FORCE_NODALE")
    if not pushes.any():
        raise args.EXCIT[0].wrong("CHARGE", "DYNA_VISCO needs nodal forces (FORCE_NODALE), and there are none")
    places = [structure.numbering.getNodeAndComponentFromDOF(int(row)) for row in np.flatnonzero(pushes)]
    names = structure.model.mesh.node_names
    forces = [{"NOEUD": [str(names[node])], "AVEC_CMP": [component]} for node, component in places]
    static = context.run("MODE_STATIQUE", MATR_RIGI=structure.real, FORCE_NODALE=forces)
    basis = context.run("DEFI_BASE_MODALE", DIAG_MASS={"MODE_MECA": [modes], "MODE_STAT": static}).shapes
    mass, stiffness = (basis.T @ (matrix.matrix @ basis) for matrix in (structure.mass, structure.stiffness))
    layers = [(basis.T @ (own @ basis), grown) for own, grown in structure.layers]
    result = Result("dyna_harmo", structure.model.mesh, structure.model, structure.real.origin.material_field, args.CARA_ELEM)
    for order, f in enumerate(frequencies, start=1):
        whole = sum((grown(f) * own for own, grown in layers), stiffness) - (2 * np.pi * f) ** 2 * mass
        amplitudes = basis @ np.linalg.solve(whole, basis.T @ vector)
        makers = {name: field_maker(structure.model.mesh, structure.real.dofs, amplitudes, float(f), name) for name in args.NOM_CHAM}
        result.store(order, {"FREQ": float(f)}, makers)
    return result
