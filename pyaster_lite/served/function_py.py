"""code_aster.Objects.function_py: functions that Python makes itself."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.function_family import FunctionFamily


@SERVED.register("code_aster.Objects.function_py.t_fonction", "code_aster.Objects.function_py.t_fonction_c")
def function(study):
    """t_fonction(abscissas, ordinates, properties in the deck's words, name)."""

    def t_fonction(vale_x, vale_y, para, nom=""):
        return Function(vale_x, vale_y, Properties.from_dict(para), nom)

    return t_fonction


@SERVED.register("code_aster.Objects.function_py.t_nappe")
def family(study):
    """t_nappe(values of the first parameter, functions, properties in the deck's words, name)."""

    def t_nappe(vale_para, l_fonc, para, nom=""):
        return FunctionFamily(vale_para, l_fonc, Properties.from_dict(para), nom)

    return t_nappe
