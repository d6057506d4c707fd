// The outline of a unit: round a block with its front edge, or the hull of what stands loosely. Table inches, y up.

const AROUND_IN = 0.16;  // from the bases to the outline
const LOOSE_IN = 0.45;  // the same of a hull
const ROUND_STEPS = 12;  // corners of the circle that stands for a round base

const toRadians = (deg) => deg * Math.PI / 180;

// The corners of a base at its place, its sides moved out by `around`.
export function baseCorners(figure, [x, y, heading], around = 0) {
  const cos = Math.cos(toRadians(heading)), sin = Math.sin(toRadians(heading)), w = figure.width / 2 + around, d = figure.depth / 2 + around;
  if (figure.shape === "round") {
    const r = w / Math.cos(Math.PI / ROUND_STEPS);  // the circle lies within
    return Array.from({length: ROUND_STEPS}, (_, i) => [x + r * Math.cos(2 * Math.PI * i / ROUND_STEPS), y + r * Math.sin(2 * Math.PI * i / ROUND_STEPS)]);
  }
  return [[d, w], [d, -w], [-d, -w], [-d, w]].map(([a, b]) => [x + a * cos - b * sin, y + a * sin + b * cos]);
}

// The convex hull, counter-clockwise.
function hullOf(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turns = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list) => {
    const out = [];
    for (const p of list) {
      while (out.length > 1 && turns(out.at(-2), out.at(-1), p) <= 0) out.pop();
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

// members: [{figure, pose}]. facing: degrees, null of a unit in no order, whose front is none. {points, front: its two ends, left one first, or null}.
export function outlineOf(members, facing) {
  if (members.length === 0) return null;
  if (!Number.isFinite(facing)) return {points: hullOf(members.flatMap((m) => baseCorners(m.figure, m.pose, LOOSE_IN))), front: null};
  const cos = Math.cos(toRadians(facing)), sin = Math.sin(toRadians(facing));
  let [front, back, left, right] = [-Infinity, Infinity, -Infinity, Infinity];
  for (const {figure, pose} of members) {
    for (const [x, y] of baseCorners(figure, pose)) {
      const along = x * cos + y * sin, across = y * cos - x * sin;
      [front, back, left, right] = [Math.max(front, along), Math.min(back, along), Math.max(left, across), Math.min(right, across)];
    }
  }
  const at = (along, across) => [along * cos - across * sin, along * sin + across * cos], a = AROUND_IN;
  const points = [at(front + a, left + a), at(front + a, right - a), at(back - a, right - a), at(back - a, left + a)];
  return {points, front: [points[0], points[1]]};
}

// As the `d` of an SVG path, whose y runs down.
export function pathOf(points, depth, isClosed = true) { return `M${points.map(([x, y]) => `${x.toFixed(2)} ${(depth - y).toFixed(2)}`).join("L")}${isClosed ? "Z" : ""}`; }

// [x0, y0, x1, y1] of the picture, whose y runs down.
export function boxOf(points, depth) {
  const xs = points.map((p) => p[0]), ys = points.map((p) => depth - p[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
