"""DYNA_ISS_VARI: a structure on a soil whose seismic motion varies from place to place (u4.53.31, r4.05.04).

The foundation moves by the static modes Psi of the basis, on impedances Z(f) under forces F(f) of unit waves, both given. With
V_k the shapes of the ground's coherency, the amplitudes of the static modes that they impose, and the forces of these, are

1.  CORP_RIGI, TOUT: x_k = |Psi_c . V_k| over the sum of Psi_c (for what turns, over its number of nodes and largest value squared)
        F_k = Z_ss x_k
2.  QUELCONQUE: u = Psi Z_ss^-1 F, its component c scaled by sqrt(sum over k of (|sum of V_k| / nn)^2), brought back onto Psi;
        F = Z_ss Psi^+ u there, and with a fluid in the soil (ISSF) the modes feel Z and F too, as the tables give them

3.  (K + Z - w^2 M + i w C) q = sum of F_k  in time,  S = sum over k of conj(q_k) q_k^T  in spectra
"""

from __future__ import annotations

from math import ceil

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, ENSEMBLE, UN_PARMI
from pyaster_lite.commands._ground_motion import GROUNDS
from pyaster_lite.commands._soil_files import Placed, table_of
from pyaster_lite.concepts.generalised import Transient
from pyaster_lite.concepts.spectrum import Spectra
from pyaster_lite.fe.coherency import abrahamson, luco, shapes
from pyaster_lite.fe.fourier import histories_of
from pyaster_lite.io.soil_tables import NEAR_IN_RECORDS, terms_at

AXES = {"ACCE_X": "DX", "ACCE_Y": "DY", "ACCE_Z": "DZ"}
LITTLE = 1e-5
REAL = "matr_asse_gene_r"


@operator(
    "DYNA_ISS_VARI",
    produces=lambda args: "tran_gene" if args.get("EXCIT_SOL") else "interspectre",
    rules=UN_PARMI("EXCIT_SOL", "NB_FREQ"),
    keywords=dict(
        EXCIT_SOL=FACT("f", rules=AU_MOINS_UN(*AXES), **{axis: SIMP("f", typ="fonction_sdaster") for axis in AXES}),
        NB_FREQ=SIMP("f", typ="I", val_min=1),
        PRECISION=SIMP("f", typ="R", defaut=0.999),
        ISSF=SIMP("f", into=("NON", "OUI"), defaut="NON"),
        INTERF=FACT("o", GROUP_NO_INTERF=SIMP("o", typ="grno"), MODE_INTERF=SIMP("o", into=("CORP_RIGI", "TOUT", "QUELCONQUE"))),
        MATR_COHE=FACT(
            "o",
            TYPE=SIMP("o", into=("MITA_LUCO", *GROUNDS)),
            b_type_coh=BLOC(
                equal("TYPE", "MITA_LUCO"), VITE_ONDE=SIMP("o", typ="R", val_min=0.0), PARA_ALPHA=SIMP("f", typ="R", defaut=0.1)
            ),
        ),
        UNITE_RESU_FORC=SIMP("f", typ="I", defaut=33),
        UNITE_RESU_IMPE=SIMP("f", typ="I", defaut=32),
        TYPE=SIMP("f", into=("ASCII", "BINAIRE"), defaut="ASCII"),
        MATR_GENE=FACT(
            "o",
            MATR_MASS=SIMP("o", typ=REAL),
            MATR_RIGI=SIMP("o", typ=(REAL, "matr_asse_gene_c")),
            MATR_AMOR=SIMP("f", typ=(REAL, "matr_asse_gene_c")),
        ),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
        b_type_trans=BLOC(
            present("EXCIT_SOL"), rules=ENSEMBLE("FREQ_MAX", "FREQ_PAS"), FREQ_MAX=SIMP("f", typ="R"), FREQ_PAS=SIMP("f", typ="R")
        ),
        b_type_spec=BLOC(
            present("NB_FREQ"),
            FREQ_INIT=SIMP("o", typ="R"),
            FREQ_PAS=SIMP("o", typ="R"),
            OPTION=SIMP("f", into=("TOUT", "DIAG"), defaut="TOUT"),
            NOM_CMP=SIMP("o", into=("DX", "DY", "DZ")),
        ),
    ),
)
def dyna_iss_vari(args, context):
    """In time by Fourier transforms of the accelerations, or the spectra of unit ones."""
    if args.EXCIT_SOL is not None:
        return _histories(args, context)
    frequencies = args.FREQ_INIT + args.FREQ_PAS * np.arange(args.NB_FREQ)
    found = _Soil(args, context).responses(frequencies, args.NOM_CMP)
    products = np.array([sum(np.outer(q.conj(), q) for q in each) for each in found])
    pairs = [(i, j) for j in range(products.shape[1]) for i in range(j + 1) if i == j or args.OPTION == "TOUT"]
    return Spectra(frequencies, {(i + 1, j + 1): products[:, i, j].real if i == j else products[:, i, j] for i, j in pairs})


