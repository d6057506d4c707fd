// Marks what is wrong: hatching and outlines on the figures, a ring and the ruling's shape at the place. None hangs on colour, and all are cased in black and white.
import {baseShape} from "./bases.js";
import {svg} from "./dom.js";
import {setLabels} from "./label_layer.js";
import {isMove, rulingOf} from "./model.js";
import {rulingIcon} from "./shapes.js";
import {standingOf} from "./status.js";

const HATCH_PX = 11, STRIPE_PX = 4;  // of the hazard pattern: black, yellow, a white line between
const RING_PX = 15, ICON_EM = 2.1;
const SAME_PLACE_IN = 0.5;  // findings so close have one mark: the gravest one's
const GRAVITY_MARKED = ["advisory", "doubtful", "ask", "illegal"];

const gravityOf = (ruling) => GRAVITY_MARKED.indexOf(ruling);

// Black, yellow and white: the signal of a hazard, whatever colours the sides have.
export function breachPatterns() {
  const stripe = (x, width, name) => svg("rect", {class: name, x, y: 0, width, height: HATCH_PX});
  return svg("pattern", {id: "hatch-illegal", width: HATCH_PX, height: HATCH_PX, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45) scale(.1)"},
    stripe(0, HATCH_PX, "hatch-white"), stripe(0, STRIPE_PX, "hatch-black"), stripe(STRIPE_PX + 1, STRIPE_PX + 1, "hatch-yellow"));
}

// Stripes are as wide however the table is enlarged.
export function scaleHatching(board, scale) { board.querySelector("#hatch-illegal").setAttribute("patternTransform", `rotate(45) scale(${(1 / scale).toFixed(5)})`); }

// What a line accuses or asks: [{ruling, figures, at}]. What the judge overruled, or was taken back, does neither any more.
function accusations(model, entry) {
  if (entry && isMove(entry) && (entry.data.taken_back || standingOf(model, entry).word === "overruled")) return [];
  const data = entry?.data ?? {}, list = (value) => (Array.isArray(value) ? value : []);
  if (entry?.kind === "alert") return [{ruling: "illegal", figures: list(data.figures), at: data.at}];
  if (entry?.kind === "mixed") return [{ruling: "ask", figures: list(data.groups).flat()}];
  if (entry?.kind === "unknown" || entry?.kind === "ask") return [{ruling: "ask", figures: [], at: data.at}];
  return list(data.findings).filter((f) => gravityOf(f?.ruling) >= 0).map((f) => ({ruling: f.ruling, figures: list(f.figures), at: f.at}));
}

function unmark(entry) {
  if (!entry.mark) return;
  entry.mark.remove();
  entry.mark = null;
  entry.node.removeAttribute("data-mark");
}

function mark(entry, ruling) {
  const base = (name) => baseShape(entry.figure, name);
  entry.mark = svg("g", {class: "mark"}, base("mark-casing"), base("mark-line"), ruling === "illegal" ? svg("g", {fill: "url(#hatch-illegal)"}, base("hatching")) : base("mark-core"));
  entry.node.setAttribute("data-mark", ruling);
  entry.node.append(entry.mark);
}

// Marks the figures that are named; each with the gravest word on it.
function markFigures(table, accused) {
  const marks = new Map();
  for (const {ruling, figures} of accused) for (const id of figures) if (gravityOf(ruling) > gravityOf(marks.get(id))) marks.set(id, ruling);
  for (const [id, entry] of table.figures) {
    if (entry.node.getAttribute("data-mark") === (marks.get(id) ?? null)) continue;
    unmark(entry);
    if (marks.has(id)) mark(entry, marks.get(id));
  }
}

const isPlace = (at) => Array.isArray(at) && at.length > 1 && Number.isFinite(at[0]) && Number.isFinite(at[1]);

// Where it is: its place, else the middle of its figures.
function placeOf(table, {at, figures}) {
  if (isPlace(at)) return [at[0], at[1]];
  const poses = figures.map((id) => table.figures.get(id)?.goal).filter(Boolean);
  return poses.length ? [0, 1].map((k) => poses.reduce((sum, p) => sum + p[k], 0) / poses.length) : null;
}

// The gravest accusation at each place: [{ruling, figures, at}].
function places(table, accused) {
  const found = [];
  for (const one of [...accused].sort((a, b) => gravityOf(b.ruling) - gravityOf(a.ruling))) {
    const at = isPlace(one.at) || one.ruling === "illegal" ? placeOf(table, one) : null;
    if (at && !found.some((f) => Math.hypot(f.at[0] - at[0], f.at[1] - at[1]) < SAME_PLACE_IN)) found.push({...one, at});
  }
  return found;
}

function ring(ruling, isNew) {
  const circle = (name, r = RING_PX) => svg("circle", {class: name, r});
  return svg("g", {class: `spot ${ruling}${isNew ? " new" : ""}`}, circle("pulse"), circle("ring-casing"), circle("ring-line"), circle("ring"), circle("core", 2.5));
}

function icon(ruling, px) { return svg("g", {class: "breach-icon"}, rulingIcon(ruling, {x: -px / 2, y: -px / 2, width: px, height: px})); }

// Puts ring and shape at each place. Rings that were not there before draw the eye once.
function markPlaces(table, accused) {
  const before = table.ringed ?? new Set(), px = table.labels.em * ICON_EM, found = places(table, accused);
  const items = found.flatMap(({ruling, at: [x, y]}, i) => {
    const key = `${ruling} ${x} ${y}`, box = [x, table.depth - y, x, table.depth - y], node = ring(ruling, !before.has(key));
    return [{key: `ring ${i}`, node, w: 2 * RING_PX, h: 2 * RING_PX, box, fixed: true},
      {key: `breach ${key}`, node: icon(ruling, px), w: px, h: px, box, apart: RING_PX, must: true, priority: 9}];
  });
  table.ringed = new Set(found.map(({ruling, at: [x, y]}) => `${ruling} ${x} ${y}`));
  setLabels(table.labels, "breach", items);
}

// entry: the line that is shown, null: none. alerts: those that are open; each is marked while it is.
export function drawBreach(table, model, entry, alerts) {
  const shown = accusations(model, entry), open = alerts.filter((a) => a !== entry).flatMap((a) => accusations(model, a));
  markFigures(table, shown);
  markPlaces(table, [...shown, ...open]);
}

// What the inset enlarges of the line: its gravest accusation; null: nothing is wrong.
export function focusOf(table, model, entry) {
  const found = places(table, accusations(model, entry).filter((a) => a.ruling !== "advisory")).at(0);
  return found ? {key: `${entry.key} ${rulingOf(entry)}`, ruling: found.ruling, at: found.at} : null;
}
