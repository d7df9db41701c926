"""What the extensions of a crack release at one storage order of a result: G and the stress intensity factors before they are told
along the front (r7.02.01, r7.02.08)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.commands._calc_g import lips, sides
from pyaster_lite.commands._derived_fields import Derivation
from pyaster_lite.commands._distributed_loads import Loads
from pyaster_lite.fe import crack_energy as energy
from pyaster_lite.fe import crack_tip as tip
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.crack_energy import Cells, Source
from pyaster_lite.fe.extended.release import CutCells
from pyaster_lite.fe.solid import Solid

TERMS = 7
"""G; K1, K2, K3; and what Irwin's formula squares, sqrt(G) mode by mode."""


@dataclass
class Law:
    """How cells respond: the law of elasticity that stands for theirs, what the table calls it, whether strains are Green's, and
    whether the stress is that of the result whatever is asked."""

    behaviour: object
    shown: str = "ELAS"
    finite: bool = False
    incremental: bool = False


class Laws:
    """The Law of every cell: `given` lists (cells or None for all, Law), the later ones before the earlier ones."""

    _RANK = ("ELAS", "ELAS_NL", "PLAS")

    def __init__(self, given, n_cells):
        self._laws, self._owner = [Law(BEHAVIOURS["ELAS"])], np.zeros(n_cells, int)
        for cells, law in given:
            self._owner[slice(None) if cells is None else cells] = len(self._laws)
            self._laws.append(law)

    def split(self, cells):
        """(rows, Law) of those among cells that obey one."""
        owner = self._owner[cells]
        for index in np.unique(owner):
            yield np.flatnonzero(owner == index), self._laws[index]

    def shown(self, cells) -> str:
        """What the table says of cells about a node."""
        return max((self._laws[i].shown for i in np.unique(self._owner[cells])), key=self._RANK.index)


class Release:
    """Sums up over the model what each extension releases.

    extension   commands._calc_g.extension.Extension
    laws        Laws of the cells;  initial  the field of stresses at rest, or None
    curvature   function of places on the front (..., 3) giving its radius, None for what the axes tell
    left_out    what was not counted, in words
    """

    def __init__(self, args, result, extension, laws, initial=None, curvature=None):
        self.args, self.result, self.extension, self.laws = args, result, extension, laws
        self.initial, self.curvature = initial, curvature
        self.left_out: set[str] = set()
        self.model = result.model
        self.material = result.material_field or getattr(getattr(result, "stiffness", None), "origin", None).material_field
        self.data = self.model.data(self.material, result.characteristics)
        self.derivation = Derivation(args, result, self.model, self.data)
        loads = self.derivation.loads
        # code_aster (gcharm) multiplies every component of a load by its function, and those of PESANTEUR are factors of each other
        self.loads = Loads(loads, self.data, weighs_twice=True)
        self.groups = [(i, rows) for i, g in enumerate(self.model.groups) if (rows := self._reached(g)).size]
        for group in (self.model.groups[index] for index, _ in self.groups):
            known = hasattr(group.element, "enrichment") or getattr(group.element, "swells", False)
            if isinstance(group.element, Solid) and not known and group.element.size != group.nodes.shape[1] * group.element.dim:
                raise args.not_yet("RESULTAT", f"CALC_G of {group.modelisation} is not there yet", code="M003")

    def _reached(self, group):
        return np.flatnonzero((self.extension.modulus[group.nodes] > np.finfo(float).eps).any(axis=1))

    def terms(self, order: int, option: str) -> np.ndarray:
        """(n_thetas, 7) of the option G, G_EPSI (with KJ, KJ_EPSI) or K at a storage order."""
        total = np.zeros((len(self.extension.thetas), TERMS))
        for index, rows in self.groups:
            group = self.model.groups[index]
            if isinstance(group.element, Solid):
                for own, law in self.laws.split(group.cells[rows]):
                    total += _Volume(self, index, rows[own], order, law, option).terms()
            elif hasattr(group.element, "pressure"):
                total += sides.terms(self, index, rows, order, option)
        total += lips.terms(self, order, option)
        return total / self.radius

    @property
    def radius(self) -> float:
        """Where the front of a body of revolution stands, 1 for others: what is released by unit length of it is divided by that."""
        if any(getattr(getattr(g.element, "continuum", None), "revolves", False) for g in self.model.groups):
            return float(self.extension.axes.places[0, 0])
        return 1.0

    def time(self, order) -> float:
        """INST, zero where there is none."""
        return self.derivation.time(order) or 0.0


