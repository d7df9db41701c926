"""Writes the meshes of this folder from the problem statements: `python make_meshes.py`.

SDNV104: a square shoe of 1 m on a table from x = -0.1 to 20 m, 0.1 m thick, and two springs of 0.1 m on the side of
the shoe. SDND106: two masses side by side on a line, joined by a spring.
THICK_CYLINDER: the section of a tube of radii 1 and 2 m, 1 m high. HOT_WALL: from 1 to 2 m, 0.1 m high.
BENT_BEAM: a strip of 4 m by 1 m about its middle line.
"""

from math import cos, pi, sin
from pathlib import Path

FOLDER = Path(__file__).parent
SHOE_CELLS = 5


class Mail:
    """Collects nodes and cells by name and writes them in the ASTER text format."""

    def __init__(self, title, dimension):
        self.title, self.dimension = title, dimension
        self.nodes, self.cells, self.node_groups, self.cell_groups = {}, {}, {}, {}
        self.count = 0

    def node(self, *position, name=None):
        """The node at a position of the same body, made when it is new."""
        name = name or f"N{len(self.nodes) + 1}"
        self.nodes[name] = position
        return name

    def cell(self, kind, nodes, *groups):
        """Add a cell to its groups."""
        self.count += 1
        name = f"M{self.count}"
        self.cells.setdefault(kind, []).append((name, nodes))
        for group in groups:
            self.cell_groups.setdefault(group, []).append(name)

    def write(self, path):
        """Write the whole file."""
        lines = ["TITRE", self.title, "FINSF", "%", f"COOR_{self.dimension}D"]
        lines += [f"  {name:<8}" + "".join(f" {x:18.12E}" for x in where) for name, where in self.nodes.items()]
        lines += ["FINSF", "%"]
        for kind, cells in self.cells.items():
            lines += [kind, *(f"  {name:<8} " + " ".join(nodes) for name, nodes in cells), "FINSF", "%"]
        for word, groups in (("GROUP_NO", self.node_groups), ("GROUP_MA", self.cell_groups)):
            for group, members in groups.items():
                rows = [members[i : i + 8] for i in range(0, len(members), 8)]
                lines += [f"{word} NOM={group}", *("  " + " ".join(row) for row in rows), "FINSF", "%"]
        path.write_text("\n".join([*lines, "FIN", ""]))


class Body:
    """A rectangle of nx by ny quadrangles, with or without mid-side nodes."""

    def __init__(self, mail, corner, size, nx, ny, quadratic):
        self.mail, self.corner, self.size, self.nx, self.ny, self.quadratic = mail, corner, size, nx, ny, quadratic
        self.made = {}

    def node(self, i, j):
        """The node at half-steps (i, j)."""
        if (i, j) not in self.made:
            x = self.corner[0] + self.size[0] * i / (2 * self.nx)
            y = self.corner[1] + self.size[1] * j / (2 * self.ny)
            self.made[i, j] = self.mail.node(x, y)
        return self.made[i, j]

    def fill(self, group):
        """All quadrangles, turning anticlockwise."""
        for j in range(0, 2 * self.ny, 2):
            for i in range(0, 2 * self.nx, 2):
                nodes = [self.node(i, j), self.node(i + 2, j), self.node(i + 2, j + 2), self.node(i, j + 2)]
                if self.quadratic:
                    nodes += [self.node(i + 1, j), self.node(i + 2, j + 1), self.node(i + 1, j + 2), self.node(i, j + 1)]
                self.mail.cell("QUAD8" if self.quadratic else "QUAD4", nodes, group)

    def side(self, which, group):
        """One of the four sides, its normal outwards."""
        nx, ny = 2 * self.nx, 2 * self.ny
        path = {
            "bottom": [(i, 0) for i in range(nx + 1)],
            "right": [(nx, j) for j in range(ny + 1)],
            "top": [(i, ny) for i in range(nx, -1, -1)],
            "left": [(0, j) for j in range(ny, -1, -1)],
        }[which]
        for k in range(0, len(path) - 1, 2):
            start, middle, end = path[k : k + 3]
            nodes = [self.node(*start), self.node(*end)]
            if self.quadratic:
                nodes.append(self.node(*middle))
            self.mail.cell("SEG3" if self.quadratic else "SEG2", nodes, group)


