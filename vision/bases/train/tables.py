"""tables.py: pictures of tables with exact ground truth, as the training of the base finder reads them.

A table is laid flat: one pixel a millimetre, at PLANE_MM above the ground, row 0 at the far edge (the largest y).
Lengths are millimetres, angles radians counter-clockwise from +x, as in the contracts.
"""
import glob
import json
import os
import sys

import cv2
import numpy as np

MM = 25.4
PLANE_MM = 3.5  # of the flat map; tops of bases lie 2 to 5 mm above the ground
CARRIES = ["tag", "rim", "solid", "rim-code", "plain"]
PICTURES = (".jpg", ".png", ".ppm")
OTHER_NAMES = {"code": "rim-code"}


class Camera:
    def __init__(self, cal):
        self.k = np.array(cal["camera_matrix"], float)
        self.d = np.array(cal["distortion_coefficients"], float)
        self.rvec = np.array(cal["table"]["rotation_vector"], float)
        self.r, _ = cv2.Rodrigues(self.rvec)
        self.t = np.array(cal["table"]["translation_in"], float) * MM

    def to_px(self, points_mm):
        """n x 3 -> n x 2"""
        p, _ = cv2.projectPoints(np.asarray(points_mm, float).reshape(-1, 1, 3), self.rvec, self.t, self.k, self.d)
        return p[:, 0]

    def to_plane(self, px, z_mm):
        """n x 2 pixels -> n x 2 places on the plane z"""
        u = cv2.undistortPoints(np.asarray(px, float).reshape(-1, 1, 2), self.k, self.d)[:, 0]
        rays = np.c_[u, np.ones(len(u))] @ self.r  # R^T ray
        eye = -self.r.T @ self.t
        s = (z_mm - eye[2]) / rays[:, 2]
        return eye[:2] + rays[:, :2] * s[:, None]

    def px_per_mm(self, width, depth):
        p = self.to_px([[width / 2 - 50, depth / 2, 0], [width / 2 + 50, depth / 2, 0]])
        return float(np.hypot(*(p[1] - p[0])) / 100)


def flatten(image, camera, width, depth, plane=PLANE_MM):
    """The table's map, a pixel a millimetre, its mean over a pixel where the camera sees finer."""
    scale = camera.px_per_mm(width, depth)
    fine = 1 if scale < 1.3 else 2 if scale < 2.6 else 3
    w, h = int(width), int(depth)
    # a coarse grid of the projection, interpolated: the lens is smooth
    gx, gy = np.meshgrid(np.linspace(0, w, w // 16 + 2), np.linspace(0, h, h // 16 + 2))
    p = camera.to_px(np.c_[gx.ravel(), depth - gy.ravel(), np.full(gx.size, plane)]).reshape(*gx.shape, 2).astype(np.float32)
    n_x, n_y = w * fine, h * fine
    cx = ((np.arange(n_x) + 0.5) / fine / w * (gx.shape[1] - 1)).astype(np.float32)
    cy = ((np.arange(n_y) + 0.5) / fine / h * (gx.shape[0] - 1)).astype(np.float32)
    mx, my = np.meshgrid(cx, cy)
    u = cv2.remap(p[..., 0], mx, my, cv2.INTER_LINEAR)
    v = cv2.remap(p[..., 1], mx, my, cv2.INTER_LINEAR)
    flat = cv2.remap(image, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return flat if fine == 1 else cv2.resize(flat, (w, h), interpolation=cv2.INTER_AREA)


class Table:
    """One picture with its truth; figures is a list of dicts."""

    def __init__(self, stem):
        def load(what):
            with open(f"{stem}.{what}.json") as f:
                return json.load(f)
        game, cal, truth = load("game"), load("cal"), load("truth")
        self.stem, self.name = stem, os.path.basename(stem)
        self.image = cv2.imread(next(p for p in (stem + e for e in PICTURES) if os.path.exists(p)))
        self.camera = Camera(cal)
        self.width, self.depth = game["table"]["width_in"] * MM, game["table"]["depth_in"] * MM
        self.made = truth.get("made", {})
        self.game = game
        self.figures = []
        for f in truth.get("figures", []):
            b = f["base"]
            round_ = b["shape"] == "round"
            w = b["diameter_mm"] if round_ else b["width_mm"]
            d = b["diameter_mm"] if round_ else b.get("depth_mm", w)
            inset = b.get("top_inset_mm", 0)
            x, y, heading = f["pose"]
            top = f.get("z_mm", f.get("ground_mm", 0)) + b.get("height_mm", 3)
            by = OTHER_NAMES.get(f["by"], f["by"])
            self.figures.append(dict(
                id=f["id"], unit=f["unit"], x=x * MM, y=y * MM, top=top, heading=np.deg2rad(heading), round=round_,
                # the front to back depth comes first: along the heading
                length=d - 2 * inset, across=w - 2 * inset, inset=inset, height=b.get("height_mm", 3), by=by,
                visible=1.0 if f.get("visible") is None else f["visible"],
                mark=f.get("mark_visible")))
        if self.figures:  # where the middle of each top appears on the map's plane
            px = self.camera.to_px([[f["x"], f["y"], f["top"]] for f in self.figures])
            for f, p, q in zip(self.figures, px, self.camera.to_plane(px, PLANE_MM)):
                f["px"], f["map"] = p, (q[0], self.depth - q[1])  # map: column, row in mm

    def flat(self):
        return flatten(self.image, self.camera, self.width, self.depth)


def tones_of(table):
    """Codes of white paper and of ink, from the table's corner tags as the program takes them: median over the tags."""
    papers, inks = [], []
    with open(table.stem + ".truth.json") as f:
        tags = json.load(f).get("tags", [])
    for t in tags:
        if t.get("visible", 1) < 0.9:
            continue
        c = np.array(t["corners"], np.float32)
        m = c.mean(0)
        wide = np.zeros(table.image.shape[:2], np.uint8)
        cv2.fillConvexPoly(wide, np.int32(m + (c - m) * 1.2), 1)
        cv2.fillConvexPoly(wide, np.int32(m + (c - m) * 1.08), 0)
        dark = np.zeros_like(wide)
        cv2.fillConvexPoly(dark, np.int32(m + (c - m) * 0.96), 1)
        cv2.fillConvexPoly(dark, np.int32(m + (c - m) * 0.8), 0)
        if wide.any() and dark.any():
            papers.append(np.median(table.image[wide > 0], 0))
            inks.append(np.median(table.image[dark > 0], 0))
    if not papers:
        return np.full(3, 225.0), np.full(3, 20.0)
    paper, ink = np.median(papers, 0), np.median(inks, 0)
    return np.maximum(paper, ink + 30), ink


def open_table(stem):
    """The table with the codes of its paper and its ink."""
    t = Table(stem)
    t.paper, t.ink = tones_of(t)
    return t


def stems(folders):
    out = []
    for folder in folders:
        out += sorted(p[:-len(".truth.json")] for p in glob.glob(os.path.join(folder, "*.truth.json"))
                      if any(os.path.exists(p[:-len(".truth.json")] + e) for e in PICTURES))
    if not out:
        sys.exit(f"no table in {', '.join(folders)}: name folders that hold pictures with their .truth.json files beside them")
    return out
