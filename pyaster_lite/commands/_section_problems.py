"""The problems of conduction whose solutions tell torsion, shear and warping of a plane section (r3.08.03)."""

from __future__ import annotations

_PLANE = {"PHENOMENE": "THERMIQUE", "MODELISATION": "PLAN"}
_PIN = "&&PIN"


class Section:
    """A mesh of a section told in its principal axes.

    mesh, geometry  the mesh as it is drawn, and the table that POST_ELEM/CARA_GEOM made of it
    edges           groups of segments of its outside
    holes           groups of segments around its holes
    measured        groups of segments whose mean slope of the stress function counts for the radius of torsion alone
    group           the group of cells that the section is, None for the whole mesh
    """

    def __init__(self, context, mesh, geometry, edges, holes=(), measured=(), group=None):
        self.context, self.edges, self.holes, self.measured = context, tuple(edges), tuple(holes), (*holes, *measured)
        self.place = {"TOUT": "OUI"} if group is None else {"GROUP_MA": group}
        origin = {"TABLE": geometry, "NOM_ORIG": "CDG"} | ({} if group is None else {"GROUP_MA": group})
        self.mesh = context.run("CREA_MAILLAGE", MAILLAGE=mesh, REPERE=origin)
        for name in self.edges:
            self.mesh.node_groups[name] = self.mesh.nodes_of_cells(self.mesh.cell_group(name))
        self.conducting = context.run("DEFI_MATERIAU", THER={"LAMBDA": 1.0, "RHO_CP": 0.0})
        self.model, self.material = self._model(self.mesh)

    def _model(self, mesh):
        model = self.context.run("AFFE_MODELE", MAILLAGE=mesh, AFFE={**self.place, **_PLANE})
        return model, self.context.run("AFFE_MATERIAU", MAILLAGE=mesh, AFFE={"TOUT": "OUI", "MATER": self.conducting})

    def torsion(self, table):
        """The table with JX and the radius of torsion RT."""
        run = self.context.run
        words = {"LIAISON_UNIF": {"GROUP_MA": self.holes, "DDL": "TEMP"}} if self.holes else {}
        zero = [{"GROUP_NO": name, "TEMP": 0.0} for name in self.edges]
        loads = [run("AFFE_CHAR_THER", MODELE=self.model, TEMP_IMPO=zero, SOURCE={"TOUT": "OUI", "SOUR": 2.0}, **words)]
        if self.holes:
            areas = run("POST_ELEM", MODELE=self.model, AIRE_INTERNE={"GROUP_MA_BORD": self.holes})
            flows = [{"GROUP_MA": name, "CARA_TORSION": areas} for name in self.holes]
            loads.append(run("AFFE_CHAR_THER", MODELE=self.model, FLUX_REP=flows))
        found = self._solved(self.model, self.material, loads)
        run("CALC_CHAMP", reuse=found, RESULTAT=found, TOUT_ORDRE="OUI", THERMIQUE="FLUX_ELNO")
        slopes = [max(self._slopes(found, name)) for name in self.edges] + [sum(self._slopes(found, name)) / 2.0 for name in self.measured]
        words = {"GROUP_MA_INTE": self.holes} if self.holes else {}
        return self._completed(self.model, table, OPTION="CARA_TORSION", LAPL_PHI=found, RT=max(slopes), **words)

    def _slopes(self, found, name):
        """The least and the greatest flow along the normal of an edge, without their signs."""
        line = {"TYPE": "GROUP_MA", "MAILLAGE": self.mesh, "TRAC_NOR": "OUI", "NOM_CMP": ("FLUX", "FLUY"), "OPERATION": "MOYENNE"}
        line |= {"INTITULE": "FLUX_NORM", "GROUP_MA": name}
        table = self.context.run("MACR_LIGN_COUPE", RESULTAT=found, NOM_CHAM="FLUX_ELNO", LIGN_COUPE=line)
        return [abs(table["TRAC_NOR", row]) for row in (3, 4)]

    def shear(self, table, pin, together=None):
        """The table with the factors of shear and the centre of torsion; `pin` is the node that is held, None for any."""
        if pin is None:
            # code_aster leaves the singular system to its solver; which node is held only adds a constant
            pin = int(self.model.groups[0].nodes[0, 0])
        self.mesh.node_groups[_PIN] = [pin]
        zero, potentials = self.context.run("DEFI_CONSTANTE", VALE=0.0), {}
        for word, axis in (("LAPL_PHI_Y", "X"), ("LAPL_PHI_Z", "Y")):
            source = {"TOUT": "OUI", "SOUR": _proportional(self.context, axis, 1.0)}
            held = {"GROUP_NO": _PIN, "TEMP": zero}
            load = self.context.run("AFFE_CHAR_THER_F", MODELE=self.model, TEMP_IMPO=held, SOURCE=source)
            potentials[word] = self._solved(self.model, self.material, [load])
        del self.mesh.node_groups[_PIN]
        return self._completed(self.model, table, OPTION="CARA_CISAILLEMENT", **potentials, **(together or {}))

    def warping(self, table):
        """The table with the inertia of warping JG, of a potential about the centre of torsion whose mean is zero."""
        run = self.context.run
        mesh = run("CREA_MAILLAGE", MAILLAGE=self.mesh, REPERE={"TABLE": table, "NOM_ORIG": "TORSION"})
        model, material = self._model(mesh)
        unit = run("AFFE_CHAR_THER", MODELE=model, SOURCE={"TOUT": "OUI", "SOUR": 1.0})
        vector = run("CALC_VECT_ELEM", CHARGE=unit, OPTION="CHAR_THER")
        matrix = run("CALC_MATR_ELEM", MODELE=model, CHAM_MATER=material, CHARGE=unit, OPTION="RIGI_THER")
        areas = run("ASSE_VECTEUR", VECT_ELEM=vector, NUME_DDL=run("NUME_DDL", MATR_RIGI=matrix))
        mean = run("AFFE_CHAR_THER", MODELE=model, LIAISON_CHAMNO={"CHAM_NO": areas, "COEF_IMPO": 0.0})
        along = {"FLUX_X": _proportional(self.context, "Y", 1.0), "FLUX_Y": _proportional(self.context, "X", -1.0)}
        edge = run("AFFE_CHAR_THER_F", MODELE=model, FLUX_REP={"GROUP_MA": self.edges, **along})
        found = self._solved(model, material, [mean, edge])
        return self._completed(model, table, OPTION="CARA_GAUCHI", LAPL_PHI=found)

    def _solved(self, model, material, loads):
        instant = self.context.run("DEFI_LIST_REEL", VALE=(0.0,))
        return self.context.run(
            "THER_LINEAIRE",
            MODELE=model,
            CHAM_MATER=material,
            EXCIT=[{"CHARGE": load} for load in loads],
            TYPE_CALCUL="STAT",
            INCREMENT={"LIST_INST": instant},
        )

    def _completed(self, model, table, **words):
        return self.context.run("POST_ELEM", MODELE=model, CARA_POUTRE={"CARA_GEOM": table, **self.place, **words})


def _proportional(context, axis, slope):
    """slope times a coordinate."""
    line = {"NOM_PARA": axis, "VALE": (0.0, 0.0, 10.0, 10.0 * slope), "PROL_DROITE": "LINEAIRE", "PROL_GAUCHE": "LINEAIRE"}
    return context.run("DEFI_FONCTION", **line)
