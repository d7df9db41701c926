"""code_aster.Utilities and CA: what runs with one process and without PETSc say of themselves, and folders of a moment."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from pyaster_lite.catalogue.registry import SERVED

_LACKING = ("ASTER_HAVE_MPI", "ASTER_HAVE_PETSC", "ASTER_HAVE_PETSC4PY", "ASTER_HAVE_MFRONT", "ASTER_HAVE_MED4PY")


@SERVED.register("code_aster.Utilities.config")
def config(study):
    """What an installation has: none of the optional libraries."""
    return dict.fromkeys(_LACKING, 0)


@SERVED.register("code_aster.Utilities.haveMPI")
def have_mpi(study):
    """haveMPI(): there is one process."""
    return lambda: False


@SERVED.register("code_aster.Utilities.petscInitialize", "code_aster.Utilities.petscFinalize", "code_aster.Utilities.useHPCMode")
def for_another_library(study):
    """Options of a library that nothing here runs on."""
    return lambda *options: None


@SERVED.register("code_aster.CA.basedir")
def basedir(study):
    """The folder of the deck."""
    return Path(study.files.folders[0])


@SERVED.register("code_aster.Utilities.SharedTmpdir", "code_aster.Utilities.shared_tmpdir.SharedTmpdir")
def shared_tmpdir(study):
    """SharedTmpdir(prefix): a folder that is removed at the end of the `with`."""

    class SharedTmpdir:
        def __init__(self, prefix, default_dir=None):
            self.path = tempfile.mkdtemp(prefix=prefix, dir=default_dir)

        def __enter__(self):
            return self

        def __exit__(self, *error):
            shutil.rmtree(self.path, ignore_errors=True)

        def __del__(self):
            shutil.rmtree(self.path, ignore_errors=True)

    return SharedTmpdir


@SERVED.register("code_aster.Utilities.force_list")
def force_list(study):
    """force_list(value): a list of what is one already, else of the value alone, of nothing for None."""
    return lambda value: [] if value is None else list(value) if isinstance(value, (list, tuple)) else [value]
