#!/usr/bin/python3
"""edges.py: trains the network that sees along a supposed outline where the edge of the base's top really runs.

  edges.py train OUT.pt MINUTES FOLDER...
  edges.py test  OUT.pt FOLDER...

A strip is the outline unrolled: DEEP places from outside to inside, and one column for each step of STRIP along it, counter-clockwise from the middle of the
supposed front; its ends are repeated beyond each other. The places of a column are channels, then what of the base's side shows below the edge, how
round the outline is, and the camera's scale. The output is, of each column, a density of the edge's distance, mm outwards along the normal: a mixture
of PEAKS normal densities. Supposed places scatter about the true ones by JITTER, and where nothing can be seen, the density is that of the scatter: what
is seen is the density over the scatter's."""
import functools

import numpy as np
import torch
import torch.nn as nn

import learning
import strips
from learning import Residual, conv
from patches import Patch, relight, sample_any, shares
from pose import any_figure
from repaint import repaint, share_of
from tables import open_table, stems

STRIP = strips.Shape(step=1.0, deep=24, outside=6.0, inside=6.0, pad=8)
DEEP, PAD = STRIP.deep, STRIP.pad
SIDE_SHOWS = 3 * DEEP  # channels from here on: mm of the base's side that show, 10 mm over the radius, log2 of px a mm
COVER = SIDE_SHOWS + 3  # then its paint, whether that is known, and whether it carries a print
INPUTS = COVER + 5
PEAKS = 3
OUTPUTS = 3 * PEAKS  # ln of weight, place, ln of sigma
PLACE_UNIT, LEAST_SIGMA, MOST_SIGMA, FARTHEST = 2.0, 0.05, 6.0, 5.0  # mm
JITTER = 1.5  # mm: sigma of each coordinate of the supposed places, and so of the distances
WIDEST = 96  # columns of a training strip: more are cut off
LEAST_VISIBLE = 0.25
WORTH, ELSE = 0.1, 0.05  # how much a column's evidence counts among all, as neighbours see the same; chance that it is about something else
RIVALS = 16


class Edges(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(conv(INPUTS, 64), Residual(64), Residual(64), Residual(64))
        self.head = nn.Conv2d(64, OUTPUTS, 1)

    def forward(self, x):
        return self.head(self.body(x))


def distances(f, place, normal, side):
    """mm outwards along each normal to the true outline; side: of each column."""
    if f["round"]:
        b = (place * normal).sum(-1)
        return -b + np.sqrt(np.maximum(b * b - (place * place).sum(-1) + f["length"] ** 2 / 4, 0))
    true = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]], float)[side]
    half = np.array([f["length"], f["across"]])[side % 2] / 2
    return (half - (true * place).sum(-1)) / (true * normal).sum(-1)


def side_shows(p, normal):
    """mm outwards of the top's edge at which the foot of the base shows; less than 0: it is hidden."""
    return normal @ p.foot + p.inset


def to_input(x, shows, curve, scale, paint, printed):
    out = np.zeros((INPUTS, 1, x.shape[2]), np.float32)
    out[:SIDE_SHOWS, 0] = x.reshape(SIDE_SHOWS, -1)
    out[SIDE_SHOWS, 0] = shows / 2
    out[SIDE_SHOWS + 1] = curve
    out[SIDE_SHOWS + 2] = np.log2(scale)
    if paint is not None:
        out[COVER:COVER + 3] = paint[:, None, None]
        out[COVER + 3] = 1
    out[COVER + 4] = printed
    return out


@functools.cache
def patches_of(stem):
    t = open_table(stem)
    units = {u["id"]: u for u in t.game.get("units", [])}
    out = []
    for f in t.figures:
        if f["visible"] >= LEAST_VISIBLE:
            reach = 0.5 * np.hypot(f["length"], f["across"]) * (0.72 if f["round"] else 1) + STRIP.outside + 3
            paint = strips.stated(units.get(f["unit"], {}).get("rim_colour")) if f["by"] in ("rim", "solid") else None
            p = Patch(t, f, reach, figure=f, inset=f["inset"], paint=paint, printed=f["by"] in ("tag", "rim-code"))
            top, foot = t.camera.to_px([[f["x"], f["y"], f["top"]], [f["x"], f["y"], f["top"] - f["height"]]])
            p.foot = np.linalg.solve(np.c_[p.forward, p.left], foot - top)
            out.append(p)
    return out


def sides_of(length, across, n):
    """Which side each column lies on: 0 the front, counter-clockwise."""
    t = ((np.arange(n + 2 * PAD) - PAD) / n * 2 * (length + across) + across / 2) % (2 * (length + across))
    return np.searchsorted([across, across + length, 2 * across + length], t, side="right")