def sdnv104(name, quadratic):
    """The shoe, the table and the springs."""
    mail = Mail(f"SDNV104, {'QUAD8' if quadratic else 'QUAD4'}", 2)
    shoe = Body(mail, (0.0, 0.0), (1.0, 1.0), SHOE_CELLS, SHOE_CELLS, quadratic)
    table = Body(mail, (-0.1, -0.1), (20.1, 0.1), 1, 1, quadratic)
    shoe.fill("SHOE")
    table.fill("TABLE")
    for body, sides in ((shoe, ("FOOT", "RIGHT", "TOP", "LEFT")), (table, ("T_BOTTOM", "T_RIGHT", "GROUND", "T_LEFT"))):
        for which, group in zip(("bottom", "right", "top", "left"), sides):
            body.side(which, group)
    last = 2 * SHOE_CELLS
    anchors = [mail.node(1.1, 0.0), mail.node(1.1, 1.0)]
    for corner, anchor in zip((shoe.node(last, 0), shoe.node(last, last)), anchors):
        mail.cell("SEG2", [corner, anchor], "SPRINGS")
    mail.node_groups = {"A": [shoe.node(0, 0)], "ANCHORS": anchors}
    if quadratic:
        for mark in [mail.node(x, y) for x in (-0.1, 20.0) for y in (-0.2, 1.2)]:
            mail.cell("POI1", [mark], "MARKS")
    mail.write(FOLDER / f"{name}.mail")


def pressed_halves(name):
    """A square of 2 m in two halves that do not match, 7 cells on 4; the sides that are held, pressed and touch."""
    mail = Mail("Two halves pressed on each other", 2)
    upper, lower = Body(mail, (0.0, 1.0), (2.0, 1.0), 7, 3, False), Body(mail, (0.0, 0.0), (2.0, 1.0), 4, 3, False)
    for body, name_of in ((upper, "UPPER"), (lower, "LOWER")):
        body.fill(name_of)
        body.side("left", "AXIS")
    upper.side("bottom", "FOOT")
    upper.side("top", "HEAD")
    lower.side("top", "GROUND")
    lower.side("bottom", "BASE")
    mail.node_groups = {"CORNER": [upper.node(14, 6)]}
    mail.write(FOLDER / f"{name}.mail")


def sdnd106():
    """Two nodes, one spring; the masses are put on the nodes by the deck."""
    mail = Mail("SDND106", 3)
    sliding, pulled = mail.node(0.0, 0.0, 0.0, name="SLIDING"), mail.node(1.0, 0.0, 0.0, name="PULLED")
    mail.cell("SEG2", [sliding, pulled], "SPRING")
    mail.cell("POI1", [sliding], "MASSES", "MASS1")
    mail.cell("POI1", [pulled], "MASSES", "MASS2")
    mail.node_groups = {"N1": [sliding], "N2": [pulled], "BOTH": [sliding, pulled]}
    mail.write(FOLDER / "sdnd106a.mail")


def brick(mail, corner, size, counts, group):
    """A box of HEXA8, with its bottom and its top as QUAD4 in <group>_LOW and <group>_TOP, normals outwards; gives its nodes by place."""
    made = {}

    def node(*place):
        if place not in made:
            made[place] = mail.node(*(c + s * i / n for c, s, i, n in zip(corner, size, place, counts)))
        return made[place]

    nx, ny, nz = counts
    for k in range(nz):
        for j in range(ny):
            for i in range(nx):
                layers = [[node(i, j, z), node(i + 1, j, z), node(i + 1, j + 1, z), node(i, j + 1, z)] for z in (k, k + 1)]
                mail.cell("HEXA8", layers[0] + layers[1], group)
    for j in range(ny):
        for i in range(nx):
            ring = [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)]
            mail.cell("QUAD4", [node(*place, 0) for place in ring], f"{group}_LOW")
            mail.cell("QUAD4", [node(*place, nz) for place in reversed(ring)], f"{group}_TOP")
    return made


