"""repaint.py: gives bases, or all about them, other colours, so that the networks learn more pairs of covering and ground than there are tables."""
import numpy as np


def outline_distance(forward, left, length, across, round_):
    """Signed, mm, positive inside."""
    if round_:
        return length / 2 - np.hypot(forward, left)
    dx, dy = np.abs(forward) - length / 2, np.abs(left) - across / 2
    return -(np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0))


def share_of(x, y, bases, sharp):
    """How much of each place (x, y, mm) is the bases' tops. Their edges are as wide as 1 / sharp mm; what lies between two that touch is theirs."""
    share = np.zeros(np.broadcast_shapes(x.shape, y.shape))
    for f in bases:
        dx, dy = x - f["x"], y - f["y"]
        cos, sin = np.cos(f["heading"]), np.sin(f["heading"])
        inside = outline_distance(cos * dx + sin * dy, -sin * dx + cos * dy, f["length"], f["across"], f["round"])
        share += 1 / (1 + np.exp(-np.clip(inside * sharp, -30, 30)))
    return np.minimum(share, 1)


def other_colours(rng, c, towards):
    """The colours c (3, n; -1: ink, 1: paper) as another paint or ground would show them; towards: a colour (3) that they may come near."""
    if rng.random() < 0.5:
        c = c[rng.permutation(3)]
    c = (c + 1) * np.exp(rng.normal(0.1, 0.35) + rng.normal(0, 0.25, (3, 1))) - 1
    mean = c.mean(1, keepdims=True)
    if rng.random() < 0.3:  # smoother, or with more of a pattern
        c = mean + (c - mean) * np.exp(rng.uniform(-1.2, 0.3))
    if rng.random() < 0.3:  # a base covered nearly like the ground
        c = c + rng.uniform(0.4, 0.9) * (towards[:, None] - mean)
    return c


def repaint(rng, c, share, about):
    """Gives what is the bases' of c (3, rows, columns), or what is about them, other colours."""
    within = share > 0.5
    if within.sum() < 20 or (~within).sum() < 20:
        return
    towards = c[:, within if about else ~within].mean(1)
    if about:
        share = 1 - share
    new = other_colours(rng, c.reshape(3, -1), towards)
    c[:] = np.clip(c * (1 - share) + new.reshape(c.shape) * share, -1.05, 2)
