"""code_aster.CA.Mesh: meshes that a deck's Python reads or builds."""

from __future__ import annotations

from pathlib import Path

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts import med_coupling
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_parts import joined
from pyaster_lite.concepts.mesh_shapes import arc, box, point_cloud, polyline, ring, tube

from ._building import OfKind


class Shared(OfKind):
    """The class of meshes that processes share, whoever made them."""

    def __instancecheck__(cls, thing):
        return getattr(thing, "kind", None) == Mesh.kind and thing.getType() == "MAILLAGE_P"


def _read(study, word, filename, **choices):
    unit = study.files.associate(None, str(filename), "OLD")
    mesh = study.run("LIRE_MAILLAGE", FORMAT=word, UNITE=unit, **choices)
    study.files.release(unit)
    return mesh


def _parts(study, name):
    """The names of the files beside a first part that hold the others: 1.med, 2.med, ... beside 0.med."""
    start = name.removesuffix("0.med")
    folder = study.files.find(name).parent
    count = next(number for number in range(1, 10000) if not (folder / Path(f"{start}{number}.med").name).exists())
    return [name] if start == name else [f"{start}{number}.med" for number in range(count)]


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
            """Take over the mesh of a MED file; the only process that there is takes all parts of a mesh cut into 0.med, 1.med, ..."""
            names = _parts(study, str(filename)) if partitioned else [filename]
            parts = [_read(study, "MED", name, NOM_MED=meshname) for name in names]
            self._take(parts[0] if len(parts) == 1 else joined(parts))

        def readAsterFile(self, filename, verbose=0):
            """Take over the mesh of a .mail file."""
            self._take(_read(study, "ASTER", filename))

        def readGmshFile(self, filename, verbose=0):
            """Take over the mesh of a Gmsh file."""
            self._take(_read(study, "GMSH", filename))

        def readGibiFile(self, filename, verbose=0):
            """Take over the mesh of a GIBI file."""
            self._take(_read(study, "GIBI", filename))

        def buildFromMedCouplingMesh(self, mcmesh, verbose=0):
            """Take over a MEDFileUMesh of the library medcoupling."""
            self._take(med_coupling.mesh_of(mcmesh))

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
        def buildRing(cls, rint=0.1, rext=1, refine=0, info=1):
            """A ring of 8 * 2**refine by 2 * 2**refine cells."""
            return cls()._take(ring(rint, rext, 8 * 2**refine, 2 * 2**refine))

        @classmethod
        def buildDisk(cls, radius=1, refine=0, info=1):
            """A disc of 8 * 2**refine by 2 * 2**refine cells."""
            return cls.buildRing(0.0, radius, refine)

        @classmethod
        def buildTube(cls, height=3, rint=0.1, rext=1, refine=0, info=1):
            """A tube of 8 * 2**refine by 2 * 2**refine cells in 2**refine layers."""
            return cls()._take(tube(rint, rext, height, 8 * 2**refine, 2 * 2**refine, 2**refine))

        @classmethod
        def buildCylinder(cls, height=3, radius=1, refine=0, info=1):
            """A full one of 8 * 2**refine by 2 * 2**refine cells in 2**refine layers."""
            return cls.buildTube(height, 0.0, radius, refine)

        @classmethod
        def buildArc(cls, radius=1, angle=1, refine=0, info=1):
            """An arc of 2 * 2**refine points, by an angle (rad)."""
            return cls()._take(arc(radius, angle, 2 * 2**refine))

        @classmethod
        def buildSpline1D(cls, coordlist, groups=False, info=1):
            """Segments from each point to the next."""
            return cls()._take(polyline(coordlist, groups))

        @classmethod
        def buildPointCloud(cls, coordlist, groups=False, info=1):
            """A cell at each point."""
            return cls()._take(point_cloud(coordlist, groups))

    ReadMesh.__name__ = "Mesh"
    return ReadMesh
