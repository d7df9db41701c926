"""Instants and kinds of loads in a deck's Python."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.step_list import UNASKED, StepList
from pyaster_lite.served.time_stepper import TimeStepper


def test_instants_come_one_after_the_other():
    stepper = TimeStepper([0.0, 0.5, 1.0, 2.0], final=1.5)
    seen = []
    while not stepper.isFinished():
        seen.append((stepper.getPrevious(), stepper.getCurrent(), stepper.getIncrement()))
        stepper.completed()
    assert seen == [(0.0, 0.5, 0.5), (0.5, 1.0, 0.5), (1.0, 1.5, 0.5)]
    assert stepper.getFinal() == 1.5 and (stepper.size(), stepper.remaining()) == (3, 0)
    stepper.setInitial(0.5)
    assert (stepper.getCurrent(), stepper.getNextIncrement()) == (1.0, 0.5)
    stepper.setFinal(1.25)
    assert (stepper.size(), stepper.getFinal(), stepper.copy().getInitial()) == (2, 1.25, 0.5)


def test_instants_must_ascend():
    with pytest.raises(ValueError, match="ascend"):
        TimeStepper([1.0, 0.5])


def test_a_load_is_of_one_kind():
    thermal, mechanical = (SERVED[f"code_aster.CA.{name}"](None) for name in ("ThermalDirichletBC", "MechanicalDirichletBC"))
    load = SimpleNamespace(kind="char_cine_ther")
    assert isinstance(load, thermal) and not isinstance(load, mechanical)


def test_a_list_of_whatever():
    force_list = SERVED["code_aster.Utilities.force_list"](None)
    assert force_list(None) == [] and force_list(3) == [3] and force_list((1, 2)) == [1, 2]


def test_a_list_takes_another_way_to_cut():
    times = StepList(np.array([0.0, 1.0, 2.0]), [UNASKED])
    assert times.size() == 3 and times.getInitial() is None and times.getFinal() == 2.0
    times.register_event(TimeStepper.Split(TimeStepper.Error(), nbSubSteps=2, minStep=0.05))
    assert times.failures[1] == UNASKED
    assert times.failures[0].cutting.pieces == 2 and times.failures[0].cutting.smallest == 0.05
