// Draws on the table what helps the players: how far a move that goes on may lead, what hides figures, where figures are to be put back, markers that lie there.
import {svg} from "./dom.js";
import {clock, inches} from "./format.js";
import {isOlder, isOver, limitOf, openMoves, unitColour} from "./model.js";
import {arrowHead, line} from "./moves.js";
import {baseShape, place} from "./table.js";

const corners = (points, depth) => points.map(([x, y]) => `${x},${(depth - y).toFixed(2)}`).join(" ");

function reachShape(model, envelope, depth) {
  if (!(envelope.reach?.length > 2)) return null;
  const area = svg("polygon", {class: isOlder(envelope) ? "reach older" : "reach", points: corners(envelope.reach, depth)});
  area.style.fill = area.style.stroke = unitColour(model, envelope.unit);
  return area;
}

// What is left, before the middle of the unit's front as it stands now.
function leftLabel(model, envelope, depth) {
  const form = model.state.units?.find((u) => u.id === envelope.unit);
  if (!form?.anchor || !Number.isFinite(envelope.left_in)) return null;
  const facing = (form.facing ?? 0) * Math.PI / 180, x = form.anchor[0] + 2.2 * Math.cos(facing), y = form.anchor[1] + 2.2 * Math.sin(facing);
  const over = isOver(envelope), limit = limitOf(envelope);
  const text = over ? `${inches(envelope.come_in - limit)} over ${inches(limit)}` : `${inches(envelope.left_in)} left`;
  const older = isOlder(envelope);
  return svg("text", {class: `left${over ? " over" : ""}${older ? " older" : ""}`, x: x.toFixed(2), y: (depth - y + 0.4).toFixed(2), "text-anchor": "middle"}, older ? `${text} at ${clock(envelope.as_of)}` : text);
}

function foreignShape(thing, depth) {
  if (!(thing.outline?.length > 2)) return null;
  return svg("polygon", {class: `foreign ${thing.kind === "hand" ? "hand" : "thing"}`, points: corners(thing.outline, depth)}, svg("title", {}, String(thing.kind)));
}

function homeShape(model, step, depth) {
  const figure = model.figureUnit.get(step.figure)?.figures.find((f) => f.id === step.figure), [x, y, heading] = step.to;
  return figure ? svg("g", {class: `home${step.done ? " done" : ""}`, transform: place(x, y, heading, depth)}, baseShape(figure)) : null;
}

function pushArrow(step, depth) {
  const [x1, y1] = [step.from[0], depth - step.from[1]], [x2, y2] = [step.to[0], depth - step.to[1]], far = Math.hypot(x2 - x1, y2 - y1);
  if (step.done || far < 0.08) return [];
  return [...line(`M${x1} ${y1}L${x2} ${y2}`), far > 0.5 ? arrowHead(x2, y2, x2 - x1, y2 - y1) : null];
}

// Those who go as one body have one arrow.
function guideShape(model, guide, depth) {
  const steps = guide.steps ?? [], arrows = guide.together ? pushArrow(guide.together, depth) : steps.flatMap((s) => pushArrow(s, depth));
  return svg("g", {class: `guide${guide.done ? " done" : ""}`}, steps.map((s) => homeShape(model, s, depth)), arrows);
}

function markerShape(marker, depth) {
  const [x, y] = [marker.at[0], depth - marker.at[1]], means = String(marker.means);
  return svg("g", {class: `marker${marker.asked ? " asked" : ""}`}, svg("title", {}, means), svg("rect", {x: x - 0.55, y: y - 0.55, width: 1.1, height: 1.1, rx: 0.15}),
    svg("text", {x, y: y + 0.32, "text-anchor": "middle"}, (means.startsWith("phase:") ? "▶" : means.charAt(0).toUpperCase())));
}

// Draws anew what changed since `drawn`; returns what it drew.
export function drawOverlay(table, model, drawn) {
  const {foreign = [], guides = [], markers = []} = model.state ?? {}, envelopes = openMoves(model), depth = table.depth;
  const mark = JSON.stringify([model.game?.title, depth, envelopes, foreign, guides, markers, envelopes.length && model.state.units]);
  if (mark === drawn) return drawn;
  table.layers.reach.replaceChildren(...envelopes.map((e) => reachShape(model, e, depth)).filter(Boolean));
  table.layers.foreign.replaceChildren(...markers.map((m) => markerShape(m, depth)), ...foreign.map((f) => foreignShape(f, depth)).filter(Boolean));
  table.layers.guide.replaceChildren(...guides.map((g) => guideShape(model, g, depth)), ...envelopes.map((e) => leftLabel(model, e, depth)).filter(Boolean));
  return mark;
}
