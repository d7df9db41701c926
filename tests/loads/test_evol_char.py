"""EVOL_CHAR: forces told by a result."""

import numpy as np
import pytest

from pyaster_lite.fe.errors import ComputationFailed
from tests.loads.test_loads import around, load, model, total  # noqa: F401

from ..commands.runner import run
from ..commands.test_model_data import plate


def told(around, model, **fields):  # noqa: F811
    """An evol_char at INST 0 and 2, the fields being twice as large at the end."""
    made = []
    for t, factor in ((0.0, 1.0), (2.0, 2.0)):
        for name, (quantity, values) in fields.items():
            names, values = list(values), [factor * value for value in values.values()]
            affe = [{"TOUT": "OUI", "NOM_CMP": names, "VALE": values}]
            field = run("CREA_CHAMP", around, OPERATION="AFFE", TYPE_CHAM=f"NOEU_{quantity}", MAILLAGE=model.mesh, AFFE=affe)
            made.append({"NOM_CHAM": name, "CHAM_GD": field, "INST": t})
    return run("CREA_RESU", around, OPERATION="AFFE", TYPE_RESU="EVOL_CHAR", AFFE=made)


def test_pressures_and_forces_follow_the_instants(around, model):  # noqa: F811
    plain = load(around, model, PRES_REP={"TOUT": "OUI", "PRES": 3.0}, FORCE_INTERNE={"TOUT": "OUI", "FX": 5.0})
    result = told(around, model, PRES=("PRES_R", {"PRES": 3.0}), FVOL_2D=("FORC_R", {"FX": 5.0}))
    made = load(around, model, EVOL_CHAR=result)
    for t, factor in ((0.0, 1.0), (1.0, 1.5), (2.0, 2.0)):
        np.testing.assert_allclose(made.vector(model.data(), t), factor * plain.vector(model.data(), t), atol=1e-14)
    with pytest.raises(ComputationFailed, match="from 0 to 2"):
        made.vector(model.data(), 3.0)


def test_a_result_of_one_instant_is_constant(around, model):  # noqa: F811
    field = run("CREA_CHAMP", around, OPERATION="AFFE", TYPE_CHAM="NOEU_PRES_R", MAILLAGE=model.mesh,
                AFFE=[{"TOUT": "OUI", "NOM_CMP": ["PRES"], "VALE": [3.0]}])  # fmt: skip
    rows = [{"NOM_CHAM": "PRES", "CHAM_GD": field, "INST": 1.0}]
    made = load(around, model, EVOL_CHAR=run("CREA_RESU", around, OPERATION="AFFE", TYPE_RESU="EVOL_CHAR", AFFE=rows))
    plain = load(around, model, PRES_REP={"TOUT": "OUI", "PRES": 3.0})
    for t in (0.0, 1.0, 2.0):
        np.testing.assert_allclose(made.vector(model.data(), t), plain.vector(model.data(), t), atol=1e-14)


def test_forces_at_nodes(around, model):  # noqa: F811
    made = load(around, model, EVOL_CHAR=told(around, model, FORC_NODA=("DEPL_R", {"DX": 1.0, "DY": 2.0})))
    count = len(np.unique(model.dofs.node))
    np.testing.assert_allclose(total(model, made, 1.0), [1.5 * count, 3.0 * count])


def test_what_flows_bring_to_models_of_heat(around):  # noqa: F811
    rows = [{"GROUP_MA": ("SQUARES", "RIGHT"), "PHENOMENE": "THERMIQUE", "MODELISATION": "PLAN"}]
    heat = run("AFFE_MODELE", around, MAILLAGE=plate(), AFFE=rows)
    made = []
    for t, factor in ((0.0, 0.0), (2.0, 2.0)):
        for name, (quantity, component, value) in {
            "T_EXT": ("TEMP_R", "TEMP", 50.0), "COEF_H": ("COEH_R", "H", 3.0), "FLUN": ("FLUN_R", "FLUN", 7.0)
        }.items():  # fmt: skip
            affe = [{"GROUP_MA": "RIGHT", "NOM_CMP": [component], "VALE": [factor * value]}]
            field = run("CREA_CHAMP", around, OPERATION="AFFE", TYPE_CHAM=f"CART_{quantity}", MAILLAGE=heat.mesh, AFFE=affe)
            made.append({"NOM_CHAM": name, "CHAM_GD": field, "INST": t})
    result = run("CREA_RESU", around, OPERATION="AFFE", TYPE_RESU="EVOL_CHAR", AFFE=made)
    words = {"ECHANGE": [{"GROUP_MA": "RIGHT", "COEF_H": 3.0, "TEMP_EXT": 50.0}], "FLUX_REP": [{"GROUP_MA": "RIGHT", "FLUN": 7.0}]}
    told_so, plain = (run("AFFE_CHAR_THER", around, MODELE=heat, **own) for own in ({"EVOL_CHAR": result}, words))
    data = heat.data()
    for term in told_so.forces:
        assert term.word == "EVOL_CHAR" and not term.constant
    now = np.linspace(0.0, 9.0, heat.dofs.size)
    told_sum, plain_sum = (sum(force.vector(data, 1.0, now) for force in one.forces) for one in (told_so, plain))
    np.testing.assert_allclose(told_sum, plain_sum, atol=1e-12)
    assert abs(told_sum).max() > 1.0


def test_forces_that_no_cells_take_are_told(around, model):  # noqa: F811
    rows = [{"GROUP_MA": ("SQUARES",), "PHENOMENE": "MECANIQUE", "MODELISATION": "D_PLAN"}]
    bare = run("AFFE_MODELE", around, MAILLAGE=plate(), AFFE=rows)
    with pytest.raises(ComputationFailed, match="no cells of the model take PRES"):
        load(around, bare, EVOL_CHAR=told(around, model, PRES=("PRES_R", {"PRES": 3.0})))