def hide(rng, x):
    """Makes the base look as the ground about it does, or as even as paper: nothing is to be seen of it."""
    rows = 4  # outermost: the true edge is farther in, but for one in a hundred
    if rng.random() < 0.5:
        x[:] = x[:, np.abs(np.arange(DEEP) % (2 * rows - 2) - rows + 1)]
    else:
        x[:] = rng.uniform(-1, 1, 3)[:, None, None] + rng.normal(0, 1, x.shape) * rng.choice([0, 0.02, 0.1])


def sample(rng, patches):
    p = patches[0]
    f = any_figure(rng, [p.figure for p in patches])
    p = next(p for p in patches if p.figure is f)
    image, scale = p.worsened(rng)
    square = not f["round"] and abs(f["length"] - f["across"]) < 1
    q = int(rng.integers(4)) if square else 2 * int(rng.integers(2))
    turn = rng.uniform(-np.pi, np.pi) if f["round"] else np.clip(rng.normal(0, rng.choice([0.01, 0.04])), -0.15, 0.15)
    at = rng.normal(0, JITTER, 2)
    size = np.exp(rng.normal(0, 0.004))
    length, across = f["length"] * size, f["across"] * size
    supposed = (at, turn + q * np.pi / 2, length, across, f["round"])
    codes, (xy, place, normal) = strips.strip(STRIP, p, image, *supposed), strips.places(STRIP, *supposed)
    n = codes.shape[1] - 2 * PAD
    away = distances(f, place, normal, None if f["round"] else (sides_of(length, across, n) + q) % 4)
    x = shares(codes, p.paper * rng.uniform(0.85, 1.15), p.ink).copy()
    paint = None if p.paint is None or rng.random() < 0.1 else p.paint + rng.normal(0, 0.06, 3).astype(np.float32)
    if rng.random() < 0.35:  # another paint, or another ground
        about = rng.random() < 0.5
        repaint(rng, x, share_of(xy[..., 0], xy[..., 1], [dict(f, x=0, y=0, heading=0)], p.scale * scale * rng.uniform(1.8, 4)), about)
        if not about:
            paint = None
    if rng.random() < 0.1:  # a large figure
        middle, half = rng.normal(0, 2, 2), np.array([f["length"], f["across"]]) / 2
        x[:, (((xy - middle) / half) ** 2).sum(-1) < rng.uniform(0.3, 0.95) ** 2] = rng.uniform(-1, 1, 3)[:, None]
    if rng.random() < 0.05:
        hide(rng, x)
    yy, xx = np.mgrid[-1:1:x.shape[1] * 1j, -1:1:x.shape[2] * 1j].astype(np.float32)
    relight(rng, x, yy, xx)
    if rng.random() < 0.3:
        order = rng.permutation(3)
        x, paint = x[order], paint if paint is None else paint[order]
    if rng.random() < 0.15:  # something over a part of it
        a, wide = rng.integers(0, x.shape[2]), int(rng.integers(2, 14))
        x[:, rng.integers(0, 16):, a:a + wide] = rng.uniform(-1, 1, 3)[:, None, None]
    x = to_input(x, side_shows(p, normal), 20 / length if f["round"] else 0, p.scale * scale, paint, p.printed)
    first = 0 if n <= WIDEST else int(rng.integers(0, n - WIDEST + 1))
    wide = min(n, WIDEST)
    out = np.zeros((INPUTS, 1, WIDEST + 2 * PAD), np.float32)
    value, weight, normals = np.zeros(WIDEST, np.float32), np.zeros(WIDEST, np.float32), np.zeros((2, WIDEST), np.float32)
    normals[:, :wide] = normal[PAD + first:PAD + first + wide].T
    x, away = x[:, :, first:first + wide + 2 * PAD], away[PAD + first:PAD + first + wide]
    if rng.random() < 0.5:
        x, away = x[:, :, ::-1], away[::-1]
        normals[:, :wide] = normals[:, :wide][:, ::-1].copy()
    out[:, :, :x.shape[2]] = x
    value[:wide], weight[:wide] = np.clip(away, -FARTHEST, FARTHEST), np.abs(away) < FARTHEST
    return torch.from_numpy(out), torch.from_numpy(value), torch.from_numpy(weight), torch.from_numpy(normals), torch.from_numpy(np.float32(-at))


def density(out):
    """ln weights, places, sigmas (mm): batch x PEAKS x columns."""
    weight, place, sigma = out[:, :PEAKS, 0], out[:, PEAKS:2 * PEAKS, 0] * PLACE_UNIT, out[:, 2 * PEAKS:, 0]
    return torch.log_softmax(weight, 1), place, sigma.clamp(np.log(LEAST_SIGMA), np.log(MOST_SIGMA)).exp()


