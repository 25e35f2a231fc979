"""Modules in the place of other libraries: a program changes its import. What differs says `docs/python.md`."""
