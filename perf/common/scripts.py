# SPDX-License-Identifier: Apache-2.0
#
# Shared by the measuring scripts: types of options, each of which refuses wrong text in one sentence, and CSV.

import argparse
import csv
import re


def whole_number(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1")
    return int(text)


def size_of(text):
    if not re.fullmatch("[1-9][0-9]*x[1-9][0-9]*", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a size like 1920x1080")
    return [int(side) for side in text.split("x")]


def write_csv(path, rows):
    """Writes the rows, which are dictionaries, unless there is no path."""
    if path:
        with open(path, "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
