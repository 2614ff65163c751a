# SPDX-License-Identifier: Apache-2.0
#
# Writes the page of a run, peers.html in its folder: peers and versions, means, charts by gnuplot, all ratios.

import collections
import csv
import html
import math
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

STYLE = """body { font: 15px sans-serif; max-width: 75em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; margin: 1em 0 } td, th { padding: .2em .6em; border-bottom: 1px solid #ccc }
td { text-align: right } td:first-child, td.text { text-align: left } .less { color: #b00; font-weight: bold }"""
COLOURS = ["#000000", "#0072B2", "#D55E00", "#009E73", "#56B4E9", "#CC79A7", "#E69F00", "#999999", "#8B0000", "#6A3D9A",
           "#7CAE00", "#A0522D", "#00CED1"]
METHOD = """A ratio is a peer's time per call divided by clconv's in the same run: above 1 clconv is faster.
All have the same images and, unless the column states another, the border REPLICATE. They take turns in rounds, calls
back to back; a time is the median of the rounds. Each result was compared with that of OpenCV's function on a Mat:
within 1 for integers (2 where a library rounds twice), 1e-4 of the sum of the absolute coefficients for
floats; without the border's pixels where the border is another. A result that is wrong has no time. Where OpenCV's
function on the CPU computes the call for clconv, the cell is a tie, which the means leave out. All may use every core;
"threads" is how many a library uses, 0 those of its own runtime. """
SPACES = {"cpu": """The device is a CPU: all images are in the host's memory, clconv's as Mats without a copy
(OPENCV_CLCONV_MATS=always, unless it is set), and each call is complete when it returns.""",
          "gpu": "All images are on the device; transfers are not counted."}


def read(folder, name):
    with open(Path(folder) / name, newline="") as file:
        return list(csv.DictReader(file))


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def cell_name(row):
    return row["function"] + (f" {row['ksize']}" if row["function"] in ("filter2D", "GaussianBlur", "blur") else "")


def ratios_of(rows):
    return [float(row["ratio"]) for row in rows if row["status"] == "ok" and row["ratio"]]


def by(rows, *columns):
    groups = collections.OrderedDict()
    for row in rows:
        groups.setdefault(tuple(row[column] for column in columns), []).append(row)
    return groups


def table(heading, rows):
    """Cells that begin with a letter are text."""
    def cell(value):
        text = str(value)
        kind = ' class="text"' if re.match("[A-Za-z'(]", text) else ""
        if re.fullmatch(r"0\.[0-9]+", text):
            kind = ' class="less"'
        return f"<td{kind}>{html.escape(text)}</td>"

    lines = ["<table>", "<tr>" + "".join(f"<th>{html.escape(name)}</th>" for name in heading) + "</tr>"]
    lines += ["<tr>" + "".join(map(cell, row)) + "</tr>" for row in rows]
    return "\n".join(lines + ["</table>"])


def summary(rows):
    """A line of ratios for each peer."""
    functions = list(by(rows, "function"))
    lines = []
    for (peer,), own in by(rows, "peer").items():
        ratios = ratios_of(own)
        counts = collections.Counter(row["status"] for row in own)
        if not ratios and not counts["tie"] and not counts["wrong"] and not counts["failed"]:
            continue
        means = [geometric_mean(ratios_of([row for row in own if row["function"] == name])) for (name,) in functions]
        lines.append([peer, len(ratios)] + [shown(mean) for mean in [geometric_mean(ratios)] + means] +
                     [shown(min(ratios, default=math.nan)), counts["tie"], counts["wrong"], counts["failed"]])
    heading = ["peer", "cells", "mean"] + [name for (name,) in functions] + ["least", "ties", "wrong", "failed"]
    return heading, lines


def shown(ratio):
    return "" if math.isnan(ratio) else f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


