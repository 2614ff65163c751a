# SPDX-License-Identifier: Apache-2.0
#
# Processes of peers. Each peer is a file whose head states what it needs:
#
#   on: cpu, gpu           the devices with which it is compared
#   packages: NAME...      of Debian; `pip: NAME...` those of PyPI
#   build: OPTIONS...      for a C++ compiler, in words of a shell
#
# A C++ file is compiled into a folder unless it is already there, with $CXX, $CPPFLAGS and $LDFLAGS.

import hashlib
import os
import re
import select
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]


class Peer:
    def __init__(self, file):
        self.file, self.name = file, file.stem
        head = dict(re.findall(r"^(?://|#) (on|packages|pip|build): (.*)$", file.read_text(), re.MULTILINE))
        self.devices = re.split(", *", head.get("on", ""))
        self.packages = head.get("packages", "").split()
        self.pip = head.get("pip", "").split()
        self.build = head.get("build")

    def to_install(self):
        return " ".join(self.packages + [f"pip:{name}" for name in self.pip])

    def command(self, folder):
        """Compiles the peer if necessary; raises OSError if that fails."""
        if self.file.suffix == ".py":
            return [sys.executable, str(self.file), "--serve"]
        compile_it = f"${{CXX:-c++}} -O3 -march=native -std=c++17 $CPPFLAGS '{self.file}' $LDFLAGS {self.build}"
        state = self.file.read_bytes() + (self.file.parent / "serve.hpp").read_bytes() + compile_it.encode()
        program = Path(folder) / f"{self.name}-{hashlib.sha256(state).hexdigest()[:12]}"
        if not program.exists():
            program.parent.mkdir(parents=True, exist_ok=True)
            made = f"{program}.{os.getpid()}"
            done = subprocess.run(["sh", "-c", f"{compile_it} -o '{made}'"], capture_output=True, text=True)
            if done.returncode:
                lines = [line for line in done.stderr.splitlines() if "rror" in line or "not found" in line]
                raise OSError(f"does not compile: {' '.join(lines[:1])}")
            os.replace(made, program)
        return [str(program)]


def all_peers():
    """The peers that have a file of their own, by name."""
    files = sorted((FOLDER / "python").glob("*.py")) + sorted((FOLDER / "compiled").glob("*.cpp"))
    return {peer.name: peer for peer in map(Peer, files) if peer.devices != [""]}


class Failure(Exception):
    pass


class Child:
    """A process that answers each line with a line; `version` is its first one."""

    def __init__(self, command, environment, errors):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                                        env={**os.environ, **environment})
        self.rest = b""
        kind, self.version = self.answer(60)
        if kind != "peer" or self.version.startswith("missing"):
            self.close()
            raise Failure(self.version.replace("missing ", "", 1))

    def answer(self, seconds):
        while b"\n" not in self.rest:
            if not select.select([self.process.stdout], [], [], seconds)[0]:
                self.close(kill=True)
                raise Failure(f"no answer in {seconds} s")
            text = os.read(self.process.stdout.fileno(), 65536)
            if not text:
                self.close()
                raise Failure(f"its process ended with {self.process.returncode}")
            self.rest += text
        line, self.rest = self.rest.split(b"\n", 1)
        kind, _, text = line.decode(errors="replace").partition(" ")
        return kind, text

    def ask(self, line, seconds):
        """The first word of the answer, and the rest."""
        if self.process.poll() is not None:
            raise Failure("its process has ended")
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.answer(seconds)

    def close(self, kill=False):
        if kill:
            self.process.kill()
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
