"""Whatever stops a command is told at the command: bad numbers are a failed computation, a slip of ours is not hidden."""

import numpy as np
import pytest

from pyaster_lite.catalogue.arguments import Keywords
from pyaster_lite.catalogue.command import Command
from pyaster_lite.catalogue.keywords import Body
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.diagnostics import ExitCode, Refused, Span, exit_code
from pyaster_lite.fe.errors import ComputationFailed, NotConverged
from pyaster_lite.study.context import Context
from pyaster_lite.study.run import Options, Study

HERE = Span("deck.comm", 3, 5, 3, 12)


def run(tmp_path, action):
    study = Study(tmp_path / "deck.comm", Options(verbosity=-1))
    command = Command("ANY", Body(), lambda args, context: action())
    return study.guarded(command, Keywords("ANY", HERE, {}, {}, {}), Context(study, "X", HERE))


@pytest.mark.parametrize("action, text", [
    (lambda: 1 / 0, "ANY (X): the numbers break down: division by zero"),
    (lambda: 10.0**400, "the numbers break down"),
    (lambda: np.linalg.inv(np.zeros((2, 2))), "the numbers break down: Singular matrix"),
])  # fmt: skip
def test_numbers_that_break_down_fail_at_the_command(tmp_path, action, text):
    with pytest.raises(Refused) as refused:
        run(tmp_path, action)
    (told,) = refused.value.diagnostics
    assert text in told.message and told.span == HERE
    assert exit_code([told]) is ExitCode.COMPUTATION_FAILED


def test_a_slip_of_ours_stays_one(tmp_path):
    with pytest.raises(ValueError, match="invalid literal"):
        run(tmp_path, lambda: int("x"))


@pytest.mark.parametrize("failure, name", [
    (NotConverged("no balance"), "MECANONLINE9_7"),
    (ComputationFailed("too deep", known_as="CONTACT_93"), "CONTACT_93"),
    (ComputationFailed("else"), ""),
])  # fmt: skip
def test_what_a_deck_catches_says_how_code_aster_calls_it(tmp_path, failure, name):
    def action():
        raise failure

    with pytest.raises(Refused) as caught:
        run(tmp_path, action)
    assert caught.value.id_message == name


def test_groups_that_the_mesh_lacks_are_the_deck_s_mistake(tmp_path):
    mesh = Mesh(np.zeros((1, 3)), [], {}, {})
    with pytest.raises(Refused) as refused:
        run(tmp_path, lambda: mesh.cell_group("NOPE"))
    (told,) = refused.value.diagnostics
    assert told.message == "ANY (X): the mesh has no cell group NOPE" and exit_code([told]) is ExitCode.WRONG_INPUT
