#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Draws the results of clconv_bench and clconv_study, from the files of their option --csv, with gnuplot:
#
#     perf/plot.py rows.csv                           # speedup.svg and roof.svg, beside the script of each
#     perf/plot.py study.csv --output=figures --subtitle="NVIDIA H200"

import argparse
import csv
import math
import shutil
import subprocess
import sys
from pathlib import Path

COLOURS = ["#0072B2", "#D55E00", "#009E73", "#000000", "#56B4E9", "#CC79A7", "#E69F00"]
POINTS = [7, 5, 9, 6, 4, 11, 13, 8, 10, 12]
PANEL_WIDTH, PANEL_HEIGHT = 330, 330


def number(row, column):
    return float(row[column]) if row.get(column) else math.nan


def distinct(rows, column):
    return list(dict.fromkeys(row[column] for row in rows))


def quoted(text):
    return "'" + str(text).replace("'", "''") + "'"


class Figure:
    """A script for gnuplot: panels in rows and columns, and a legend on the right."""

    def __init__(self, name, title, subtitle, label, logarithmic=False, level=None):
        self.name, self.title, self.subtitle, self.label = name, title, subtitle, label
        self.logarithmic, self.level = logarithmic, level
        self.settings, self.data, self.panels, self.series, self.values = [], [], [], [], []

    def style(self, series):
        if series not in self.series:
            self.series.append(series)
        i = self.series.index(series)
        return f"lw 2 pt {POINTS[i % 10]} ps 0.8 lc rgb '{COLOURS[i % 7]}'" + (" dt 2" if i >= 7 else "")

    def block(self, lines):
        """The name of a data block with these lines."""
        self.data.append(f"$data{len(self.data)} << EOD\n" + "\n".join(lines) + "\nEOD")
        return f"$data{len(self.data) - 1}"

    def add_lines(self, title, curves):
        """A panel with a line for each series: {series: [(x, y)]}."""
        plots = [] if self.level is None else [f"{self.level} with lines lc rgb '#888888' dt 2 lw 1.5"]
        for series, points in curves.items():
            points = [(x, y) for x, y in points if math.isfinite(y)]
            self.values += [y for _, y in points]
            if points:
                data = self.block([f"{x} {y:g}" for x, y in points])
                plots.append(f"{data} using 1:2 with linespoints {self.style(series)}")
        self.panels.append((title, plots))

    def add_bars(self, items):
        self.settings += ["set style fill solid 0.8", "set boxwidth 0.6", "set xtics rotate by 35 right",
                          f"set xrange [-0.7:{len(items) - 0.3}]"]
        self.values += [value for _, value in items]
        data = self.block([f'"{name}" {value:g}' for name, value in items])
        self.panels.append(("", [f"{data} using 0:2:xtic(1) with boxes lc rgb '{COLOURS[0]}'",
                                 f"{data} using 0:2:(sprintf('%.3g', $2)) with labels offset 0,0.7 font ',9'"]))

    def add_boxes(self, title, items):
        """A panel with a box for each item: (name, minimum, first quartile, median, third quartile, maximum)."""
        self.settings = ["set boxwidth 0.6", "set xtics rotate by 60 right font ',9'",
                         f"set xrange [-0.7:{len(items) - 0.3}]"]
        self.values += [value for item in items for value in item[1:]]
        data = self.block([" ".join([f'"{item[0]}"', *map(str, item[1:])]) for item in items])
        boxes = f"with candlesticks whiskerbars lc rgb '{COLOURS[0]}'"
        self.panels.append((title, [f"{data} using 0:3:2:6:5:xtic(1) {boxes}",
                                    f"{data} using 0:4:4:4:4 with candlesticks lw 2 lc rgb '{COLOURS[1]}'"]))

    def y_axis(self):
        low, high = min(self.values + [self.level or math.inf]), max(self.values + [self.level or 0])
        if self.logarithmic:
            tics = [step * 10**power for power in range(-6, 7) for step in (1, 2, 5)]
            shown = ",".join(f"{tic:g}" for tic in tics if low / 1.2 <= tic <= high * 1.2)
            return [f"set logscale y\nset yrange [{low / 1.2:g}:{high * 1.2:g}]\nset ytics ({shown})"]
        return [f"set yrange [0:{1.1 * high:g}]"]

    def script(self, columns):
        rows, legend = len(self.panels) // columns, 1 if self.series else 0
        title = quoted(self.title) + '."\\n".' + quoted(self.subtitle)
        size = f"{(columns + legend) * PANEL_WIDTH + 60},{rows * PANEL_HEIGHT + 60}"
        out = [f"# gnuplot {self.name}.gp, in the folder of this file", "set encoding utf8",
               f"set terminal svg size {size} noenhanced background rgb 'white' font 'Helvetica,10'",
               f"set output {quoted(self.name + '.svg')}", "unset key", "set border 3 lc rgb '#666666'",
               "set grid ytics lc rgb '#dddddd' lw 1 lt 1", "set tics nomirror out scale 0.5",
               *self.settings, *self.y_axis(), *self.data,
               f"set multiplot layout {rows},{columns + legend} title {title}"]
        for i, (title, plots) in enumerate(self.panels):
            out += [f"set title {quoted(title)} font ',11'", f"set ylabel {quoted('' if i % columns else self.label)}",
                    "plot " + ", ".join(plots)]
            if i == columns - 1 and legend:
                keys = ", ".join(f"NaN with linespoints {self.style(one)} title {quoted(one)}" for one in self.series)
                out += ["set key left top reverse Left", "unset title\nunset border\nunset tics\nunset grid",
                        "unset xlabel\nunset ylabel", f"plot {keys}",
                        "unset key\nset border 3 lc rgb '#666666'\nset grid ytics",
                        *self.settings, *self.y_axis(), "set tics nomirror out scale 0.5"]
            elif i % columns == columns - 1 and legend and i + 1 < len(self.panels):
                out.append("set multiplot next")
        return "\n".join(out) + "\nunset multiplot\n"

    def write(self, folder, columns):
        if not self.values:
            return
        script = folder / f"{self.name}.gp"
        script.write_text(self.script(columns), encoding="utf-8")
        if not shutil.which("gnuplot"):
            print(f"gnuplot is not installed: {script} is not drawn", file=sys.stderr)
            return
        subprocess.run(["gnuplot", script.name], cwd=folder, check=True)
        print(folder / f"{self.name}.svg")


