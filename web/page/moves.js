// Draws one move. Solid is what was seen: where its figures stood and stand, and the path between. Thin and dashed is what is supposed: the cheapest way that the
// rules allow, with a number on each leg, which the legend explains.
import {baseShape, place} from "./bases.js";
import {drawBreach, focusOf} from "./breach.js";
import {svg} from "./dom.js";
import {setLabels} from "./label_layer.js";
import {drawLegend} from "./legend.js";
import {arrangeSoon} from "./table.js";

const FARTHEST_IN = 1e4;  // what lies beyond is on no table
const FACES = ["right-face", "left-face", "about-face"];
const FACE_IN = 0.9;  // radius of the arrow of a turn on the spot
const LEAST_LEG_IN = 0.05;  // shorter legs have no arrow
const DISC_EM = 0.72;  // radius of a leg's number

const HEAD = "M1 0L-11 5L-8 0L-11 -5Z";  // pixels

const radians = (deg) => deg * Math.PI / 180;
const to3 = (...numbers) => numbers.map((n) => Number(n.toFixed(3))).join(" ");

// Line with a light casing, so that it shows on any ground.
export function line(d) { return [svg("path", {class: "casing", d}), svg("path", {class: "track", d})]; }

// The head of an arrow, of one size on the screen. dx, dy: where it points.
export function arrowHead(x, y, dx, dy) {
  return svg("g", {transform: `translate(${to3(x, y)}) rotate(${(Math.atan2(dy, dx) * 180 / Math.PI).toFixed(1)})`}, svg("path", {class: "head", d: HEAD}));
}

// Each leg is {shapes, at: where its number stands}, in the picture's inches.
function straightLeg(m, depth) {
  const [x1, y1] = [m.from[0], depth - m.from[1]], [x2, y2] = [m.to[0], depth - m.to[1]];
  const at = [(x1 + x2) / 2, (y1 + y2) / 2];
  if (Math.hypot(x2 - x1, y2 - y1) < LEAST_LEG_IN) return {shapes: [], at};
  return {shapes: [line(`M${to3(x1, y1)}L${to3(x2, y2)}`), arrowHead(x2, y2, x2 - x1, y2 - y1)], at};
}

// The sector that the front sweeps about its pivot; the arrow runs along the outer corner, which pays.
function wheelLeg(m, depth) {
  const centre = m.pivot_at ?? m.from, [px, py] = [centre[0], depth - centre[1]];
  const rx = m.from[0] - centre[0], ry = m.from[1] - centre[1], radius = 2 * Math.hypot(rx, ry);
  if (radius < LEAST_LEG_IN) return {shapes: [], at: [px, py]};
  const turn = m.turn === "right" ? -1 : 1, swept = Math.abs(m.angle_deg), begin = Math.atan2(ry, rx), end = begin + turn * radians(swept);
  const at = (angle) => [px + radius * Math.cos(angle), py - radius * Math.sin(angle)], [ax, ay] = at(begin), [bx, by] = at(end);
  const arc = `A${radius.toFixed(3)} ${radius.toFixed(3)} 0 ${swept > 180 ? 1 : 0} ${turn > 0 ? 0 : 1} ${to3(bx, by)}`;
  return {
    shapes: [svg("path", {class: "sector", d: `M${to3(px, py)}L${to3(ax, ay)}${arc}Z`}), line(`M${to3(ax, ay)}${arc}`), arrowHead(bx, by, -turn * Math.sin(end), -turn * Math.cos(end)), svg("circle", {class: "pivot", cx: px, cy: py, r: 0.22})],
    at: at((begin + end) / 2),
  };
}

function faceLeg(m, depth) {
  const [x, y] = [m.to[0], depth - m.to[1]], left = m.kind === "left-face", turn = m.kind === "about-face" ? 180 : 90, sign = left ? 1 : -1;
  const begin = radians(90 - sign * turn / 2), end = radians(90 + sign * turn / 2), at = (angle) => [x + FACE_IN * Math.cos(angle), y - FACE_IN * Math.sin(angle)];
  const [bx, by] = at(end);
  return {shapes: [line(`M${to3(...at(begin))}A${FACE_IN} ${FACE_IN} 0 0 ${left ? 0 : 1} ${to3(bx, by)}`), arrowHead(bx, by, -sign * Math.sin(end), -sign * Math.cos(end))], at: [x, y - FACE_IN]};
}

