#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Times filters of other libraries and of clconv on this machine: one grid, the same images, in turn. See --help, and
# perf/peers/README.md for the method.

import argparse
import csv
import os
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True  # writes nothing into the folders of a package
from common import cells, children, page
from common.cells import numpy

OURS = ("opencv_mat", "opencv_umat")  # peers that clconv_peer contains
COLUMNS = ("peer", "function", "size", "type", "ksize", "status", "us", "clconv_us", "ratio", "rounds", "calls",
           "threads", "border", "difference", "clconv_runs_as", "note")
GRIDS = {
    ("cpu", False): {"sizes": "1920x1080", "types": "8UC1,8UC3,32FC1,32FC3", "ksizes": "3,5,7,9,15,31"},
    ("cpu", True): {"sizes": "640x480", "types": "8UC1,32FC1", "ksizes": "3,7"},
    ("gpu", False): {"sizes": "1920x1080,3840x2160,7680x4320", "types": "8UC1,8UC3,8UC4,32FC1,32FC4",
                     "ksizes": "3,5,7,9,15,31,63"},
    ("gpu", True): {"sizes": "1920x1080", "types": "8UC1,32FC1", "ksizes": "3,7,15"},
}
BYTES = {"cpu": 64 << 20, "gpu": 256 << 20}  # sources and results that are used in turn exceed this
PREPARES = 300  # seconds in which a peer must have prepared a cell


def size_of(text):
    if not re.fullmatch("[1-9][0-9]{0,4}x[1-9][0-9]{0,4}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is no size like 1920x1080")
    return tuple(int(side) for side in text.split("x"))


def odd_of(text):
    if not text.isdecimal() or int(text) < 3 or int(text) % 2 == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no odd number from 3")
    return int(text)


def one_of(names):
    def convert(text):
        if text not in names:
            raise argparse.ArgumentTypeError(f"'{text}' is none of {', '.join(names)}")
        return text

    return convert


