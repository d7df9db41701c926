"""What AFFE_CHAR_CINE and AFFE_CHAR_CINE_F share."""

from __future__ import annotations

from pyaster_lite.catalogue.commons.places import NODE_WORDS, nodes_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.concepts.load import Load
from pyaster_lite.loads._member import COMPONENTS
from pyaster_lite.loads.ddl_impo import imposed_term


def declaration(value) -> dict:
    """The keywords, `value` being the type of the imposed values."""
    return dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        MECA_IMPO=FACT(
            "o",
            max="**",
            rules=(UN_PARMI("TOUT", "GROUP_MA", "GROUP_NO", "NOEUD"), AU_MOINS_UN(*COMPONENTS)),
            **{word: NODE_WORDS[word] for word in ("TOUT", "GROUP_MA", "GROUP_NO", "NOEUD")},
            **{word: SIMP("f", typ=value) for word in COMPONENTS},
        ),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    )


def kinematic_load(args, context) -> Load:
    """Imposed displacements; for one unknown the last occurrence that names it holds, and what no node carries is told."""
    model, imposed = args.MODELE, {}
    for occurrence in args.MECA_IMPO:
        nodes = nodes_of(occurrence, model.mesh)
        for name in COMPONENTS:
            if name not in occurrence:
                continue
            equations = model.dofs.index(nodes, name)
            if not (equations >= 0).any():
                context.warn(occurrence, name, f"none of these nodes carries {name}: it is not imposed")
            imposed |= {int(e): occurrence[name] for e in equations[equations >= 0]}
    if not imposed:
        raise args.wrong("MECA_IMPO", "none of these nodes carries these unknowns: nothing would be imposed")
    return Load("char_cine_meca", model, [imposed_term(model, imposed, "MECA_IMPO")])
