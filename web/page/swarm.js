// Many figures that glide at once: each unit's are drawn as two paths, since the browser can't move hundreds of elements sixty times a second. Their own
// elements are hidden meanwhile and stand where they should when they are shown again.
import {svg} from "./dom.js";

const SWARM_LEAST = 60;  // fewer glide as they are: what is drawn of them can be looked at one by one
const PLAIN_LOOKS = ["figure", "figure moving"];
const UNITS_AN_INCH = 1000;  // whole numbers are written and read faster

export function newSwarm(colour, onclick) {
  const bases = svg("path", {class: "base"}), fronts = svg("path", {class: "front"});
  return {node: svg("g", {class: "swarm", fill: colour, transform: `scale(${1 / UNITS_AN_INCH})`, visibility: "hidden", onclick}, bases, fronts), bases, fronts, isShown: false};
}

export function isSwarm(motion) { return motion.glides.size >= SWARM_LEAST; }

// A figure that differs from its unit, or is marked, is drawn by itself.
export function mayJoin(entry) { return PLAIN_LOOKS.includes(entry.look) && !entry.mark && !entry.isChosen; }

function joinUp(entry, joins) {
  if (entry.joined === joins) return;
  entry.joined = joins;
  entry.node.setAttribute("visibility", !joins && entry.shown ? "visible" : "hidden");
}

const toUnits = (inches) => Math.round(inches * UNITS_AN_INCH);

function basePath({figure, pose: [x, y, heading]}, depth) {
  const cos = Math.cos(heading * Math.PI / 180), sin = Math.sin(heading * Math.PI / 180), w = figure.width, d = figure.depth;
  const point = (along, across) => `${toUnits(x + along * cos - across * sin)} ${toUnits(depth - y - along * sin - across * cos)}`;
  const front = `M${point(d * 0.42, 0)}L${point(d * 0.1, -w * 0.24)}L${point(d * 0.1, w * 0.24)}Z`, r = toUnits(w / 2);
  if (figure.shape === "round") return [`M${toUnits(x) - r} ${toUnits(depth - y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`, front];
  return [`M${point(d / 2, w / 2)}L${point(d / 2, -w / 2)}L${point(-d / 2, -w / 2)}L${point(-d / 2, w / 2)}Z`, front];
}

// Draws those of a unit's figures that glide as one; joins(entry): it is one of them.
export function drawSwarm(swarm, figures, depth, joins) {
  const joined = [];
  for (const entry of figures) {
    joinUp(entry, Boolean(entry.pose) && joins(entry));
    if (entry.joined) joined.push(entry);
  }
  const isShown = joined.length > 0;
  if (isShown !== swarm.isShown) swarm.node.setAttribute("visibility", isShown ? "visible" : "hidden");
  swarm.isShown = isShown;
  if (!isShown) return;
  const paths = joined.map((entry) => basePath(entry, depth));
  swarm.node.setAttribute("class", joined.some((entry) => entry.look === "figure moving") ? "swarm moving" : "swarm");
  swarm.bases.setAttribute("d", paths.map((p) => p[0]).join(""));
  swarm.fronts.setAttribute("d", paths.map((p) => p[1]).join(""));
}
