"""Labels compared with those of `usaddress`: addresses written for this test, and rows that its authors labelled by hand."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from milepost.compat import usaddress

peer = pytest.importorskip("usaddress", reason="usaddress is not installed")

ALIKE = """\
742 Evergreen Terrace, Springfield, OR 97477
1600 N. Elm St., Greensboro, NC 27401
88 E 7th St Apt 3C, New York, NY 10003
2100 SW Harbor Way Unit 12, Portland, OR 97201
415 Mission Street, Suite 4800, San Francisco, CA 94105
500 Oak Avenue, Floor 6, Boulder, CO 80302
500 Oak Avenue, 6th Floor, Boulder, CO 80302
31 Pine Rd Bldg 7 Apt 2, Madison, WI 53703
9 Maple Court # 14, Dover, DE 19901
9 Maple Court #14, Dover, DE 19901
4711 State Road 13, Reno, NV 89501
4711 US Highway 50 East, Reno, NV 89501
66 County Road D, Madison, WI 53703
18 1/2 Cherry Lane, Dover, DE 19901
214 B Cherry Lane, Dover, DE 19901
77 Avenue C, Bayonne, NJ 07002
12 Avenue of the Americas, New York, NY 10013
320 Calle Real, Santa Barbara, CA 93101
10 Old Mill Road, Concord, MA 01742
10 Northwest Passage Dr, Concord, MA 01742
1200 Broadway, Oakland, CA 94607
1200 5th Ave NE, Seattle, WA 98105
1200 Fifth Avenue North, Nashville, TN 37203
PO Box 881, Reno, NV 89501
P.O. Box 881, Reno, NV 89501
Post Office Box 881, Reno, NV 89501
RR 2 Box 14, Dover, DE 19901
HC 61 Box 250, Reno, NV 89501
Main St & 2nd Ave, Reno, NV
Main St and 2nd Ave, Reno, NV
Corner of Main St and Oak Ave, Reno, NV
Attn: Jane Roe, 12 Elm St, Reno, NV 89501
12 Elm St, Reno, NV 89501, United States
12 Elm St, Reno, NV 89501 USA
12 Elm St, Reno, Nevada 89501-1234
12 Elm St, New York, New York 10001
Reno, NV
Reno NV 89501
89501
12 Elm St
Elm Street
12 Elm St Lot 5, Dover, DE
12 Elm St Dept 301, Dover, DE
12 Elm St Rm 7, Dover, DE
12-14 Elm St, Dover, DE 19901
W12N345 Oak St, Madison, WI 53703
500 Martin Luther King Jr Blvd, Oakland, CA 94607
12 St. Charles Ave, New Orleans, LA 70130
12 Park Ave S, New York, NY 10003
(12 Elm St) Reno, NV 89501
12 ELM ST RENO NV 89501
12 elm st reno nv 89501
12 Elm St, Apt. 4-B; Reno, NV
""".splitlines()

# The rows of the table in docs/python.md: address, token, label of usaddress, label here.
DIFFERENT = [
    ("Empire State Building, New York, NY", "Empire", "BuildingName", "LandmarkName"),
    ("City Hall, 1 Civic Center Plaza, Reno, NV 89501", "Civic", "BuildingName", "StreetName"),
    ("N Main St at W 2nd Ave, Reno, NV", "at", "NotAddress", "IntersectionSeparator"),
]


@pytest.mark.parametrize("address", ALIKE)
def test_labels_are_those_of_usaddress(address):
    assert usaddress.parse(address) == peer.parse(address)
    assert usaddress.tag(address) == peer.tag(address)


@pytest.mark.parametrize(("address", "token", "theirs", "here"), DIFFERENT)
def test_a_documented_difference_is_one(root, address, token, theirs, here):
    assert (dict(peer.parse(address))[token], dict(usaddress.parse(address))[token]) == (theirs, here)
    page = (root / "docs/python.md").read_text()
    assert f"| `{token}` in `{address}` | `{theirs}` | `{here}` |" in page


def test_what_a_program_imports_is_there():
    assert peer.LABELS == usaddress.LABELS
    here = {name for name in dir(usaddress) if not name.startswith("_")}
    assert {"LABELS", "RepeatedLabelError", "parse", "tag", "tokenize"} <= here


def test_a_repeated_label_is_told_as_usaddress_does():
    address = "12 Elm St, Reno, NV 89501, 14 Oak St"
    with pytest.raises(peer.RepeatedLabelError) as theirs:
        peer.tag(address)
    with pytest.raises(usaddress.RepeatedLabelError) as here:
        usaddress.tag(address)
    assert here.value.original_string == theirs.value.original_string == address
    assert here.value.parsed_string == theirs.value.parsed_string


# Sets of the source package: number of rows, of rows with all labels right, and of rows right by the coarser comparison of its tests.
# usaddress is trained on `labeled`.
LABELLED = [
    ("labeled", 1513, 1010, 1160),
    ("multi_word_state_addresses", 8, 8, 8),
    ("us50_messiest_manual_label", 63, 28, 59),
    ("us50_train_tagged", 50, 24, 43),
]


def coarse(label: str) -> str:
    """The comparison `fuzzyEquals` of its tests."""
    return next((kind for kind in ("StreetName", "AddressNumber") if label.startswith(kind)), label)


@pytest.fixture(scope="module")
def training(published) -> Path:
    """The folder of the labelled rows. MIT licence; they are only read."""
    (folder,) = published.glob("usaddress-*/training")
    return folder


@pytest.mark.parametrize(("name", "rows", "exact", "alike"), LABELLED)
def test_rows_that_its_authors_labelled_are_read(training, name, rows, exact, alike):
    addresses = list(ET.parse(training / f"{name}.xml").getroot())
    wanted = [[part.tag for part in address] for address in addresses]
    read = [[label for _, label in usaddress.parse("".join(address.itertext()))] for address in addresses]
    assert len(addresses) == rows
    assert sum(one == other for one, other in zip(wanted, read, strict=True)) >= exact
    coarsely = [([coarse(label) for label in one], [coarse(label) for label in other]) for one, other in zip(wanted, read, strict=True)]
    assert sum(one == other for one, other in coarsely) >= alike
