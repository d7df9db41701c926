"""The tables of a periodic response, which RECU_TABLE gives: EQUI_HARM, ETATS and BOUCLE.

EQUI_HARM  one row for each response, place and harmonic: the motion (DEPL_R, DEPL_I, DEPL_MODU; DEPL_MAX, half the distance between
           its extremes over the period), the force on the first node (FORC_R, FORC_I), shares of the period stuck, sliding and apart
           (PART_ADHE, PART_GLIS, PART_DECO), energy lost in a period (ENER_DISS), STABLE and the largest multiplier (MULT_MAX).
           The places are the components of the contacts NUME_CONT, and those of OBSERVATION. A contact has N (approach), T1 and T2
           on planes; X, Y and Z in its local axes around circles and in facets.
           x(t) = Re sum (DEPL_R + i DEPL_I) exp(i NUME_HARM w t)
ETATS      one row for each state of each contact in order NUME_ETAT: ETAT (ADHERENT, GLISSANT_P, GLISSANT_M, DECOLLE; FERME without
           friction; GLISSANT in two directions) from ANGLE_DEBUT to ANGLE_FIN, in degrees of the excitation
BOUCLE     (when BOUCLE='OUI') motion and forces of each contact at NB_INST + 1 angles
"""

from __future__ import annotations

from math import pi

import numpy as np

from pyaster_lite.concepts.mesh import UnknownGroup
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe import trigonometric as series
from pyaster_lite.fe.periodic_contact import APART, BACKWARDS, FORWARDS, STICK

STATES = ("ADHERENT", "GLISSANT_P", "GLISSANT_M", "DECOLLE")
SPATIAL_STATES = ("ADHERENT", "GLISSANT", "GLISSANT", "DECOLLE")
COLUMNS = {
    "NUME_ORDRE": "I", "FREQ": "R", "NUME_CONT": "I", "NOEUD": "K8", "NOM_CMP": "K8", "NUME_HARM": "I",
    "DEPL_R": "R", "DEPL_I": "R", "DEPL_MODU": "R", "DEPL_MAX": "R", "FORC_R": "R", "FORC_I": "R",
    "PART_ADHE": "R", "PART_GLIS": "R", "PART_DECO": "R", "ENER_DISS": "R", "STABLE": "K8", "MULT_MAX": "R",
}  # fmt: skip
STATE_COLUMNS = {
    "NUME_ORDRE": "I", "FREQ": "R", "NUME_CONT": "I", "NOEUD": "K8", "NUME_ETAT": "I", "ETAT": "K16", "ANGLE_DEBUT": "R", "ANGLE_FIN": "R",
}  # fmt: skip
LOOP_COLUMNS = {
    "NUME_ORDRE": "I", "FREQ": "R", "NUME_CONT": "I", "NOEUD": "K8", "ANGLE": "R",
    "DEPL_N": "R", "FN": "R", "DEPL_T": "R", "FT": "R",
}  # fmt: skip


def tables_of(args, linear, contacts, balance, responses, multipliers) -> dict[str, Table]:
    """{name: table} of responses [(frequency, response)]; multipliers are their largest ones, or None."""
    observed = _observed(args, linear)
    rows, states, loops = [], [], []
    for order, (frequency, response) in enumerate(responses, 1):
        head = {"NUME_ORDRE": order, "FREQ": frequency}
        stable = {}
        if multipliers is not None:
            largest = multipliers[order - 1]
            stable = {"STABLE": "OUI" if largest <= 1.0 + 1e-9 else "NON", "MULT_MAX": largest}
        rows += _of_contacts(head | stable, contacts, balance, response)
        for node, component, row in observed:
            rows += _harmonics(head | stable | {"NOEUD": node, "NOM_CMP": component}, series.to_real(response.whole @ row))
        states += _states(head, contacts, response)
        if args.EQUI_HARM.BOUCLE == "OUI":
            loops += _loops(head, contacts, balance, response)
    tables = {"EQUI_HARM": Table.from_rows(rows, COLUMNS), "ETATS": Table.from_rows(states, STATE_COLUMNS)}
    if loops:
        tables["BOUCLE"] = Table.from_rows(loops, LOOP_COLUMNS)
    return tables


def _observed(args, linear):
    """(node's name, component, row) of every component of OBSERVATION."""
    mesh, found = linear.places.mesh, []
    for level in args.OBSERVATION or ():
        for item, group in enumerate(level.GROUP_NO):
            try:
                nodes = mesh.node_group(group)
            except UnknownGroup as unknown:
                raise level.wrong("GROUP_NO", str(unknown), item=item) from None
            for node in nodes:
                for component in level.NOM_CMP:
                    row = linear.places.seen(int(node), component)
                    if row is None:
                        raise level.wrong("NOM_CMP", f"the node {mesh.node_names[node]} does not carry {component}")
                    found.append((str(mesh.node_names[node]), component, row))
    return found


