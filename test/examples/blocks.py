# SPDX-License-Identifier: Apache-2.0
#
# Finds the blocks of code in public headers and documents.
#
# As a script it writes the files that examples.cpp includes: the C++ blocks that are parts of a function, unchanged,
# and as a constant string what else a header shows:
#   blocks.py ROOT FOLDER

import re
import sys
from pathlib import Path
from typing import NamedTuple


DECLARED = re.compile(r"^(?:CV_EXPORTS\w* \w+|class CV_EXPORTS\w*) (\w+)", re.MULTILINE)


class Block(NamedTuple):
    path: str  # relative to the project
    line: int  # of the first line
    language: str  # empty for blocks that are only indented
    name: str  # of the function or class that a header's block describes
    text: str

    @property
    def fragment(self):
        """The file that examples.cpp includes; empty if the block is neither part of a function nor in a header."""
        if self.language == "cpp" and "int main(" not in self.text:
            return f"{self.name or self.path.replace('/', '_').rsplit('.', 1)[0]}.inc"
        return f"{self.name}.txt.inc" if self.name else ""


def blocks_of_header(path, text):
    found = []
    for match in re.finditer(r"^@code(?:\{\.(\w+)\})?\n(.*?)^@endcode$", text, re.DOTALL | re.MULTILINE):
        declared = DECLARED.search(text, match.end())
        line = text.count("\n", 0, match.start(2)) + 1
        found.append(Block(path, line, match[1] or "cpp", declared[1] if declared else "", match[2].rstrip("\n")))
    return found


def blocks_of_document(path, text):
    """The blocks between fences, and those that are indented by four blanks after an empty line."""
    found = []
    lines = text.splitlines() + [""]
    at = 0
    while at < len(lines):
        begin, language = at, ""
        if lines[at].startswith("```"):
            language = lines[at][3:]
            begin, end = at + 1, lines.index("```", at + 1)
            at = end + 1
        elif lines[at].startswith("    ") and (at == 0 or not lines[at - 1]):
            while at < len(lines) and (lines[at].startswith("    ") or not lines[at]):
                at += 1
            end = at
        else:
            at += 1
            continue
        code = "\n".join(line[0 if language else 4 :] for line in lines[begin:end]).rstrip()
        found.append(Block(path, begin + 1, language, "", code))
    return found


def all_blocks(root):
    documents = sorted(root.glob("*.md"))
    for folder in ("docs", "kernels", "modules", "perf", "programs", "python", "samples", "test"):
        documents += sorted((root / folder).rglob("*.md"))
    documents = [file for file in documents if root / "perf/results" not in file.parents]  # records of earlier runs
    found = []
    for file in sorted((root / "modules/clconv/include").rglob("*.hpp")):
        found += blocks_of_header(str(file.relative_to(root)), file.read_text(encoding="utf-8"))
    for file in documents:
        found += blocks_of_document(str(file.relative_to(root)), file.read_text(encoding="utf-8"))
    return found


def write_fragments(root, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for block in all_blocks(root):
        if block.fragment:
            code = block.text if block.language == "cpp" else f'R"text({block.text})text"'
            text = f'#line {block.line} "{root / block.path}"\n{code}\n'
            (folder / block.fragment).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_fragments(Path(sys.argv[1]), Path(sys.argv[2]))
