#!/usr/bin/python3
"""cells.py: trains the network that reads the cells of a tag whose base has been placed: is each white or black, and how sure is that.

  cells.py train OUT.pt MINUTES FOLDER...
  cells.py test  OUT.pt FOLDER...

A crop is GRID cells of the tag wide and CELL_PX pixels a cell; its top is the tag's upper edge, or any other of its sides, as supposed. Its channels:
blue, green, red as shares of white paper; log2 of the picture's pixels a cell. The output is a map of one value a cell: ln of white over black. It is
0 where nothing is to be seen. The sum over a code's cells is held against other codes and against none, so that what errs together counts once.

The tables have tags of 6 x 6 cells alone. So a part of the samples shows a tag of another number of cells, drawn into the picture of a base."""
import functools

import cv2
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import learning
from learning import Residual, conv
from patches import MOST_PX, Patch, relight, sample_any, shares
from tables import open_table, stems

GRID, CELL_PX, INPUTS = 12, 4, 4
SIDE = GRID * CELL_PX
FAMILIES = dict(tag36h11=cv2.aruco.DICT_APRILTAG_36h11)
ROSTER = 40  # codes that a sample is held against
LEAST_VISIBLE = 0.2


class Cells(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(conv(INPUTS, 32, s=2), Residual(32), conv(32, 64, s=2), Residual(64), Residual(64))
        self.head = nn.Conv2d(64, 1, 1)

    def forward(self, x):
        return self.head(self.body(x))


@functools.cache
def codes_of(family):
    """Of all ids: rows of cells from the tag's top left, 1 for white; without the border."""
    d = cv2.aruco.getPredefinedDictionary(FAMILIES[family])
    n = d.markerSize
    draw = d.generateImageMarker if hasattr(d, "generateImageMarker") else d.drawMarker
    return np.stack([draw(i, n + 2)[1:-1, 1:-1] > 0 for i in range(len(d.bytesList))])[:, ::-1, ::-1].copy()


@functools.cache
def patches_of(stem):
    t = open_table(stem)
    markers = {f["id"]: f.get("marker") or {} for u in t.game.get("units", []) for f in u.get("figures", [])}
    out, others = [], []
    for f in t.figures:
        m = markers.get(f["id"], {})
        if f["visible"] < LEAST_VISIBLE:
            continue
        if f["by"] == "tag" and m.get("family") in FAMILIES:
            cell = m["size_mm"] / (codes_of(m["family"]).shape[1] + 2)
            out.append(Patch(t, f, 0.8 * GRID * cell, cell=cell, code=codes_of(m["family"])[m["id"]], family=m["family"], visible=f["visible"]))
        elif f["by"] != "tag":
            others.append(f)
    for f in others[::max(1, len(others) // 12)]:
        cell = min(f["length"], f["across"]) * 0.72 / 8
        out.append(Patch(t, f, 0.8 * GRID * cell, cell=cell, code=None, visible=f["visible"]))
    return out


def crop(p, image, cell, at, heading, q=0):
    """at: forward and left of the true middle, mm; heading: beyond the true one, rad; q: quarter turns more, counter-clockwise."""
    forward, left = p.axes(heading + q * np.pi / 2)
    step, e = cell / CELL_PX, GRID * cell / 2
    fine = int(np.clip(np.ceil(step * p.scale / MOST_PX), 1, 6))
    d = step / fine
    origin = p.origin + at[0] * forward + at[1] * left + (forward + left) * (e - 0.5 * d)
    m = np.array([[-left[0] * d, -forward[0] * d, origin[0]], [-left[1] * d, -forward[1] * d, origin[1]]])
    out = cv2.warpAffine(image, m, (SIDE * fine,) * 2, flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    return out if fine == 1 else cv2.resize(out, (SIDE, SIDE), interpolation=cv2.INTER_AREA)


def to_input(x, cell, scale):
    return np.concatenate([x, np.full((1, SIDE, SIDE), np.log2(cell * scale))]).astype(np.float32)


def draw_tag(rng, p, image, cell, code):
    """The picture with a tag printed on the base's top, and something standing on it."""
    h, w = image.shape[:2]
    n, each, fine = code.shape[0] + 4, 8, 2  # cells with margins, pixels of a cell as it is drawn, places a pixel of the picture
    wide = np.pad(np.pad(code, 1).astype(np.float32), 1, constant_values=1)
    margin = each * (1 - rng.uniform(0.7, 1))
    drawn = np.dstack([np.kron(wide, np.ones((each, each), np.float32)), np.zeros((n * each, n * each), np.float32)])
    k = 1 + int(margin)
    drawn[k:n * each - k, k:n * each - k, 1] = 1
    to_place = np.linalg.inv(np.stack([p.forward, p.left]).T) / cell * each  # from px to forward and left, in pixels of what is drawn
    m = -to_place[::-1] / fine  # column: n / 2 - left; row: n / 2 - forward
    shift = n * each / 2 - 0.5 + to_place[::-1] @ (p.origin + 0.5 - 0.5 / fine)
    both = cv2.warpAffine(drawn, np.c_[m, shift], (w * fine, h * fine), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    both = cv2.resize(both, (w, h), interpolation=cv2.INTER_AREA)
    fine, mask = both[..., :1], both[..., 1:]
    light = rng.uniform(0.5, 1.05) * np.exp(rng.normal(0, 0.06, 3))
    ink = p.ink + rng.uniform(-0.02, 0.12) * (p.paper - p.ink)
    out = image + mask * (ink + fine * (p.paper - ink) * light - image)
    if rng.random() < 0.8:  # what stands there: the same picture's middle or a plain body, in a soft ellipse
        a = np.zeros((h, w), np.float32)
        size = cell * p.scale * rng.uniform(0.8, 3.2, 2)
        middle = p.origin + rng.normal(0, 1.3 * cell * p.scale, 2)
        cv2.ellipse(a, tuple(np.int32(middle * 16).tolist()), tuple(np.int32(size * 16).tolist()), float(rng.uniform(0, 180)), 0, 360, 1.0, -1, cv2.LINE_8, 4)
        body = image.astype(np.float32) if rng.random() < 0.5 else rng.uniform(0, 255, 3) + cv2.GaussianBlur(rng.normal(0, 90, (h, w, 3)), (0, 0), 1.5)
        out += a[..., None] * (body - out)
    out = cv2.GaussianBlur(out.astype(np.float32), (0, 0), rng.uniform(0.4, 1.0))
    return np.clip(out + rng.normal(0, rng.uniform(0, 4), out.shape), 0, 255).astype(np.uint8)


def in_grid(cells):
    """Cells where a crop shows them: ..., n, n -> ..., GRID, GRID."""
    n = cells.shape[-1]
    first = (GRID - n) // 2
    out = np.zeros((*cells.shape[:-2], GRID, GRID), cells.dtype)
    out[..., first:first + n, first:first + n] = cells
    return out


def all_turns(codes):
    """Each code as it shows in a crop that is turned by 0 to 3 quarters: ..., n, n -> ..., 4, n, n."""
    return np.stack([np.rot90(codes, -q, (-2, -1)) for q in range(4)], -3)


def sample(rng, patches):
    """A crop; white cells; known cells; codes that it is held against, in all turns; which of them it shows, or the last: none."""
    p = patches[rng.integers(len(patches))]
    image, scale = p.worsened(rng)
    cell, code, roster = p.cell, p.code, codes_of("tag36h11")[rng.integers(0, 587, ROSTER)]
    if rng.random() < (0.08 if code is not None else 0.6):
        n = int(rng.choice([4, 5, 7, 8, 6]))
        cell *= 8 / (n + 2)
        code, roster = rng.random((n, n)) < 0.5, rng.random((ROSTER, n, n)) < 0.5
        image = draw_tag(rng, p, image, cell, code)
    q, turn, at = int(rng.integers(4)), rng.normal(0, rng.choice([0.01, 0.03, 0.06])), rng.normal(0, cell * rng.choice([0.06, 0.15, 0.25]), 2)
    true, n = 4 * ROSTER, roster.shape[-1]
    if code is None:
        turn, at = rng.uniform(-np.pi, np.pi), rng.normal(0, 2 * cell, 2)
    elif rng.random() < 0.85:
        k = int(rng.integers(ROSTER))
        roster[k], true = code, 4 * k + q
    x = shares(crop(p, image, cell, at - n % 2 * cell / 2, turn, q), p.paper * rng.uniform(0.85, 1.15), p.ink).copy()
    yy, xx = np.mgrid[-1:1:SIDE * 1j, -1:1:SIDE * 1j].astype(np.float32)
    relight(rng, x, yy, xx)
    if rng.random() < 0.1:
        x[:] = x.mean(0)
    elif rng.random() < 0.2:
        x = x[rng.permutation(3)]
    if rng.random() < 0.25:  # a spear, a hand
        covered = np.ascontiguousarray(x.transpose(1, 2, 0), np.float32)
        a, b = rng.integers(0, SIDE, 2), rng.integers(0, SIDE, 2)
        cv2.line(covered, tuple(map(int, a)), tuple(map(int, b)), tuple(map(float, rng.uniform(-1, 1, 3))), int(rng.integers(1, 18)))
        x = covered.transpose(2, 0, 1)
    held = in_grid(all_turns(roster).astype(np.int8) * 2 - 1)  # 0 outside
    value = held[true // 4, q] if true < 4 * ROSTER else in_grid(np.rot90(code, -q).astype(np.int8) * 2 - 1) if code is not None else np.zeros((GRID, GRID), np.int8)
    x = to_input(x, cell, p.scale * scale)
    if n % 2 == 0 and rng.random() < 0.5:  # in a mirror: cells are cells
        x, value, held = x[:, :, ::-1], value[:, ::-1], held[..., ::-1]
    return torch.from_numpy(np.ascontiguousarray(x)), torch.from_numpy(np.ascontiguousarray(value)), torch.from_numpy(np.ascontiguousarray(held)), true


def evidence(cells, codes):
    """Of each code: log of the likelihood relative to any code. cells: B, GRID, GRID; codes: B, ..., GRID, GRID of 1, -1, and 0 outside."""
    codes = codes.flatten(1, -3).float()
    return ((F.logsigmoid(cells[:, None] * codes) + np.log(2)) * codes.abs()).sum((-2, -1))


def loss_of(out, value, held, true):
    cells, known = out[:, 0], value.abs().float()
    bit = (F.binary_cross_entropy_with_logits(cells, (value > 0).float(), reduction="none") * known).sum() / known.sum().clamp(min=1)
    e = torch.cat([evidence(cells, held) - np.log(4 * ROSTER), torch.full((len(cells), 1), np.log(0.35))], 1)
    name = F.cross_entropy(e, true)
    return bit * 4 + name, dict(bit=bit, name=name)


def draw(rng, names):
    return sample_any(rng, names, patches_of, sample)


def train(path, minutes, folders):
    print(sum(p.code is not None for s in stems(folders) for p in patches_of(s)), "tags", flush=True)  # read once, for all workers
    learning.train(Cells(), path, minutes, folders, draw, loss_of, batch=192)


def test(path, folders):
    """Each tag moved by 0.12 cells and 1 degree, held against all tags of its table: named and sure, named and wrong, by pixels a cell."""
    torch.set_num_threads(learning.THREADS)
    net = learning.read_net(Cells(), path).eval()
    rng = np.random.default_rng(1)
    rows = []
    for stem in stems(folders):
        patches = [p for p in patches_of(stem) if p.code is not None]
        if not patches:
            continue
        codes = np.stack([p.code for p in patches])
        held = torch.from_numpy(in_grid(all_turns(codes).astype(np.int8) * 2 - 1))[None]
        for i, p in enumerate(patches):
            q = int(rng.integers(4))
            x = shares(crop(p, p.image, p.cell, rng.normal(0, 0.12 * p.cell, 2), rng.normal(0, 0.018), q), p.paper, p.ink)
            with torch.no_grad():
                cells = net(torch.from_numpy(to_input(x, p.cell, p.scale))[None])[:, 0]
            e = evidence(cells, held)[0].numpy() - np.log(4 * len(codes))
            k, odds = int(e.argmax()), np.exp(e - e.max())
            rows.append((p.cell * p.scale, p.visible, 1 / (odds.sum() + 0.1 * np.exp(-e.max())), k == 4 * i + q))
    a = np.array(rows, float)
    for low, high in ((0, 1.4), (1.4, 1.6), (1.6, 1.8), (1.8, 2), (2, 2.5), (2.5, 3), (3, 4), (4, 99), (0, 99)):
        r = a[(a[:, 0] >= low) & (a[:, 0] < high) & (a[:, 1] >= 0.5)]
        if len(r):
            told = "; ".join(f"sure at {least} {np.mean(r[:, 2] > least):.3f}, wrong {np.sum((r[:, 2] > least) & (r[:, 3] == 0))}" for least in (0.97, 0.99, 0.999))
            print(f"{low:4}..{high:<4} px a cell: {len(r):5} tags, likeliest {r[:, 3].mean():.3f}; {told}")


if __name__ == "__main__":
    learning.command(__doc__, train, test)
