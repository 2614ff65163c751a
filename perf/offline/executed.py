# SPDX-License-Identifier: Apache-2.0
#
# Counts the instructions that a wave of an AMD GPU, or a thread of an Intel GPU, executes: those of the machine code,
# each times the iterations of the loops around it. For AMD, LLVM derives the iterations from the intermediate code
# (scalar evolution), whose block names are comments in the machine code; for Intel they come from the comparison with
# a constant at the end of a loop. Both sides of a branch count. Memory accesses, global and local, count separately.

import collections
import math
import re

Executed = collections.namedtuple("Executed", "instructions memory")
MEMORY = re.compile(r"(global|flat|buffer|scratch|ds|s_load|s_buffer)_")
MULTIPLY_ADD = re.compile(r"\bv_(pk_)?(?:dual_)?(?:fma|fmac|mad|mac)_f32")
MOST_PASSES = 4096  # a larger number is not compared with a loop's counter
WAIT = re.compile(r"s_(waitcnt|nop|clause|delay|inst_prefetch)")


def trips_of(evolution, kernel):
    """Iterations of each loop of a kernel, by the name of its first block. A loop with several exits has the maximum.
    Loops whose iterations depend on arguments are missing."""
    text = evolution[evolution.index(f"execution counts for: @{kernel}\n"):].split("\nPrinting analysis")[0]
    found = re.findall(r"^Loop %(\S+): (?:constant )?(?:max )?backedge-taken count is (?:i\d+ )?(.+)$", text, re.M)
    symbolic = {name for name, count in found if not count.isdigit()}
    return {name: int(count) + 1 for name, count in reversed(found) if count.isdigit() and name not in symbolic}


def blocks_of(assembly, kernel):
    """The lines of each block of a kernel; a block begins with its label."""
    body = assembly[assembly.index(f"\n{kernel}:"):]
    blocks = [[]]
    for line in body[:body.index(".Lfunc_end")].splitlines():
        if re.match(r"(\.LBB\d+_|; %bb\.)\d+:", line):
            blocks.append([])
        blocks[-1].append(line)
    return blocks


def executed_by_amd(assembly, evolution, kernel, multiply_adds):
    """Counts for a work-item. Loops with unknown iterations count once: they handle values that are not finite.

    multiply_adds -- maximum for a work-item: any others belong to rows outside its window
    """
    trips = trips_of(evolution, kernel)
    own, around, counts = {}, {}, []  # by the label of a loop's first block: its iterations, and the loops around it
    for lines in blocks_of(assembly, kernel):
        text = "\n".join(lines)
        loop = re.search(r"in Loop: Header=(BB\d+_\d+) Depth=", text)
        header = re.match(r"\.L(BB\d+_\d+):(?: *; %(\S+)$)?", text, re.M)
        if re.search(r"=> *This (?:Inner )?Loop Header", text):
            around[header.group(1)] = re.findall(r"Parent Loop (BB\d+_\d+) Depth=", text)
            own[header.group(1)] = trips.get(header.group(2), 1)
            loop = header
        code = [line[1:] for line in lines if re.match(r"\t[a-z]", line) and not WAIT.match(line, 1)]
        memory = sum(MEMORY.match(line) is not None for line in code)
        adds = [sum(2 if packed else 1 for packed in MULTIPLY_ADD.findall(line)) for line in code]
        adds = [products for products in adds if products]
        counts.append((loop and loop.group(1), len(code) - memory, memory, len(adds), sum(adds)))
    total = [0, 0, 0, 0]
    for loop, *numbers in counts:
        passes = math.prod(own[label] for label in [loop, *around[loop]]) if loop else 1
        total = [so_far + passes * number for so_far, number in zip(total, numbers)]
    instructions, memory, adding, products = total
    return Executed(instructions - adding * max(0, 1 - multiply_adds / max(products, 1)), memory)