def block_sliding(name, feet=False):
    """A block of four cells on a table of one; the corners that touch, and those nodes of the foot that do not.

    With `feet` there is no table, but a cell at each of the corners.
    """
    mail = Mail("Block on a frictional table", 3)
    block = brick(mail, (-0.15, -0.15, 0.0), (0.3, 0.3, 0.1), (2, 2, 1), "BLOCK")
    table = {} if feet else brick(mail, (-0.5, -0.5, -0.1), (1.0, 1.0, 0.1), (1, 1, 1), "TABLE")
    corners = {"REAR1": (0, 0), "REAR2": (0, 2), "FRONT1": (2, 0), "FRONT2": (2, 2)}
    mail.node_groups = {word: [block[*place, 0]] for word, place in corners.items()}
    mail.node_groups["INNER"] = [node for (i, j, k), node in block.items() if k == 0 and 1 in (i, j)]
    mail.node_groups["BLOCK_N"] = list(block.values())
    if feet:
        for place in corners.values():
            mail.cell("POI1", [block[*place, 0]], "FEET")
    else:
        mail.node_groups["TABLE_N"] = list(table.values())
    mail.write(FOLDER / f"{name}.mail")


def stacked_blocks(name):
    """Two cubes of 1 m, one on the other: four by four cells on two by two; the planes that hold and move them."""
    mail = Mail("Stacked blocks", 3)
    upper = brick(mail, (0.0, 0.0, 1.0), (1.0, 1.0, 1.0), (4, 4, 2), "UPPER")
    lower = brick(mail, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (2, 2, 2), "LOWER")
    planes = {"AT_X": 0, "AT_Y": 1}
    both = [*upper.items(), *lower.items()]
    mail.node_groups = {word: [node for place, node in both if place[axis] == 0] for word, axis in planes.items()}
    mail.node_groups |= {"BASE": [node for place, node in lower.items() if place[2] == 0]}
    mail.node_groups |= {"HEAD": [node for place, node in upper.items() if place[2] == 2]}
    mail.node_groups["CORNER"] = [upper[4, 4, 0]]
    mail.write(FOLDER / f"{name}.mail")


def hbm_mass(name):
    """One node that carries a mass; the deck says what it hangs on and what it rubs on."""
    mail = Mail("One mass", 3)
    mass = mail.node(0.0, 0.0, 0.0, name="MASS")
    mail.cell("POI1", [mass], "POINT")
    mail.node_groups = {"MASS": [mass]}
    mail.write(FOLDER / f"{name}.mail")


def two_masses(name):
    """A foot and two nodes that carry masses in a row, with springs between them."""
    mail = Mail("Two masses in a row", 3)
    foot, middle, top = (mail.node(x, 0.0, 0.0, name=word) for x, word in enumerate(("FOOT", "MIDDLE", "TOP")))
    mail.cell("SEG2", [foot, middle], "FIRST")
    mail.cell("SEG2", [middle, top], "SECOND")
    mail.cell("POI1", [middle], "LOWER")
    mail.cell("POI1", [top], "UPPER")
    mail.node_groups = {word: [word] for word in ("FOOT", "MIDDLE", "TOP")}
    mail.write(FOLDER / f"{name}.mail")


def cracked_shaft(name):
    """Two lines with a crack between them: two nodes in the same place, the right one with a disc."""
    mail = Mail("Cracked shaft", 3)
    foot, left, right, tip = (mail.node(x, 0.0, 0.0, name=word) for word, x in (("FOOT", 0.0), ("LEFT", 1.0), ("RIGHT", 1.0), ("TIP", 2.0)))
    mail.cell("SEG2", [foot, left], "SHAFT")
    mail.cell("SEG2", [right, tip], "SHAFT")
    mail.cell("POI1", [right], "DISC")
    mail.node_groups = {"LEFT": [left], "RIGHT": [right], "FIXED": [foot, left, tip]}
    mail.write(FOLDER / f"{name}.mail")


def warm_lines(name):
    """Four segments along X: two bars and two beams; the one that spins lies on the X axis."""
    mail = Mail("Bars and beams", 3)
    ends = {}
    for row, (group, first, last) in enumerate(
        (("BAR", "FOOT", "TOP"), ("STRUT", "FOOT", "STRUT_TIP"), ("BEAM", "ROOT", "BEAM_TIP"), ("SPIN", "ROOT", "SPIN_TIP"))
    ):
        nodes = [mail.node(x, 0.0 if group == "SPIN" else 1.0 + row, 0.0) for x in (0.0, 2.0)]
        mail.cell("SEG2", nodes, group)
        for word, node in zip((first, last), nodes):
            ends.setdefault(word, []).append(node)
    mail.node_groups = ends | {"SPIN_ROOT": [ends["ROOT"][1]]}
    mail.write(FOLDER / f"{name}.mail")


