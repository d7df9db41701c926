"""MACR_CARA_POUTRE on sections whose characteristics are known: an ellipse, a ring, a rectangle, pieces side by side."""

from math import pi, radians

import numpy as np
import pytest

from .meshes import run

MACRO = "T = MACR_CARA_POUTRE(MAILLAGE=MA, NOM='S', {})"


def grid(rows, columns, place, closed=False, first=0, name=""):
    """(nodes, cells, sides): a patch of nine-node cells; `place` maps [0, 1]2 to the plane, `closed` joins the ends of the columns."""
    u, v = np.linspace(0, 1, 2 * columns + 1), np.linspace(0, 1, 2 * rows + 1)
    nodes = [place(x, y) for y in v for x in (u[:-1] if closed else u)]
    width = 2 * columns + (0 if closed else 1)

    def number(i, j):
        return first + 1 + j * width + i % width

    corners = ((0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1), (1, 1))
    cells = [[number(2 * i + a, 2 * j + b) for a, b in corners] for j in range(rows) for i in range(columns)]
    sides = {
        f"{name}LOW": [[number(2 * i, 0), number(2 * i + 2, 0), number(2 * i + 1, 0)] for i in range(columns)],
        f"{name}HIGH": [[number(2 * i + 2, 2 * rows), number(2 * i, 2 * rows), number(2 * i + 1, 2 * rows)] for i in range(columns)],
    }
    if not closed:
        sides |= {
            f"{name}LEFT": [[number(0, 2 * j + 2), number(0, 2 * j), number(0, 2 * j + 1)] for j in range(rows)],
            f"{name}RIGHT": [[number(2 * columns, 2 * j + k) for k in (0, 2, 1)] for j in range(rows)],
        }
    return nodes, {f"{name}BODY": cells}, sides


def mail(*patches, edges):
    """The mesh file of patches; `edges` are groups of segments by the sides that make them up."""
    nodes, cells, sides = [], {}, {}
    for patch in patches:
        nodes, cells, sides = nodes + list(patch[0]), cells | patch[1], sides | patch[2]
    lines = ["COOR_2D", *(f"N{k + 1} {x!r} {y!r}" for k, (x, y) in enumerate(np.array(nodes).tolist())), "FINSF"]
    groups = {}
    for kind, parts in (("QUAD9", cells), ("SEG3", sides)):
        lines.append(kind)
        for name, members in parts.items():
            for k, member in enumerate(members):
                lines.append(f"{name[:4]}{k} " + " ".join(f"N{node}" for node in member))
                groups.setdefault(name, []).append(f"{name[:4]}{k}")
        lines.append("FINSF")
    made = {name: groups[name] for name in cells} | {name: sum((groups[side] for side in parts), []) for name, parts in edges.items()}
    for name, members in made.items():
        lines += [f"GROUP_MA NOM={name}", *members, "FINSF"]
    return "\n".join([*lines, "GROUP_NO NOM=PIN", "N1", "FINSF", "FIN", ""])


