// Draws one move: where it began, what was done, what is wrong with it; and the places of alerts.
import {svg} from "./dom.js";
import {inches, number, words} from "./format.js";
import {baseShape, place} from "./table.js";

const STRAIGHT = ["advance", "oblique", "move", "withdrawal", "backward", "sideways", "other", "gap-closing"];
const FARTHEST_IN = 1e4;  // what lies beyond is on no table
const FACES = ["right-face", "left-face", "about-face"];

const radians = (deg) => deg * Math.PI / 180;

// Line with a light casing, so that it shows on any ground.
export function line(d, extra = {}) { return [svg("path", {class: "casing", d}), svg("path", {class: "track", d, ...extra})]; }

function label(x, y, text) { return svg("text", {class: "cost", x: x.toFixed(2), y: y.toFixed(2), "text-anchor": "middle"}, text); }

export function arrowHead(x, y, dx, dy) {
  const n = Math.hypot(dx, dy) || 1, ux = dx / n, uy = dy / n;
  const at = (along, across) => `${(x - ux * along - uy * across).toFixed(3)} ${(y - uy * along + ux * across).toFixed(3)}`;
  return svg("path", {class: "head", d: `M${at(0, 0)}L${at(0.95, 0.42)}L${at(0.7, 0)}L${at(0.95, -0.42)}Z`});
}

function straight(m, depth) {
  const [x1, y1] = [m.from[0], depth - m.from[1]], [x2, y2] = [m.to[0], depth - m.to[1]], dx = x2 - x1, dy = y2 - y1, n = Math.hypot(dx, dy);
  const name = m.kind === "advance" || m.kind === "move" ? "" : `${words(m.kind)} `;
  if (n < 0.05) return [];
  const side = n > 1.5 ? 1.15 : 1.5;  // the label stands beside the track
  return [line(`M${x1} ${y1}L${x2} ${y2}`), arrowHead(x2, y2, dx, dy), label((x1 + x2) / 2 + Math.abs(dy / n) * (side + name.length * 0.28 + 0.6), (y1 + y2) / 2 - Math.abs(dx / n) * side + 0.35, `${name}${inches(m.cost_in)}`)];
}

// The sector that the front sweeps about its pivot; the arrow runs along the outer corner, which pays.
function wheel(m, depth) {
  const centre = m.pivot_at ?? m.from, [px, py] = [centre[0], depth - centre[1]];
  const rx = m.from[0] - centre[0], ry = m.from[1] - centre[1], radius = 2 * Math.hypot(rx, ry);
  if (radius < 0.05) return [];
  const turn = m.turn === "right" ? -1 : 1, swept = Math.abs(m.angle_deg);
  const begin = Math.atan2(ry, rx), end = begin + turn * radians(swept);
  const at = (angle, r) => [px + r * Math.cos(angle), py - r * Math.sin(angle)];
  const [ax, ay] = at(begin, radius), [bx, by] = at(end, radius), [lx, ly] = at((begin + end) / 2, radius + 1.6);
  const arc = `A${radius} ${radius} 0 ${swept > 180 ? 1 : 0} ${turn > 0 ? 0 : 1} ${bx.toFixed(3)} ${by.toFixed(3)}`;
  return [
    svg("path", {class: "sector", d: `M${px} ${py}L${ax.toFixed(3)} ${ay.toFixed(3)}${arc}Z`}),
    line(`M${ax.toFixed(3)} ${ay.toFixed(3)}${arc}`),
    arrowHead(bx, by, -turn * Math.sin(end), -turn * Math.cos(end)),
    svg("circle", {class: "pivot", cx: px, cy: py, r: 0.28}),
    label(lx, ly + 0.3, `${number(swept, 0)}° ${inches(m.cost_in)}`),
  ];
}

function face(m, depth) {
  const [x, y] = [m.to[0], depth - m.to[1]], r = 0.9;
  const left = m.kind === "left-face", turn = m.kind === "about-face" ? 180 : 90, sign = left ? 1 : -1;
  const begin = radians(90 - sign * turn / 2), end = radians(90 + sign * turn / 2);
  const at = (angle) => [x + r * Math.cos(angle), y - r * Math.sin(angle)];
  const [ax, ay] = at(begin), [bx, by] = at(end);
  return [line(`M${ax.toFixed(3)} ${ay.toFixed(3)}A${r} ${r} 0 0 ${left ? 0 : 1} ${bx.toFixed(3)} ${by.toFixed(3)}`), arrowHead(bx, by, -sign * Math.sin(end), -sign * Math.cos(end)),
    label(x, y - r - 0.6, `${words(m.kind)}${m.cost_in > 0 ? ` ${inches(m.cost_in)}` : ""}`)];
}

