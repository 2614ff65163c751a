# SPDX-License-Identifier: Apache-2.0
#
# Every block of the public headers and documents is tested, or has a reason in rules.py:
#   C++ in a header, or a part of a function                 examples.cpp includes it
#   commands of the project (./dev VERB, clconv_*, scripts)  their verbs and options exist; most would take minutes
#   everything else                                          as rules.py states; without a rule there it is an error

import functools
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from blocks import all_blocks, blocks_of_document, blocks_of_header
from rules import RULES, Elsewhere, LinesOf, NotRun, PartOf, Program, Run, Tuning

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROGRAMS = Path(os.environ["PROGRAMS"])
# The program whose options a verb accepts; ./dev help lists those of other verbs.
PROGRAM_OF = {
    "bench": "clconv_bench",
    "dask": "samples/dask/gigapixel.py",
    "demo": "clconv_video",
    "explain": "clconv_explain",
    "gallery": "samples/gallery/gallery.py",
    "gradients": "clconv_gradient_pyramid",
    "streams": "clconv_streams",
    "study": "clconv_study",
    "tune": "clconv_tune",
}


def run(command, **options):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=300, check=False, **options)
    assert done.returncode == 0, done.stdout
    return done.stdout


@functools.lru_cache(maxsize=None)
def help_of(program):
    """The output of --help; empty if this is not a program of the project."""
    if program == "./dev":
        return run([program, "help"], cwd=ROOT)
    if program.endswith(".py") and (ROOT / program).is_file():
        return run([sys.executable, ROOT / program, "--help"])
    program = program.replace("build/release/bin/", "")
    if re.fullmatch("clconv[-_][a-z0-9_]+", program) and (PROGRAMS / program).is_file():
        return run([PROGRAMS / program, "--help"])
    return ""


def commands_of(text):
    """The words of each command, without variables before it and comments after it."""
    lines = [shlex.split(line, comments=True) for line in text.replace("\\\n", "").splitlines()]
    for line in lines:
        while line and re.match("[A-Z_]+=", line[0]):
            del line[0]
    return [line for line in lines if line]


def is_of_the_project(block):
    try:
        return block.language == "" and all(help_of(command[0]) for command in commands_of(block.text))
    except ValueError:  # an unterminated quote
        return False


def faults_of_command(words):
    program, *arguments = words
    if program == "./dev":
        verb, *arguments = arguments
        if not re.search(rf"^  {re.escape(verb)} ", help_of("./dev"), re.MULTILINE):
            return [f"./dev has no verb '{verb}'"]
        program = PROGRAM_OF.get(verb, "./dev")
    elif program.endswith(".py") and not os.access(ROOT / program, os.X_OK):
        return [f"{program} is not executable"]
    if program == "clconv-run":  # words after the program belong to it
        end = next((i for i, word in enumerate(arguments) if not word.startswith("-")), len(arguments))
        arguments = arguments[:end]
    options = [word.split("=")[0] for word in arguments if word.startswith("--")]
    return [f"{program} has no option {option}" for option in options
            if not re.search(rf"(?<![-\w]){option}(?![-\w])", help_of(program))]


def keys_of(block, rules):
    return [key for key in rules if block.path == key[0] and block.text.startswith(key[1])]


def faults_of(blocks, rules, included):
    """Blocks without a test, rules without a block, and included examples that no longer exist."""
    faults = []
    for block in blocks:
        keys = keys_of(block, rules)
        if len(keys) > 1:
            faults.append(f"{block.path}:{block.line}: several rules are for '{block.text[:40]}'")
        if not keys and block.fragment not in included and not is_of_the_project(block):
            faults.append(f"{block.path}:{block.line}: nothing tests '{block.text[:40]}'")
    for key in rules:
        if not any(key in keys_of(block, rules) for block in blocks):
            faults.append(f"rules.py: {key[0]} has no block '{key[1]}'")
    fragments = [block.fragment for block in blocks]
    return faults + [f"examples.cpp: '{name}' is no example, or several" for name in included
                     if fragments.count(name) != 1]


BLOCKS = all_blocks(ROOT)
INCLUDED = re.findall(r'^#include "(.*\.inc)"$', (HERE / "examples.cpp").read_text(encoding="utf-8"), re.MULTILINE)
UNRULED = [block for block in BLOCKS if not keys_of(block, RULES) and block.fragment not in INCLUDED]


def named(block, *more):
    return pytest.param(block, *more, id=f"{block.path}:{block.line}")


def blocks_with(kind):
    ruled = [(block, RULES[key]) for block in BLOCKS for key in keys_of(block, RULES)]
    return [named(block, rule) for block, rule in ruled if isinstance(rule, kind)]


def test_every_block_is_tested_or_has_a_reason():
    assert len(BLOCKS) > 60
    assert not faults_of(BLOCKS, RULES, INCLUDED)


