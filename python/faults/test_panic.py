"""A panic in the core becomes an exception, and the next call works. Needs a wheel that panics: `npm run test:python -- --faults`."""

import pyarrow as pa
import pytest

import milepost

PANICS = "panic on purpose"


@pytest.mark.parametrize("question", [milepost.parse, milepost.label, milepost.geocode])
def test_a_panic_is_an_exception_and_the_next_question_is_answered(question):
    answer = question("Reno NV")
    for _ in range(100):
        with pytest.raises(milepost.MilepostError, match="on purpose"):
            question(PANICS)
    assert question("Reno NV") == answer


@pytest.mark.parametrize("question", [milepost.parse_arrow, milepost.geocode_arrow])
def test_a_row_that_panics_fails_alone(question):
    answers = question(pa.array(["Reno NV", PANICS, "75008 Paris"] * 100), fields=["locality"])
    assert answers.field("locality").to_pylist() == ["Reno", None, "Paris"] * 100
    errors = answers.field("error").to_pylist()
    assert errors[0] is None
    assert "on purpose" in errors[1]
    assert errors == [None, errors[1], None] * 100