def cracked_plate(name):
    """A quarter of a square plate of 10 m with a crack of 2 m in its middle: its lip, what is whole beside it, its tip."""
    mail = Mail("A quarter of a cracked plate", 2)
    plate = Body(mail, (0.0, 0.0), (5.0, 5.0), 20, 20, quadratic=True)
    plate.fill("PLATE")
    for which, group in (("top", "TOP"), ("left", "LEFT")):
        plate.side(which, group)
    for i in range(0, 40, 2):
        mail.cell("SEG3", [plate.node(i, 0), plate.node(i + 2, 0), plate.node(i + 1, 0)], "LIP" if i < 8 else "WHOLE")
    mail.node_groups = {"TIP": [plate.node(8, 0)]}
    mail.write(FOLDER / f"{name}.mail")


def hung_cables(name):
    """Two cables of 2 m along X: one of two segments, and one over a pulley in its middle."""
    mail = Mail("Hung cables", 3)
    left, middle, right = (mail.node(x, 0.0, 0.0) for x in (0.0, 1.0, 2.0))
    mail.cell("SEG2", [left, middle], "CABLE", "HALF")
    mail.cell("SEG2", [middle, right], "CABLE")
    first, pulley, last = (mail.node(x, 1.0, 0.0) for x in (0.0, 1.0, 2.0))
    mail.cell("SEG3", [first, last, pulley], "OVER")
    mail.node_groups = {"ENDS": [left, right, first, last], "MIDDLE": [middle], "PULLEY": [pulley]}
    mail.write(FOLDER / f"{name}.mail")


def fibre_beam(name):
    """A line of two segments along X, 2 m."""
    mail = Mail("A beam of fibres", 3)
    foot, middle, tip = (mail.node(x, 0.0, 0.0) for x in (0.0, 0.5, 2.0))
    for ends in ((foot, middle), (middle, tip)):
        mail.cell("SEG2", list(ends), "BEAM")
    mail.node_groups = {"FOOT": [foot], "TIP": [tip]}
    mail.write(FOLDER / f"{name}.mail")


def pressed_column(name):
    """A line of eight segments along X, 2 m."""
    mail = Mail("A column", 3)
    nodes = [mail.node(i / 4, 0.0, 0.0) for i in range(9)]
    for ends in zip(nodes, nodes[1:]):
        mail.cell("SEG2", list(ends), "COLUMN")
    mail.node_groups = {"FOOT": [nodes[0]], "HEAD": [nodes[-1]], "MIDDLE": [nodes[4]]}
    mail.write(FOLDER / f"{name}.mail")


def pulled_tendon(name):
    """A bar of concrete of 4 m x 0.4 m x 0.3 m, four cells by two by two, and a tendon of five segments along its axis."""
    mail = Mail("A tendon in concrete", 3)
    block = brick(mail, (0.0, -0.2, -0.15), (4.0, 0.4, 0.3), (4, 2, 2), "CONCRETE")
    tendon = [mail.node(0.8 * i, 0.0, 0.03) for i in range(6)]
    for ends in zip(tendon, tendon[1:]):
        mail.cell("SEG2", list(ends), "TENDON")
    mail.node_groups = {
        "FOOT": [node for place, node in block.items() if place[0] == 0],
        "END": [block[4, 1, 1]],
        "INNER": [block[3, 1, 1]],
    }
    mail.node_groups |= {"FIRST": [tendon[0]], "LAST": [tendon[-1]], "ORIGIN": [block[0, 1, 1]], "BESIDE": [block[0, 2, 1]]}
    mail.write(FOLDER / f"{name}.mail")


