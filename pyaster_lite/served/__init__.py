"""What the Python of decks may import of code_aster beside its commands: one file for each of its modules or classes.

A member is registered under its dotted name and is a function make(study) that gives the object; `study.test(row)` adds a
row to the study's table of tests, `study.concepts` are its concepts by name.
"""
