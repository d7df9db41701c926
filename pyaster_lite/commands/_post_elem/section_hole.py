"""AIRE_INTERNE: area and outline of the holes of a plane mesh (u4.81.22)."""

from __future__ import annotations

from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.commands._post_elem.quantity import Quantity, model_of, table
from pyaster_lite.fe.plane_section import outline


def run(args, context):
    """A row for each group of segments around a hole."""
    mesh, rows = model_of(args).mesh, []
    for occurrence in args.AIRE_INTERNE:
        for name in occurrence.GROUP_MA_BORD:
            blocks = mesh.select(mesh.cell_group(name))
            if len(blocks) != 1 or blocks[0].type not in ("SEG2", "SEG3"):
                raise occurrence.wrong("GROUP_MA_BORD", f"the cells of {name} are not segments of one kind")
            try:
                area, length = outline(blocks[0].nodes, mesh.coordinates)
            except ValueError as error:
                raise occurrence.wrong("GROUP_MA_BORD", f"the segments of {name} do not surround an area: {error}") from None
            rows.append({"GROUP_MA": name, "AIRE": area, "LONGUEUR": length})
    return table(rows, {"GROUP_MA": "K24", "AIRE": "R", "LONGUEUR": "R"})


QUANTITIES = {
    "AIRE_INTERNE": Quantity(
        FACT("f", max="**", GROUP_MA_BORD=SIMP("o", typ="grma", max="**", validators=(no_repeat,))),
        run,
        {"MODELE": SIMP("f", typ="modele_sdaster")},
    )
}