def sliding_tendon(name):
    """A bar of concrete of 4 m x 0.4 m x 0.4 m, eight cells, and a tendon of eight segments with middle nodes along its axis."""
    mail = Mail("A tendon in a sheath", 3)
    block = brick(mail, (0.0, -0.2, -0.2), (4.0, 0.4, 0.4), (8, 1, 1), "CONCRETE")
    tendon = [mail.node(0.25 * i, 0.0, 0.0) for i in range(17)]
    for start in range(0, 16, 2):
        groups = ("TENDON", *{0: ("START",), 14: ("FINISH",)}.get(start, ()))
        mail.cell("SEG3", [tendon[start], tendon[start + 2], tendon[start + 1]], *groups)
    mail.node_groups = {"FOOT": [node for place, node in block.items() if place[0] == 0], "FIRST": tendon[:1], "LAST": tendon[-1:]}
    mail.write(FOLDER / f"{name}.mail")


def bent_pipe(name):
    """A pipe of 1 m along X, and a bend of 90 degrees and a radius of 0.5 m, from X to Y, of two cells."""
    mail = Mail("Pipes", 3)
    first, last, middle = (mail.node(x, 0.0, 0.0) for x in (0.0, 1.0, 0.5))
    mail.cell("SEG3", [first, last, middle], "STRAIGHT")
    bend = [mail.node(0.5 * sin(i * pi / 8), 2.5 - 0.5 * cos(i * pi / 8), 0.0) for i in range(5)]
    for start in (0, 2):
        mail.cell("SEG3", [bend[start], bend[start + 2], bend[start + 1]], "BEND")
    mail.node_groups = {"FIRST": [first], "LAST": [last], "CLAMP": [bend[0]], "OUTLET": [bend[-1]]}
    mail.write(FOLDER / f"{name}.mail")


def joint_opening(name):
    """A square on a joint without thickness, on the ground: the joint's first side is the ground's."""
    mail = Mail("A square on a joint", 2)
    ground = [mail.node(x, 0.0) for x in (0.0, 1.0)]
    foot = [mail.node(x, 0.0) for x in (0.0, 1.0)]
    head = [mail.node(x, 1.0) for x in (1.0, 0.0)]
    mail.cell("QUAD4", ground + foot[::-1], "JOINT")
    mail.cell("QUAD4", foot + head, "SQUARE")
    mail.node_groups = {"GROUND": ground, "FOOT": foot, "HEAD": head, "CORNER": foot[:1]}
    mail.write(FOLDER / f"{name}.mail")


def interface_opening(name):
    """A square of QUAD8 on an interface without thickness, on the ground; the nodes half-way across the interface carry tractions."""
    mail = Mail("A square on an interface", 2)
    across = (0.0, 1.0, 0.5)
    ground, foot, head = ([mail.node(x, y) for x in across] for y in (0.0, 0.0, 1.0))
    between = [mail.node(x, 0.0) for x in (1.0, 0.0)]
    sides = [mail.node(x, 0.5) for x in (1.0, 0.0)]
    mail.cell("QUAD8", [*ground[:2], *foot[1::-1], ground[2], between[0], foot[2], between[1]], "INTERFACE")
    mail.cell("QUAD8", [*foot[:2], *head[1::-1], foot[2], sides[0], head[2], sides[1]], "SQUARE")
    mail.node_groups = {"GROUND": ground, "FOOT": foot, "HEAD": head, "SIDES": sides, "CORNER": foot[:1]}
    mail.node_groups |= {"PULL": between[:1], "REST": between[1:]}
    mail.write(FOLDER / f"{name}.mail")


def bar_sheet(name):
    """A square in space, its left and right sides as groups of nodes."""
    mail = Mail("A sheet of bars", 3)
    nodes = [mail.node(x, y, 0.0) for x, y in ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))]
    mail.cell("QUAD4", nodes, "SHEET")
    mail.node_groups = {"LEFT": [nodes[0], nodes[3]], "RIGHT": nodes[1:3], "CORNER": [nodes[1]]}
    mail.write(FOLDER / f"{name}.mail")


def strip(name, title, corner, size, nx, ny, marks):
    """A rectangle of QUAD8 with its four sides, and groups of single nodes by half-steps."""
    mail = Mail(title, 2)
    body = Body(mail, corner, size, nx, ny, True)
    body.fill("BODY")
    for which in ("bottom", "right", "top", "left"):
        body.side(which, which.upper())
    mail.node_groups = {group: [body.node(*place)] for group, place in marks.items()}
    mail.cell_groups["FIRST"] = [mail.cells["QUAD8"][0][0]]
    mail.write(FOLDER / f"{name}.mail")


