"""patches.py: the surroundings of single bases, cut from pictures of tables once, and what makes of each many others: what the networks that read
one base (cells.py, fronts.py) are trained on."""
import cv2
import numpy as np

MOST_PX = 1.3  # of the picture between two places that are sampled: vision/bases/crop.c


class Patch:
    """A base's surroundings within `reach` mm. forward, left: px a mm along its heading and to its left."""

    def __init__(self, table, f, reach, **what):
        directions = f["heading"] + np.arange(4) * np.pi / 2
        around = np.c_[f["x"] + 10 * np.cos(directions), f["y"] + 10 * np.sin(directions), np.full(4, f["top"])]
        p = table.camera.to_px(np.r_[[[f["x"], f["y"], f["top"]]], around])
        self.forward, self.left = (p[1] - p[3]) / 20, (p[2] - p[4]) / 20
        self.scale = np.sqrt(abs(self.forward[0] * self.left[1] - self.forward[1] * self.left[0]))
        e = int(np.ceil(reach * self.scale + 6))
        x, y = np.int32(np.round(p[0]))
        h, w = table.image.shape[:2]
        part = table.image[max(0, y - e):max(0, y + e), max(0, x - e):max(0, x + e)]
        self.image = cv2.copyMakeBorder(part, *[max(0, v) for v in (e - y, y + e - h, e - x, x + e - w)], cv2.BORDER_CONSTANT)
        self.origin = p[0] - [x - e, y - e]
        self.paper, self.ink = table.paper, table.ink
        self.__dict__.update(what)

    def axes(self, heading):
        """px a mm along a heading that far beyond the true one, and to its left."""
        c, s = np.cos(heading), np.sin(heading)
        return c * self.forward + s * self.left, c * self.left - s * self.forward

    def worsened(self, rng):
        """The same through a coarser or a worse camera: the picture, and its scale to the first."""
        image, scale = self.image, 1.0
        if rng.random() < 0.25:
            image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.0))
        if rng.random() < 0.15:  # fewer pixels: seen from farther
            scale = rng.uniform(0.6, 0.95)
            h, w = image.shape[:2]
            small = cv2.resize(image, (max(8, int(w * scale)), max(8, int(h * scale))), interpolation=cv2.INTER_AREA)
            image = cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)
        if rng.random() < 0.3:
            image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(15, 80))])[1], 1)
        return image, scale


def sample_any(rng, names, patches_of, sample):
    """A sample of any patch of any table that has some."""
    while True:
        patches = patches_of(names[rng.integers(len(names))])
        if patches:
            return sample(rng, patches)


def shares(codes, paper, ink):
    """Codes as shares of white paper, -1 (ink) to 1: channels first."""
    return np.moveaxis((codes - ink) / (paper - ink) * 2 - 1, -1, 0)


def relight(rng, x, yy, xx):
    """Shadows, shine, dim and coloured light, noise over shares x, whose places are yy, xx: -1..1."""
    if rng.random() < 0.3:
        a = rng.uniform(0, 2 * np.pi)
        d = xx * np.cos(a) + yy * np.sin(a) + rng.uniform(-0.6, 0.6)
        x[:] = (x + 1) * (1 - rng.uniform(0.1, 0.7) / (1 + np.exp(-d / rng.choice([0.03, 0.1, 0.5])))) - 1
    if rng.random() < 0.15:
        m, wide = rng.uniform(-1.2, 1.2, 2), rng.uniform(0.15, 1.5)
        shine = rng.uniform(0.1, 0.7) * np.exp(-((xx - m[0]) ** 2 + (yy - m[1]) ** 2) / (2 * wide * wide))
        x += shine * (rng.uniform(0, 1) - x)
    if rng.random() < 0.3:
        x[:] = (x + 1) * np.exp(rng.uniform(np.log(0.4), 0.2)) * np.exp(rng.normal(0, 0.08, (3, 1, 1))) - 1
    if rng.random() < 0.5:
        x += rng.normal(0, rng.uniform(0, 0.08), x.shape)
