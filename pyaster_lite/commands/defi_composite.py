"""DEFI_COMPOSITE: the material of a plate of several layers, each of an orthotropic material (u4.42.03)."""

from pyaster_lite.catalogue.command import formerly, operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.concepts.material import Material
from pyaster_lite.fe.laminate import Layer, laminate


@operator(
    "DEFI_COMPOSITE",
    produces="mater_sdaster",
    early=True,
    keywords=dict(
        COUCHE=FACT(
            "o",
            max="**",
            EPAIS=SIMP("o", typ="R", val_min=0.0),
            MATER=SIMP("o", typ="mater_sdaster"),
            ORIENTATION=SIMP("f", typ="R", defaut=0.0, val_min=-90.0, val_max=90.0),
        ),
        IMPRESSION=FACT("f", UNITE=SIMP("f", typ="I", defaut=8)),
    ),
)
def defi_composite(args, context):
    """The layers from below; their density is shared out over the thickness."""
    layers = [_layer(occurrence) for occurrence in args.COUCHE]
    laws = [occurrence.MATER.laws["ELAS_ORTH"] for occurrence in args.COUCHE]
    properties = laminate(layers)
    dense = [law.get("RHO") is not None for law in laws]
    if all(dense):
        mass = sum(layer.thickness * law["RHO"] for layer, law in zip(layers, laws))
        properties["density"] = mass / sum(layer.thickness for layer in layers)
    elif any(dense):
        raise args.COUCHE[dense.index(False)].wrong("MATER", "either every layer has a density RHO or none has")
    if args.IMPRESSION is not None:
        context.write(args.IMPRESSION.UNITE, _told(properties))
    return Material({"ELAS_COQMU": {}}, properties)


def _layer(occurrence) -> Layer:
    if occurrence.EPAIS == 0.0:
        raise occurrence.wrong("EPAIS", "the thickness must be above zero")
    laws = occurrence.MATER.laws
    if "ELAS_ORTH" not in laws:
        raise occurrence.wrong("MATER", f"the material of a layer needs ELAS_ORTH: it has {', '.join(laws)}")
    law = laws["ELAS_ORTH"]
    if len(laws) > 1:
        raise occurrence.wrong("MATER", "the material of a layer has ELAS_ORTH alone")
    # code_aster takes a shear modulus across T that is not given as one that does not yield
    shear = law["G_LT"], law.get("G_LN") or law["G_LT"], law.get("G_TN") or 1e6 * law["G_LT"]
    return Layer(
        occurrence.EPAIS,
        occurrence.ORIENTATION,
        law["E_L"],
        law["E_T"],
        law["NU_LT"],
        *shear,
        law.get("ALPHA_L") or 0.0,
        law.get("ALPHA_T") or 0.0,
    )


def _told(properties) -> str:
    names = {"plate_membrane": "A (N/m)", "plate_coupling": "B (N)", "plate_bending": "D (N m)", "plate_shear_flexibility": "F (m/N)"}
    lines = []
    for name, title in names.items():
        lines += [title, *("  ".join(f"{value:13.6E}" for value in row) for row in properties[name])]
    return "\n".join(lines) + "\n"


formerly("DEFI_COQU_MULT", "DEFI_COMPOSITE", "11.1.6")