def section(tmp_path, text, *words, more=()):
    study = run(tmp_path, *more, *(MACRO.format(each) for each in words[:1]), text=text)
    errors = [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    assert not errors, errors
    return study["T"].rows()


def turned(angle, shift):
    c, s = np.cos(radians(angle)), np.sin(radians(angle))
    return lambda y, z: (c * y - s * z + shift[0], s * y + c * z + shift[1])


def ring(outer, inner, n=2, m=12):
    """A ring between two ellipses of half axes (a, b)."""
    (a, b), (c, d) = outer, inner

    def place(u, v):
        t = 2 * pi * u
        return (c + (a - c) * v) * np.cos(t), (d + (b - d) * v) * np.sin(t)

    return grid(n, m, place, closed=True)


def rectangle(width, height, put, n=8, m=8, **more):
    return grid(n, m, lambda u, v: put((u - 0.5) * width, (v - 0.5) * height), **more)


def test_ring_in_torsion(tmp_path):
    text = mail(ring((1.0, 1.0), (0.5, 0.5), 2, 40), edges={"OUT": ["HIGH"], "HOLE": ["LOW"]})
    (row,) = section(tmp_path, text, "GROUP_MA_BORD='OUT', GROUP_MA_INTE='HOLE'")
    assert row["LIEU"] == "S" and row["A"] == pytest.approx(pi * 0.75, rel=1e-4)
    assert row["JX"] == pytest.approx(pi / 2 * (1 - 0.5**4), rel=3e-3)  # the hole counts as a polygon
    assert row["RT"] == pytest.approx(1.0, rel=1e-2)
    assert row["AY"] == pytest.approx(row["AZ"], rel=1e-4) and 1.2 < row["AY"] < 2.0
    assert abs(row["EY"]) < 1e-6 and abs(row["JG"]) < 1e-4


def test_rectangle_turned_and_moved(tmp_path):
    edges = {"OUT": ["LOW", "RIGHT", "HIGH", "LEFT"]}
    text = mail(rectangle(2.0, 1.0, turned(30.0, (3.0, -1.0))), edges=edges)
    (row,) = section(tmp_path, text, "GROUP_MA_BORD='OUT', GROUP_NO='PIN'")
    assert row["IY"] == pytest.approx(2 / 12) and row["IZ"] == pytest.approx(8 / 12) and row["ALPHA"] == pytest.approx(30.0)
    assert (row["CDG_Y_M"], row["CDG_Z_M"]) == pytest.approx((3.0, -1.0))
    assert (row["PCT_M_Y"], row["PCT_M_Z"]) == pytest.approx((6.0, -2.0))
    assert row["JX"] == pytest.approx(0.45737, rel=1e-3) and row["RT"] == pytest.approx(0.930, rel=1e-2)
    assert (row["AY"], row["AZ"]) == pytest.approx((1.2, 1.2), rel=1e-3)
    assert (row["RY"], row["RZ"], row["R_MAX"]) == pytest.approx((1.0, 0.5, 1.25**0.5))
    assert row["IY_G"] == pytest.approx(2 / 12 * 0.75 + 8 / 12 * 0.25)
    plain = section(tmp_path, text, "TABLE_CARA='OUI'")[0]
    assert "JX" not in plain and plain["A"] == pytest.approx(2.0) and plain["ALPHA"] == pytest.approx(30.0)
    other = section(tmp_path, text, "GROUP_MA_BORD='OUT', QUADRANT=2")[0]
    assert other["ALPHA"] == pytest.approx(120.0) and other["IY"] == pytest.approx(8 / 12) and other["IZ"] == pytest.approx(2 / 12)


def test_warping_of_an_ellipse(tmp_path):
    """omega = -(a2 - b2) / (a2 + b2) y z."""
    a, b, count = 2.0, 1.0, 12

    def place(u, v):
        x, y = 2 * u - 1, 2 * v - 1
        return a * x * np.sqrt(1 - y * y / 2), b * y * np.sqrt(1 - x * x / 2)

    text = mail(grid(count, count, place), edges={"OUT": ["LOW", "RIGHT", "HIGH", "LEFT"]})
    (row,) = section(tmp_path, text, "GROUP_MA_BORD='OUT', GROUP_NO='PIN'")
    assert row["JX"] == pytest.approx(pi * a**3 * b**3 / (a * a + b * b), rel=1e-3)
    assert row["JG"] == pytest.approx(0.6**2 * pi * a**3 * b**3 / 24, rel=2e-3)


def test_halves_by_their_symmetry(tmp_path):
    text = mail(rectangle(2.0, 0.5, lambda y, z: (y, z + 0.25)), edges={})
    (row,) = section(tmp_path, text, "SYME_Y='OUI'")
    assert (row["A_M"], row["A"]) == pytest.approx((1.0, 2.0)) and row["CDG_Z"] == 0.0
    assert (row["IY"], row["IZ"]) == pytest.approx((2 / 12, 8 / 12)) and row["Z_MIN"] == -row["Z_MAX"]


def test_two_pieces_side_by_side(tmp_path):
    """Between floors that do not turn, two equal posts have the stiffness of one, twice."""
    first = rectangle(0.4, 0.4, lambda y, z: (y - 2.0, z), 4, 4, name="A")
    second = rectangle(0.4, 0.4, lambda y, z: (y + 2.0, z), 4, 4, name="B", first=len(first[0]))
    edges = {name: [name + side for side in ("LOW", "RIGHT", "HIGH", "LEFT")] for name in "AB"}
    pins = f"GROUP_NO NOM=PA\nN1\nFINSF\nGROUP_NO NOM=PB\nN{len(first[0]) + 1}"
    text = mail(first, second, edges=edges).replace("GROUP_NO NOM=PIN\nN1", pins)
    words = "GROUP_MA_BORD=('A', 'B'), GROUP_MA=('ABODY', 'BBODY'), GROUP_NO=('PA', 'PB'), "
    words += "LONGUEUR=3.0, MATERIAU=MAT, LIAISON='ENCASTREMENT'"
    rows = section(tmp_path, text, words, more=("MAT = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.25))",))
    whole, a, b = rows
    assert [row["LIEU"] for row in rows] == ["S", "ABODY", "BBODY"] and a["AY"] == pytest.approx(1.2, rel=2e-3)
    assert a["JX"] == pytest.approx(0.1406 * 0.4**4, rel=1e-2) and a["IY"] == pytest.approx(0.4**4 / 12)
    length, shear = 3.0, 0.4
    one = 12 * a["IZ"] / (length**3 * (1 + 12 * a["IZ"] * a["AY"] / (a["A"] * shear * length**2)))
    assert whole["KY"] == pytest.approx(2 * one) and whole["KZ"] == pytest.approx(2 * one)
    of_whole = 12 * whole["IZ"] / (length**3 * (1 + 12 * whole["IZ"] * whole["AY"] / (whole["A"] * shear * length**2)))
    assert of_whole == pytest.approx(2 * one)


def test_outline_of_a_hole(tmp_path):
    text = mail(ring((1.0, 1.0), (0.5, 0.5), 2, 32), edges={"OUT": ["HIGH"], "HOLE": ["LOW"]})
    model = "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))"
    study = run(tmp_path, model, "T = POST_ELEM(MODELE=MO, AIRE_INTERNE=_F(GROUP_MA_BORD='HOLE'))", text=text)
    (row,) = study["T"].rows()
    assert row["AIRE"] == pytest.approx(pi / 4, rel=1e-2) and row["LONGUEUR"] == pytest.approx(pi, rel=1e-2)