def simple_slope(name):
    """A slope of two for one, 10 m high, between levels of 10 m and 20 m, in triangles that are thinner towards the surface; its sides."""
    mail = Mail("A slope of 10 m", 2)
    columns = [(20.0 + k, 0.5 * (min(max(k, 10), 30) - 10) + 25.0) for k in range(51)]
    layers = 10
    share = [1.0 - (1.0 - j / layers) ** 2 for j in range(layers + 1)]
    nodes = [[mail.node(x, 20.0 + (top - 20.0) * part) for part in share] for x, top in columns]
    for left, right in zip(nodes[:-1], nodes[1:]):
        for j in range(layers):
            mail.cell("TRIA3", [left[j], right[j], right[j + 1]], "SOIL")
            mail.cell("TRIA3", [left[j], right[j + 1], left[j + 1]], "SOIL")
        mail.cell("SEG2", [right[-1], left[-1]], "SURFACE")
        mail.cell("SEG2", [left[0], right[0]], "BASE")
    for side, group in ((nodes[0], "LEFT"), (nodes[-1], "RIGHT")):
        for low, high in zip(side[:-1], side[1:]):
            mail.cell("SEG2", [low, high], group)
    mail.node_groups = {"CREST": [nodes[30][-1]]}
    mail.write(FOLDER / f"{name}.mail")


def meridian(name):
    """The meridian of a tube of radius 2 m, 1 m high, in four SEG3, its foot as a group."""
    mail = Mail("The meridian of a tube", 2)
    nodes = [mail.node(2.0, 0.125 * i) for i in range(9)]
    for i in range(0, 8, 2):
        mail.cell("SEG3", [nodes[i], nodes[i + 2], nodes[i + 1]], "TUBE")
    mail.node_groups = {"FOOT": nodes[:1], "HEAD": nodes[-1:]}
    mail.write(FOLDER / f"{name}.mail")


def plate_strip(name):
    """A strip of eight quadrangles in space, 2 m by 0.25 m, its starting nodes, the nodes of one side, and its end as an edge."""
    mail = Mail("A strip of plates", 3)
    names = [[mail.node(0.25 * i, 0.25 * j, 0.0) for i in range(9)] for j in range(2)]
    for i in range(8):
        mail.cell("QUAD4", [names[0][i], names[0][i + 1], names[1][i + 1], names[1][i]], "PLATE")
    mail.cell("SEG2", [names[0][8], names[1][8]], "END")
    mail.cell("SEG2", [names[0][0], names[1][0]], "ROOT")
    mail.node_groups = {"START": [row[0] for row in names], "TIP": [names[0][8]], "EDGE": names[0]}
    mail.write(FOLDER / f"{name}.mail")


def cube(name):
    """A cube of one metre in eight hexahedra."""
    mail = Mail("A cube", 3)
    brick(mail, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (2, 2, 2), "CUBE")
    mail.write(FOLDER / f"{name}.mail")


def heated_block(name):
    """A block of 2 m x 0.4 m x 0.4 m, two segments along its axis, and two quadrangles in the plane in its middle."""
    mail = Mail("A block with a beam and a plate in it", 3)
    brick(mail, (0.0, -0.2, -0.2), (2.0, 0.4, 0.4), (4, 1, 1), "BLOCK")
    axis = [mail.node(1.0 * i, 0.0, 0.0) for i in range(3)]
    for ends in zip(axis, axis[1:]):
        mail.cell("SEG2", list(ends), "AXIS")
    rows = [[mail.node(1.0 * i, y, 0.0) for i in range(3)] for y in (-0.1, 0.1)]
    for i in range(2):
        mail.cell("QUAD4", [rows[0][i], rows[0][i + 1], rows[1][i + 1], rows[1][i]], "PLATE", *(("FIRST",) if i == 0 else ()))
    mail.node_groups = {"START": axis[:1], "TIP": axis[-1:]}
    mail.write(FOLDER / f"{name}.mail")


