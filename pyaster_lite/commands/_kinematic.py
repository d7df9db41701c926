"""What AFFE_CHAR_CINE and AFFE_CHAR_CINE_F share."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import NODE_WORDS, nodes_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.concepts.hybrid import is_hybrid, projections
from pyaster_lite.concepts.load import Load
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.loads._imposed import Projected, imposed_term
from pyaster_lite.loads._member import ACROSS, PRESSURES, TEMPERATURES, UNKNOWNS

IMPOSED = {"MECA_IMPO": UNKNOWNS, "THER_IMPO": (*TEMPERATURES, *ACROSS), "ACOU_IMPO": PRESSURES}
"""The factor keyword of each phenomenon, with the unknowns that it imposes."""
KINDS = {"MECA_IMPO": "char_cine_meca", "THER_IMPO": "char_cine_ther", "ACOU_IMPO": "char_cine_acou"}

HYBRID = {"DX": "X", "DY": "Y", "DZ": "Z", "TEMP": "T"}
"""The field of hybrid elements that stands for an unknown."""


def kind(args) -> str:
    """The type of the load."""
    return next((kind for word, kind in KINDS.items() if args.get(word)), "char_cine_meca")


def words(value) -> list[str]:
    """The factor keywords, by the type of the values."""
    return [word for word in IMPOSED if value == "R" or word != "ACOU_IMPO"]


def declaration(value) -> dict:
    """The keywords, `value` being the type of the imposed values; pressures of sound are complex numbers."""
    return dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        **{word: _imposed(IMPOSED[word], "C" if word == "ACOU_IMPO" else value) for word in words(value)},
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    )


def _imposed(names, value):
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("TOUT", "GROUP_MA", "GROUP_NO", "NOEUD"), AU_MOINS_UN(*names)),
        **{word: NODE_WORDS[word] for word in ("TOUT", "GROUP_MA", "GROUP_NO", "NOEUD")},
        **{word: SIMP("f", typ=value) for word in names},
    )


def kinematic_load(args, context) -> Load:
    """Imposed unknowns; for one of them the last occurrence that names it holds, and what no node carries is told."""
    model, imposed = args.MODELE, {}
    word = next(word for word in IMPOSED if args.get(word))
    for occurrence in args[word]:
        nodes = nodes_of(occurrence, model.mesh)
        _check_kinds(model, nodes)
        for name in IMPOSED[word]:
            if name not in occurrence:
                continue
            equations = model.dofs.index(nodes, name)
            found = {int(e): occurrence[name] for e in equations[equations >= 0]}
            found |= _projected(model, nodes, HYBRID.get(name), occurrence[name])
            if not found:
                context.warn(occurrence, name, f"none of these nodes carries {name}: it is not imposed")
            imposed |= found
    if not imposed:
        raise args.wrong(word, "none of these nodes carries these unknowns: nothing would be imposed")
    return Load(kind(args), model, [imposed_term(model, imposed, word, adding=True)])


def _check_kinds(model, nodes):
    """Refuse polynomials and plain unknowns at once, as code_aster does."""
    if not is_hybrid(model):
        return
    carried = np.unique(model.dofs.component[np.isin(model.dofs.node, nodes)])
    if len({model.dofs.components[i].startswith("HHO") for i in carried}) == 2:
        message = "some of these nodes carry polynomials and others plain unknowns: impose them in occurrences of their own"
        raise ComputationFailed(message, known_as="CHARGES_2")


def _projected(model, nodes, field, value) -> dict[int, object]:
    """What makes the polynomials on faces and in cells the nearest to a number or a function, by equation."""
    found = {}
    for projection in projections(model, nodes):
        if field not in projection.equations:
            continue
        for equations, points, matrix in zip(projection.equations[field], projection.points, projection.matrix):
            for equation, weights in zip(equations, matrix):
                varying = hasattr(value, "evaluate")
                found[int(equation)] = Projected(value, points, weights) if varying else value * weights.sum()
    return found
