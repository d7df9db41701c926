"""The layers of a column of ground and the curves of their stiffness and damping, as DEFI_SOL_EQUI is told them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.function import Function, Properties

GREATEST_DAMPING = 2.0
_READING = Properties("EPSI", "G_Gmax", ("LOG", "LIN"), "CONSTANT", "CONSTANT")


@dataclass
class Layers:
    """From the surface down, the last one being the rock, which stays elastic.

    groups  the groups of cells (n,);  depth (n,) of their lower faces, m;  young, poisson, density, damping (n,) at small strains, the
    damping being twice the reduced one;  material (n,) ranks from 1 of their curves;  blows (n,) of the penetration test, or None
    """

    groups: list[str]
    depth: np.ndarray
    young: np.ndarray
    poisson: np.ndarray
    density: np.ndarray
    damping: np.ndarray
    material: np.ndarray
    blows: np.ndarray | None
    stiffness_curves: list[Function]
    damping_curves: list[Function]

    @property
    def count(self) -> int:
        """Of the layers above the rock."""
        return len(self.groups) - 1

    @property
    def thickness(self) -> np.ndarray:
        """(n,) m."""
        return np.diff(self.depth, prepend=0.0)


def layers_of(args, with_blows: bool) -> Layers:
    """From TABLE_MATER_ELAS and its tables of curves, or from COUCHE and MATERIAU."""
    return _from_tables(args, with_blows) if args.TABLE_MATER_ELAS is not None else _from_words(args, with_blows)


def _from_words(args, with_blows):
    if not args.COUCHE or not args.MATERIAU:
        raise args.wrong("COUCHE" if not args.COUCHE else "MATERIAU", "the layers need COUCHE and MATERIAU, or TABLE_MATER_ELAS")
    if len(args.COUCHE) < 2:
        raise args.wrong("COUCHE", "a column has one layer at least above its rock")
    for layer in args.COUCHE:
        if layer.AMOR_HYST > GREATEST_DAMPING:
            raise layer.wrong("AMOR_HYST", f"twice a reduced damping cannot be {layer.AMOR_HYST:g}", known_as="MISS0_44")
        if not 1 <= layer.NUME_MATE <= len(args.MATERIAU):
            raise layer.wrong("NUME_MATE", f"there is no MATERIAU {layer.NUME_MATE}")
        if with_blows and layer.N1 is None:
            raise layer.wrong("GROUP_MA", "CORRECTION='BYRNE' needs N1 in every layer")
        layer.mark_read("N1")
    stiffness, damping = [], []
    for material in args.MATERIAU:
        strains, *columns = (np.atleast_1d(np.asarray(material[word], float)) for word in ("GAMMA", "G_GMAX", "D"))
        if any(len(column) != len(strains) for column in columns):
            raise material.wrong("GAMMA", "GAMMA, G_GMAX and D have one value for each strain")
        for curves, column, name in zip((stiffness, damping), columns, ("G_Gmax", "D")):
            curves.append(Function(strains, column, _READING.changed(result=name)))
    # the curves are read at the strains of the last material, as in code_aster, unless LIST_EPSI gives others
    at = args.LIST_EPSI.getValuesAsArray() if args.LIST_EPSI is not None else stiffness[-1].x
    return Layers(
        [layer.GROUP_MA for layer in args.COUCHE],
        np.cumsum([layer.EPAIS for layer in args.COUCHE]),
        *(np.array([layer[word] for layer in args.COUCHE], float) for word in ("E", "NU", "RHO", "AMOR_HYST")),
        np.array([layer.NUME_MATE for layer in args.COUCHE]),
        np.array([layer.N1 for layer in args.COUCHE], float) if with_blows else None,
        [curve.evalfonc(at) for curve in stiffness],
        [curve.evalfonc(at) for curve in damping],
    )


def _from_tables(args, with_blows):
    table = args.TABLE_MATER_ELAS
    needed = ["Y", "M", "RHO", "Emax", "NU", "AH", "GDgam", *(["N1"] if with_blows else [])]
    missing = [name for name in needed if name not in table.names]
    if missing:
        raise args.wrong("TABLE_MATER_ELAS", f"the table of the layers has no column {', '.join(missing)}")
    rows = [row for row in table.rows() if row["M"] is not None]
    if len(rows) < 2:
        raise args.wrong("TABLE_MATER_ELAS", "a column has one layer at least above its rock")
    material = np.array([row["GDgam"] for row in rows], int)
    curves = [_curves(args, word, material.max()) for word in ("TABLE_GEQUI_GMAX", "TABLE_AMOR_EQUI")]
    if any(curve.y.max() > GREATEST_DAMPING for curve in curves[1]):
        raise args.wrong("TABLE_AMOR_EQUI", "a damping of the curves is above 2: they are no percentages", known_as="MISS0_44")
    args.mark_read("LIST_EPSI")
    return Layers(
        [str(row["M"]).strip() for row in rows],
        *(np.array([row[name] for row in rows], float) for name in ("Y", "Emax", "NU", "RHO", "AH")),
        material,
        np.array([row["N1"] for row in rows], float) if with_blows else None,
        *curves,
    )


def _curves(args, word, count):
    """The first column of a table has the strains, the next ones the values for each material."""
    table = args[word]
    if len(table.names) < count + 1:
        raise args.wrong(word, f"{count} materials need {count + 1} columns, the table has {len(table.names)}")
    strains = table.column(table.names[0])
    return [Function(strains, table.column(name), _READING) for name in table.names[1 : count + 1]]
