#!/usr/bin/python3
"""pose.py: trains the network that looks closely at one base: is one of this shape there, where exactly, which way does it face, and how sure is that.

  pose.py train OUT.pt MINUTES FOLDER...
  pose.py test  OUT.pt FOLDER...

A crop is SIDE x SIDE, its top the base's front as supposed, its middle the base's middle as supposed. Its channels: blue, green, red as shares of
white paper; the signed distance to the supposed outline; the crop's scale; the camera's."""
import os
import zlib

import cv2
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import learning
from finder import SIZE_UNIT, Finder, peaks, run
from learning import Residual, conv
from repaint import outline_distance, repaint, share_of
from tables import CARRIES, PLANE_MM, open_table, stems
from take_up import take_up

SIDE = 48
INPUTS = 6
OUT = dict(there=0, forward=1, left=2, sigma_forward=3, sigma_left=4, turn=5, sigma_turn=6, front=7, length=11, across=12, round=13, visible=21, carries=22)
OUTPUTS = 27
SHIFT_UNIT, TURN_UNIT, BAND = 4.0, 0.3, 6.0  # mm, rad, mm


class Pose(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(conv(INPUTS, 16), conv(16, 32, s=2), Residual(32), conv(32, 64, s=2), Residual(64), Residual(64), conv(64, 96, s=2),
                                  Residual(96), Residual(96), conv(96, 32, k=1))
        self.head = nn.Sequential(nn.Linear(32 * 36, 128), nn.ReLU(inplace=True), nn.Linear(128, OUTPUTS))

    def forward(self, x):
        return self.head(self.body(x).flatten(1))


def half_extent(length, across):
    return 0.6 * max(length, across) + 4


def places(e):
    """mm ahead of a crop's middle, by rows, and to its left, by columns; e: half of its side."""
    a = e - (np.arange(SIDE) + 0.5) * 2 * e / SIDE
    return a[:, None], a[None]


def crop(image, camera, x, y, z, heading, length, across, round_, paper, ink):
    e = half_extent(length, across)
    step = 2 * e / SIDE
    fx, fy = np.cos(heading), np.sin(heading)
    p = camera.to_px([[x, y, z], [x + fx * e, y + fy * e, z], [x - fy * e, y + fx * e, z],
                      [x - fx * e, y - fy * e, z], [x + fy * e, y - fx * e, z]])
    forward, left = (p[1] - p[3]) / (2 * e), (p[2] - p[4]) / (2 * e)  # px a mm
    scale = np.sqrt(abs(forward[0] * left[1] - forward[1] * left[0]))
    fine = int(np.clip(np.ceil(step * scale / 1.3), 1, 6))
    n = SIDE * fine
    # crop column j, row i: forward = e - (i + 0.5) step / fine, left = e - (j + 0.5) step / fine
    s = step / fine
    origin = p[0] + forward * (e - 0.5 * s) + left * (e - 0.5 * s)
    m = np.array([[-left[0] * s, -forward[0] * s, origin[0]], [-left[1] * s, -forward[1] * s, origin[1]]])
    c = cv2.warpAffine(image, m, (n, n), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_CONSTANT)
    c = c.astype(np.float32)
    if fine > 1:
        c = cv2.resize(c, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    out = np.empty((INPUTS, SIDE, SIDE), np.float32)
    out[:3] = ((c - ink) / (paper - ink) * 2 - 1).transpose(2, 0, 1)
    out[3] = np.clip(outline_distance(*places(e), length, across, round_) / BAND, -1, 1)
    out[4] = np.log2(step)
    out[5] = np.log2(scale)
    return out


FINDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "finder.vnet")
OF_EACH = 100  # samples of each table that is tested on
LEAST_LIKELY = 0.05  # of what is mined: below what the program looks at


def clear_of(figures, x, y, length, across):
    return all(np.hypot(x - f["x"], y - f["y"]) > 0.35 * min(length, across, f["length"], f["across"]) + 2 for f in figures)


def mine(t, finder=[]):
    """Where the program's finder proposes a base and none stands: what the close look has to turn down. x, y, heading, length, across."""
    if not finder:
        finder.append(take_up(Finder(), FINDER).eval())
    out = []
    for _, column, row, c in peaks(run(finder[0], t.flat()), LEAST_LIKELY):
        x, y = t.camera.to_plane(t.camera.to_px([[column, t.depth - row, PLANE_MM]]), 3.0)[0]
        length, across = np.exp(c[3:5]) * SIZE_UNIT
        if clear_of(t.figures, x, y, length, across):
            out.append((x, y, np.arctan2(c[9], c[8]) / 4, length, across))
    return out


def load(stem, cache={}):
    if stem not in cache:
        t = open_table(stem)
        chance = zlib.crc32(t.name.encode())  # the same each time that a table is read
        worse = cv2.GaussianBlur(t.image, (0, 0), 0.7 + 0.6 * (chance % 7) / 7)
        t.pictures = [t.image, cv2.imdecode(cv2.imencode(".jpg", worse, [cv2.IMWRITE_JPEG_QUALITY, 20 + chance % 30])[1], 1)]
        t.scale = t.camera.px_per_mm(t.width, t.depth)
        t.mined = mine(t)
        cache[stem] = t
    return cache[stem]


def difference(a, b):
    return (a - b + np.pi) % (2 * np.pi) - np.pi


def any_figure(rng, figs):
    """One of them; half of the time each sort of base is as likely as any other, however few there are."""
    if rng.random() < 0.5:
        return figs[rng.integers(len(figs))]
    sorts = {}
    for f in figs:
        sorts.setdefault((f["by"], f["round"], abs(f["length"] - f["across"]) > 1, f["length"] > 33), []).append(f)
    sort = list(sorts.values())[rng.integers(len(sorts))]
    return sort[rng.integers(len(sort))]


def relight(rng, c):
    """Dim or coloured light, and the shine of varnish, which goes over whatever is painted under it."""
    if rng.random() < 0.2:
        c[:3] = (c[:3] + 1) * np.exp(rng.uniform(np.log(0.3), 0)) - 1
    if rng.random() < 0.2:
        c[:3] = (c[:3] + 1) * np.exp(rng.normal(0, 0.12, (3, 1, 1))) - 1
    if rng.random() < 0.15:
        yy, xx = np.mgrid[-1:1:SIDE * 1j, -1:1:SIDE * 1j]
        m, wide = rng.uniform(-1.2, 1.2, 2), rng.uniform(0.2, 1.5)
        shine = rng.uniform(0.1, 0.7) * np.exp(-((xx - m[0]) ** 2 + (yy - m[1]) ** 2) / (2 * wide * wide))
        c[:3] += shine * (rng.uniform(0, 1) - c[:3])


def its_unit(t, f, x, y, e):
    """The bases of f's unit that a crop at x, y shows."""
    return [g for g in t.figures if g["unit"] == f["unit"] and max(abs(g["x"] - x), abs(g["y"] - y)) < 1.5 * e + max(g["length"], g["across"])]


def sample(rng, t):
    """One crop with its targets and their weights."""
    base = None  # what is there indeed
    value, weight = np.zeros(OUTPUTS, np.float32), np.zeros(OUTPUTS, np.float32)
    kind = rng.random()
    figs = [f for f in t.figures if f["visible"] >= 0.12]
    image, paper, ink = t.pictures[int(rng.random() < 0.3)], t.paper, t.ink
    heading = rng.uniform(0, 2 * np.pi)
    if figs and kind < 0.8:
        f = base = any_figure(rng, figs)
        length, across, round_ = f["length"], f["across"], f["round"]
        if kind > 0.6:  # another shape or size
            if rng.random() < 0.5:
                g = t.figures[rng.integers(len(t.figures))]
                length, across, round_ = g["length"], g["across"], g["round"]
            else:
                s = np.exp(rng.uniform(-0.5, 0.5, 2) * rng.choice([0.4, 1]))
                length, across, round_ = length * s[0], across * s[int(rng.random() < 0.5)], bool(round_ if rng.random() < 0.7 else not round_)
                if round_:
                    across = length
        off = abs(np.log(length / f["length"])) + abs(np.log(across / f["across"]))
        same = round_ == f["round"] and off < 0.04
        differs = round_ != f["round"] or off > 0.1
        spread = 1.2 if rng.random() < 0.5 else 3.0
        d = rng.normal(0, spread, 2) if kind < 0.74 else rng.uniform(-1, 1, 2) * (0.5 * max(length, across) + 6)
        square = not round_ and abs(length - across) < 1
        turn = np.clip(rng.normal(0, 0.06 if rng.random() < 0.5 else 0.25), -0.7, 0.7)
        q = int(rng.integers(4)) if round_ or square else 2 * int(rng.integers(2))
        if round_ and rng.random() < 0.5:
            turn = rng.uniform(-np.pi / 4, np.pi / 4)
        heading = f["heading"] - turn - q * np.pi / 2
        z = f["top"] + rng.normal(0, 0.4)
        x, y = f["x"] + d[0], f["y"] + d[1]
        near = np.hypot(*d) < 0.22 * min(length, across) + 1
        far = np.hypot(*d) > 0.35 * min(length, across) + 2
        value[OUT["there"]] = near and same
        weight[OUT["there"]] = 1.0 if (near and same) or differs or (far and all(np.hypot(x - o["x"], y - o["y"]) > 0.35 * min(length, across) + 2 for o in figs)) else 0
        if near and f["visible"] < 0.25:
            weight[OUT["there"]] = 0
        if near and round_ == f["round"]:
            c, s = np.cos(heading), np.sin(heading)
            value[1:3] = [-(c * d[0] + s * d[1]) / SHIFT_UNIT, -(-s * d[0] + c * d[1]) / SHIFT_UNIT]
            weight[1:5] = 1 if off < 0.1 else 0
            has_front = f["visible"] > 0.3 and (f["mark"] is None or f["mark"] > 0.3)
            value[OUT["turn"]] = turn / TURN_UNIT
            weight[OUT["turn"]:OUT["turn"] + 2] = (not round_) or has_front
            value[OUT["front"] + q] = 1
            weight[OUT["front"]:OUT["front"] + 4] = has_front
            value[11:13] = np.log(f["length"] / length), np.log(f["across"] / across)
            weight[11:13] = 1 if off > 0 else 0.3
            value[22:27] = [f["by"] == c for c in CARRIES]
            weight[22:27] = 1
        if near:
            value[21], weight[21] = f["visible"], 1
            value[13], weight[13] = f["round"], 1
    else:
        def unlike(g):
            return abs(np.log(g["length"] / length)) + abs(np.log(g["across"] / across))
        mined = t.mined and rng.random() < 0.7
        g = t.figures[rng.integers(len(t.figures))] if t.figures else dict(length=25, across=25, round=bool(rng.integers(2)))
        if mined:
            x, y, heading, length, across = t.mined[rng.integers(len(t.mined))]
            x, y, heading = x + rng.normal(0, 1.2), y + rng.normal(0, 1.2), heading + rng.integers(4) * np.pi / 2
            if t.figures and rng.random() < 0.8:  # the form that the program would try
                g = min(t.figures, key=unlike)
        else:
            x, y = rng.uniform(0, t.width), rng.uniform(0, t.depth)
        length, across, round_, z = g["length"], g["across"], g["round"], rng.uniform(2, 8)
        weight[0] = clear_of(t.figures, x, y, length, across)
    if rng.random() < 0.3:
        paper = paper * rng.uniform(0.8, 1.2) * rng.uniform(0.95, 1.05, 3)
    c = crop(image, t.camera, x, y, z, heading, length, across, round_, paper, ink)
    if base and rng.random() < 0.35:
        e = half_extent(length, across)
        forward, left = places(e)
        cos, sin = np.cos(heading), np.sin(heading)
        painted = its_unit(t, base, x, y, e) if rng.random() < 0.8 else [base]
        share = share_of(x + cos * forward - sin * left, y + sin * forward + cos * left, painted, t.scale * rng.uniform(1.8, 4))
        repaint(rng, c[:3], share, rng.random() < 0.4)
    if rng.random() < 0.3:
        c[:3] = c[rng.permutation(3)]
    g = np.exp(rng.normal(0, 0.1))
    if rng.random() < 0.3:  # light falls off across the base, or a shadow's edge does
        a = rng.uniform(0, 2 * np.pi)
        yy, xx = np.mgrid[-1:1:SIDE * 1j, -1:1:SIDE * 1j]
        d = xx * np.cos(a) + yy * np.sin(a) + rng.uniform(-0.6, 0.6)
        shade = 1 - rng.uniform(0.1, 0.6) / (1 + np.exp(-d / rng.choice([0.03, 0.5])))
        c[:3] = (c[:3] + 1) * shade - 1
    relight(rng, c)
    c[:3] = (c[:3] + 1) * g - 1 + rng.normal(0, 0.02 * rng.random() * 3, c[:3].shape)
    if rng.random() < 0.2:  # something over a part: a hand, a neighbour's spear
        p, q2 = rng.integers(0, SIDE, 2), rng.integers(0, SIDE, 2)
        patch = np.ascontiguousarray(c[:3].transpose(1, 2, 0))
        cv2.line(patch, tuple(map(int, p)), tuple(map(int, q2)), tuple(map(float, rng.uniform(-1, 1, 3))), int(rng.integers(2, 16)))
        c[:3] = patch.transpose(2, 0, 1)
    return torch.from_numpy(c), torch.from_numpy(value), torch.from_numpy(weight)


def gaussian_nll(out, at, sigma_at, value, weight):
    log_sigma = out[:, sigma_at].clamp(-6, 2)
    e = out[:, at] - value[:, at]
    # Huber's error under a Laplace-tailed density: one bad base must not rule the spread
    z = (e * torch.exp(-log_sigma)).abs()
    return ((torch.where(z < 3, 0.5 * z * z, 3 * z - 4.5) + log_sigma) * weight[:, at]).sum() / weight[:, at].sum().clamp(min=1)


def loss_of(out, value, weight):
    def bce(i, j):
        w = weight[:, i:j]
        return (F.binary_cross_entropy_with_logits(out[:, i:j], value[:, i:j], reduction="none") * w).sum() / w.sum().clamp(min=1)
    there = bce(0, 1)
    place = gaussian_nll(out, 1, 3, value, weight) + gaussian_nll(out, 2, 4, value, weight)
    turn = gaussian_nll(out, 5, 6, value, weight)
    wf = weight[:, 7]
    front = (F.cross_entropy(out[:, 7:11], value[:, 7:11].argmax(1), reduction="none") * wf).sum() / wf.sum().clamp(min=1)

    def l1(i, j):
        return ((out[:, i:j] - value[:, i:j]).abs() * weight[:, i:j]).sum() / weight[:, i:j].sum().clamp(min=1)

    def size():  # squares near 0: most sizes are the supposed ones, and the median of all would always say so
        e = F.smooth_l1_loss(out[:, 11:13], value[:, 11:13], reduction="none", beta=0.2)
        return (e * weight[:, 11:13]).sum() / weight[:, 11:13].sum().clamp(min=1)
    parts = dict(there=there, place=place, turn=turn, front=front, size=size(), round=bce(13, 14), visible=l1(21, 22),
                 carries=bce(22, 27))
    scale = dict(there=2, place=0.6, turn=0.6, front=2, size=20, round=0.5, visible=1, carries=1)
    return sum(scale[k] * v for k, v in parts.items()), parts


def mirrored(x, value, weight):
    """The same crops in a mirror, what lies to the left now to the right."""
    order = list(range(OUTPUTS))
    order[OUT["front"] + 1], order[OUT["front"] + 3] = OUT["front"] + 3, OUT["front"] + 1
    value, weight = value[:, order], weight[:, order]
    value[:, [OUT["left"], OUT["turn"]]] *= -1
    return x.flip(3), value, weight


def draw_crop(rng, names):
    return sample(rng, load(names[rng.integers(len(names))]))


def train(path, minutes, folders):
    for stem in stems(folders):
        load(stem)  # once, for all workers
    learning.train(Pose(), path, minutes, folders, draw_crop, loss_of, batch=192, workers=2, mirrored=mirrored)


def test(path, folders):
    """The loss on samples as training draws them: higher than there, it has learned tables by heart. Then, of crops about the truth, moved by 2 mm and
    6 degrees: errors, fronts, how true the stated errors are."""
    torch.set_num_threads(learning.THREADS)
    net = learning.read_net(Pose(), path)
    net.eval()
    rng = np.random.default_rng(1)
    drawn = [[torch.stack(v) for v in zip(*(sample(rng, load(stem)) for _ in range(OF_EACH)))] for stem in stems(folders)]
    with torch.no_grad():
        loss, parts = loss_of(torch.cat([net(x) for x, _, _ in drawn]), *(torch.cat([d[k] for d in drawn]) for k in (1, 2)))
    print(f"loss {loss:.4f}:", *[f"{k} {v:.4f}" for k, v in parts.items()])
    rows = []
    for stem in stems(folders):
        t = load(stem)
        for f in t.figures:
            if f["visible"] < 0.3:
                continue
            d = rng.normal(0, 1.5, 2)
            q = int(rng.integers(4)) if f["round"] or abs(f["length"] - f["across"]) < 1 else 2 * int(rng.integers(2))
            turn = rng.normal(0, 0.1)
            h = f["heading"] - turn - q * np.pi / 2
            c = crop(t.image, t.camera, f["x"] + d[0], f["y"] + d[1], f["top"], h, f["length"], f["across"], f["round"], t.paper, t.ink)
            with torch.no_grad():
                o = net(torch.from_numpy(c)[None])[0].numpy()
            ef = o[1] * SHIFT_UNIT + np.cos(h) * d[0] + np.sin(h) * d[1]
            el = o[2] * SHIFT_UNIT - np.sin(h) * d[0] + np.cos(h) * d[1]
            p = np.exp(o[7:11] - o[7:11].max())
            p /= p.sum()
            rows.append((t.scale, f["by"], o[0], ef, el, np.exp(o[3]) * SHIFT_UNIT, np.exp(o[4]) * SHIFT_UNIT, o[5] * TURN_UNIT - turn, np.exp(o[6]) * TURN_UNIT, p[q], p.max(),
                         p.argmax() == q, f["visible"]))
    by = sorted({r[1] for r in rows})
    for b in by:
        r = [r for r in rows if r[1] == b]
        a = np.array([[v for v in x[2:]] for x in r], float)
        sure = a[:, 8] > 0.98
        print(f"{b:9} {len(r):5} there {np.mean(a[:, 0] > 0):.3f}  position rms {np.sqrt(np.mean(a[:, 1:3] ** 2) * 2):.3f} mm, median {np.median(np.hypot(a[:, 1], a[:, 2])):.3f}  "
              f"within 95 % ellipse {np.mean((a[:, 1] / a[:, 3]) ** 2 + (a[:, 2] / a[:, 4]) ** 2 < 5.99):.3f}  turn rms {np.rad2deg(np.sqrt(np.mean(a[:, 5] ** 2))):.2f} deg  "
              f"front right {a[:, 9].mean():.3f}, sure {sure.mean():.3f}, wrong of the sure {np.sum(sure & (a[:, 9] == 0))}")


if __name__ == "__main__":
    learning.command(__doc__, train, test)
