"""Lines that are not addresses, from packages that know nothing of this program. Run in the peers' environment by
not_addresses.py; writes one {"kind", "text"} a line, the same lines every time.

    python not_texts.py FOLDER

| kind      | what                                                    | source                                              |
|-----------|---------------------------------------------------------|-----------------------------------------------------|
| talk      | greetings and small talk, five languages                | chatterbot-corpus (BSD)                             |
| support   | questions to a help desk and about code                 | chatterbot-corpus                                   |
| question  | questions people ask, some with places and names        | mimesis (MIT), `questions`                          |
| prose     | sentences of the Python manual                          | CPython, pydoc_data                                 |
| sql       | statements                                              | sqlglot (MIT), tests/fixtures in FOLDER             |
| product   | processors, graphics cards, phones, dishes, drinks      | mimesis, hardware and food                          |
| slogan    | catch phrases of companies in English and French        | Faker (MIT)                                         |
| phone     | phone numbers of six countries                          | Faker                                               |
| code      | EAN, ISBN, IBAN, card numbers, VIN, colours, hashes     | Faker                                               |
| machine   | mail and web addresses, paths, user agents, IP, dates   | Faker                                               |

Left out is what a training corpus may hold: names of people and mimesis' quotes and word lists.
"""

from __future__ import annotations

import json
import pydoc_data.topics
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import chatterbot_corpus
import mimesis
from faker import Faker
from mimesis.datasets import CPU, GRAPHICS, HDD_SSD, PHONE_MODELS

# Lines of a kind; more would only make that kind weigh more.
MOST = 400
LANGUAGES = ("english", "french", "german", "spanish", "italian")
SUPPORT = {"tech_support", "coding"}


def conversations() -> Iterator[tuple[str, str]]:
    """Sentences of the dialogues: `- - question`, `  - answer`."""
    data = Path(chatterbot_corpus.__file__).parent / "data"
    for language in LANGUAGES:
        for path in sorted((data / language).glob("*.yml")):
            kind = "support" if path.stem in SUPPORT else "talk"
            body = path.read_text(encoding="utf-8").partition("conversations:")[2]
            for match in re.finditer(r"^\s*(?:- )?- (\S.*)$", body, re.MULTILINE):
                yield kind, match[1].strip("'\"|>- ")


def datasets() -> Iterator[tuple[str, str]]:
    folder = Path(mimesis.__file__).parent / "datasets/en"
    for text in json.loads((folder / "text.json").read_text(encoding="utf-8"))["questions"]:
        yield "question", text
    food = json.loads((folder / "food.json").read_text(encoding="utf-8"))
    for text in [*food["dishes"][:80], *food["drinks"][:80], *CPU, *HDD_SSD, *GRAPHICS, *PHONE_MODELS]:
        yield "product", text


def manual() -> Iterator[tuple[str, str]]:
    for text in pydoc_data.topics.topics.values():
        for paragraph in text.split("\n\n"):
            for sentence in re.split(r"(?<=[.?!]) ", " ".join(paragraph.split())):
                if 20 < len(sentence) < 160 and sentence[0].isupper() and sentence.endswith("."):
                    yield "prose", sentence


def statements(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("fixtures/identity.sql")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if len(line.split()) >= 3:
                yield "sql", line


def made() -> Iterator[tuple[str, str]]:
    """What Faker makes of patterns, seeded."""
    for index, locale in enumerate(("en_US", "fr_FR", "de_DE", "en_GB", "es_ES", "it_IT")):
        fake = Faker(locale)
        fake.seed_instance(index + 1)
        for _ in range(MOST // 6 + 1):
            yield "phone", fake.phone_number()
    for index, locale in enumerate(("en_US", "fr_FR")):
        fake = Faker(locale)
        fake.seed_instance(index + 1)
        for _ in range(MOST // 2):
            yield "slogan", fake.catch_phrase()
    fake = Faker("en_US")
    fake.seed_instance(1)
    codes = (fake.ean13, fake.isbn13, fake.iban, fake.credit_card_number, fake.vin, fake.hex_color, fake.md5, fake.ssn)
    machine = (fake.email, fake.url, fake.file_path, fake.user_agent, fake.ipv4, fake.iso8601, fake.date, fake.mac_address)
    for _ in range(MOST // 8):
        yield from (("code", make()) for make in codes)
        yield from (("machine", make()) for make in machine)


def main() -> None:
    kinds: dict[str, dict[str, None]] = {}
    for source in (conversations(), datasets(), manual(), statements(Path(sys.argv[1])), made()):
        for kind, text in source:
            text = " ".join(text.split())
            if text:
                kinds.setdefault(kind, {})[text] = None
    for kind, found in kinds.items():
        texts = list(found)
        for text in random.Random(kind).sample(texts, min(MOST, len(texts))):
            print(json.dumps({"kind": kind, "text": text}, ensure_ascii=False))


if __name__ == "__main__":
    main()