def loops_of_intel(lines, others):
    """The first and last line of each loop, and its iterations, which are `others` if the code does not give them."""
    labels = {line[:-1]: number for number, line in enumerate(lines) if re.fullmatch(r"\w+:", line)}
    ends = {}  # the last line of a loop by its first
    for number, line in enumerate(lines):
        jump = re.match(r"(?:\(.*?\))?\s+(?:jmpi|goto|while|brd)\b(.*)", line)
        for target in re.findall(r"(?<!\S)[A-Z_]\w+", jump.group(1).split("//")[0]) if jump else ():
            if labels.get(target, number) < number:
                ends[labels[target]] = number
    loops = []
    for first, last in sorted(ends.items(), key=lambda loop: loop[1] - loop[0]):
        own = [line for number, line in enumerate(lines[first:last], first)
               if not any(begin <= number <= end for begin, end, _ in loops)]
        loops.append((first, last, passes_of_intel(own, others)))
    return loops


def passes_of_intel(lines, others):
    """Iterations of a loop whose last condition compares a counter that starts at 0 with a constant, before or after
    the increment. The loop continues while the counter is less, equal or not greater."""
    for end in range(len(lines) - 1, -1, -1):
        jump = re.match(r"\((?:W&)?~?(f\d\.\d)(?:\.\w+)?\)\s+(?:jmpi|goto|while|break|brd)", lines[end])
        if jump:
            count = passes_until(lines, end, re.escape(jump.group(1)))
            if count:
                return count
            break
    if any(re.match(r"\(W[^)]*\)\s+fbl ", line) for line in lines):
        return 1  # a loop over the lanes' different buffers, of which there is one
    if others is None:
        raise RuntimeError("a loop whose number of iterations is unknown\n" + "\n".join(lines[-20:]))
    return others


def passes_until(lines, end, flag):
    """Iterations until line `end` jumps by this flag; None if that does not depend on a counter and a constant."""
    register = r"(r\d+\.\d+)<0;1,0>:\w+"
    compare = re.compile(rf".*\bcmp\b.*\((lt|eq|gt)\){flag}\s+null<1>:\w+\s+{register}\s+(0x\w+|\d+):")
    add = re.compile(rf"\(W[^)]*\)\s+add \(1\|M\d+\)\s+(r\d+\.\d+)<1>:\w+\s+{register}\s+(0x\w+|\d+):")
    tests = [(number, compare.match(lines[number])) for number in range(end)]
    tests = [(number, found.groups()) for number, found in tests if found and int(found.group(3), 0) < MOST_PASSES]
    if not tests:
        return None
    test, (condition, counter, bound) = tests[-1]
    bound = int(bound, 0) + (condition != "lt")
    steps = [(number, add.match(line)) for number, line in enumerate(lines)]
    steps = [(number, *step.groups()) for number, step in steps if step and int(step.group(3), 0)]
    for number, after, before, by in reversed(steps):
        if counter in (after, before):
            old = counter == before and (after != before or test < number)
            return -(-bound // int(by, 0)) + old
    for number, after, before, by in reversed(steps):
        if after == before:  # the value compared is the counter's last in an iteration
            return -(-bound // int(by, 0))
    return None


def executed_by_intel(assembly, width, lanes, others, multiply_adds):
    """Counts for a work-item.

    width -- lanes that an ALU processes at a time
    lanes -- of the program
    others -- iterations of loops whose number is not in the program; None if there are no such loops
    multiply_adds -- maximum for a work-item: any others belong to rows outside its window
    """
    lines = assembly.splitlines()
    loops = loops_of_intel(lines, others)
    instructions, memory, products = 0, 0, 0
    for number, line in enumerate(lines):
        code = re.match(r"(?:\(.*?\))?\s+([a-z]\w*)(?:\.\w+)*\s+(?:\((\d+)\|M\d+\))?", line)
        if not code or code.group(1) in ("nop", "sync"):
            continue
        passes = math.prod(count for first, last, count in loops if first <= number <= last)
        if code.group(1) in ("send", "sends", "sendc", "sendsc", "load", "store", "atomic"):
            memory += passes
            continue
        issues = passes * max(1, int(code.group(2) or 1) / width)
        instructions += issues
        if code.group(1) == "mad" and ":f " in line:
            products += issues
    share = width / lanes
    return Executed(instructions * share - max(0, products * share - multiply_adds), memory * share)
