"""The labelled rows that parsers are measured on.

| set           | rows                                                                          | scheme    |
|---------------|-------------------------------------------------------------------------------|-----------|
| `senzing/all` | eval/senzing_dev.csv.gz, and `senzing/<cc>` for each of its countries         | classes   |
| `usaddress`   | us/usaddress_labeled.tsv.gz, hand-labelled, kept out of training              | usaddress |
| `usaddress/classes` | the same rows as libpostal's classes, so that libpostal can be compared | classes   |
| `exam/all`    | eval/classes.jsonl.gz, ways of writing that are rare in other sets, and `exam/<class>` for each; `/classes` behind a name as libpostal's classes | tags |
| `corpus`      | `held_out.jsonl` of milepost-corpus: regions and streets never trained on     | tags      |

`SET+KIND` are the rows of a set after a perturbation (perturb.py).
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sets.labels import SENZING_COLUMNS, Part, usaddress_tags


class Span(NamedTuple):
    """A label and its range of characters."""

    label: str
    start: int
    end: int


class Row(NamedTuple):
    """A labelled address. `spans` is None when a value could not be found in the text; such a row is not perturbed."""

    id: str
    text: str
    parts: list[Part]
    spans: list[Span] | None
    # Where it differs from that of the set.
    scheme: str | None = None


class Set(NamedTuple):
    name: str
    scheme: str
    rows: list[Row]


def parts_of(text: str, spans: list[Span]) -> list[Part]:
    """The spans as parts."""
    last = -1
    parts = []
    for span in spans:
        parts.append(Part(span.label, text[span.start : span.end], glued=span.start == last))
        last = span.end
    return parts


def row_of(identity: str, text: str, spans: list[Span]) -> Row:
    spans = sorted(spans, key=lambda span: span.start)
    return Row(identity, text, parts_of(text, spans), spans)


def senzing(path: Path) -> Iterator[Set]:
    """All rows, then the United States and France, then every other country by its number of rows."""
    countries: dict[str, list[Row]] = {}
    rows = []
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for record in csv.DictReader(file):
            text = " ".join(record["full_address"].split())
            wanted = [(column, record[column]) for column in SENZING_COLUMNS if record[column]]
            spans = located(text, wanted)
            if spans is None:
                row = Row(record["record_id"], text, [Part(*pair) for pair in wanted], None)
            else:
                row = row_of(record["record_id"], text, spans)
            rows.append(row)
            countries.setdefault(record["country_code"], []).append(row)
    yield Set("senzing/all", "classes", rows)
    first = {"us": 0, "fr": 1}
    for code in sorted(countries, key=lambda code: (first.get(code, 2), -len(countries[code]), code)):
        yield Set(f"senzing/{code}", "classes", countries[code])


# Countries of which docs/labels.md settles how a street is split; elsewhere its parts are joined before they are compared.
SPLIT = frozenset("US PR CA GB AU NZ IE FR ES IT PT BR MX AR CL PE EC UY CO DO CR NI".split())


def exam(path: Path) -> Iterator[Set]:
    """All rows and those of each class, by Milepost's tags and as libpostal's classes."""
    classes: dict[str, list[Row]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file):
            record = json.loads(line)
            text = record["raw"]
            wanted = [(tag, value) for tag, found in record["components"].items() for value in found]
            spans = located(text, wanted)
            row = Row(f"{record['class']}-{number}", text, [Part(*pair) for pair in wanted], None)
            if spans is not None:
                row = row_of(row.id, text, spans)
            split = record["country"] in SPLIT
            classes.setdefault(record["class"], []).append(row._replace(scheme=None if split else "streets"))
    named = {"all": [row for rows in classes.values() for row in rows], **classes}
    for name, rows in named.items():
        yield Set(f"exam/{name}", "tags", rows)
    for name, rows in named.items():
        yield Set(f"exam/{name}/classes", "classes", [row._replace(scheme=None) for row in rows])


def located(text: str, wanted: list[tuple[str, str]]) -> list[Span] | None:
    """Where the values stand in the text: longest first, each at its first free place between word edges."""
    taken = [False] * len(text)
    spans = []
    for label, value in sorted(wanted, key=lambda pair: -len(pair[1])):
        pattern = rf"(?<!\w){re.escape(value)}(?!\w)"
        free = (match for match in re.finditer(pattern, text) if not any(taken[match.start() : match.end()]))
        match = next(free, None)
        if match is None:
            return None
        taken[match.start() : match.end()] = [True] * (match.end() - match.start())
        spans.append(Span(label, match.start(), match.end()))
    return spans


def usaddress(path: Path) -> Iterator[Set]:
    """The hand-labelled rows of usaddress, in their own detail and as libpostal's classes."""
    rows = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        next(file)
        for line in file:
            identity, _, tokens = line.rstrip("\n").split("\t")
            rows.append(usaddress_row(identity, json.loads(tokens)))
    yield Set("usaddress", "usaddress", rows)
    yield Set("usaddress/classes", "classes", rows)


def usaddress_row(identity: str, tokens: list[tuple[str, str | None]]) -> Row:
    text = ""
    spans: list[Span] = []
    separated = True
    for (token, _), tag in zip(tokens, usaddress_tags([label for _, label in tokens])):
        text += " " if text else ""
        start = len(text)
        text += token
        end = len(text) - (len(token) - len(token.rstrip(",;")))
        if tag is not None:
            if spans and spans[-1].label == tag and not separated:
                spans[-1] = spans[-1]._replace(end=end)
            else:
                spans.append(Span(tag, start, end))
        separated = tag is None or end < len(text)
    return row_of(identity, text, spans)


def corpus(path: Path, limit: int) -> Iterator[Set]:
    """The first `limit` held-out texts, each once; byte ranges become ranges of characters."""
    rows: dict[str, Row] = {}
    with path.open(encoding="utf-8") as file:
        for line in file:
            if len(rows) == limit:
                break
            record = json.loads(line)
            text = record["text"]
            data = text.encode()
            spans = [
                Span(tag, len(data[:start].decode()), len(data[:end].decode())) for tag, start, end in record["spans"]
            ]
            # Named by its text, so that runs on corpora of different seeds compare the rows they share.
            identity = hashlib.sha256(data).hexdigest()[:12]
            rows.setdefault(identity, row_of(identity, text, spans))
    yield Set("corpus", "tags", list(rows.values()))
    yield Set("corpus/classes", "classes", list(rows.values()))
