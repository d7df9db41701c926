"""INDIC_ENER and INDIC_SEUIL: how far von Mises plasticity has been from a load that grows in proportion (u4.81.22, te0490, te0491).

Means over the volume of parts of a model, zero where a point has spent nothing, of

    INDIC_ENER   1 - psi/omega   psi the energy of the elastic body with the same curve of traction at the strain e, omega what was spent:
                 psi = K/2 tr e^2 + q^2/(6 mu) + int_0^x R with q = R(x) = 2 mu e_eq - 3 mu x where that is above R(0), else q = 2 mu e_eq
                 omega = s : S : s/2 + int_0^p R
    INDIC_SEUIL  1 - s : e_p / (R(p) p), s counted from its centre and p = sqrt(3/2 e_p : e_p), sic, of kinematic hardening

As in code_aster a sum that is below rounding, or negative, counts for nothing; in the plane a point whose psi is above omega counts for
nothing and s : e_p is taken without its sign.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._post_elem.quantity import PLACES, Quantity, derivation_of, model_words, orders, orders_of, places, table
from pyaster_lite.fe.anelastic import causes
from pyaster_lite.fe.tensors import AXES

LAWS = {"INDIC_ENER": ("VMIS_ISOT_LINE", "VMIS_ISOT_TRAC"), "INDIC_SEUIL": ("VMIS_ISOT_LINE", "VMIS_ISOT_TRAC", "VMIS_CINE_LINE")}
NOTHING = 1e4 * np.finfo(float).eps


def _run(word, at_points):
    """A quantity's run: a row for each place and storage order."""

    def run(args, context):
        derivation, rows = derivation_of(args), []
        for order in orders_of(args, context):
            lost, volume = _by_cell(args, derivation, order, LAWS[word], at_points)
            head = {"NUME_ORDRE": order, "INST": derivation.time(order)}
            for occurrence in args[word]:
                for name, kind, cells in places(occurrence, derivation.model.mesh, context):
                    if not volume[cells].any():
                        raise occurrence.wrong("GROUP_MA", f"{name} has no solid that follows a law")
                    total = lost[cells].sum()
                    mean = total / volume[cells].sum() if total > NOTHING else 0.0
                    rows.append({**head, "LIEU": name, "ENTITE": kind, word: float(mean)})
        return table(rows, {"NUME_ORDRE": "I", "INST": "R", "LIEU": "K24", "ENTITE": "K8", word: "R"})

    return run


def _by_cell(args, derivation, order, laws, at_points):
    """(n_cells,) the sums over the volume of what the points tell, and of 1."""
    model, t = derivation.model, derivation.time(order)
    lost, volume = np.zeros(model.mesh.n_cells), np.zeros(model.mesh.n_cells)
    done = np.zeros(model.mesh.n_cells, bool)
    if not derivation.result.has_field("VARI_ELGA", order):
        raise args.wrong("RESULTAT", f"{derivation.result.name} has no field VARI_ELGA at its storage order {order}")
    variables = derivation.result.field("VARI_ELGA", order)
    for law in derivation.result.laws:
        cells = np.arange(model.mesh.n_cells) if law.cells is None else law.cells
        cells = cells[~done[cells]]
        done[cells] = True
        for index, rows in model.rows(cells):
            group = model.groups[index]
            held = variables.on(group.cells[rows]) if hasattr(group.element, "integral") else None
            if held is None:
                continue
            if law.relation not in laws or law.deformation != "PETIT":
                raise args.not_yet("RESULTAT", f"this indicator is there for {', '.join(laws)} in small strains, not for {law.relation}")
            data, chosen = derivation.data[index].subset(rows).between(t, t), group.cells[rows]
            behaviour = BEHAVIOURS[law.relation]
            body = behaviour.make(data, held[0].shape[:-1], False)

            def read(name, chosen=chosen):
                return _tensor(derivation.field(name, order), chosen)

            spent, useful = at_points(body, behaviour, held[0], read, group.element.continuum, data)
            counts = spent >= NOTHING
            gap = np.where(counts, 1.0 - useful / np.where(counts, spent, 1.0), 0.0)
            lost[chosen], volume[chosen] = group.element.integral(data, gap), group.element.integral(data, np.ones_like(gap))
    return lost, volume


def _tensor(field, cells):
    """(ne, ng, 4 or 6) of stresses or strains, in Mandel's notation."""
    values, names = field.on(cells)
    parts = [values[..., k] * (1.0 if name[2] == name[3] else np.sqrt(2.0)) for k, name in enumerate(names) if name[2:] in AXES]
    return np.stack(parts, axis=-1)


def _parts(tensor):
    """(trace, the product of the deviator with itself)."""
    trace = tensor[..., :3].sum(axis=-1)
    return trace, (tensor * tensor).sum(axis=-1) - trace**2 / 3.0


def _elastic(body, stress):
    """The strains that stresses cause."""
    mean = stress[..., :3].sum(axis=-1, keepdims=True) / 3.0
    found = stress / body.elasticity.two_mu[..., None]
    found[..., :3] += mean / body.elasticity.three_k[..., None] - mean / body.elasticity.two_mu[..., None]
    return found


def _energies(body, behaviour, variables, read, continuum, data):
    """(omega, psi)."""
    slid = variables[..., 0]
    two_mu, three_k = body.elasticity.two_mu, body.elasticity.three_k
    stress, strain = read("SIEF_ELGA"), read("EPME_ELGA")
    pressed, sheared = _parts(stress)
    if continuum.flat:
        # nothing is known across but that what is plastic keeps the volume; code_aster adds what temperature strains there
        strain[..., 2] = _elastic(body, stress)[..., :3].sum(axis=-1) - strain[..., 0] - strain[..., 1]
        warmed = causes(data)[0]
        strain[..., 2] += 0.0 if warmed is None else warmed[..., 0]
    trace, square = _parts(strain)
    tried = two_mu * np.sqrt(1.5 * square)
    yields = tried > body.hardening.first
    slip = np.where(yields, body.hardening.slip(np.where(yields, tried, 2 * body.hardening.first), 1.5 * two_mu, 0.0 * tried), 0.0)
    held = np.where(yields, body.hardening.at(slip)[0], tried)
    psi = three_k / 6.0 * trace**2 + held**2 / (3.0 * two_mu) + body.hardening.area(slip)
    omega = pressed**2 / (6.0 * three_k) + sheared / (2.0 * two_mu) + body.hardening.area(slid)
    return omega, np.minimum(psi, omega) if continuum.dim == 2 else psi


def _works(body, behaviour, variables, read, continuum, data):
    """(R p, s : e_p)."""
    stress = read("SIEF_ELGA")
    plastic = read("EPME_ELGA") - _elastic(body, stress)
    slid, _, centre = behaviour.read(variables, stress.shape[-1])
    if centre is not None:
        stress, slid = stress - centre, np.sqrt(1.5 * (plastic * plastic).sum(axis=-1))
    work = (stress * plastic).sum(axis=-1)
    return (body.hardening.at(slid)[0] + 1.5 * body.prager * slid) * slid, abs(work) if continuum.dim == 2 else work


_FACT = FACT("f", max="**", rules=UN_PARMI("TOUT", "GROUP_MA"), **PLACES)
_WORDS = {**model_words(), "RESULTAT": SIMP("o", typ="evol_noli"), **orders()}
QUANTITIES = {
    word: Quantity(_FACT, _run(word, at_points), _WORDS) for word, at_points in (("INDIC_ENER", _energies), ("INDIC_SEUIL", _works))
}