def whole_number(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1")
    return int(text)


def seconds_of(text):
    if not re.fullmatch("[0-9]{1,5}([.][0-9]*)?", text) or float(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of seconds")
    return float(text)


def list_of(convert):
    return lambda text: [convert(part) for part in text.split(",")]


def read_options(peers):
    parser = argparse.ArgumentParser(
        prog="clconv-peers", description="times filters of other libraries and of clconv on the same images")
    parser.add_argument("--peers", type=list_of(one_of(list(OURS) + list(peers))), metavar="NAMES",
                        help="default: all for the kind of device, of " + ", ".join(list(OURS) + list(peers)))
    parser.add_argument("--quick", action="store_true", help="a small grid")
    parser.add_argument("--functions", type=list_of(one_of(cells.FUNCTIONS)), metavar="NAMES",
                        help=", ".join(cells.FUNCTIONS) + " (a mask of NPP's)")
    parser.add_argument("--sizes", type=list_of(size_of), help="of images")
    parser.add_argument("--types", type=list_of(one_of(cells.TYPES)), help=", ".join(cells.TYPES))
    parser.add_argument("--ksizes", type=list_of(odd_of), help="of filters")
    parser.add_argument("--rounds", type=whole_number, default=5, help="number of rounds; results are medians")
    parser.add_argument("--seconds", type=seconds_of, default=0.05, help="of calls that a peer makes in a round")
    parser.add_argument("--limit", type=seconds_of, default=10, help="seconds that a peer's rounds of a cell may take")
    parser.add_argument("--output", default="peers", metavar="FOLDER", help="gets peers.csv, peers.html and others")
    parser.add_argument("--from", dest="read", metavar="FOLDER", help="only draw the page of an earlier run")
    parser.add_argument("--programs", metavar="FOLDER", help="for peers that are compiled",
                        default=Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "clconv" / "peers")
    parser.add_argument("--clconv", default=str(children.FOLDER / "clconv_peer"), metavar="PATH",
                        help="path of the program with clconv and OpenCV")
    return parser.parse_args()


class Run:
    """The processes of one run, with their status and version."""

    def __init__(self, options, peers):
        self.options, self.peers = options, peers
        defaults = {"OPENCV_OPENCL_DEVICE": ":GPU|CPU:", "OPENCV_CLCONV_MATS": "always",
                    "PYTHONDONTWRITEBYTECODE": "1"}
        self.environment = {name: os.environ.get(name, value) for name, value in defaults.items()}
        Path(options.output).mkdir(parents=True, exist_ok=True)
        self.log = open(Path(options.output) / "errors.log", "wb")
        self.children, self.versions = {}, []
        try:
            self.start("clconv")
        except (OSError, children.Failure) as error:
            sys.exit(f"clconv-peers: {options.clconv}: {error}, see {self.log.name}")
        self.device = self.children["clconv"].version.rsplit("; ", 1)[1]
        self.note("clconv", self.children["clconv"].version)
        self.start("opencv_mat")  # always started: other results are compared with its own

    def start(self, name):
        known = self.peers.get(name)
        command = known.command(self.options.programs) if known else [self.options.clconv, name]
        self.children[name] = children.Child(command, self.environment, self.log)

    def note(self, name, version, status="measured", packages=""):
        self.versions.append({"peer": name, "status": status, "version": version, "packages": packages})
        print(f"clconv-peers: {name}: {status}{', ' + version if version else ''}"
              f"{'; to install: ' + packages if packages else ''}", file=sys.stderr)

    def start_all(self):
        """The names of the peers that run."""
        default = list(OURS) + [name for name, peer in self.peers.items() if self.device in peer.devices]
        if self.device == "gpu":
            default.remove("opencv_mat")
        for name in [] if self.options.peers else self.peers:
            if name not in default:
                self.note(name, "", f"is not a peer for a {self.device.upper()}")
        running = []
        for name in self.options.peers or default:
            try:
                if name not in self.children:
                    self.start(name)
                self.note(name, self.children[name].version)
                running.append(name)
            except (OSError, children.Failure) as error:
                self.note(name, str(error), "missing", self.peers[name].to_install() if name in self.peers else "")
        return running

    def prepare(self, name, cell, folder):
        """"ready" and the peer's notes, or another status and its reason."""
        result = folder / f"{name}.raw"
        result.unlink(missing_ok=True)
        size = numpy.prod(cell.shape) * (cell.pixels.itemsize + cell.pixels_of_result.itemsize)
        images = min(BYTES[self.device] // int(size) + 1, 64)
        fields = {"function": cell.function, "type": cell.type, "to": cell.to, "width": cell.width,
                  "height": cell.height, "ksize": cell.ksize, "sigma": cell.sigma, "images": images,
                  "threads": len(os.sched_getaffinity(0)), "folder": folder, "result": result}
        try:
            if self.children[name].process.poll() is not None:
                self.start(name)  # it ended in an earlier cell
            kind, text = self.children[name].ask("case " + " ".join(f"{k}={v}" for k, v in fields.items()), PREPARES)
        except (OSError, children.Failure) as error:
            kind, text = "failed", str(error)
        return (kind, text) if kind != "ready" else (kind, dict(word.split("=", 1) for word in text.split()))

    def check(self, name, cell, folder, notes, expected):
        """Why the result is wrong, or "", and the largest difference."""
        result = numpy.fromfile(folder / f"{name}.raw", cell.pixels_of_result).reshape(cell.shape)
        arguments = expected, int(notes.get("tolerance", 1)), notes["border"] != "replicate"
        found = cell.wrong(result, *arguments)
        return cell.wrong(-result, *arguments) if found[0] and notes.get("sign") == "either" else found

    def measure(self, cell, names):
        """A row for each peer, and the times of all rounds."""
        rows = {name: dict.fromkeys(COLUMNS, "") for name in ["clconv"] + names}
        for name, row in rows.items():
            row.update(peer=name, function=cell.function, size=cell.size, type=cell.type, ksize=cell.ksize)
        with tempfile.TemporaryDirectory() as text:
            folder = Path(text)
            cell.source().tofile(folder / "source.raw")
            cell.kernel().tofile(folder / "kernel.raw")
            taps = cell.taps()
            (folder / "taps.raw").write_bytes(b"" if taps is None else taps.tobytes())
            prepared = {"opencv_mat": self.prepare("opencv_mat", cell, folder)}
            if prepared["opencv_mat"][0] != "ready":
                raise SystemExit(f"clconv-peers: cv::{cell.function}: {prepared['opencv_mat'][1]}")
            expected = numpy.fromfile(folder / "opencv_mat.raw", cell.pixels_of_result).reshape(cell.shape)
            for name, row in rows.items():
                kind, notes = prepared.get(name) or self.prepare(name, cell, folder)
                if kind != "ready":
                    row.update(status=kind, note=notes)
                    continue
                reason, difference = self.check(name, cell, folder, notes, expected)
                row.update({word: notes.get(word, "") for word in ("calls", "threads", "border")})
                row.update(status="wrong" if reason else "ok", difference=f"{difference:g}", note=reason)
                row["clconv_runs_as"] = notes.get("runs_as", "")
            times = self.rounds(rows)
        for name in {"clconv", "opencv_mat", *names}:
            try:
                self.children[name].ask("end", PREPARES)
            except (OSError, children.Failure):
                pass  # the row has its failure
        self.summarize(rows, times)
        if rows["clconv"]["status"] == "ok":
            del rows["clconv"]
        return list(rows.values()), times

    def rounds(self, rows):
        """Microseconds per call in each round, by peer. Each round begins with another peer."""
        names = [name for name, row in rows.items() if row["status"] == "ok"]
        times, spent = {name: [] for name in names}, dict.fromkeys(names, 0.0)
        for turn in range(self.options.rounds):
            for name in names[turn % len(names):] + names[: turn % len(names)] if names else []:
                if rows[name]["status"] != "ok" or (turn and spent[name] > self.options.limit):
                    continue
                begin = time.monotonic()
                try:
                    kind, text = self.children[name].ask(f"run {self.options.seconds}", PREPARES)
                    if kind != "time":
                        raise children.Failure(text)
                    times[name].append(float(text))
                except (OSError, children.Failure) as error:
                    rows[name].update(status="failed", note=str(error))
                spent[name] += time.monotonic() - begin
        return times

    def summarize(self, rows, times):
        ours, runs_as = times.get("clconv"), rows["clconv"]["clconv_runs_as"]
        usable = rows["clconv"]["status"] == "ok"
        for name, row in rows.items():
            if row["status"] != "ok" or not usable:
                continue
            us, clconv_us = statistics.median(times[name]), statistics.median(ours)
            row.update(us=f"{us:.3f}", clconv_us=f"{clconv_us:.3f}", ratio=f"{us / clconv_us:.3f}",
                       rounds=len(times[name]), clconv_runs_as=runs_as)
            if runs_as == "opencv-cpu":
                row["status"] = "tie"

    def close(self):
        for child in self.children.values():
            child.close()
        self.log.close()


def writer_of(file, columns):
    writer = csv.DictWriter(file, columns, lineterminator="\n")
    writer.writeheader()
    return writer


def measure_all(options, peers):
    run = Run(options, peers)
    grid = GRIDS[run.device, options.quick]
    # Only NPP has the last mask.
    functions = options.functions or cells.FUNCTIONS[: None if run.device == "gpu" else -1]
    cells_ = cells.cells_of(functions, options.sizes or list_of(size_of)(grid["sizes"]),
                            options.types or grid["types"].split(","),
                            options.ksizes or list_of(odd_of)(grid["ksizes"]))
    names, folder, bad = run.start_all(), Path(options.output), 0
    with open(folder / "versions.csv", "w", newline="") as file:
        writer_of(file, run.versions[0]).writerows(run.versions)
    with open(folder / "peers.csv", "w", newline="") as file, open(folder / "rounds.csv", "w", newline="") as raw:
        table, shown = writer_of(file, COLUMNS), writer_of(sys.stdout, COLUMNS)
        rounds = writer_of(raw, ("peer", "function", "size", "type", "ksize", "round", "us"))
        for cell in cells_:
            rows, times = run.measure(cell, names)
            table.writerows(rows)
            shown.writerows(row for row in rows if row["status"] != "unsupported")
            for name, values in times.items():
                for i, us in enumerate(values):
                    rounds.writerow({"peer": name, "function": cell.function, "size": cell.size, "type": cell.type,
                                     "ksize": cell.ksize, "round": i, "us": f"{us:.3f}"})
            for each in (file, raw, sys.stdout):
                each.flush()
            bad += sum(row["status"] in ("wrong", "failed") for row in rows)
    run.close()
    return bad


def main():
    peers = children.all_peers()
    options = read_options(peers)
    if numpy is None:
        sys.exit("clconv-peers: numpy is missing (Debian: python3-numpy)")
    bad = 0 if options.read else measure_all(options, peers)
    try:
        print(page.write(options.read or options.output), file=sys.stderr)
    except OSError as error:
        sys.exit(f"clconv-peers: {error}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
