"""code_aster.CA.MaterialField: materials that a deck's Python puts on a mesh."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED

from ._building import Unbuilt, listed


@SERVED.register("code_aster.CA.MaterialField")
def material_field(study):
    """MaterialField(mesh); what is given later stands above what was given before, as in AFFE_MATERIAU."""

    class MaterialField(Unbuilt):
        kind = "cham_mater"

        def __init__(self, mesh):
            self.mesh, self._rows, self._behaviours = mesh, [], []

        def addMaterialOnMesh(self, material):
            """A material on all cells."""
            self.addMultipleMaterialOnMesh([material])

        def addMultipleMaterialOnMesh(self, material):
            """Materials on all cells, each with what those before it lack."""
            self._rows.append({"TOUT": "OUI", "MATER": list(material)})

        def addMaterialOnGroupOfCells(self, material, nameOfGroups):
            """A material on groups of cells."""
            self.addMultipleMaterialOnGroupOfCells([material], nameOfGroups)

        def addMultipleMaterialOnGroupOfCells(self, material, nameOfGroups):
            """Materials on groups of cells, each with what those before it lack."""
            self._rows.append({"GROUP_MA": listed(nameOfGroups), "MATER": list(material)})

        def addBehaviourOnMesh(self, behaviour):
            """What DEFI_COMPOR has made, on all cells."""
            self._behaviours.append({"TOUT": "OUI", "COMPOR": behaviour})

        def addBehaviourOnGroupOfCells(self, behaviour, nameOfGroups):
            """What DEFI_COMPOR has made, on groups of cells."""
            self._behaviours.append({"GROUP_MA": listed(nameOfGroups), "COMPOR": behaviour})

        def getMesh(self):
            """The mesh."""
            return self.mesh

        def build(self):
            """Be the field of AFFE_MATERIAU."""
            behaviours = self._behaviours or None
            return self.become(study.run("AFFE_MATERIAU", MAILLAGE=self.mesh, AFFE=self._rows, AFFE_COMPOR=behaviours))

    return MaterialField