def solid_strip(name):
    """A strip of two metres, one cell through its thickness of 0.1 m, with its low faces and its end."""
    mail = Mail("A strip of solid shells", 3)
    made = brick(mail, (0.0, 0.0, -0.05), (2.0, 0.5, 0.1), (4, 2, 1), "STRIP")
    for j in range(2):
        mail.cell("QUAD4", [made[4, j, 0], made[4, j + 1, 0], made[4, j + 1, 1], made[4, j, 1]], "END")
    start = [made[0, j, k] for j in range(3) for k in range(2)]
    mail.node_groups = {"START": start, "EDGE": [made[i, 0, k] for i in range(5) for k in range(2)], "FOOT": [made[0, 0, 0]],
                        "TIP": [made[4, 0, 0]]}  # fmt: skip
    mail.write(FOLDER / f"{name}.mail")


def bent_plate():
    """A square of two metres in four irregular quadrangles, its rim as a group of nodes."""
    mail = Mail("PLATE OF IRREGULAR QUADRANGLES", 3)
    names = [[mail.node(x, y, 0.0) for x in (0.0, 1.0, 2.0)] for y in (0.0, 1.0, 2.0)]
    mail.nodes[names[1][1]] = (1.2, 0.9, 0.0)
    for j in range(2):
        for i in range(2):
            corners = (names[j][i], names[j][i + 1], names[j + 1][i + 1], names[j + 1][i])
            mail.cell("QUAD4", corners, "PLATE", *(("FIRST",) if i == j == 0 else ()))
    mail.node_groups = {"RIM": [name for row in names for name in row if name != names[1][1]], "CORNER": [names[0][0]]}
    mail.write(FOLDER / "bent_plate.mail")


def parted_plate(name):
    """A square of 5 by 5 QUAD4 and its sides."""
    mail = Mail("Square", 2)
    body = Body(mail, (0.0, 0.0), (1.0, 1.0), 5, 5, False)
    body.fill("BODY")
    for which in ("bottom", "top"):
        body.side(which, which.upper())
    mail.node_groups = {"TOP_LEFT": [body.node(2 * i, 10) for i in range(3)], "TOP_RIGHT": [body.node(2 * i, 10) for i in range(3, 6)]}
    mail.write(FOLDER / f"{name}.mail")


def slab_and_mass(stem):
    """A slab under a mass on a spring."""
    mail = Mail("A slab and a mass on a spring", 3)
    base, top = mail.node(0.0, 0.0, 0.0), mail.node(1.0, 0.0, 0.0)
    mail.cell("SEG2", [base, top], "SPRING")
    mail.cell("POI1", [base], "SLAB")
    mail.cell("POI1", [top], "UPPER")
    mail.node_groups = {"BASE": [base], "TOP": [top]}
    mail.write(FOLDER / f"{stem}.mail")


def soil_slab(stem):
    """A slab under a mass on a spring, and the tables of a soil whose stiffness is the same at all frequencies."""
    slab_and_mass(stem)
    rows = [f"  {frequency:.5E}  9.00000E+03 -7.00000E+02" for frequency in (0.001, 1.0, 10.0, 40.0)]
    (FOLDER / f"{stem}.soil").write_text("\n".join(["STIFFNESS OF THE SOIL", "ALONG X", *rows, ""]))


def half_of_a_frame(stem):
    """The leg of a frame along X, 1 m long, as four beams; its nodes are named, for meshes that are joined by these names."""
    mail = Mail("The leg of a frame", 3)
    nodes = [mail.node(0.25 * i, 0.0, 0.0) for i in range(5)]
    for pair in zip(nodes, nodes[1:]):
        mail.cell("SEG2", pair, "LEG")
    mail.node_groups = {"ROOT": nodes[:1], "MIDDLE": nodes[2:3], "TIP": nodes[4:]}
    mail.write(FOLDER / f"{stem}.mail")


