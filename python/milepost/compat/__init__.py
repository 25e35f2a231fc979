"""Modules that replace other libraries: change the import. Differences: `docs/python.md`."""
