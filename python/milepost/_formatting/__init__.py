"""Formatting and canonical keys: what `ts/src/format` does, in Python. Tests compare both."""
