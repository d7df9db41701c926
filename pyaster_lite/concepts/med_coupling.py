"""Meshes, fields and results as the objects of the library medcoupling, which the Python of decks hands to other programs, and back.

A field is called by its quantity, after a prefix if one is given; a result has its real fields at nodes. The library is asked for when
one of these is, and raises ImportError where it is not there.
"""

from __future__ import annotations

import tempfile
from importlib import import_module
from pathlib import Path

import numpy as np

from .base import STUDY, failure
from .quantities import known

ENDINGS = {"DEPL": "DEPL", "TEMP": "TEMP", "PRES": "PRES"}
"""Quantities of the unknowns, whose fields at nodes have their name alone."""


def library():
    """The module medcoupling."""
    return import_module("medcoupling")


def file_mesh(mesh):
    """The MEDFileUMesh of a mesh, with its groups."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "mesh.med")
        mesh.printMedFile(path)
        return library().MEDFileUMesh(path)


def mesh_of(med_mesh):
    """The mesh of a MEDFileUMesh."""
    study = STUDY.get()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "mesh.med")
        med_mesh.write(path, 2)
        unit = study.files.associate(None, path, "OLD")
        made = study.run("LIRE_MAILLAGE", FORMAT="MED", UNITE=unit)
        study.files.release(unit)
    return made


def node_field(table, med_mesh, prefix=""):
    """(MEDCouplingFieldDouble, profile) of a table at nodes, restricted to those that carry something; TypeError for another mesh."""
    mc = library()
    if not isinstance(med_mesh, (mc.MEDFileUMesh, mc.MEDCouplingUMesh)):
        raise TypeError(f"Argument must be a MEDCouplingUMesh, not '{type(med_mesh).__name__}'")
    nodes = np.flatnonzero(table.mask.any(axis=1))
    field, profile = _field(mc, mc.ON_NODES, table, table.values[nodes], prefix), mc.DataArrayInt(nodes.tolist())
    field.setNature(mc.IntensiveMaximum)
    profile.setName(f"{prefix}NodesProfile")
    support = mc.MEDCouplingUMesh()
    support.setName(med_mesh.getName())
    support.setMeshDimension(med_mesh.getMeshDimension())
    support.setCoords(med_mesh.getCoords()[profile])
    support.allocateCells()
    field.setMesh(support)
    field.checkConsistencyLight()
    return field, profile


def cell_field(table, med_mesh, prefix=""):
    """MEDCouplingFieldDouble of a table with one value a cell on a mesh whose cells all carry one; TypeError for another mesh."""
    mc = library()
    if not isinstance(med_mesh, mc.MEDCouplingUMesh):
        raise TypeError(f"toMedCouplingField() argument must be a MEDCouplingUMesh, not '{type(med_mesh).__name__}'")
    cells = np.flatnonzero(table.mask.any(axis=1))
    if table.location != "ELEM" or len(cells) != med_mesh.getNumberOfCells():
        raise failure("a field with one value on each cell of the mesh can be exported, no other one of cells")
    field = _field(mc, mc.ON_CELLS, table, table.values[cells], prefix)
    field.setNature(mc.IntensiveConservation)
    field.setMesh(med_mesh)
    field.checkConsistencyLight()
    return field


def _field(mc, place, table, values, prefix):
    array, name = mc.DataArrayDouble(values.ravel().tolist(), *values.shape), f"{prefix}{table.getPhysicalQuantity()}"
    array.setInfoOnComponents(table.getComponents())
    array.setName(name)
    field = mc.MEDCouplingFieldDouble(place, mc.ONE_TIME)
    field.setName(name)
    field.setArray(array)
    return field


def step_of(table, med_mesh, profile=False, prefix=""):
    """MEDFileField1TS of a table at nodes, with a profile or without."""
    field, places = node_field(table, med_mesh, prefix)
    made = library().MEDFileField1TS()
    if profile:
        made.setFieldProfile(field, med_mesh, 1, places)
    else:
        made.setFieldNoProfileSBT(field)
    return made


def quantity_of(name: str) -> str:
    """The quantity that a field's name ends with; RuntimeError for none."""
    found = next((name[start:] for start in range(len(name)) if known(name[start:])), None)
    if found is None:
        raise RuntimeError(f"Invalid field name (`{name}`); expecting a physical quantity as end of name.")
    return found


def values_of(field, count: int, place: str):
    """(quantity, components, values (count, n)) of a MEDCouplingFieldDouble ON_NODES or ON_CELLS; RuntimeError for others."""
    mc = library()
    if not isinstance(field, mc.MEDCouplingFieldDouble):
        raise TypeError(f"Argument must be a MEDCouplingFieldDouble, not '{type(field).__name__}'")
    return _checked(field, count, place, [field.getTypeOfField()], field.getArray())


def _checked(field, count, place, places, array):
    if list(places) != [getattr(library(), place)]:
        raise RuntimeError(f"Field is not {place}.")
    if array.getNumberOfTuples() != count:
        raise RuntimeError(f"Meshes have an incompatible number of places ({array.getNumberOfTuples()} != {count}).")
    quantity = quantity_of(array.getName() or field.getName())
    return quantity, list(array.getInfoOnComponents()), array.toNumPyArray().reshape(count, -1)


def data_of(result, med_mesh=None, profile=False, prefix=""):
    """MEDFileData of the real fields at nodes of a result, at its instants, frequencies or numbers of modes; RuntimeError for none."""
    mc, access = library(), result.getAccessParameters()
    times = next(access[word] for word in ("INST", "FREQ", "NUME_MODE") if word in access)
    names = sorted(result.getFieldsOnNodesRealNames())
    if not names:
        raise RuntimeError("None of the fields can be exported to medcoupling")
    med_mesh = file_mesh(result.getMesh()) if med_mesh is None else med_mesh
    made, meshes, fields = mc.MEDFileData(), mc.MEDFileMeshes(), mc.MEDFileFields()
    meshes.pushMesh(med_mesh)
    for name in names:
        series = mc.MEDFileFieldMultiTS()
        for order, time in zip(access["NUME_ORDRE"], times):
            step = step_of(result.getField(name, order).toSimpleFieldOnNodes(), med_mesh, profile, prefix)
            step.setTime(order, 0, time)
            series.pushBackTimeStep(step)
        fields.pushField(series)
    made.setMeshes(meshes)
    made.setFields(fields)
    return made


def fill(result, data, mesh):
    """Store the fields at nodes of a MEDFileData in an empty result on a mesh; RuntimeError for more than one mesh and for profiles."""
    from .simple_fields import NodeTable

    if len(data.getMeshes()) != 1 or not len(data.getFields()):
        raise RuntimeError("Invalid number of meshes or of fields as input data")
    for series in data.getFields():
        if series.getPflsReallyUsed():
            raise RuntimeError("Profiles are not managed now !")
        for (order, _, time), step in zip(series.getTimeSteps(), series):
            step.loadArraysIfNecessary()
            quantity, names, values = _checked(
                step, mesh.n_nodes, "ON_NODES", step.getTypesOfFieldAvailable(), step.getUndergroundDataArray()
            )
            table = NodeTable(mesh, quantity, names, values.copy(), np.ones(values.shape, bool), np.ones((len(values), 2), int))
            stem = quantity.rpartition("_")[0]
            result.setField(table.toFieldOnNodes(), ENDINGS.get(stem, f"{stem}_NOEU"), order)
            result.setTime(time, order)