def tics_of(numbers):
    return "set xtics (" + ",".join(map(str, sorted(set(numbers)))) + ")"


def draw_bench(rows, subtitle, folder):
    """A panel for each size (columns) and kind of coefficients (rows), a line for each type over the kernel's size.

    Matrix units have no share of the roof: they are no multiply-adds of floats.
    """
    drawn = {(row["type"], row["kernel"], row["size"], int(row["ksize"])): row for row in reversed(rows)
             if row["variant"] == rows[0]["variant"] and row["border"] == rows[0]["border"]}
    if len(drawn) < len(rows):
        print(f"not drawn: {len(rows) - len(drawn)} rows of other variants and borders than the first, or repeated")
    rows = [drawn[key] for key in sorted(drawn)]
    ksizes = [int(row["ksize"]) for row in rows]
    sizes = sorted(distinct(rows, "size"), key=lambda size: math.prod(map(int, size.split("x"))))
    for name, title, label, column, scale, logarithmic, level in (
            ("speedup", "Speed-up over cv::filter2D on UMat", "OpenCV's time / clconv's", "stock_ratio", 1, True, 1),
            ("roof", "Time that memory or multiply-adds need at their measured ceilings", "% of the call's time",
             "roof_share", 100, False, 100)):
        figure = Figure(name, title, subtitle, label, logarithmic, level)
        figure.settings = ["set logscale x 2", f"set xrange [{0.88 * min(ksizes)}:{1.13 * max(ksizes)}]",
                           tics_of(ksizes), "set xlabel 'kernel size K (K×K taps)'"]
        for kind in distinct(rows, "kernel"):
            for size in sizes:
                curves = {type_: [(int(row["ksize"]), scale * number(row, column)) for row in rows
                                  if (row["type"], row["kernel"], row["size"]) == (type_, kind, size)
                                  and not (name == "roof" and "mma" in row["implementation"])]
                          for type_ in distinct(rows, "type")}
                figure.add_lines(f"{size}, {kind}", curves)
        figure.write(folder, len(sizes))