function drawLeg(m, depth) {
  if (!Array.isArray(m?.from) || !Array.isArray(m.to)) return null;
  if (m.kind === "wheel") return wheelLeg(m, depth);
  return FACES.includes(m.kind) ? faceLeg(m, depth) : straightLeg(m, depth);
}

function legNumber(table, i, [x, y]) {
  const r = table.labels.em * DISC_EM, text = svg("text", {"text-anchor": "middle", "font-size": (table.labels.em * 0.88).toFixed(1), y: (table.labels.em * 0.31).toFixed(2)}, i + 1);
  return {key: `leg ${i}`, node: svg("g", {class: "leg-disc", visibility: "hidden"}, svg("circle", {r}), text), w: 2 * r + 2, h: 2 * r + 2, box: [x, y, x, y], inside: true, must: true, priority: 5};
}

function ghostsAt(model, poses, name, depth) {
  return Object.entries(poses ?? {}).map(([id, pose]) => {
    const figure = model.figureUnit.get(id)?.figures.find((f) => f.id === id);
    return figure ? svg("g", {class: name, transform: place(pose[0], pose[1], pose[2], depth)}, baseShape(figure)) : null;
  });
}

// Where its figures stood before; without them, where the middle of its front did.
function ghosts(model, data, depth) {
  if (data.figures_from) return ghostsAt(model, data.figures_from, "ghost", depth);
  const anchor = data.from?.anchor;
  return anchor ? [svg("path", {class: "ghost", d: "M0 -1.5V1.5M0 0H.8", transform: place(anchor[0], anchor[1], anchor[2], depth)})] : [];
}

// The path that was seen, with its end as an arrow.
function seenPath(path, depth) {
  if (!Array.isArray(path) || path.length < 2) return null;
  const points = path.map(([x, y]) => [x, depth - y]), [x, y] = points.at(-1), before = points.findLast(([a, b]) => Math.hypot(a - x, b - y) > 0.3);
  const d = `M${points.map((p) => to3(...p)).join("L")}`;
  return svg("g", {class: "seen-path"}, line(d), before ? arrowHead(x, y, x - before[0], y - before[1]) : null);
}

// Puts the move of `entry` (null: none) and the places of open alerts on the table; begun: a move that goes on, of which only its beginning is shown.
export function drawMove(table, model, entry, alerts, begun = null) {
  const depth = table.depth, {below, above} = table.layers, data = entry?.data ?? {}, legs = Array.isArray(data.maneuvers) ? data.maneuvers.map((m) => drawLeg(m, depth)) : [];
  table.inset.focus = null;
  below.replaceChildren();
  if (begun) below.append(svg("g", {class: "move"}, ghosts(model, begun.data, depth)));
  below.append(svg("g", {class: "move"}, ghosts(model, data, depth), ghostsAt(model, data.figures_to, "ghost after", depth), seenPath(data.path, depth)));
  above.replaceChildren(svg("g", {class: `move supposed ${data.ruling ?? "ask"}`}, legs.flatMap((l) => l?.shapes ?? []).flat()));
  setLabels(table.labels, "legs", legs.map((l, i) => (l ? legNumber(table, i, l.at) : null)).filter(Boolean));
  drawLegend(table.legend, entry);
  drawBreach(table, model, entry, alerts);
  table.inset.focus = focusOf(table, model, entry);
  arrangeSoon(table);
}

// The part of the picture that holds the move: [x, y, width, height], or null.
export function moveBox(table, entry) {
  const data = entry?.data, points = [];
  for (const poses of [data?.figures_from, data?.figures_to]) for (const p of Object.values(poses ?? {})) points.push(p);
  for (const m of data?.maneuvers ?? []) points.push(...[m.from, m.to, m.pivot_at].filter(Array.isArray));
  for (const f of data?.findings ?? []) if (f.at) points.push(f.at);
  for (const p of [data?.from?.anchor, data?.to?.anchor, data?.at]) if (p) points.push(p);
  const sound = points.filter((p) => Math.abs(p[0]) < FARTHEST_IN && Math.abs(p[1]) < FARTHEST_IN);
  if (sound.length === 0) return null;
  const xs = sound.map((p) => p[0]), ys = sound.map((p) => table.depth - p[1]);
  const x = Math.min(...xs) - 1, y = Math.min(...ys) - 1;
  return [x, y, Math.max(...xs) + 1 - x, Math.max(...ys) + 1 - y];
}
