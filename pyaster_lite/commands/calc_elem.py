"""CALC_ELEM, which CALC_CHAMP and CALC_ERREUR have become: fields of shells and pipes were told at one place of their thickness."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue import words
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP, Body
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS
from pyaster_lite.commands._derived_fields import GROUPS
from pyaster_lite.commands._fields_old import LAYERED, OLD_CELLS
from pyaster_lite.commands.calc_champ import calc_champ
from pyaster_lite.commands.post_champ import about_the_middle, at_layer
from pyaster_lite.concepts.field import ElementField
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.shell import Shell

_FORCES = ("EFGE_ELNO", "EFGE_ELGA")
_TODAY = COMMANDS["CALC_CHAMP"]


def calc_elem(args, context):
    """The fields of CALC_CHAMP, those told through the thickness at the layers of REPE_COQUE; then the errors (CALC_ERREUR)."""
    if not args.REPE_COQUE:
        target = calc_champ(args, context) if any(args[group] for group in GROUPS) else context.reused
    else:
        source = args.RESULTAT

        def finished(word, field):
            if word in LAYERED:
                return _by_occurrence(args, field, lambda level, field, cells: at_layer(level, field, cells, source))
            if word in _FORCES:
                return _by_occurrence(args, field, lambda level, field, cells: _about(level, field, cells, source))
            return field

        target = calc_champ(args, context, finished)
        for level in args.REPE_COQUE:
            level.mark_read("NUME_COUCHE", "NIVE_COUCHE", "ANGLE", "PLAN")
        _turn(args, context, target)
    if args.OPTION:
        given = target or args.RESULTAT
        target = context.run("CALC_ERREUR", name=context.name, reuse=given, RESULTAT=given, OPTION=args.OPTION) or given
    return target


def _by_occurrence(args, field, one):
    """What `one` (level, field, cells) makes of the cells of each occurrence, the last one where several name a cell."""
    taken, blocks = np.zeros(field.mesh.n_cells, bool), []
    for level in reversed(args.REPE_COQUE):
        cells = cells_of(level, field.mesh) if "GROUP_MA" in level or "MAILLE" in level else np.arange(field.mesh.n_cells)
        level.mark_read("TOUT")
        blocks += one(level, field, cells[~taken[cells]]).blocks
        taken[cells] = True
    return replace_blocks(field, blocks + restricted(field, np.flatnonzero(~taken)))


def _about(level, field, cells, source):
    """Forces of shells about the surface of the mesh, or the middle of the thickness (PLAN)."""
    if level.PLAN not in ("MAIL", "MOY"):
        raise level.not_yet("PLAN", "forces of shells are told about the surface of the mesh or the middle of the thickness")
    moved = about_the_middle(field, source, cells).blocks if level.PLAN == "MOY" else []
    rest = np.setdiff1d(cells, np.concatenate([block.cells for block in moved])) if moved else cells
    return replace_blocks(field, moved + restricted(field, rest))


def restricted(field, cells):
    """The blocks of a field at elements on some cells alone."""
    found = [(block, np.flatnonzero(np.isin(block.cells, cells))) for block in field.blocks]
    return [replace(block, cells=block.cells[rows], values=block.values[rows]) for block, rows in found if len(rows)]


def replace_blocks(field, blocks):
    """A field at elements of the same kind with other blocks."""
    return ElementField(field.mesh, field.quantity, field.location, blocks)


def _turn(args, context, target):
    """Fields of shells in the axes that ANGL_REP or VECTEUR tell, instead of those of AFFE_CARA_ELEM."""
    turned = [level for level in args.REPE_COQUE if level.ANGL_REP or level.VECTEUR]
    model = args.MODELE or args.RESULTAT.model
    # shells of revolution have no axes to choose
    if not turned or not any(group.element.dim == 2 and isinstance(group.element, (Plate, Shell)) for group in model.groups):
        return
    asked = [name for group in GROUPS for name in args[group] or ()]
    names = [name for name in asked if name.endswith("_ELNO") and name[:4] in ("SIGM", "EPSI", "EFGE", "DEGE", "SIEF")]
    fields = [_turning(name) for name in names]
    places = []
    for level in turned:
        axes = {"ANGL_REP": tuple(level.ANGL_REP)} if level.ANGL_REP else {"VECTEUR": tuple(level.VECTEUR)}
        where = {word: level[word] for word in ("GROUP_MA", "MAILLE") if word in level} or {"TOUT": "OUI"}
        places.append(axes | where)
    if fields:
        context.run("MODI_REPERE", name=context.name, reuse=target, RESULTAT=target, REPERE="COQUE", MODI_CHAM=fields, AFFE=places)


def _turning(name):
    kind = "COQUE_GENE" if name.startswith(("EFGE", "DEGE")) else "TENS_3D"
    return {"TYPE_CHAM": kind, "NOM_CHAM": name}


_SIMPLES = dict(_TODAY.body.keywords)
_KEYWORDS = _SIMPLES | dict(
    OPTION=SIMP("f", max="**", into=words.values("CALC_ERREUR/OPTION")),
    REPE_COQUE=FACT(
        "f",
        max="**",
        rules=EXCLUS("ANGL_REP", "VECTEUR"),
        **CELL_WORDS,
        NUME_COUCHE=SIMP("f", typ="I", defaut=1),
        NIVE_COUCHE=SIMP("f", into=("SUP", "INF", "MOY"), defaut="MOY"),
        ANGLE=SIMP("f", typ="I", defaut=0),
        PLAN=SIMP("f", into=("SUP", "INF", "MOY", "MAIL"), defaut="MAIL"),
        ANGL_REP=SIMP("f", typ="R", min=2, max=2),
        VECTEUR=SIMP("f", typ="R", min=3, max=3),
    ),
)
_RULES = tuple(AU_MOINS_UN(*GROUPS, "CHAM_UTIL", "OPTION") if isinstance(r, AU_MOINS_UN) else r for r in _TODAY.body.rules)
COMMANDS.add(
    "CALC_ELEM",
    replace(_TODAY, body=Body(_RULES, _KEYWORDS), run=calc_elem, former="CALC_ELEM", last="11.2.15", legacy=OLD_CELLS),
)
