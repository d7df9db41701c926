"""code_aster.CA.Mesh: meshes that a deck's Python reads or builds."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_shapes import box, point_cloud

from ._building import OfKind


class Shared(OfKind):
    """The class of meshes that processes share, whoever made them."""

    def __instancecheck__(cls, thing):
        return getattr(thing, "kind", None) == Mesh.kind and thing.getType() == "MAILLAGE_P"


@SERVED.register("code_aster.CA.ParallelMesh")
def parallel_mesh_class(study):
    """The class of meshes that processes share: with one process, each is that process's own part."""

    class ParallelMesh(mesh_class(study), metaclass=Shared):
        def getType(self):
            """MAILLAGE_P."""
            return "MAILLAGE_P"

    return ParallelMesh


@SERVED.register("code_aster.CA.Mesh")
def mesh_class(study):
    """The class; its meshes are those of LIRE_MAILLAGE."""

    class ReadMesh(Mesh, metaclass=OfKind):
        kind = Mesh.kind

        def __init__(self, *name):
            super().__init__([[0.0, 0.0, 0.0]], [])

        def readMedFile(self, filename, meshname=None, partitioned=False, verbose=0):
            """Take over the mesh of a MED file; for the only process there is, a part is the whole."""
            self._read("MED", filename, NOM_MED=meshname)

        def readAsterFile(self, filename, verbose=0):
            """Take over the mesh of a .mail file."""
            self._read("ASTER", filename)

        def readGmshFile(self, filename, verbose=0):
            """Take over the mesh of a Gmsh file."""
            self._read("GMSH", filename)

        def readGibiFile(self, filename, verbose=0):
            """Take over the mesh of a GIBI file."""
            self._read("GIBI", filename)

        def _read(self, word, filename, **choices):
            unit = study.files.associate(None, str(filename), "OLD")
            self._take(study.run("LIRE_MAILLAGE", FORMAT=word, UNITE=unit, **choices))
            study.files.release(unit)

        def _take(self, other):
            """Become the other mesh."""
            name = self.name
            vars(self).update(vars(other))
            self.name = name
            return self

        @classmethod
        def buildParallelepiped(cls, lx=1, ly=1, lz=1, refine=0, info=1):
            """A box of 2**refine cells along each axis."""
            return cls()._take(box((lx, ly, lz), (2**refine,) * 3))

        @classmethod
        def buildCube(cls, l=1, refine=0, info=1):  # noqa: E741
            """A cube of 2**refine cells along each axis."""
            return cls.buildParallelepiped(l, l, l, refine)

        @classmethod
        def buildRectangle(cls, lx=1, ly=1, nx=1, ny=1, refine=0, info=1):
            """A rectangle of nx * 2**refine by ny * 2**refine cells."""
            return cls()._take(box((lx, ly), (nx * 2**refine, ny * 2**refine)))

        @classmethod
        def buildSquare(cls, l=1, refine=0, info=1):  # noqa: E741
            """A square of 2**refine cells along each side."""
            return cls.buildRectangle(l, l, refine=refine)

        @classmethod
        def buildPointCloud(cls, coordlist, groups=False, info=1):
            """A cell at each point."""
            return cls()._take(point_cloud(coordlist, groups))

    ReadMesh.__name__ = "Mesh"
    return ReadMesh