def log_density(out, at):
    w, m, s = density(out)
    z = (at[:, None] - m) / s
    return torch.logsumexp(w - 0.5 * z * z - s.log() - 0.919, 1)


def evidence(out, at):
    """ln of how much likelier the edge is at those distances than where it is if nothing is seen: batch x ... x columns."""
    l = log_density(out, at) + 0.5 * (at / JITTER) ** 2 + np.log(JITTER) + 0.919
    return torch.log((1 - ELSE) * l.clamp(max=20).exp() + ELSE)


def others(truth):
    """Places beside the true one, relative to it, near and far: batch x 2 x 3 RIVALS; and ln of how much rarer they are than supposed places are."""
    spread = torch.tensor([0.15, 0.6, JITTER])
    off = torch.randn(len(truth), 2, 3, RIVALS) * spread[:, None]
    off[:, :, 2] -= truth[:, :, None]  # those scatter about the supposed place
    off = off.flatten(2)
    squares = off.square().sum(1)

    def normal(squares, sigma):
        return -squares / (2 * sigma * sigma) - 2 * np.log(sigma)
    supposed = normal((off + truth[:, :, None]).square().sum(1), JITTER)
    drawn = torch.logsumexp(torch.stack([normal(squares, 0.15), normal(squares, 0.6), supposed]), 0) - np.log(3)
    return off, supposed - drawn


def loss_of(out, value, weight, normals, truth):
    """Of single columns, and of what they say together: which place among others is the true one."""
    out = out[..., PAD:-PAD]
    column = -(log_density(out, value) * weight).sum() / weight.sum().clamp(min=1)
    off, rarer = others(truth)
    at = torch.cat([value[:, None], value[:, None] + torch.einsum("bik,bij->bkj", off, normals)], 1).clamp(-2 * FARTHEST, 2 * FARTHEST)
    n, k, columns = at.shape
    each = out.repeat_interleave(k, 0)
    score = WORTH * (evidence(each, at.reshape(n * k, columns)).reshape(n, k, columns) * weight[:, None]).sum(2)
    together = (torch.logsumexp(score[:, 1:] + rarer, 1) - np.log(k - 1) - score[:, 0]).mean()
    return 0.3 * column + together, dict(column=column, together=together)


def draw(rng, names):
    return sample_any(rng, names, patches_of, sample)


def train(path, minutes, folders):
    print(sum(len(patches_of(s)) for s in stems(folders)), "bases", flush=True)  # read once, for all workers
    learning.train(Edges(), path, minutes, folders, draw, loss_of, batch=96)


def test(path, folders):
    """Each base moved by 0.8 mm: rms error of the place of a grid that its columns make likeliest, by what it carries, and before; mean
    ln density of the true distances."""
    torch.set_num_threads(learning.THREADS)
    net = learning.read_net(Edges(), path).eval()
    rng = np.random.default_rng(1)
    rows = []
    places = np.stack(np.meshgrid(*[np.arange(-4, 4.01, 0.1)] * 2), -1).reshape(-1, 2)
    for stem in stems(folders):
        for p in patches_of(stem):
            f, d = p.figure, rng.normal(0, 0.8, 2)
            supposed = (d, 0, f["length"], f["across"], f["round"])
            codes, (_, _, normal) = strips.strip(STRIP, p, p.image, *supposed), strips.places(STRIP, *supposed)
            x = to_input(shares(codes, p.paper, p.ink), side_shows(p, normal), 20 / f["length"] if f["round"] else 0, p.scale, p.paint, p.printed)
            normal = normal[PAD:-PAD]
            with torch.no_grad():
                out = net(torch.from_numpy(x)[None])[..., PAD:-PAD]
                says = WORTH * evidence(out, torch.from_numpy((places @ normal.T).astype(np.float32))).sum(1).numpy()
                density = log_density(out, torch.from_numpy((-d @ normal.T).astype(np.float32))[None]).mean().item()
            likeliest = places[(says - (places ** 2).sum(1) / (2 * JITTER ** 2)).argmax()]
            rows.append((f["by"], np.hypot(*(likeliest + d)), np.hypot(*d), density))
    for by in sorted({r[0] for r in rows}):
        a = np.array([r[1:] for r in rows if r[0] == by])
        print(f"{by:9} {len(a):5} rms {np.sqrt(np.mean(a[:, 0] ** 2)):.3f} median {np.median(a[:, 0]):.3f} 90 % {np.quantile(a[:, 0], 0.9):.3f}; before {np.sqrt(np.mean(a[:, 1] ** 2)):.3f}; ln density {a[:, 2].mean():.3f}")


if __name__ == "__main__":
    learning.command(__doc__, train, test)
