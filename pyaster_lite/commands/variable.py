"""VARIABLE: a parameter of a deck that a parametric study may set from outside, in the file inputs.pick."""

from __future__ import annotations

import pickle

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP

INPUTS = "inputs.pick"
_PLAIN = {("numpy", "ndarray"), ("numpy", "dtype"), ("_codecs", "encode")} | {
    (f"numpy.{core}.multiarray", name) for core in ("core", "_core") for name in ("_reconstruct", "scalar")
}


class _Numbers(pickle.Unpickler):
    """Reads lists, words and numbers; nothing else of a file is run."""

    def find_class(self, module, name):
        if (module, name) not in _PLAIN:
            raise pickle.UnpicklingError(f"{module}.{name} is no number")
        return super().find_class(module, name)


@operator("VARIABLE", keywords=dict(NOM_PARA=SIMP("o"), VALE=SIMP("o", typ="R")))
def variable(args, context):
    """The number of that name in inputs.pick (its names, then its values), where that file is beside the results; else VALE."""
    path, name, nominal = context.files.output_dir / INPUTS, args.NOM_PARA, args.VALE
    if not path.is_file():
        return nominal
    try:
        with path.open("rb") as file:
            names, values = (_Numbers(file, encoding="latin1").load() for _ in range(2))
            return float(dict(zip(names, values, strict=True)).get(name, nominal))
    except (pickle.UnpicklingError, EOFError, OSError, TypeError, ValueError, AttributeError) as error:
        raise args.wrong("NOM_PARA", f"{INPUTS} does not hold names and as many numbers ({error})") from None
