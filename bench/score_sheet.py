#!/usr/bin/env python3
"""score_sheet.py VEDETTE FOLDER...: how well `vedette detect` does on pictures with exact truth, by theme.

A folder holds NAME.jpg with NAME.game.json, NAME.cal.json and NAME.truth.json (the project's contracts; the pictures' generators say in the truth's
`made` how each was drawn). Rows: all, then by surface, light, what the bases carry, and pixels a millimetre. Columns: bases at least half visible
and found, those 30 to 50 % visible and found, false bases a picture, position rms, how many true places the stated 95 % ellipse holds, fronts
not told / turned without a word of doubt / told. Python's standard library only."""
import collections
import glob
import json
import math
import os
import subprocess
import sys

MM = 25.4
NEAR_MM = 10  # a base further from the truth is another one
TURNED_DEG = 20
ELLIPSE = 2.447  # sigmas of a two-dimensional normal distribution that hold 95 %


class Row:
    def __init__(self):
        self.half, self.half_found, self.some, self.some_found, self.false, self.pictures = 0, 0, 0, 0, 0, 0
        self.squares, self.places, self.held, self.unsaid, self.turned, self.fronts = 0.0, 0, 0, 0, 0, 0

    def line(self, name):
        def share(k, n):
            return f"{100 * k / n:6.1f} % of {n:<5}" if n else f"{'-':>15}"
        rms = f"{math.sqrt(self.squares / self.places):6.2f}" if self.places else "     -"
        return (f"{name:22} {self.pictures:4} {share(self.half_found, self.half)} {share(self.some_found, self.some)} "
                f"{self.false / max(self.pictures, 1):6.2f} {rms} {share(self.held, self.places)}  {self.unsaid:4} {self.turned:4} {self.fronts:5}")


def detect(vedette, stem, picture):
    r = subprocess.run([vedette, "detect", "--game", stem + ".game.json", "--calibration", stem + ".cal.json", picture], capture_output=True, text=True)
    lines = [l for l in r.stdout.splitlines() if l.startswith("{")]
    if not lines:
        sys.exit(f"{picture}: no result (exit {r.returncode}): {r.stderr.strip()}")
    return json.loads(lines[-1])


def matches(truth, seen):
    """Nearest pairs first, none twice: {index of truth: index of seen}."""
    pairs = sorted((math.dist(f["pose"][:2], b["pose"][:2]) * MM, i, k) for i, f in enumerate(truth) for k, b in enumerate(seen))
    of, taken = {}, set()
    for d, i, k in pairs:
        if d > NEAR_MM:
            break
        if i not in of and k not in taken:
            of[i] = k
            taken.add(k)
    return of


def add_base(row, f, b):
    half, some = (f.get("visible") or 0) >= 0.5, 0.3 <= (f.get("visible") or 0) < 0.5
    row.half += half
    row.some += some
    if not b:
        return
    row.half_found += half
    row.some_found += some
    error = math.dist(f["pose"][:2], b["pose"][:2]) * MM
    row.squares += error * error
    row.places += 1
    row.held += error <= ELLIPSE * b.get("sigma_in", 0) * MM
    if f["by"] in ("tag", "rim", "code", "rim-code"):
        if b["pose"][2] is None:
            row.unsaid += 1
        else:
            row.fronts += 1
            turned = abs((b["pose"][2] - f["pose"][2] + 180) % 360 - 180) > TURNED_DEG
            row.turned += turned and not b.get("front_doubtful", False)


def main(vedette, folders):
    rows = collections.defaultdict(Row)
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, "*.truth.json"))):
            stem = path[:-len(".truth.json")]
            picture = next((stem + e for e in (".jpg", ".png") if os.path.exists(stem + e)), None)
            if not picture:
                continue
            truth, cal = json.load(open(path)), json.load(open(stem + ".cal.json"))
            got = detect(vedette, stem, picture)
            seen, made = got.get("figures", []) + got.get("bases", []), truth.get("made", {})
            of = matches(truth["figures"], seen)
            scale = cal["camera_matrix"][0][0] / (cal["table"]["translation_in"][2] * MM)
            names = ["all", f"surface {made.get('surface', '?')}", f"light {made.get('light', '?')}", f"{scale:.1f} px/mm"]
            for name in names:
                rows[name].pictures += 1
                rows[name].false += len(seen) - len(of)
            for name in {f["by"] for f in truth["figures"]}:
                rows["carries " + name].pictures += 1
            for i, f in enumerate(truth["figures"]):
                for name in names + ["carries " + f["by"]]:
                    add_base(rows[name], f, seen[of[i]] if i in of else None)
    print(f"{'theme':22} {'pics':>4} {'half visible':>17} {'30 to 50 %':>17} {'false':>6} {'rms mm':>6} {'held by ellipse':>17}  fronts: none turned told")
    for name in sorted(rows, key=lambda n: (n != "all", n)):
        print(rows[name].line(name))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
