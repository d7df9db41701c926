"""code_aster.CA: the classes of what commands make, by which a deck's Python tells the kind of a concept."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.field import ElementField
from pyaster_lite.concepts.lists import NumberList
from pyaster_lite.concepts.matrix import AssembledMatrix, ElementaryMatrix, ElementaryVector, GeneralisedMatrix, GeneralisedVector
from pyaster_lite.concepts.result import Result

KINDS = {
    "AcousticLoadComplex": "char_acou",
    "DataField": "cham_no_sdaster cham_elem carte_sdaster cham_no_s cham_elem_s",
    "FullResult": "dyna_trans dyna_harmo acou_harmo mode_meca mode_meca_c mode_acou mode_flamb",
    "AssemblyMatrixTemperatureComplex": "matr_asse_temp_c",
    "BaseDOFNumbering": "nume_ddl_sdaster",
    "BaseFunction": "fonction_sdaster fonction_c",
    "BaseMesh": "maillage_sdaster squelette",
    "BehaviourDefinition": "compor_sdaster",
    "ConstantFieldOnCellsReal": "carte_sdaster",
    "Contact": "char_contact",
    "ContactNew": "char_cont",
    "Crack": "fond_fissure",
    "CyclicSymmetryMode": "mode_cycl",
    "DirichletBC": "char_cine_meca char_cine_ther char_cine_acou",
    "DynamicMacroElement": "macr_elem_dyna",
    "ElementaryCharacteristics": "cara_elem",
    "ElementaryMatrixDisplacementComplex": "matr_elem_depl_c",
    "ElementaryMatrixDisplacementReal": "matr_elem_depl_r",
    "ElementaryMatrixPressureComplex": "matr_elem_pres_c",
    "ElementaryMatrixTemperatureReal": "matr_elem_temp_r",
    "ElementaryVectorDisplacementReal": "vect_elem_depl_r",
    "ElementaryVectorPressureComplex": "vect_elem_pres_c",
    "ElementaryVectorTemperatureReal": "vect_elem_temp_r",
    "ElementaryVectorComplex": "vect_elem_pres_c",
    "ElementaryVectorReal": "vect_elem_depl_r vect_elem_temp_r",
    "FiberGeometry": "gfibre_sdaster",
    "FluidStructureInteraction": "type_flui_stru",
    "FluidStructureModalBasis": "melasflu_sdaster",
    "Formula": "formule formule_c",
    "GeneralizedAssemblyMatrixComplex": "matr_asse_gene_c",
    "GeneralizedAssemblyMatrixReal": "matr_asse_gene_r",
    "GeneralizedAssemblyVectorComplex": "vect_asse_gene_c",
    "GeneralizedAssemblyVectorReal": "vect_asse_gene_r",
    "GeneralizedDOFNumbering": "nume_ddl_gene",
    "GeneralizedModeResult": "mode_gene",
    "GeneralizedModel": "modele_gene",
    "GeneralizedResultComplex": "harm_gene",
    "GeneralizedResultReal": "tran_gene",
    "GenericFunction": "fonction_sdaster fonction_c nappe_sdaster formule formule_c",
    "HarmoGeneralizedResult": "harm_gene",
    "InterspectralMatrix": "interspectre",
    "MeshesMapping": "corresp_2_mailla",
    "PrestressingCable": "cabl_precont",
    "Skeleton": "squelette",
    "StaticMacroElement": "macr_elem_stat",
    "StructureInterface": "interf_dyna_clas",
    "Table": "table_sdaster table_container table_fonction",
    "TableContainer": "table_container",
    "TableOfFunctions": "table_fonction",
    "TimesList": "list_inst",
    "TransientGeneralizedResult": "tran_gene",
    "TurbulentSpectrum": "spectre_sdaster",
}
"""The class of each kind of concept; one that others are made of has theirs too."""
FAMILIES = {
    "DataStructure": Concept,
    "Result": Result,
    "BaseAssemblyMatrix": AssembledMatrix,
    "BaseElementaryMatrix": ElementaryMatrix,
    "BaseElementaryVector": ElementaryVector,
    "GeneralizedAssemblyMatrix": GeneralisedMatrix,
    "GeneralizedAssemblyVector": GeneralisedVector,
}
"""Classes that others are made of, by ours."""


class ConceptClass(type):
    """A class whose instances are the concepts that `holds` is true of; commands make them, calling it does not."""

    def __call__(cls, *_, **__):
        raise AttributeError(f"{cls.__name__} is made by commands", name=f"CA.{cls.__name__}()", obj=cls)

    def __instancecheck__(cls, thing):
        return isinstance(thing, Concept) and cls.holds(thing)


class ListClass(ConceptClass):
    """A class of lists of numbers: calling it makes an empty one, to which setVectorValues gives its numbers."""

    def __call__(cls):
        return NumberList(np.empty(0, cls.scalar))


def _register(name, holds, made=ConceptClass, **more):
    SERVED.add(f"code_aster.CA.{name}", lambda study: made(name, (), {"holds": staticmethod(holds), **more}))


def _of_kinds(kinds):
    return lambda thing: thing.kind in kinds.split()


def _of_class(known):
    return lambda thing: isinstance(thing, known)


for _name, _kinds in KINDS.items():
    _register(_name, _of_kinds(_kinds))
for _name, _known in FAMILIES.items():
    _register(_name, _of_class(_known))
for _name, _kinds, _scalar in (("ListOfFloats", "listr8_sdaster", float), ("ListOfIntegers", "listis_sdaster", int)):
    _register(_name, _of_kinds(_kinds), ListClass, scalar=_scalar)
_register("FieldOnCellsComplex", lambda thing: isinstance(thing, ElementField) and thing.is_complex)