class _Soil:
    """The structure on its soil, frequency by frequency."""

    def __init__(self, args, context):
        self.args, given = args, args.MATR_GENE
        self.basis = basis = given.MATR_RIGI.basis
        self.mass, self.stiffness = given.MATR_MASS.toNumpy(), given.MATR_RIGI.toNumpy()
        self.damping = given.MATR_AMOR.toNumpy() if given.MATR_AMOR is not None else np.zeros_like(self.mass)
        moving = [basis.parameter("TYPE_MODE", order) == "MODE_DYN" for order in basis.orders]
        self.dynamic = sum(moving)
        if not all(moving[: self.dynamic]) or self.dynamic == len(moving):
            raise given.wrong("MATR_RIGI", "the basis has modes, then static modes of the foundation")
        with_fluid = args.ISSF == "OUI"
        if with_fluid and args.INTERF.MODE_INTERF != "QUELCONQUE":
            raise args.wrong("ISSF", "a fluid in the soil goes with MODE_INTERF='QUELCONQUE' only")
        self.placed = Placed(basis, with_fluid)
        count = self.placed.count
        # forces are read as text whatever TYPE is, as in code_aster
        self.impedance = table_of(args, context, "UNITE_RESU_IMPE", count**2, binary=args.TYPE == "BINAIRE")
        self.forces = table_of(args, context, "UNITE_RESU_FORC", count)
        group = args.INTERF.GROUP_NO_INTERF
        self.nodes = np.asarray(basis.mesh.node_groups.get(group, ()), int)
        if not len(self.nodes):
            raise args.INTERF.wrong("GROUP_NO_INTERF", f"the mesh has no group of nodes {group}")
        places = basis.mesh.coordinates[self.nodes]
        # as in code_aster, across the ground only, however deep the nodes are
        self.distance = np.linalg.norm(places[:, None, :2] - places[:, :2], axis=2)

    def _values(self, component):
        """(nodes, static modes) of a component, nothing where the nodes lack it."""
        rows = self.basis.dofs.index(self.nodes, component)
        columns = [np.asarray(self.basis.vectors[order]) for order in self.basis.orders[self.dynamic :]]
        return np.stack([np.where(rows >= 0, column[rows], 0.0) for column in columns], axis=1)

    def _coherency(self, frequency):
        words = self.args.MATR_COHE
        if words.TYPE == "MITA_LUCO":
            return luco(self.distance, frequency, words.VITE_ONDE, words.PARA_ALPHA)
        return abrahamson(self.distance, frequency, GROUNDS[words.TYPE])

    def responses(self, frequencies, component) -> list[np.ndarray]:
        """For each frequency (k, n) the generalised displacements under each shape of the ground's motion, of unit acceleration.

        A basis whose foundation moves by any shapes feels all at once: there k is 1.
        """
        count, start = self.placed.count, "XYZ".index(component[1])
        apart = NEAR_IN_RECORDS if self.args.TYPE == "BINAIRE" else None
        impedances = terms_at(*self.impedance, frequencies, apart)[:, : count**2].reshape(-1, count, count).swapaxes(1, 2)
        free = self.args.INTERF.MODE_INTERF == "QUELCONQUE"
        waves = terms_at(self.forces[0], self.forces[1][start * count : (start + 1) * count], frequencies) if free else frequencies
        follow = self._by_any_shape if free else self._by_own_shapes
        imposed = follow(component)
        found = []
        for frequency, impedance, wave in zip(frequencies, impedances, waves):
            omega = 2.0 * np.pi * frequency
            matrix = self.stiffness - omega**2 * self.mass + 1j * omega * self.damping
            soil = self.placed.matrix(impedance)
            matrix += soil
            wave = self.placed.vector(wave) if free else None
            block = soil[self.dynamic :, self.dynamic :]
            forces = imposed(shapes(self._coherency(frequency), self.args.PRECISION), block, wave[self.dynamic :] if free else None)
            load = np.zeros((len(matrix), len(forces)), complex)
            if free:
                load[: self.dynamic, 0] = wave[: self.dynamic]
            load[self.dynamic :] = forces.T
            found.append(np.linalg.solve(matrix, load).T)
        return found

    def _by_own_shapes(self, component):
        modes, rigid = self._values(component), self.args.INTERF.MODE_INTERF == "CORP_RIGI"
        total, largest = modes.sum(axis=0), abs(modes).max(axis=0)
        straight = abs(total) >= LITTLE
        if rigid:
            straight[3:] = False
        turns = ~straight & (largest >= LITTLE) & rigid
        weight = np.zeros(len(total))
        weight[straight], weight[turns] = 1.0 / total[straight], 1.0 / (len(modes) * largest[turns] ** 2)
        return lambda own, impedance, _: weight * abs(own @ modes) @ impedance.T

    def _by_any_shape(self, component):
        names = [name for name in self.basis.dofs.components if (self.basis.dofs.index(self.nodes, name) >= 0).any()]
        whole = np.concatenate([self._values(name) for name in names])
        scaled = np.repeat([name == component for name in names], len(self.nodes))
        back = np.linalg.pinv(whole)

        def imposed(own, impedance, wave):
            moved = whole @ np.linalg.solve(impedance, wave)
            moved[scaled] *= np.sqrt((own.sum(axis=1) ** 2).sum()) / len(self.nodes)
            return (impedance @ back @ moved)[None]

        return imposed