def test_a_block_without_a_test_is_found():
    text = "A\n\n    make install\n\nB\n\n    ./dev bench\n\nC\n\n    no 'end\n\n```cpp\nint x;\n```\n"
    blocks = blocks_of_document("a.md", text)
    blocks += blocks_of_header("a.hpp", "/**\n@code\nf();\n@endcode\n*/\nCV_EXPORTS void f(int a,\n")
    assert faults_of(blocks, {("a.md", "make"): NotRun("")}, ["a.inc"]) == [
        "a.md:11: nothing tests 'no 'end'", "a.hpp:3: nothing tests 'f();'"]
    assert faults_of(blocks[1:2], {("a.md", "make"): NotRun("")}, ["f.inc"]) == [
        "rules.py: a.md has no block 'make'", "examples.cpp: 'f.inc' is no example, or several"]


def test_a_wrong_verb_or_option_is_found():
    assert faults_of_command(["./dev", "bank"]) == ["./dev has no verb 'bank'"]
    assert faults_of_command(["./dev", "bench", "--quickly"]) == ["clconv_bench has no option --quickly"]
    assert faults_of_command(["./dev", "format", "--chec"]) == ["./dev has no option --chec"]
    assert faults_of_command(["clconv-run", "--mat", "ls", "--nothing"]) == ["clconv-run has no option --mat"]


@pytest.mark.parametrize("block", map(named, UNRULED))
def test_verbs_and_options_exist(block):
    assert not [fault for command in commands_of(block.text) for fault in faults_of_command(command)]


def run_in_shell(text, folder):
    """The output of the commands; python3 is the tests' interpreter, and the project's programs are in the path."""
    (folder / "python3").symlink_to(sys.executable)
    path = f"{folder}:{PROGRAMS}:{os.environ['PATH']}"
    return run(["bash", "-e", "-c", text], cwd=folder, env={**os.environ, "PATH": path})


@pytest.mark.parametrize("block, rule", blocks_with(Run))
def test_commands_run(block, rule, tmp_path):
    if rule.needs and rule.needs not in os.environ:
        pytest.skip(f"not built: {rule.needs}")
    text = block.text
    for old, new in rule.replaced.items():
        assert old in text
        text = text.replace(old, new)
    printed = run_in_shell(text, tmp_path)
    assert re.search(rule.prints, printed), printed


@pytest.mark.parametrize("block, rule", blocks_with(Program))
def test_programs_run(block, rule, tmp_path):
    (tmp_path / rule.file).write_text(block.text, encoding="utf-8")
    run_in_shell(rule.commands, tmp_path)


def is_taken(text, file):
    """Whether the library accepts a text as a tuning file; otherwise it warns."""
    file.write_text(text, encoding="utf-8")
    printed = run([PROGRAMS / "clconv_explain"], env={**os.environ, "OPENCV_CLCONV_TUNING_FILE": str(file)})
    return "clconv: tuning file" not in printed


@pytest.mark.parametrize("block, rule", blocks_with(Tuning))
def test_tuning_lines_are_taken(block, rule, tmp_path):
    text = block.text if block.text.startswith("clconv tuning") else f"clconv tuning 1\n{block.text}\nend"
    assert is_taken(text + "\n", tmp_path / "tuning.txt")
    assert not is_taken(text.replace("|", "!", 1) + "\n", tmp_path / "tuning.txt")


@pytest.mark.parametrize("block, rule", blocks_with(PartOf))
def test_lines_are_those_of_a_file(block, rule):
    lines = [line.split("#")[0].rstrip() for line in (ROOT / rule.file).read_text(encoding="utf-8").splitlines()]
    assert block.text.splitlines() == [line for line in lines if line]


@pytest.mark.parametrize("block, rule", blocks_with(LinesOf))
def test_lines_stand_in_a_file(block, rule):
    lines = iter((ROOT / rule.file).read_text(encoding="utf-8").splitlines())
    assert all(any(line.split() == wanted.split() for line in lines) for wanted in block.text.splitlines())


@pytest.mark.parametrize("block, rule", blocks_with(Elsewhere))
def test_another_test_reads_the_document(block, rule):
    assert block.path in (ROOT / rule.test).read_text(encoding="utf-8")


@pytest.mark.parametrize("block, rule", blocks_with(NotRun))
def test_what_is_not_run(block, rule):
    pytest.skip(rule.reason)


def test_the_page_on_gstreamer_names_every_filter():
    page = (ROOT / "docs/streams/gstreamer.md").read_text(encoding="utf-8")
    coefficients = re.findall(r"^  ([a-z]+) +(?:dense|separable|sparse|rank)", help_of("clconv_bench"), re.MULTILINE)
    filters = re.search(r"blur \(the default\), (.*), or several as a chain", help_of("clconv_streams"))[1].split(", ")
    assert len(coefficients) > 10 and len(filters) > 3
    assert not [name for name in coefficients + filters if f"`{name}`" not in page]
