#!/usr/bin/python3
"""finder.py: trains the network that finds the middles of bases on a flat map of the table.

  finder.py train OUT.pt MINUTES FOLDER...   pictures of both generators, seeds below 5,000; goes on from OUT.pt where it is there
  finder.py test  OUT.pt FOLDER...           recall at the working threshold, by what the bases carry

One cell of the output is STRIDE mm. Its channels are listed in CHANNELS."""
import cv2
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import learning
from learning import Residual, conv
from repaint import repaint, share_of
from tables import CARRIES, Table, stems

STRIDE = 4
CHANNELS = dict(heat=0, offset=1, size=3, round=5, twice=6, four=8, front=10, visible=12, carries=13)
OUTPUTS = 18
SIZE_UNIT = 32.0  # mm; sizes are told as log(size / SIZE_UNIT)
LEAST_VISIBLE = 0.12  # below, a base is neither asked for nor forbidden
CROP = 512


class Finder(nn.Module):
    def __init__(self):
        super().__init__()
        self.s2, self.s4, self.r4 = conv(3, 16, s=2), conv(16, 32, s=2), Residual(32)
        self.s8, self.r8a, self.r8b = conv(32, 64, s=2), Residual(64), Residual(64)
        self.s16, self.r16 = conv(64, 96, s=2), Residual(96)
        self.up8, self.m8 = conv(96, 64, k=1, relu=False), conv(64, 64)
        self.up4, self.m4 = conv(64, 32, k=1, relu=False), conv(32, 32)
        self.out = nn.Conv2d(32, OUTPUTS, 1)
        self.out.bias.data[0] = -4

    def forward(self, x):
        a = self.r4(self.s4(self.s2(x)))
        b = self.r8b(self.r8a(self.s8(a)))
        c = self.r16(self.s16(b))
        b = self.m8(F.interpolate(self.up8(c), scale_factor=2) + b)
        a = self.m4(F.interpolate(self.up4(b), scale_factor=2) + a)
        return self.out(a)


def to_input(bgr):
    return torch.from_numpy(np.ascontiguousarray(bgr.transpose(2, 0, 1))).float() / 128 - 1


def jitter(rng, img):
    """Another light, lens and sensor over a crop of the map, so that no paint or ground is learned by heart."""
    x = img.astype(np.float32)
    if rng.random() < 0.35:
        x = x[..., rng.permutation(3)]
    if rng.random() < 0.5:  # other hues and stronger or weaker colours
        hsv = cv2.cvtColor(np.clip(x, 0, 255).astype(np.uint8), cv2.COLOR_BGR2HSV).astype(np.float32)
        hsv[..., 0] = (hsv[..., 0] + rng.uniform(0, 180)) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.2, 1.6), 0, 255)
        x = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR).astype(np.float32)
    x = 255 * np.clip(x / 255, 0, 1) ** rng.uniform(0.65, 1.5)
    x *= rng.uniform(0.55, 1.3) * rng.uniform(0.85, 1.15, 3)
    if rng.random() < 0.4:  # light that falls off, or a hard shadow's edge
        h, w = x.shape[:2]
        a = rng.uniform(0, 2 * np.pi)
        yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
        d = (xx - w / 2) * np.cos(a) + (yy - h / 2) * np.sin(a)
        d = d / w + rng.uniform(-0.5, 0.5)
        g = 1 / (1 + np.exp(-d / rng.choice([0.02, 0.5])))
        x *= (1 - rng.uniform(0.1, 0.6) * g)[..., None]
    if rng.random() < 0.4:
        x = cv2.GaussianBlur(x, (0, 0), rng.uniform(0.3, 1.3))
    if rng.random() < 0.5:
        x += rng.normal(0, rng.uniform(1, 10), x.shape)
    x = np.clip(x, 0, 255).astype(np.uint8)
    if rng.random() < 0.35:
        x = cv2.imdecode(cv2.imencode(".jpg", x, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(18, 70))])[1], 1)
    return x