if __name__ == "__main__":
    soil_slab("soil_slab")
    slab_and_mass("damped_ground")
    for stem in ("parted_plate", "growing_crack", "band_forming", "swelling_end", "compared_tangents"):
        parted_plate(stem)
    sdnv104("sdnv104_v9", quadratic=False)
    bent_plate()
    for stem in ("solid_strip", "reduced_strip", "added_by_flow"):
        solid_strip(stem)
    meridian("pressed_tube")
    bar_sheet("stretched_membrane")
    plate_strip("rolled_strip")
    for stem in ("rolled_shell", "cracked_slab", "reinforced_slab"):
        plate_strip(stem)
    plate_strip("heated_layers")
    for stem in ("layered_cell", "swelling_concrete"):
        cube(stem)
    for stem in ("combined_loads", "uneven_bar"):
        plate_strip(stem)
    heated_block("projected_heat")
    heated_block("own_axes")
    sdnv104("sdnv104a", quadratic=False)
    sdnv104("sdnv104b", quadratic=False)
    sdnv104("sdnv104c", quadratic=False)
    sdnv104("sdnv104d", quadratic=True)
    sdnv104("sdnv104e", quadratic=True)
    sdnd106()
    warm_lines("warm_lines")
    hung_cables("hung_cables")
    fibre_beam("fibre_beam")
    for stem in ("pressed_column", "rolled_beam", "rolled_fibre_beam", "tube_in_flow", "wires_in_parallel", "pipe_line"):
        pressed_column(stem)
    pulled_tendon("pulled_tendon")
    sliding_tendon("sliding_tendon")
    bent_pipe("bent_pipe")
    for stem in ("adapted_plate", "cracked_plate", "estimated_error"):
        cracked_plate(stem)
    joint_opening("joint_opening")
    joint_opening("design_concrete")
    interface_opening("interface_opening")
    interface_opening("filled_gap")
    for stem in ("bar_sheet", "cycled_bars"):
        bar_sheet(stem)
    block_sliding("block_sliding")
    block_sliding("block_rigid")
    block_sliding("block_elastic", feet=True)
    stacked_blocks("stacked_blocks")
    pressed_halves("pressed_patches")
    pressed_halves("pressed_surfaces")
    two_masses("dyna_line")
    cracked_shaft("cracked_shaft")
    for stem in (
        "hbm_jenkins",
        "hbm_normal_load",
        "hbm_one_mass",
        "hbm_two_unknowns",
        "hbm_against_time",
        "hbm_gap",
        "hbm_facets",
        "shock_statistics",
        "hbm_whirl",
        "hbm_two_directions",
        "nonlinear_mode",
        "rubbing_node",
        "worn_tube",
        "shallow_base",
    ):
        hbm_mass(stem)
    for stem in ("thick_cylinder", "limit_pressure"):
        strip(stem, "Tube", (1.0, 0.0), (1.0, 1.0), 10, 1, {"INNER": (0, 1), "MIDDLE": (10, 1), "OUTER": (20, 1)})
    strip("rubber_tube", "Tube", (1.0, 0.0), (1.0, 1.0), 10, 1, {"INNER": (0, 1), "MIDDLE": (10, 1), "OUTER": (20, 1), "EDGE": (20, 0)})
    strip("hot_wall", "Wall", (1.0, 0.0), (1.0, 0.1), 20, 1, {"INNER": (0, 1), "MIDDLE": (20, 1), "OUTER": (40, 1)})
    half_of_a_frame("super_frame")
    strip("own_newton", "Bar", (0.0, 0.0), (4.0, 1.0), 4, 1, {"FOOT": (0, 0), "END": (8, 1)})
    strip("moving_source", "Slab", (0.0, 0.0), (1.0, 0.1), 20, 1, {"MIDDLE": (20, 0)})
    strip("drying_tube", "Tube", (1.0, 0.0), (1.0, 0.1), 20, 1, {"INNER": (0, 1), "MIDDLE": (20, 1), "OUTER": (40, 1)})
    simple_slope("slope_stability")
    strip("written_creep", "Plate", (0.0, 0.0), (1.0, 1.0), 1, 1, {"HEAD": (0, 2)})
    strip("quenched_steel", "Plate", (0.0, 0.0), (1.0, 1.0), 1, 1, {"MIDDLE": (1, 0), "HEAD": (0, 2)})
    strip("draining_column", "A column of clay", (0.0, 0.0), (1.0, 10.0), 1, 20, {"FOOT": (0, 0), "HEAD": (0, 40), "MIDDLE": (0, 20)})
    strip("bent_beam", "Strip", (0.0, -0.5), (4.0, 1.0), 4, 2, {"FOOT": (0, 2), "UPPER": (2, 4), "LOWER": (2, 0), "END": (8, 2)})
