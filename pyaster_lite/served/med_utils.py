"""code_aster.MedUtils: meshes of MED files shared among processes: with one process each is the whole."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.diagnostics import Diagnostic, Refused, Severity

from .mesh import parallel_mesh_class


@SERVED.register("code_aster.MedUtils.splitMeshAndFieldsFromMedFile")
def split_mesh(study):
    """splitMeshAndFieldsFromMedFile(name): (mesh, fields)."""

    class Fields:
        def __getattr__(self, name):
            """Fields are read by LIRE_CHAMP and LIRE_RESU only."""
            text = "pyaster-lite does not give the fields of a MED file beside its mesh yet: LIRE_CHAMP and LIRE_RESU read them"
            word = "splitMeshAndFieldsFromMedFile fields"
            raise Refused([Diagnostic(Severity.MISSING, "S022", text, study.span, feature=word)])

    def split(filename, outMesh=None, **_):
        mesh = outMesh if outMesh is not None else parallel_mesh_class(study)()
        mesh.readMedFile(filename)
        return mesh, Fields()

    return split
