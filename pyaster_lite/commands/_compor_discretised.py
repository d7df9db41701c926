"""TEST_COMPOR with OPTION='MECA': one course of strain by several units and steps, and the tangent at its end (v6.07.101, v6.07.102).

1. strains go from nothing through seven corners and back, each way in LIST_NPAS steps: first with the material in Pa, then in MPa;
2. each answer of the first four runs is compared with the fifth's, of the others with the last's; the largest of
   |c X - X_ref| / |X_ref| over the corners is to be nothing within LIST_TOLE (zero where |X_ref| < PREC_ZERO);
3. the tangent of the last step is compared with that by differences, each term within the last of LIST_TOLE.

As in code_aster the runs called symmetric and turned follow the same course as the others, ANGLE and MASSIF go nowhere, and c = 1e-6
brings the first run to MPa for the second and later of VARI_TEST, which are to be stresses.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._laboratory import passed_on
from pyaster_lite.commands._tests import compare
from pyaster_lite.concepts.compared_tangents import apart
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.lists import NumberList

LABELS = ("_Pa_", "_Th_", "_sym_", "_rot_")
_SOLID = {
    "trace": (0.0, 150.0, 150.0, -50.0, 0.0, 50.0, -150.0, -150.0, 0.0),
    "first": (0.0, 75.0, 150.0, 150.0, 0.0, -150.0, -150.0, -75.0, 0.0),
    "second": (0.0, 75.0, -50.0, 100.0, 0.0, -100.0, 50.0, -75.0, 0.0),
    "XY": (0.0, 200.0, 100.0, 300.0, 0.0, -300.0, -100.0, -200.0, 0.0),
    "XZ": (0.0, -100.0, 100.0, 200.0, 0.0, -200.0, -100.0, 100.0, 0.0),
    "YZ": (0.0, 0.0, 200.0, -100.0, 0.0, 100.0, -200.0, 0.0, 0.0),
}
"""Stresses (MPa) at the corners, that strains are made of."""
_PLANE = {
    "trace": (0.0, 150.0, 200.0, 300.0, 0.0, -300.0, -200.0, -150.0, 0.0),
    "first": (0.0, 0.0, 100.0, 0.0, 0.0, 0.0, -100.0, 0.0, 0.0),
    "XY": (0.0, 100.0, 40.0, 0.0, 0.0, 0.0, -40.0, -100.0, 0.0),
}
_SLOW = 5.0e-2 / 8.0e-5
"""How long a way of the course takes for viscous laws (s); 1 for others."""


def strains_of(modelisation, young: float, poisson: float) -> dict[str, np.ndarray]:
    """The strains at the nine corners, by component."""
    solid = modelisation == "3D"
    corners = {name: np.array(values) for name, values in (_SOLID if solid else _PLANE).items()}
    size = 3.5 if solid else 4.5
    shear, along = 2.0 * size * (1.0 + poisson) / (2.0 * young), size / young
    trace, first = corners["trace"], corners["first"]
    if solid:
        second = corners["second"]
        found = {"EPXX": along * (trace + first), "EPYY": along * (trace - first + second), "EPZZ": along * (trace - second)}
        return found | {f"EP{axes}": shear * corners[axes] for axes in ("XY", "XZ", "YZ")}
    xx, yy, xy = along * (trace + first), along * (trace - first), shear * corners["XY"]
    # code_aster takes the strains one after the other from (xx, yy, xy, and these turned by 0.9): ZZ gets the shear, XY the turned xx
    c, s = np.cos(0.9), np.sin(0.9)
    return {"EPXX": xx, "EPYY": yy, "EPZZ": xy, "EPXY": c * c * xx + s * s * yy + 2.0 * c * s * xy}


def compared(args, context):
    """Steps 1 to 3; gives the table of the run that compared tangents, None where there was none."""
    args.mark_read("ANGLE", "MASSIF")
    counts = args.LIST_NPAS or (1, 1, 1, 1, 1, 5, 25)
    tolerances = args.LIST_TOLE or (*(1.0e-10,) * 4, 1.0e-1, *(1.0e-2,) * (len(counts) - 5), 1.0e-8)
    tested = args.VARI_TEST
    least = args.PREC_ZERO or (1.0e-10,) * len(tested)
    if len(counts) < 5 or len(tolerances) < len(counts):
        raise args.wrong("LIST_NPAS" if args.LIST_NPAS else "LIST_TOLE", "at least five runs, and a tolerance for each of them, are needed")
    if len(least) != len(tested):
        raise args.wrong("PREC_ZERO", f"{len(tested)} values are needed, one for each of VARI_TEST; {len(least)} are given")
    runs = _Runs(args, context)
    answers = [runs.made(args.LIST_MATER[min(i, 1)], count) for i, count in enumerate(counts)]
    for i, (name, zero) in enumerate(zip(tested, least)):
        for j, answer in enumerate(answers):
            reference = answers[4] if j < 4 else answers[-1]
            gap = _largest_gap(answer.column(name), reference.column(name), 1.0e-6 if j == 0 and 0 < i < 9 else 1.0, zero)
            label = f"ER_{name}{LABELS[j] if j < 4 else '_N'}{counts[j]}"
            _judge(args, context, gap, tolerances[j], concept=name, quantity=label)
    if args.TEST_TANGENTE == "NON":
        return None
    last = _with_tangents(args, runs, counts[-1])
    words = args.VERI_MATR_OPTION
    if words is not None:
        words.mark_read("PRECISION")
    own, other = last.tangents
    rows = apart(own, other, True, 1.0e-12 if words is None else words.PREC_ZERO)
    _judge(args, context, max(row["MAT_DIFF"] for row in rows), tolerances[-1], concept="MAT_DIFF", quantity="MAT_DIFF")
    return last


class _Runs:
    """The course of step 1."""

    def __init__(self, args, context):
        self._context = context
        self.shared = passed_on(args, "COMPORTEMENT", "NEWTON", "CONVERGENCE")
        relation = args.COMPORTEMENT[0].RELATION if isinstance(args.COMPORTEMENT, list) else args.COMPORTEMENT.RELATION
        self._corners = (_SLOW if relation.startswith("VISC") else 1.0) * np.arange(9.0)
        courses = strains_of(args.MODELISATION, args.YOUNG, args.POISSON)
        linear = Properties("INST", "TOUTRESU", ("LIN", "LIN"))
        self.shared["EPSI_IMPOSE"] = {word: Function(self._corners, values, linear) for word, values in courses.items()}
        if args.SUPPORT is not None:
            plane = args.MODELISATION == "C_PLAN"
            self.shared |= {"SUPPORT": "ELEMENT", "MODELISATION": "C_PLAN"} if plane else {"SUPPORT": args.SUPPORT}

    def made(self, material, count, **changes):
        """The table of SIMU_POINT_MAT at the corners, each way made in `count` steps."""
        ways = zip(self._corners[:-1], self._corners[1:])
        instants = np.concatenate([[0.0], *(np.linspace(a, b, count + 1)[1:] for a, b in ways)])
        failed = {"EVENEMENT": "ERREUR", "ACTION": "DECOUPE", "SUBD_METHODE": "MANUEL", "SUBD_PAS": 10, "SUBD_NIVEAU": 10}
        steps = self._context.run("DEFI_LIST_INST", DEFI_LIST={"LIST_INST": NumberList(instants)}, ECHEC=failed)
        return self._context.run(
            "SIMU_POINT_MAT",
            **self.shared | changes,
            MATER=material,
            ARCHIVAGE={"LIST_INST": NumberList(self._corners)},
            INCREMENT={"LIST_INST": steps},
        )


def _with_tangents(args, runs, count):
    """The finest run once more, its tangents compared."""
    words = {"TYPE_MATR_TANG": "VERIFICATION"}
    if args.VERI_MATR_OPTION is not None:
        words["VALE_PERT_RELA"] = args.VERI_MATR_OPTION.VALE_PERT_RELA
    return runs.made(args.LIST_MATER[1], count, COMPORTEMENT=[own | words for own in runs.shared["COMPORTEMENT"]])


def _largest_gap(found, reference, scale, least) -> float:
    found, reference = np.array(found), np.array(reference)
    seen = abs(reference) >= least
    return float((abs(scale * found[seen] - reference[seen]) / abs(reference[seen])).max(initial=0.0))


def _judge(args, context, gap, tolerance, **place):
    compare(args, context, None, gap, 0.0, tolerance, False, kind="VALE_REFE", origin="ANALYTIQUE", command="TEST_COMPOR", **place)
