#!/usr/bin/python3
"""fronts.py: trains the network that finds the front mark on a painted rim, from the rim alone.

  fronts.py train OUT.pt MINUTES FOLDER...
  fronts.py test  OUT.pt FOLDER...

A strip is the rim unrolled: DEEP places from outside to inside, and one column for each step of STRIP along the outline, counter-clockwise from the middle of
the supposed front; its ends are repeated beyond each other. The places of a column are channels. The output is one value a column: ln of how much
likelier the middle of the mark is there than that it is nowhere. For a round base any column may be the front, for others the middles of the sides:
each quarter of the outline, of an oblong each half."""
import functools

import numpy as np
import torch
import torch.nn as nn

import learning
import strips
from learning import Residual, conv
from patches import Patch, relight, sample_any, shares
from tables import open_table, stems

STRIP = strips.Shape(step=0.8, deep=12, outside=1.5, inside=4.0, pad=12)
DEEP, PAD = STRIP.deep, STRIP.pad
PAINTS = 3 * DEEP  # channels from here on: the rim's paint, the mark's, whether each is known, log2 of px a mm
INPUTS = PAINTS + 9
WIDEST = 200  # columns of a training strip: more are cut off
LEAST_VISIBLE, HIDDEN = 0.25, 0.1


class Fronts(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(conv(INPUTS, 48), Residual(48), Residual(48), Residual(48))
        self.head = nn.Conv2d(48, 1, 1)

    def forward(self, x):
        return self.head(self.body(x))


def to_input(x, rim, mark, scale):
    """x: shares, 3 x DEEP x columns; rim, mark: shares, or None where they are not known."""
    out = np.zeros((INPUTS, 1, x.shape[2]), np.float32)
    out[:PAINTS, 0] = x.reshape(PAINTS, -1)
    for at, paint in ((PAINTS, rim), (PAINTS + 3, mark)):
        if paint is not None:
            out[at:at + 3] = paint[:, None, None]
            out[PAINTS + 6 + (at > PAINTS)] = 1
    out[PAINTS + 8] = np.log2(scale)
    return out


@functools.cache
def patches_of(stem):
    t = open_table(stem)
    units = {u["id"]: u for u in t.game.get("units", [])}
    out = []
    for f in t.figures:
        u = units.get(f["unit"], {})
        if f["by"] in ("rim", "solid") and f["visible"] >= LEAST_VISIBLE and "rim_colour" in u:
            reach = 0.75 * np.hypot(f["length"], f["across"]) * (0.72 if f["round"] else 1) + STRIP.outside + 3
            out.append(Patch(t, f, reach, figure=f, rim=strips.stated(u.get("rim_colour")), mark=strips.stated(u.get("mark_colour"))))
    return out


def fronts_of(f, n):
    """Columns that may be its front."""
    if f["round"]:
        return np.arange(n)
    return np.arange(0, n, n // 2 if abs(f["length"] - f["across"]) > 1 else n // 4)


def sample(rng, patches):
    """A strip, which columns may be the front, and how much of the front each is; the last is none of them."""
    p = patches[rng.integers(len(patches))]
    f = p.figure
    image, scale = p.worsened(rng)
    turn = rng.uniform(-np.pi, np.pi) if f["round"] else rng.normal(0, rng.choice([0.01, 0.04]))
    q = 0 if f["round"] else int(rng.integers(2)) * 2 if abs(f["length"] - f["across"]) > 1 else int(rng.integers(4))
    length, across = (f["across"], f["length"]) if q % 2 else (f["length"], f["across"])
    size = np.exp(rng.normal(0, 0.012))
    codes = strips.strip(STRIP, p, image, rng.normal(0, rng.choice([0.2, 0.4]), 2), turn + q * np.pi / 2, length * size, across * size, f["round"])
    x = shares(codes, p.paper * rng.uniform(0.85, 1.15), p.ink).copy()
    yy, xx = np.mgrid[-1:1:x.shape[1] * 1j, -1:1:x.shape[2] * 1j].astype(np.float32)
    relight(rng, x, yy, xx)
    rim, mark = (None if paint is None or rng.random() < rare else paint + rng.normal(0, 0.06, 3).astype(np.float32) for paint, rare in ((p.rim, 0.1), (p.mark, 0.2)))
    if rng.random() < 0.3:
        order = rng.permutation(3)
        x, rim, mark = x[order], rim if rim is None else rim[order], mark if mark is None else mark[order]
    if rng.random() < 0.25:  # something over a part of it
        a, wide = rng.integers(0, x.shape[2]), int(rng.integers(2, 14))
        x[:, rng.integers(0, 5):, a:a + wide] = rng.uniform(-1, 1, 3)[:, None, None]
    n = x.shape[2] - 2 * PAD
    known, share = np.zeros(WIDEST + 1, np.float32), np.zeros(WIDEST + 1, np.float32)
    front = (-turn / (2 * np.pi) * n) % n if f["round"] else -q * n / 4 % n
    first = 0
    if n > WIDEST:
        first = int((front - rng.integers(10, WIDEST - 10)) % n)
        x = np.concatenate([x[:, :, PAD:-PAD]] * 3, 2)[:, :, n + first - PAD:n + first + WIDEST + PAD]
    may = (fronts_of(f, n) - first) % n
    known[may[may < WIDEST]] = 1
    known[WIDEST] = 1
    marked = f["mark"] is None or f["mark"] > 0.3
    if marked:
        k = int(np.floor(front))
        for column, part in ((k, 1 - front + k), (k + 1, front - k)):
            share[(column - first) % n % WIDEST] += part
    elif f["mark"] < HIDDEN:
        share[WIDEST] = 1
    x, mirrored = to_input(x, rim, mark, p.scale * scale), rng.random() < 0.5
    out = np.zeros((INPUTS, 1, WIDEST + 2 * PAD), np.float32)
    wide = min(n, WIDEST)
    if mirrored:
        x = x[:, :, ::-1]
        known[:wide], share[:wide] = known[:wide][::-1].copy(), share[:wide][::-1].copy()
    out[:, :, :x.shape[2]] = x
    return torch.from_numpy(out), torch.from_numpy(known), torch.from_numpy(share)


def chances(out, known):
    """ln of the chance of each column, and of none, last."""
    odds = torch.cat([out[:, 0, 0, PAD:-PAD], torch.zeros(len(out), 1)], 1)
    return torch.log_softmax(odds.masked_fill(known == 0, -1e4), 1)


def loss_of(out, known, share):
    told = share.sum(1) > 0
    return -(chances(out, known).clamp(min=-50) * share).sum(1)[told].mean(), {}


def draw(rng, names):
    return sample_any(rng, names, patches_of, sample)


def train(path, minutes, folders):
    print(sum(len(patches_of(s)) for s in stems(folders)), "rims", flush=True)  # read once, for all workers
    learning.train(Fronts(), path, minutes, folders, draw, loss_of, batch=128)


def test(path, folders):
    """Each rim moved by 0.25 mm: fronts that are told at two levels, and wrong ones (by more than 20 degrees); errors of round ones."""
    torch.set_num_threads(learning.THREADS)
    net = learning.read_net(Fronts(), path).eval()
    rng = np.random.default_rng(1)
    rows = []
    for stem in stems(folders):
        for p in patches_of(stem):
            f = p.figure
            turn = rng.uniform(-np.pi, np.pi) if f["round"] else 0.0
            x = shares(strips.strip(STRIP, p, p.image, rng.normal(0, 0.25, 2), turn, f["length"], f["across"], f["round"]), p.paper, p.ink)
            n = x.shape[2] - 2 * PAD
            known = np.zeros(n + 1, np.float32)
            known[fronts_of(f, n)] = known[n] = 1
            with torch.no_grad():
                c = chances(net(torch.from_numpy(to_input(x, p.rim, p.mark, p.scale))[None]), torch.from_numpy(known)[None])[0].exp().numpy()
            k = int(c[:n].argmax())
            near = np.abs((np.arange(n) - k + n / 2) % n - n / 2) <= n / 18
            sure = c[:n][near].sum()
            off = np.arctan2(*(c[:n][near] @ np.c_[np.sin(2 * np.pi * np.arange(n) / n), np.cos(2 * np.pi * np.arange(n) / n)][near]))
            error = np.degrees((off + turn + np.pi) % (2 * np.pi) - np.pi)
            rows.append((f["round"], -1 if f["mark"] is None else f["mark"], f["visible"], sure, abs(error), p.scale))
    a = np.array(rows, float)
    for name, r in (("round", a[a[:, 0] == 1]), ("not round", a[a[:, 0] == 0])):
        r = r[(r[:, 2] >= 0.5) & ((r[:, 1] < 0) | (r[:, 1] >= 0.5))]
        for least in (0.9, 0.98, 0.995):
            told = r[:, 3] > least
            print(f"{name}: {len(r)}, told at {least}: {told.mean():.3f}, wrong {np.sum(told & (r[:, 4] > 20))}, rms of the others {np.sqrt(np.mean(r[told & (r[:, 4] < 20), 4] ** 2)):.2f} deg")
    hidden = a[(a[:, 1] >= 0) & (a[:, 1] < HIDDEN)]
    print(f"hidden marks: {len(hidden)}, told at 0.98 {np.sum(hidden[:, 3] > 0.98)}, of these wrong {np.sum((hidden[:, 3] > 0.98) & (hidden[:, 4] > 20))}")


if __name__ == "__main__":
    learning.command(__doc__, train, test)
