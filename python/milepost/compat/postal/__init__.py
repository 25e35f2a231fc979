"""Replaces `postal`, the Python bindings of libpostal: `parser`, `expand`, `dedupe` and `near_dupe`."""
