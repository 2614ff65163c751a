# SPDX-License-Identifier: Apache-2.0
#
# The filters of scipy.ndimage, which CuPy has by the same names: its modules truncate bytes between the passes of a
# separable filter.

from . import serve


def prepared(cell, ndimage, as_array, **options):
    """A Filter by a module with SciPy's functions; `as_array` converts coefficients, `options` are the Filter's."""
    channels = len(cell.shape) == 3  # filters of an image with channels run along its two axes only
    named = {"mode": "nearest", "output": cell.pixels_of_result}
    if cell.function in ("filter2D", "Laplacian8"):
        kernel = as_array(cell.kernel()[..., None] if channels else cell.kernel())
        name, arguments = "correlate", (kernel,)
    elif cell.function == "GaussianBlur":
        name, arguments = "gaussian_filter", ((cell.sigma, cell.sigma, 0) if channels else cell.sigma,)
        named["truncate"] = (cell.ksize // 2) / cell.sigma
    elif cell.function == "blur":
        name, arguments = "uniform_filter", ((cell.ksize, cell.ksize, 1) if channels else cell.ksize,)
    elif cell.function == "Sobel":
        name, arguments = "sobel", (1,)
    elif cell.function == "Laplacian":
        name, arguments = "laplace", ()
    else:
        raise serve.Unsupported("it has no such function")
    function, separable = getattr(ndimage, name), cell.function in ("GaussianBlur", "blur")
    return serve.Filter(lambda image: function(image, *arguments, **named), f"ndimage.{name}",
                        tolerance=2 if separable else 1, **options)