def _histories(args, context):
    """Over all frequencies of the transformed accelerations; nothing moves above FREQ_MAX, and responses are lines between the places."""
    given = {AXES[axis]: args.EXCIT_SOL[axis] for axis in AXES if args.EXCIT_SOL[axis] is not None}
    first = next(iter(given.values()))
    for signal in given.values():
        if len(signal.x) != len(first.x) or abs(signal.x - first.x).max() > 1e-6 * abs(first.x).max():
            raise args.EXCIT_SOL.wrong(None, "all accelerations are given at the same instants")
    spectra = {component: signal.fft("PROL_ZERO", "NON").y for component, signal in given.items()}
    size = len(next(iter(spectra.values())))
    step = 1.0 / (size * (first.x[1] - first.x[0]))
    wanted = step * np.arange(size // 2)
    computed, count = step, len(wanted)
    if args.FREQ_MAX is not None:
        computed, count = args.FREQ_PAS, int(ceil(args.FREQ_MAX / args.FREQ_PAS)) + 1
    places = computed * np.arange(count)
    # as in code_aster the last place is left out, and nothing moves there, where rounding says so
    kept = 1 + int(((count - 1) * computed) / computed)
    soil = _Soil(args, context)
    total = np.zeros((len(wanted), len(soil.mass)), complex)
    for component, spectrum in spectra.items():
        responses = np.zeros((count, len(soil.mass)), complex)
        responses[:kept] = [each.sum(axis=0) for each in soil.responses(places[:kept], component)]
        if args.FREQ_MAX is not None:
            place = np.maximum(np.searchsorted(places, np.minimum(wanted, places[-1])), 1)
            share = (wanted - places[place - 1]) / computed
            responses = responses[place - 1] + share[:, None] * (responses[place] - responses[place - 1])
            responses[wanted >= args.FREQ_MAX] = 0.0
        total += responses * spectrum[: len(wanted), None]
    omega = 2.0 * np.pi * wanted[1:, None]
    amplitudes = [np.concatenate([np.zeros_like(total[:1]), total[1:] / factor]) for factor in (-(omega**2), 1j * omega)]
    for amplitude in amplitudes:
        amplitude[0] = 2.0 * amplitude[1] - amplitude[2]
    motions = [histories_of(own, step, "PROL_ZERO", False) for own in (*amplitudes, total)]
    times = motions[0][0]
    common = soil.basis, args.MATR_GENE.MATR_MASS, args.MATR_GENE.MATR_RIGI, np.arange(len(times)), times, np.full(len(times), times[1])
    return Transient(*common, *(values for _, values in motions))