function drawManeuver(m, depth) {
  if (!Array.isArray(m.from) || !Array.isArray(m.to)) return [];
  if (m.kind === "wheel") return wheel(m, depth);
  if (FACES.includes(m.kind)) return face(m, depth);
  if (STRAIGHT.includes(m.kind)) return straight(m, depth);
  const moved = Math.hypot(m.to[0] - m.from[0], m.to[1] - m.from[1]) > 0.3;
  return [moved ? line(`M${m.from[0]} ${depth - m.from[1]}L${m.to[0]} ${depth - m.to[1]}`) : null, label(m.to[0], depth - m.to[1] - 0.9, `${words(m.kind)}${m.cost_in > 0 ? ` ${inches(m.cost_in)}` : ""}`)];
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

function spot(at, depth, kind) {
  const [x, y] = [at[0], depth - at[1]];
  return svg("g", {class: `spot ${kind}`}, svg("circle", {class: "pulse", cx: x, cy: y, r: 1.1}), svg("circle", {class: "ring", cx: x, cy: y, r: 0.7}), svg("circle", {class: "core", cx: x, cy: y, r: 0.16}));
}

function observedPath(path, depth) {
  if (!Array.isArray(path) || path.length < 2) return null;
  return svg("polyline", {class: "seen-path", points: path.map(([x, y]) => `${x},${depth - y}`).join(" ")});
}

// Costs that would cover each other stand one below the other: boxes as large as their letters, in inches.
function spreadLabels(labels) {
  const boxes = [];
  for (const node of labels) {
    const box = {x: Number(node.getAttribute("x")), y: Number(node.getAttribute("y")), half: node.textContent.length * 0.36 + 0.2};
    while (boxes.some((b) => Math.abs(b.x - box.x) < b.half + box.half && Math.abs(b.y - box.y) < 1.4)) box.y += 0.35;
    node.setAttribute("y", box.y.toFixed(2));
    boxes.push(box);
  }
}

// Puts the move of `entry` (null: none) and the places of open alerts on the table; begun: a move that goes on, of which only its beginning is shown.
export function drawMove(table, model, entry, alerts, begun = null) {
  const depth = table.depth, below = table.layers.below, above = table.layers.above;
  below.replaceChildren();
  above.replaceChildren();
  marked(table, entry);
  if (begun) below.append(svg("g", {class: "move advisory"}, ...ghosts(model, begun.data, depth).filter(Boolean)));
  if (entry) {
    const data = entry.data, kind = entry.kind === "alert" ? "illegal" : data.ruling ?? "ask";
    below.append(svg("g", {class: `move ${kind}`}, ...ghosts(model, data, depth).filter(Boolean), ...ghostsAt(model, data.figures_to, "ghost after", depth).filter(Boolean), observedPath(data.path, depth) ?? ""));
    above.append(svg("g", {class: `move ${kind}`}, ...(data.maneuvers ?? []).flatMap((m) => drawManeuver(m, depth)).flat().filter(Boolean)));
    spreadLabels(above.querySelectorAll(".cost"));
    for (const f of data.findings ?? []) if (f.at && f.ruling !== "legal") above.append(spot(f.at, depth, f.ruling));
    if (["alert", "unknown", "ask"].includes(entry.kind) && data.at) above.append(spot(data.at, depth, entry.kind === "alert" ? "illegal" : "ask"));
  }
  for (const alert of alerts) if (alert !== entry && alert.data.at) above.append(spot(alert.data.at, depth, "illegal"));
}

// Outlines the figures that the findings name.
function marked(table, entry) {
  const marks = new Map();
  const gravity = ["legal", "advisory", "doubtful", "ask", "illegal"];
  const add = (id, ruling) => { if (gravity.indexOf(ruling) >= gravity.indexOf(marks.get(id) ?? "legal")) marks.set(id, ruling); };
  if (entry?.kind === "alert") for (const id of entry.data.figures ?? []) add(id, "illegal");
  if (entry?.kind === "mixed") for (const id of (entry.data.groups ?? []).flat()) add(id, "ask");
  for (const f of entry?.data.findings ?? []) if (f.ruling !== "legal") for (const id of f.figures ?? []) add(id, f.ruling);
  for (const [id, figure] of table.figures) {
    if (marks.has(id)) figure.node.setAttribute("data-mark", marks.get(id));
    else figure.node.removeAttribute("data-mark");
  }
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
