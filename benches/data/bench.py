"""What does a whole country cost `milepost data add`? Seconds by the clock and of processors, and peak memory.

    npm run bench:data -- [--rows 26060000] [--register adresses-france.csv.gz] [--json benches/results/data.json]

The register is a Base Adresse Nationale of its full size, made of real streets and numbers (`ban.py`; 26 million rows, 830 MB packed, some six
minutes to make), which a server on this machine stands in for. The command is `milepost data add fr`: it fetches, builds the houses and
their streets, and records them. Processor seconds are those of the command and all it starts; memory is what all of them have resident at
once, sampled. The data root needs 30 GB while it is built, and is removed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benches/python"))
import ban  # noqa: E402
from processes import MILEPOST, Run  # noqa: E402
from results import Results  # noqa: E402


def serving(register: Path) -> ThreadingHTTPServer:
    """A server that has the register at every address."""

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response(200)
            self.send_header("content-length", str(register.stat().st_size))
            self.send_header("etag", f'"{register.stat().st_mtime_ns}"')
            self.end_headers()

        def do_GET(self) -> None:
            self.do_HEAD()
            with register.open("rb") as file:
                shutil.copyfileobj(file, self.wfile, 1 << 20)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--register", type=Path, help="one that `ban.py` has made")
    parser.add_argument("--rows", type=int, default=ban.ROWS, help="of a register that is made")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data", help="folder of the address tables")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="where there is room")
    parser.add_argument("--json", type=Path, default=ROOT / "benches/results/data.json", metavar="FILE")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        register = options.register or Path(folder) / "adresses-france.csv.gz"
        if options.register is None:
            ban.write(register, options.rows, options.data)
        root = Path(folder) / "root"
        server = serving(register)
        words = ["data", "add", "fr", "--publisher", "ban", "--mirror", f"http://127.0.0.1:{server.server_port}", "--root", str(root)]
        run = Run([*MILEPOST, *words], stdout=subprocess.DEVNULL)
        server.shutdown()
        [added] = json.loads((root / "sources.json").read_text())["sources"]
        rows = added["files"][0]["rows"]
        houses, streets = ((root / f"{kind}/{kind}-fr.db").stat().st_size for kind in ("address-points", "street-centroids"))
    results = Results("data")
    for name, unit, better, value in [
        ("BAN, rows", "rows", "higher", rows),
        ("BAN, seconds", "s", "lower", run.seconds),
        ("BAN, processor seconds", "s", "lower", run.processor),
        ("BAN, processor seconds a million rows", "s", "lower", run.processor / rows * 1e6),
        ("BAN, memory", "MB", "lower", run.peak),
        ("BAN, bytes a house", "bytes", "lower", (houses + streets) / rows),
    ]:
        results.sample(name, unit, better, value)
    results.write(options.json)


if __name__ == "__main__":
    main()