def _harmonics(head, motion, force=None):
    """One row for each harmonic of a motion, and of a force (2H + 1,)."""
    amplitudes, forces = series.to_complex(motion), None if force is None else series.to_complex(force)
    head = head | {"DEPL_MAX": float(series.amplitudes(motion[None])[0])}
    for h, x in enumerate(amplitudes.tolist()):
        row = head | {"NUME_HARM": h, "DEPL_R": x.real, "DEPL_I": x.imag, "DEPL_MODU": abs(x)}
        if forces is not None:
            row |= {"FORC_R": float(forces[h].real), "FORC_I": float(forces[h].imag)}
        yield row


def _of_contacts(head, contacts, balance, response):
    shares = response.cycle.segments.shares(balance.count)
    place = {int(contact): balance.count + i for i, contact in enumerate(contacts.rough)}
    for contact, (number, face) in enumerate(contacts.faces.items()):
        stuck, forwards, backwards, apart = shares[contact].tolist()
        common = head | {"NUME_CONT": number, "NOEUD": face.names[0], "PART_DECO": apart}
        if contact in place:
            common |= {"PART_ADHE": stuck, "PART_GLIS": forwards + backwards}
            common["ENER_DISS"] = _lost(response.motion[place[contact]], response.forces[place[contact]])
        else:
            common["PART_GLIS"] = stuck + forwards + backwards
        yield from _harmonics(common | {"NOM_CMP": "N"}, response.motion[contact], response.forces[contact])
        if contact in place:
            row = place[contact]
            component = contacts.components[row - balance.count]
            yield from _harmonics(common | {"NOM_CMP": component}, response.motion[row], -response.forces[row])
    for i, (number, outline) in enumerate(contacts.outlines.items()):
        rows = range(balance.plain + 3 * i, balance.plain + 3 * i + 3)
        share = [float((response.spatial.state[i] == state).mean()) for state in range(4)]
        common = head | {"NUME_CONT": number, "NOEUD": outline.names[0], "PART_DECO": share[APART]}
        common |= {"PART_ADHE": share[STICK], "PART_GLIS": share[FORWARDS] + share[BACKWARDS]}
        common["ENER_DISS"] = sum(_lost(response.motion[row], response.forces[row]) for row in rows)
        for row, (component, sign) in zip(rows, outline.components):
            yield from _harmonics(common | {"NOM_CMP": component}, sign * response.motion[row], -response.forces[row])


def _lost(motion, force):
    """The integral of ft du over a period."""
    rate = series.derivative(motion)
    return float(pi * (force[1:] @ rate[1:]))


def _states(head, contacts, response):
    """Rows of the states of every contact; neighbours differ."""
    rows: list[dict] = []
    for number, contact, word, start, end in _spans(contacts, response):
        last = rows[-1] if rows and rows[-1]["NUME_CONT"] == number else None
        if last is not None and last["ETAT"] == word:
            last["ANGLE_FIN"] = end
            continue
        place = {"NUME_CONT": number, "NOEUD": contact.names[0], "NUME_ETAT": last["NUME_ETAT"] + 1 if last else 1}
        rows.append(head | place | {"ETAT": word, "ANGLE_DEBUT": start, "ANGLE_FIN": end})
    return rows


def _spans(contacts, response):
    """(number, contact, state, first and last angle in degrees)."""
    segments = response.cycle.segments
    faces = list(contacts.faces.items())
    for place, state, start, end in zip(*(part.tolist() for part in (segments.contact, segments.state, segments.start, segments.end))):
        number, face = faces[place]
        word = STATES[state] if face.friction or state == APART else "FERME"
        yield number, face, word, start * 180.0 / pi, end * 180.0 / pi
    for place, (number, outline) in enumerate(contacts.outlines.items()):
        states = response.spatial.state[place].tolist()
        step = 360.0 / len(states)
        for i, state in enumerate(states):
            word = SPATIAL_STATES[state] if outline.friction or state == APART else "FERME"
            yield number, outline, word, i * step, (i + 1) * step


def _loops(head, contacts, balance, response):
    approach, sliding = response.motion[: balance.count], balance.sliding(response.motion)
    angles, normal, tangential = balance.contacts.history(approach, sliding, response.cycle)
    table = series.basis(balance.harmonics, angles)
    v, u = approach @ table.T, sliding @ table.T
    for contact, (number, face) in enumerate(contacts.faces.items()):
        common = head | {"NUME_CONT": number, "NOEUD": face.names[0]}
        yield from _loop(common, angles, v[contact], normal[contact], u[contact], -tangential[contact])
    for i, (number, outline) in enumerate(contacts.outlines.items()):
        common = head | {"NUME_CONT": number, "NOEUD": outline.names[0]}
        cycle, motion = response.spatial, response.motion[balance.plain + 3 * i + 2]
        columns = outline.gap - cycle.gap[i], cycle.pressure[i], series.basis(balance.harmonics, balance.spatial.angles) @ motion
        yield from _loop(common, *(np.append(column, column[0]) for column in (balance.spatial.angles, *columns, cycle.pull[i, 0])))


def _loop(common, angles, *columns):
    degrees = np.degrees(angles)
    degrees[-1] = 360.0
    for angle, dn, fn, dt, ft in zip(*(column.tolist() for column in (degrees, *columns))):
        yield common | {"ANGLE": angle, "DEPL_N": dn, "FN": fn, "DEPL_T": dt, "FT": ft}