def chart(folder, name, title, rows):
    """Plots a line for each peer over the sizes of each function: NAME.dat, NAME.gp and, with gnuplot, NAME.svg."""
    filters = list(collections.OrderedDict.fromkeys(map(cell_name, rows)))
    peers = [(peer, own) for (peer,), own in by(rows, "peer").items() if ratios_of(own)]
    if not peers:
        return ""
    lines = ["# filter " + " ".join(peer for peer, _ in peers)]
    for i, filter_ in enumerate(filters):
        if i and filter_.split()[0] != filters[i - 1].split()[0]:
            lines.append("")  # ends a line of the chart
        values = []
        for _, own in peers:
            ratios = ratios_of([row for row in own if cell_name(row) == filter_])
            values.append(f"{ratios[0]}" if ratios else "?")
        lines.append(f'{i} "{filter_}" ' + " ".join(values))
    (folder / f"{name}.dat").write_text("\n".join(lines) + "\n")
    plots = [f"'{name}.dat' using 1:{i + 3}:xticlabels(2) with linespoints pt {i % 13 + 4} ps .7 "
             f"lc rgb '{COLOURS[i % len(COLOURS)]}' title '{peer}'" for i, (peer, _) in enumerate(peers)]
    script = f"""# gnuplot {name}.gp, in the folder of this file
set terminal svg size 900,420 noenhanced background rgb 'white' font 'Helvetica,11'
set output '{name}.svg'
set datafile missing '?'
set title '{title}: time of the peer / time of clconv'
set logscale y
set grid ytics
set key outside right
set xtics rotate by 40 right
set xrange [-0.5:{len(filters) - 0.5}]
set arrow from graph 0,first 1 to graph 1,first 1 nohead lw 2 lc rgb '#888888'
plot {", ".join(plots)}
"""
    (folder / f"{name}.gp").write_text(script)
    if not shutil.which("gnuplot"):
        return ""
    done = subprocess.run(["gnuplot", f"{name}.gp"], cwd=folder, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        print(f"clconv-peers: {done.stderr}", file=sys.stderr)
        return ""
    svg = (folder / f"{name}.svg").read_text()
    return svg[svg.index("<svg"):]


def write(folder):
    """Returns the path of the page."""
    folder = Path(folder)
    rows, versions = read(folder, "peers.csv"), read(folder, "versions.csv")
    ours = next(row["version"] for row in versions if row["peer"] == "clconv")
    device = ours.rsplit("; ", 1)[1]
    rows = [row for row in rows if row["peer"] != "clconv"]
    parts = [f"<p>{html.escape(METHOD + SPACES[device])}</p>", "<h2>Means</h2>",
             "<p>Geometric means of the ratios, of all cells and by function, and the least ratio.</p>",
             table(*summary(rows)), "<h2>Charts</h2>"]
    if not shutil.which("gnuplot"):
        parts.append("<p>gnuplot is not installed (Debian: gnuplot-nox): beside this page are scripts and data.</p>")
    for (size, kind), own in by(rows, "size", "type").items():
        parts.append(chart(folder, f"{kind}_{size}", f"{kind} {size}", own))
    parts += ["<h2>Peers</h2>",
              table(["peer", "", "version", "to install"],
                    [[row["peer"], row["status"], row["version"], row["packages"]] for row in versions])]
    parts.append("<h2>All cells</h2>")
    for (size, kind), own in by(rows, "size", "type").items():
        measured = [row for row in own if row["status"] != "unsupported"]
        parts.append(f"<h3>{kind} {size}</h3>")
        parts.append(table(
            ["filter", "peer", "µs", "clconv µs", "ratio", "calls", "threads", "border", "clconv runs as", "remark"],
            [[cell_name(row), row["peer"], row["us"], row["clconv_us"], row["ratio"], row["calls"], row["threads"],
              row["border"], row["clconv_runs_as"], row["note"] or row["status"].replace("ok", "")]
             for row in sorted(measured, key=cell_name)]))
    page = folder / "peers.html"
    page.write_text(f"<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>clconv and its peers</title>"
                    f"<style>{STYLE}</style></head><body>\n<h1>clconv and its peers</h1>\n"
                    f"<p>{html.escape(ours)}</p>\n" + "\n".join(parts) + "\n</body></html>\n", encoding="utf-8")
    heading, lines = summary(rows)
    widths = [max(len(str(line[i])) for line in [heading] + lines) for i in range(len(heading))]
    for line in [heading] + lines:
        print("  ".join(str(value).rjust(width) for value, width in zip(line, widths)), file=sys.stderr)
    return os.fspath(page)