class _Volume:
    """The cells of a solid that the extensions reach, at a storage order, and the option that they are asked for."""

    def __init__(self, release: Release, index, rows, order, law: Law, option: str):
        self.law, self.option = law, option
        self.release, self.index, self.rows, self.order = release, index, rows, order
        group = release.model.groups[index]
        other = None if law.incremental else getattr(group.element, "sifting" if option == "K" else "releasing", None)
        self.mixed = group.element if getattr(group.element, "swells", False) else None
        self.element = self.mixed.displaced if self.mixed else other or group.element
        self.numbers, self.nodes = group.cells[rows], group.nodes[rows]
        self.t = release.time(order)
        self.data = release.data[index]
        if self.element is not group.element and release.material is not None:
            self.data = replace(self.data, surroundings=release.material.surroundings(replace(group, element=self.element)))
        self.data = self.data.subset(rows).between(self.t, self.t)
        self.cells = (CutCells if hasattr(self.element, "enrichment") else Cells)(self.element, self.data)
        self.u = self._unknowns("DEPL")
        self.value, self.slope = self.cells.motion(self.u)

    def _unknowns(self, name):
        values = self._all_unknowns(name)
        return values if self.mixed is None or values is None else values[:, self.mixed.motion]

    def _all_unknowns(self, name):
        vector = self.release.derivation.vector(name, self.order)
        return None if vector is None else vector[self.release.model.assembler.equations[self.index][self.rows]]

    @cached_property
    def surroundings(self) -> dict:
        """(ne, nn) what surrounds the nodes, by name."""
        material = self.release.material
        around = None if material is None else material.surroundings(self.release.model.groups[self.index], at_nodes=True)
        return {} if around is None else {name: values[self.rows] for name, values in around(self.t).items()}

    @cached_property
    def moduli(self):
        """E and nu (ne, ng) at the points."""
        shape = self.cells.shape
        return tuple(np.broadcast_to(self.data.at_points(name), shape) for name in ("young", "poisson"))

    @cached_property
    def factors(self) -> np.ndarray:
        """(3, ne) what turns the forms into stress intensity factors, at the last point of each cell."""
        young, poisson = (values[:, -1] for values in self.moduli)
        plane = young if self.element.continuum.flat else young / (1.0 - poisson**2)
        across = young / (1.0 + poisson) if self.element.dim == 3 else np.zeros_like(young)
        return np.stack([plane, plane, across])

    @cached_property
    def force(self):
        """(at the points (ne, ng, 3), its gradient) of forces by volume, None without any."""
        nodal = self.release.loads.volume_forces(self.index, self.t, self.order)
        if nodal is None:
            return None
        nodal = nodal[self.rows][..., : self.element.dim]
        return self.cells.interpolated(nodal), self.cells.slope(nodal)

    @cached_property
    def warming(self):
        """(ne, ng, 3) the gradient of the temperature, None where there is none."""
        if "TEMP" not in self.surroundings:
            return None
        return self.cells.scalar_slope(np.nan_to_num(self.surroundings["TEMP"]))

    @cached_property
    def stress_at_rest(self):
        """(at the points (ne, ng, ns), its gradient (ne, ng, ns, 3)), None without any."""
        field = self.release.initial
        if field is None:
            return None
        names = [f"SI{axes}" for axes in self.element.continuum.strains]
        if isinstance(self.cells, CutCells) and getattr(field, "location", "") == "ELGA":
            values = _named(*field.on(self.numbers), names) * self.element.mandel
            held = self.release.model.groups[self.index].element.enrichment.points
            if values.shape[1] == held.weights.shape[1]:
                return self.cells.from_pieces(values, held.family, odd=self.option != "K")
        nodal = _at_nodes(field, self.numbers, self.nodes, self.element, names)
        nodal = nodal * self.element.mandel
        return self.cells.functions @ nodal, self.cells.scalar_slope(nodal)

    def terms(self):
        """(n_thetas, 7)."""
        option = self.option
        sources = [self._whole(option), *(self._pairs() if option == "K" else [])]
        found = np.zeros((len(self.release.extension.thetas), TERMS))
        for row, theta in enumerate(self.release.extension.thetas):
            moved = theta.reaches(self.nodes)
            if not moved.any():
                continue
            value, slope = self.cells.extension(theta, self.nodes)
            forms = np.stack([source.along(value, slope, self.cells.volume) for source in sources])
            found[row, 0] = forms[0].sum()
            if option == "K":
                modes = forms[1:]
            else:
                modes = np.stack([forms[0], np.zeros_like(forms[0]), np.zeros_like(forms[0])])
            found[row, 1:4] = (modes * self.factors).sum(axis=1)
            found[row, 4:] = (modes * np.sqrt(self.factors)).sum(axis=1)
        return found

    # G ------------------------------------------------------------------------------------------------------------------

    def _whole(self, option):
        continuum, law = self.element.continuum, self.law
        if option == "K" and (law.finite or not law.behaviour.linear):
            raise self.release.args.wrong("OPTION", "stress intensity factors are those of linear elasticity in small displacements")
        strain = self.element.plain_strains(self.data, self.u)
        if law.finite:
            strain = strain + self.element.quadratic_strains(self.data, self.u)
        given = self.release.loads.strains(self.index, self.t, self.order, self.element)
        if given is not None:
            strain = strain - self.cells.functions @ given[self.rows]
        stress, stored, warmed = law.behaviour.free_energy(strain, self.data, continuum)
        if self.mixed:
            stored = stored + self._swollen(strain)
            stress = self._pressed(stress)
        kept = option in ("G", "KJ") or law.incremental and option != "K"
        motion = np.eye(3) + self.slope if law.finite else None
        if kept:
            stress = self._of_result(motion)
        first = self.cells.tensor(stress)
        rest = self.stress_at_rest if law.incremental else None
        elastic = None
        if rest is not None:
            at_rest = -self._compliance(rest[0])
            elastic = continuum.completed(strain, strain, self.data)
            stored = stored + ((elastic - 0.5 * at_rest) * rest[0]).sum(axis=-1)
            if not kept:
                first = first + self.cells.tensor(rest[0])
        if motion is not None:
            first = motion @ first
        tensor = energy.kept_energy(first, self.slope, stored)
        vector = np.zeros((*self.cells.shape, 3))
        source = Source(tensor, vector)
        if self.force is not None:
            _add(source, energy.of_volume_force(self.value, *self.force))
        if self.warming is not None:
            source.vector -= (warmed * np.ones(self.cells.shape))[..., None] * self.warming
        if rest is not None:
            source.vector -= np.einsum("egs,egsk->egk", elastic - at_rest, rest[1])
        elif (nodal := self._strains_without_stress(given)) is not None:
            source.vector += np.einsum("egs,egsk->egk", stress, self.cells.scalar_slope(nodal))
        if option != "K" and self._unknowns("VITE") is not None:
            _add(source, self._carried())
        return source

    def _swollen(self, strain):
        """(ne, ng) what the energy has more where the swelling stands for the change of volume. As code_aster has it, the swelling of the
        vertices goes by their functions among those of the displacements."""
        continuum = self.element.continuum
        others = anelastic_strain(self.data, continuum.strains)
        volume = (strain if others is None else strain - others)[..., :3].sum(axis=-1)
        swelling = self._of_vertices(self.mixed.swelling)
        young, poisson = self.moduli
        return young / (6.0 * (1.0 - 2.0 * poisson)) * (swelling**2 - volume**2)

    def _pressed(self, stress):
        """The stress with the pressure of the vertices, against its own sign as code_aster has it (nmelnl), for its mean."""
        mean = stress[..., :3].mean(axis=-1) + self._of_vertices(self.mixed.pressure)
        return stress - mean[..., None] * (np.arange(stress.shape[-1]) < 3)

    def _of_vertices(self, unknowns):
        """(ne, ng) one of the unknowns of the vertices, by their functions among those of the displacements."""
        nodal = self._all_unknowns("DEPL")[:, unknowns]
        return nodal @ self.cells.functions[:, : nodal.shape[1]].T

    def _strains_without_stress(self, given):
        """(ne, nn, ns) those of loads and those that surround the cells (EPSA), at the nodes."""
        names = [f"EPSA{axes}" for axes in self.element.continuum.strains]
        if not any(name in self.surroundings for name in names):
            return None if given is None else given[self.rows]
        zero = np.zeros(self.nodes.shape)
        return np.stack([np.nan_to_num(self.surroundings.get(name, zero)) for name in names], axis=-1) * self.element.mandel

    def _carried(self):
        v, a = self._unknowns("VITE"), self._unknowns("ACCE")
        (v, v_slope), (a, _) = self.cells.motion(v), self.cells.motion(np.zeros_like(v) if a is None else a)
        return energy.of_motion(self.slope, v, v_slope, a, self.data.property("density", 0.0))

    def _of_result(self, motion):
        """(ne, ng, ns) the stress of the result, that of Piola and Kirchhoff in finite strains."""
        field = self.release.derivation.field("SIEF_ELGA", self.order)
        found = field.on(self.numbers)
        if found is None:
            raise self.release.args.wrong("RESULTAT", f"{self.release.result.name} has no SIEF_ELGA on the cells about the front")
        values, names = found
        wanted = [names.index(f"SI{axes}") for axes in self.element.continuum.strains]
        stress = values[..., wanted] * self.element.mandel
        if motion is None:
            return stress
        inverse = np.linalg.inv(motion)
        second = inverse @ self.cells.tensor(stress) @ np.swapaxes(inverse, -1, -2) * np.linalg.det(motion)[..., None, None]
        places = [(energy.AXES[a], energy.AXES[b]) for a, b in self.element.continuum.strains]
        return np.stack([second[..., i, j] for i, j in places], axis=-1) * self.element.mandel

    def _compliance(self, stress):
        """(ne, ng, ns) the strains that a stress at rest stands for: as code_aster has it (te0027) those of shear count twice."""
        young, poisson = (values[..., None] for values in self.moduli)
        direct = np.array([1.0] * 3 + [0.0] * (stress.shape[-1] - 3))
        trace = stress[..., :3].sum(axis=-1, keepdims=True) * direct
        return ((1.0 + poisson) * (2.0 - direct) * stress - poisson * trace) / young

    # K ------------------------------------------------------------------------------------------------------------------

    def _pairs(self):
        """Sources of the three forms between the displacements and those about a tip."""
        crack_axes, coordinates = self.release.extension.crack.axes, self.data.coordinates
        places, directions, normals = (part[self.nodes] for part in (crack_axes.places, crack_axes.directions, crack_axes.normals))
        # code_aster keeps the normals of a level set, and the axes of the nearest front, in the cells that it enriches only
        if self.element.dim == 2 and not isinstance(self.cells, CutCells):
            if self.release.extension.front is not None:
                places, directions = (np.broadcast_to(own, places.shape) for own in self.release.extension.front)
            normals = np.stack([-directions[..., 1], directions[..., 0], np.zeros(directions.shape[:2])], axis=-1)
        frame = tip.TipFrame.at(self.cells.functions, coordinates, places, directions, normals)
        young, poisson = self.moduli
        flat = self.element.continuum.flat
        kolosov, shear = (3 - poisson) / (1 + poisson) if flat else 3 - 4 * poisson, young / (2 * (1 + poisson))
        turning = None
        if self.element.dim == 3:
            # how the axes turn is told by third ones that are as short as the others are askew (xcourb)
            turning = self.cells.first_slope(tip.basis(directions, normals, unit=False))
        radius = None if self.release.curvature is None else self.release.curvature(frame.places)
        values, slopes = tip.gradients(frame, kolosov, shear, turning, radius)
        if self.element.dim == 2:
            # mode 2 is that of right-handed axes
            hand = frame.axes[..., 2, 2, None]
            values[1], slopes[1] = hand * values[1], hand[..., None] * slopes[1]
        stress = self.cells.tensor(self.element.elastic_state(self.data, self.u).stress)
        return [self._pair(stress, v, slope) for v, slope in zip(values, slopes)]

    def _pair(self, stress, v, slope):
        """The form between both. As in code_aster, what the displacements about the tip themselves give with inertia and with forces by
        volume is left out in cells that the crack does not cut: they vanish there."""
        self.cells.revolve(slope, v[..., 0])
        continuum = self.element.continuum
        axes = [(energy.AXES[a], energy.AXES[b]) for a, b in continuum.strains]
        strain = 0.5 * np.stack([slope[..., i, j] + slope[..., j, i] for i, j in axes], axis=-1) * self.element.mandel
        of_tip = self.cells.tensor((continuum.elasticity(self.data.elasticity()) @ strain[..., None])[..., 0])
        vector = np.zeros_like(v)
        whole, rest = stress, self.stress_at_rest
        if rest is not None:
            whole = stress + self.cells.tensor(rest[0])
            vector -= 0.5 * np.einsum("egs,egsk->egk", strain, rest[1])
        source = Source(energy.of_pair(stress, self.slope, of_tip, slope), vector)
        if rest is not None:
            source.tensor += energy.of_pair(whole - stress, np.zeros_like(slope), np.zeros_like(of_tip), slope)
        if self.force is not None and isinstance(self.cells, CutCells):
            _add(source, energy.of_volume_force(0.5 * v, *self.force))
        if self.warming is not None:
            source.vector += self._warmed(slope)[..., None] * self.warming
        omega2 = self._omega2()
        if omega2:
            density = self.data.property("density", 0.0)[:, None, None]
            source.vector -= 0.5 * omega2 * density * np.einsum("egik,egi->egk", slope, self.value)
            if isinstance(self.cells, CutCells):
                source.vector -= 0.5 * omega2 * density * np.einsum("egik,egi->egk", self.slope, v)
        return source

    def _warmed(self, slope):
        """(ne, ng) half of 3 K alpha tr(grad v), of the plane in plane stress."""
        if not self.data.has("expansion"):
            return np.zeros(self.cells.shape)
        young, poisson = self.moduli
        bulk = young / (1 - 2 * poisson)
        trace = np.einsum("egii->eg", slope)
        if self.element.continuum.flat:
            bulk, trace = young / (1 - poisson), slope[..., 0, 0] + slope[..., 1, 1]
        return 0.5 * bulk * self.data.at_points("expansion", 0.0) * trace

    def _omega2(self):
        result = self.release.result
        return result.parameter("OMEGA2", self.order) if result.kind.startswith("mode_meca") else None


def _add(source, other):
    source.tensor += other.tensor
    source.vector += other.vector


def _at_nodes(field, cells, nodes, element, names):
    """(ne, nn, len(names)) components of a field at the nodes of cells, zero where it has none."""
    if field.kind == "cham_no_sdaster":
        found = [field.component(name)[nodes] if name in field.components else np.zeros(nodes.shape) for name in names]
        return np.nan_to_num(np.stack(found, axis=-1))
    values, own = field.on(cells)
    if field.location == "ELGA":
        values = np.einsum("ng,egc->enc", element.points_to_nodes(), values)
    return _named(values, own, names)


def _named(values, own, names):
    """(..., len(names)) of values (..., k) of components `own`, zero for the others."""
    zero = np.zeros(values.shape[:2])
    return np.nan_to_num(np.stack([values[..., own.index(name)] if name in own else zero for name in names], axis=-1))
