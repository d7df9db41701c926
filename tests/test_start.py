"""What a study of linear statics loads at its start: half of the time of a small one."""

import subprocess
import sys

COMMANDS = ("lire_maillage", "affe_modele", "defi_materiau", "affe_materiau", "affe_char_meca", "meca_statique", "test_resu")
HEAVY = ("scipy.linalg", "scipy.sparse.linalg", "scipy.optimize", "scipy.special", "matplotlib", "meshio", "pandas")


def test_linear_statics_start_without_heavy_libraries():
    modules = ", ".join(f"pyaster_lite.commands.{name}" for name in COMMANDS)
    text = f"import sys, {modules}\nprint(*(set({HEAVY!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert not done.stdout.split()


def test_what_decks_may_import_is_offered_without_heavy_libraries():
    text = f"import sys, pyaster_lite.concepts.interface_synthesis\nprint(*(set({HEAVY!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert not done.stdout.split()
