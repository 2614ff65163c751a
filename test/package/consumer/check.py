# SPDX-License-Identifier: Apache-2.0
#
# check.py FOLDER IN OUT: the module clconv, which must come from FOLDER with all of its parts, computes on a UMat what
# the README's C++ example computed from IN.

import os
import sys

import clconv
import clconv.__main__
import clconv.chain
import clconv.ndimage
import clconv.patch
import cv2
import numpy as np

clconv.patch.undo()  # importing it has replaced functions of cv2
folder, source, result = sys.argv[1:]
if os.path.dirname(os.path.dirname(os.path.realpath(clconv.__file__))) != os.path.realpath(folder):
    sys.exit("clconv comes from " + clconv.__file__)
sharpen = np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]], np.float32)
filtered = clconv.filter2D(cv2.UMat(cv2.imread(source)), -1, sharpen)
difference = cv2.norm(filtered.get(), cv2.imread(result), cv2.NORM_INF)
print("largest difference:", difference)
sys.exit(difference > 1)
