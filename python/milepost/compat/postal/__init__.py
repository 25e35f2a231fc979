"""Replaces `postal`, the Python bindings of libpostal: `postal.parser` and `postal.expand`."""
