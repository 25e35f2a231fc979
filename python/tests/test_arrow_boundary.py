"""Arrow columns that a producer filled without checks: they are answered row by row or refused, and crash nothing."""

import itertools
import random
import struct
import subprocess
import sys

import pyarrow as pa
import pytest

import milepost

LATIN_1 = "Straße 1, Köln".encode("latin-1")
TEXTS = [b"Reno NV 89501", None, LATIN_1, b"75008 Paris", LATIN_1, b""]
NOT_UTF8 = "address is not UTF-8 (byte 5); convert the column to UTF-8"


def unchecked(texts, kind):
    """An array of bytes that is declared as text."""
    array = pa.array(texts, {pa.string(): pa.binary(), pa.large_string(): pa.large_binary(), pa.string_view(): pa.binary_view()}[kind])
    return pa.Array.from_buffers(kind, len(array), array.buffers(), array.null_count)


def columns():
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        yield unchecked(TEXTS, kind)
        yield unchecked([b"x", *TEXTS, b"x"], kind)[1:-1]
        yield pa.chunked_array([unchecked(TEXTS[:2], kind), unchecked(TEXTS[2:], kind)])
    for kind, keys in itertools.product((pa.string(), pa.large_string()), (pa.int8(), pa.uint16(), pa.int64())):
        indices = pa.array([0, None, 2, 3, 2, 5], keys)
        yield pa.DictionaryArray.from_arrays(indices, unchecked(TEXTS, kind), safe=False)


@pytest.mark.parametrize("column", list(columns()), ids=lambda column: str(column.type).split("<")[0])
def test_a_text_that_is_not_utf8_is_the_error_of_its_row(column):
    answers = milepost.geocode_arrow(column, fields=["locality"])
    assert answers.field("locality").to_pylist() == ["Reno", None, None, "Paris", None, None]
    assert answers.field("error").to_pylist() == [None, None, NOT_UTF8, None, NOT_UTF8, "address is required"]
    answers.validate(full=True)


def test_a_dictionary_of_nothing_is_answered():
    column = pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int8()), pa.array([], pa.string()))
    assert milepost.parse_arrow(column).field("error").to_pylist() == [None, None]


# pyarrow itself refuses first and last offsets outside a buffer. These are offsets between them, keys and views that point elsewhere.
DAMAGED = [
    pa.StringArray.from_buffers(2, pa.py_buffer(struct.pack("3i", 0, 100, 4)), pa.py_buffer(b"Reno")),
    pa.StringArray.from_buffers(2, pa.py_buffer(struct.pack("3i", 0, -9, 4)), pa.py_buffer(b"Reno")),
    pa.LargeStringArray.from_buffers(2, pa.py_buffer(struct.pack("3q", 0, 2**62, 4)), pa.py_buffer(b"Reno")),
    pa.DictionaryArray.from_arrays(pa.array([0, 9], pa.int8()), pa.array(["Reno"]), safe=False),
    pa.DictionaryArray.from_arrays(pa.array([0, -2], pa.int64()), pa.array(["Reno"]), safe=False),
    pa.Array.from_buffers(pa.string_view(), 1, [None, pa.py_buffer(struct.pack("i4sii", 40, b"Reno", 7, 0)), pa.py_buffer(b"Reno")]),
    pa.Array.from_buffers(pa.string_view(), 1, [None, pa.py_buffer(struct.pack("i4sii", 40, b"Reno", 0, 99)), pa.py_buffer(b"Reno")]),
]


@pytest.mark.parametrize("column", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_column_is_refused(column):
    with pytest.raises(ValueError, match="the column is damaged"):
        milepost.parse_arrow(column)
    with pytest.raises(ValueError, match="the column is damaged"):
        milepost.parse_arrow(pa.chunked_array([pa.array(["Reno"], column.type), column]) if len(column) > 1 else column)


def arbitrary(chance):
    """A column of random buffers; few of them are sound."""
    rows = chance.randrange(6)
    data = pa.py_buffer(chance.randbytes(chance.randrange(24)) if chance.random() < 0.5 else b"Reno NV 89501, Paris")
    valid = pa.py_buffer(chance.randbytes(1)) if chance.random() < 0.5 else None
    offset = chance.randrange(3)
    form = chance.choice(["i", "q", "view", "keys"])
    if form in "iq":
        ends = [chance.randrange(-1, data.size + 2) for _ in range(rows + offset + 1)]
        if chance.random() < 0.7:
            ends = sorted(min(max(end, 0), data.size) for end in ends)
        offsets = pa.py_buffer(struct.pack(f"{len(ends)}{form}", *ends))
        kind = pa.string() if form == "i" else pa.large_string()
        return pa.Array.from_buffers(kind, rows, [valid, offsets, data], offset=offset)
    if form == "view":
        views = b"".join(
            chance.randbytes(16)
            if chance.random() < 0.3
            else struct.pack("i4sii", chance.randrange(20), data.to_pybytes()[:4], chance.randrange(2), chance.randrange(8))
            for _ in range(rows + offset)
        )
        return pa.Array.from_buffers(pa.string_view(), rows, [valid, pa.py_buffer(views), data], offset=offset)
    keys = pa.array([chance.choice([None, *range(-1, 4)]) for _ in range(rows)], pa.int16())
    texts = pa.StringArray.from_buffers(
        2, pa.py_buffer(struct.pack("3i", 0, 3, chance.randrange(3, 21))), pa.py_buffer(b"Stra\xdfe, Reno NV 89501")
    )
    return pa.DictionaryArray.from_arrays(keys, texts, safe=False)


def test_random_buffers_are_answered_or_refused():
    chance = random.Random(50)
    answered = refused = 0
    for _ in range(4_000):
        try:
            column = arbitrary(chance)
        except pa.ArrowInvalid:
            continue
        if chance.random() < 0.3:
            column = pa.chunked_array([column, column.slice(min(1, len(column)))])
        try:
            answers = milepost.parse_arrow(column, fields=["locality"], threads=1)
        except (ValueError, milepost.MilepostError):
            refused += 1
            continue
        answered += 1
        assert len(answers) == len(column)
        answers.validate(full=True)
    assert answered > 500
    assert refused > 500


INTERRUPTED = """
import os, signal, threading, time
import pyarrow as pa
import milepost
column = pa.array([f"{row} Elm St, Reno NV {row}" for row in range(400_000)])
def interrupt():
    global sent
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.3, interrupt).start()
try:
    CALL
except KeyboardInterrupt:
    print(time.monotonic() - sent)
"""


@pytest.mark.parametrize("call", ["milepost.parse_arrow(column)", "milepost.match_arrow(column, column)", "milepost.dedupe_arrow(column)"])
def test_an_interrupt_ends_a_column(call):
    said = subprocess.run([sys.executable, "-c", INTERRUPTED.replace("CALL", call)], capture_output=True, text=True, check=True)
    assert float(said.stdout) < 2, "seconds; the whole column takes a minute"
