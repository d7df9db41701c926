"""PRE_GMSH, PRE_GIBI, PRE_IDEAS: a mesh of another tool written as a .mail file, for LIRE_MAILLAGE to read (u7.01)."""

from __future__ import annotations

from pyaster_lite.io.aster_mail_write import mesh_text
from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.mesh_formats import mesh_formats


def translate(args, context, form: str, unit_word: str, **choices):
    """Read the file behind one unit and write its mesh behind UNITE_MAILLAGE."""
    reader = mesh_formats()[form]
    source = context.files.path(args[unit_word], "r", extensions=reader.EXTENSIONS, span=args.span_of(unit_word))
    try:
        mesh = reader.read_mesh(source, **choices)
    except FileProblem as problem:
        raise args.wrong(unit_word, f"the mesh cannot be read: {problem}", code="F001") from None
    for note in mesh.notes:
        context.warn(args, None, note)
    with context.files.writing(args.UNITE_MAILLAGE, ".mail", args.span_of("UNITE_MAILLAGE")) as path, open(path, "w") as stream:
        stream.write(mesh_text(mesh, own_names=True))
