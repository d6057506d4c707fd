"""strips.py: a base's outline unrolled, as the networks see it that look along one (edges.py, fronts.py); vision/bases/strip.c in the program."""
from collections import namedtuple

import cv2
import numpy as np

from patches import MOST_PX

# mm from column to column, places of a column, mm that it shows outside and inside of the outline, columns that are repeated beyond either end
Shape = namedtuple("Shape", "step deep outside inside pad")


def columns(shape, length, across, round_):
    around = np.pi * length if round_ else 2 * (length + across)
    return 4 * int(round(around / (4 * shape.step)))


def outline(length, across, round_, n, k):
    """Places on the outline and their outward normals, forward and left, of columns k of n."""
    if round_:
        a = 2 * np.pi * k / n
        normal = np.stack([np.cos(a), np.sin(a)], -1)
        return normal * length / 2, normal
    a, b = length / 2, across / 2
    t = (k / n * 4 * (a + b)) % (4 * (a + b))
    side = np.searchsorted([b, b + 2 * a, 3 * b + 2 * a, 3 * b + 4 * a], t, side="right") % 4
    t = np.where((side == 0) & (t > b), t - 4 * (a + b), t)
    along = t - np.array([0, a + b, 2 * (a + b), 3 * (a + b)])[side]
    normal = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]], float)[side]
    return normal * np.array([a, b, a, b])[side][:, None] + along[:, None] * np.stack([-normal[:, 1], normal[:, 0]], -1), normal


def places(shape, at, heading, length, across, round_, fine=1):
    """In the true base's frame, mm: the places of a strip's samples, fine x fine of each, deep x columns x 2; those of its columns on the outline, and
    their outward normals. at: the supposed middle, forward and left of the true one; heading: beyond the true one."""
    n = columns(shape, length, across, round_)
    k = (np.arange((n + 2 * shape.pad) * fine) + 0.5) / fine - 0.5 - shape.pad
    place, normal = outline(length, across, round_, n, k)
    c, s = np.cos(heading), np.sin(heading)
    turn = np.array([[c, s], [-s, c]])
    place, normal = place @ turn + at, normal @ turn
    deep = shape.outside - (np.arange(shape.deep * fine) + 0.5) / (shape.deep * fine) * (shape.outside + shape.inside)
    return place[None] + normal[None] * deep[:, None, None], place, normal


def strip(shape, p, image, at, heading, length, across, round_):
    """Codes of the patch p as `image` shows it, deep x columns x 3, shape.pad columns more at either end; the rest as for `places`."""
    fine = int(np.clip(np.ceil(shape.step * p.scale / MOST_PX), 1, 6))
    xy = places(shape, at, heading, length, across, round_, fine)[0]
    uv = p.origin + xy[..., :1] * p.forward + xy[..., 1:] * p.left
    out = cv2.remap(image, uv.astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    return out.reshape(shape.deep, fine, -1, fine, 3).mean((1, 3))


def stated(colour):
    """#rrggbb as shares of white paper, or None."""
    if not colour:
        return None
    return np.array([int(colour[k:k + 2], 16) for k in (5, 3, 1)], np.float32) / 255 * 2 - 1
