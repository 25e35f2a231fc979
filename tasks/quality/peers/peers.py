"""The parsers that are measured: Milepost's own build, and the peers when they are installed.

Each is a command that reads one JSON string a line and writes one JSON answer a line; its answers become readings
(labels.py). An answer is kept by text, so a row that is in several sets is parsed once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sets.labels import Part, usaddress_tags

HERE = Path(__file__).parent
TSX = [str(HERE.parents[2] / "node_modules/.bin/tsx")]
Answer = Callable[[str, Any], "list[Part]"]


class Parser:
    """A parser under measurement. `schemes` are those its labels can be compared in."""

    def __init__(
        self, name: str, command: list[str], answer: Answer, schemes: set[str], environment: dict[str, str] | None = None
    ) -> None:
        self.name = name
        self.schemes = schemes
        self.command = command
        self.answer = answer
        self._environment = {**os.environ, **(environment or {})}
        self._read: dict[str, list[Part]] = {}

    def read(self, texts: Iterable[str]) -> list[list[Part]]:
        """Readings of `texts`, in order."""
        texts = list(texts)
        new = [text for text in dict.fromkeys(texts) if text not in self._read]
        if new:
            self._read.update(zip(new, map(self.answer, new, self.bodies(new)), strict=True))
        return [self._read[text] for text in texts]

    def bodies(self, texts: list[str]) -> list[Any]:
        """The parser's own answers to `texts`, in order."""
        lines = "".join(f"{json.dumps(text)}\n" for text in texts)
        done = subprocess.run(
            self.command, input=lines, text=True, stdout=subprocess.PIPE, env=self._environment, check=False
        )
        if done.returncode != 0:
            raise SystemExit(f"{self.name}: the parser's command ended with {done.returncode}")
        answers = [json.loads(line) for line in done.stdout.split("\n") if line]
        if len(answers) != len(texts):
            raise SystemExit(f"{self.name}: asked {len(texts)} addresses, got {len(answers)} answers")
        return answers


def timed(command: list[str], texts: list[str], environment: dict[str, str]) -> dict[str, Any]:
    """What a side of a speed bench prints of the texts: its answers, and how long they took."""
    lines = "".join(f"{json.dumps(text)}\n" for text in texts)
    done = subprocess.run(command, input=lines, text=True, stdout=subprocess.PIPE, env={**os.environ, **environment}, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def milepost(root: Path, locale: str = "en-US", input_mode: str = "auto") -> Parser:
    """The build of the checkout at `root`."""
    name = "milepost" + "".join(f" {value}" for value, usual in ((locale, "en-US"), (input_mode, "auto")) if value != usual)
    command = [*TSX, str(HERE / "parse.ts"), "--root", str(root), "--locale", locale, "--input-mode", input_mode]
    return Parser(name, command, milepost_answer, {"classes", "tags", "usaddress"})


def milepost_answer(_text: str, body: dict[str, Any]) -> list[Part]:
    nodes = sorted(flat(body["tree"]["roots"]), key=lambda node: node["start"])
    parts, last = [], -1
    for node in nodes:
        parts.append(Part(node["tag"], node["value"], node["start"] == last, node["confidence"]))
        last = node["end"]
    return parts


def flat(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every node of a tree."""
    return [inner for node in nodes for inner in (node, *flat(node["children"]))]


def default_folder() -> Path:
    """Where fetch_peers.sh installs to."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(os.environ.get("MILEPOST_PEERS") or Path(cache) / "milepost-peers")


def installed(folder: Path) -> list[Parser]:
    """The peers in `folder`; tells which are not there."""
    python = folder / "venv/bin/python"
    command = [str(python), str(HERE / "peer.py")]
    known = [
        Parser(
            "libpostal",
            [*command, "libpostal"],
            lambda _text, pairs: [Part(label, value) for label, value in pairs],
            {"classes"},
            {"LIBPOSTAL_DATA_DIR": str(folder / "libpostal")},
        ),
        Parser("usaddress", [*command, "usaddress"], usaddress_answer, {"classes", "usaddress"}),
    ]
    packages = {"libpostal": "libpypostal", "usaddress": "usaddress"}
    there = [peer for peer in known if any(folder.glob(f"venv/lib/python*/site-packages/{packages[peer.name]}"))]
    for peer in known:
        if peer not in there:
            print(f"skipped, {peer.name}: not in {folder}; tasks/quality/peers/fetch_peers.sh installs it", file=sys.stderr)
    return there


def install_usaddress(folder: Path) -> None:
    """Installs usaddress, as requirements.txt pins it, in the environment of the peers."""
    if not (folder / "venv/bin/python").exists():
        venv.create(folder / "venv", with_pip=True)
    wanted = ("usaddress==", "probableparsing==", "python-crfsuite==")
    pinned = [line for line in (HERE / "requirements.txt").read_text().splitlines() if line.startswith(wanted)]
    subprocess.run([str(folder / "venv/bin/pip"), "install", "--quiet", "--no-deps", *pinned], check=True)


def usaddress_answer(_text: str, pairs: list[tuple[str, str]]) -> list[Part]:
    parts: list[Part] = []
    separated = True
    for tag, (_, token) in zip(usaddress_tags([label for label, _ in pairs]), pairs, strict=True):
        if tag is not None:
            if parts and parts[-1].label == tag and not separated:
                parts[-1] = Part(tag, f"{parts[-1].text} {token}")
            else:
                parts.append(Part(tag, token))
        separated = tag is None or token[-1] in ",;"
    return parts
