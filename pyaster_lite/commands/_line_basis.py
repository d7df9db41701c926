"""The reduced basis of DYNA_LINE: modes of a band of frequencies, and static shapes where the deck wants them."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from pyaster_lite.fe.constraints import Elimination

AXES = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
NODE_GROUPS = ("GROUP_NO", "GROUP_NO_1", "GROUP_NO_2")
CUT_STEPS = 5
"""Steps of time in a period of the highest frequency."""


class Band:
    """The frequencies of a calculation: from BANDE_ANALYSE, or from what the excitations hold."""

    def __init__(self, args, context):
        self._args, self._context = args, context

    @cached_property
    def cut(self) -> float:
        """The highest frequency of the excitations, Hz: the one up to which PCENT_COUP percent of their squared spectrum lie."""
        args = self._args
        if args.BANDE_ANALYSE:
            args.mark_read("PCENT_COUP")
            return float(args.BANDE_ANALYSE[-1])
        if not args.EXCIT:
            raise args.wrong("BASE_CALCUL", "without EXCIT nothing tells the band of frequencies", help="give BANDE_ANALYSE")
        return max(self._highest(level) for level in args.EXCIT)

    def _highest(self, level):
        harmonic = self._args.TYPE_CALCUL == "HARM"
        words = ("FONC_MULT", "FONC_MULT_C") if harmonic else ("FONC_MULT", "ACCE")
        word = next((word for word in words if level.get(word) is not None), None)
        if word is None or level[word].kind in ("formule", "formule_c"):
            raise level.wrong(word, "no list of points tells the band of frequencies", help="give BANDE_ANALYSE")
        if harmonic:
            return float(max(level[word].x))
        spectrum = self._context.run("CALC_FONCTION", FFT={"FONCTION": level[word]})
        half = len(spectrum.x) // 2
        power = np.cumsum(abs(spectrum.y[:half]) ** 2)
        reached = np.flatnonzero(power >= power[-1] * self._args.PCENT_COUP / 100.0)
        return float(spectrum.x[reached[0]])

    @property
    def limits(self) -> tuple[float, float]:
        """Lowest and highest frequency of the modes: twice the cut, unless the band is given."""
        given = self._args.BANDE_ANALYSE
        if given:
            return (float(given[0]) if len(given) == 2 else 0.0), self.cut
        return 0.0, 2.0 * self.cut


class Basis:
    """The basis and what is projected on it; `line` holds the matrices on the unknowns."""

    def __init__(self, line, band: Band):
        self._line, self._band, self._args, self._run = line, band, line.args, line.run
        self._wet = line.args.get("IFS") == "OUI"
        self.enriched = line.args.get("ENRI_STAT") == "OUI"

    @cached_property
    def vectors(self):
        """The mode_meca."""
        line, args = self._line, self._args
        matrices = dict(MATR_RIGI=line.stiffness, MATR_MASS=line.mass)
        quiet = dict(VERI_MODE={"STOP_ERREUR": "NON"}, STOP_BANDE_VIDE="NON")
        band = dict(OPTION="BANDE", CALC_FREQ={"FREQ": self._band.limits}, **quiet)
        modes = self._run("CALC_MODES", **band, **matrices)
        if self._wet:
            return self._in_fluid(modes, band)
        shapes = self._shapes()
        ritz, more = [{"MODE_MECA": modes}], {}
        if shapes is not None:
            ritz, more = [*ritz, {"MODE_INTF": shapes}], dict(ORTHO="OUI", MATRICE=line.stiffness)
        basis = self._run("DEFI_BASE_MODALE", RITZ=ritz, NUME_REF=line.numbering, **more)
        if shapes is not None and args.ORTHO == "OUI":
            basis = self._diagonal(basis, quiet)
        elif self.enriched:
            args.mark_read("FREQ_COUP_STAT", "ORTHO")
        return basis

    def _in_fluid(self, modes, band):
        """The modes with the mass of the fluid, on those without it."""
        numbering = self._run("NUME_DDL_GENE", BASE=modes, STOCKAGE=self.storage)
        stiffness, mass = (
            self._run("PROJ_MATR_BASE", BASE=modes, NUME_DDL_GENE=numbering, MATR_ASSE=matrix)
            for matrix in (self._line.stiffness, self._line.mass)
        )
        total = self._with_fluid(mass, self._fluid(modes, numbering)[0])
        wet = self._run("CALC_MODES", MATR_RIGI=stiffness, MATR_MASS=total, **band)
        return self._run("REST_GENE_PHYS", RESU_GENE=wet, TOUT_CHAM="OUI")

    def _with_fluid(self, mass, added):
        parts = [{"MATR_ASSE": matrix, "COEF_R": 1.0} for matrix in (mass, added)]
        return self._run("COMB_MATR_ASSE", COMB_R=parts)

    def _fluid(self, modes, numbering, moved=()):
        """The mass that the fluid adds, and its forces on the structure whose supports move together along the directions `moved`."""
        args, context = self._args, self._line.context
        mass, forces = context.place("mass"), [context.place(f"force {i}") for i in range(len(moved))]
        words = {}
        if forces:
            words = dict(MONO_APPUI="OUI", FORC_AJOU=[{"DIRECTION": along, "VECTEUR": place} for along, place in zip(moved, forces)])
        self._run(
            "MACRO_MATR_AJOU",
            MAILLAGE=args.MODELE.mesh,
            MODELISATION=args.MODELISATION_FLU,
            GROUP_MA_FLUIDE=args.GROUP_MA_FLUIDE,
            GROUP_MA_INTERF=args.GROUP_MA_INTERF,
            FLUIDE=args.RHO_FLUIDE.as_dict(),
            DDL_IMPO=args.PRESSION_FLU_IMPO.as_dict(),
            MODE_MECA=modes,
            NUME_DDL_GENE=numbering,
            MATR_MASS_AJOU=mass,
            **words,
        )
        return context.taken(mass), [context.taken(place) for place in forces]

    @cached_property
    def _fluid_parts(self):
        """Those on the basis, forces for the supports that move together where FORC_AJOU asks for them."""
        if not self._wet:
            return None, []
        moved = self._line.supports("MONO") if self._args.FORC_AJOU == "OUI" else []
        if self._args.FORC_AJOU == "OUI" and self._line.supports("MULTI"):
            raise self._args.not_yet("FORC_AJOU", "forces of a fluid on structures whose supports move apart are not there yet")
        return self._fluid(self.vectors, self.numbering, [level.DIRECTION for level in moved])

    def mass(self, matrix):
        """The mass matrix on the basis, with that of the fluid."""
        own, added = self.matrix(matrix), self._fluid_parts[0]
        return own if added is None else self._with_fluid(own, added)

    @property
    def fluid_forces(self) -> list:
        """(excitation, what the fluid does) for the supports that move together."""
        return list(zip(self._line.supports("MONO"), self._fluid_parts[1]))

    def _diagonal(self, basis, quiet):
        """The modes of the structure on a basis."""
        args, line = self._args, self._line
        numbering = self._run("NUME_DDL_GENE", BASE=basis)
        mass, stiffness = (
            self._run("PROJ_MATR_BASE", BASE=basis, NUME_DDL_GENE=numbering, MATR_ASSE=matrix) for matrix in (line.mass, line.stiffness)
        )
        search = dict(OPTION="TOUT", SOLVEUR_MODAL={"METHODE": "QZ"})
        if args.FREQ_COUP_STAT is not None:
            search = dict(OPTION="BANDE", CALC_FREQ={"FREQ": (self._band.limits[0], args.FREQ_COUP_STAT)})
        modes = self._run("CALC_MODES", MATR_MASS=mass, MATR_RIGI=stiffness, **search, **quiet)
        return self._run("REST_GENE_PHYS", RESU_GENE=modes, MODE_MECA=basis)

    @property
    def storage(self) -> str:
        """STOCKAGE of matrices on the basis: static shapes couple."""
        return "PLEIN" if self._wet or (self.enriched and self._args.ORTHO != "OUI") else "DIAG"

    @cached_property
    def numbering(self):
        """The nume_ddl_gene."""
        return self._run("NUME_DDL_GENE", BASE=self.vectors, STOCKAGE=self.storage)

    def matrix(self, matrix):
        """A matrix on the basis, None for None."""
        if matrix is None:
            return None
        return self._run("PROJ_MATR_BASE", BASE=self.vectors, NUME_DDL_GENE=self.numbering, MATR_ASSE=matrix)

    def vector(self, field, kind="FORC"):
        """A field on the basis."""
        return self._run("PROJ_VECT_BASE", BASE=self.vectors, NUME_DDL_GENE=self.numbering, VECT_ASSE=field, TYPE_VECT=kind)

    def _shapes(self):
        """The static shapes as one concept, None without any."""
        if not self.enriched:
            return None
        parts = [self._accelerated("MULTI"), self._accelerated("MONO"), self._loaded(), self._pushed()]
        parts = [part for part in parts if part is not None]
        if len(parts) < 2:
            return parts[0] if parts else None
        fields = [part.field("DEPL", order) for part in parts for order in part.orders]
        same = {"NOM_CHAM": "DEPL", "MODELE": self._args.MODELE}
        cases = [same | {"CHAM_GD": field, "NOM_CAS": f"CHAMP_{i}"} for i, field in enumerate(fields, 1)]
        return self._run("CREA_RESU", OPERATION="AFFE", TYPE_RESU="MULT_ELAS", AFFE=cases)

    def _accelerated(self, kind):
        """Shapes under unit accelerations of supports; as in code_aster that of the last support for all of them."""
        given = self._line.supports(kind)
        if not given:
            return None
        modes = [{"DIRECTION": given[-1].DIRECTION, "NOM_DIR": "AxePseudo_Mode"}] * len(given)
        return self._run("MODE_STATIQUE", MATR_MASS=self._line.mass, MATR_RIGI=self._line.stiffness, PSEUDO_MODE=modes)

    def _loaded(self):
        """Shapes under the loads."""
        line = self._line
        loads = [level.CHARGE for level in self._args.EXCIT or () if level.get("CHARGE") is not None]
        if not loads:
            return None
        held = {"CHAR_MECA_GLOBAL": line.loads} if line.loads else {"LIAISON_DISCRET": "OUI"}
        cases = [{"NOM_CAS": f"CAS_{i}", "CHAR_MECA": load, "OPTION": "SANS"} for i, load in enumerate(loads)]
        return self._run("MACRO_ELAS_MULT", CAS_CHARGE=cases, NUME_DDL=line.numbering, MODELE=self._args.MODELE, **line.data, **held)

    def _pushed(self):
        """Shapes under unit forces where the nonlinear devices are."""
        forces = []
        for level in self._args.COMPORTEMENT or ():
            groups = [level[word] for word in NODE_GROUPS if level.get(word) is not None]
            if groups:
                component = level.get("NOM_CMP")
                forces.append({"GROUP_NO": groups, "AVEC_CMP": [component] if component else self._free(groups)})
        if not forces:
            return None
        return self._run("MODE_STATIQUE", MATR_MASS=self._line.mass, MATR_RIGI=self._line.stiffness, FORCE_NODALE=forces)

    def _free(self, groups):
        """The displacements of groups of nodes that forces move."""
        stiffness, mesh = self._line.stiffness, self._args.MODELE.mesh
        elimination, found = Elimination(stiffness.relations), []
        nodes = mesh.nodes_in(groups)
        for component in AXES[:3]:
            force = np.zeros(stiffness.dofs.size)
            equations = stiffness.dofs.index(nodes, component)
            force[equations[equations >= 0]] = 1.0
            if abs(elimination.reduce_vector(force)).max(initial=0.0) > 0.0:
                found.append(component)
        return found
