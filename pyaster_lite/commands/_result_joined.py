"""CREA_RESU, OPERATION='ASSE': thermal results put end to end."""

from __future__ import annotations

from pyaster_lite.concepts.result import Result


def joined(args, context):
    """The instants of each result after those of the one before it, each moved by its TRANSLATION.

    An instant that comes twice is replaced. The model, materials and characteristics are those of the first.
    """
    if args.TYPE_RESU != "EVOL_THER":
        raise args.wrong("TYPE_RESU", "ASSE puts thermal results end to end: TYPE_RESU must be 'EVOL_THER'")
    first = args.ASSE[0].RESULTAT
    made = Result("evol_ther", first.mesh, first.model, first.material_field, first.characteristics)
    order, last = 0, None
    for occurrence in args.ASSE:
        source = occurrence.RESULTAT
        if source.mesh is not made.mesh:
            raise occurrence.wrong("RESULTAT", f"{source.name} and {first.name} stand on different meshes")
        for old in source.orders:
            instant = source.parameter("INST", old) + occurrence.TRANSLATION
            if last is not None and instant < last:
                raise occurrence.wrong("RESULTAT", f"the instant {instant:.9g} comes after {last:.9g}: instants must rise")
            order += instant != last
            last = instant
            fields = {name: source.field(name, old) for name in source.field_names() if source.has_field(name, old)}
            made.store(int(order), {"INST": instant}, fields)
    return made
