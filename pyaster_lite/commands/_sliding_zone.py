"""What slides in POST_NEWMARK: the cells of a part of a mesh that a circle, or the cells of another mesh, take."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._mesh_words import cell_groups

WHOLE, INSIDE, REST = "ALL", "GLISSE_", "NGLISSE"
"""Groups of a moment."""
SLIDING = "GLISSE"
PART = "DOMAIN_"
"""In the other mesh, the cells that have a node in the whole part."""
_WITHIN = {"OPTION": "INCLUSION", "CAS_FIGURE": "2D", "GROUP_MA": WHOLE}


class Zone:
    """The cells that slide on `mesh`, and those `beside` them; for as long as it is entered they are the group `name` of the mesh.

    circle  (x, y, radius), None where another mesh tells
    """

    def __init__(self, args, context, mesh):
        self.args, self.context, self.mesh = args, context, mesh
        level = args.get("MAILLAGE_RESU")
        self.name = (level.get("NOM_GROUP") if level is not None else None) or SLIDING
        self.circle = (args.CENTRE_X, args.CENTRE_Y, args.RAYON) if args.get("RAYON") is not None else None
        args.mark_read("GROUP_MA_GLIS")

    def __enter__(self):
        self._known = {id(mesh): (mesh, set(mesh.cell_groups), set(mesh.node_groups)) for mesh in self._meshes()}
        self.mesh.cell_groups[WHOLE] = np.unique(np.concatenate(cell_groups(self.args, "GROUP_MA_CALC", self.mesh)))
        self.mark(self.mesh)
        return self

    def __exit__(self, *problem):
        for mesh, cells, nodes in self._known.values():
            for groups, known in ((mesh.cell_groups, cells), (mesh.node_groups, nodes)):
                for name in set(groups) - known:
                    del groups[name]

    def _meshes(self):
        return [self.mesh] if self.circle else [self.mesh, self.args.MAILLAGE_GLIS]

    @property
    def beside(self) -> np.ndarray:
        """The cells of the part that do not slide."""
        return self.mesh.cell_groups[REST]

    def mark(self, mesh):
        """Make the groups of what slides and of the rest anew on a mesh that has the whole part for a group."""
        for name in (INSIDE, self.name, REST):
            mesh.cell_groups.pop(name, None)
            mesh.node_groups.pop(name, None)
        if self.circle:
            x, y, radius = self.circle
            inside = {"NOM": INSIDE, "OPTION": "SPHERE", "POINT": (x, y), "RAYON": radius}
        else:
            self._take_over(mesh)
            inside = {"NOM": INSIDE, "OPTION": "APPUI", "TYPE_APPUI": "AU_MOINS_UN", "GROUP_NO": INSIDE}
        self._group(mesh, CREA_GROUP_MA=[inside])
        self._group(mesh, CREA_GROUP_MA=[{"NOM": self.name, "INTERSEC": (INSIDE, WHOLE)}])
        self._group(mesh, CREA_GROUP_MA=[{"NOM": REST, "TYPE_MAILLE": "2D", "DIFFE": (WHOLE, self.name)}])

    def _take_over(self, mesh):
        """The nodes of the mesh in those cells of the other mesh that have a node in the whole part."""
        other = self.args.MAILLAGE_GLIS
        self.meet(other)
        self._group(mesh, CREA_GROUP_NO=[_WITHIN | {"NOM": INSIDE, "MAILLAGE_INCL": other, "GROUP_MA_INCL": PART}])

    def meet(self, other):
        """Make the group PART of another mesh."""
        for groups in (other.cell_groups, other.node_groups):
            groups.pop(PART, None)
        other.cell_groups[WHOLE] = np.arange(other.n_cells)
        self._group(other, CREA_GROUP_NO=[_WITHIN | {"NOM": PART, "GROUP_MA_INCL": WHOLE, "MAILLAGE_INCL": self.mesh}])
        self._group(other, CREA_GROUP_MA=[{"NOM": PART, "OPTION": "APPUI", "TYPE_APPUI": "AU_MOINS_UN", "GROUP_NO": PART}])

    def alone(self):
        """What slides as a mesh of its own."""
        return self.context.run("CREA_MAILLAGE", MAILLAGE=self.mesh, RESTREINT=[{"GROUP_MA": self.name}])

    def _group(self, mesh, **words):
        self.context.run("DEFI_GROUP", mesh.name, reuse=mesh, MAILLAGE=mesh, ALARME="NON", **words)

    def keep(self):
        """MAILLAGE_RESU/MAILLAGE: the mesh with the group of what slides."""
        level = self.args.get("MAILLAGE_RESU")
        if level is None or level.get("MAILLAGE") is None:
            return
        left_out = {INSIDE, REST, WHOLE}
        cells = tuple(name for name in self.mesh.cell_groups if name not in left_out)
        nodes = tuple(name for name in self.mesh.node_groups if name not in left_out)
        kept = self.context.run("CREA_MAILLAGE", MAILLAGE=self.mesh, RESTREINT=[{"GROUP_MA": cells, "GROUP_NO": nodes or None}])
        self.context.create(level.MAILLAGE, kept)