def cover(rng, img, figures):
    """Lays hands' arms over a crop: bands of one colour. Bases below them are not asked for."""
    h, w = img.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    for _ in range(rng.integers(1, 3)):
        p, q = rng.uniform(0, [w, h]), rng.uniform(0, [w, h])
        cv2.line(mask, tuple(np.int32(p).tolist()), tuple(np.int32(q).tolist()), 1, int(rng.uniform(15, 80)))
    tone = rng.choice([[120, 150, 200], [60, 80, 120], [90, 60, 40], [40, 40, 45], [170, 190, 225]], axis=0) if rng.random() < 0.7 else rng.uniform(20, 230, 3)
    shade = cv2.resize(rng.uniform(0.6, 1.1, (6, 6)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    img = np.where(mask[..., None] > 0, np.clip(shade[..., None] * np.asarray(tone, np.float32), 0, 255), img).astype(np.uint8)
    out = []
    for f in figures:
        r = int(max(f["length"], f["across"]) / 2)
        x, y = int(f["at"][0]), int(f["at"][1])
        part = mask[max(0, y - r):y + r, max(0, x - r):x + r]
        out.append(dict(f, visible=f["visible"] * (1 - (part.mean() if part.size else 0))))
    return img, out


def repaint_units(rng, img, figures):
    """Half of the units with other paints, each its own."""
    c = np.ascontiguousarray(img.transpose(2, 0, 1)).astype(np.float32) / 128 - 1
    units = {}
    for f in figures:
        units.setdefault(f["unit"], []).append(dict(f, x=f["at"][0], y=-f["at"][1]))
    for bases in units.values():
        if rng.random() < 0.5:
            continue
        reach = max(max(f["length"], f["across"]) for f in bases) + 20
        x, y = np.array([[f["x"], -f["y"]] for f in bases]).T
        left, above = (int(max(0, v.min() - reach)) for v in (x, y))
        part = c[:, above:int(max(0, y.max() + reach)), left:int(max(0, x.max() + reach))]
        columns, rows = left + np.arange(part.shape[2]) + 0.5, above + np.arange(part.shape[1]) + 0.5
        if part.size:
            repaint(rng, part, share_of(columns[None], -rows[:, None], bases, rng.uniform(1.8, 4)), False)
    return np.clip((c + 1) * 128, 0, 255).astype(np.uint8).transpose(1, 2, 0)


def draw_sample(rng, table, crop=CROP):
    """A random piece of the map, turned, mirrored and scaled a little, with its figures' poses there."""
    flat = table["flat"]
    h, w = flat.shape[:2]
    figs = table["figures"]
    if figs and rng.random() < 0.85:
        f = figs[rng.integers(len(figs))]
        middle = np.array([f["col"], f["row"]]) + rng.uniform(-crop / 3, crop / 3, 2)
    else:
        middle = rng.uniform([0, 0], [w, h])
    angle = rng.choice([0, 90, 180, 270]) + rng.uniform(-45, 45) * (rng.random() < 0.6)
    scale = np.exp(rng.uniform(-0.1, 0.1))
    m = cv2.getRotationMatrix2D(tuple(middle), angle, scale)  # turns counter-clockwise as seen
    m[:, 2] += crop / 2 - middle
    mirrored = rng.random() < 0.5
    if mirrored:
        m[0] = -m[0]
        m[0, 2] += crop - 1
    img = cv2.warpAffine(flat, m, (crop, crop), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    out = []
    for f in figs:
        p = m @ [f["col"] - 0.5, f["row"] - 0.5, 1]
        if not (-30 < p[0] < crop + 30 and -30 < p[1] < crop + 30):
            continue
        a = f["heading"] + np.deg2rad(angle)
        if mirrored:
            a = np.pi - a
        out.append(dict(f, at=p + 0.5, heading=a, length=f["length"] * scale, across=f["across"] * scale))
    if rng.random() < 0.4:
        img = repaint_units(rng, img, out)
    if rng.random() < 0.2:
        img, out = cover(rng, img, out)
    return jitter(rng, img), out


def targets(figures, crop=CROP):
    n = crop // STRIDE
    heat = np.zeros((n, n), np.float32)
    care = np.ones((n, n), np.float32)
    value = np.zeros((OUTPUTS, n, n), np.float32)
    weight = np.zeros((OUTPUTS, n, n), np.float32)
    for f in sorted(figures, key=lambda f: f["visible"]):
        cx, cy = f["at"][0] / STRIDE, f["at"][1] / STRIDE
        least = min(f["length"], f["across"]) / STRIDE
        x0, y0 = int(np.floor(cx)), int(np.floor(cy))
        sigma = min(max(least / 7, 0.7), 2.0)
        r = int(3 * sigma + 1)
        ys, xs = np.arange(max(0, y0 - r), min(n, y0 + r + 1)), np.arange(max(0, x0 - r), min(n, x0 + r + 1))
        if not len(ys) or not len(xs):
            continue
        g = np.exp(-((xs[None] + 0.5 - cx) ** 2 + (ys[:, None] + 0.5 - cy) ** 2) / (2 * sigma ** 2)).astype(np.float32)
        if f["visible"] < LEAST_VISIBLE:
            care[np.ix_(ys, xs)] = np.minimum(care[np.ix_(ys, xs)], g < 0.1)
            continue
        if 0 <= x0 < n and 0 <= y0 < n:
            g[(ys == y0)[:, None] & (xs == x0)[None]] = 1
        heat[np.ix_(ys, xs)] = np.maximum(heat[np.ix_(ys, xs)], g)
        a, not_round = f["heading"], 0.0 if f["round"] else 1.0
        oblong = not_round * (abs(f["length"] - f["across"]) > 1)
        has_front = 1.0 if f["by"] != "plain" and f["visible"] > 0.25 and (f["mark"] is None or f["mark"] > 0.3) else 0.0
        for y in range(max(0, y0 - 1), min(n, y0 + 2)):
            for x in range(max(0, x0 - 1), min(n, x0 + 2)):
                near = 1.0 if (x, y) == (x0, y0) else 0.3
                value[1:18, y, x] = [cx - x - 0.5, cy - y - 0.5, np.log(f["length"] / SIZE_UNIT), np.log(f["across"] / SIZE_UNIT), f["round"],
                                     np.cos(2 * a), np.sin(2 * a), np.cos(4 * a), np.sin(4 * a), np.cos(a), np.sin(a), f["visible"],
                                     *[float(f["by"] == c) for c in CARRIES]]
                weight[1:18, y, x] = near * np.array([1, 1, 1, 1, 1, oblong, oblong, not_round, not_round, has_front, has_front, 1, *[1] * 5])
    return heat, care, value, weight


def loss_of(out, heat, care, value, weight):
    p = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = (heat >= 1).float()
    n = peak.sum().clamp(min=1)
    pos = -(torch.log(p) * (1 - p) ** 2 * peak * care).sum() / n
    neg = -(torch.log(1 - p) * p ** 2 * (1 - heat) ** 4 * (1 - peak) * care).sum() / n
    w = weight.sum((0, 2, 3)).clamp(min=1)
    d = torch.abs(out - value) * weight
    reg = (d[:, [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12]].sum((0, 2, 3)) / w[[1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12]])
    place, size, twice, four, front, visible = reg.split([2, 2, 2, 2, 2, 1])
    scale = torch.tensor([2.0, 2, 3, 3, 0.6, 0.6, 0.6, 0.6, 0.1, 0.1, 0.5])
    ce = F.binary_cross_entropy_with_logits(out[:, [5, 13, 14, 15, 16, 17]], value[:, [5, 13, 14, 15, 16, 17]], reduction="none") * weight[:, [5, 13, 14, 15, 16, 17]]
    ce = (ce.sum((0, 2, 3)) / w[[5, 13, 14, 15, 16, 17]]).sum()
    parts = dict(found=pos + neg, place=place.sum(), size=size.sum(), twice=twice.sum(), four=four.sum(), front=front.sum(), visible=visible.sum(), kinds=ce)
    return pos + neg + (reg * scale).sum() + 0.3 * ce, parts


def load(stem, cache={}):
    if stem not in cache:
        t = Table(stem)
        keep = ("unit", "heading", "length", "across", "round", "by", "visible", "mark")
        cache[stem] = dict(name=t.name, flat=t.flat(), figures=[dict({k: f[k] for k in keep}, col=f["map"][0], row=f["map"][1]) for f in t.figures])
    return cache[stem]


def draw_map(rng, names):
    img, figs = draw_sample(rng, load(names[rng.integers(len(names))]))
    return (to_input(img), *map(torch.from_numpy, targets(figs)))


def train(path, minutes, folders):
    learning.train(Finder(), path, minutes, folders, draw_map, loss_of, batch=4, every=100, least_rate=0.02)


def peaks(out, threshold=0.25):
    """Cells that are the highest of their 3 x 3 and above the threshold: list of (probability, column mm, row mm, channels)."""
    p = 1 / (1 + np.exp(-out[0]))
    highest = cv2.dilate(p, np.ones((3, 3))) == p
    found = []
    for y, x in zip(*np.nonzero(highest & (p > threshold))):
        c = out[:, y, x]
        found.append((p[y, x], (x + 0.5 + c[1]) * STRIDE, (y + 0.5 + c[2]) * STRIDE, c))
    return found


def run(net, flat):
    h, w = [(n + 15) // 16 * 16 for n in flat.shape[:2]]
    padded = cv2.copyMakeBorder(flat, 0, h - flat.shape[0], 0, w - flat.shape[1], cv2.BORDER_REPLICATE)
    with torch.no_grad():
        return net(to_input(padded)[None].to(memory_format=torch.channels_last))[0].numpy()


def test(path, folders):
    torch.set_num_threads(learning.THREADS)
    net = learning.read_net(Finder(), path)
    net.eval()
    tally, false, pos, fronts = {}, 0, [], [0, 0]
    for name in stems(folders):
        t = load(name)
        found = sorted(peaks(run(net, t["flat"])), key=lambda f: -f[0])
        used, miss, extra = set(), 0, 0
        for f in sorted(t["figures"], key=lambda f: -f["visible"]):
            best = min(((np.hypot(g[1] - f["col"], g[2] - f["row"]), k) for k, g in enumerate(found) if k not in used), default=(99, -1))
            ok = best[0] < min(8, 0.4 * min(f["length"], f["across"]))
            v = ">=50" if f["visible"] >= 0.5 else "30-50" if f["visible"] >= 0.3 else "<30"
            for key in ((f["by"], v), ("all", v)):
                tally.setdefault(key, [0, 0])[1] += 1
                tally[key][0] += ok
            if ok:
                used.add(best[1])
                pos.append(best[0])
                c = found[best[1]][3]
                if f["by"] != "plain":
                    e = abs((np.arctan2(c[11], c[10]) - f["heading"] + np.pi) % (2 * np.pi) - np.pi)
                    fronts[1] += 1
                    fronts[0] += e > np.deg2rad(30)
            elif v == ">=50":
                miss += 1
        extra = len(found) - len(used)
        false += extra
        print(f"{t['name']} figures {len(t['figures'])} missed {miss} false {extra}")
    for k in sorted(tally):
        print(k, f"{100 * tally[k][0] / tally[k][1]:.1f} % of {tally[k][1]}")
    print(f"false {false}, position rms {np.sqrt(np.mean(np.square(pos))):.2f} mm, fronts turned {fronts[0]} of {fronts[1]}")


if __name__ == "__main__":
    learning.command(__doc__, train, test)
