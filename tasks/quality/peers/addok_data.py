"""An addok that holds a table of address points: its JSON lines, its configuration, its Redis server.

addok wants a document a street, with the points of its house numbers in it, and a document a commune. Both are made from the rows that
Milepost's shard is built from, and from the communes' centroids, which the starter data has too.
"""

from __future__ import annotations

import csv
import gzip
import json
import os
import socket
import statistics
import subprocess
import time
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Row = list[str]  # number, street, locality, region, postcode, lat, lon

# A Redis server that did not answer by then will not.
START_S = 10.0


def documents(rows: Iterable[Row], communes: Path) -> Iterator[dict[str, Any]]:
    """Streets with their house numbers, then communes."""
    streets: dict[tuple[str, str, str], dict[str, list[float]]] = defaultdict(dict)
    of_city: dict[str, list[str]] = defaultdict(list)
    for number, street, locality, _, postcode, lat, lon in rows:
        streets[street, postcode, locality].setdefault(number, [float(lat), float(lon)])
        of_city[locality].append(postcode)
    most = max(map(len, streets.values()))
    for (street, postcode, city), numbers in streets.items():
        middle = [statistics.fmean(point[axis] for point in numbers.values()) for axis in (0, 1)]
        yield {
            "id": f"street-{zlib.crc32(f'{street}|{postcode}|{city}'.encode()):08x}",
            "type": "street",
            "name": street,
            "city": city,
            **({"postcode": postcode} if postcode else {}),
            "lat": middle[0],
            "lon": middle[1],
            # What published imports give: streets with more houses before the others.
            "importance": len(numbers) / most / 2,
            "housenumbers": {number: {"lat": lat, "lon": lon} for number, (lat, lon) in numbers.items()},
        }
    with gzip.open(communes, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield {
                "id": f"commune-{row['insee']}",
                "type": "municipality",
                "name": row["name"],
                "city": row["name"],
                "citycode": row["insee"],
                "lat": float(row["lat"]),
                "lon": float(row["lon"]),
                "importance": 0.5,
            }


class Addok:
    """addok and its Redis server with data of their own below `folder`; stopped with the `with` block."""

    def __init__(self, peers: Path, folder: Path) -> None:
        self.python = peers / "addok/bin/python"
        self._command = peers / "addok/bin/addok"
        self._redis = peers / "redis/usr/bin/redis-server"
        self._libraries = peers / "redis/usr/lib/x86_64-linux-gnu"
        self._folder = folder
        self._port = free_port()
        config = folder / "addok.conf.py"
        config.write_text(
            f'REDIS = {{"host": "127.0.0.1", "port": {self._port}, "unix_socket_path": None, '
            '"indexes": {"db": 0}, "documents": {"db": 1}}\n'
            'QUERY_PROCESSORS_PYPATHS = ["addok.helpers.text.check_query_length", "addok_france.extract_address", '
            '"addok_france.clean_query", "addok_france.remove_leading_zeros"]\n'
            'PROCESSORS_PYPATHS = ["addok.helpers.text.tokenize", "addok.helpers.text.normalize", '
            '"addok_france.glue_ordinal", "addok_france.fold_ordinal", "addok_france.flag_housenumber", '
            '"addok.helpers.text.synonymize", "addok_fr.phonemicize"]\n'
            'SEARCH_RESULT_PROCESSORS_PYPATHS = ["addok.helpers.results.match_housenumber", "addok_france.make_labels", '
            '"addok.helpers.results.score_by_importance", "addok.helpers.results.score_by_autocomplete_distance", '
            '"addok.helpers.results.score_by_ngram_distance", "addok.helpers.results.score_by_geo_distance", '
            '"addok.helpers.results.adjust_scores"]\n'
            'LOG_DIR = "' + str(folder) + '"\n',
            encoding="utf-8",
        )
        self.environment = {**os.environ, "ADDOK_CONFIG_MODULE": str(config)}

    @staticmethod
    def missing(peers: Path) -> str | None:
        """What is not installed in the folder of the peers."""
        wanted = (peers / "addok/bin/addok", peers / "redis/usr/bin/redis-server")
        return next((str(path) for path in wanted if not path.exists()), None)

    def __enter__(self) -> Addok:
        libraries = {**os.environ, "LD_LIBRARY_PATH": str(self._libraries)}
        flags = ["--port", str(self._port), "--bind", "127.0.0.1", "--dir", str(self._folder), "--save", "", "--appendonly", "no"]
        with open(self._folder / "redis.log", "w", encoding="utf-8") as log:
            self._server = subprocess.Popen([self._redis, *flags], env=libraries, stdout=log, stderr=log)
        until = time.monotonic() + START_S
        while not self._answers():
            if time.monotonic() > until or self._server.poll() is not None:
                self._server.kill()
                raise SystemExit(f"redis-server did not start: {self._folder / 'redis.log'} says why")
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.terminate()
        self._server.wait()

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self._port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def load(self, rows: Iterable[Row], communes: Path) -> None:
        """Imports streets and communes."""
        lines = self._folder / "documents.json"
        with open(lines, "w", encoding="utf-8") as file:
            for document in documents(rows, communes):
                file.write(json.dumps(document, ensure_ascii=False) + "\n")
        for arguments in (["batch", str(lines)], ["ngrams"]):
            done = subprocess.run([self._command, *arguments], env=self.environment, capture_output=True, text=True)
            if done.returncode:
                raise SystemExit(f"addok {arguments[0]} ended with {done.returncode}:\n{done.stderr[-2000:]}")

    def redis_mb(self) -> float:
        """Resident memory of the Redis server."""
        return int(Path(f"/proc/{self._server.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