def width_of(row):
    return int(row["filter"].split("x")[0])


def study_lines(rows, folder, figure, steps, value):
    """A panel for each size, a line for each step over the filter's width."""
    widths = [width_of(row) for row in rows]
    figure.settings = ["set xlabel 'filter width'", f"set xrange [{min(widths) - 1}:{max(widths) + 1}]"]
    figure.settings += [tics_of(widths)] if len(set(widths)) <= 10 else []
    for size in distinct(rows, "size"):
        figure.add_lines(size, {step: [(width_of(row), value(row)) for row in rows
                                       if (row["step"], row["size"]) == (step, size)] for step in steps})
    figure.write(folder, len(figure.panels))


def percent_of(rows, base):
    times = {(row["size"], row["filter"]): number(row, "median_ms") for row in rows if row["step"] == base}
    return lambda row: 100 * number(row, "median_ms") / times.get((row["size"], row["filter"]), math.nan)


def draw_study(name, rows, subtitle, folder):
    if name == "reda":
        study_lines(rows, folder, Figure("reda_absolute", "RGBA float: every step", subtitle, "ms", logarithmic=True),
                    distinct(rows, "step"), lambda row: number(row, "median_ms"))
        parts = ["float4", "float4, unrolled", "local 8x8", "local 16x16", "local 16x16, unrolled",
                 "cv::clconv::filter2D"]
        study_lines(rows, folder, Figure("reda_relative", "RGBA float: time relative to float4", subtitle,
                                         "% of the float4 time", logarithmic=True, level=100),
                    parts, percent_of(rows, "float4"))
    elif name == "amd":
        study_lines(rows, folder, Figure("amd", "Unrolling by 4 over the filter's width", subtitle,
                                         "% of the plain loop's time", level=100),
                    distinct(rows, "step")[:4], percent_of(rows, rows[0]["step"]))
    elif name == "sellner":
        figure = Figure("sellner", "Both Scharr derivatives of a pyramid of 16 images", subtitle, "ms", True)
        rows = [row for row in rows if "REPLICATE" in row["filter"] and row["median_ms"]]
        for filter_ in distinct(rows, "filter"):
            figure.add_boxes(filter_, [[row["step"]] + [number(row, column) for column in (
                "min_ms", "q1_ms", "median_ms", "q3_ms", "max_ms")] for row in rows if row["filter"] == filter_])
        figure.write(folder, len(figure.panels))
    else:
        figure = Figure(name, f"{rows[0]['filter']} filter of {rows[0]['size']}", subtitle, "Gpixel/s")
        figure.add_bars([(row["step"], number(row, "gpixels")) for row in rows if row["gpixels"]])
        figure.write(folder, 1)


def main():
    parser = argparse.ArgumentParser(description="draws the results of clconv_bench and clconv_study with gnuplot")
    parser.add_argument("csv", type=Path, help="the file of --csv")
    parser.add_argument("--output", type=Path, default=Path("."), help="a folder to write to (default: here)")
    parser.add_argument("--subtitle", default="", help="the device, for instance")
    options = parser.parse_args()
    try:
        with options.csv.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        options.output.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError, csv.Error) as error:
        parser.error(f"{options.csv}: {error}")
    if rows and "roof_share" in rows[0]:
        draw_bench(rows, options.subtitle, options.output)
    elif rows and "study" in rows[0]:
        for name in distinct(rows, "study"):
            draw_study(name, [row for row in rows if row["study"] == name], options.subtitle, options.output)
    else:
        parser.error(f"{options.csv}: no rows of clconv_bench or clconv_study")


if __name__ == "__main__":
    main()
